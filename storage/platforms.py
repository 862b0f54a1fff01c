"""Queries about what a platform has told a bot and its next process has to know."""

from __future__ import annotations

from collections.abc import Mapping

from storage.database import Database
from storage.ids import Person
from storage.sql import upsert


class PlatformQueries:
    """The part of `Store` about platforms. `bot` is the id of the bot there, times are Unix seconds."""

    _db: Database

    async def private_channel(self, bot: str, person: Person) -> str | None:
        """Return the channel of a person's private chat with a bot, None where none has been opened."""
        row = await self._db.read_one(
            "SELECT channel FROM private_channels WHERE platform = ? AND person = ? AND bot = ?",
            (person.platform, person.id, bot),
        )
        return row[0] if row else None

    async def note_private_channel(self, bot: str, person: Person, channel: str) -> None:
        """Write the channel of a person's private chat with a bot."""
        async with self._db.write() as tx:
            tx.do(
                upsert("private_channels", "platform, person, bot", "channel"),
                (person.platform, person.id, bot, channel),
            )

    async def note_flood_wait(self, bot: str, method: str, until: float) -> None:
        """Write until when a call is refused."""
        async with self._db.write() as tx:
            tx.do(upsert("flood_waits", "bot, method", "until"), (bot, method, until))

    async def flood_waits(self, bot: str) -> Mapping[str, float]:
        """Return for each call that was refused until when; these times may be over."""
        return dict(await self._db.read("SELECT method, until FROM flood_waits WHERE bot = ?", (bot,)))
