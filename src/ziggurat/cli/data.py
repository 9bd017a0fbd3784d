"""The commands about what a server stores: `backup`, `restore`, `move-data`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ziggurat.cli.console import emit, out

if TYPE_CHECKING:
    from ziggurat.server.store.move_data import Source, Target

Place = Annotated[str, typer.Argument(help="A data file, or the URL of a PostgreSQL database.", metavar="FILE|URL", show_default=False)]


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write.", metavar="FILE", show_default=False)],
    data: Annotated[Path | None, typer.Option(help="The data file of the server.")] = None,
) -> None:
    """Copy everything that a server stores to a data file; the server may be running. `ZIGGURAT_DATABASE_URL` names a database in place of `--data`."""
    from ziggurat.server.places import data_file, database_url, file_at
    from ziggurat.server.store.data_file import backup_file

    if data is None and (url := database_url()):
        from ziggurat.server.store.move_postgres import backup_database

        tables = backup_database(url, file_at(file))
    else:
        tables = backup_file(data_file(data), file_at(file))
    out.print(f"copied {tables} tables to {file}", markup=False)


def restore(
    file: Annotated[Path, typer.Argument(help="The file that `backup` wrote.", metavar="FILE", show_default=False)],
    data: Annotated[Path | None, typer.Option(help="The data file to write; it must not hold any tables.")] = None,
) -> None:
    """Bring a backup back, to an empty data file or database (`ZIGGURAT_DATABASE_URL`). All of it, or nothing."""
    from ziggurat.server.places import data_file, database_url, file_at
    from ziggurat.server.store.move_data import DataFile

    url = database_url() if data is None else ""
    move(DataFile(file_at(file)), target_of(url or str(data_file(data))))


def move_data(source: Place, target: Place) -> None:
    """Move everything from a data file to a PostgreSQL database, or back; no server may run on either. The target must be empty; the source stays as it is."""
    move(source_of(source), target_of(target))


def is_url(place: str) -> bool:
    """Whether this names a database, and not a file; raises OptionError for other URLs, and for ambiguous ones."""
    from ziggurat.server.places import DATABASES, check_url

    if "://" not in place:
        return False
    check_url(place, "the URL of a database", DATABASES)
    return True


def source_of(place: str) -> Source:
    """Where to read from."""
    if is_url(place):
        from ziggurat.server.store.move_postgres import Database

        return Database(place, leaves=True)
    from ziggurat.server.places import file_at
    from ziggurat.server.store.move_data import DataFile

    return DataFile(file_at(place), leaves=True)


def target_of(place: str) -> Target:
    """Where to write to."""
    if is_url(place):
        from ziggurat.server.store.move_postgres import NewDatabase

        return NewDatabase(place)
    from ziggurat.server.places import file_at
    from ziggurat.server.store.move_data import NewDataFile

    return NewDataFile(file_at(place))


def move(source: Source, target: Target) -> None:
    """Copy everything, and say what was copied."""
    from ziggurat.server.store.move_data import move_data as copy_all

    copy_all(source, target, say=emit)
    emit(f"everything is in {target.name} now; {source.name} is as it was")
