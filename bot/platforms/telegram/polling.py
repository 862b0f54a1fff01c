"""Long polling with at-least-once delivery: an update is confirmed when it was handled, not when it was fetched.

Telegram treats every update below the offset as confirmed and returns all others, so the offset stays at the first
update that is still being handled. Meanwhile polls are short and return that update again (its id is known, so it is
not handled twice), which keeps a slow chat from delaying the others. After `TelegramTiming.hold` seconds an update is
confirmed whatever happens, and its handling goes on in the background.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import structlog
from telegram.error import TelegramError

from bot.concurrency.backoff import Backoff
from bot.concurrency.tasks import run_until
from bot.errors import OtherInstance
from bot.platforms.telegram.client import ApiRefusal, Client
from bot.platforms.telegram.parsing import ALLOWED_UPDATES
from bot.platforms.telegram.retry import TelegramTiming, is_token_refused, refused_token, retry_forever
from bot.platforms.telegram.updates import UpdateProcessor

_LOG = structlog.get_logger(__name__)

_QUICKEST, _SLOWEST = 0.02, 0.2
"""Seconds between short polls while updates are being handled: quick after new updates, else backing off."""


class Poller:
    """Fetches updates and passes them to an `UpdateProcessor` until it is stopped."""

    def __init__(
        self,
        client: Client,
        processor: UpdateProcessor,
        clock: Callable[[], float],
        timing: TelegramTiming | None = None,
    ) -> None:
        self._client = client
        self._processor = processor
        self._clock = clock
        self._timing = timing or TelegramTiming()
        self._pending: OrderedDict[int, tuple[asyncio.Task[None], float]] = OrderedDict()
        self._confirmed: int | None = None
        self._stopping = asyncio.Event()
        self._backoff = Backoff(self._timing.retry, self._timing.longest_retry)
        self._conflict_since: float | None = None
        self._conflict_last = 0.0
        self._ticks = Backoff(_QUICKEST, _SLOWEST)
        self.heard = clock()
        """When a poll was last answered."""

    async def run(self) -> None:
        """Poll until `stop`.

        Raise OtherInstance when another process keeps polling, SettingError when the token is refused.
        """
        await run_until(self._stopping, retry_forever(self._client.delete_webhook, self._timing))
        try:
            while not self._stopping.is_set():
                await self._poll_once()
        finally:
            await self._processor.drain(self._timing.drain)
        await self._confirm_last()

    def stop(self) -> None:
        """Let `run` end: pending updates are finished and confirmed, nothing new is fetched."""
        self._stopping.set()

    async def _poll_once(self) -> None:
        seconds = 0 if self._pending else self._timing.poll
        updates = await run_until(self._stopping, self._fetch(seconds))
        fresh = [update for update in updates or [] if update.get("update_id") not in self._pending]
        for update in fresh:
            self._pending[int(update["update_id"])] = self._processor.take(update), self._clock()
        if fresh:
            self._ticks.reset()
        await self._wait_for_handlers()

    async def _wait_for_handlers(self) -> None:
        """Wait a moment for pending updates, then move the offset past those that are done."""
        if tasks := [task for task, _ in self._pending.values() if not task.done()]:
            await run_until(self._stopping, asyncio.wait(tasks, timeout=self._ticks.next()))
        self._confirm(taken_since=self._clock() - self._timing.hold)

    def _confirm(self, taken_since: float = -math.inf) -> None:
        """Move the offset past updates that are done, and past those taken before a time, done or not."""
        while self._pending:
            number, (task, since) = next(iter(self._pending.items()))
            if (not task.done() or task.cancelled()) and since > taken_since:
                return
            del self._pending[number]
            self._confirmed = number + 1

    async def _fetch(self, seconds: int) -> list[dict[str, Any]]:
        try:
            updates = await self._client.updates(self._offset(), seconds, ALLOWED_UPDATES)
        except TelegramError as error:
            await self._recover(error)
            return []
        self._backoff.reset()
        self.heard = self._clock()
        return updates

    def _offset(self) -> int | None:
        return next(iter(self._pending), self._confirmed)

    async def _recover(self, error: TelegramError) -> None:
        """Wait as long as an error asks for. Raise OtherInstance or SettingError where waiting does not help."""
        if is_token_refused(error):
            raise refused_token() from None
        refusal = error if isinstance(error, ApiRefusal) else ApiRefusal(0, type(error).__name__)
        if refusal.code == 409:
            await self._wait_for_other(refusal)
        elif refusal.code == 429:
            await asyncio.sleep(refusal.retry_after or self._backoff.next())
        else:
            wait = self._backoff.next()
            _LOG.warning("poll_failed", error=str(refusal), again_in=wait)
            await asyncio.sleep(wait)

    async def _wait_for_other(self, refusal: ApiRefusal) -> None:
        """Wait while the other poller may be about to stop, as in a rolling deploy.

        Telegram answers both pollers with 409 in turn; as soon as one of them gives up, the other goes on.
        """
        if refusal.says("webhook is active"):
            await retry_forever(self._client.delete_webhook, self._timing)
        now = self._clock()
        if self._conflict_since is None or now - self._conflict_last > self._timing.conflict / 2:
            self._conflict_since = now
            _LOG.warning("other_instance", waits=self._timing.conflict)
        self._conflict_last = now
        if now - self._conflict_since >= self._timing.conflict:
            raise OtherInstance("another process polls with this TELEGRAM_TOKEN; run only one") from None
        await asyncio.sleep(min(1.0, self._timing.conflict / 10))

    async def _confirm_last(self) -> None:
        """Confirm what was finished. Not called after OtherInstance: the call would interrupt the other poller."""
        self._confirm()
        if self._confirmed is None:
            return
        with contextlib.suppress(TelegramError, TimeoutError):
            async with asyncio.timeout(1.5):
                await self._client.updates(self._offset(), 0, ALLOWED_UPDATES)
