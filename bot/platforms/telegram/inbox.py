"""Updates in hand: written down before Telegram is told to forget them, deleted once they are finished.

So no update waits for another one's handling, neither at Telegram (which tells nothing beyond what is unconfirmed,
docs/platforms.md A8) nor here, and what a killed process had in hand is taken up by the next start. Handling is
at least once: the handler knows by its own records what it has done before.

A press is handled at once, and written down with the next transaction: as a rule the one of its own move, so that one
commit comes before its answer. Telegram is told to forget it when it is written or finished, and until then repeats it:
a kill before that commit leaves it with Telegram, a kill after it in the table, with its move. One that is handled for
long, or changes nothing, is written down by itself after `TelegramTiming.unwritten` seconds, so that nobody's presses
wait for longer at Telegram. That it is deleted again goes along with a later transaction too.

Where several processes serve, each update belongs to the one that has written it down, and Telegram may tell two of one
update: by webhook when the first has not answered in time, by polling when they take turns. A press does no harm then:
the transaction of its move has its id, and the second one fails. Anything else is written down first, and is handled by
its owner alone. What a process has left that does not run any more is taken over by one of the others, and so is what
one hands over at its stop. During a deployment on SQLite two processes share the database for a moment without knowing
of each other; what is found unfinished there twice, at some distance, is taken to be left.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

import structlog

from bot.concurrency.tasks import cancel, spawn
from bot.errors import StoreError
from bot.platforms.telegram.retry import TelegramTiming
from bot.platforms.telegram.updates import UpdateProcessor
from storage.leases import NOBODY, Leases

MOST = 1_000
"""Updates in hand beyond which no more are fetched. Those that wait for the sending of their answers do not count: a
flooded chat takes them slowly, and nobody else is to wait for that."""
ROOM_SECONDS = 0.5
"""How often is looked whether there is room."""
TIDY_SECONDS = 0.5
"""How long finished updates may stay for want of a transaction that deletes them along with what it is for.

