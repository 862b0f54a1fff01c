"""Keeps each seat's private message that shows what it holds: the latest state wins, one call in flight a seat.

A hand is held, not remembered: its message is edited whenever it changes, can be asked for again, and is taken away
when the seat is left or the game is over. A game in which nothing is held has no such messages.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from typing import TYPE_CHECKING

import structlog
from msgspec.structs import replace

from bot.concurrency.tasks import BACKOFF, DRAIN_SECONDS, drain, spawn
from bot.engine.presentation import Hand
from bot.engine.rules import Seat
from bot.errors import ChatError, ChatUnavailable, MessageGone, PersonUnreachable, SlowDown
from bot.i18n.translator import Translator
from bot.messaging import Button, Post, joined
from bot.table.pages.board_text import bound
from storage.ids import MessageId, Person
from storage.rows import HandRow

if TYPE_CHECKING:
    from bot.table.core.table import Table

_LOG = structlog.get_logger(__name__)


class HandPublisher:
    """The private hands of one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._rows: dict[Seat, HandRow] | None = None
        self._tasks: dict[Seat, asyncio.Task[None]] = {}
        self._wanted: set[Seat] = set()
        self._reading = asyncio.Lock()
        self._taken: set[tuple[Person | None, MessageId | None]] = set()

    @property
    def idle(self) -> bool:
        """Tell whether nothing is being shown or waits to be shown."""
        return not self._tasks

    def want(self) -> None:
        """Ask for every hand to be brought up to date."""
        if self._table.state is not None:
            for seat in range(len(self._table.record.seats)):
                self._want(seat)

    async def settled(self) -> None:
        """Wait until every hand that can be shown is."""
        while self._tasks:
            await asyncio.wait(list(self._tasks.values()))

    async def stop(self) -> None:
        """Finish what is in flight, so that what was sent is noted, and show no more."""
        self._wanted.clear()
        await drain(self._tasks.values(), DRAIN_SECONDS)

    async def show_anew(self, seat: Seat) -> bool:
        """Send a hand as a new message and take the old one away; False where nothing is held.

        Raises PersonUnreachable and other ChatErrors.
        """
        hand, tr = await self._hand(seat)
        if hand is None:
            return False
        table, row = self._table, await self._row(seat)
        person = table.record.seats[seat].person
        chat = table.hub.chat(person)
        message = await chat.send_private(person, self._post(hand, tr))
        await self._note(replace(row, message=message, shown=self._name(hand), person=person))
        if row.message is not None and row.person is not None:
            self._taken.add((row.person, row.message))
            await chat.delete_private(row.person, row.message)
        return True

    async def answer(self, seat: Seat) -> Post | None:
        """Make what a seat holds a private answer; None where nothing is held."""
        hand, tr = await self._hand(seat)
        return self._post(hand, tr) if hand else None

    async def messages(self, person: Person) -> set[MessageId]:
        """Give the messages that show somebody what they hold at this table, or have; one in flight is noted first."""
        if self._tasks:
            await asyncio.wait(list(self._tasks.values()), timeout=DRAIN_SECONDS)
        now = {(row.person, row.message) for row in (await self._all_rows()).values()}
        return {message for whose, message in self._taken | now if whose == person and message is not None}

    async def alert(self, seat: Seat) -> str:
        """Say what a seat holds in at most 200 characters; empty where nothing is held."""
        hand, _ = await self._hand(seat)
        return hand.alert if hand else ""

    def _want(self, seat: Seat) -> None:
        self._wanted.add(seat)
        if seat not in self._tasks and not self._table.hub.stopping:
            self._tasks[seat] = spawn(self._work(seat), f"hand {self._table.record.id}")

    async def _work(self, seat: Seat) -> None:
        failures = 0
        try:
            while seat in self._wanted:
                self._wanted.discard(seat)
                if not await self._try(seat, BACKOFF[min(failures, len(BACKOFF) - 1)]):
                    failures += 1
                    self._wanted.add(seat)
        finally:
            del self._tasks[seat]

    async def _try(self, seat: Seat, patience: float) -> bool:
        """Show a hand once; False when it is to be tried again, after the wait that is due has passed."""
        try:
            await self._show(seat)
        except MessageGone:
            await self._note(replace(await self._row(seat), message=None, shown=""))
            return False
        except PersonUnreachable:
            self._table.unreached.add(seat)
            self._table.painter.want()
        except SlowDown as error:
            await asyncio.sleep(error.seconds)
            return False
        except ChatUnavailable:
            await asyncio.sleep(patience)
            return False
        except ChatError as error:
            _LOG.error("hand_refused", table=self._table.record.id, reason=str(error))
        return True

    async def _show(self, seat: Seat) -> None:
        table, row = self._table, await self._row(seat)
        held = table.record.seats[seat]
        active = table.record.status == "playing" and held.active
        here = active and await table.hub.answers_here(held.person)
        if row.message is not None and (not active or here or held.person != row.person):
            row = await self._take_away(row)
        if here or not active:
            return
        hand, tr = await self._hand(seat)
        if hand is None or row.shown == self._name(hand):
            return
        name, post, chat = self._name(hand), self._post(hand, tr), table.hub.chat(held.person)
        old = row.message
        if old is not None and not chat.is_old(old):
            await chat.edit_private(held.person, old, post)
            await self._note(replace(row, shown=name))
            return
        message = await chat.send_private(held.person, post)
        await self._note(replace(row, message=message, shown=name, person=held.person))
        if old is not None:
            await chat.delete_private(held.person, old)

    async def _take_away(self, row: HandRow) -> HandRow:
        """Remove the message of a hand whose holder has left, is away, or has played to the end."""
        if row.person is not None and row.message is not None:
            self._taken.add((row.person, row.message))
            with contextlib.suppress(PersonUnreachable):
                await self._table.hub.chat(row.person).delete_private(row.person, row.message)
        row = replace(row, message=None, shown="", person=None)
        await self._note(row)
        return row

    async def _hand(self, seat: Seat) -> tuple[Hand | None, Translator]:
        table = self._table
        locale = (await table.hub.chat_book.preferences(table.record.place)).locale
        tr = await table.hub.people.translator_of(table.record.seats[seat].person, locale)
        if table.record.status != "playing":
            return None, tr
        return table.game.presenter.hand(table.view(seat), seat, table.record.players(), tr), tr

    def _post(self, hand: Hand, tr: Translator) -> Post:
        record = self._table.record
        heading = (tr.name(record.title, "bold"),) if record.title else ()
        keyboard = tuple(
            tuple(Button(choice.text, bound(record, choice.code)) for choice in row) for row in hand.choices if row
        )
        return Post(joined([heading, hand.text]), hand.picture, keyboard, silent=True, protect=True)

    def _name(self, hand: Hand) -> str:
        """Name what a hand shows; its buttons are good for one decision, so they count only where there are any."""
        decision = self._table.record.decision if hand.choices else 0
        shown = (hand.text, hand.picture.key if hand.picture else "", hand.choices, decision)
        return hashlib.sha256(repr(shown).encode()).hexdigest()[:24]

    async def _all_rows(self) -> dict[Seat, HandRow]:
        async with self._reading:
            if self._rows is None:
                rows = await self._table.hub.store.hands(self._table.record.id)
                self._rows = {row.seat: row for row in rows}
        return self._rows

    async def _row(self, seat: Seat) -> HandRow:
        row = (await self._all_rows()).get(seat, HandRow(self._table.record.id, seat))
        # Rows of before seats could change hands do not say whose they are: the holder's of today.
        return row if row.person else replace(row, person=self._table.record.seats[seat].person)

    async def _note(self, row: HandRow) -> None:
        if self._rows is not None:
            self._rows[row.seat] = row
        await self._table.hub.store.save_hand(row)
