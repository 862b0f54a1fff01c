"""Queries about private answers that are to be deleted, by the process that gave them or by another one."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from storage.database import Database
from storage.shared import AnswerRow
from storage.sql import upsert

_COLUMNS = "message, token, until, process, table_id, about"


class AnswerQueries:
    """The part of `Store` about private answers. `bot` is the id of the bot's application."""

    _db: Database

    async def note_answer(self, bot: str, row: AnswerRow) -> None:
        """Write that a message is to be deleted."""
        async with self._db.write(urgent=True) as tx:
            tx.do(
                upsert("answers", "bot, message", _COLUMNS.removeprefix("message, ")),
                (bot, *msgspec.structs.astuple(row)),
            )

    async def drop_answer(self, bot: str, message: str) -> None:
        """Write that a message is deleted, or is to stay."""
        async with self._db.write() as tx:
            tx.do("DELETE FROM answers WHERE bot = ? AND message = ?", (bot, message))

    async def noted_answers(self, bot: str) -> Sequence[AnswerRow]:
        """Return the messages that are to be deleted."""
        rows = await self._db.read(f"SELECT {_COLUMNS} FROM answers WHERE bot = ?", (bot,))
        return [AnswerRow(*row) for row in rows]

    async def answers_about(self, bot: str, table: str) -> Sequence[AnswerRow]:
        """Return those about a table."""
        rows = await self._db.read(f"SELECT {_COLUMNS} FROM answers WHERE bot = ? AND table_id = ?", (bot, table))
        return [AnswerRow(*row) for row in rows]
