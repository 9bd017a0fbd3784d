"""How things look is data with one source, read by the server's pictures and by the page. `python tests/test_look.py` writes what comes from the rules."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ziggurat.drawing import models, theme
from ziggurat.drawing.isometric import Camera
from ziggurat.games.akropolis import material as akropolis
from ziggurat.games.amytis import material as amytis
from ziggurat.games.blueprints import material as blueprints
from ziggurat.geometry.square import SPACE_NAMES
from ziggurat.kernel import PACKAGE

WEB = Path(__file__).resolve().parents[1] / "web/src"
PAGE_MODELS = [WEB / f"draw/{name}.ts" for name in ("models", "model_parts", "model_types", "model_frame")]
HEX = re.compile(r"#[0-9a-f]{6}\b")
DAY_AND_NIGHT = ("light", "dark")

MATERIAL: dict[str, dict[str, Any]] = {
    "amytis": {
        "spaces": SPACE_NAMES,
        "kinds": dict(zip(amytis.KIND_LETTERS, amytis.KIND_NAMES, strict=True)),
        "favors": amytis.FAVOR_NAMES[: amytis.TOP_FAVORS],
        "row_spaces": amytis.ROW_SPACES,
    },
    "akropolis": {"kinds": akropolis.KIND_NAMES, "stars": dict(zip(akropolis.COLOR_NAMES, akropolis.STARS.tolist(), strict=True))},
    "blueprints": {
        "rounds": blueprints.ROUNDS,
        "chosen": blueprints.CHOSEN,
        "spaces": blueprints.SPACE_NAMES,
        "letters": {material.name.lower(): letter for material, letter in zip(blueprints.Material, blueprints.MATERIAL_LETTERS, strict=True)},
        "awards": [card for card in blueprints.CARD_NAMES if card in {"gold", "silver", "bronze"}],
        "prizes": [card for card in blueprints.CARD_NAMES if card not in {"gold", "silver", "bronze"}],
        "points": dict(zip(blueprints.CARD_NAMES, blueprints.CARD_POINTS.tolist(), strict=True)),
    },
}
"""What the page knows of the rules' material beyond what a view tells: `material.json` in the game's folder."""


def look_of(name: str) -> dict[str, Any]:
    return dict(theme.read(PACKAGE / f"games/{name}/pictures/look.json"))


def text_of(facts: dict[str, Any]) -> str:
    return json.dumps(facts, indent=2) + "\n"


def parts_of(parts: list[models.Part]) -> Iterator[models.Part]:
    """Every part of a model, also those within others."""
    for part in parts:
        yield part
        yield from parts_of(part.get("parts", []) + part.get("middle", []))


def colours_of(value: Any) -> Iterator[str]:
    """Every colour that a part names."""
    for key, inner in value.items():
        if key in {"colour", "top", "wall", "rise"} and inner:
            yield inner
        elif key in {"colours", "seats"}:
            yield from inner
        elif key == "balls":
            yield from (colour for *_, colour in inner)
        elif key == "under":
            yield from colours_of(inner)


ALL_PARTS = [(name, part) for name, model in models.MODELS.items() for part in parts_of(model)]


@pytest.mark.parametrize("name", MATERIAL)
def test_what_the_page_knows_of_the_material_is_what_the_rules_say(name: str) -> None:
    assert (PACKAGE / f"games/{name}/material.json").read_text(encoding="utf-8") == text_of(MATERIAL[name]), "run `python tests/test_look.py`"


def test_day_and_night_have_the_same_colours() -> None:
    day, night = (theme.PALETTE[name] for name in DAY_AND_NIGHT)
    assert list(day) == list(night)
    for palette in (day, night):
        assert len(palette["seats"]) == 4
        assert all(HEX.fullmatch(colour) for value in palette.values() for colour in ([value] if isinstance(value, str) else value))


def test_models_name_colours_and_models_that_there_are() -> None:
    named = {colour.partition("*")[0] for _, part in ALL_PARTS for colour in colours_of(part)}
    assert named <= theme.PALETTE["light"].keys() | {"given"}
    assert {part["model"] for _, part in ALL_PARTS if part["draw"] == "model"} <= models.MODELS.keys()


def test_both_languages_draw_every_kind_of_part() -> None:
    wanted, page = {part["draw"] for _, part in ALL_PARTS}, "".join(path.read_text(encoding="utf-8") for path in PAGE_MODELS)
    assert wanted == models.OVER.keys() | {"solid", "model", "far_first", "around"}
    assert wanted == set(re.findall(r'draw: "(\w+)"', page))
    assert set(re.findall(r'case "(\w+)"', page)) == models.OVER.keys()


@pytest.mark.parametrize("name", models.MODELS)
def test_every_model_is_drawn_from_all_sides_by_day_and_by_night(name: str) -> None:
    for look in DAY_AND_NIGHT:
        for turn in range(0, 360, 45):
            drawn = models.draw(name, Camera(scale=60, turn=turn), theme.THEMES[look], "#4a7fd0", stars=3)
            root = ET.fromstring(f"<g>{drawn.shadow}{drawn.body}</g>")
            assert len(root) > 0 and "nan" not in drawn.shadow + drawn.body


def test_plazas_show_each_number_of_stars() -> None:
    assert {n: len(spots) for n, spots in models.star_spots().items()} == {n: n for n in set(akropolis.STARS.tolist())}


def test_every_kind_of_akropolis_has_its_colours_and_a_model() -> None:
    look, kinds = look_of("akropolis"), [*akropolis.COLOR_NAMES, "quarry"]
    assert {name: list(colours) for name, colours in look["colours"].items()} == dict.fromkeys(DAY_AND_NIGHT, kinds)
    assert list(look["ground_lip"]) == kinds
    assert {*kinds, "plaza"} <= models.MODELS.keys()


def test_every_colour_and_kind_of_amytis_has_its_look() -> None:
    look = look_of("amytis")
    for colours in (*(look["colours"][name] for name in DAY_AND_NIGHT), look["seals"], look["marks"]):
        assert sorted(colours) == sorted(amytis.COLOR_LETTERS)
    assert sorted(look["buildings"]) == sorted(amytis.KIND_LETTERS)
    assert {building["model"] for building in look["buildings"].values()} <= models.MODELS.keys()


def test_every_material_of_blueprints_has_its_look() -> None:
    look, letters = look_of("blueprints"), list(blueprints.MATERIAL_LETTERS)
    assert all(list(colours) == letters for colours in (*(look["colours"][name] for name in DAY_AND_NIGHT), look["ink"], look["grain"]))
    assert list(look["paper"]) == list(DAY_AND_NIGHT)


def test_dice_have_their_pips_and_are_right_handed() -> None:
    look = look_of("blueprints")
    assert {int(value): len(spots) for value, spots in look["pips"].items()} == {value: value for value in range(7)}
    axis = {1: (0, 0, 1), 2: (1, 0, 0), 3: (0, 1, 0), 4: (0, -1, 0), 5: (-1, 0, 0), 6: (0, 0, -1)}
    for top, (front, right) in look["sides"].items():
        (a, b, c), (d, e, f) = axis[int(top)], axis[front]
        assert axis[right] == (b * f - c * e, c * d - a * f, a * e - b * d)


def written(path: Path) -> set[str]:
    return set(HEX.findall(path.read_text(encoding="utf-8").lower()))


WHITE = {"#fffaf0"}  # of a stone, and of many other things
SHARED = written(PACKAGE / "drawing/palette.json").union(*(written(path) for path in PACKAGE.glob("games/*/pictures/look.json"))) - WHITE
PICTURES = [path for pattern in ("drawing/*.py", "games/*/pictures/*.py") for path in PACKAGE.glob(pattern) if path.name != "theme.py"]


@pytest.mark.parametrize("path", [*PICTURES, *WEB.rglob("*.ts")], ids=lambda path: "/".join(path.parts[-2:]))
def test_no_colour_is_written_again(path: Path) -> None:
    assert written(path) & SHARED == set()


def test_no_size_of_a_model_is_written_again() -> None:
    """A few numbers are those of drawing itself: middles, and what is too small to see."""
    for path in (PACKAGE / "drawing/models.py", *PAGE_MODELS):
        code = re.sub(r'"""[\s\S]*?"""|/\*[\s\S]*?\*/', "", path.read_text(encoding="utf-8"))
        assert set(re.findall(r"\b\d+\.\d+", code)) <= {"0.5", "0.0", "0.01", "0.02", "0.2", "0.001"}, path.name


if __name__ == "__main__":
    for game, facts in MATERIAL.items():
        (PACKAGE / f"games/{game}/material.json").write_text(text_of(facts), encoding="utf-8")
