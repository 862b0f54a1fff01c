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
from bot.concurrency.foreground import Foreground
from bot.concurrency.tasks import cancel, spawn
from bot.errors import SettingError, StoreError
from bot.i18n.catalogs import Catalogs
from bot.messaging import UpdateHandler
from bot.meter import UNMETERED, Meter
from bot.platforms.adapter import Draw, PlatformHealth
from bot.platforms.discord.cache import DiscordCache
from bot.platforms.discord.client import OFFICIAL_API, DiscordClient, expect_no_voice, use_api
from bot.platforms.discord.coding import use_msgspec
from bot.platforms.discord.commands import put_commands
from bot.platforms.discord.connecting import close, connect, log_in
from bot.platforms.discord.dm_openings import DmOpenings
from bot.platforms.discord.errors import AWAY
from bot.platforms.discord.interactions import InteractionProcessor
from bot.platforms.discord.left_answers import AnswerJournal, LeftAnswers
from bot.platforms.discord.logins import GatewayJournal, LoginGuard, LoginLimit, LoginsSpent
from bot.platforms.discord.messages import DiscordMessages
from bot.platforms.discord.platform import PLATFORM, DiscordPlatform
from bot.platforms.discord.private_channels import ChannelJournal, PrivateChannels
from bot.platforms.discord.rate_limit import DiscordRateLimiter
from bot.platforms.discord.responses import InteractionResponses
from bot.platforms.discord.shard_run import ASKED_AGAIN, ShardRun
from bot.platforms.discord.shards import ShardJournal, SharedShards
from bot.platforms.discord.shared_logins import PACE, LoginJournal, SharedLogins
from bot.platforms.discord.used_channels import UsedChannelJournal, UsedChannels
from bot.platforms.shared_limits import Counts
from storage.leases import Leases
from storage.shared import ShardSession

GOODBYE_SECONDS = 1.5
"""How long a stop may take to delete private answers, which the next process could not."""
RELEASE_SECONDS = 3.0
"""How long a stop may take to give its shards to other processes, which take them over in any case."""
LOOK_SECONDS = 5.0
"""How often it is looked whether a process is gone that has left private answers lying."""
RETIRED_SECONDS = 15 * 60.0
"""How long a client without a connection makes calls yet: for so long an interaction can be answered."""
SHARD_SECONDS, NOTED_SECONDS = 3600.0, 600.0
"""How long a shard counts as served, and how often it is noted that it is."""
_LOG = structlog.get_logger(__name__)


class DiscordJournal(
    GatewayJournal, LoginJournal, ShardJournal, ChannelJournal, UsedChannelJournal, AnswerJournal, Protocol
):
    """All that is written down for the next process, and for others at the same time where it is `shared`."""

    @property
    def shared(self) -> bool:
        """Whether several processes serve the database at once."""

    @property
    def leases(self) -> Leases:
        """What this process alone may do."""


class DiscordTiming(msgspec.Struct, frozen=True):
    """Timeouts in seconds; other values are for tests."""

    retry: float = 0.5
    """The first pause after a failure; it doubles."""
    longest_retry: float = 30.0
    drain: float = 4.0
    """How long a stop waits for interactions that are being handled."""
    first_shard: float = 60.0
    """How long a process without the first shard waits for the one that has it."""
    pace: float = PACE
    """Between two logins that Discord counts together, of whichever process."""


