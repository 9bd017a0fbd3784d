"""Write `docs/reference/observations.md` from the tables of the games: `python -m ziggurat.batches.observation_page` (a test compares)."""

from __future__ import annotations

from collections.abc import Iterable

from ziggurat.kernel import PACKAGE
from ziggurat.observation_fields import Field, offsets_of
from ziggurat.registry import game_names, game_spec
from ziggurat.spec import GameSpec
from ziggurat.text import words

COMMAND = "python -m ziggurat.batches.observation_page"
PAGE = PACKAGE.parents[1] / "docs/reference/observations.md"
HEAD = f"""# Observations

`ziggurat.batch(…).observe(seat)` gives what a seat sees of each game as a row of numbers, int16. This page is made by `{COMMAND}` from the table
`FIELDS` of each game's `observation.py`; do not edit it.

- The own seat comes first, the others in the order of their turns after it. In a game with fewer seats the numbers of those that are missing are 0.
- Nothing hidden is in them: a test deals what the seat cannot see anew many times, and the numbers stay the same.
- They tell the position, not how it came about: who took which tile when is not in them. What a seat could remember (say which plans of Blueprints
  were in finished rounds) it has to remember itself.
- `batch.observation_scale` has a factor for each number that brings it between -1 and 1: one divided by the greatest value of its field.
- Scores are in `batch.scores`.

```pycon
>>> import ziggurat
>>> batch = ziggurat.batch("amytis", 2, seed=7)
>>> seen = batch.observe() * batch.observation_scale
>>> seen.shape, seen.dtype, float(abs(seen).max())
((2, 499), dtype('float32'), 1.0)
>>> field = batch.observation_fields[2]
>>> field.name, field.size, field.high
('own heights', 9, 20)

```
"""
TAIL = {
    "akropolis": """
### Moves in three parts

A move of Akropolis is one of 147,456 codes. `batch.legal_factors()` gives three masks instead: which **tile** of the site (6), which **place** (8,192) and
which **rotation** (3). Every combination of values that the three masks allow is a legal move, and there are no others, so a learner can draw the three
parts one by one. `batch.codes_of(tile=…, place=…, rotation=…)` makes codes of them, `batch.factors_of(codes)` the reverse. With `athena=true` a move is one of
1,720,321 codes and has no such parts: what a completion allows depends on the slot.

A place is a triangle of three cells: 4096 times its half, plus 64 times the row r, plus the column q of the upper left cell of its box (rows and columns
modulo 64, the starting plaza is 0, 0): as an array of 2 by 64 by 64 it is a picture of the city. The rotation says on which of the three cells, clockwise,
the first hex of the tile lies. `geometry/hex.py` draws both.

```pycon
>>> batch = ziggurat.batch("akropolis", 2, seed=7)
>>> {name: mask.shape for name, mask in batch.legal_factors().items()}
{'tile': (2, 6), 'place': (2, 8192), 'rotation': (2, 3)}
>>> int(batch.codes_of(tile=1, place=70, rotation=2))
41030

```
"""
}


def page(names: Iterable[str]) -> str:
    """The text of the page, with a section for each game."""
    return HEAD + "".join(section(name, spec) for name in names for spec in game_spec(name).with_expansions)


def section(name: str, spec: GameSpec) -> str:
    """The table of one game, or of a game with an expansion."""
    fields: tuple[Field, ...] = spec.module("observation").FIELDS
    starts = offsets_of(fields)
    rows = [f"| {starts[field.name]} | {field.name} | {field.size} | {field.low} to {field.high} | {field.meaning} |" for field in fields]
    title, size = words(name, "en")("game.name"), sum(field.size for field in fields)
    if spec.base is not None:
        title += f", `{spec.package.rpartition('.')[2]}=true`"
    head = f"\n## {title}\n\n{size} numbers.\n\n| from | name | size | range | meaning |\n|---|---|---|---|---|\n"
    return head + "\n".join(rows) + "\n" + TAIL.get(spec.key, "")


def main() -> None:
    """Write the page."""
    names = sorted(name for name in game_names() if game_spec(name).package.startswith("ziggurat.games."))
    PAGE.write_text(page(names), encoding="utf-8")


if __name__ == "__main__":
    main()
