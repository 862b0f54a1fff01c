"""One shard that this process has leased: a client of its own, connected as long as we have the lease.

A client for each shard, since the library's own for many gives none of them up. One whose connection was ended makes
calls for a while yet: what came by it is still to be answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import discord
import structlog

from bot.concurrency.backoff import Backoff
from bot.concurrency.tasks import cancel, spawn
from bot.errors import StoreError
from bot.platforms.discord.client import DiscordClient
from bot.platforms.discord.connecting import close, connect, log_in
from bot.platforms.discord.errors import AWAY
from bot.platforms.discord.logins import LoginLimit, LoginsSpent
from bot.platforms.discord.shared_logins import SharedLogins
from storage.shared import ShardSession

ASKED_AGAIN = 3600.0
"""How long Discord is not asked again whether there are logins left."""
_AGAIN_SECONDS = 0.05
_LOG = structlog.get_logger(__name__)


class ClientMaker(Protocol):
    """Makes clients of a shard."""

    def __call__(self, resumes: ShardSession | None, may_connect: Callable[[], bool]) -> DiscordClient:
        """Return a client that goes on with a session, and connects only while it may."""


class ShardRun:
    """A shard from the moment it is ours until it is given up.

    `find_gateway` asks Discord for the gateway, and how many logins are left. `retire` is called with a client whose
    connection has ended; `holds` tells whether the shard is ours for certain. `ended` is the task that serves the
    shard; it raises SettingError where that cannot go on.
    """

    def __init__(
        self,
        shard: int,
        session: ShardSession | None,
        *,
        token: str,
        make: ClientMaker,
        find_gateway: Callable[[], Awaitable[LoginLimit]],
        logins: SharedLogins,
        backoff: Backoff,
        retire: Callable[[DiscordClient], None],
        holds: Callable[[], bool],
    ) -> None:
        self.shard = shard
        self.login_at = 0.0
        """When it may log in, by the clock of the event loop; until then Discord, or our own brake, forbids it."""
        self._session = session
        self._token = token
        self._make = make
        self._find_gateway = find_gateway
        self._logins = logins
        self._backoff = backoff
        self._retire = retire
        self._holds = holds
        self._leased = asyncio.Event()
        self._leased.set()
        self._client: DiscordClient | None = None
        self.ended = asyncio.create_task(self._run(), name=f"shard {shard}")

    @property
    def connected(self) -> bool:
        """Whether it has a connection to the gateway."""
        return self._client is not None and self._client.connected_shards().get(self.shard, False)

    @property
    def session(self) -> ShardSession | None:
        """What resumes its session, None as long as it has none."""
        return self._client.session(self.shard) if self._client is not None else self._session

    def lose(self) -> None:
        """Note that the lease is lost: make no new connection, but keep the one that is there.

        Whoever has the lease then resumes the session, by which Discord ends our connection.
        """
        self._leased.clear()

    def regain(self) -> None:
        """Note that the lease is ours again."""
        self._leased.set()

    async def end(self) -> ShardSession | None:
        """End the connection. Return what resumes the session; everything that came before that was handed on."""
        self._leased.clear()
        if self._client is not None:
            await self._client.hang_up()
        await cancel(self.ended)
        return self._session

    async def _run(self) -> None:
        while True:
            await self._leased.wait()
            try:
                await self._connect()
            except (discord.GatewayNotFound, *AWAY) as error:
                wait = self._backoff.next()
                _LOG.warning("discord_away", shard=self.shard, error=type(error).__name__, again_in=wait)
            except (LoginsSpent, StoreError):
                wait = self._backoff.next()  # the next attempt asks Discord, or the database, until when
            else:
                self._backoff.reset()
                wait = self._backoff.next()
            await asyncio.sleep(wait)

    async def _connect(self) -> None:
        """Connect, by resuming the session if there is one, and stay connected as long as that goes well."""
        if self._session is None and not await self._may_log_in():
            return
        client = self._make(self._session, lambda: self._leased.is_set() and self._holds())
        try:
            if not await log_in(client, self._token):
                raise ConnectionError("Discord is away")
            self._client = client
            await self._stay(client)
        finally:
            self._logins.release(self.shard)
            if self._client is client:
                self._session, self._client = client.session(self.shard), None
                self._retire(client)
            else:
                await close(client)

    async def _may_log_in(self) -> bool:
        """Acquire the shard's bucket; return False after a wait for logins to be allowed at all."""
        limit = await self._find_gateway()
        if wait := await self._logins.wait(limit, self.shard):
            _LOG.warning("login_waits", shard=self.shard, left=limit.remaining, again_in=round(wait, 1))
            self.login_at = asyncio.get_running_loop().time() + wait
            await asyncio.sleep(min(wait, ASKED_AGAIN))
            return False
        await self._logins.acquire(self.shard)
        return True

    async def _stay(self, client: DiscordClient) -> None:
        """Stay connected until the connection ends for good, or must not be made again."""
        connecting = asyncio.create_task(connect(client), name="connection")
        beside: list[asyncio.Task[Any]] = [asyncio.create_task(client.refused.wait(), name="refused")]
        if self._session is not None:
            beside.append(spawn(client.learn_guild_names(), "guild names"))
        try:
            await asyncio.wait([connecting, beside[0]], return_when=asyncio.FIRST_COMPLETED)
            if connecting.done() and not connecting.cancelled():
                await connecting
        finally:
            await cancel(*beside)
            while not connecting.done():
                connecting.cancel()  # in the middle of a reconnection the library takes that for the end of this alone
                await asyncio.wait([connecting], timeout=_AGAIN_SECONDS)
            if not connecting.cancelled():
                connecting.exception()  # which is raised above, where it is not of the end
