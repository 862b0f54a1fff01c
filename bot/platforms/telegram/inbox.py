"""Updates in hand: written down before Telegram is told to forget them, deleted once they are finished.

So no update waits for another one's handling, neither at Telegram (which tells nothing beyond what is unconfirmed,
docs/platforms.md A8) nor here, and what a killed process had in hand is taken up by the next start. Handling is
at least once: the handler knows by its own records what it has done before.

During a deployment two processes share the database. An update belongs to the one that wrote it down; what the old one
leaves unfinished is found by a look at the table now and then.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import structlog

from bot.concurrency.tasks import cancel, spawn
from bot.errors import StoreError
from bot.platforms.telegram.retry import TelegramTiming
from bot.platforms.telegram.updates import UpdateProcessor

MOST = 1_000
"""Updates in hand beyond which no more are fetched. Those that wait for the sending of their answers do not count: a
flooded chat takes them slowly, and nobody else is to wait for that."""
ROOM_SECONDS = 0.5
"""How often is looked whether there is room."""
TIDY_SECONDS = 0.5
"""How long finished updates may stay, so that many are deleted by one write.

The tap that asks for the deletion of somebody's data is one of them: what it asked for holds once it is gone as well.
"""
_LIFE = {"callback_query": 150.0, "inline_query": 30.0}
"""Seconds for which Telegram keeps an update of a kind; later nobody expects anything of it."""
_LONGEST_LIFE = 86_400.0
_NO_NUMBER = 2**63
_LOG = structlog.get_logger(__name__)


class UpdateStore(Protocol):
    """Keeps updates by bot and number; an update is its number, its text, and when it came (`storage.inbox`)."""

    async def keep_updates(
        self, bot: str, updates: Sequence[tuple[int, str, float]], finished: Iterable[int] = ()
    ) -> set[int]:
        """Write updates, delete finished ones; return the numbers of those that were not kept before."""

    async def drop_updates(self, bot: str, finished: Iterable[int]) -> None:
        """Delete finished updates."""

    async def kept_updates(self, bot: str) -> Sequence[tuple[int, bytes, float]]:
        """Return all that are kept, in order."""


class UpdateInbox:
    """Passes updates to an `UpdateProcessor` and keeps them until it has finished them.

    `wall_clock` tells how old an update is that an earlier process has left.
    """

    def __init__(
        self,
        store: UpdateStore,
        processor: UpdateProcessor,
        bot: str,
        timing: TelegramTiming,
        wall_clock: Callable[[], float],
    ) -> None:
        self._store = store
        self._processor = processor
        self._bot = bot
        self._timing = timing
        self._wall_clock = wall_clock
        self._in_hand: dict[int, asyncio.Task[None]] = {}
        self._finished: set[int] = set()
        self._foreign: set[int] = set()
        self._closed = False
        self._tidying: asyncio.Task[None] | None = None
        self._sweeping: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        """Return how many updates are in hand."""
        return len(self._in_hand)

    async def open(self) -> None:
        """Take up what an earlier process has left unfinished, in order; from then on what another one leaves."""
        try:
            await self._take_up(await self._store.kept_updates(self._bot))
        except StoreError as error:
            _LOG.error("updates_not_kept", error=str(error))
        self._sweeping = spawn(self._sweep(), "inbox sweep")

    async def take(self, updates: Sequence[dict[str, Any]]) -> None:
        """Take raw updates in. Returns when they may be confirmed: they are written down, or they are finished.

        Where they cannot be written down, `TelegramTiming.hold` limits how long their handling is waited for.
        """
        numbered = {number_of(each): each for each in updates}
        fresh = {number: each for number, each in numbered.items() if number and not self._processor.knows(number)}
        if not fresh:
            return
        at = self._wall_clock()
        finished = set(self._finished)
        try:
            rows = [(number, json.dumps(update), at) for number, update in fresh.items()]
            ours = await self._store.keep_updates(self._bot, rows, finished)
        except StoreError as error:
            _LOG.error("updates_not_kept", error=str(error))
            tasks = [self._start(number, update) for number, update in fresh.items()]
            await asyncio.wait(tasks, timeout=self._timing.hold)
            return
        self._finished -= finished
        for number, update in fresh.items():
            if number in ours and not self._closed:  # what is written during a stop is left to the next start
                self._start(number, update)

    async def room(self) -> None:
        """Wait until fewer than `MOST` updates are in hand."""
        while len(self._in_hand) - self._processor.answering >= MOST:
            await asyncio.wait(self._in_hand.values(), timeout=ROOM_SECONDS, return_when=asyncio.FIRST_COMPLETED)

    async def close(self) -> None:
        """Finish what is in hand within `TelegramTiming.drain` seconds; the rest stays for the next start."""
        self._closed = True
        if self._sweeping is not None:
            await cancel(self._sweeping)
        await self._processor.drain(self._timing.drain)
        if self._tidying is not None:
            await cancel(self._tidying)
        await self._drop_finished()

    def _start(self, number: int, update: dict[str, Any]) -> asyncio.Task[None]:
        task = self._in_hand[number] = self._processor.take(update)
        task.add_done_callback(lambda done: self._note_end(number, done))
        return task

    def _note_end(self, number: int, task: asyncio.Task[None]) -> None:
        self._in_hand.pop(number, None)
        if task.cancelled():
            return  # it stays written down
        self._finished.add(number)
        if self._tidying is None or self._tidying.done():
            self._tidying = spawn(self._tidy(), "inbox tidy")

    async def _tidy(self) -> None:
        while self._finished:
            await asyncio.sleep(TIDY_SECONDS)
            await self._drop_finished()

    async def _drop_finished(self) -> None:
        finished = set(self._finished)
        if finished:
            with contextlib.suppress(StoreError):  # whoever writes something else tells of it
                await self._store.drop_updates(self._bot, finished)
                self._finished -= finished

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(self._timing.sweep)
            try:
                kept = await self._store.kept_updates(self._bot)
            except StoreError:
                continue
            foreign = [row for row in kept if not self._processor.knows(row[0])]
            left, self._foreign = self._foreign, {number for number, _, _ in foreign}
            await self._take_up([row for row in foreign if row[0] in left])

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
                self._finished.add(number)
            elif not self._processor.knows(number):
                self._start(number, update)
        if rows:
            _LOG.info("updates_taken_up", count=len(rows))
        await self._drop_finished()


def number_of(update: dict[str, Any]) -> int:
    """Return an update's number, 0 for one without: numbers are positive, and fit into a column of the database."""
    number = update.get("update_id")
    if isinstance(number, bool) or not isinstance(number, int):
        return 0
    return number if 0 < number < _NO_NUMBER else 0


def _life(update: dict[str, Any]) -> float:
    return next((seconds for kind, seconds in _LIFE.items() if kind in update), _LONGEST_LIFE)
