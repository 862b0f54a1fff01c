"""Queries about private answers that are to be deleted, by this process or by the one after it."""

from __future__ import annotations

from collections.abc import Sequence

from storage.database import Database
from storage.sql import upsert


class AnswerQueries:
    """The part of `Store` about private answers. `bot` is the id of the bot's application, times are Unix seconds."""

    _db: Database

    async def note_answer(self, bot: str, message: str, token: str, until: float) -> None:
        """Write that a message is to be deleted by a token, which is good until a time."""
        async with self._db.write(urgent=True) as tx:
            tx.do(upsert("answers", "bot, message", "token, until"), (bot, message, token, until))

    async def drop_answer(self, bot: str, message: str) -> None:
        """Write that a message is deleted, or is to stay."""
        async with self._db.write() as tx:
            tx.do("DELETE FROM answers WHERE bot = ? AND message = ?", (bot, message))

    async def noted_answers(self, bot: str) -> Sequence[tuple[str, str, float]]:
        """Return the messages that are to be deleted, with their tokens and until when these are good."""
        rows = await self._db.read("SELECT message, token, until FROM answers WHERE bot = ?", (bot,))
        return [(message, token, until) for message, token, until in rows]
