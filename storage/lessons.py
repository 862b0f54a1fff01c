"""Queries about what people have learnt: how far they are in lessons, and which games they have finished."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from storage.database import Database
from storage.ids import Person
from storage.rows import LessonRow
from storage.sql import upsert

_SAVE = upsert("lessons", "platform, person, game", "step, done").replace(
    "done = excluded.done", "done = CASE WHEN lessons.done = 0 THEN excluded.done ELSE lessons.done END"
)


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
        """Write how far a person is in a lesson; who has been at its end once has been there for good."""
        async with self._db.write() as tx:
            tx.do(
                _SAVE,
                (row.person.platform, row.person.id, row.game, row.step, int(row.done)),
            )

    async def has_finished(self, person: Person, game: str, *, began: bool | None = None) -> bool:
        """Return whether a person has played a game to its end, ever.

        With `began`: one in which that seat made the first move, or one in which it did not. A game whose moves are
        not kept counts as either.
        """
        part = "TRUE" if began is None else "(actions.seat IS NULL OR (actions.seat = results.seat) = ?)"
        found = await self._db.read_one(
            "SELECT 1 FROM results LEFT JOIN actions ON actions.table_id = results.table_id AND actions.number = 1"
            f" WHERE platform = ? AND person = ? AND game = ? AND {part} LIMIT 1",
            (*msgspec.structs.astuple(person), game, *(() if began is None else (began,))),
        )
        return found is not None
