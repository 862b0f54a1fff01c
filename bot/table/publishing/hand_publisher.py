"""Keeps each seat's private message that shows what it holds: the latest state wins, one call in flight a seat.

A hand is held, not remembered: its message is edited whenever it changes, can be asked for again, and is taken away
when the seat is left or the game is over. A game in which nothing is held has no such messages.

Its buttons are those of its seat's last choice, which stay where they are while others move, and are mostly those of
the next one: they are judged by what holds when they are pressed. So the message is edited for them alone where its
seat is to choose among others than it shows.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import Awaitable, Callable, Set
from dataclasses import dataclass, field

import structlog
from msgspec.structs import replace

from bot.concurrency.leased_locks import LeasedLocks
from bot.concurrency.publisher import Retry
from bot.concurrency.tasks import DRAIN_SECONDS
from bot.engine.presentation import Hand
from bot.engine.rules import Seat
from bot.errors import (
    ChatError,
    ChatUnavailable,
    MessageGone,
    PersonUnreachable,
    PostRejected,
    SlowDown,
)
from bot.i18n.translator import Translator
from bot.messaging import Button, Post, joined
from bot.table.core.directory import TableDirectory
from bot.table.core.services import Services
from bot.table.core.table import Table
from bot.table.model import play
from bot.table.model.tokens import lasting_token
from bot.table.pages.secret_page import taken_post
from bot.table.publishing.noting import noted
from bot.table.publishing.store_policy import store_policy
from storage.ids import MessageId, Person
from storage.rows import HandRow

_LOG = structlog.get_logger(__name__)
HandKey = tuple[str, Seat]
CHOSEN = "☑️"
UNREACHED = "!"
"""What a hand's row says is shown where its person could not be written to; only where several processes read it."""


@dataclass
class _Hands:
    """The rows of a table's hands, None before they are read, and the messages that were taken away.

    `requested`: what the seats held, and who they were, when they were last requested to be shown.
    """

    rows: dict[Seat, HandRow] | None = None
    taken: set[tuple[Person, MessageId]] = field(default_factory=set)
    requested: dict[Seat, tuple[object, ...]] = field(default_factory=dict)


def private_lock(person: Person) -> str:
    """Return the lock of what is sent to somebody in private."""
    return f"private/{person.platform}/{person.id}"


def _lock_of_seat(key: HandKey) -> str:
    return f"hand/{key[0]}/{key[1]}"


