"""The stage on simcord, a Discord that others have written: what we took for Discord's ways is not our word alone."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import simcord
from simcord.backend.models import Message, Overwrite
from simcord.enums import OverwriteType
from typing_extensions import override

from bot.commands import COMMANDS
from bot.platforms.discord.client import DiscordClient
from bot.platforms.discord.commands import put_commands
from bot.service import Service
from bot.settings import Settings
from storage.ids import Person
from tests.conformance.reading import described, keys_in, read, text_of
from tests.conformance.stage import NAMES, Guest, Key, Lacking, Page, Seen, Stage
from tests.helpers.clock import MovingClock
from tests.helpers.discord.permissions import Permission
from tests.helpers.memory import leave_blank
from tests.helpers.stored import open_store

BEGINS = datetime(2026, 1, 1, tzinfo=UTC)
"""When simcord's time begins; messages carry it in their ids."""

PATIENCE = 20.0
"""Seconds after which simcord gives up waiting for the bot: its own five are few on a machine that is busy.

It waits in earnest for each of the bot's timers that ends before, so this is less than the time a secret lies there.
"""

ARGUMENTS = {spec.name: spec.argument.name for spec in COMMANDS if spec.argument}


class SimcordPage(Page):
    """A message in the channel, a direct or an ephemeral one."""

    def __init__(self, stage: SimcordStage, message: Message) -> None:
        self.message = message
        self._stage = stage

    @property
    @override
    def text(self) -> str:
        return read(text_of(self.message), self._stage.names)

    @property
    @override
    def whole(self) -> str:
        return f"{self.text}\n{described(self.message)}"

    @property
    @override
    def keys(self) -> tuple[Key, ...]:
        return keys_in(self.message.components)

    @property
    @override
    def pictured(self) -> bool:
        return bool(self.message.attachments)

    @property
    @override
    def there(self) -> bool:
        return self.message.id in self._stage.messages(self.message.channel_id)


