"""Queries about what a platform has told a bot and its next process has to know."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from storage.database import Database
from storage.ids import Person
from storage.sql import upsert
from storage.statement import Statement


class PlatformQueries:
    """The part of `Store` about platforms. `bot` is the id of the bot there, times are Unix seconds."""

    _db: Database

    async def private_channel(self, bot: str, person: Person) -> str | None:
        """Return the channel of a person's private chat with a bot, None where none has been opened."""
        row = await self._db.read_one(
            "SELECT channel FROM private_channels WHERE platform = ? AND person = ? AND bot = ?",
            (person.platform, person.id, bot),
        )
        return row[0] or None if row else None

    async def refuses_messages(self, bot: str, person: Person, now: float) -> bool:
        """Return whether somebody refused the direct messages of a bot a short while ago."""
        row = await self._db.read_one(
            "SELECT refused_until FROM private_channels WHERE platform = ? AND person = ? AND bot = ?",
            (person.platform, person.id, bot),
        )
        return row is not None and now < row[0]

    async def note_refusal(self, bot: str, person: Person, until: float) -> None:
        """Write until when nobody tries to write to a person."""
        async with self._db.write() as tx:
            tx.do(
                "INSERT INTO private_channels (platform, person, bot, channel, refused_until) VALUES (?, ?, ?, '', ?)"
                " ON CONFLICT (platform, person, bot) DO UPDATE SET refused_until = excluded.refused_until",
                (person.platform, person.id, bot, until),
            )

    def note_acceptance(self, bot: str, person: Person) -> None:
        """Have it written with the next transaction that a person refuses nothing any more."""
        sql = (
            "UPDATE private_channels SET refused_until = 0"
            " WHERE platform = ? AND person = ? AND bot = ? AND refused_until > 0"
        )
        key = (person.platform, person.id, bot)
        self._db.behind.add(("acceptance", *key), Statement(sql, key))

    def note_channel(self, bot: str, channel: str, guild: str) -> None:
        """Have the server of a channel written with the next transaction."""
        self._db.behind.add(
            ("channel", bot, channel),
            Statement(upsert("channels", "bot, channel", "guild"), (bot, channel, guild)),
        )

    async def guild_of(self, bot: str, channel: str) -> str | None:
        """Return the server of a channel, None for a channel that was not used."""
        row = await self._db.read_one("SELECT guild FROM channels WHERE bot = ? AND channel = ?", (bot, channel))
        return row[0] if row else None

    async def used_channels(self, bot: str, channels: Collection[str]) -> Collection[str]:
        """Return which of some channels were used."""
        some = ", ".join("?" * len(channels))
        rows = await self._db.read(
            f"SELECT channel FROM channels WHERE bot = ? AND channel IN ({some})", (bot, *channels)
        )
        return {channel for (channel,) in rows}

    async def channels_of(self, bot: str, guild: str) -> Collection[str]:
        """Return the channels of a server that were used."""
        rows = await self._db.read("SELECT channel FROM channels WHERE bot = ? AND guild = ?", (bot, guild))
        return [channel for (channel,) in rows]

    async def drop_channels(self, bot: str, channels: Collection[str]) -> None:
        """Forget channels that are gone."""
        async with self._db.write() as tx:
            for channel in channels:
                tx.do("DELETE FROM channels WHERE bot = ? AND channel = ?", (bot, channel))

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