class HandPublisher:
    """The private hands of all tables.

    `on_unreached` is told whose hand could not be sent, `on_posted` that one was posted as a new message.
    """

    def __init__(
        self,
        services: Services,
        tables: TableDirectory,
        *,
        on_unreached: Callable[[Table, Seat], Awaitable[object]],
        on_posted: Callable[[Table], None],
    ) -> None:
        self._services = services
        self._tables = tables
        self._on_unreached = on_unreached
        self._on_posted = on_posted
        self._hands: dict[str, _Hands] = {}
        self._leased = LeasedLocks(services.store.leases)
        # Several seats of a table ask for its rows at once: the first reads them, and a row that one of them has saved
        # meanwhile is not replaced by what a second reading began with.
        self._reading = asyncio.Lock()
        self.publisher = services.work.publisher(
            "hand",
            self._publish,
            {
                MessageGone: self._forget_message,
                PersonUnreachable: self._note_unreached,
                SlowDown: Retry.AS_TOLD,
                ChatUnavailable: Retry.BACK_OFF,
                **store_policy(lambda key: key[0]),
                ChatError: self._give_up,
            },
            key_type=HandKey,
            lock=self._lock,
        )

    def request(self, table: Table, *, changed: bool = False) -> None:
        """Have every hand of a table brought up to date.

        `changed`: since a change of the table, so that a hand need not be looked at that is as it was before. Where
        other processes look, that costs more than to see it here.
        """
        if table.state is None:
            return
        for seat in range(len(table.record.seats)):
            if not self._services.store.shared or self._differs(table, seat) or not changed:
                self.publisher.request((table.id, seat))

    def _differs(self, table: Table, seat: Seat) -> bool:
        """Return whether a seat holds something else, or is held by somebody else, than when this was asked last."""
        record, requested = table.record, self._of(table).requested
        held = record.seats[seat]
        look = ""
        if record.status == "playing":
            chosen = play.pending_code(record, seat)
            tr = self._services.catalogs.translator()
            hand = table.game.presenter.hand(table.view(seat), seat, record.players(), tr, chosen)
            look = _look(_marked(hand, chosen)) if hand is not None else ""
        now = (look, held.person, record.status == "playing" and held.active)
        before, requested[seat] = requested.get(seat), now
        return before != now

    def invalidate(self, table: Table) -> None:
        """Forget what another process has made out of date."""
        self._of(table).requested.clear()

    def is_busy(self, table: Table) -> bool:
        """Return whether a hand of a table is being shown, or waits to be."""
        return any((table.id, seat) in self.publisher.busy for seat in range(len(table.record.seats)))

    async def show_anew(self, table: Table, seat: Seat) -> bool:
        """Take the message of a hand away and send it as a new one; False where nothing is held. Raise ChatError."""
        hand, tr = await self._hand(table, seat)
        if hand is None:
            return False
        async with self._leased.hold(_lock_of_seat((table.id, seat))):
            row = await self._take_away(table, await self._row(table, seat))
            await self._send(table, replace(row, person=table.record.seats[seat].person), hand, tr)
        return True

    async def answer(self, table: Table, seat: Seat) -> Post | None:
        """Make what a seat holds a private answer; None where nothing is held."""
        hand, tr = await self._hand(table, seat)
        return replace(_post(table, hand, tr), subject=f"{table.id}.hand") if hand else None

    async def alert(self, table: Table, seat: Seat) -> str:
        """Return what a seat holds in at most 200 characters; empty where nothing is held."""
        hand, _ = await self._hand(table, seat)
        return hand.alert if hand else ""

    async def settle(self, table: Table) -> None:
        """Wait until the hands of a table are shown and taken away as they should be; not for long."""
        with contextlib.suppress(TimeoutError), self._services.foreground.let_pass():
            async with asyncio.timeout(DRAIN_SECONDS):
                await self.publisher.settled((table.id, seat) for seat in range(len(table.record.seats)))

    async def messages(self, table: Table, person: Person) -> set[MessageId]:
        """Return the messages that show or have shown somebody a hand; one in flight is noted first."""
        await self.settle(table)
        shown = {(row.person, row.message) for row in (await self._rows(table)).values()}
        return {message for whose, message in self._of(table).taken | shown if whose == person and message is not None}

    async def unreached(self, table: Table) -> set[Seat]:
        """Return the seats whose hands could not be sent, as far as their rows tell."""
        return {seat for seat, row in (await self._rows(table)).items() if row.shown == UNREACHED}

    def forget(self, table: Table) -> None:
        """Drop what is remembered of a table that leaves memory."""
        self._hands.pop(table.id, None)

    def _lock(self, key: HandKey) -> str:
        """Return the lock of the private chat of who holds a seat; of the seat where that is not at hand."""
        table = self._tables.in_memory(key[0])
        person = table.record.seats[key[1]].person if table is not None else None
        return private_lock(person) if person is not None else _lock_of_seat(key)

    # -- publishing ----------------------------------------------------------------------------------------------------

    async def _publish(self, key: HandKey, _: Set[str]) -> None:
        table = await self._tables.by_id(key[0])
        if table is None or key[1] >= len(table.record.seats):  # somebody has left a lobby
            return
        async with self._leased.hold(_lock_of_seat(key)):
            await self._bring(table, key[1])

    async def _bring(self, table: Table, seat: Seat) -> None:
        """Bring the message of a hand up to date, or take it away."""
        row, held = await self._row(table, seat), table.record.seats[seat]
        active = table.record.status == "playing" and held.active
        here = active and await self._services.holds_answers(held.person, table.record.place, now=True)
        if row.message is not None and (not active or here or held.person != row.person):
            row = await self._take_away(table, row)
        if here or not active:
            return
        hand, tr = await self._hand(table, seat)
        if hand is None or _shows(row, hand):
            return
        post = _post(table, hand, tr)
        platform, old = self._services.platforms.of(held.person), row.message
        if old is not None and not platform.is_old(old):
            try:
                await platform.edit_private(held.person, old, post)
            except PostRejected:
                if post.picture is None:
                    raise
                # Its picture cannot be drawn, and one that is there cannot become a text: another message shows it.
            else:
                await self._save(replace(row, shown=_look(hand)))
                return
        if old is not None:  # a row knows one message: a kill between two would leave the other one for good
            row = await self._take_away(table, row)
        await self._send(table, replace(row, person=held.person), hand, tr)

    async def _send(self, table: Table, row: HandRow, hand: Hand, tr: Translator) -> None:
        """Send a hand as a new message to the person whom the row names."""
        assert row.person is not None

        async def note(message: MessageId) -> None:
            await self._save(replace(row, message=message, shown=""))

        message = await self._services.platforms.of(row.person).send_secret(row.person, _post(table, hand, tr), note)
        self._on_posted(table)
        await self._save(replace(row, message=message, shown=_look(hand)))

    async def _take_away(self, table: Table, row: HandRow) -> HandRow:
        """Remove the message of a hand: its holder has left, is away, has played to the end, or gets a new one."""
        if row.person is not None and row.message is not None:
            with contextlib.suppress(PersonUnreachable):
                await self._delete(table, row.person, row.message)
        row = replace(row, message=None, shown="", person=None)
        await self._save(row)
        return row

    async def _delete(self, table: Table, person: Person, message: MessageId) -> None:
        self._of(table).taken.add((person, message))
        instead = taken_post(await self._services.people.translator_of(person, (await table.translator()).locale))
        await self._services.platforms.of(person).delete_private(person, message, instead=instead)

    async def _forget_message(self, key: HandKey, _: MessageGone) -> Retry:
        if table := self._tables.in_memory(key[0]):
            await self._save(replace(await self._row(table, key[1]), message=None, shown=""))
        return Retry.NOW

    async def _note_unreached(self, key: HandKey, _: PersonUnreachable) -> Retry:
        if table := self._tables.in_memory(key[0]):
            if self._services.store.shared:
                await self._save(replace(await self._row(table, key[1]), shown=UNREACHED))
            await self._on_unreached(table, key[1])
        return Retry.NEVER

    async def _give_up(self, key: HandKey, error: ChatError) -> Retry:
        _LOG.error("hand_refused", table=key[0], reason=str(error))
        return Retry.NEVER

    # -- what is held, and where it was shown --------------------------------------------------------------------------

    async def _hand(self, table: Table, seat: Seat) -> tuple[Hand | None, Translator]:
        locale = (await self._services.chats.preferences(table.record.place)).locale
        tr = await self._services.people.translator_of(table.record.seats[seat].person, locale)
        if table.record.status != "playing":
            return None, tr
        chosen = play.pending_code(table.record, seat)
        hand = table.game.presenter.hand(table.view(seat), seat, table.record.players(), tr, chosen)
        return hand and _marked(hand, chosen), tr

    def _of(self, table: Table) -> _Hands:
        return self._hands.setdefault(table.id, _Hands())

    async def _rows(self, table: Table) -> dict[Seat, HandRow]:
        hands = self._of(table)
        async with self._reading:
            if hands.rows is None or self._services.store.shared:
                hands.rows = {row.seat: row for row in await self._services.store.hands(table.id)}
        return hands.rows

    async def _row(self, table: Table, seat: Seat) -> HandRow:
        row = (await self._rows(table)).get(seat, HandRow(table.id, seat))
        # Rows written before seats could change hands do not name a person; the present holder is the one.
        return row if row.person else replace(row, person=table.record.seats[seat].person)

    async def _save(self, row: HandRow) -> None:
        hands = self._hands.get(row.table)
        if hands is not None and hands.rows is not None:
            hands.rows[row.seat] = row
        await noted(lambda: self._services.store.save_hand(row))


