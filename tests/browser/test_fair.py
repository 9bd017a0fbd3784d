"""The page checks the deal itself: its own hash, generator and deals say what Python's say, and at the end it tells what holds and what does not."""

from __future__ import annotations

import json
import random
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from http_table import HttpTable
from ziggurat.fair_deal import commitment_of, digest, lot_of, seed_of
from ziggurat.game import Game, new_game
from ziggurat.kernel import below, generator
from ziggurat.registry import game_spec

Visit = Callable[..., Page]
WEB = Path(__file__).resolve().parents[2] / "web"
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("amytis", {}),
    ("amytis", {"edition": "first", "sides": "ABABAB"}),
    ("akropolis", {"seats": 1}),
    ("akropolis", {"seats": 1, "long_game": True}),
    ("akropolis", {"seats": 2}),
    ("akropolis", {"seats": 2, "long_game": True}),
    ("akropolis", {"seats": 3}),
    ("akropolis", {"seats": 4}),
    ("akropolis", {"seats": 1, "athena": True}),
    ("akropolis", {"seats": 3, "athena": True, "athena_cards": ["parkland", "guard_tower", "oasis", "hanging_gardens"]}),
    ("blueprints", {"seats": 2}),
    ("blueprints", {"seats": 3, "next_start_tie": "random"}),
    ("blueprints", {"seats": 4, "plans": "extended"}),
    ("blueprints", {"seats": 2, "plans": ["X1/31/1X", "22/2X/XX", "X1/X2/X3", "2X/3X/1X", "X2/X1/X3", "32/X1/XX", "22/11/XX"]}),
]


