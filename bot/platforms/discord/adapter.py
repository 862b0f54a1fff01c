"""The Discord adapter: connection, platform and interactions joined. Takes plain values, knows no settings."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence

import discord
import msgspec
import structlog

from bot.commands import CommandSpec
from bot.concurrency.backoff import Backoff
from bot.concurrency.tasks import cancel
from bot.errors import SettingError
from bot.i18n.catalogs import Catalogs
from bot.messaging import UpdateHandler
from bot.platforms.adapter import Draw, PlatformHealth
from bot.platforms.discord.cache import DiscordCache
from bot.platforms.discord.client import OFFICIAL_API, DiscordClient, expect_no_voice, use_api
from bot.platforms.discord.commands import put_commands
from bot.platforms.discord.dm_openings import DmOpenings
from bot.platforms.discord.errors import AWAY
from bot.platforms.discord.interactions import InteractionProcessor
from bot.platforms.discord.messages import DiscordMessages
from bot.platforms.discord.platform import DiscordPlatform
from bot.platforms.discord.rate_limit import DiscordRateLimiter
from bot.platforms.discord.responses import InteractionResponses

GOODBYE_SECONDS = 1.5
"""How long a stop may take to delete private answers, which the next process could not."""
_LOG = structlog.get_logger(__name__)
_UNAUTHORIZED = 401
_REFUSED_TOKEN, _BAD_SHARD, _TOO_FEW_SHARDS, _BAD_INTENTS, _FORBIDDEN_INTENTS = 4004, 4010, 4011, 4013, 4014


class DiscordTiming(msgspec.Struct, frozen=True):
    """Timeouts in seconds; other values are for tests."""

    retry: float = 0.5
    """The first pause after a failure; it doubles."""
    longest_retry: float = 30.0
    drain: float = 4.0
    """How long a stop waits for interactions that are being handled."""


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
        api_url: str = OFFICIAL_API,
        shard_count: int | None = None,
        shard_ids: Sequence[int] = (),
        commands: Sequence[CommandSpec] = (),
        introduce: bool = True,
        clock: Callable[[], float] = time.monotonic,
        wall_clock: Callable[[], float] = time.time,
        timing: DiscordTiming | None = None,
    ) -> None:
        expect_no_voice()
        use_api(api_url)
        self._token = token
        self._catalogs = catalogs
        self._commands = commands
        self._introduces = introduce
        self._shards = (shard_count, tuple(shard_ids))
        self._timing = timing or DiscordTiming()
        self._messages = DiscordMessages(draw)
        self._answers = InteractionResponses(self._messages)
        self._cache = DiscordCache(clock)
        self.chat = DiscordPlatform(
            self._messages,
            DiscordRateLimiter(clock),
            self._cache,
            DmOpenings(clock),
            wall_clock,
            self._answers.expiring,
        )
        self._processor: InteractionProcessor | None = None
        self._clock = clock
        self._heard = clock()
        self._commands_task: asyncio.Task[None] | None = None
        self._stopping = asyncio.Event()

    # -- serving -------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        backoff = self._backoff()
        while not await self._try_login():
            wait = backoff.next()
            _LOG.warning("discord_away", again_in=wait)
            await asyncio.sleep(wait)
        self._commands_task = asyncio.create_task(self._introduce())

    async def run(self, handler: UpdateHandler) -> None:
        """Pass interactions to `handler` until `stop`. Raise SettingError."""
        self.listen(handler)
        backoff = self._backoff()
        while not self._stopping.is_set():
            try:
                await self._connect()
            except (discord.GatewayNotFound, *AWAY) as error:
                wait = backoff.next()
                _LOG.warning("discord_away", error=type(error).__name__, again_in=wait)
            else:
                backoff.reset()
                wait = backoff.next()
            await self._pause(wait)

    def listen(self, handler: UpdateHandler) -> None:
        """Pass what the client receives to `handler` from now on."""
        self._processor = InteractionProcessor(handler, self._answers, self._cache, self._catalogs, self._commands)

    def health(self) -> PlatformHealth:
        """Return whether interactions come in, and which shards are connected (`bot.health`)."""
        client = self._messages.client
        shards = client.connected_shards() if client is not None and not client.is_closed() else {}
        serving = bool(shards) and all(shards.values()) and not self._stopping.is_set()
        return PlatformHealth(
            serving=serving,
            silent=self._clock() - self._heard,
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
        client = self._messages.client
        self._messages.connect(None)
        if client is not None:
            await _close(client)

    def _backoff(self) -> Backoff:
        return Backoff(self._timing.retry, self._timing.longest_retry)

    # -- connecting ----------------------------------------------------------------------------------------------------

    async def _try_login(self) -> bool:
        """Log in once. Return False while Discord is away."""
        client = DiscordClient(self, shard_count=self._shards[0], shard_ids=self._shards[1])
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
        await client.find_gateway()
        try:
            await client.connect()
        except discord.PrivilegedIntentsRequired as error:
            raise SettingError("DISCORD_TOKEN: Discord does not grant this bot the intents it asks for") from error
        except discord.ConnectionClosed as error:
            raise _close_error(error) from None

    async def _pause(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stopping.wait()

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
