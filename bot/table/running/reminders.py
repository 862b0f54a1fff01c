"""Reminders of a turn: sent in the group and to the one to act, and taken away when that turn is over.

Which messages they are is kept in the table's record, so that a restart leaves none behind. One that was sent but not
yet noted when the process died stays; nothing depends on it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

import structlog

from bot.concurrency.tasks import Background
from bot.errors import ChatError, ChatUnavailable, SlowDown
from bot.messaging import Post, RichText, Span
from bot.table.core.services import Services
from bot.table.core.table import Table, TableChange
from bot.table.model import turn_clock
from bot.table.model.record import Record, ReminderRecord
from bot.table.publishing.board_publisher import BoardPublisher
from bot.table.publishing.messenger import Messenger
from storage.ids import MessageId, Person

_LOG = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Reminders:
    """Sends reminders, and takes those away whose turn is over."""

    services: Services
    boards: BoardPublisher
    messenger: Messenger
    background: Background
    _going: set[tuple[str, ReminderRecord]] = field(default_factory=set)
    """What is being taken away just now, with its table: the next change there must not do so once more."""

    async def send(self, table: Table, person: Person, name: str, left: float) -> None:
        """Remind whoever is to act that `left` seconds are left: in the group, and by message to who wants that."""
        record, tr = table.record, await table.translator()
        # NOTE: A reminder in the group. {time} is "2 minutes".
        text = tr.rich(
            "{name}, it’s your turn. Time left: {time}.", name=tr.mention(name, person), time=tr.duration(left)
        )
        post = Post(text, keyboard=await self.boards.button(table, tr))
        self._run(table, record.since, None, lambda: self.messenger.send(record.place, post))
        if record.place.private or await self.services.holds_answers(person, record.place):
            return  # the mention in the group rings, and no private chat is opened to somebody who has chosen none
        own = await self.services.people.translator_of(person, tr.locale)
        heading: RichText = (own.name(record.title, "bold"), Span("\n")) if record.title else ()
        # NOTE: A reminder in private. {time} is "2 minutes".
        text = (*heading, *own.rich("It’s your turn. Time left: {time}.", time=own.duration(left)))
        private = Post(text, keyboard=await self.boards.button(table, own))
        platform = self.services.platforms.of(person)
        self._run(table, record.since, person, lambda: platform.send_private(person, private))

    def tidy(self, table: Table) -> None:
        """Take away, in the background, the reminders of turns that are over."""
        outdated = [each for each in _outdated(table.record) if (table.id, each) not in self._going]
        if outdated:
            self._going.update((table.id, each) for each in outdated)
            self.background.run(self._tidy(table, outdated))

    def _run(
        self, table: Table, turn: float, person: Person | None, send: Callable[[], Awaitable[MessageId | None]]
    ) -> None:
        self.background.run(self._send(table, turn, person, send))

    async def _send(
        self, table: Table, turn: float, person: Person | None, send: Callable[[], Awaitable[MessageId | None]]
    ) -> None:
        message = await send()
        if message is None:
            return
        reminder = ReminderRecord(message, turn, person)
        # Noted even where the turn is over meanwhile: it is found to be so at once, and goes.
        await _changed(table, lambda record: turn_clock.with_reminders(record, (*record.reminders, reminder)))
        self.tidy(table)

    async def _tidy(self, table: Table, outdated: Sequence[ReminderRecord]) -> None:
        try:
            gone = [reminder for reminder in outdated if await self._remove(table, reminder)]
            await _changed(
                table,
                lambda record: turn_clock.with_reminders(record, tuple(r for r in record.reminders if r not in gone)),
            )
        finally:
            self._going.difference_update((table.id, each) for each in outdated)

    async def _remove(self, table: Table, reminder: ReminderRecord) -> bool:
        """Remove a reminder; return False where it is worth trying again at the next change, or the next start."""
        place, person = table.record.place, reminder.person
        platform = self.services.platforms.of(place)
        try:
            if person is None:
                await platform.remove(place, reminder.message)
            else:
                await platform.delete_private(person, reminder.message)
        except (ChatUnavailable, SlowDown):
            return False
        except ChatError as error:
            _LOG.info("reminder_stays", table=table.id, reason=str(error))
        return True


def _outdated(record: Record) -> tuple[ReminderRecord, ...]:
    return tuple(each for each in record.reminders if record.status != "playing" or each.turn != record.since)


async def _changed(table: Table, change_of: Callable[[Record], Record]) -> None:
    """Change a table's record beside what it is about: nobody sees a difference, whether the game runs or not."""
    await table.change(lambda change: _save(change, change_of(change.table.record)))


async def _save(change: TableChange, record: Record) -> None:
    if record == change.table.record:
        return
    if record.live:
        await change.save(record)
    else:
        await change.rewrite(record)
