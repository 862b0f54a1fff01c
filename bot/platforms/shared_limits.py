"""The limits of a platform over all processes that serve one bot (`storage/limits.py` says how they are counted).

A call asks for its place by one statement, together with the others that ask at that moment; what became of earlier
ones goes along. So there is at most one statement for each call, and fewer the more calls there are. Two kinds of
statements are nobody's call, and rare: one that tells of a call which takes much longer than it should, and one by
which a busy process keeps its share of the token's calls, or gives it back when it falls silent.

While the database is away nothing is known of the others. Whoever waits in a window waits until all calls of before are
past, and then every process takes the same share of each limit: as if it were one of three, or of as many as there last
were if these were more.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Protocol

import msgspec
import structlog
from cachetools import LRUCache

from bot.concurrency.tasks import cancel, spawn
from bot.errors import StoreAway, StoreError
from bot.platforms.windows import Permit, RateGate, SlidingWindow
from storage.limits import (
    CallAnswer,
    CallQuestion,
    GivenCall,
    TokenWish,
    ToldCall,
    ToldPause,
    WantedCall,
)

SHARE_SECONDS = 10.0
"""For how long a share of the token's calls is good. What a process that is killed had is lost for so long."""
UNKNOWN_SECONDS = 60.5
"""After so long without any question, the first one begins to count anew: others may have called by other means."""
AGAIN_SECONDS, PATIENCE_SECONDS = 0.5, 5.0
"""How often a database that is away is tried again, and after how long one that does not answer is taken for away."""
SETTLE_SECONDS = 2.0
"""How long others are given to tell what they did, once a database is there again that was away for long."""
GOODBYE_SECONDS = 1.0
"""How long a process that stops waits for the database, to tell what it has not told yet."""
FEWEST = 3
"""As one of so many processes, at least, each calls on by itself while the database is away."""

_MORE_SECONDS, _LOOK_SECONDS = 0.25, 1.0
"""How soon a process whose share is too small asks again: where others are to give something back, and otherwise."""
_SOON_SECONDS = 1.5
_RETOLD_SECONDS = 5.0
"""What was told so short a time before the database went away may be lost with it, and is told again."""
_MOST_TOLD, _MOST_KNOWN = 1_000, 10_000
_MICRO = 1_000_000
_LOG = structlog.get_logger(__name__)


class Counts(Protocol):
    """What counts for all processes (`storage.limits.CallCounts`)."""

    @property
    def me(self) -> str:
        """The name of this process among them."""

    async def ask(self, question: CallQuestion) -> CallAnswer:
        """Tell and ask. Raise StoreError."""


class WindowRule(msgspec.Struct, frozen=True):
    """At most `most` calls in `width` seconds; 0 for no limit.

    `paced` is as in `SlidingWindow`. A call that is over after `lasts` seconds need not be told of soon. A window that
    is `halved` counts half of its calls as made at a start, if nobody has counted before.
    """

    most: int = 0
    width: float = 0.0
    lasts: float = 0.0
    paced: bool = False
    halved: bool = False


FREE = WindowRule()
"""The rule of what the token's limit alone applies to."""


class Flood(msgspec.Struct, frozen=True):
    """So many pauses that end within `near` seconds of each other mean the whole token, for `longest` at most."""

    alike: int
    near: float
    longest: float


class _Wanted:
    """Somebody who waits for a place; `again` is when to ask for it."""

    def __init__(self, name: str, rule: WindowRule, again: float, *, at_once: bool) -> None:
        self.name, self.rule, self.again, self.at_once = name, rule, again, at_once
        self.given: asyncio.Future[_Place | float | None] = asyncio.get_running_loop().create_future()


