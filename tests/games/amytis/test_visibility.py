"""Views and choices as structs: they read back as what they are, and agree with the record and with each other."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

import ziggurat
from ziggurat.game import Game
from ziggurat.games.amytis.choices import MOVES, TEXTS
from ziggurat.games.amytis.material import CARD_POINTS, TILE_NAMES
from ziggurat.games.amytis.move_text import spell
from ziggurat.games.amytis.rules import MOVE_CODES, TAKE_CARD
from ziggurat.games.amytis.state import STATE
from ziggurat.games.amytis.types import Choice, View
from ziggurat.games.amytis.unpack_record import Unpack
from ziggurat.geometry.square import SPACE_NAMES
from ziggurat.kernel import NONE, below, generator

PHASES = {"build", "palace", "favor"}


@pytest.fixture(scope="module")
def positions() -> list[Game]:
    """Every position of two games."""
    games = []
    for seed, sides in (("1", "AAAAAA"), ("2", "BBBBBB")):
        game, rng = ziggurat.new("amytis", seed=seed, sides=sides, players=["Ada", "Ben"]), generator(seed)
        games.append(game.copy())
        while not game.is_over:
            legal = game.legal_moves
            game.push(legal[int(below(rng, len(legal)))])
            games.append(game.copy())
    assert {game.typed_view().phase for game in games} == {*PHASES, "over"}
    return games


def test_a_view_reads_back_as_the_same_struct(positions: list[Game]) -> None:
    for game in positions:
        for seat in (None, 0, 1):
            view = game.typed_view(seat)
            assert msgspec.convert(game.view(seat), View) == view
            assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view


def test_choices_read_back_as_the_same_structs(positions: list[Game]) -> None:
    for game in positions:
        for previews in (False, True):
            choices = game.choices(previews=previews)
            assert [choice.text for choice in choices] == game.legal_moves
            assert msgspec.json.decode(msgspec.json.encode(choices), type=list[Choice]) == choices
        gains: dict[str, Any] = {choice.text: choice.gain for choice in choices if isinstance(choice, Choice)}
        assert all((gain is None) == (text == "+deck") for text, gain in gains.items())


def test_every_move_stands_at_its_number() -> None:
    assert len(MOVES) == MOVE_CODES
    assert len(set(TEXTS.values())) == MOVE_CODES
    assert all("".join(spell(text)) == text for text in TEXTS.values())
    assert (TEXTS[0], TEXTS[TAKE_CARD - 1], TEXTS[TAKE_CARD], TEXTS[MOVE_CODES - 1]) == ("a1>a1", "c3>c3", "+1", "!row")


def test_the_parts_of_a_move_name_the_tile_that_it_takes_and_the_tile_that_it_covers(positions: list[Game]) -> None:
    names = [*TILE_NAMES, None]  # NONE is the last
    for game in positions[:-1]:
        view, choices = game.typed_view(), game.choices(previews=False)
        tops = [space.split()[-1] if space else None for row in view.seats[game.to_move or 0].board for space in row] if not view.over else []
        for choice, (move, taken, covered) in zip(choices, game.move_parts(), strict=True):
            assert isinstance(choice, Choice)
            assert choice.text == TEXTS[move]
            if choice.kind == "build":
                assert names[taken] == view.stacks[SPACE_NAMES.index(str(choice.stack))].top
                assert names[covered] == tops[SPACE_NAMES.index(str(choice.space))]
            else:
                assert covered == NONE
                assert taken == (view.display[int(choice.slot or 0)] - 1 if choice.kind == "card" else NONE)


def test_hints_name_the_pieces_of_a_move(positions: list[Game]) -> None:
    keys = set()
    for game in positions[:-1]:
        for parts in game.move_parts():
            pieces = game.spec.choices.pieces(game.state, parts)
            assert len(pieces) == len(game.spec.choices.piece_keys(parts)) == len(spell(TEXTS[parts[0]]))
            for (key, values), _ in pieces:
                keys.add(key)
                assert "{" not in game.sentence(key, values)
            if pieces[0][0][0].startswith("look.card"):
                assert pieces[0][0][1]["n"] == CARD_POINTS[parts[1]]
    assert keys >= {"look.stack", "look.space", "look.space.empty", "look.deck", "look.points", "look.favor", "look.card.0", "look.card.1", "look.card.2"}


# --- records as plain numbers ------------------------------------------------------------------------------------------


def numbers_in(value: Any) -> Any:
    """A value of a record, in lists."""
    if isinstance(value, np.void):
        return [numbers_in(value[name]) for name in value.dtype.names or ()]
    return [numbers_in(one) for one in value] if isinstance(value, np.ndarray) else value.item()


def listed(value: Any) -> Any:
    """Tuples as lists."""
    return [listed(one) for one in value] if isinstance(value, tuple | list) else value


def test_a_record_is_read_as_plain_numbers(positions: list[Game]) -> None:
    whole, some = Unpack(STATE), Unpack(STATE, "turn", "boards.cards", "boards.points", "tiles")
    for game in positions[::7]:
        seen, state = whole(game.state), game.state
        assert listed(seen) == numbers_in(state)
        assert seen.boards[1].heights == tuple(state.boards[1].heights.tolist())
        part = some(state)
        assert part._fields == ("boards", "turn", "tiles")
        assert part.boards[0]._fields == ("points", "cards")
        assert (part.turn, part.tiles, part.boards[1].cards) == (seen.turn, seen.tiles, seen.boards[1].cards)


def test_a_record_may_hold_records_and_lists_of_any_shape() -> None:
    inner = np.dtype([("one", np.int16)])
    dtype = np.dtype([("wide", np.uint64), ("inner", inner), ("cube", np.int8, (2, 1, 3)), ("many", inner, (1,))])
    record = np.zeros(1, dtype)
    record["wide"], record["inner"]["one"], record["cube"] = 2**63, -5, np.arange(6).reshape(2, 1, 3)
    seen = Unpack(dtype)(record[0])
    assert (seen.wide, seen.inner.one, listed(seen.cube), seen.many[0].one) == (2**63, -5, [[[0, 1, 2]], [[3, 4, 5]]], 0)
