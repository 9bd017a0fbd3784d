"""The tables of the three by three square."""

from __future__ import annotations

from ziggurat.geometry.square import COUNT, HAS_LINE, LINES, MEMBERS, SPACES, Pattern, placements, quarter_turn, spaces_set


def test_eight_lines_of_three() -> None:
    assert len({frozenset(line) for line in LINES}) == 8
    assert all(len(set(line)) == 3 for line in LINES)
    assert [sets.bit_count() for sets in range(1 << SPACES) if HAS_LINE[sets] and sets.bit_count() <= 3] == [3] * 8


def test_count_counts() -> None:
    assert COUNT[0] == 0
    assert COUNT[0b111111111] == 9
    assert COUNT[spaces_set((0, 4, 8))] == 3


def test_the_members_of_a_set_come_in_order() -> None:
    for sets in range(1 << SPACES):
        assert MEMBERS[sets, : COUNT[sets]].tolist() == [space for space in range(SPACES) if sets >> space & 1]


def test_four_quarter_turns_are_none() -> None:
    pattern: Pattern = ("OPP", "P..")
    turned = pattern
    for _ in range(4):
        turned = quarter_turn(turned)
    assert turned == pattern
    assert quarter_turn(pattern) == ("PO", ".P", ".P")


def test_a_pattern_is_turned_and_shifted_but_never_mirrored() -> None:
    ways = placements(("OPP", "P.."))
    assert len(ways) == 8
    mirrored = {0: "O", 1: "P", 3: "P", 6: "P"}
    assert mirrored not in ways
    assert len(placements(("BBB",))) == 6
    assert len(placements(("G..", ".B.", "..O"))) == 4
    assert len(placements(("OB", "OB"))) == 16