class SimcordStage(Stage):
    """A server with one channel for games. People act one after the other."""

    platform = "simcord"

    def __init__(self, path: Path, clock: MovingClock) -> None:
        super().__init__(path, clock)
        self.names: dict[int, str] = {}
        self._env: simcord.Env
        self._stack = AsyncExitStack()
        self._adapter: Any = None
        self._client: DiscordClient

    async def set_up(self) -> None:
        """Start the process and found the server."""
        self.clock.now = BEGINS.timestamp()
        client = await self._made()
        self._env = await self._stack.enter_async_context(simcord.run(client, settle_timeout=PATIENCE))
        assert self._env.now() == BEGINS, "messages are as old as the bot takes them for"
        await self._connected(client)
        owner = self._env.create_user("ann", global_name="Ann")
        self._guild = self._env.create_guild("Friends", owner=owner)
        self._channel = self._guild.create_text_channel("games")
        ann = simcord.MemberActor(self._env, self._guild, owner)
        others = [self._guild.add_member(self._env.create_user(n.lower(), global_name=n)) for n in NAMES[1:]]
        self.ann, self.bob, self.cleo, self.dan = (self._guest(who) for who in (ann, *others))

    def _guest(self, who: simcord.MemberActor) -> Guest:
        name = self.names[who.id] = who.user.global_name or who.name
        return Guest(who.id, name, who)

    async def tear_down(self) -> None:
        """Stop everything."""
        await self.close()
        await self._stack.aclose()

    @override
    async def open(self) -> None:
        """Start the process on the database of before."""
        client = await self._made()
        await self._env.restart_bot(client)
        await self._connected(client)
        await self.service.manager.resume()
        await self.settle()

    async def _made(self) -> DiscordClient:
        settings = Settings(_env_file=None, discord_token="x", database_url=f"sqlite:///{self.path}")
        self._store = await open_store(self.path)
        self.service = Service(settings, self._store, self.clock)
        leave_blank(self.service.render_cache)
        self._adapter = self.service.discord("x", settings.discord_api_url)
        return DiscordClient(self._adapter, shard_count=1)

    async def _connected(self, client: DiscordClient) -> None:
        self._adapter.adopt(client)
        self._adapter.listen(self.service.dispatcher)
        await put_commands(client, self.service.catalogs, self.service.commands)

    @override
    async def close(self) -> None:
        """Stop the process as a signal does, but for the connection, which goes with the next start."""
        await self._adapter.stop_receiving()
        await self.service.manager.stop()
        await self._adapter._answers.expiring.stop()
        await asyncio.to_thread(self.service.close)
        await self._store.close()

    @override
    async def settle(self) -> None:
        for _ in range(2):
            await self.service.manager.settled()
            await self._env.settle()

    @override
    async def pass_time(self, seconds: float) -> None:
        """Advance the clocks of the bot and of Discord, and run the deadlines that have passed."""
        await self._env.advance_time(seconds)
        await super().pass_time(seconds)

    # -- what people do ------------------------------------------------------------------------------------------------

    @override
    async def invite(self, name: str) -> Guest:
        user = self._env.create_user(f"p{len(self.names)}", global_name=name)
        return self._guest(self._guild.add_member(user))

    @override
    async def use(self, who: Guest, command: str, argument: str = "", *, private: bool = False) -> Page | None:
        if private:
            raise Lacking("commands are used in the channel")
        options = {ARGUMENTS[command]: argument} if argument else {}
        result = await who.account.slash(self._channel, command, **options)
        await self.settle()
        assert result.acknowledged
        answers = [each for each in (result.response, *result.followups) if each is not None]
        return SimcordPage(self, answers[-1]._message) if answers else None

    @override
    async def send(self, who: Guest, seen: Seen, *, gone: bool = False) -> str:
        """Press a button, or choose from a list, and wait for the answer."""
        if gone:
            raise Lacking("people act one after the other, and press only what is on a message now")
        message, key = simcord.results.to_discord_message(self._env, seen.page.message), seen.key
        result = (
            await who.account.select(message, [key.token], custom_id=key.within)
            if key.within
            else await who.account.click(message, custom_id=key.token)
        )
        assert result.acknowledged
        return read("\n".join(text_of(each._message) for each in result.followups), self.names)

    @override
    async def choose_secrets(self, who: Guest, where: Literal["here", "message"]) -> None:
        """Write the choice, since its button stands on no message that is always there."""
        people = self.service.manager.services.people
        await people.set_here(Person("discord", str(who.id)), here=where == "here")

    @override
    def shut(self, who: Guest) -> None:
        """Take no direct messages any more."""
        channel = who.account.user.dm_channel.id
        self._env.inject_error(
            "POST", f"/channels/{channel}/messages", status=403, code=50007,
            message="Cannot send messages to this user", times=None,
        )  # fmt: skip

    @override
    async def depart(self, who: Guest) -> None:
        """Leave the server."""
        self._guild.remove_member(who.account)
        await self.settle()

    @override
    def turn_into_bot(self, who: Guest) -> None:
        raise Lacking("people press only what is on a message now, so that no bot presses it in their stead")

    # -- what happens to the chat --------------------------------------------------------------------------------------

    @override
    async def go_elsewhere(self) -> None:
        """Open another channel."""
        self._channel = self._guild.create_text_channel("more-games")
        await self.settle()

    @override
    async def delete(self, page: Page) -> None:
        """Delete a message, as a moderator does."""
        await self.ann.account.delete(simcord.results.to_discord_message(self._env, page.message))

    @override
    async def allow_pictures(self, *, allowed: bool) -> None:
        """Fail: sending files needs no permission here."""
        raise Lacking("files may be sent wherever one may write")

    @override
    async def allow_writing(self, *, allowed: bool) -> None:
        """Change what the bot may do in the channel."""
        deny = 0 if allowed else int(Permission.SEND_MESSAGES)
        bot = self._env.backend.bot_user.id
        self._env.backend.set_overwrite(self._channel.id, Overwrite(bot, OverwriteType.MEMBER, allow=0, deny=deny))
        await self.settle()

    @override
    async def stumble(self) -> None:
        """Answer 503 once."""
        self._env.inject_error("PATCH", f"/channels/{self._channel.id}/messages/*", status=503)

    @override
    async def deliver_twice(self) -> None:
        """Fail: there is no connection that could be lost."""
        raise Lacking("each interaction is told once")

    @override
    async def remove_bot(self) -> None:
        """Fail: a server that the bot has left is gone, and so is who would bring it back."""
        raise Lacking("a server that the bot has left is gone for good")

    @override
    async def add_bot(self) -> None:
        """Fail, as above."""
        raise Lacking("a server that the bot has left is gone for good")

    # -- what people see -----------------------------------------------------------------------------------------------

    def messages(self, channel: int) -> dict[int, Message]:
        """Return the messages of a channel by their ids."""
        return self._env.backend.messages.get(channel, {})

    def _listed(self, channel: int, viewer: int | None) -> list[Page]:
        bot = self._env.backend.bot_user.id
        every = sorted(self.messages(channel).values(), key=lambda each: each.id)
        return [SimcordPage(self, each) for each in every if each.author_id == bot and each.visible_to(viewer)]

    @override
    def pages(self) -> list[Page]:
        """List the bot's messages in the channel, oldest first."""
        return self._listed(self._channel.id, None)

    @override
    def private(self, who: Guest) -> list[str]:
        """List the texts of somebody's direct messages."""
        return [page.text for page in self._listed(who.account.user.dm_channel.id, who.id)]

    @override
    def seen_by(self, who: Guest) -> list[str]:
        """List what somebody can read now: in the channel, what is ephemeral for them alone, and in private."""
        return [*(page.text for page in self._listed(self._channel.id, who.id)), *self.private(who)]

    @override
    def stands_plainly(self, page: Page, text: str) -> bool:
        """Return whether a text is read as it was written: its markup is escaped, so that none of it takes effect."""
        return text in page.text and not page.message.mention_everyone

    @override
    def pings(self) -> list[set[int]]:
        """Return the ids of those that each message in the channel has pinged."""
        every = self.messages(self._channel.id).values()
        return [set(each.ping_user_ids) | ({0} if each.mention_everyone else set()) for each in every]

    @override
    def tries(self) -> int:
        """Count how often the bot has tried to send or edit something in the channel."""
        path = f"/channels/{self._channel.id}/messages"
        return sum(call.method in ("POST", "PATCH") and path in call.path for call in self._env.http_requests)
