"""Writes a dataset as Parquet."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ziggurat.lab.dataset_columns import Row, arrow_schema
from ziggurat.registry import game_spec

if TYPE_CHECKING:
    import pyarrow

    from ziggurat.lab.dataset import DatasetGame

ROWS = 20_000  # in a group: what a reader takes into memory at once


def write_parquet(games: Iterable[DatasetGame], first: DatasetGame, path: Path) -> int:
    """Write the rows of finished games to a file that appears when it is complete; returns how many there are."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = arrow_schema(game_spec(first.game).at(first.options), views=first.views, omniscient=first.omniscient)
    total = 0
    with tempfile.TemporaryDirectory(dir=path.resolve().parent, prefix=f".{path.name}.") as folder:
        whole = Path(folder) / path.name
        with pq.ParquetWriter(whole, schema, compression="zstd") as writer:
            for rows in grouped(games):
                writer.write_table(pa.Table.from_pylist([as_arrow(row) for row in rows], schema=schema), row_group_size=ROWS)
                total += len(rows)
        whole.replace(path)
    return total


def grouped(games: Iterable[DatasetGame]) -> Iterator[list[Row]]:
    """The rows in groups of whole games."""
    rows: list[Row] = []
    for game in games:
        rows += game.columns()
        if len(rows) >= ROWS:
            yield rows
            rows = []
    if rows:
        yield rows


def as_arrow(row: Row) -> dict[str, Any]:
    """A row with its bytes as bytes."""
    return {**row, "state": bytes.fromhex(row["state"])} if "state" in row else row


def read_table(path: Path) -> pyarrow.Table:
    """Read a dataset as a table of Arrow."""
    import pyarrow.parquet as pq

    return pq.read_table(path)
