"""Every face of the program knows the Athena expansion: pictures, boards, datasets, environments, analysis, hints, reviews, bots."""

from __future__ import annotations

import itertools
import json
import random
import re
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyarrow.parquet as pq
import pytest

import ziggurat
from asking import Ask
from feature_values import feature_reader
from reading import second_reading
from ziggurat.errors import OptionError
from ziggurat.game import Game, new_game
from ziggurat.games.akropolis import terminal
from ziggurat.games.akropolis.athena import card_share, cards, features
from ziggurat.games.akropolis.athena.material import CARD_NAMES, MINE_STONES
from ziggurat.games.akropolis.athena.move_text import spell
from ziggurat.games.akropolis.features import NAMES as BASE_NAMES
from ziggurat.games.akropolis.pictures import athena_guide, draw
from ziggurat.games.akropolis.pictures.cards import ANY_HEX, ANY_PLAZA, PATTERNS
from ziggurat.games.akropolis.terminal import pages_of
from ziggurat.guide import picture as guide_picture
from ziggurat.lab.dataset import games_of_records
from ziggurat.registry import game_spec, spec_of_key
from ziggurat.search.analyse import analyse_game, analyse_position
from ziggurat.search.bots import GreedyBot, make_bot
from ziggurat.search.hint_text import board_hint, hint
from ziggurat.search.net import load_net, net_for, read_weights
from ziggurat.text import LANGUAGES, words

plain = second_reading("akropolis", "plain_athena")
SVG = "{http://www.w3.org/2000/svg}"
CARDS = ["agora", "parkland", "oasis", "guard_tower"]
ATHENA: dict[str, Any] = {"athena": True, "athena_cards": CARDS}
KEY = "akropolis-athena"


@cache
def completing(seats: int = 2, done: int = 0) -> Game:
    """A game at a moment when a card can be completed, by a player who has completed so many; with two colours among the tiles if there are any."""
    for number in itertools.count():
        game: Game = ziggurat.new("akropolis", seed=f"faces/{number}", seats=seats, **ATHENA)
        lots = random.Random(number)
        while not game.is_over:
            view = game.typed_view(game.to_move)
            if view.phase == "complete" and len(view.seats[game.to_move or 0].completed) >= done:
                return game
            codes = game.legal_codes()
            game.push_unchecked(codes[-1] if view.phase == "complete" else lots.choice(codes))
    raise AssertionError


@cache
def finished(seats: int = 2) -> Game:
    """A game in which somebody completed a card."""
    game, lots = completing(seats, 1).copy(), random.Random("end")
    while not game.is_over:
        game.push_unchecked(lots.choice(game.legal_codes()))
    return game


# --- pictures and the text board -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("theme", "look", "language"), [("light", "isometric", "en"), ("dark", "isometric", "fr"), ("light", "top", "fr"), ("dark", "top", "en")]
)
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_picture_shows_cards_single_tiles_and_statues(seats: int, theme: str, look: str, language: str) -> None:
    game = completing(seats, 1)
    view = game.typed_view(game.to_move)
    text = draw.svg(view, theme=theme, look=look, language=language)
    root, w = ET.fromstring(text), words("akropolis", language)
    assert not re.search(r"nan|None|<script|reason\.|draw\.|word\.|card\.", text)
    ids = [node.attrib["id"] for node in root.iter() if "id" in node.attrib]
    assert len(ids) == len(set(ids)) and {use.attrib["href"][1:] for use in root.iter(f"{SVG}use")} <= set(ids)
    labels = [node.attrib.get("aria-label", "") for node in root.iter()]
    for slot in view.slots:
        assert any(w(f"card.{slot.card}") in label and w(f"card.{slot.card}.about") in label for label in labels)
        assert all(any(str(tile) in label for label in labels) for tile in slot.singles)
    seat = view.seats[game.to_move or 0]
    assert f"{w('word.statue')} {len(seat.completed)}/4" in labels
    assert {key for node in root.iter() for key in node.attrib.get("data-tip", "").split()} <= w.texts.keys()