The tap that asks for the deletion of somebody's data is one of them: what it asked for holds once it is gone as well.
"""
_PRESSES = ("callback_query", "inline_query")
"""The kinds of updates that do no harm when two processes handle them."""
_LIFE = {"callback_query": 150.0, "inline_query": 30.0}
"""Seconds for which Telegram keeps an update of a kind; later nobody expects anything of it."""
_LONGEST_LIFE = 86_400.0
_NO_NUMBER = 2**63
_LOG = structlog.get_logger(__name__)


class UpdateStore(Protocol):
    """Keeps updates by bot and number; an update is its number, its text, and when it came (`storage.inbox`).

    Each belongs to the process that has written it, by the name of its leases.
    """

    @property
    def shared(self) -> bool:
        """Whether several processes may keep updates at once."""

    async def keep_updates(
        self, bot: str, updates: Sequence[tuple[int, str, float]], *, for_others: bool = False
    ) -> set[int]:
        """Write updates at once, as ours or for others; return the numbers of those that were not kept before."""

    def note_updates(self, bot: str, updates: Iterable[tuple[int, str, float]]) -> None:
        """Have updates written with the next transaction, unless they are finished before."""

    def finish_updates(self, bot: str, numbers: Iterable[int]) -> None:
        """Have updates deleted with the next transaction."""

    async def updates_settled(self, bot: str, numbers: Iterable[int], seconds: float) -> None:
        """Wait until updates that were noted are written or finished; after so many seconds write them."""

    async def write_updates(self) -> None:
        """Write and delete at once what waits for a transaction."""

    async def unfinished_updates(self, bot: str, *, ours_too: bool) -> Mapping[int, str]:
        """Return the owners of all that are kept, by number in order; NOBODY where they were handed over."""

    async def take_updates(self, bot: str, owners: Mapping[int, str]) -> Sequence[tuple[int, bytes, float]]:
        """Become the owner of updates, in place of those given; return those of which that is so, in order."""

    async def hand_over_updates(self, bot: str) -> None:
        """Let others have what this process has not finished."""


class UpdateInbox:
    """Passes updates to an `UpdateProcessor` and keeps them until it has finished them.

    `wall_clock` tells how old an update is that an earlier process has left.
    """

    def __init__(
        self,
        store: UpdateStore,
        leases: Leases,
        processor: UpdateProcessor,
        bot: str,
        timing: TelegramTiming,
        wall_clock: Callable[[], float],
    ) -> None:
        self._store = store
        self._leases = leases
        self._processor = processor
        self._bot = bot
        self._timing = timing
        self._wall_clock = wall_clock
        self._in_hand: dict[int, asyncio.Task[None]] = {}
        self._first = 0
        """How many batches are being written before they are handled."""
        self._left: dict[int, float] = {}
        """Updates whose owner was gone when it was last looked, and since when that was seen (by the loop's clock)."""
        self._unsure = True
        """Whether updates may be ours that this inbox has not begun: it is new, or has not learnt what it took."""
        self._closed = False
        self._untidy = False
        """Whether something was finished that may not be deleted yet."""
        self._tidying: asyncio.Task[None] | None = None
        self._sweeping: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        """Return how many updates are in hand."""
        return len(self._in_hand)

    async def open(self) -> None:
        """Take up what earlier processes have left unfinished, in order; from then on what others leave."""
        try:
            await (self.take_over() if self._store.shared else self._look(patience=0.0))
        except StoreError as error:
            _LOG.error("updates_not_kept", error=str(error))
        self._sweeping = spawn(self._sweep(), "inbox sweep")

    async def take_over(self) -> None:
        """Take up what processes have left that are gone, before something new is handled.

        One that has lost its connection for a moment is none of them, so there is a second look. Where processes know
        nothing of each other, nobody can be said to be gone.
        """
        with suppress(StoreError):
            while self._store.shared and await self._look(self._timing.look):  # noqa: ASYNC110 - others are looked for
                await asyncio.sleep(self._timing.look)

    async def take(self, updates: Sequence[dict[str, Any]]) -> None:
        """Take raw updates in. Returns when they may be confirmed: they are written down, or they are finished.

        Where they cannot be written down, `TelegramTiming.hold` limits how long their handling is waited for.
        """
        fresh = self._fresh(updates)
        if not fresh:
            return
        rows = self._rows(fresh)
        try:
            # A press takes its turn behind what came before it.
            if self._closed or self._first or not all(map(_is_press, fresh.values())):
                await self._handle_written(fresh, rows)
            else:
                self._store.note_updates(self._bot, rows)
                for number, update in fresh.items():
                    self._start(number, update)
                await self._store.updates_settled(self._bot, fresh, self._timing.unwritten)
        except StoreError as error:
            _LOG.error("updates_not_kept", error=str(error))
            tasks = [self._start(number, update) for number, update in fresh.items()]
            await asyncio.wait(tasks, timeout=self._timing.hold)

    async def leave(self, updates: Sequence[dict[str, Any]]) -> None:
        """Write raw updates down for other processes, since this one stops. Raise StoreError where that fails."""
        if fresh := self._fresh(updates):
            await self._store.keep_updates(self._bot, self._rows(fresh), for_others=True)

    def _fresh(self, updates: Sequence[dict[str, Any]]) -> dict[int, dict[str, Any]]:
        """Return by their numbers those that have one and were not taken in before."""
        numbered = {number_of(each): each for each in updates}
        return {number: each for number, each in numbered.items() if number and not self._processor.knows(number)}

    def _rows(self, updates: dict[int, dict[str, Any]]) -> list[tuple[int, str, float]]:
        at = self._wall_clock()
        return [(number, json.dumps(update), at) for number, update in updates.items()]

    async def _handle_written(self, fresh: dict[int, dict[str, Any]], rows: Sequence[tuple[int, str, float]]) -> None:
        self._first += 1
        try:
            ours = await self._store.keep_updates(self._bot, rows)
            for number, update in fresh.items():
                if number in ours and not self._closed:  # what is written during a stop is left to the next start
                    self._start(number, update)
        finally:
            self._first -= 1

    async def handled(self, number: int, seconds: float) -> None:
        """Wait until an update is in hand no longer, but not for more than so many seconds."""
        if number in self._in_hand:
            await asyncio.wait({self._in_hand[number]}, timeout=seconds)

    async def empty(self, seconds: float) -> None:
        """Wait until what is in hand now is finished, but not for more than so many seconds."""
        if self._in_hand:
            await asyncio.wait({*self._in_hand.values()}, timeout=seconds)

    @property
    def full(self) -> bool:
        """Whether `MOST` updates are in hand, so that no more should be fetched."""
        return len(self._in_hand) - self._processor.answering >= MOST

    async def room(self) -> None:
        """Wait until fewer are."""
        while self.full:
            await asyncio.wait(self._in_hand.values(), timeout=ROOM_SECONDS, return_when=asyncio.FIRST_COMPLETED)

    async def close(self) -> None:
        """Finish what is in hand within `TelegramTiming.drain` seconds; the rest is for others, or the next start."""
        self._closed = True
        if self._sweeping is not None:
            await cancel(self._sweeping)
        await self._processor.drain(self._timing.drain)
        if self._tidying is not None:
            await cancel(self._tidying)
        await self._write()
        if self._store.shared:
            with suppress(StoreError):  # then it is theirs when this process is gone
                await self._store.hand_over_updates(self._bot)

    def _start(self, number: int, update: dict[str, Any]) -> asyncio.Task[None]:
        if number in self._in_hand:
            return self._in_hand[number]
        task = self._in_hand[number] = self._processor.take(update)
        task.add_done_callback(lambda done: self._note_end(number, done))
        return task

    def _note_end(self, number: int, task: asyncio.Task[None]) -> None:
        self._in_hand.pop(number, None)
        if not task.cancelled():  # otherwise it stays written down
            self._finish(number)

    def _finish(self, number: int) -> None:
        self._store.finish_updates(self._bot, [number])
        self._untidy = True
        if self._tidying is None or self._tidying.done():
            self._tidying = spawn(self._tidy(), "inbox tidy")

    async def _tidy(self) -> None:
        while self._untidy:
            await asyncio.sleep(TIDY_SECONDS)
            self._untidy = False
            self._untidy = not await self._write() or self._untidy

    async def _write(self) -> bool:
        """Write and delete what waits for a transaction. Return whether that could be done."""
        try:
            await self._store.write_updates()
        except StoreError:
            return False  # whoever writes something else tells of it
        return True

    async def _sweep(self) -> None:
        wait = self._timing.look if self._store.shared else self._timing.sweep
        while True:
            await asyncio.sleep(wait)
            with suppress(StoreError):
                await self._look(wait)

    async def _look(self, patience: float) -> bool:
        """Take up what was left at least so many seconds ago, and what was handed over; return whether more is left."""
        now = asyncio.get_running_loop().time()
        owners = await self._store.unfinished_updates(self._bot, ours_too=self._unsure)
        others = {*owners.values()} - {NOBODY, self._leases.me}
        runs = await self._leases.alive(others) if others else set()
        left = {each: who for each, who in owners.items() if who not in runs and not self._processor.knows(each)}
        self._left = {number: self._left.get(number, now) for number in left}
        certain = {NOBODY, self._leases.me}
        ripe = {each: who for each, who in left.items() if who in certain or now - self._left[each] >= patience}
        self._unsure = bool(ripe)
        if ripe:
            await self._take_up(await self._store.take_updates(self._bot, ripe))
        self._unsure = False
        return len(ripe) < len(left)

    async def _take_up(self, rows: Sequence[tuple[int, bytes, float]]) -> None:
        now = self._wall_clock()
        for number, body, at in rows:
            try:
                update = dict(json.loads(body))
                too_old = now - at > _life(update)
            except (ValueError, TypeError):
                _LOG.exception("update_unreadable", update=number)
                too_old = True
            if too_old:
                self._store.finish_updates(self._bot, [number])
            elif not self._closed:
                self._start(number, update)
        if rows:
            _LOG.info("updates_taken_up", count=len(rows))
        await self._write()


def number_of(update: dict[str, Any]) -> int:
    """Return an update's number, 0 for one without: numbers are positive, and fit into a column of the database."""
    number = update.get("update_id")
    if isinstance(number, bool) or not isinstance(number, int):
        return 0
    return number if 0 < number < _NO_NUMBER else 0


def _is_press(update: dict[str, Any]) -> bool:
    return any(kind in update for kind in _PRESSES)


def _life(update: dict[str, Any]) -> float:
    return next((seconds for kind, seconds in _LIFE.items() if kind in update), _LONGEST_LIFE)
