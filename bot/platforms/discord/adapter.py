"""The Discord adapter: connection, platform and interactions joined. Takes plain values, knows no settings."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

import discord
import msgspec
import structlog

from bot.commands import CommandSpec
from bot.concurrency.backoff import Backoff
from bot.concurrency.tasks import cancel, spawn
from bot.errors import SettingError
from bot.i18n.catalogs import Catalogs
from bot.messaging import UpdateHandler
from bot.meter import UNMETERED, Meter
from bot.platforms.adapter import Draw, PlatformHealth
from bot.platforms.discord.cache import DiscordCache
from bot.platforms.discord.client import OFFICIAL_API, DiscordClient, expect_no_voice, use_api
from bot.platforms.discord.coding import use_msgspec
from bot.platforms.discord.commands import put_commands
from bot.platforms.discord.dm_openings import DmOpenings
from bot.platforms.discord.errors import AWAY
from bot.platforms.discord.expiring import AnswerJournal
from bot.platforms.discord.interactions import InteractionProcessor
from bot.platforms.discord.logins import GatewayJournal, LoginGuard, LoginsSpent
from bot.platforms.discord.messages import DiscordMessages
from bot.platforms.discord.platform import PLATFORM, DiscordPlatform
from bot.platforms.discord.private_channels import ChannelJournal, PrivateChannels
from bot.platforms.discord.rate_limit import DiscordRateLimiter
from bot.platforms.discord.responses import InteractionResponses
from bot.platforms.shared_limits import Counts

GOODBYE_SECONDS = 1.5
"""How long a stop may take to delete private answers, which the next process could not."""
ASKED_AGAIN = 3600.0
"""How long Discord is not asked again whether there are logins left."""
SHARD_SECONDS, NOTED_SECONDS = 3600.0, 600.0
"""How long a shard counts as served, and how often it is noted that it is."""
_LOG = structlog.get_logger(__name__)
_UNAUTHORIZED = 401
_REFUSED_TOKEN, _BAD_SHARD, _TOO_FEW_SHARDS, _BAD_INTENTS, _FORBIDDEN_INTENTS = 4004, 4010, 4011, 4013, 4014


class DiscordJournal(GatewayJournal, ChannelJournal, AnswerJournal, Protocol):
    """All that is written down for the next process."""


class DiscordTiming(msgspec.Struct, frozen=True):
    """Timeouts in seconds; other values are for tests."""

    retry: float = 0.5
    """The first pause after a failure; it doubles."""
    longest_retry: float = 30.0
    drain: float = 4.0
    """How long a stop waits for interactions that are being handled."""
    first_shard: float = 60.0
    """How long a process without the first shard waits for the one that has it."""


class DiscordAdapter:
    """Serves one bot token: `start`, then `run` until `stop`.

    One adapter per process, since discord.py keeps the address of the API in class attributes.
    """

    def __init__(
        self,
        *,
        token: str,
        draw: Draw,
        catalogs: Catalogs,
        journal: DiscordJournal,
        api_url: str = OFFICIAL_API,
        counts: Counts | None = None,
        shard_count: int | None = None,
        shard_ids: Sequence[int] = (),
        commands: Sequence[CommandSpec] = (),
        introduce: bool = True,
        clock: Callable[[], float] = time.monotonic,
        wall_clock: Callable[[], float] = time.time,
        timing: DiscordTiming | None = None,
        meter: Meter = UNMETERED,
    ) -> None:
        expect_no_voice()
        use_api(api_url)
        use_msgspec()
        self._token = token
        self._meter = meter
        self._catalogs = catalogs
        self._commands = commands
        self._introduces = introduce
        self._shards = (shard_count, tuple(shard_ids))
        self._timing = timing or DiscordTiming()
        self._messages = DiscordMessages(draw)
        self._answers = InteractionResponses(self._messages, journal, wall_clock)
        self._cache = DiscordCache(clock)
        self._limiter = DiscordRateLimiter(clock, counts, lambda _, seconds: openings.note_refusal(seconds))
        openings = DmOpenings(clock, self._limiter.shared)
        self.chat = DiscordPlatform(
            self._messages,
            self._limiter,
            self._cache,
            PrivateChannels(self._cache, journal),
            openings,
            wall_clock,
            self._answers.expiring,
        )
        self._processor: InteractionProcessor | None = None
        self._journal = journal
        self._logins = LoginGuard(journal, wall_clock)
        self._clock = clock
        self._wall_clock = wall_clock
        self._heard = clock()
        self._login_at = 0.0
        self._commands_task: asyncio.Task[None] | None = None
        self._stopping = asyncio.Event()

    # -- serving -------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        if self._messages.client is not None:
            await _close(self._messages.client)  # of a run that has ended with an error
        if self._commands_task is not None:
            await cancel(self._commands_task)
        backoff = self._backoff()
        while not await self._try_login():
            wait = backoff.next()
            _LOG.warning("discord_away", again_in=wait)
            await asyncio.sleep(wait)
        await self._expect_first_shard()
        self._commands_task = asyncio.create_task(self._introduce())

    async def run(self, handler: UpdateHandler) -> None:
        """Pass interactions to `handler` until `stop`. Raise SettingError."""
        self.listen(handler)
        if self._messages.client is not None:
            await self._answers.take_back_left(self._messages.client, self._bot)
        noting = spawn(self._keep_noting_shards(), "shards")
        try:
            await self._stay_connected()
        finally:
            await cancel(noting)

    async def _stay_connected(self) -> None:
        backoff = self._backoff()
        while not self._stopping.is_set():
            try:
                await self._connect()
            except (discord.GatewayNotFound, *AWAY) as error:
                wait = backoff.next()
                _LOG.warning("discord_away", error=type(error).__name__, again_in=wait)
            except LoginsSpent:
                wait = backoff.next()  # the next attempt asks Discord until when
            else:
                backoff.reset()
                wait = backoff.next()
            await self._pause(wait)

    def listen(self, handler: UpdateHandler) -> None:
        """Pass what the client receives to `handler` from now on."""
        self._processor = InteractionProcessor(
            handler, self._answers, self._cache, self._catalogs, self._commands, self._meter
        )

    def health(self) -> PlatformHealth:
        """Return whether interactions come in, and which shards are connected (`bot.health`)."""
        client = self._messages.client
        shards = client.connected_shards() if client is not None and not client.is_closed() else {}
        serving = bool(shards) and all(shards.values()) and not self._stopping.is_set()
        return PlatformHealth(
            serving=serving,
            silent=self._clock() - self._heard,
            waits=max(0.0, self._login_at - self._clock()),
            details={"shards": {str(shard): "ok" if is_open else "away" for shard, is_open in shards.items()}},
        )

    async def stop_receiving(self) -> None:
        """Accept no more interactions and finish pending ones. Messages can still be sent."""
        self._stopping.set()
        if self._processor is not None:
            await self._processor.drain(self._timing.drain)

    async def stop(self) -> None:
        await self.stop_receiving()
        await self._answers.expiring.stop(GOODBYE_SECONDS)
        if self._commands_task is not None:
            await cancel(self._commands_task)
        await self._limiter.stop()
        client = self._messages.client
        self._messages.connect(None)
        if client is not None:
            await _close(client)

    def _backoff(self) -> Backoff:
        return Backoff(self._timing.retry, self._timing.longest_retry)

    # -- connecting ----------------------------------------------------------------------------------------------------

    async def _try_login(self) -> bool:
        """Log in once. Return False while Discord is away."""
        meter = self._meter
        client = DiscordClient(
            self,
            shard_count=self._shards[0],
            shard_ids=self._shards[1],
            on_slow_down=partial(meter.slowed_down, PLATFORM) if meter.counts else None,
            on_skipped=partial(meter.update_refused, PLATFORM, "unreadable"),
        )
        try:
            await client.login(self._token)
            self.adopt(client)
        except discord.LoginFailure:
            raise _refused_token() from None
        except AWAY as error:
            if isinstance(error, discord.HTTPException) and error.status == _UNAUTHORIZED:
                # Unlike 401, 403 comes from the proxy in front of Discord, which blocks addresses: worth another try.
                raise _refused_token() from None
        finally:
            if self._messages.client is not client:
                await _close(client)
        return self._messages.client is client

    def adopt(self, client: DiscordClient) -> None:
        """Use a client that has logged in."""
        assert client.application_id is not None
        self.chat.identify(client.application_id)
        self._messages.connect(client)

    async def _connect(self) -> None:
        """Stay connected until the connection ends for good; the library resumes and re-identifies by itself."""
        client = self._messages.client
        if client is None or client.is_closed():
            if not await self._try_login():
                return
            client = self._messages.client
        assert client is not None
        limit = await client.find_gateway()
        await self._note_shards(client)
        if wait := await self._logins.wait(self._bot, limit, client.served_shards):
            _LOG.warning("login_waits", left=limit.remaining, again_in=round(wait, 1))
            self._login_at = self._clock() + wait
            await self._pause(min(wait, ASKED_AGAIN))
            return
        try:
            await client.connect()
        except LoginsSpent:
            await _close(client)
            raise
        except discord.PrivilegedIntentsRequired as error:
            raise SettingError("DISCORD_TOKEN: Discord does not grant this bot the intents it asks for") from error
        except discord.ConnectionClosed as error:
            raise _close_error(error) from None

    async def _pause(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stopping.wait()

    @property
    def _bot(self) -> str:
        return str(self.chat.application)

    async def _expect_first_shard(self) -> None:
        """Wait until the first shard is served from our database, by us or by another process. Raise SettingError.

        All direct messages and the buttons in them go to the first shard, and it finds nothing of our tables elsewhere.
        """
        shards = self._shards[1]
        deadline = self._clock() + self._timing.first_shard
        while shards and 0 not in shards:
            served = await self._journal.shard_served(self._bot, 0)
            if served is not None and self._wall_clock() - served < SHARD_SECONDS:
                return
            if self._clock() >= deadline:
                raise SettingError(
                    f"DISCORD_SHARD_IDS: got {','.join(map(str, shards))}, wants shard 0 among them, or a DATABASE_URL"
                    " that names the database of the process with shard 0, on the same machine"
                )
            _LOG.info("first_shard_awaited", again_in=self._timing.retry)
            await asyncio.sleep(self._timing.retry)

    async def _note_shards(self, client: DiscordClient) -> None:
        """Write that we serve our shards: processes without the first one ask for that."""
        await self._journal.note_shards(self._bot, client.served_shards, self._wall_clock())

    async def _keep_noting_shards(self) -> None:
        while not self._stopping.is_set():
            await self._pause(NOTED_SECONDS)
            if (client := self._messages.client) is not None and not client.is_closed():
                await self._note_shards(client)

    async def _introduce(self) -> None:
        """Set the slash commands; a failure is only logged, since those set before are still there."""
        client = self._messages.client
        if not self._introduces or client is None:
            return
        try:
            self._messages.mention(await put_commands(client, self._catalogs, self._commands))
        except AWAY as error:
            _LOG.warning("commands_not_set", error=str(error)[:200])

    # -- events of the client -----------------------------------------------------------------------------------------

    async def logs_in(self, shard: int) -> None:
        """Count a login before it is made. Raise LoginsSpent."""
        await self._logins.count(self._bot, shard)

    def received(self) -> None:
        """Note that something has come from the gateway, a heartbeat's answer at the least."""
        self._heard = self._clock()

    async def interaction(self, interaction: discord.Interaction[DiscordClient]) -> None:
        if self._processor is not None:
            await self._processor.interaction(interaction)

    async def closed(self, channels: Sequence[int]) -> None:
        """Channels were deleted, or the bot was removed from their server."""
        if self._processor is not None:
            await self._processor.closed(channels)

    async def joined(self, channels: Sequence[int]) -> None:
        """The bot was added to a server with these channels."""
        if self._processor is not None:
            await self._processor.joined(channels)

    async def opened(self, channels: Sequence[int]) -> None:
        """A server is available again after an outage."""
        if self._processor is not None:
            await self._processor.opened(channels)


def _refused_token() -> SettingError:
    # The token itself is never shown.
    return SettingError("DISCORD_TOKEN: Discord does not know this token; the Developer Portal shows it under Bot")


def _close_error(error: discord.ConnectionClosed) -> SettingError | ConnectionError:
    """Return a SettingError for a close code that a setting causes; any other close is worth another connection."""
    if error.code == _REFUSED_TOKEN:
        return _refused_token()
    if error.code in {_BAD_SHARD, _TOO_FEW_SHARDS}:
        return SettingError("DISCORD_SHARD_COUNT: Discord refuses these shards; leave it empty for its own advice")
    if error.code in {_BAD_INTENTS, _FORBIDDEN_INTENTS}:
        return SettingError("DISCORD_TOKEN: Discord does not grant this bot the intents it asks for")
    return ConnectionError(f"closed with {error.code}")


async def _close(client: DiscordClient) -> None:
    with contextlib.suppress(*AWAY):
        await client.close()
