"""Plays the seats that no person plays: computers think beside the event loop, then move as a press would.

It makes the presses as well in which a person has nothing to choose.

What is thought out is played only if the decision is still the same, and the seat still the computer's: people press,
leave and come back meanwhile. Moves of computers in a row are shown together, so the board waits for them a while.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import structlog

from bot.concurrency.backoff import Backoff
from bot.concurrency.foreground import Foreground
from bot.concurrency.tasks import DRAIN_SECONDS, drain, spawn
from bot.engine.computer import ComputerPlayer, Level
from bot.engine.computer_random import ComputerRandom
from bot.engine.presentation import Game
from bot.engine.rules import Action, Event, IllegalAction, Seat
from bot.errors import DamagedRecord, StaleVersion, StoreAway
from bot.meter import Meter
from bot.table.core.table import Table, TableChange
from bot.table.model import play
from bot.table.model.record import SUBSTITUTE

_LOG = structlog.get_logger(__name__)
ROW_SECONDS = 10.0
"""So long at most a board waits for the computers that move in a row."""
AFTER_ERROR, LONGEST_AFTER_ERROR = 2.0, 60.0
TRIES = 3
"""How often a turn is tried at once while another process writes to the table."""


def choose_action(
    computer: ComputerPlayer, level: Level, view: Any, seen: tuple[Any, ...], legal: tuple[Action, ...], secret: str
) -> Action:
    """Choose an action for a seat. Runs in another process, so all its arguments can be pickled."""
    return computer.choose(level, view, seen, legal, ComputerRandom(secret))


class ComputerPlayers:
    """Moves for all tables, one task for each table at which a computer is to move.

    `think` has a function carried out beside the event loop.
    """

    def __init__(self, foreground: Foreground, think: Callable[..., Awaitable[Any]], meter: Meter) -> None:
        self._foreground = foreground
        self._think = think
        self._meter = meter
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._stopping = False
        # The database writes one thing at a time: a press waits for one move of a computer at most, not for a row.
        self._writing = asyncio.Semaphore(1)

    def request(self, table: Table) -> None:
        """Look whether a computer is to move at a table, or a person who has nothing to choose, and move for them."""
        if table.id not in self._tasks and _is_due(table) and not self._stopping:
            task = spawn(self._work(table), f"computer {table.id}")
            self._tasks[table.id] = task
            task.add_done_callback(lambda _: self._tasks.pop(table.id, None))

    def is_at(self, table: Table) -> bool:
        """Return whether computers move at a table just now."""
        return table.id in self._tasks

    async def row_done(self, table: str) -> None:
        """Wait for the computers that move in a row at a table, but not for long."""
        task = self._tasks.get(table)
        if task is not None:
            await asyncio.wait([task], timeout=ROW_SECONDS)

    @property
    def busy(self) -> bool:
        return bool(self._tasks)

    async def settled(self) -> None:
        while self._tasks:
            await asyncio.wait(list(self._tasks.values()))

    async def stop(self) -> None:
        """Let the moves under way be written, and make no more."""
        self._stopping = True
        await drain(self._tasks.values(), DRAIN_SECONDS)

    async def substitute(self, table: Table, decision: int) -> None:
        """Play a turn for the person who let it pass, unless they have moved meanwhile.

        Raise StaleVersion where it could not be played: it is to be tried again.
        """
        for _ in range(TRIES):
            await self._move(table, decision, missed=True)
            if _mover(table, decision, missed=True) is None:
                return
        raise StaleVersion(f"table {table.id}: nobody moved at decision {decision}")

    async def _work(self, table: Table) -> None:
        with structlog.contextvars.bound_contextvars(table=table.id):
            backoff = Backoff(AFTER_ERROR, LONGEST_AFTER_ERROR)
            while _is_due(table) and not self._stopping:
                done = self._move(table, table.record.decision) if table.computed() else self._move_unchosen(table)
                if await done:
                    backoff.reset()
                else:
                    await asyncio.sleep(backoff.next())

    async def _move_unchosen(self, table: Table) -> bool:
        """Make a move that its person could not but make; otherwise as `_move`."""
        try:
            async with self._writing, table.changing() as change:
                unchosen = table.unchosen()
                if unchosen is not None:
                    await change.save_turn(play.act(table.record, table.game, table.state, *unchosen))
        except StaleVersion:
            async with table.changing() as change:
                await change.reread()
        except (DamagedRecord, StoreAway) as error:
            _tell(error)
            return False
        return True

    async def _move(self, table: Table, decision: int, *, missed: bool = False) -> bool:
        """Think, then play; False when something failed that is worth trying again later.

        The table is free while the computer thinks, so what it was asked is compared before its answer is played.
        """
        try:
            async with table.changing() as change:
                mover = _mover(table, decision, missed=missed)
                if mover is None:
                    return True
                seat, level = mover
                legal, seen = table.game.rules.legal(table.state, seat), await _seen(change, seat)
                secret = f"{table.record.computer_seed}/{seat}"
                game, view = table.game, table.view(seat)
            action = await self._choose(level, game, view, seen, legal, secret)
            await self._foreground.give_way()
            async with self._writing, table.changing() as change:
                if _mover(table, decision, missed=missed) == mover:
                    await _play(change, seat, action, missed=missed)
        except StaleVersion:  # another process that goes, or has just begun, was first
            async with table.changing() as change:
                await change.reread()
        except (DamagedRecord, StoreAway) as error:
            _tell(error)
            return False
        return True

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