def _post(table: Table, hand: Hand, tr: Translator) -> Post:
    record = table.record
    heading = (tr.name(record.title, "bold"),) if record.title else ()
    keyboard = tuple(
        tuple(Button(choice.text, lasting_token(record, choice)) for choice in row) for row in hand.choices if row
    )
    return Post(joined([heading, hand.text]), hand.picture, keyboard, silent=True, protect=True)


def _marked(hand: Hand, chosen: str | None) -> Hand:
    """Mark the button that is the first half of a choice and waits for the second."""
    rows = (
        tuple(replace(each, text=f"{CHOSEN} {each.text}") if each.code == chosen else each for each in row)
        for row in hand.choices
    )
    return replace(hand, choices=tuple(rows)) if chosen else hand


def _shows(row: HandRow, hand: Hand) -> bool:
    """Return whether a hand's message shows all that it has to, as far as its row tells."""
    cards, _, buttons = row.shown.partition(".")
    now_cards, _, now_buttons = _look(hand).partition(".")
    # A mark tells what is chosen now; other buttons may stay until their seat is to choose.
    return cards == now_cards and (buttons == now_buttons or not (hand.choices or buttons.endswith(CHOSEN)))


def _look(hand: Hand) -> str:
    """Return what names the look of a hand: a digest of its cards, and one of its buttons."""
    buttons = [[(choice.text, choice.code) for choice in row] for row in hand.choices]
    marked = any(text.startswith(CHOSEN) for row in buttons for text, _ in row)
    cards = _digest((hand.text, hand.picture.key if hand.picture else ""))
    return f"{cards}.{_digest(buttons)}{CHOSEN if marked else ''}"


def _digest(shown: object) -> str:
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]