class DiscordAdapter:
    """Serves one bot token: `start`, then `run` until `stop`.

    Where the journal is shared it serves what it has leased of all shards, each by a client of its own; the client that
    has logged in first makes the calls. Else one client connects to all shards, or to those of `shard_ids`.

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
        foreground: Foreground | None = None,
    ) -> None:
        expect_no_voice()
        use_api(api_url)
        use_msgspec()
        self._token = token
        self._meter = meter
        self._foreground = foreground
        self._catalogs = catalogs
        self._commands = commands
        self._introduces = introduce
        self._shards = (shard_count, tuple(shard_ids))
        self._timing = timing or DiscordTiming()
        self._messages = DiscordMessages(draw)
        self._left = LeftAnswers(self._messages, journal, journal.leases, wall_clock, key=token, shared=journal.shared)
        self._answers = InteractionResponses(self._messages, self._left, wall_clock)
        self._cache = DiscordCache(clock, shared=journal.shared)
        self._private_channels = PrivateChannels(self._cache, journal, wall_clock, shared=journal.shared)
        self._channels = UsedChannels(self._cache, journal, lambda: self._bot, shared=journal.shared)
        self._limiter = DiscordRateLimiter(clock, counts, lambda _, seconds: openings.note_refusal(seconds))
        openings = DmOpenings(clock, self._limiter.shared)
        self.chat = DiscordPlatform(
            self._messages,
            self._limiter,
            self._cache,
            self._private_channels,
            openings,
            wall_clock,
            self._answers,
            self._channels,
        )
        self._processor: InteractionProcessor | None = None
        self._journal = journal
        self._logins = LoginGuard(journal, wall_clock)
        self._turns = SharedLogins(
            self._logins, journal, journal.leases, wall_clock, lambda: self._bot, self._timing.pace
        )
        self._sharing: SharedShards | None = None
        self._retired: dict[DiscordClient, asyncio.Task[None]] = {}
        journal.leases.on_lost(self._lose_shards)
        self._clock = clock
        self._wall_clock = wall_clock
        self._heard = clock()
        self._login_at = 0.0
        self._commands_task: asyncio.Task[None] | None = None
        self._stopping = asyncio.Event()

    # -- serving -------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        if self._messages.client is not None:
            await close(self._messages.client)  # of a run that has ended with an error
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
        if self._journal.shared:
            await self._serve_share()
            return
        some_left = await self._left.take_back_left(self._bot)
        beside = [spawn(self._keep_noting_shards(), "shards")]
        if some_left:
            beside.append(spawn(self._keep_taking_back(), "answers left"))
        try:
            await self._stay_connected()
        finally:
            await cancel(*beside)

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

    async def _serve_share(self) -> None:
        """Serve the shards that are ours, of those that all processes share."""
        looking = spawn(self._keep_taking_back(), "answers left")
        try:
            sharing = await self._join()
            if sharing is not None:
                await sharing.run()
        finally:
            await cancel(looking)
            await self._release()

    async def _join(self) -> SharedShards | None:
        """Become one of the processes that serve shards. Return None where a stop comes first."""
        backoff = self._backoff()
        while not self._stopping.is_set():
            client = self._messages.client
            try:
                if client is None:
                    raise ConnectionError("not logged in")
                self._turns.obey(await client.find_gateway())
                sharing = SharedShards(
                    self._bot, self._journal.leases, self._journal, self._start_shard, self._wall_clock, self._shards[1]
                )
                await sharing.join(client.shard_count or 1)
            except (discord.GatewayNotFound, StoreError, *AWAY) as error:
                wait = backoff.next()
                _LOG.warning("discord_away", error=type(error).__name__, again_in=wait)
                await self._pause(wait)
            else:
                self._sharing = sharing
                return sharing
        return None

    def _start_shard(self, shard: int, count: int, session: ShardSession | None, holds: Callable[[], bool]) -> ShardRun:
        return ShardRun(
            shard,
            session,
            token=self._token,
            make=partial(self._make_client, count, [shard]),
            find_gateway=self._find_gateway,
            logins=self._turns,
            backoff=self._backoff(),
            retire=self._retire,
            holds=holds,
        )

    async def _find_gateway(self) -> LoginLimit:
        if self._messages.client is None:
            raise ConnectionError("not logged in")
        return await self._messages.client.find_gateway()

    def _lose_shards(self) -> None:
        if self._sharing is not None:
            self._sharing.lose()

    async def _release(self) -> None:
        """Give all shards to other processes."""
        sharing, self._sharing = self._sharing, None
        if sharing is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(RELEASE_SECONDS):
                    await sharing.release()

    def _retire(self, client: DiscordClient) -> None:
        """Keep a client that has no connection any more for the calls of what came by it."""
        if client.is_closed():
            return
        self._retired[client] = spawn(self._close_later(client), "retired client")

    async def _close_later(self, client: DiscordClient) -> None:
        try:
            await asyncio.sleep(RETIRED_SECONDS)
        finally:
            self._retired.pop(client, None)
            await close(client)

    async def _keep_taking_back(self) -> None:
        """Take back what processes have left; where there are no others, until nothing is left of earlier ones."""
        some = True
        while some or self._journal.shared:
            with contextlib.suppress(StoreError):
                some = await self._left.take_back_left(self._bot)
            await asyncio.sleep(LOOK_SECONDS)

    def listen(self, handler: UpdateHandler) -> None:
        """Pass what the client receives to `handler` from now on."""
        self._processor = InteractionProcessor(
            handler,
            self._answers,
            self._private_channels,
            self._channels,
            self._catalogs,
            self._commands,
            self._meter,
            self._foreground,
        )

    def health(self) -> PlatformHealth:
        """Return whether interactions come in, and which shards are connected (`bot.health`)."""
        shards = self._connected_shards()
        some = bool(shards) or self._sharing is not None
        waits = self._login_at - self._clock()
        if self._sharing is not None:
            now = asyncio.get_running_loop().time()
            waits = max((run.login_at - now for run in self._sharing.runs.values()), default=0.0)
        return PlatformHealth(
            serving=some and all(shards.values()) and not self._stopping.is_set(),
            silent=self._clock() - self._heard if shards or not some else 0.0,
            waits=max(0.0, waits),
            details={"shards": {str(shard): "ok" if is_open else "away" for shard, is_open in shards.items()}},
        )

    def _connected_shards(self) -> dict[int, bool]:
        """Return the shards of this process, and whether each is connected."""
        if self._sharing is not None:
            return {shard: run.connected for shard, run in sorted(self._sharing.runs.items())}
        client = self._messages.client
        return client.connected_shards() if client is not None and not client.is_closed() else {}

    async def stop_receiving(self) -> None:
        """Accept no more interactions and finish pending ones. Messages can still be sent."""
        self._stopping.set()
        await self._release()
        if self._processor is not None:
            await self._processor.drain(self._timing.drain)

    async def stop(self) -> None:
        await self.stop_receiving()
        await self._answers.expiring.stop(GOODBYE_SECONDS)
        if self._commands_task is not None:
            await cancel(self._commands_task)
        await self._turns.stop()
        await cancel(*self._retired.values())
        await self._limiter.stop()
        client = self._messages.client
        self._messages.connect(None)
        if client is not None:
            await close(client)

    def _backoff(self) -> Backoff:
        return Backoff(self._timing.retry, self._timing.longest_retry)

    # -- connecting ----------------------------------------------------------------------------------------------------

    async def _try_login(self) -> bool:
        """Log in once. Return False while Discord is away."""
        client = self._make_client(*self._shards)
        try:
            if await log_in(client, self._token):
                self.adopt(client)
        finally:
            if self._messages.client is not client:
                await close(client)
        return self._messages.client is client

    def _make_client(
        self,
        shard_count: int | None,
        shard_ids: Sequence[int],
        resumes: ShardSession | None = None,
        may_connect: Callable[[], bool] = lambda: True,
    ) -> DiscordClient:
        meter = self._meter
        return DiscordClient(
            self,
            shard_count=shard_count,
            shard_ids=shard_ids,
            on_slow_down=partial(meter.slowed_down, PLATFORM) if meter.counts else None,
            on_skipped=partial(meter.update_refused, PLATFORM, "unreadable"),
            resumes=resumes,
            may_connect=may_connect,
        )

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
            await connect(client)
        except LoginsSpent:
            await close(client)
            raise

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
        if self._journal.shared:
            await self._turns.count(shard)
        else:
            await self._logins.count(self._bot, shard)

    def received(self) -> None:
        """Note that something has come from the gateway, a heartbeat's answer at the least."""
        if self._sharing is None or all(self._connected_shards().values()):
            self._heard = self._clock()

    async def interaction(self, interaction: discord.Interaction[DiscordClient]) -> None:
        if self._processor is not None:
            await self._processor.interaction(interaction)

    async def closed(self, channels: Sequence[int]) -> None:
        """Channels were deleted, or the bot was removed from their server."""
        if self._processor is not None:
            await self._processor.closed(channels)

    async def left(self, guild: int) -> None:
        """The bot was removed from a server of which the gateway has told nothing in this session."""
        if self._processor is not None:
            await self._processor.left(guild)

    async def joined(self, channels: Sequence[int]) -> None:
        """The bot was added to a server with these channels."""
        if self._processor is not None:
            await self._processor.joined(channels)

    async def opened(self, channels: Sequence[int]) -> None:
        """A server is available again after an outage."""
        if self._processor is not None:
            await self._processor.opened(channels)
