"""Long polling, at least once: an update is confirmed when it was taken in, not when it was fetched.

Telegram confirms everything below the offset and gives everything from it on, so the offset is the first update still
in hand. While any is, polls are short and repeat it (its id is known, it is not handled twice), so that no chat waits
for a slow one. After 5 s an update is confirmed whatever happens and goes on in the background.
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

from bot.errors import OtherInstance
from bot.platforms.telegram.client import ApiRefusal, Client
from bot.platforms.telegram.parsing import ALLOWED_UPDATES
from bot.platforms.telegram.retry import Timing, is_token_refused, refused_token, retry_forever, run_until
from bot.platforms.telegram.updates import UpdateProcessor

_LOG = structlog.get_logger(__name__)

_QUICK, _SLOW = 0.02, 0.2
"""How soon to look again while updates are in hand: at once where news came, else less and less often."""


class Poller:
    """Fetches updates until it is stopped."""

    def __init__(
        self, client: Client, reception: UpdateProcessor, clock: Callable[[], float], timing: Timing | None = None
    ) -> None:
        self._client = client
        self._reception = reception
        self._clock = clock
        self._timing = timing or Timing()
        self._in_hand: OrderedDict[int, tuple[asyncio.Task[None], float]] = OrderedDict()
        self._confirmed: int | None = None
        self._stopping = asyncio.Event()
        self._pause = self._timing.retry
        self._conflict_since: float | None = None
        self._conflict_last = 0.0
        self._tick = _QUICK

    async def run(self) -> None:
        """Poll until `stop`; raises OtherInstance when another poller stays, SettingError when the token is refused."""
        await run_until(self._stopping, retry_forever(self._client.delete_webhook, self._timing))
        try:
            while not self._stopping.is_set():
                await self._round()
        finally:
            await self._reception.drain(self._timing.drain)
        await self._confirm_last()

    def stop(self) -> None:
        """Let `run` end: what is in hand is finished and confirmed, nothing new is fetched."""
        self._stopping.set()

    async def _round(self) -> None:
        seconds = 0 if self._in_hand else self._timing.poll
        updates = await run_until(self._stopping, self._fetch(seconds))
        fresh = [update for update in updates or [] if update.get("update_id") not in self._in_hand]
        for update in fresh:
            self._in_hand[int(update["update_id"])] = self._reception.take(update), self._clock()
        self._tick = _QUICK if fresh else min(self._tick * 2, _SLOW)
        await self._hold()

    async def _hold(self) -> None:
        """Give what is in hand a moment, then move the offset over what is done."""
        if tasks := [task for task, _ in self._in_hand.values() if not task.done()]:
            await run_until(self._stopping, asyncio.wait(tasks, timeout=self._tick))
        self._confirm(taken_since=self._clock() - self._timing.hold)

    def _confirm(self, taken_since: float = -math.inf) -> None:
        """Move the offset over what is done, and over what was taken before a time, done or not."""
        while self._in_hand:
            number, (task, since) = next(iter(self._in_hand.items()))
            if (not task.done() or task.cancelled()) and since > taken_since:
                return
            del self._in_hand[number]
            self._confirmed = number + 1

    async def _fetch(self, seconds: int) -> list[dict[str, Any]]:
        try:
            updates = await self._client.updates(self._offset(), seconds, ALLOWED_UPDATES)
        except TelegramError as error:
            await self._recover(error)
            return []
        self._pause = self._timing.retry
        return updates

    def _offset(self) -> int | None:
        return next(iter(self._in_hand), self._confirmed)

    async def _recover(self, error: TelegramError) -> None:
        """Wait as long as an error asks for, or give up where waiting is no help."""
        if is_token_refused(error):
            raise refused_token() from None
        refusal = error if isinstance(error, ApiRefusal) else ApiRefusal(0, type(error).__name__)
        if refusal.code == 409:
            await self._wait_for_other(refusal)
        elif refusal.code == 429:
            await asyncio.sleep(refusal.retry_after or self._pause)
        else:
            _LOG.warning("poll_failed", error=str(refusal), again_in=self._pause)
            await asyncio.sleep(self._pause)
            self._pause = min(self._pause * 2, self._timing.longest_retry)

    async def _wait_for_other(self, refusal: ApiRefusal) -> None:
        """Keep trying while another poller may go; of two, one gives up, as then the other is no longer refused."""
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
        """Confirm what was finished; not after giving way to another poller, whom it would turn out."""
        self._confirm()
        if self._confirmed is None:
            return
        with contextlib.suppress(TelegramError, TimeoutError):
            async with asyncio.timeout(1.5):
                await self._client.updates(self._offset(), 0, ALLOWED_UPDATES)
