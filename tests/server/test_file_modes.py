"""Data files and backups are nobody's but their owner's: they hold the secrets of running games."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from backends import new_database
from seating import seat_all
from serving import opened_host, run, table
from ziggurat.server.store.data_file import backup_file, prepare_file
from ziggurat.server.store.data_lock import DataLock
from ziggurat.server.store.move_data import DataFile, NewDataFile, move_data
from ziggurat.server.store.move_postgres import NewDatabase, backup_database


@pytest.fixture(autouse=True)
def anybody() -> Iterator[None]:
    """As on machines where new files are open to all."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """The modes of all files in a folder."""
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir() if path.is_file()}


def test_the_files_of_a_running_server_and_its_backups_are_its_owners(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            await seat_all(host, table("amytis", "link", "link"))
            assert {"rooms.db", "rooms.db-wal", "rooms.db-shm", "rooms.db.lock"} <= modes(tmp_path).keys()
            await host.store.backup(tmp_path / "one.db")
            backup_file(tmp_path / "rooms.db", tmp_path / "two.db")
            assert {"one.db", "two.db"} <= modes(tmp_path).keys()
            assert set(modes(tmp_path).values()) == {0o600}, modes(tmp_path)

    run(main)
    assert set(modes(tmp_path).values()) == {0o600}


def test_a_copy_is_private_while_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare_file(tmp_path / "rooms.db")
    seen: list[dict[str, int]] = []
    replace = Path.replace

    def watched(path: Path, target: Path) -> Path:
        seen.append(modes(tmp_path))
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", watched)
    backup_file(tmp_path / "rooms.db", tmp_path / "copy.db")
    move_data(DataFile(tmp_path / "copy.db"), NewDataFile(tmp_path / "restored.db"), say=lambda _: None)
    assert [next(mode for name, mode in each.items() if name.endswith(".part")) for each in seen] == [0o600, 0o600]
    assert set(modes(tmp_path).values()) == {0o600}


def test_the_copy_of_a_database_is_private(tmp_path: Path) -> None:
    url = new_database()
    prepare_file(tmp_path / "rooms.db")
    move_data(DataFile(tmp_path / "rooms.db"), NewDatabase(url), say=lambda _: None)
    backup_database(url, tmp_path / "copy.db")
    assert modes(tmp_path)["copy.db"] == 0o600


def test_a_file_of_an_earlier_version_is_closed_to_others(tmp_path: Path) -> None:
    """With what lies beside it after a crash."""
    with contextlib.closing(sqlite3.connect(tmp_path / "rooms.db")) as database:
        database.execute("pragma journal_mode=wal")
        database.execute("create table x(y)")
        database.commit()
        assert set(modes(tmp_path).values()) == {0o644}
        prepare_file(tmp_path / "rooms.db")
        assert set(modes(tmp_path).values()) == {0o600}


def test_a_link_that_leads_nowhere_yet_makes_a_private_file(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "rooms.db")
    prepare_file(tmp_path / "link.db")
    assert modes(tmp_path)["rooms.db"] == 0o600


def test_the_lock_file_of_an_earlier_version_still_locks(tmp_path: Path) -> None:
    (tmp_path / "rooms.db.lock").touch()
    lock = DataLock(tmp_path / "rooms.db")
    lock.take()
    assert lock.is_held
    lock.release()
