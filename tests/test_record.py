"""Records: written and read back whole, or refused with the place and the reason."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ziggurat
from ziggurat.arena.match import record_games
from ziggurat.record import dump, lines_of, parse, write_whole

Record = dict[str, Any]


@pytest.fixture(scope="module")
def finished() -> Record:
    record = next(record_games("amytis", ["greedy", "random"], {"sides": "ABABAB"}, "damage", 1))
    assert isinstance(parse(dump(record)), dict)
    return record


def change(path: str, value: Any) -> Callable[[Record], None]:
    """A damage: the value at a path like `deal.stacks.0` becomes another (a function: of the old value)."""

    def damage(record: Record) -> None:
        *way, last = [int(step) if step.lstrip("-").isdigit() else step for step in path.split(".")]
        place: Any = record
        for step in way:
            place = place[step]
        place[last] = value(place[last]) if callable(value) else value

    return damage


def drop(name: str) -> Callable[[Record], None]:
    return lambda record: record.pop(name)


def without_seed(damage: Callable[[Record], None]) -> Callable[[Record], None]:
    def both(record: Record) -> None:
        del record["deal"]["seed"]
        damage(record)

    return both


def swap_tiles(record: Record) -> None:
    first, second = record["deal"]["stacks"][:2]
    place = next(i for i in range(5) if first[i] != second[i])
    first[place], second[place] = second[place], first[place]


def add_line(record: Record) -> None:
    record["result"]["breakdown"][0]["bonus"] = 1


DAMAGES: dict[str, tuple[Callable[[Record], None], str]] = {
    "too few tiles in a stack": (without_seed(change("deal.stacks.3", lambda s: s[:4])), r"stack a2 must be a list of 5 tiles, not 4"),
    "too few stacks": (without_seed(change("deal.stacks", lambda s: s[:8])), r"`deal\.stacks` must be a list of 9 stacks, not 8"),
    "an unknown tile": (without_seed(change("deal.stacks.1.2", "Xz")), r"stack b1 holds 'Xz', which is no tile"),
    "a tile too often": (without_seed(change("deal.stacks", lambda s: [["Gw"] * 5, *s[1:]])), r"the tile `Gw` \d times; the box has 2"),
    "an unknown card": (without_seed(change("deal.projects.4", 21)), r"`deal\.projects\[4\]` is 21, which is no card"),
    "a card that is a text": (without_seed(change("deal.projects.4", "8")), r"`deal\.projects\[4\]` is '8'"),
    "a card twice": (without_seed(change("deal.projects", lambda p: [p[0], p[0], *p[2:]])), r"`deal\.projects` holds card \d+ 2 times"),
    "too few cards": (without_seed(change("deal.projects", lambda p: p[:19])), r"must be a list of 20 cards, not 19"),
    "a deal that contradicts its seed": (swap_tiles, r"`deal\.stacks\[0\]\[\d\]` is '..', but the seed `damage/0` deals '..'"),
    "another seed": (change("deal.seed", "damage/1"), r"`deal\..* but the seed `damage/1` deals"),
    "a seed that is a number": (change("deal.seed", 7), r"`deal\.seed` must be a text"),
    "no deal": (change("deal", {}), r"`deal` is empty"),
    "an unknown field of the deal": (lambda record: record["deal"].update(dice=[1]), r"unknown field `dice`"),
    "an illegal move": (change("moves.7", lambda m: "!IV" if m != "!IV" else "+1"), r"`moves\[7\]`: .* is not legal at ply 7"),
    "a move that is none": (change("moves.3", "castle"), r"`moves\[3\]`: `castle` is not a move"),
    "a move that is a number": (change("moves.3", 12), r"Expected `str`, got `int` at `\$\.moves\[3\]`"),
    "a missing move": (change("moves", lambda m: m[:5] + m[6:]), r"`moves\[\d+\]`|result"),
    "moves after the end": (change("moves", lambda m: [*m, "a1>a1"]), r"`moves\[\d+\]`: `a1>a1`: the game is over after \d+ plies"),
    "moves missing at the end": (change("moves", lambda m: m[:-1]), r"there is a `result`, but the game is not over after \d+ plies"),
    "a wrong score": (change("result.scores.0", lambda s: s + 1), r"`result\.scores\[0\]` is \d+, but the game gives \d+"),
    "a wrong rank": (change("result.ranks", [1, 1]), r"`result\.ranks\[\d\]` is 1, but the game gives 2"),
    "a wrong breakdown": (change("result.breakdown.1.garden", lambda s: s + 3), r"`result\.breakdown\[1\]\.garden` is \d+, but the game gives \d+"),
    "a breakdown of one seat": (change("result.breakdown", lambda b: b[:1]), r"`result\.breakdown`"),
    "a result without ranks": (change("result", {"scores": [1, 2]}), r"`result\.ranks` is missing"),
    "an unknown game": (change("game", "chess"), r"there is no game `chess`: known are `a"),
    "other rules": (change("rules", 2), r"`rules` is 2: this program knows version 1"),
    "another format": (change("ziggurat", 9), r"`ziggurat` is 9: this program reads records of format 1"),
    "an unknown option": (lambda record: record["options"].update(speed="fast"), r"there is no option `speed`"),
    "an impossible option": (change("options.edition", "third"), r"option `edition` cannot be `third`: choose one of `second`, `first`"),
    "sides of five letters": (change("options.sides", "AAAAA"), r"option `sides` cannot be `AAAAA`"),
    "sides left to chance": (change("options.sides", "random"), r"`options\.sides` is `random`"),
    "seats as a text": (change("options.seats", "2"), r"`options\.seats` is '2': write it as 2"),
    "an extra line in the breakdown": (add_line, r"`result\.breakdown\[0\]\.bonus` is 1, but the game gives missing"),
    "a preset": (lambda record: record["options"].update(preset="bga"), r"`options\.preset`: a record names every option itself"),
    "three seats": (change("options.seats", 3), r"option `seats` cannot be `3`"),
    "three players": (change("players", ["a", "b", "c"]), r"3 players are named, but the game has 2 seats"),
    "no moves": (drop("moves"), r"missing required field `moves`"),
    "no options": (drop("options"), r"missing required field `options`"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_record_is_refused_with_the_place(finished: Record, name: str) -> None:
    damage, reason = DAMAGES[name]
    record = copy.deepcopy(finished)
    damage(record)
    with pytest.raises(ziggurat.GameError, match=reason) as caught:
        ziggurat.load(dump(record))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", '{"ziggurat": 1,', "[]", "7", "not json", "[" * 100_000, '{"a": 1}{"b": 2}', "\x00", '{"ziggurat": 1}'])
def test_what_is_no_json_object_or_no_record_is_refused(text: str) -> None:
    with pytest.raises(ziggurat.RecordError):
        parse(text) if text != '{"ziggurat": 1}' else ziggurat.load(text)


def test_truncated_json_is_refused_at_every_length(finished: Record) -> None:
    text = dump(finished)
    for length in range(1, len(text), 97):
        with pytest.raises(ziggurat.RecordError, match="not JSON"):
            parse(text[:length])


def test_unknown_fields_are_kept(finished: Record, tmp_path: Path) -> None:
    record = {**finished, "event": {"name": "Babylon open"}, "times": [1, 2, 3]}
    game = ziggurat.load(record)
    assert game.record() == record
    ziggurat.save(game, tmp_path / "kept.zig.json")
    assert ziggurat.load(tmp_path / "kept.zig.json").record() == record
    assert game.copy().record() == record


def test_upto_replays_a_beginning(finished: Record) -> None:
    game = ziggurat.load(finished, upto=9)
    assert game.moves == finished["moves"][:9]
    assert not game.is_over
    whole = ziggurat.load(finished, upto=len(finished["moves"]))
    assert whole.moves == finished["moves"] and whole.is_over
    for wrong in (-1, len(finished["moves"]) + 1, 10_000, "3"):
        with pytest.raises(ziggurat.RecordError, match=r"`upto` is .*: the record has the plies 0 to \d+"):
            ziggurat.load(finished, upto=wrong)  # type: ignore[arg-type]


def test_sloppy_moves_are_stored_in_their_one_spelling(finished: Record) -> None:
    sloppy = {**finished, "moves": [f" {move.upper().replace('>', ' > ')} " for move in finished["moves"]]}
    assert ziggurat.load(sloppy).record() == finished


def test_a_game_without_a_seed_has_only_its_deal(finished: Record) -> None:
    deal = {key: value for key, value in finished["deal"].items() if key != "seed"}
    game = ziggurat.new("amytis", deal=deal, moves=finished["moves"], sides="ABABAB")
    assert game.record()["deal"] == deal
    assert game.scores == finished["result"]["scores"]


def test_a_file_holds_one_record_or_one_a_line(finished: Record) -> None:
    one = dump(finished)
    assert [text for _, text in lines_of(f"{one}\n\n{one}\n".encode())] == [one.encode()] * 2
    pretty = json.dumps(finished, indent=1).encode()
    assert [text for _, text in lines_of(pretty)] == [pretty]
    assert list(lines_of(b"\n\n")) == []


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "game.zig.json"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "new \ud800")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
    write_whole(path, "new")
    assert path.read_text() == "new"


def test_a_device_is_written_to_and_stays_a_device() -> None:
    write_whole(Path("/dev/null"), "gone")
    assert not Path("/dev/null").is_file()


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(ziggurat.RecordError, match=r"cannot read `nowhere\.zig\.json`"):
        ziggurat.load("nowhere.zig.json")


def test_an_older_game_is_never_replayed_under_other_rules(finished: Record) -> None:
    with pytest.raises(ziggurat.RecordError, match="replays no other"):
        ziggurat.load({**finished, "rules": 0})
