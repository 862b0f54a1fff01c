"""Posts updates to the bot's webhook, each lane in its order, until it takes them (A8)."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import aiohttp

from bot.playground.updates import Update
from bot.playground.world import World

_LONGEST_WAIT = 60.0
_ANSWER_SECONDS = 30.0


@dataclass(slots=True, frozen=True)
class WebhookTarget:
    url: str
    secret: str
    max_connections: int


class WebhookSender:
    """Sends a world's updates to a target. `first_wait`: seconds before a refused update is posted again."""

    def __init__(self, world: World, first_wait: float = 1.0) -> None:
        self.target: WebhookTarget | None = None
        self.last_error = ""
        self.last_error_at = 0.0
        self._world = world
        self._updates = world.updates
        self._first_wait = first_wait
        self._session: aiohttp.ClientSession | None = None
        self._lanes: dict[str, asyncio.Task[None]] = {}
        self._updates.on_arrival(self._pump)

    async def set(self, target: WebhookTarget | None) -> None:
        """Begin posting to a target, or stop. One that is set already is left as it is, with what is being posted."""
        if target is not None and target == self.target and self._session is not None:
            return
        await self.close()
        self.target = target
        self.last_error = ""
        if target is not None:
            self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=_ANSWER_SECONDS))
            self._pump()

    async def close(self) -> None:
        tasks = list(self._lanes.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._lanes.clear()
        if self._session is not None:
            await self._session.close()
            self._session = None

    # One task for each lane with something pending: a slow chat holds up no other, and keeps its order.
    def _pump(self) -> None:
        if self.target is None or self._session is None:
            return
        self._updates.expire()
        for update in self._updates.pending:
            if len(self._lanes) >= self.target.max_connections:
                return
            if update.lane not in self._lanes:
                self._lanes[update.lane] = asyncio.create_task(self._run(update, self.target, self._session))

    async def _run(self, update: Update, target: WebhookTarget, session: aiohttp.ClientSession) -> None:
        wait = self._first_wait
        while self._world.now() < update.expires and not await self._post(update, target, session):
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LONGEST_WAIT)
        if self._world.faults.draw("repeat"):
            await self._post(update, target, session)
        del self._lanes[update.lane]
        self._updates.discard(update)
        self._pump()

    async def _post(self, update: Update, target: WebhookTarget, session: aiohttp.ClientSession) -> bool:
        headers = {"Content-Type": "application/json"}
        if target.secret:
            headers["X-Telegram-Bot-Api-Secret-Token"] = target.secret
        try:
            async with session.post(target.url, data=bytes(update.body), headers=headers) as answer:
                if 200 <= answer.status < 300:
                    return True
                problem = f"Wrong response from the webhook: {answer.status} {answer.reason}"
        except aiohttp.ClientConnectorError:
            problem = "Connection refused"
        except (aiohttp.ClientError, TimeoutError, OSError):
            problem = "Read timeout expired"
        self.last_error, self.last_error_at = problem, self._world.now()
        return False
