"""Plays the seats that no person plays: computers think beside the event loop, then move as a press would.

It makes the presses as well in which a person has nothing to choose.

What is thought out is played only if the decision is still the same, and the seat still the computer's: people press,
leave and come back meanwhile. Moves of computers in a row are shown together, so the board waits for them a while.

That a table is to be looked at is a request (`bot/concurrency/work.py`): where several processes serve the database any
of them may carry it out, and the board, which has the same lock, comes after it by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Set
from functools import partial
from typing import Any

import structlog

from bot.concurrency.backoff import Backoff
from bot.concurrency.publisher import Retry
from bot.engine.computer import ComputerPlayer, Level
from bot.engine.computer_random import ComputerRandom
from bot.engine.presentation import Game
from bot.engine.rules import Action, Event, IllegalAction, Seat
from bot.errors import DamagedRecord, StaleVersion, StoreAway
from bot.table.core.directory import TableDirectory
from bot.table.core.services import Services
from bot.table.core.table import TRIES, Table, TableChange
from bot.table.model import play
from bot.table.model.record import SUBSTITUTE

_LOG = structlog.get_logger(__name__)
ROW_SECONDS = 10.0
"""So long at most a board waits for the computers that move in a row."""
AFTER_ERROR, LONGEST_AFTER_ERROR = 2.0, 60.0
PASSED = "pass:"
"""The prefix of a directive to play a turn for a person; the number of the decision follows."""


def table_lock(table: str) -> str:
    """Return the lock of what moves a table: computers, and the ends of turns."""
    return f"table/{table}"


def choose_action(
    computer: ComputerPlayer, level: Level, view: Any, seen: tuple[Any, ...], legal: tuple[Action, ...], secret: str
) -> Action:
    """Choose an action for a seat. Runs in another process, so all its arguments can be pickled."""
    return computer.choose(level, view, seen, legal, ComputerRandom(secret))


class ComputerPlayers:
    """Moves for all tables, one call for each table at which a computer is to move.

    `think` has a function carried out beside the event loop.
    """

    def __init__(self, services: Services, tables: TableDirectory, think: Callable[..., Awaitable[Any]]) -> None:
        self._tables = tables
        self._foreground = services.foreground
        self._think = think
        self._meter = services.meter
        self._shared = services.store.shared
        self._moving: set[str] = set()
        self._passed: set[str] = set()
        """At which a turn is to be passed; a board does not wait for that, since it tells who has voted for it."""
        self._stopping = False
        self._requests = services.work.publisher(
            "computer",
            self._work,
            {
                StoreAway: self._try_later,
                DamagedRecord: self._try_later,
                StaleVersion: Retry.BACK_OFF,
            },
            key_type=str,
            lock=table_lock,
            backoff=partial(Backoff, AFTER_ERROR, LONGEST_AFTER_ERROR),
        )
        # The database writes one thing at a time: a press waits for one move of a computer at most, not for a row.
        self._writing = asyncio.Semaphore(1)

    def request(self, table: Table) -> None:
        """Look whether a computer is to move at a table, or a person who has nothing to choose, and move for them."""
        if table.id not in self._moving and _is_due(table) and (self._shared or not self._stopping):
            self._requests.request(table.id)

    def request_substitute(self, table: Table, decision: int) -> None:
        """Have a turn played for a person whom the others pass, unless they move before."""
        self._passed.add(table.id)
        self._requests.request(table.id, f"{PASSED}{decision}")

    def is_at(self, table: Table) -> bool:
        """Return whether computers move at a table just now."""
        return table.id in self._requests.busy

    async def row_done(self, table: str) -> None:
        """Wait for the computers that move in a row at a table, but not for long.

        Where several processes work, that is asked only where the table, as it was read last, waits for a computer.
        """
        if self._shared:
            copy = self._tables.in_memory(table)
            if copy is not None and _is_due(copy):
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(ROW_SECONDS):
                        await self._requests.settled([table])
            return
        if table in self._requests.busy and table not in self._passed:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(ROW_SECONDS):
                    await self._requests.settled([table])

    @property
    def busy(self) -> bool:
        return bool(self._requests.busy)

    async def settled(self) -> None:
        await self._requests.settled()

    def stop(self) -> None:
        """Make no more moves; those under way are written while the work is stopped."""
        self._stopping = True

    async def substitute(self, table: Table, decision: int) -> None:
        """Play a turn for the person who let it pass, unless they have moved meanwhile.

        Raise StaleVersion where it could not be played: it is to be tried again.
        """
        for _ in range(TRIES):
            await self._move(table, decision, missed=True)
            if _mover(table, decision, missed=True) is None:
                return
        raise StaleVersion(f"table {table.id}: nobody moved at decision {decision}")

    async def _work(self, key: str, directives: Set[str]) -> None:
        """Play the turns that are to be passed, then all moves of computers in a row."""
        table = await self._tables.by_id(key)
        if table is None:
            return
        with structlog.contextvars.bound_contextvars(table=key):
            try:
                for directive in directives:
                    if directive.startswith(PASSED):
                        await self.substitute(table, int(directive.removeprefix(PASSED)))
            finally:
                self._passed.discard(key)
            self._moving.add(key)
            try:
                await self._move_in_a_row(table)
            finally:
                self._moving.discard(key)

    async def _move_in_a_row(self, table: Table) -> None:
        clock = asyncio.get_running_loop().time
        end = clock() + ROW_SECONDS
        while _is_due(table):
            if self._stopping and not self._shared:  # else what is cut short is for another process
                return
            if self._shared and clock() > end:
                self._requests.request(table.id)  # after the board, which has waited for long enough
                return
            await (self._move(table, table.record.decision) if table.computed() else self._move_unchosen(table))

    async def _try_later(self, _: str, error: Exception) -> Retry:
        _tell(error)
        return Retry.BACK_OFF

    async def _move_unchosen(self, table: Table) -> None:
        """Make a move that its person could not but make; otherwise as `_move`."""
        try:
            async with self._writing, table.changing() as change:
                unchosen = table.unchosen()
                if unchosen is not None:
                    await change.save_turn(play.act(table.record, table.game, table.state, *unchosen))
        except StaleVersion:
            async with table.changing() as change:
                await change.reread()

    async def _move(self, table: Table, decision: int, *, missed: bool = False) -> None:
        """Think, then play. Raise StoreAway or DamagedRecord where that is worth trying again later.

        The table is free while the computer thinks, so what it was asked is compared before its answer is played.
        """
        try:
            async with table.changing() as change:
                mover = _mover(table, decision, missed=missed)
                if mover is None:
                    return
                seat, level = mover
                legal, seen = table.game.rules.legal(table.state, seat), await _seen(change, seat)
                secret = f"{table.record.computer_seed}/{seat}"
                game, view = table.game, table.view(seat)
            action = await self._choose(level, game, view, seen, legal, secret)
            await self._foreground.give_way()
            async with self._writing, table.changing() as change:
                if _mover(table, decision, missed=missed) == mover:
                    await _play(change, seat, action, missed=missed)
        except StaleVersion:  # another process was first
            async with table.changing() as change:
                await change.reread()

    async def _choose(
        self, level: Level, game: Game, view: Any, seen: tuple[Any, ...], legal: tuple[Action, ...], secret: str
    ) -> Action:
        began = asyncio.get_running_loop().time()
        try:
            action: Action = await self._think(choose_action, game.computer, level, view, seen, legal, secret)
        except asyncio.CancelledError:
            raise
        except Exception:  # noqa: BLE001 - the boundary: a computer that fails must not stop a table
            _LOG.exception("computer_failed", game=game.key, level=level)
            return ComputerRandom(secret).of(f"fallback/{len(seen)}").choice(legal)
        self._meter.thought(game.key, level, asyncio.get_running_loop().time() - began)
        return action


def _tell(error: Exception) -> None:
    if isinstance(error, DamagedRecord):
        _LOG.error("table_damaged", reason=str(error))  # the reason says it all
    else:
        _LOG.error("not_saved", error=str(error))


def _is_due(table: Table) -> bool:
    return table.computed() is not None or table.unchosen() is not None


async def _seen(change: TableChange, seat: Seat) -> tuple[Event, ...]:
    """Return what a seat has seen; nothing where the history is damaged, of which a computer makes what it can."""
    try:
        return await change.seen_by(seat)
    except DamagedRecord as error:
        _tell(error)
        return ()


def _mover(table: Table, decision: int, *, missed: bool) -> tuple[Seat, Level] | None:
    """Return the seat to move for and the level, None when the table has gone on."""
    if table.record.decision != decision:
        return None
    if not missed:
        return table.computed()
    return None if table.awaited is None else (table.awaited, SUBSTITUTE)


async def _play(change: TableChange, seat: Seat, action: Action, *, missed: bool) -> None:
    table = change.table
    try:
        turn = play.act(table.record, table.game, table.state, seat, action)
    except IllegalAction as refused:
        _LOG.error("computer_refused", game=table.game.key, reason=refused.reason)
        legal = table.game.rules.legal(table.state, seat)
        turn = play.act(table.record, table.game, table.state, seat, legal[0])
    if missed:
        turn = play.count_missed_turn(turn, table.game, seat)
    await change.save_turn(turn)
