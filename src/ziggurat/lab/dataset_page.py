"""Write `docs/reference/dataset.md` from the columns: `python -m ziggurat.lab.dataset_page` (a test compares)."""

from __future__ import annotations

from ziggurat.kernel import PACKAGE
from ziggurat.lab.dataset_columns import COLUMNS, FORMAT, Column

COMMAND = "python -m ziggurat.lab.dataset_page"
PAGE = PACKAGE.parents[1] / "docs/reference/dataset.md"
HEAD = f"""# Datasets

`ziggurat dataset` writes a Parquet file with a row for each decision of many games; [the lab](../guides/lab.md#datasets) says how to make one. This page is
made by `{COMMAND}` from `src/ziggurat/lab/dataset_columns.py`; do not edit it. The version of the schema is {FORMAT}; columns may be added.

- **A row holds nothing that the seat could not see** when it decided, beside how the game ended. A test deals everything that the seat cannot see anew, many
  times, and the row stays the same. Seeds of deals are left out, since they tell the deal. `--omniscient` adds what is hidden.
- **Of an unfinished record there is no result**: `over` is false, and `score`, `rank`, `win`, `margin` and `scores` are empty. Points so far may count what
  lies hidden, such as buildings behind screens in Blueprints; with `--omniscient`, `state` holds everything.
- **`value` is what a bot thought**, before it knew how the game ended: its own search or estimate in self-play, that of `--judge BOT` for records.
  `value_kind` says what the number means. What came of it is in `score`, `rank`, `win` and `margin`.
- The rows lie game by game and ply by ply. The same seed gives the same rows, on any number of processes and on a cluster.
- The metadata of the file name the game and its rules, and list the fields of an observation (`ziggurat.observation`, JSON).

"""
TAIL = """
## Read it

How often each seat wins, with three libraries; each reads only the columns it needs. The tests run these examples.

```python
import pyarrow.parquet as pq

table = pq.read_table("games.parquet", columns=["ply", "game", "seat", "win"])
share = table.group_by(["game", "seat"]).aggregate([("win", "max")]).group_by("seat").aggregate([("win_max", "mean")])
```

```python
import polars as pl

games = pl.scan_parquet("games.parquet").group_by("game", "seat").agg(pl.col("win").max())
share = games.group_by("seat").agg(pl.col("win").mean()).collect()
```

```python
import duckdb

query = "select seat, avg(win) from (select distinct game, seat, win from 'games.parquet') group by seat"
share = duckdb.sql(query).fetchall()
```

For a learner, `numpy.stack(table["observation"].to_numpy())` gives the observations as one array, and `legal` the codes of a mask over `Game.num_actions`.
"""


def page() -> str:
    """The text of the page."""
    head = "| column | type | meaning |\n|---|---|---|\n"
    always = "".join(line_of(column) for column in COLUMNS if not column.wanted)
    wanted = "".join(line_of(column) for column in COLUMNS if column.wanted)
    return f"{HEAD}{head}{always}\n## On request\n\n{head}{wanted}{TAIL}"


def line_of(column: Column) -> str:
    """The line of a column in its table."""
    kind = "list of int16, as many as the game's observation has" if column.kind == "numbers" else column.kind.replace("list<int32>", "list of int32")
    empty = ", may be empty" if column.nullable else ""
    option = f" (`{column.wanted}`)" if column.wanted else ""
    return f"| `{column.name}`{option} | {kind}{empty} | {column.meaning} |\n"


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
