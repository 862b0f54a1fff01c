"""What happens when somebody does not come: reminders, turns played in their stead, votes, and games left alone.

Deadlines are rows and may fire late, early (a clock was set back) or for a turn that has gone by: each is judged by
what holds when it fires.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.errors import DamagedRecord, Refusal, StaleVersion
from bot.i18n.translator import lazy
from bot.messaging import Post, RichText, Span
from bot.table.model import turn_clock
from bot.table.model.refusals import NOT_SEATED
from bot.table.pages.status_rows import voters
from storage.ids import Person

if TYPE_CHECKING:
    from bot.table.core.table import Table
    from bot.table.running.manager import TableManager


class TurnTimeouts:
    """Serves the deadlines of running games."""

    def __init__(self, manager: TableManager) -> None:
        self._manager = manager
        self._hub = manager.hub

    async def remind(self, identity: str) -> None:
        """Remind the one to act when half the time has passed: in the group and by private message."""
        table = await self._manager.find(identity)
        if table is None:
            return
        async with table.lock:
            record, seat = table.record, table.awaited
            if seat is None or not turn_clock.is_reminder_due(record, self._hub.clock()):
                return
            left = record.since + record.clock - self._hub.clock()
            try:
                await table.save(turn_clock.reminded(record))  # first, so that it is told once whatever wakes for it
            except StaleVersion:
                await table.reread()
                return
        await self._tell(table, record.seats[seat].person, record.seats[seat].label, left)

    async def _tell(self, table: Table, person: Person, name: str, left: float) -> None:
        place, tr = table.record.place, await table.translator()
        text = tr.rich(
            "{name}, it is your turn. {time} left.",
            name=tr.mention(name, person),
            time=tr.duration(left),
        )
        self._manager.post(place, Post(text, keyboard=table.board_button(tr)))
        if place.private:
            return
        own = await self._hub.people.translator_of(person, tr.locale)
        heading: RichText = (own.name(table.record.title, "bold"), Span("\n")) if table.record.title else ()
        text = (*heading, *own.rich("It is your turn. {time} left.", time=own.duration(left)))
        self._manager.chore(self._whisper(person, Post(text, keyboard=table.board_button(own))))

    async def _whisper(self, person: Person, post: Post) -> None:
        await self._hub.chat(person).send_private(person, post)

    async def expire_turn(self, identity: str) -> None:
        """Play the turn of somebody whose time has passed."""
        table = await self._manager.find(identity)
        if table is None:
            return
        async with table.lock:
            decision = table.record.decision
            if table.awaited is None or not turn_clock.is_over(table.record, self._hub.clock()):
                return
        await self._hub.computers.substitute(table, decision)

    async def offer_vote(self, identity: str) -> None:
        """Show the board again, with the button to pass the one who is long in coming."""
        table = await self._manager.find(identity)
        if table is not None and turn_clock.may_vote(table.record, self._hub.clock()):
            table.painter.want()

    async def vote(self, table: Table, seat: int | None, seen: str) -> bool:
        """Count a vote to pass the one to act; True when it carries. The table's lock is held. Raises Refusal."""
        record, awaited = table.record, table.awaited
        if seat is None:
            raise Refusal(NOT_SEATED)
        if awaited is None or not turn_clock.may_vote(record, self._hub.clock()):
            raise Refusal(lazy("Nobody keeps the game waiting just now."))
        if seat == awaited:
            raise Refusal(lazy("It is your turn: just play."))
        votes = tuple(sorted({*record.votes, seat}))
        others = voters(record, awaited)
        if votes != record.votes:
            await table.save(turn_clock.voted(record, votes), seen)
        return 2 * sum(n in votes for n in others) > len(others)

    async def abandon(self, identity: str) -> None:
        """End a game to which nobody has come back."""
        table = await self._manager.find(identity)
        if table is None:
            return
        async with table.lock:
            due = [d.at for d in table.deadlines() if d.kind == turn_clock.ABANDON]
            if due and due[0] <= self._hub.clock():
                await table.close()

    async def clock_set_back(self) -> None:
        """Give every turn its time anew that seems to begin in the future."""
        for identity in await self._hub.store.live_tables():
            try:
                table = await self._manager.find(identity)
            except DamagedRecord:
                continue  # told when the house took it up
            if table is not None and table.record.since > self._hub.clock():
                async with table.lock:
                    if table.record.status == "playing":
                        await table.start_clock()
