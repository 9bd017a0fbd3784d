"""Where projects could still be completed: the ways in a view agree with what is visible, and a completed way is a validated card."""

from __future__ import annotations

import time

import ziggurat
from ziggurat.games.amytis.project_reach import turns_left
from ziggurat.geometry.square import SPACE_INDEX

SPACES = list(SPACE_INDEX)


def played(seed: int, plies: int) -> ziggurat.Game:
    """A game whose moves are spread over the legal ones."""
    game = ziggurat.new("amytis", seed=seed)
    for ply in range(plies):
        if game.is_over:
            break
        legal = game.legal_moves
        game.push(legal[(ply * 31 + seed * 7) % len(legal)])
    return game


def test_a_way_is_missing_the_spaces_that_show_another_colour() -> None:
    for seed in range(6):
        view = played(seed, 24).view()
        for seat in view["seats"]:
            tops = [space[-2] if space else "." for row in seat["board"] for space in row]
            assert {int(card) for card in seat["reach"]} == {*seat["projects"], *view["display"]}
            for card, ways in seat["reach"].items():
                rows = [len(row.replace(".", "")) for row in view["cards"][card]["pattern"]]
                for way in ways:
                    assert len(way["cells"].replace(".", "")) == sum(rows)
                    wrong = [SPACES[n] for n, letter in enumerate(way["cells"]) if letter not in (".", tops[n])]
                    assert way["missing"] == wrong
                assert [len(way["missing"]) for way in ways] == sorted(len(way["missing"]) for way in ways)
                if int(card) in seat["projects"]:
                    assert all(way["missing"] for way in ways)  # else it were validated


def test_nothing_can_be_completed_when_it_is_over_or_no_tile_is_left_for_it() -> None:
    view = played(1, 99).view()
    assert view["over"]
    assert all(not way["missing"] for seat in view["seats"] for ways in seat["reach"].values() for way in ways)
    assert (turns_left(0, 0, True), turns_left(17, 1, False), turns_left(15, 2, True), turns_left(15, 2, False)) == (19, 2, 1, 0)


def test_a_view_shows_the_cards_that_lie_open_and_no_others() -> None:
    view = ziggurat.new("amytis", seed=3).view()
    open_cards = {*view["display"], *(card for seat in view["seats"] for card in seat["projects"])}
    assert {int(card) for card in view["cards"]} == open_cards
    assert all(set(face) == {"pattern", "points"} for face in view["cards"].values())


def test_a_view_stays_cheap() -> None:
    game = played(2, 30)
    game.typed_view(0)
    took = []
    for _ in range(20):
        began = time.process_time()
        for _ in range(20):
            game.typed_view(0)
        took.append((time.process_time() - began) / 20)
    assert min(took) < 0.0002  # a thirtieth of a millisecond where nothing else runs
