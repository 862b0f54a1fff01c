"""A whole copy of the database while others read and write it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from storage.errors import CannotWrite, DamagedRecord

_PART = ".part"
"""What the name of a copy ends in until it is whole."""


def back_up(database: Path, copy: Path) -> int:
    """Copy a database as it is at one moment, the write-ahead log included; return the size of the copy in bytes.

    The copy is one file that needs no other, and only its owner may read it, since it holds what players may not know.
    An older one is replaced once the new one is whole. Raise CannotWrite where the copy cannot be written, and
    DamagedRecord where the database cannot be read.
    """
    if copy.exists() and copy.samefile(database):
        raise CannotWrite(f"{copy} is the database itself")
    part = copy.with_name(copy.name + _PART)
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        try:
            _copy(database, part)
            part.replace(copy)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise CannotWrite(f"{copy} cannot be written: {error.strerror}") from error
    return copy.stat().st_size


def _copy(database: Path, part: Path) -> None:
    with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=rw", uri=True, timeout=30)) as source:
        try:
            source.execute("PRAGMA schema_version")
        except sqlite3.DatabaseError as error:
            raise DamagedRecord(f"{database} cannot be read: {error}") from error
        with closing(sqlite3.connect(part)) as target:
            try:
                source.backup(target)  # in one step: a writer that comes between would make it begin anew
                target.execute("PRAGMA journal_mode=DELETE")
                ((found,),) = target.execute("PRAGMA quick_check(1)")
            except sqlite3.OperationalError as error:
                raise CannotWrite(f"{part} cannot be written: {error}") from error
            except sqlite3.DatabaseError as error:
                raise DamagedRecord(f"{database} cannot be copied: {error}") from error
    if found != "ok":
        raise DamagedRecord(f"{database} is damaged: {found}")
    with part.open("rb") as file:
        os.fsync(file.fileno())
