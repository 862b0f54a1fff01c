"""Queries about what people have learnt: how far they are in lessons, and which games they have finished."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from storage.database import Database
from storage.ids import Person
from storage.rows import LessonRow


class LessonQueries:
    """The part of `Store` about lessons."""

    _db: Database

    async def lessons(self, person: Person) -> Sequence[LessonRow]:
        """Return how far a person is in each lesson that they have begun."""
        rows = await self._db.read(
            "SELECT game, step, done FROM lessons WHERE platform = ? AND person = ?", msgspec.structs.astuple(person)
        )
        return [LessonRow(person, game, step, bool(done)) for game, step, done in rows]

    async def save_lesson(self, row: LessonRow) -> None:
        """Write how far a person is in a lesson."""
        async with self._db.write() as tx:
            await tx.run(
                "INSERT OR REPLACE INTO lessons (platform, person, game, step, done) VALUES (?, ?, ?, ?, ?)",
                (row.person.platform, row.person.id, row.game, row.step, row.done),
            )

    async def movers(self, table: str) -> Sequence[int | None]:
        """Return the seat of each action of a game after the deal, in order."""
        rows = await self._db.read(
            "SELECT seat FROM actions WHERE table_id = ? AND number > 0 ORDER BY number", (table,)
        )
        return [row[0] for row in rows]

    async def has_finished(self, person: Person, game: str) -> bool:
        """Return whether a person has played a game to its end, ever."""
        found = await self._db.read_one(
            "SELECT 1 FROM results WHERE platform = ? AND person = ? AND game = ? LIMIT 1",
            (*msgspec.structs.astuple(person), game),
        )
        return found is not None
