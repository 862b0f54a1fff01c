"""The limits of a platform over all processes that serve one bot (`storage/limits.py` says how they are counted).

A call takes its reservation by one statement, together with the others that ask at that moment; reports of earlier ones
go along. So there is at most one statement for each call, and fewer the more calls there are. Two kinds of statements
belong to no call, and are rare: one that reports a call which takes much longer than it should, and one by which a busy
process renews its quota of the token's calls, or gives it back when it falls silent.

While the database is away nothing is known of the others. Whoever waits in a window waits until all calls of before are
past, and then every process takes the same part of each limit: as if it were one of three, or of as many as there last
were if these were more (`bot/platforms/limits_fallback.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Protocol

import msgspec
import structlog
from cachetools import LRUCache

from bot.concurrency.tasks import cancel, spawn
from bot.errors import StoreAway, StoreError
from bot.platforms.call_reports import CallReports
from bot.platforms.limits_fallback import SETTLE_SECONDS, LimitsFallback
from bot.platforms.reservations import FREE, MICRO, Reservation, Waiter, WindowRule, micro
from bot.platforms.token_quota import SOON_SECONDS, TokenQuota
from bot.platforms.windows import Permit
from storage.limits import CallAnswer, CallQuestion, CallReport, PauseReport, ReservationReply

UNKNOWN_SECONDS = 60.5
"""After so long without any question, the first one begins to count anew: others may have called by other means."""
PATIENCE_SECONDS = 5.0
"""After how long a database that does not answer is taken for away."""
NOTICE_SECONDS = PATIENCE_SECONDS + 1.0
"""After how long any process that calls has noticed that."""
GOODBYE_SECONDS = 1.0
"""How long a process that stops waits for the database, to report what it has not reported yet."""
_MOST_KNOWN = 10_000
_LOG = structlog.get_logger(__name__)


class Counts(Protocol):
    """What counts for all processes (`storage.limits.CallCounts`)."""

    @property
    def me(self) -> str:
        """The name of this process among them."""

    async def ask(self, question: CallQuestion) -> CallAnswer:
        """Report and ask. Raise StoreError."""


class Flood(msgspec.Struct, frozen=True):
    """So many pauses that end within `near` seconds of each other mean the whole token, for `longest` at most."""

    alike: int
    near: float
    longest: float


class SharedLimits:
    """The limits of one bot over all processes. `clock` counts seconds as the event loop does.

    `second` is the limit of the token. `on_pause` is told by name for how many seconds no call is to be made, and
    nothing new sent, in whichever process the platform said so.
    """

    def __init__(
        self,
        counts: Counts,
        platform: str,
        clock: Callable[[], float],
        second: WindowRule,
        *,
        on_pause: Callable[[str, float, float], None],
        flood: Flood | None = None,
    ) -> None:
        self._counts, self._platform, self._clock = counts, platform, clock
        self._flood, self._on_pause = flood, on_pause
        self._quota = TokenQuota(second, clock)
        self._fallback = LimitsFallback(NOTICE_SECONDS + second.width)
        self.token = self._quota.gate
        """What is before each call, and admits as many as are this process's quota."""
        self._bot = ""
        self._last_answer: int | None = None
        self._ahead = 0.0
        """What the database's clock shows more than ours, in microseconds, at most."""
        self._waiters: list[Waiter] = []
        self._asking = 0
        """How many requests are in the question that is on its way."""
        self._asked: asyncio.Task[CallAnswer] | None = None
        self._reservations: set[Reservation] = set()
        self._reports = CallReports()
        self._pauses: list[tuple[str, float, bool]] = []
        self._next: LRUCache[str, float] = LRUCache(_MOST_KNOWN)
        """When the next call in a window is likely to be admitted."""
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def identify(self, bot: str) -> None:
        """Say whose calls these are, by the id that the platform gives the bot."""
        self._bot = f"{self._platform}/{bot}"
        self._changed.set()

    async def stop(self) -> None:
        """Count no more; report what is not reported yet."""
        if self._task is None:
            return
        await cancel(self._task)
        self._task = None
        if self._asked is not None and not self._asked.done():
            await asyncio.wait([self._asked], timeout=GOODBYE_SECONDS)
        if self._last_answer is not None and not self._fallback.active:
            reports = [*self._reports.pending(), *self._overdue(self._clock())]
            with contextlib.suppress(StoreError):
                await self._answer(self._question((), reports, self._quota.used(), 0), GOODBYE_SECONDS)

    # -- calls ---------------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def call(
        self, permit: Permit, *, name: str = "", rule: WindowRule = FREE, urgent: bool = False
    ) -> AsyncIterator[None]:
        """Wait until one call may be made, and count it; urgent ones pass others that wait for the token's limit."""
        async with self._reserved(name, rule, permit):
            if self._quota.is_over and not self._fallback.active:  # it has waited for long
                self._quota.drop()
            self._note_change()
            try:
                async with self.token.acquire(permit, urgent=urgent):
                    yield
            finally:
                self._note_change()

    async def try_reserve(self, name: str, rule: WindowRule) -> float | None:
        """Take a place in a window if there is one, and return 0; else the seconds until there may be one.

        Return None where the database has been away for so long that no call counts any more which others have made
        before.
        """
        answer = await self._reserve(Waiter(name, rule, self._clock(), no_wait=True))
        if isinstance(answer, Reservation):
            self._reservations.discard(answer)  # it counts until it is over at the latest
            return 0.0
        return answer

    def fallback_limit(self, limit: int) -> int:
        """Return how much of a limit one process takes while the database is away."""
        return self._fallback.part(limit)

    def wait(self, name: str) -> float:
        """Return the seconds until the next call in a window is likely to be admitted, 0 for at once."""
        return max(0.0, self._next.get(name, 0.0) - self._clock(), self._quota.wait())

    def pause(self, name: str, seconds: float, *, held: bool = False) -> None:
        """Tell all processes that no call is to be made for so long; `held`: that nothing new is to be sent."""
        self._pauses.append((name, self._clock() + seconds, held))
        self._note_change()

    @asynccontextmanager
    async def _reserved(self, name: str, rule: WindowRule, permit: Permit) -> AsyncIterator[None]:
        """Take a reservation, and wait until its time has come."""
        reservation = await self._reserve(Waiter(name, rule, self._clock(), no_wait=False))
        if not isinstance(reservation, Reservation):
            yield
            return
        try:
            while (wait := reservation.ready - self._clock()) > 0:  # noqa: ASYNC110 - it waits for the time itself
                await asyncio.sleep(wait)
            yield
        finally:
            self._end(reservation, permit.calls)

    async def _reserve(self, waiter: Waiter) -> Reservation | float | None:
        self._waiters.append(waiter)
        self._note_change()
        try:
            return await waiter.answer
        except asyncio.CancelledError:
            if waiter in self._waiters:
                self._waiters.remove(waiter)
            answer = None if waiter.answer.cancelled() or not waiter.answer.done() else waiter.answer.result()
            if isinstance(answer, Reservation):  # cancelled just when it was given
                self._end(answer, 0)
            raise

    def _end(self, reservation: Reservation, calls: int) -> None:
        """Note the end of what a reservation was for, after so many calls; it is reported with a later statement."""
        self._reservations.discard(reservation)
        if not reservation.rule.most:
            return
        now = self._clock()
        if reservation.window is not None:
            reservation.window.end(now, calls)
        name, begun, expected = reservation.name, reservation.begun, reservation.expected_end
        ended = max(self._database_time(now), begun)
        self._reports.add(now, CallReport(name, begun, expected, ended if calls else None))
        for _ in range(calls - 1):
            self._reports.add(now, CallReport(name, None, None, ended))
        if calls != 1 or ended > expected:  # else it counts for as long as it would if it were reported
            self._reports.due = min(self._reports.due, reservation.overdue_at)
            self._note_change()

    def _database_time(self, now: float) -> int:
        """Return what the database's clock shows at a moment, or a little more."""
        return int(now * MICRO + self._ahead)

    # -- the exchange with the database --------------------------------------------------------------------------------

    def _note_change(self) -> None:
        """Look whether something is to be asked or reported."""
        self._changed.set()
        if self._task is None or self._task.done():
            self._task = spawn(self._run(), "limits")

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            wait = self._due() - self._clock()
            if wait <= 0:
                await self._exchange()
                continue
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(None if math.isinf(wait) else wait):
                    await self._changed.wait()

    def _due(self) -> float:
        """Return when to ask or report next."""
        if not self._bot:
            return math.inf
        times = [waiter.again for waiter in self._waiters]
        times += [each.overdue_at for each in self._reservations if each.rule.most]
        times += [self._reports.due, -math.inf if self._pauses or self._fallback.active else math.inf]
        times.append(self._quota.due(self._demand, reserved=bool(self._reservations)))
        return max(min(times), self._fallback.retry_at)

    def _demand(self) -> int:
        soon = self._clock() + SOON_SECONDS
        return self._quota.demand(self._reservations, sum(each.again <= soon for each in self._waiters) + self._asking)

    async def _exchange(self) -> None:
        now = self._clock()
        if self._fallback.active:
            # Others have something to report, too, if the database was away for so long that they called.
            for waiter in self._waiters:
                if now >= self._fallback.starts_at(waiter.rule):
                    waiter.again = max(waiter.again, now + SETTLE_SECONDS)
        asking = [waiter for waiter in self._waiters if waiter.again <= now]
        self._waiters = [waiter for waiter in self._waiters if waiter.again > now]
        self._asking = len(asking)
        reports, due = self._reports.drain()
        pauses, self._pauses = self._pauses, []
        reports += self._overdue(now)
        used, demand = self._quota.used(), self._demand()
        if not self._fallback.active:
            self._quota.narrow_to_quota(most=used)  # what is reported as used may be; the rest depends on the answer
        self._quota.note_asked(now)
        try:
            answer = await self._answer(self._question(asking, reports, used, demand, pauses))
        except BaseException as error:
            self._reports.restore(reports, due)
            self._pauses = [*pauses, *self._pauses]
            self._waiters += asking
            if not isinstance(error, StoreError):
                raise
            self._fall_back(error)
        else:
            self._quota.grant(answer, demand, now + answer.lasts / MICRO)
            self._apply(asking, answer, now)
        finally:
            self._asking = 0

    async def _answer(self, question: CallQuestion, patience: float = PATIENCE_SECONDS) -> CallAnswer:
        """Ask. Raise StoreError, also where no answer comes in time: what was asked is left to itself then."""
        if self._asked is None or self._asked.done():
            self._asked = asyncio.create_task(self._counts.ask(question))
            # Where nobody waits for it any more, nobody is to be told of its error.
            self._asked.add_done_callback(lambda asked: asked.cancelled() or asked.exception())
            await asyncio.wait([self._asked], timeout=patience)
            if self._asked.done():
                return self._asked.result()
        raise StoreAway("the database does not answer")

    def _question(
        self,
        asking: Iterable[Waiter],
        reports: list[CallReport],
        used: int,
        demand: int,
        pauses: Iterable[tuple[str, float, bool]] = (),
    ) -> CallQuestion:
        latest = max((each.ready for each in self._reservations), default=0.0)
        return CallQuestion(
            bot=self._bot,
            process=self._counts.me,
            first=self._last_answer is None,
            last_answer=self._last_answer or 0,
            unknown=micro(UNKNOWN_SECONDS),
            token=self._quota.question(used, demand, latest - self._clock()),
            reports=reports,
            pauses=[self._pause_report(*pause) for pause in pauses],
            requests=[waiter.request() for waiter in asking],
        )

    def _pause_report(self, name: str, until: float, held: bool) -> PauseReport:
        last, flood = micro(max(0.0, until - self._clock())), self._flood
        if flood is None:
            return PauseReport(name, last, held)
        return PauseReport(name, last, held, "token", flood.alike, micro(flood.near), micro(flood.longest))

    def _overdue(self, now: float) -> list[CallReport]:
        """Return reports of calls that take longer than they should, which are expected to end later from now on."""
        reports = []
        for each in self._reservations:
            if each.rule.most and each.over <= now + SOON_SECONDS / 2 and each.ready <= now:
                before, each.over = each.expected_end, now + each.rule.lasts
                each.expected_end = self._database_time(each.over)
                reports.append(CallReport(each.name, each.begun, before, each.expected_end))
        return reports

    def _apply(self, asking: list[Waiter], answer: CallAnswer, asked_at: float) -> None:
        """Use what was answered."""
        now = self._clock()
        self._last_answer, self._ahead = answer.at, answer.at - asked_at * MICRO
        self._fallback.note_processes(answer.processes)
        for pause in answer.pauses:
            paused, held = pause.paused / MICRO, pause.held / MICRO
            if pause.name == "token":
                self.token.pause(paused)
            else:
                self._on_pause(pause.name, paused, held)
        for waiter, reply in zip(asking, answer.replies, strict=True):
            self._grant(waiter, reply, asked_at, now)
        if self._fallback.active:
            self._fallback.end(now)
            _LOG.info("limits_shared_again")
            self._reports.repeat_recent()
            self._reports.extend(
                CallReport(each.name, each.begun, each.expected_end, each.expected_end)
                for each in self._reservations
                if each.rule.most
            )
        # What the others use is known once they have reported it.
        part = self._fallback.part(self._quota.limit)
        self._quota.narrow_to_quota(most=None if self._fallback.settled(now) else part)
        self._reports.forget(now)

    def _grant(self, waiter: Waiter, reply: ReservationReply, asked_at: float, now: float) -> None:
        wait = reply.wait / MICRO
        if reply.begun is None:
            self._next[waiter.name] = now + wait
            if waiter.no_wait:
                waiter.settle(wait)
            elif not waiter.answer.done():
                waiter.again = now + wait
                self._waiters.append(waiter)
            return
        if waiter.rule.most:
            self._next[waiter.name] = now + reply.next / MICRO
        over = asked_at + wait + waiter.rule.lasts
        reservation = Reservation(waiter.name, waiter.rule, reply.begun, now + wait, over)
        self._reservations.add(reservation)
        if not waiter.settle(reservation):
            self._end(reservation, 0)

    # -- while the database is away ------------------------------------------------------------------------------------

    def _fall_back(self, error: StoreError) -> None:
        """Let those call by themselves for whom nothing that others did before can count any more."""
        now = self._clock()
        if self._fallback.begin(now):
            _LOG.warning("limits_not_shared", error=str(error))
        part = self._fallback.part(self._quota.limit)
        if self._fallback.noticed(now):
            self._quota.narrow(part)
        else:  # another process may not have met with it yet
            self._quota.narrow_to_quota(least=1, most=part)
        for waiter in self._waiters:
            wait = self._fallback.starts_at(waiter.rule) - now
            if not waiter.rule.most or (waiter.no_wait and wait <= 0):
                waiter.settle(None)
            elif waiter.no_wait:
                waiter.settle(wait)
            elif wait <= 0:
                self._reserve_alone(waiter, now)
        self._waiters = [waiter for waiter in self._waiters if not waiter.answer.done()]

    def _reserve_alone(self, waiter: Waiter, now: float) -> None:
        """Give somebody a place in a window of this process alone, if there is one."""
        name, rule = waiter.name, waiter.rule
        window = self._fallback.window(name, rule)
        if window.wait(now) > 0:
            return
        reservation = Reservation(name, rule, self._database_time(now), now, now + rule.lasts, window)
        window.begin()
        self._reservations.add(reservation)
        self._reports.extend([CallReport(name, reservation.begun, None, reservation.expected_end)])
        if not waiter.settle(reservation):
            self._end(reservation, 0)