class _Place:
    """A place in a window: from when on its call may be made, and when it counts as over, by our clock and theirs.

    `alone` is the window of this process that it was taken in, while the database was away.
    """

    def __init__(
        self,
        name: str,
        rule: WindowRule,
        begun: int,
        ready: float,
        over: float,
        alone: SlidingWindow | None = None,
    ) -> None:
        self.name, self.rule, self.begun, self.ready, self.over, self.alone = name, rule, begun, ready, over, alone
        self.until = begun + _micro(rule.lasts)

    @property
    def late(self) -> float:
        """When it is to be told that it is not over, before others could be given places that depend on that."""
        return self.over + _margin(self.rule)


class SharedLimits:
    """The limits of one bot over all processes. `clock` counts seconds as the event loop does.

    `second` is the limit of the token. `on_pause` is told by name for how many seconds no call is to be made, and
    nothing new sent, in whichever process that was heard.
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
        self.token = RateGate(SlidingWindow(second.most, second.width), clock)
        """What is before each call, and admits as many as are this process's share."""
        self.processes = FEWEST
        """How many processes share the limits, or `FEWEST` if these are more."""
        self._counts, self._platform, self._clock = counts, platform, clock
        self._most, self._width, self._flood, self._on_pause = second.most, second.width, flood, on_pause
        self._narrow(0)
        self._bot = ""
        self._share = self._target = self._wished = 0
        self._sent = self._answered = self._good_until = clock()
        self._heard: int | None = None
        self._ahead = 0.0
        """What the database's clock shows more than ours, in microseconds, at most."""
        self._away = False
        self._away_at = self._retry_at = self._settled_at = -math.inf
        self._wanted: list[_Wanted] = []
        self._asking = 0
        self._asked: asyncio.Task[CallAnswer] | None = None
        self._places: set[_Place] = set()
        self._told: list[ToldCall] = []
        self._tell_by = math.inf
        self._retold: deque[tuple[float, ToldCall]] = deque(maxlen=_MOST_TOLD)
        self._pauses: list[tuple[str, float, bool]] = []
        self._next: LRUCache[str, float] = LRUCache(_MOST_KNOWN)
        self._alone: dict[str, SlidingWindow] = {}
        """The windows of calls that were made while the database was away."""
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def identify(self, bot: str) -> None:
        """Say whose calls these are, by the id that the platform gives the bot."""
        self._bot = f"{self._platform}/{bot}"
        self._changed.set()

    async def stop(self) -> None:
        """Count no more; tell what is not told yet."""
        if self._task is None:
            return
        await cancel(self._task)
        self._task = None
        if self._asked is not None and not self._asked.done():
            await asyncio.wait([self._asked], timeout=GOODBYE_SECONDS)
        if self._heard is not None and not self._away:
            told = [*self._told, *self._stretched(self._clock())]
            with contextlib.suppress(StoreError):
                await self._answer(self._question((), told, self._used(), 0), GOODBYE_SECONDS)

    # -- calls ---------------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def call(
        self, permit: Permit, *, name: str = "", rule: WindowRule = FREE, urgent: bool = False
    ) -> AsyncIterator[None]:
        """Wait until one call may be made, and count it; urgent ones pass others that wait for the token's limit."""
        async with self._placed(name, rule, permit):
            if self._clock() >= self._good_until and not self._away:
                self._share = self._wished = 0  # it has waited for so long that others may have the share by now
                self._narrow(0)
            self._change()
            try:
                async with self.token.turn(permit, urgent=urgent):
                    yield
            finally:
                self._change()

    async def at_once(self, name: str, rule: WindowRule) -> float | None:
        """Take a place in a window if there is one, and return 0; else the seconds until there may be one.

        Return None where the database has been away for so long that nothing counts which others have done before.
        """
        wanted = _Wanted(name, rule, self._clock(), at_once=True)
        given = await self._ask(wanted)
        if isinstance(given, _Place):
            self._places.discard(given)  # it counts until it is over at the latest
            return 0.0
        return given

    def wait(self, name: str) -> float:
        """Return the seconds until the next call in a window is likely to be admitted, 0 for at once."""
        token = self.token.wait() if self._share < self._wished else self.token.paused()
        return max(0.0, self._next.get(name, 0.0) - self._clock(), token)

    def pause(self, name: str, seconds: float, *, held: bool = False) -> None:
        """Tell all processes that no call is to be made for so long; `held`: that nothing new is to be sent."""
        self._pauses.append((name, self._clock() + seconds, held))
        self._change()

    @asynccontextmanager
    async def _placed(self, name: str, rule: WindowRule, permit: Permit) -> AsyncIterator[None]:
        """Take a place in a window and wait until it has come."""
        place = await self._ask(_Wanted(name, rule, self._clock(), at_once=False))
        if not isinstance(place, _Place):
            yield
            return
        try:
            while (wait := place.ready - self._clock()) > 0:  # noqa: ASYNC110 - it waits for the time itself
                await asyncio.sleep(wait)
            yield
        finally:
            self._end(place, permit.calls)

    def part(self, limit: int) -> int:
        """Return how much of a limit one process takes while the database is away."""
        return max(1, limit // self.processes)

    async def _ask(self, wanted: _Wanted) -> _Place | float | None:
        self._wanted.append(wanted)
        self._change()
        try:
            return await wanted.given
        except asyncio.CancelledError:
            if wanted in self._wanted:
                self._wanted.remove(wanted)
            given = None if wanted.given.cancelled() or not wanted.given.done() else wanted.given.result()
            if isinstance(given, _Place):  # cancelled just when it was given
                self._end(given, 0)
            raise

    def _end(self, place: _Place, calls: int) -> None:
        """Note the end of what a place was for, after so many calls; it is told along with a later statement."""
        self._places.discard(place)
        if not place.rule.most:
            return
        now = self._clock()
        if place.alone is not None:
            place.alone.end(now, calls)
        ended = max(self._theirs(now), place.begun)
        self._tell(now, ToldCall(place.name, place.begun, place.until, ended if calls else None))
        for _ in range(calls - 1):
            self._tell(now, ToldCall(place.name, None, None, ended))
        if calls != 1 or ended > place.until:  # else it counts for as long as it would if it were told
            self._tell_by = min(self._tell_by, place.late)
            self._change()

    def _tell(self, now: float, told: ToldCall) -> None:
        self._told.append(told)
        del self._told[:-_MOST_TOLD]
        if told.begun is not None and told.ended is not None:
            self._retold.append((now, ToldCall(told.name, told.begun, told.ended, told.ended)))

    def _theirs(self, now: float) -> int:
        """Return what the database's clock shows at a moment, or a little more."""
        return int(now * _MICRO + self._ahead)

    # -- the exchange with the database --------------------------------------------------------------------------------

    def _change(self) -> None:
        """Look whether something is to be asked or told."""
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
        """Return when to ask or tell next."""
        if not self._bot:
            return math.inf
        times = [wanted.again for wanted in self._wanted]
        times += [place.late for place in self._places if place.rule.most]
        times += [self._tell_by, -math.inf if self._pauses or self._away else math.inf, self._share_due()]
        return max(min(times), self._retry_at)

    def _share_due(self) -> float:
        """Return when the share of the token's calls is to be renewed, made larger, or given back."""
        if not self._most:
            return math.inf
        waiting = self.token.waiting  # most of the time nobody
        if waiting and self._share >= self._wished and self._wish() > self._wished:
            return self._sent
        if waiting:
            return self._sent + (_MORE_SECONDS if self._share < self._target else _LOOK_SECONDS)
        if self._used():
            idle_at = self.token.window.idle_at() if self._share > self._most // 6 else math.inf
            return min(self._good_until - SHARE_SECONDS / 2, idle_at)
        return self._sent if self._share > self._most // 6 and not self._places else math.inf

    def _used(self) -> int:
        return self.token.window.count(self._clock())

    def _wish(self) -> int:
        """Return how many calls of the token would count if all were made that are soon to be."""
        soon = self._clock() + _SOON_SECONDS
        waiting, places = self.token.waiting, len(self._places)
        admitted, wanted = self._used(), sum(each.again <= soon for each in self._wanted)
        # Who has a place waits for its time, waits at the token's gate, or calls: the last two are counted there.
        later = sum(place.ready > soon for place in self._places)
        sooner = max(0, places - later - waiting - self.token.window.open)
        return admitted + waiting + sooner + min(later, FEWEST) + wanted + self._asking

    async def _exchange(self) -> None:
        now = self._clock()
        if self._away:  # others have something to tell, too, if the database was away for so long that they called
            for wanted in self._wanted:
                if now >= self._alone_from(wanted.rule):
                    wanted.again = max(wanted.again, now + SETTLE_SECONDS)
        asked = [wanted for wanted in self._wanted if wanted.again <= now]
        self._wanted = [wanted for wanted in self._wanted if wanted.again > now]
        self._asking = len(asked)
        told, self._told, tell_by, self._tell_by = self._told, [], self._tell_by, math.inf
        pauses, self._pauses = self._pauses, []
        told += self._stretched(now)
        used, wish = self._used(), self._wish()
        if not self._away:
            self._narrow(min(self._share, used))  # what is told to be used may be; the rest depends on the answer
        self._sent = now
        try:
            answer = await self._answer(self._question(asked, told, used, wish, pauses))
        except BaseException as error:
            self._told, self._tell_by, self._pauses = [*told, *self._told], tell_by, [*pauses, *self._pauses]
            self._wanted += asked
            if not isinstance(error, StoreError):
                raise
            self._go_on_alone(error)
        else:
            self._wished = wish
            self._take(asked, answer, now)
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

    def _narrow(self, share: int) -> None:
        if self._most:
            self.token.narrow(share)

    def _question(
        self,
        asked: Iterable[_Wanted],
        told: list[ToldCall],
        used: int,
        wish: int,
        pauses: Iterable[tuple[str, float, bool]] = (),
    ) -> CallQuestion:
        latest = max((place.ready for place in self._places), default=0.0)
        lasts = SHARE_SECONDS + max(0.0, latest - self._clock())
        return CallQuestion(
            bot=self._bot,
            process=self._counts.me,
            first=self._heard is None,
            heard=self._heard or 0,
            unknown=_micro(UNKNOWN_SECONDS),
            token=TokenWish(self._most, used, max(wish, used), _micro(lasts)),
            told=told,
            pauses=[self._pause(*pause) for pause in pauses],
            wanted=[_wanted(each) for each in asked],
        )

    def _pause(self, name: str, until: float, held: bool) -> ToldPause:
        last, flood = _micro(max(0.0, until - self._clock())), self._flood
        if flood is None:
            return ToldPause(name, last, held)
        return ToldPause(name, last, held, "token", flood.alike, _micro(flood.near), _micro(flood.longest))

    def _stretched(self, now: float) -> list[ToldCall]:
        """Tell of calls that take longer than they should."""
        told = []
        for place in self._places:
            if place.rule.most and place.over <= now + _SOON_SECONDS / 2 and place.ready <= now:
                was, place.over = place.until, now + place.rule.lasts
                place.until = self._theirs(place.over)
                told.append(ToldCall(place.name, place.begun, was, place.until))
        return told

    def _take(self, asked: list[_Wanted], answer: CallAnswer, sent: float) -> None:
        """Use what was answered."""
        now = self._clock()
        self._answered, self._heard, self._ahead = sent, answer.at, answer.at - sent * _MICRO
        self.processes = max(FEWEST, answer.processes)
        self._share, self._target, self._good_until = answer.share, answer.target, sent + answer.lasts / _MICRO
        for pause in answer.pauses:
            paused, held = pause.paused / _MICRO, pause.held / _MICRO
            if pause.name == "token":
                self.token.pause(paused)
            else:
                self._on_pause(pause.name, paused, held)
        for wanted, given in zip(asked, answer.calls, strict=True):
            self._give(wanted, given, sent, now)
        if self._away:
            self._away, self._retry_at, self._settled_at = False, -math.inf, now + SETTLE_SECONDS
            _LOG.info("limits_shared_again")
            self._told += [told for _, told in self._retold]
            self._told += [
                ToldCall(place.name, place.begun, place.until, place.until) for place in self._places if place.rule.most
            ]
        # What the others use is known once they have told it.
        self._narrow(self._share if now >= self._settled_at else min(self._share, self.part(self._most)))
        while self._retold and self._retold[0][0] < now - _RETOLD_SECONDS:
            self._retold.popleft()

    def _give(self, wanted: _Wanted, given: GivenCall, sent: float, now: float) -> None:
        wait = given.wait / _MICRO
        if given.begun is None:
            self._next[wanted.name] = now + wait
            if wanted.at_once:
                _settle(wanted, wait)
            elif not wanted.given.done():
                wanted.again = now + wait
                self._wanted.append(wanted)
            return
        if wanted.rule.most:
            self._next[wanted.name] = now + given.next / _MICRO
        place = _Place(wanted.name, wanted.rule, given.begun, now + wait, sent + wait + wanted.rule.lasts)
        self._places.add(place)
        if not _settle(wanted, place):
            self._end(place, 0)

    def _alone_from(self, rule: WindowRule) -> float:
        """Return from when on nothing counts any more that others do whose places are from before it went away."""
        return self._away_at + _ahead(rule) + rule.lasts + rule.width

    def _go_on_alone(self, error: StoreError) -> None:
        """Let those call by themselves for whom nothing that others did before can count any more."""
        now = self._clock()
        if not self._away:
            _LOG.warning("limits_not_shared", error=str(error))
            self._away_at = now
        self._away, self._retry_at = True, now + AGAIN_SECONDS
        # By then each process that still calls has met with it, too, and takes no more than such a part.
        noticed = now >= self._away_at + PATIENCE_SECONDS + _LOOK_SECONDS + self._width
        part = self.part(self._most)
        self._narrow(part if noticed else max(1, min(part, self._share)))
        self._alone = {name: window for name, window in self._alone.items() if not window.idle(now)}
        for wanted in self._wanted:
            wait = self._alone_from(wanted.rule) - now
            if not wanted.rule.most or (wanted.at_once and wait <= 0):
                _settle(wanted, None)
            elif wanted.at_once:
                _settle(wanted, wait)
            elif wait <= 0:
                self._call_alone(wanted, now)
        self._wanted = [wanted for wanted in self._wanted if not wanted.given.done()]

    def _call_alone(self, wanted: _Wanted, now: float) -> None:
        """Give somebody a place in a window of this process alone, if there is one."""
        rule = wanted.rule
        window = self._alone.get(wanted.name)
        if window is None:
            window = SlidingWindow(self.part(rule.most), rule.width, paced=rule.paced)
            self._alone[wanted.name] = window
        if window.wait(now) > 0:
            return
        place = _Place(wanted.name, rule, self._theirs(now), now, now + rule.lasts, window)
        window.begin()
        self._places.add(place)
        self._told.append(ToldCall(place.name, place.begun, None, place.until))
        if not _settle(wanted, place):
            self._end(place, 0)


def _settle(wanted: _Wanted, given: _Place | float | None) -> bool:
    """Give somebody what was waited for; return whether anybody still does."""
    if wanted.given.done():
        return False
    wanted.given.set_result(given)
    return True


def _wanted(wanted: _Wanted) -> WantedCall:
    rule = wanted.rule
    return WantedCall(
        name=wanted.name,
        most=rule.most,
        width=_micro(rule.width),
        paced=rule.paced,
        lasts=_micro(rule.lasts),
        # Not so far ahead that a place could be promised before it is known how long the calls before it have taken.
        ahead=0 if wanted.at_once else _micro(_ahead(rule)),
        halved=rule.halved,
    )


def _ahead(rule: WindowRule) -> float:
    return rule.width - 2 * _margin(rule)


def _margin(rule: WindowRule) -> float:
    return rule.width / 16


def _micro(seconds: float) -> int:
    return round(seconds * _MICRO)