@pytest.mark.parametrize("look", ["isometric", "top"])
@pytest.mark.parametrize("seats", [1, 2])
def test_clicks_spell_the_completions_and_nothing_else(seats: int, look: str) -> None:
    view = completing(seats).typed_view(completing(seats).to_move)
    drawn = [node.attrib["data-move"] for node in ET.fromstring(draw.svg(view, look=look)).iter() if "data-move" in node.attrib]
    assert len(drawn) == len(set(drawn)) and set(drawn) == {piece for move in view.legal for piece in spell(move)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_districts_of_a_two_colour_hex_are_told(language: str) -> None:
    hexes = athena_guide.CITIES["halves"].hexes
    sheets = pages_of(athena_guide.seat_of(hexes))
    assert (sheets["barracks"].points, sheets["temple"].points) == (4, 4)
    assert pages_of(athena_guide.seat_of(athena_guide.CITIES["backs"].hexes))["market"].points == 4
    picture = guide_picture("akropolis", "halves", "light", language)
    w = words("akropolis", language)
    assert w("draw.two", a=w("kind.barracks"), b=w("kind.temple")) in picture


@pytest.mark.parametrize("card", CARD_NAMES)
def test_the_picture_of_a_card_fulfils_it_by_the_rules(card: str) -> None:
    stands_for = {ANY_HEX: "quarry", ANY_PLAZA: "house_plaza"}
    visible = [[q, r, stands_for.get(kind, kind), level] for (q, r), (kind, level) in PATTERNS[card].items()]  # type: ignore[index]
    assert card in plain.fulfilled(plain.seen(visible), MINE_STONES if card == "quarry_mine" else 0)
    for index in range(len(visible)):
        assert card not in plain.fulfilled(plain.seen([*visible[:index], *visible[index + 1 :]]), 0), "every hex of it is needed"


def test_the_terminal_explains_how_to_type_a_completion(ask: Ask) -> None:
    for options, expected in ((["--option", "athena=true"], True), ([], False)):
        said = ask("play", "akropolis", "random", "--seed", "3", *options, stdin="help\nquit\nquit\n").out
        assert ("+3.68@0,2/5" in said) == ("h/m5" in said) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_board_shows_cards_single_tiles_and_the_worth_of_stones(language: str) -> None:
    game, w = finished(1), words("akropolis", language)
    text = str(terminal.board(game.typed_view(0), w))
    for card in CARDS:
        assert f"{w(f'card.{card}')}{w('sign.colon')}{w(f'card.{card}.about')}" in text
    assert not re.search(r"\b(reason|word|count|phase|table|score|card)\.\w", text)
    assert text.count(w("word.statue")) == 2, "yours and the architect's"
    view = completing(2).typed_view(0)
    seat = view.seats[0]
    assert isinstance(seat.breakdown, dict)
    assert "×5=" not in str(terminal.sheet_line(seat, w))
    seat.stones, seat.breakdown = 6, {**seat.breakdown, "stones": 30}
    assert str(terminal.sheet_line(seat, w)).endswith("6×5=30")


@pytest.mark.parametrize("seats", [1, 2])
def test_a_view_without_help_does_not_say_how_far_a_city_is_with_its_cards(seats: int) -> None:
    game = completing(seats)
    helped, bare = game.view(0), json.loads(msgspec.json.encode(game.typed_view(0, helps=False)))
    assert {**helped, "seats": [{name: value for name, value in seat.items() if name != "progress"} for seat in helped["seats"]]} == bare
    assert all("progress" in seat for seat in helped["seats"])
    assert ziggurat.from_view(bare, 1).view(0) == helped
    words_of_board = str(terminal.board(game.typed_view(0, helps=False), words("akropolis", "en")))
    assert words_of_board == str(terminal.board(game.typed_view(0), words("akropolis", "en")))


# --- datasets, environments, batches -------------------------------------------------------------------------------------


def test_a_dataset_has_the_observations_of_the_expansion(tmp_path: Path, ask: Ask) -> None:
    out = tmp_path / "moves.parquet"
    options = ["--option", "athena=true", "--option", f"athena_cards={','.join(CARDS)}"]
    assert ask("dataset", "akropolis", "random", "--games", "2", "--seed", "1", *options, "--views", "--omniscient", "--out", str(out)).code == 0
    table = pq.read_table(out)
    spec = spec_of_key(KEY)
    assert table.schema.field("observation").type.list_size == spec.module("observation").SIZE
    rows = table.to_pylist()
    assert len(rows[0]["state"]) == spec.dtype.itemsize and json.loads(rows[0]["options"])["athena"] is True
    assert all(row["choice"] in row["legal"] for row in rows)


def test_records_of_the_expansion_make_a_dataset_of_their_own(tmp_path: Path) -> None:
    with_it, without = tmp_path / "with.zig.json", tmp_path / "without.zig.json"
    with_it.write_text(json.dumps(finished().record()))
    without.write_text(json.dumps(ziggurat.new("akropolis", seed=1).record()))
    (game,) = games_of_records([with_it])
    assert game.options == {"athena": True}
    assert len(game.play().columns()) == finished().ply
    with pytest.raises(OptionError, match="a dataset is about one game"):
        games_of_records([without, with_it])


def test_options_of_a_typed_position_are_read_before_the_expansion_is_chosen(ask: Ask, tmp_path: Path) -> None:
    positions = [{"visible": [], "options": {"athena": chosen}} for chosen in ("false", "true", "TRUE", False, True, "maybe", 1)]
    answer = ask("score", "akropolis", "-", "--json", stdin="\n".join(map(json.dumps, positions)))
    assert [line.get("total") for line in answer.json] == [0, 0, 0, 0, 0, None, None]
    assert all("option `athena` cannot be" in line["error"] for line in answer.json[5:])
    record = ziggurat.new("akropolis", seed=1).record()
    typed = tmp_path / "typed.zig.json"
    typed.write_text(json.dumps({**record, "options": {**record["options"], "athena": "false"}}))
    (game,) = games_of_records([typed])
    assert game.options == {}


@pytest.mark.parametrize(
    ("position", "named"),
    [
        ({"visible": [[0, 0, "house/temple", 1, 0]]}, "visible[0]"),
        ({"visible": [[0, 0, "house", 1], [1, 0, "house", 1, 2]]}, "visible[1]"),
        ({"visible": [], "statue": [1]}, "statue"),
    ],
)
def test_a_typed_position_that_needs_the_expansion_says_so(position: dict[str, Any], named: str, ask: Ask) -> None:
    with_it = {**position, "options": {"athena": True}}
    refused, scored = ask("score", "akropolis", "-", "--json", stdin=f"{json.dumps(position)}\n{json.dumps(with_it)}").json
    assert refused["error"].startswith(f"`{named}` belongs to the Athena expansion, which needs `athena=true`")
    assert "total" in scored


# --- analysis, hints, reviews, bots ----------------------------------------------------------------------------------------


def test_a_hint_and_an_analysis_speak_of_cards() -> None:
    game = completing()
    found = analyse_position(game, sims=60, seed="hint")
    assert found.best and all(each.move in game.legal_moves for each in found.best)
    for language in LANGUAGES:
        text = board_hint(game, found, language)
        assert len(text.steps) == 3 and all(text.steps) and not re.search(r"\b(look|note|card)\.", " ".join(text.steps))


@pytest.mark.parametrize("seats", [1, 2])
def test_only_with_rivals_a_hint_speaks_of_a_margin(seats: int) -> None:
    found = analyse_position(completing(seats), sims=60, seed="hint")
    for language, margin in (("en", "margin"), ("fr", "écart")):
        for text in (board_hint(completing(seats), found, language).steps[2], hint(completing(seats), 3, language, analysis=found)):
            assert (margin in text) == (seats > 1) and "{" not in text


def test_a_whole_game_is_reviewed(tmp_path: Path, ask: Ask) -> None:
    review = analyse_game(finished(), sims=8)
    assert {decision.ply for decision in review.decisions} <= set(range(finished().ply)) and review.decisions
    path, page = tmp_path / "game.zig.json", tmp_path / "review.html"
    path.write_text(json.dumps(finished(1).record()))
    answer = ask("analyse", str(path), "--sims", "4", "--json")
    assert answer.code == 0 and json.loads(answer.out)["game"] == "akropolis"
    assert not page.exists()


@pytest.mark.parametrize("bot", ["random", "greedy", "newcomer", *(f"level:{number}" for number in range(1, 7)), "mcts:sims=30", "frozen:2026-11"])
def test_every_bot_completes_cards_and_lays_city_tiles(bot: str) -> None:
    for seats in (1, 2) if bot != "frozen:2026-11" else (2,):
        game = completing(seats)
        for position in (game, ziggurat.new("akropolis", seed=4, seats=seats, **ATHENA)):
            assert make_bot(bot, position.spec, "a", 0.02 if bot == "frozen:2026-11" else None).choose(position) in position.legal_codes()
        base = make_bot(bot, game_spec("akropolis"), "a", 0.02 if bot == "frozen:2026-11" else None)
        assert base.choose(game) in game.legal_codes(), "made for the game, it plays the expansion, too"


# --- what the net sees -------------------------------------------------------------------------------------------------------


read = feature_reader(features)


def test_the_features_begin_with_those_of_the_game_and_go_on_with_statue_and_cards() -> None:
    assert features.NAMES[: len(BASE_NAMES)] == BASE_NAMES and len(set(features.NAMES)) == len(features.NAMES)
    game = completing(2, 1)
    mover = game.to_move or 0
    seen = read(game.state, mover)
    city = game.state.cities[mover]
    assert seen["parts"] == int(city.statue).bit_count() / 4 > 0 and seen["statue"] == 0 and seen["open"] > 0 and seen["nearest"] == 1
    for slot, card in enumerate(CARDS):
        is_left = not int(city.statue) >> slot & 1
        assert (seen[f"{card}_ahead"] > 0) == is_left and (is_left or seen[f"{card}_near"] == 0)
    assert not any(seen[f"{card}_ahead"] for card in CARD_NAMES if card not in CARDS)
    whole = np.array(game.state, copy=True).reshape(1).view(np.recarray)[0]
    whole.cities[mover].statue = 15
    complete = read(whole, mover)
    assert complete["statue"] == 1 and complete["statue_stones"] == int(city.stones) / 6 and complete["cards_ahead"] == 0


def test_the_share_of_a_card_is_whole_exactly_where_a_card_is_fulfilled() -> None:
    seen = set()
    for number in range(6):
        game, lots = ziggurat.new("akropolis", seed=f"progress/{number}", **ATHENA), random.Random(number)
        while not game.is_over:
            for seat in range(2):
                for number_of, card in enumerate(CARD_NAMES, 1):
                    city = game.state.cities[seat]
                    share = card_share.card_share(city, number_of, 0)
                    assert 0 <= share <= 1 and (share == 1) == bool(cards.is_fulfilled(city, number_of, 0)), card
                    seen.add((card, round(share, 1)))
            for _ in range(6):
                if not game.is_over:
                    game.push_unchecked(lots.choice(game.legal_codes()))
    assert all(len({share for card, share in seen if card == name}) > 1 for name in CARD_NAMES), "it grows"


def test_a_net_of_the_game_reads_what_it_does_not_know_as_nothing() -> None:
    base, own = load_net("akropolis"), net_for(spec_of_key(KEY), load_net("akropolis"))
    assert len(own.first) == len(features.NAMES) + 1 and (own.first[: len(BASE_NAMES)] == base.first[:-1]).all()
    assert not own.first[len(BASE_NAMES) : -1].any() and (own.first[-1] == base.first[-1]).all()
    assert net_for(spec_of_key(KEY), own) is own
    file = spec_of_key(KEY).folder / "net.npz"
    assert not (load_net(KEY).first[: len(BASE_NAMES)] == base.first[:-1]).all(), "it has its own"
    assert len(load_net(KEY).first) == len(read_weights(file).first) == len(features.NAMES) + 1
    assert load_net(KEY).card["game"] == KEY and len(load_net(KEY).sieve) == len(features.TERMS)


SAID: list[tuple[str, dict[str, Any], str]] = [
    ("storehouses", {}, "two markets, at least two steps apart, each with no empty place on its sides"),
    ("storehouses", {"athena_separate": "any"}, "two markets, even side by side, each with no empty place on its sides"),
    ("storehouses", {"athena_separate": "rings"}, "two markets, at least three steps apart, each with no empty place on its sides"),
    ("pilgrims_stairs", {"athena_stairs": "one_by_one"}, "each one level lower than the one before"),
    ("main_street", {"athena_main_street": "printed_order"}, "market, house, barracks, temple, garden, or the other way round"),
    ("city_market", {"athena_layout": "exact"}, "a hex with markets on three alternating sides; no market on the other sides"),
    ("city_market", {"athena_open_center": True}, "a hex or an empty place with markets"),
    ("fortress", {"athena_layout": "exact"}, "no barracks on the side between"),
    ("pantheon", {"athena_pantheon": "own_side"}, "a temple on a hex of one colour"),
    ("oasis", {"athena_blank": "literal"}, "no quarry lies on its sides"),
    ("housing", {"athena_blank": "literal"}, "the hex must be a district"),
]


@pytest.mark.parametrize(("card", "options", "said"), SAID)
def test_a_card_asks_for_what_the_options_make_of_it(card: str, options: dict[str, Any], said: str) -> None:
    others = [name for name in CARD_NAMES if name != card][:3]
    game = new_game("akropolis", seed="asks", athena=True, athena_cards=[card, *others], **options)
    view = game.typed_view(0)
    w = words("akropolis", "en")
    assert said in terminal.slot_lines(view, view.slots, w).plain
    assert any(said in label for label in re.findall(r'aria-label="([^"]*)"', draw.svg(view)))


def test_every_value_of_an_option_that_changes_a_card_has_its_sentence_in_both_languages() -> None:
    """All cards that the second reading reads by an option are spoken of (§10.8, last column of the table)."""
    spec = game_spec("akropolis")
    readings = {option.name: option.choices for option in spec.option_set.options if option.name.startswith("athena_")}
    for language in LANGUAGES:
        keys = [key for key in words("akropolis", language).texts if re.fullmatch(r"card\.\w+\.(about|also)\..+", key)]
        changed = {key.split(".")[3] for key in keys}
        assert changed == {"athena_blank", "athena_open_center", "athena_layout", "athena_separate", "athena_pantheon", "athena_stairs", "athena_main_street"}
        for key in keys:
            _, card, _, option, value = key.split(".")
            assert card in CARD_NAMES and value in {str(choice).lower() for choice in readings[option][1:]}, key


def test_greedy_sees_the_card_that_a_city_tile_opens() -> None:
    """It values the tile by the best single tile that follows; what comes after that it does not see."""
    at_the_card = completing()
    game: Game = ziggurat.new("akropolis", deal=at_the_card.deal, **at_the_card.options)
    for move in at_the_card.moves[:-1]:
        game.push(move)
    seat = game.to_move or 0
    opening = game.check(at_the_card.moves[-1])
    margins = {}
    for code in at_the_card.legal_codes():
        after = at_the_card.copy()
        after.push_unchecked(code)
        margins[code] = after.scores[seat] - max(score for other, score in enumerate(after.scores) if other != seat)
    stopped = margins[at_the_card.legal_codes()[0]]
    assert GreedyBot(game.spec, "1").values_of(game)[opening] == max(margins.values()) > stopped
