"""Several processes of one bot on one PostgreSQL, within the test's own: each has a store, an adapter and a handler."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

from aiohttp import web
from msgspec.structs import replace

from bot.messaging import Command, Press
from bot.platforms.telegram.adapter import TelegramAdapter
from bot.web import Web
from storage.store import Store
from tests.telegram.conftest import QUICK, TelegramScene
from tests.telegram.recording import RecordingHandler

TIMING = replace(QUICK, check=0.05, look=0.1, stand_by=0.02)


class Member:
    """One of the processes. What it handles is in `handler`."""

    def __init__(self, scene: TelegramScene, store: Store, **values: Any) -> None:
        self.store = store
        self.looks = 0
        """How often it has looked for updates that others have left."""
        self._count_looks()
        self.handler = RecordingHandler()
        self.adapter: TelegramAdapter = scene.adapter(
            **({"updates": store, "floods": store, "leases": store.leases, "timing": TIMING} | values)
        )
        self._running: asyncio.Task[None] | None = None

    def _count_looks(self) -> None:
        look = self.store.unfinished_updates

        async def counted(bot: str, *, ours_too: bool) -> Mapping[int, str]:
            found = await look(bot, ours_too=ours_too)
            self.looks += 1
            return found

        self.store.unfinished_updates = counted  # type: ignore[method-assign]

    async def start(self) -> None:
        await self.adapter.start()
        self._running = asyncio.create_task(self.adapter.run(self.handler))

    async def stop(self) -> None:
        """Stop as a process does that is asked to; its connections are closed last."""
        await self.adapter.stop()
        if self._running is not None:
            await self._running
        await self.store.close()

    async def kill(self) -> None:
        """End without a word: the server notices that the connections are gone, and nothing is written any more."""
        await self.store.close()
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running
        await self.adapter.stop()

    async def failed(self) -> BaseException | None:
        """Wait until it ends by itself; return the error."""
        assert self._running is not None
        await asyncio.wait({self._running})
        return self._running.exception()

    @property
    def serves(self) -> bool:
        """Whether it would say that it is ready."""
        return self.adapter.health().serving

    @property
    def stands_by(self) -> str:
        """For what it stands by, as it says."""
        return str(self.adapter.health().details.get("stands_by", ""))

    @property
    def handled(self) -> list[str]:
        """The commands and presses that it was given, in order."""
        items = [item for item in self.handler.log if isinstance(item, Command | Press)]
        return [item.name if isinstance(item, Command) else item.token for item in items]


class Fleet:
    """Processes of one bot, and a load balancer in front of them that takes each in turn."""

    def __init__(self, scene: TelegramScene, url: str, front: Web) -> None:
        self.scene = scene
        self.url = url
        self.members: list[Member] = []
        self.webhook_url = f"{front.url}/telegram"
        self.posted: list[Member] = []
        """Who was given each update that was posted."""
        self.stale: Member | None = None
        """To whom the load balancer sends everything, since it has not heard yet that it stops."""
        self._turn = 0

    async def add(self, number: int = 1, *, url: str = "", **values: Any) -> list[Member]:
        """Start processes, all at once."""
        added = [Member(self.scene, await Store.open(url or self.url), **values) for _ in range(number)]
        self.members += added
        await asyncio.gather(*(member.start() for member in added))
        return added

    async def add_behind_webhook(self, number: int = 1, **values: Any) -> list[Member]:
        """Start processes to which updates are posted."""
        added = await self.add(number, webhook_url=self.webhook_url, webhook_secret="s", **values)
        async with asyncio.timeout(60):
            while not all(member.serves for member in added):  # noqa: ASYNC110 - nobody is told
                await asyncio.sleep(0.01)
        return added

    async def stop(self, member: Member) -> None:
        self.members.remove(member)
        await member.stop()

    async def kill(self, member: Member) -> None:
        self.members.remove(member)
        await member.kill()

    def of(self, such: Callable[[Member], object]) -> list[Member]:
        return [member for member in self.members if such(member)]

    async def looked(self, number: int) -> None:
        """Wait until everybody has looked so many times more for what others have left."""
        wanted = {id(member): member.looks + number for member in self.members}
        async with asyncio.timeout(60):
            while any(member.looks < wanted[id(member)] for member in self.members):  # noqa: ASYNC110 - nobody is told
                await asyncio.sleep(0.01)

    @property
    def leaders(self) -> list[Member]:
        """Who serves and does not stand by."""
        return self.of(lambda member: member.serves and not member.stands_by)

    @property
    def settled(self) -> bool:
        """Whether all serve, one of them as the leader."""
        return len(self.leaders) == 1 and all(member.serves for member in self.members)

    async def hand_on(self, request: web.Request) -> web.Response:
        """Let the next one in turn handle a request; 502 where there is none."""
        ready = [self.stale] if self.stale else self.of(lambda member: member.serves)
        if not ready:
            return web.Response(status=502)
        self._turn += 1
        member = ready[self._turn % len(ready)]
        self.posted.append(member)
        return await member.adapter.handle_request(request)


@asynccontextmanager
async def fleet_of(scene: TelegramScene, url: str) -> AsyncIterator[Fleet]:
    """Yield a fleet in which nobody is yet; whoever is left in it is stopped."""
    async with AsyncExitStack() as stack:
        made: list[Fleet] = []

        async def hand_on(request: web.Request) -> web.Response:
            return await made[0].hand_on(request)

        front = await stack.enter_async_context(Web("127.0.0.1", 0, [web.post("/telegram", hand_on)], health=_well))
        made.append(Fleet(scene, url, front))
        try:
            yield made[0]
        finally:
            for member in made[0].members:
                with suppress(Exception):
                    await member.stop()


async def _well() -> dict[str, str]:
    return {"status": "ok"}
