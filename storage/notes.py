"""Queries about what is remembered of places for a while, where several processes serve one database.

On SQLite one process has it in memory alone, and there is never a row (`bot/table/core/notes.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from storage.database import Database
from storage.ids import Place
from storage.people import place_columns
from storage.rows import NoteRow
from storage.sql import upsert
from storage.statement import Statement

_KEY = "platform, chat, topic, kind, person"
_SET = upsert("notes", _KEY, "text, number, until")
_ADD = _SET.replace("number = excluded.number", "number = notes.number + excluded.number")
_DROP = "DELETE FROM notes WHERE platform = ? AND chat = ? AND topic = ? AND kind = ? AND person = ?"
_NUMBER = 6
"""Where in the values of a statement that writes a note its number is."""


class NoteQueries:
    """The part of `Store` about notes. Times are Unix seconds."""

    _db: Database

    async def notes(self, place: Place, now: float) -> Sequence[NoteRow]:
        """Return what is noted of a place, whose time has not passed."""
        rows = await self._db.read(
            "SELECT kind, person, text, number, until FROM notes"
            " WHERE platform = ? AND chat = ? AND topic = ? AND until > ?",
            (*place_columns(place), now),
        )
        return [NoteRow(*row) for row in rows]

    def note(self, place: Place, row: NoteRow) -> None:
        """Have something noted with the next transaction, in place of an older note of the same kind and subject."""
        self._db.behind.add(_name(place, row.kind, row.person), Statement(_SET, _values(place, row)))

    def add_note(self, place: Place, row: NoteRow) -> None:
        """Have a number added to that of a note with the next transaction; what others add meanwhile counts too."""
        name = _name(place, row.kind, row.person)
        before = self._db.behind.waiting(name)
        statement = Statement(_ADD, _values(place, row))
        if before is not None and before.sql != _DROP:
            statement = Statement(
                before.sql, (*statement.values[:_NUMBER], before.values[_NUMBER] + row.number, row.until)
            )
        elif before is not None:
            statement = Statement(_SET, statement.values)
        self._db.behind.add(name, statement)

    def drop_note(self, place: Place, kind: str, person: str = "") -> None:
        """Have a note deleted with the next transaction."""
        name = _name(place, kind, person)
        self._db.behind.add(name, Statement(_DROP, (*place_columns(place), kind, person)))

    def note_waits(self, place: Place, kind: str, person: str = "") -> bool:
        """Return whether what this process has noted of something is not known to be written yet."""
        return self._db.behind.is_left(_name(place, kind, person))

    async def write_notes(self) -> None:
        """Write what waits for the next transaction; where nothing does, do nothing."""
        if self._db.behind:
            await self._db.behind.write(self._db.write)

    async def claim_note(self, place: Place, row: NoteRow, now: float) -> bool:
        """Write a note unless there is one whose time has not passed. Of all that try at once, one is told True."""
        async with self._db.write(urgent=True) as tx:
            rows = await tx.rows(f"{_SET} WHERE notes.until <= ? RETURNING number", (*_values(place, row), now))
        return bool(rows)


def _name(place: Place, kind: str, person: str) -> tuple[str, ...]:
    return "note", *place_columns(place), kind, person


def _values(place: Place, row: NoteRow) -> tuple[str | float, ...]:
    return *place_columns(place), row.kind, row.person, row.text, row.number, row.until
