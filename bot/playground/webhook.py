"""Posts updates to the bot's own address, each lane in its order, until it takes them (PLATFORMS A8)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import aiohttp

from bot.playground.faults import Faults
from bot.playground.updates import Update, UpdateQueue

__all__ = ["WebhookSender", "WebhookTarget"]

_LONGEST_WAIT = 60.0
_ANSWER_SECONDS = 30.0


@dataclass(slots=True, frozen=True)
class WebhookTarget:
    """Where updates go, with which secret, over how many connections at once."""

    url: str
    secret: str
    most: int


class WebhookSender:
    """The pump from the queue to the hook. `first_wait`: seconds before a refused update is posted again."""

    def __init__(self, updates: UpdateQueue, faults: Faults, now: Callable[[], float], first_wait: float = 1.0) -> None:
        self.hook: WebhookTarget | None = None
        self.last_error = ""
        self.last_error_at = 0
        self._updates = updates
        self._faults = faults
        self._now = now
        self._first_wait = first_wait
        self._session: aiohttp.ClientSession | None = None
        self._lanes: dict[str, asyncio.Task[None]] = {}
        updates.on_arrival(self._pump)

    async def set(self, hook: WebhookTarget | None) -> None:
        """Begin posting to a hook, or stop."""
        await self.close()
        self.hook = hook
        self.last_error = ""
        if hook is not None:
            self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=_ANSWER_SECONDS))
            self._pump()

    async def close(self) -> None:
        """Stop posting."""
        tasks = list(self._lanes.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._lanes.clear()
        if self._session is not None:
            await self._session.close()
            self._session = None

    def _pump(self) -> None:
        if self.hook is None or self._session is None:
            return
        self._updates.expire()
        for update in self._updates.pending:
            if len(self._lanes) >= self.hook.most:
                return
            if update.lane not in self._lanes:
                self._lanes[update.lane] = asyncio.create_task(self._run(update))

    async def _run(self, update: Update) -> None:
        wait = self._first_wait
        while self._now() < update.expires and not await self._post(update):
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LONGEST_WAIT)
        if self._faults.draw("repeat"):
            await self._post(update)
        del self._lanes[update.lane]
        if update in self._updates.pending:
            self._updates.discard(update)
        self._pump()

    async def _post(self, update: Update) -> bool:
        assert self.hook is not None
        assert self._session is not None
        headers = {"Content-Type": "application/json"}
        if self.hook.secret:
            headers["X-Telegram-Bot-Api-Secret-Token"] = self.hook.secret
        try:
            async with self._session.post(self.hook.url, data=bytes(update.body), headers=headers) as answer:
                if answer.status // 100 == 2:
                    return True
                problem = f"Wrong response from the webhook: {answer.status} {answer.reason}"
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            problem = (
                "Connection refused" if isinstance(error, aiohttp.ClientConnectorError) else "Read timeout expired"
            )
        self.last_error, self.last_error_at = problem, int(self._now())
        return False
