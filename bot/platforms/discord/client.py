"""discord.py with as little of it as needed: shards, interactions, and events of channels that come and go.

The library caches guilds with their channels and roles, since the `guilds` intent sends them; members and messages are
not cached. All uses of its private attributes are in this module, but for those of `coding`: `Route.BASE` and
`DEFAULT_GATEWAY` are class attributes, so one process talks to one API and one gateway (`use_api`, `find_gateway`);
`_connection.parsers` is where events are parsed; `_connection._update_references` is told of each new websocket, whose
`identify` is replaced where another process has left a session to be resumed;
`http.request` makes all calls of the token, and `async_context` holds what makes those of interactions; `warn_nacl` and
`warn_dave` are warnings about voice, which we do not use.
"""

from __future__ import annotations

import asyncio
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
from bot.platforms.sending import with_sending
from storage.shared import ShardSession

OFFICIAL_API = "https://discord.com/api/v10"
LONGEST_PAUSE = 30.0
"""Longest rate limit in seconds that the library waits out by itself; it raises for longer ones."""


_TOO_MANY = 429
_UNHEARD = frozenset({"socket_raw_send", "socket_event_type"})
"""Events that come with every message of the gateway, and tell us nothing."""
_HANG_UP_SECONDS = 1.0
"""How long Discord may take to confirm that a connection ends. What it sends meanwhile is sent again on a resume."""
_RESUMES = 2
"""So often it is tried to resume the session of another process, before a shard logs in."""
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

    def left(self, guild: int) -> Awaitable[None]:
        """The bot was removed from a guild of whose channels the client knows nothing."""

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
    an event could not be read. A client of one shard goes on with the session `resumes`, if Discord still knows it. No
    connection is made while `may_connect` says no: the first that would be sets `refused`.
    """

    def __init__(
        self,
        listener: ClientListener,
        *,
        shard_count: int | None = None,
        shard_ids: Sequence[int] = (),
        on_slow_down: Callable[[float], None] | None = None,
        on_skipped: Callable[[], None] = lambda: None,
        resumes: ShardSession | None = None,
        may_connect: Callable[[], bool] = lambda: True,
    ) -> None:
        options: dict[str, Any] = {"shard_ids": list(shard_ids)} if shard_ids else {}
        trace = aiohttp.TraceConfig() if on_slow_down is None else _watching_limits(on_slow_down)
        super().__init__(
            intents=discord.Intents(guilds=True),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=LONGEST_PAUSE,
            shard_count=shard_count,
            http_trace=with_sending(trace),
            enable_debug_events=True,  # for `socket_raw_receive`, the only word of heartbeats
            **options,
        )
        self._connection.parsers.update(
            {
                event: self._if_known(parse, event)
                for event, parse in self._connection.parsers.items()
                if event in {"CHANNEL_DELETE", "THREAD_DELETE", "GUILD_DELETE"}
            }
        )
        skip_unreadable(self._connection.parsers, on_skipped)
        self.http.request = _in_part(self.http.request)  # type: ignore[method-assign, assignment]
        self._newest: dict[int, DiscordWebSocket] = {}
        self._resumes = self._left = resumes
        self._may_connect = may_connect
        self.refused = asyncio.Event()
        self._closing: asyncio.Future[bool] | None = None
        self.guild_names: dict[int, str] = {}
        """The names of guilds that are not in the cache: of a session that was resumed, Discord tells none."""
        self._connection._update_references = self._remember  # type: ignore[method-assign]
        self._listener = listener
        self._wants_recommendation = shard_count is None
        self._launching: set[int] = set()
        self._refused_login: Exception | None = None
        self._found_gateway = 0.0

    def _remember(self, ws: DiscordWebSocket) -> None:
        """Note the connection that is being made. There is no voice client to tell of it."""
        shard = ws.shard_id or 0
        if not self._may_connect():
            self.refused.set()
            self._closing = asyncio.ensure_future(ws.socket.close())
            raise asyncio.CancelledError  # of all errors the only one after which the library tries no more
        self._newest[shard] = ws
        if self._resumes is not None:
            ws.session_id, ws.sequence = self._resumes.id, self._resumes.sequence
            ws.identify = ws.resume  # type: ignore[method-assign]

    def session(self, shard: int) -> ShardSession | None:
        """Return what resumes the session of a shard, None where it has none."""
        ws = self._newest.get(shard)
        if ws is None:
            return self._left
        if ws.session_id is None or ws.sequence is None:
            return None
        return ShardSession(ws.session_id, ws.sequence, str(ws.gateway))

    async def hang_up(self) -> None:
        """End the connections; their sessions can be resumed, here or by another process. Calls can still be made.

        `may_connect` has to say no by now.
        """
        with contextlib.suppress(*AWAY):
            async with asyncio.timeout(_HANG_UP_SECONDS):
                await asyncio.gather(*(ws.close(code=4000) for ws in self._newest.values()))

    async def learn_guild_names(self) -> None:
        """Ask for the names of all guilds."""
        with contextlib.suppress(*AWAY):
            async for guild in self.fetch_guilds(limit=None, with_counts=False):
                self.guild_names[guild.id] = guild.name

    def _if_known(self, parse: Callable[[Any], None], event: str) -> Callable[[Any], None]:
        """Tell of what is gone also where the library says nothing, since it was never told that it was there."""

        def look(data: Any) -> None:
            whole = event == "GUILD_DELETE"
            if self.get_guild(int(data["id" if whole else "guild_id"])) is not None:
                parse(data)
            elif not whole:
                self.dispatch("unknown_channel_delete", int(data["id"]))
            elif not data.get("unavailable"):
                self.dispatch("unknown_guild_remove", int(data["id"]))

        return look

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
        tries = 0
        try:
            while not self.is_closed():
                if self._resumes is not None:
                    gateway = yarl.URL(self._resumes.gateway)
                try:
                    await super().launch_shard(gateway, shard_id, initial=initial)
                except _Failed:
                    if self._refused_login is not None:
                        raise self._refused_login from None
                    tries += 1
                    if tries >= _RESUMES:
                        self._resumes = None
                    _LOG.warning("discord_away", shard=shard_id, again_in=0.0)
                    await self._find_gateway_anew()
                    gateway = DiscordWebSocket.DEFAULT_GATEWAY
                else:
                    return
        finally:
            self._launching.discard(shard_id)
            self._resumes = None

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        await super().before_identify_hook(shard_id, initial=initial)
        try:
            await self._listener.logs_in(shard_id or 0)
        except Exception as error:
            self._refused_login = error
            if (ws := self._newest.get(shard_id or 0)) is not None:
                await ws.close(code=1000)  # the library would leave it open, with the thread that keeps it alive
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

    async def on_unknown_channel_delete(self, channel: int) -> None:
        await self._listener.closed([channel])

    async def on_unknown_guild_remove(self, guild: int) -> None:
        await self._listener.left(guild)

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
