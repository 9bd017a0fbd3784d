"""The words of the rules, as a reader of the page sees them: what each guide must say, and the printed French words of Blueprints."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from http_table import HttpTable

Visit = Callable[..., Page]

SAYS = {  # game -> what its rule page says, in English and in French
    "amytis": [
        ("Only your own cards count", "Seules vos cartes comptent"),
        ("Several at once", "Plusieurs à la fois"),
        ("in the same turn", "dans le même tour"),
        ("display is replaced", "est remplacée aussitôt"),
    ],
    "akropolis": [
        ("clockwise", "sens des aiguilles d’une montre"),
        ("chief architect", "architecte en chef"),
        ("14 of 4", "14 de 4"),
        ("His starting tile counts", "Sa tuile de départ compte"),
        ("With variants his districts count double", "Avec des variantes, ses quartiers comptent double"),
        ("Never run out of stones", "Ne restez jamais sans pierre"),
        ("Learn the variants one by one", "Apprenez les variantes une par une"),
    ],
    "blueprints": [
        ("clockwise", "sens des aiguilles d’une montre"),
        ("two materials always differ", "deux matériaux sont donc toujours différents"),
        ("stay out of the round", "quittent la manche"),
    ],
}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", SAYS)
def test_a_rule_page_says_who_begins_and_what_newcomers_ask(visit: Visit, game: str, language: str) -> None:
    page = visit(f"/rules/{game}", language=language)
    article = page.locator("article")
    expect(article).to_contain_text("minutes")
    expect(article).to_contain_text("Who begins?" if language == "en" else "Qui commence")
    for english, french in SAYS[game]:
        expect(article).to_contain_text(english if language == "en" else french)


def test_blueprints_in_french_speaks_as_the_box_does(visit: Visit, address: str) -> None:
    table = HttpTable(address, "blueprints", {"kind": "bot", "bot": "random"})
    page = visit(table.link, language="fr")
    page.locator(".board [data-ply]").wait_for()
    for words in ("À forte demande", "Plus haut gratte-ciel", "Intégrité structurelle", "Votre édifice"):
        expect(page.get_by_text(words).first).to_be_visible()
    expect(page.locator("body")).not_to_contain_text("bâtiment")
