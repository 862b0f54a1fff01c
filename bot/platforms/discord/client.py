"""discord.py with as little of it as needed: shards, interactions, and events of channels that come and go.

The library caches guilds with their channels and roles, since the `guilds` intent sends them; members and messages are
not cached. All uses of its private attributes are in this module, but for those of `coding`: `Route.BASE` and
`DEFAULT_GATEWAY` are class attributes, so one process talks to one API and one gateway (`use_api`, `find_gateway`);
`_connection.parsers` is where events are parsed; `_connection._update_references` is told of each new websocket;
`http.request` makes all calls of the token, and `async_context` holds what makes those of interactions; `warn_nacl` and
`warn_dave` are warnings about voice, which we do not use.
"""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

import aiohttp
import discord
import structlog
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route, json_or_text
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.platforms.discord.errors import AWAY, retry_after
from bot.platforms.discord.logins import LoginLimit
from bot.platforms.discord.partial import answer_part, receipt_part
from bot.platforms.discord.tolerant_parsing import skip_unreadable

OFFICIAL_API = "https://discord.com/api/v10"
LONGEST_PAUSE = 30.0
"""Longest rate limit in seconds that the library waits out by itself; it raises for longer ones."""


_TOO_MANY = 429
_UNHEARD = frozenset({"socket_raw_send", "socket_event_type"})
"""Events that come with every message of the gateway, and tell us nothing."""
_GATEWAY_SECONDS = 60.0
"""The address of the gateway is asked for no oftener than this while shards are connected anew."""
_LOG = structlog.get_logger(__name__)


class _Failed(Exception):
    """A first connection of a shard has failed."""


class _Calls(AsyncWebhookAdapter):
    """The calls of interactions. A first answer is given once, and its failure raised.

    The library would give it again a second after a server error and three seconds after the next one, which is too
    late (`responses`), and not at all after a connection that broke.
    """

    async def request(self, route: Route, session: aiohttp.ClientSession, **asked: Any) -> Any:
        if not route.path.endswith("/callback"):
            return answer_part(await super().request(route, session, **asked))
        async with session.request(
            route.method,
            route.url,
            json=asked.get("payload"),
            params=asked.get("params"),
            proxy=asked.get("proxy"),
            proxy_auth=asked.get("proxy_auth"),
        ) as response:
            content = await json_or_text(response)
            if response.status == 429 and isinstance(content, dict):
                raise discord.RateLimited(content["retry_after"])
            if response.status >= 300:
                raise discord.HTTPException(response, content)
            return receipt_part(content)


class ClientListener(Protocol):
    """Receives the events of a client."""

    def received(self) -> None:
        """Something came from the gateway while all shards were connected."""

    def interaction(self, interaction: discord.Interaction[Any]) -> Awaitable[None]: ...

    def closed(self, channels: Sequence[int]) -> Awaitable[None]:
        """Channels or threads were deleted, or the bot was removed from their guild."""

    def joined(self, channels: Sequence[int]) -> Awaitable[None]:
        """The bot was added to the guild of these channels, perhaps not for the first time."""

    def opened(self, channels: Sequence[int]) -> Awaitable[None]:
        """A guild is available again after an outage. Also called for every guild after a start."""

    def logs_in(self, shard: int) -> Awaitable[None]:
        """A shard is about to log in (IDENTIFY). What this raises ends `connect`."""


