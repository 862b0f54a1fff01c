"""What happens when somebody does not come: reminders, turns played for them, and games left alone.

Deadlines are rows and may fire late, early (a clock was set back) or for a turn that has gone by: each is judged by
what holds when it fires.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from bot.engine.rules import Seat
from bot.errors import DamagedRecord
from bot.table.core.directory import TableDirectory
from bot.table.core.services import Services
from bot.table.core.table import LOBBY, Table, TableChange
from bot.table.model import turn_clock
from bot.table.publishing.board_publisher import BoardPublisher
from bot.table.running.computer_players import ComputerPlayers
from bot.table.running.reminders import Reminders


@dataclass(frozen=True)
class TurnTimeouts:
    """Serves the deadlines of running games."""

    services: Services
    tables: TableDirectory
    boards: BoardPublisher
    computers: ComputerPlayers
    reminders: Reminders

    async def ring(self, table_id: str) -> None:
        """Post the board anew for somebody who was here when their turn began and has not been seen since."""
        table = await self.tables.by_id(table_id)
        if table is not None and self.services.clock() >= table.record.since + turn_clock.RING_SECONDS:
            await self.boards.ring(table)

    async def remind(self, table_id: str) -> None:
        """Remind the one to act when half the time has passed: in the group and by private message."""
        table = await self.tables.by_id(table_id)
        if table is None:
            return
        seat = await table.change(self._note_reminder)
        if seat is not None:
            record = table.record
            left = record.since + record.clock - self.services.clock()
            await self.reminders.send(table, record.seats[seat].person, record.seats[seat].label, left)

    async def _note_reminder(self, change: TableChange) -> Seat | None:
        """Write that somebody is reminded, and return whom. This comes first, so that it is told once."""
        table = change.table
        seat = table.awaited
        if seat is None or not turn_clock.is_reminder_due(table.record, self.services.clock()):
            return None
        await change.save(turn_clock.with_reminder_sent(table.record))
        return seat

    async def expire_turn(self, table_id: str) -> None:
        """Play the turn of somebody whose time has passed."""
        table = await self.tables.by_id(table_id)
        if table is None:
            return
        async with table.changing():
            decision = table.record.decision
            if table.awaited is None or not turn_clock.is_over(table.record, self.services.clock()):
                return
        await self.computers.substitute(table, decision)

    async def offer_vote(self, table_id: str) -> None:
        """Show the board again, with the button to pass the one who keeps the others waiting."""
        table = await self.tables.by_id(table_id)
        if table is not None and turn_clock.may_vote(table.record, self.services.clock()):
            self.boards.request(table)

    async def abandon(self, table_id: str) -> None:
        """End a game to which nobody has come back."""
        table = await self.tables.by_id(table_id)
        if table is None:
            return
        await table.change(self._abandon)

    async def _abandon(self, change: TableChange) -> None:
        due = [deadline.at for deadline in change.table.deadlines() if deadline.kind == turn_clock.ABANDON]
        if due and due[0] <= self.services.clock():
            await change.close()

    async def close_lobby(self, table_id: str) -> None:
        """Close a lobby that nobody has used for long."""
        table = await self.tables.by_id(table_id)
        if table is not None:
            await table.change(self._close_lobby)

    async def _close_lobby(self, change: TableChange) -> None:
        table = change.table
        closes = table.lobby_closes
        if self.services.store.shared:  # somebody may have used it just now, in another process
            deadline = await self.services.store.deadline(LOBBY, table.id)
            closes = math.inf if deadline is None else deadline.at
        if table.record.status == "lobby" and closes <= self.services.clock():
            await change.close()

    async def clock_set_back(self, table: Table) -> None:
        """Restart the clock of a turn that seems to begin in the future."""
        if table.record.live and table.record.since > self.services.clock():
            await self._restart(table)

    async def clock_was_set(self) -> None:
        """Give each turn its time anew, and each lobby: set forward they would end at once, set back not for long."""
        for table_id in await self.services.store.live_tables():
            try:
                table = await self.tables.by_id(table_id)
            except DamagedRecord:
                continue  # logged when the tables are resumed
            if table is not None:
                await self._restart(table)

    async def _restart(self, table: Table) -> None:
        await table.change(_begin_anew)


async def _begin_anew(change: TableChange) -> None:
    record = change.table.record
    if record.status == "playing":
        await change.restart_clock()
    elif record.status == "lobby":
        await change.save_lobby(record)