@pytest.fixture(scope="module")
def checker(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A page that holds the page's own code for the proof, as `fair`."""
    folder = tmp_path_factory.mktemp("fair")
    modules = ("lib/fair_deal", "lib/deal_promises", "lib/random_generator", "lib/sha256", "games/find_deal")
    (folder / "entry.ts").write_text("".join(f'export * from "{WEB}/src/{name}";\n' for name in modules))
    library = {"entry": str(folder / "entry.ts"), "formats": ["iife"], "name": "fair", "fileName": "fair"}
    config = {"root": str(WEB), "configFile": False, "logLevel": "warn", "build": {"outDir": str(folder), "emptyOutDir": False, "lib": library}}
    (folder / "build.mjs").write_text(f'import {{ build }} from "{WEB}/node_modules/vite/dist/node/index.js";\nawait build({json.dumps(config)});\n')
    subprocess.run(["node", folder / "build.mjs"], check=True)
    page = browser.new_page()
    page.evaluate(f"() => {{ {(folder / 'fair.iife.js').read_text()}; window.fair = fair }}")
    yield page
    page.close()


def played(name: str, options: dict[str, Any], seed: str, plies: int = 10_000) -> Game:
    lots, game = random.Random(seed), Game(game_spec(name), options, seed=seed)
    while not game.is_over and game.ply < plies:
        game.push(lots.choice(game.legal_moves))
    return game


def test_hashes_and_lots_are_those_of_python(checker: Page) -> None:
    odd = 'é\u2028\u2029\x7f\x00\x1f"\\/\n\t😀'
    values: list[Any] = [[], ["", {}], [odd, {"b": True, "a": [1, None, odd], "é": {"z": 1, "y": 0}}], ["x" * n for n in range(50, 70)], ["y" * 5000]]
    digests = checker.evaluate("values => values.map((value) => fair.digest(...value))", values)
    assert digests == [digest(*value) for value in values]
    for seed in ("", "é", "0" * 64):
        rng, bounds = generator(seed), [1, 2, 3, 6, 61, 180, 2**31 + 11, 2**32 - 1] * 40
        draw = "([seed, bounds]) => { const random = new fair.RandomGenerator(seed); return bounds.map((n) => random.below(n)) }"
        drawn = checker.evaluate(draw, [seed, bounds])
        assert drawn == [int(below(rng, n)) for n in bounds]
    words = checker.evaluate("() => Array.from({ length: 50 }, () => fair.newWords())")
    assert len(set(words)) == 50 and all(re.fullmatch(r"[0-9a-z]{7}(-[0-9a-z]{7}){3}", word) for word in words)


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_deals_are_those_of_python_and_explain_what_was_played(checker: Page, name: str, options: dict[str, Any]) -> None:
    for number in range(6):
        seed = digest("seed", number)
        game: Any = new_game(name, seed=seed, **options)
        dealt = "async ([name, seed, options]) => (await fair.findDeal(name)).deal(new fair.RandomGenerator(seed), options)"
        assert checker.evaluate(dealt, [name, seed, game.options]) == game.deal
    for number in range(4):
        seed = digest("played", number)
        for plies in (10_000, 7 + 13 * number):
            game = played(name, options, seed, plies)
            explained = """async ([name, seed, options, view]) => {
                const rules = await fair.findDeal(name);
                return rules.explains(rules.deal(new fair.RandomGenerator(seed), options), view);
            }"""
            for seat in (None, 0):
                assert checker.evaluate(explained, [name, seed, game.options, game.view(seat)]) is True, (number, plies, seat)
            other = digest("another", number)
            assert checker.evaluate(explained, [name, other, game.options, game.view()]) is False
    assert checker.evaluate("fair.findDeal('chess')") is None


def test_every_lie_is_found(checker: Page) -> None:
    secret, table, words = "s" * 32, "TABLE", ["own words", "theirs"]
    game = played("amytis", {}, seed_of(secret, table, words))
    promise = commitment_of(secret, table, game.options)
    seats = [{"seat": 0, "kind": "here"}, {"seat": 1, "kind": "link"}]
    fair = {"commitment": promise, "secret": secret, "table": table, "words": words}
    message: dict[str, Any] = {"id": table, "commitment": promise, "options": game.options, "you": [0], "seats": seats, "view": game.view()}
    seen = {"id": table, "commitment": promise, "words": ["tried", "own words"]}

    def proof(promised: Any = seen, **changes: Any) -> Any:
        lied = {**message, **changes, "end": {"fair": {**fair, **changes.pop("fair", {})}}}
        prove = "async ([message, seen]) => fair.prove(message, seen ?? undefined, await fair.findDeal('amytis'))"
        return checker.evaluate(prove, [lied, promised])

    assert proof() == {"wrong": None, "unsure": []}
    assert proof(you=[], promised=None) == {"wrong": None, "unsure": ["late"]}
    assert proof(fair={"secret": "x" * 32}) == {"wrong": "secret"}
    assert proof(options={**game.options, "sides": "BBBBBB"}) == {"wrong": "secret"}
    other = commitment_of("x" * 32, table, game.options)
    assert proof(commitment=other, fair={"secret": "x" * 32, "commitment": other}) == {"wrong": "promise"}
    assert proof(promised={**seen, "commitment": other}) == {"wrong": "promise"}
    assert proof(fair={"words": ["other words", "theirs"]}) == {"wrong": "words"}
    assert proof(fair={"words": ["own words", "ground"]}) == {"wrong": "deal"}
    assert proof(seats=[seats[0], {"seat": 1, "kind": "bot"}]) == {"wrong": "bots"}
    assert proof(view=played("amytis", {}, "another").view()) == {"wrong": "deal"}
    assert checker.evaluate("message => fair.prove(message, undefined, null)", {**message, "end": {"fair": None}}) is None


def test_a_lot_is_drawn_again_and_a_wrong_one_is_found(checker: Page) -> None:
    secret, table = "s" * 32, "TABLE"
    words = next(words for n in range(99) if lot_of(secret, table, words := [f"own {n}", "", "theirs"]) == [1, 2, 0])  # a bot begins, then they, then we
    game = played("akropolis", {"seats": 3}, seed_of(secret, table, words))
    promise = commitment_of(secret, table, game.options, lot=True)
    seats = [{"seat": 0, "kind": "bot"}, {"seat": 1, "kind": "link"}, {"seat": 2, "kind": "here"}]
    fair: dict[str, Any] = {"commitment": promise, "secret": secret, "table": table, "words": words, "order": [1, 2, 0]}
    message = {"id": table, "commitment": promise, "options": game.options, "you": [2], "seats": seats, "view": game.view()}
    seen = {"id": table, "commitment": promise, "words": [words[0]]}

    def proof(changed: dict[str, Any], you: int = 2) -> Any:
        prove = "async ([message, seen]) => fair.prove(message, seen, await fair.findDeal('akropolis'))"
        return checker.evaluate(prove, [{**message, "you": [you], "end": {"fair": changed}}, seen])

    assert proof(fair) == {"wrong": None, "unsure": []}
    for order in ([0, 1, 2], [2, 1, 0], [1, 2], []):
        assert proof({**fair, "order": order}) == {"wrong": "order"}, order
    assert proof({name: value for name, value in fair.items() if name != "order"}) == {"wrong": "secret"}, "it was promised"
    assert proof(fair, you=1) == {"wrong": "words"}


# --- At a table -------------------------------------------------------------------------------------------------------


def begin(visit: Visit, game: str, seats: int = 2) -> tuple[Page, HttpTable]:
    """A game against bots, begun in the page; and the same seat over HTTP."""
    page = visit("/")
    page.evaluate(f"localStorage.setItem('ziggurat.bot.{game}', '\"random\"')")
    page.goto(f"/new/{game}")
    for _ in range(seats - 2):
        page.get_by_role("button", name="Add a seat").click()
    page.locator("button.start:enabled").click()
    page.wait_for_url(re.compile("/table/"))
    return page, same_seat(page)


def same_seat(page: Page) -> HttpTable:
    mine = json.loads(page.evaluate("localStorage.getItem('ziggurat.tables')"))[0]
    table = HttpTable.__new__(HttpTable)
    table.address, table.game, table.id, table.secrets = re.sub("/table/.*", "", page.url), mine["game"], mine["id"], mine["secrets"]
    return table


def proof_of(page: Page, kind: str) -> Any:
    shown = page.locator(f"[data-proof='{kind}']")
    shown.wait_for()
    return shown


def promises(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(page.evaluate("localStorage.getItem('ziggurat.promises')"))
    return found


@pytest.mark.parametrize(("game", "seats"), [("amytis", 2), ("akropolis", 3), ("blueprints", 2)])
def test_a_whole_game_is_verified_in_the_browser(visit: Visit, game: str, seats: int) -> None:
    page, table = begin(visit, game, seats)
    (promised,) = promises(page)
    assert promised["id"] == table.id and promised["commitment"] == table.now()["commitment"] and len(promised["words"]) == 1
    assert len(promised["words"][0]) > 20, "words that nobody can guess, without being asked"
    table.play(500)
    assert table.now()["end"]["fair"]["words"] == [*promised["words"], *[""] * (seats - 1)]
    expect(proof_of(page, "")).to_contain_text("Deal verified in your browser.")
    page.get_by_text("What was checked").click()
    expect(proof_of(page, "")).to_contain_text(promised["words"][0])
    page.reload()
    proof_of(page, "")


def test_what_this_browser_saw_before_is_what_counts(visit: Visit) -> None:
    page, table = begin(visit, "amytis")
    table.play(3)
    table.call(f"/api/tables/{table.id}/resign", {}, 0)
    proof_of(page, "")
    (promised,) = promises(page)
    for change, kind, told in (
        ({"commitment": "0" * 64}, "promise", "has changed since"),
        ({"words": ["other words"]}, "words", "were not used"),
    ):
        page.evaluate("text => localStorage.setItem('ziggurat.promises', text)", json.dumps([{**promised, **change}]))
        page.reload()
        expect(proof_of(page, kind)).to_contain_text(told)
        expect(page.locator("[data-proof] [role=alert]")).to_contain_text("The deal is not the one that was promised.")
    page.evaluate("localStorage.removeItem('ziggurat.promises')")
    page.reload()
    expect(proof_of(page, "late")).to_contain_text("did not see the fingerprint")
    french = visit(f"/table/{table.id}", language="fr")
    expect(proof_of(french, "late")).to_contain_text("Donne vérifiée dans votre navigateur, autant que possible.")


def test_a_server_that_lies_is_found_out(visit: Visit) -> None:
    page, table = begin(visit, "amytis")
    table.play(4)
    table.call(f"/api/tables/{table.id}/resign", {}, 0)
    proof_of(page, "")

    def lying(lie: Callable[[dict[str, Any]], None]) -> Callable[[WebSocketRoute], None]:
        def route(socket: WebSocketRoute) -> None:
            real = socket.connect_to_server()

            def pass_on(text: str | bytes) -> None:
                message = json.loads(text)
                if message["t"] == "table":
                    lie(message)
                socket.send(json.dumps(message))

            real.on_message(pass_on)

        return route

    def another_secret(message: dict[str, Any]) -> None:
        message["end"]["fair"]["secret"] = "f" * 32

    def another_tile(message: dict[str, Any]) -> None:
        stack = message["view"]["stacks"][0]
        stack["top"] = "Gw" if stack["top"] != "Gw" else "Pt"

    for lie, kind in ((another_secret, "secret"), (another_tile, "deal")):
        page.unroute_all()
        page.route_web_socket(re.compile("/socket$"), lying(lie))
        page.reload()
        proof_of(page, kind)


def test_words_can_be_ones_own_and_without_any_the_page_says_that_nobody_is_bound(visit: Visit) -> None:
    for words, kind in (("my grandmother’s cat", ""), ("", "wordless")):
        page = visit("/new/amytis")
        page.get_by_text("At the table", exact=True).click()
        assert len(page.get_by_label("Words for a fair deal").input_value()) > 20
        page.get_by_label("Words for a fair deal").fill(words)
        page.locator("button.start:enabled").click()
        page.wait_for_url(re.compile("/table/"))
        table = same_seat(page)
        table.call(f"/api/tables/{table.id}/resign", {}, 0)
        proof_of(page, kind)
        assert table.now()["end"]["fair"]["words"][0] == words


def test_both_who_meet_by_a_link_and_play_again_are_verified_each_in_the_own_browser(visit: Visit) -> None:
    page = visit("/new/blueprints")
    page.get_by_label("Seat 2", exact=True).select_option("link")
    page.locator("button.start:enabled").click()
    friend = visit(page.get_by_label("A friend, by a link").input_value())
    friend.get_by_text("Words for a fair deal").click()
    assert len(friend.get_by_label("Words for a fair deal").input_value()) > 20
    friend.get_by_role("button", name="Sit down").click()
    for _ in range(2):
        table = same_seat(page)
        page.locator(".bar").wait_for()
        table.call(f"/api/tables/{table.id}/resign", {}, 0)
        for one in (page, friend):
            proof_of(one, "")
        assert len(set(table.now()["end"]["fair"]["words"])) == 2 and all(table.now()["end"]["fair"]["words"])
        promised = table.now()["end"]["next"]
        old = page.url
        page.get_by_role("button", name="Play again").click()
        friend.get_by_role("button", name="Yes").click()
        for one in (page, friend):
            one.wait_for_url(lambda url, old=old: url != old)  # type: ignore[misc]
        assert same_seat(page).now()["commitment"] == promised