def expect_no_voice() -> None:
    """Keep the library from warning that what it needs for voice is not installed."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def use_api(api_url: str) -> None:
    """Send every call of this process to the API at `api_url`."""
    Route.BASE = api_url


class DiscordClient(discord.AutoShardedClient):
    """The connection to Discord; passes its events to a listener.

    `on_slow_down` is told the seconds of each 429, the library waits most of them out without a word; `on_skipped` that
    an event could not be read.
    """

    def __init__(
        self,
        listener: ClientListener,
        *,
        shard_count: int | None = None,
        shard_ids: Sequence[int] = (),
        on_slow_down: Callable[[float], None] | None = None,
        on_skipped: Callable[[], None] = lambda: None,
    ) -> None:
        options: dict[str, Any] = {"shard_ids": list(shard_ids)} if shard_ids else {}
        if on_slow_down is not None:
            options["http_trace"] = _watching_limits(on_slow_down)
        super().__init__(
            intents=discord.Intents(guilds=True),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=LONGEST_PAUSE,
            shard_count=shard_count,
            enable_debug_events=True,  # for `socket_raw_receive`, the only word of heartbeats
            **options,
        )
        skip_unreadable(self._connection.parsers, on_skipped)
        self.http.request = _in_part(self.http.request)  # type: ignore[method-assign, assignment]
        self._newest: DiscordWebSocket | None = None
        self._connection._update_references = self._remember  # type: ignore[method-assign]
        self._listener = listener
        self._wants_recommendation = shard_count is None
        self._launching: set[int] = set()
        self._refused_login: Exception | None = None
        self._found_gateway = 0.0

    def _remember(self, ws: DiscordWebSocket) -> None:
        """Note the connection that is being made: one at a time is. There is no voice client to tell of it."""
        self._newest = ws

    async def find_gateway(self) -> LoginLimit:
        """Ask for the gateway's address and the recommended number of shards; return how many logins are left.

        Raise GatewayNotFound.
        """
        shards, url, limit = await self.http.get_bot_gateway()
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url)
        self._found_gateway = self.loop.time()
        if self._wants_recommendation:
            self.shard_count = shards
        return LoginLimit(limit["total"], limit["remaining"], limit["reset_after"] / 1000)

    @property
    def served_shards(self) -> Sequence[int]:
        """The shards of this process; known once the gateway is found."""
        return self.shard_ids or range(self.shard_count or 1)

    async def connect(self, *, reconnect: bool = True) -> None:
        async_context.set(_Calls())  # type: ignore[no-untyped-call]  # for whatever this task begins, so for all that the gateway sends
        await super().connect(reconnect=reconnect)

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard for the first time, for as long as it takes. Raise what `logs_in` has raised.

        After a failure the library waits for five seconds and calls this method again, from within itself: after 80
        minutes that would end in RecursionError. So that call does nothing, and this one goes on.
        """
        if shard_id in self._launching:
            raise _Failed
        self._launching.add(shard_id)
        try:
            while not self.is_closed():
                try:
                    return await super().launch_shard(gateway, shard_id, initial=initial)
                except _Failed:
                    if self._refused_login is not None:
                        raise self._refused_login from None
                    _LOG.warning("discord_away", shard=shard_id, again_in=0.0)
                    await self._find_gateway_anew()
                    gateway = DiscordWebSocket.DEFAULT_GATEWAY
        finally:
            self._launching.discard(shard_id)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        await super().before_identify_hook(shard_id, initial=initial)
        try:
            await self._listener.logs_in(shard_id or 0)
        except Exception as error:
            self._refused_login = error
            if self._newest is not None:  # the library would leave it open, with the thread that keeps it alive
                await self._newest.close(code=1000)
            raise

    async def on_shard_disconnect(self, _shard_id: int) -> None:
        await self._find_gateway_anew()  # the library connects again to the address that it knows

    async def _find_gateway_anew(self) -> None:
        """Ask for the gateway's address, unless that was done within the last minute or cannot be done now."""
        if self.is_closed() or self.loop.time() < self._found_gateway + _GATEWAY_SECONDS:
            return
        with contextlib.suppress(discord.GatewayNotFound, *AWAY):
            _, url, _ = await self.http.get_bot_gateway()
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url)
            self._found_gateway = self.loop.time()

    def connected_shards(self) -> dict[int, bool]:
        """Return the shards of this process that were begun, and whether each is connected."""
        return {number: not shard.is_closed() for number, shard in self.shards.items()}

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        # For each event the library would begin a task, also for what comes and goes with everything else.
        if event == "socket_raw_receive":
            self._note_received()
        elif event not in _UNHEARD:
            super().dispatch(event, *args, **kwargs)

    def _note_received(self) -> None:
        if not any(shard.is_closed() for shard in self.shards.values()):
            self._listener.received()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        await self._listener.interaction(interaction)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._listener.joined(_channels(guild))

    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self._listener.opened(_channels(guild))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._listener.closed(_channels(guild))  # the library does not send this for an outage

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._listener.closed([channel.id])

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._listener.closed([payload.thread_id])


def _in_part(request: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Make calls answer what is read of their answers."""

    async def in_part(route: Route, **asked: Any) -> Any:
        return answer_part(await request(route, **asked))

    return in_part


def _watching_limits(on_slow_down: Callable[[float], None]) -> aiohttp.TraceConfig:

    async def look(_session: object, _context: object, ended: aiohttp.TraceRequestEndParams) -> None:
        if ended.response.status == _TOO_MANY:
            on_slow_down(retry_after(ended.response.headers))

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(look)
    return trace


def _channels(guild: discord.Guild) -> list[int]:
    return [channel.id for channel in (*guild.channels, *guild.threads)]
