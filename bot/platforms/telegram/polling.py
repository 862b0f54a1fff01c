"""Long polling with at-least-once delivery: an update is confirmed as soon as it is written down.

Telegram treats every update below the offset as confirmed, and the next poll, which begins at once, names it. Polls
never repeat an offset while updates are in hand: the server would tell of nothing else (docs/platforms.md A8).

Of several processes on one database one polls, by turns. Pollers on different databases know nothing of each other:
Telegram tells them apart (`_wait_for_other`).
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable
from typing import Any

import structlog
from telegram.error import TelegramError

from bot.concurrency.backoff import Backoff
from bot.concurrency.tasks import run_until
from bot.errors import OtherInstance
from bot.platforms.telegram.client import ApiRefusal, Client
from bot.platforms.telegram.inbox import UpdateInbox, number_of
from bot.platforms.telegram.lease_holder import LeaseHolder
from bot.platforms.telegram.parsing import ALLOWED_UPDATES
from bot.platforms.telegram.retry import TelegramTiming, TokenDoubt, is_token_refused

_LOG = structlog.get_logger(__name__)


class Poller:
    """Fetches updates and puts them into an `UpdateInbox` until it is stopped."""

    def __init__(
        self,
        client: Client,
        inbox: UpdateInbox,
        lease: LeaseHolder,
        clock: Callable[[], float],
        timing: TelegramTiming | None = None,
    ) -> None:
        self._client = client
        self._inbox = inbox
        self._lease = lease
        self._clock = clock
        self._timing = timing or TelegramTiming()
        self._offset: int | None = None
        self._told: int | None = None
        """The offset of the last poll that was begun."""
        self._stopping = asyncio.Event()
        self._doubt = TokenDoubt(client.get_me, clock, self._timing)
        self._backoff = Backoff(self._timing.retry, self._timing.longest_retry)
        self._served_since: float | None = None
        """Since when polls are answered, as far as no outage has interrupted them."""
        self._conflict_since: float | None = None
        self._conflict_last = 0.0
        self._patience: float | None = None
        """How long another poller is waited for, in seconds; None if it is the other one that has to go."""
        self.last_contact = clock()
        """When a poll was last answered."""
        self.polled = False
        """Whether the last poll was answered, or ended by another poller's: updates come in."""
        self.problem = ""
        """What keeps updates from coming in until somebody does something."""

    async def run(self) -> None:
        """Poll until `stop`.

        Raise OtherInstance when another process keeps polling, SettingError when the token is refused.
        """
        await self._inbox.open()
        confirms = False
        try:
            while not self._stopping.is_set():
                await (self._poll_once() if self._lease.held else self._stand_by())
            confirms = True
        finally:
            await asyncio.gather(self._leave(confirms=confirms), self._inbox.close())

    def stop(self) -> None:
        """Let `run` end: updates in hand are finished and confirmed, nothing new is fetched."""
        self._stopping.set()
        self._lease.ended.set()

    async def _stand_by(self) -> None:
        """Wait for the lease; then take over what the poller before us has left."""
        self.polled, self.problem, self._served_since = False, "", None
        await run_until(self._stopping, self._lease.acquire())
        if self._stopping.is_set():
            return
        # Who was ready stays so: a poll in which nothing comes takes a while to be answered.
        self.polled, self.last_contact = self._lease.taken_over, self._clock()
        # What has been confirmed meanwhile is Telegram's to know.
        self._offset = self._told = None
        await run_until(self._stopping, self._inbox.take_over())

    async def _leave(self, *, confirms: bool) -> None:
        """Release the lease when what is in hand is handled, or soon: the next poller gets what comes after it."""
        if confirms and self._lease.held:
            await self._confirm_last()
            await self._inbox.empty(self._timing.order)
        await self._lease.release()

    async def _poll_once(self) -> None:
        updates = await run_until(self._lease.ended, self._fetch())
        if updates and self._lease.held:  # else they are the next poller's, since nobody has confirmed them
            await self._inbox.take(updates)
            if newest := max(map(number_of, updates)):
                self._offset = newest + 1
            if self._inbox.full:
                await run_until(self._lease.ended, self._inbox.room())

    async def _fetch(self) -> list[dict[str, Any]]:
        self._told = self._offset
        try:
            updates = await self._client.updates(self._offset, self._timing.poll, ALLOWED_UPDATES)
        except TelegramError as error:
            await self._recover(error)
            return []
        self._note_answer()
        return updates

    def _note_answer(self) -> None:
        self._backoff.reset()
        self._doubt.clear()
        self.problem, self.polled = "", True
        self.last_contact = self._clock()
        if self._served_since is None:
            self._served_since = self.last_contact

    async def _recover(self, error: TelegramError) -> None:
        """Wait as long as an error asks for. Raise OtherInstance or SettingError where waiting does not help."""
        refusal = error if isinstance(error, ApiRefusal) else ApiRefusal(0, type(error).__name__)
        if refusal.code == 409 and refusal.says("other getUpdates"):
            if await self._lease.confirmed():  # else it is who has taken the lease over
                await self._wait_for_other()
            return
        self.polled = False
        if self._clock() - self.last_contact > self._timing.conflict:
            self._served_since = None  # another one may have served meanwhile
        if refusal.code == 409 and refusal.says("webhook"):
            await self._wait_for_webhook()
        elif is_token_refused(error):
            self.problem = "the token is refused"
            await self._doubt.weigh()
            await self._wait_after(refusal)
        elif refusal.code == 429:
            await asyncio.sleep(refusal.retry_after or self._backoff.next())
        else:
            await self._wait_after(refusal)

    async def _wait_after(self, refusal: ApiRefusal) -> None:
        wait = self._backoff.next()
        _LOG.warning("poll_failed", error=str(refusal), again_in=wait)
        await asyncio.sleep(wait)

    async def _wait_for_webhook(self) -> None:
        """Wait until whoever has set a webhook takes it away: it is not ours to delete."""
        if not self.problem:
            _LOG.warning("webhook_foreign")
        self.problem = "another process has set a webhook for this token"
        await asyncio.sleep(min(self._backoff.next(), self._timing.check))

    async def _wait_for_other(self) -> None:
        """Wait while the other poller may be about to stop, as in a rolling deploy.

        Telegram ends the polls of both with 409 in turn. Who has served before the other one came stays, and a
        newcomer gives way; of two newcomers one loses patience first.
        """
        now = self._clock()
        self.polled = True
        if self._conflict_since is None or now - self._conflict_last > self._timing.conflict / 2:
            self._conflict_since = now
            served = 0.0 if self._served_since is None else now - self._served_since
            self._patience = None if served >= self._timing.conflict else self._timing.conflict * random.uniform(1, 2)  # noqa: S311 - a draw between equals
            _LOG.warning("other_instance", waits=self._patience)
        self._conflict_last = now
        if self._patience is not None and now - self._conflict_since >= self._patience:
            raise OtherInstance("another process polls with this TELEGRAM_TOKEN; run only one") from None
        await asyncio.sleep(min(1.0, self._timing.conflict / 10))

    async def _confirm_last(self) -> None:
        """Confirm what came last. Not called after OtherInstance: the call would interrupt the other poller."""
        if self._offset == self._told:
            return
        with contextlib.suppress(TelegramError, TimeoutError):
            async with asyncio.timeout(1.5):
                await self._client.updates(self._offset, 0, ALLOWED_UPDATES)
