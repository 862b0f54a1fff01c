"""Carries secrets to the one person each is for, until they are delivered, and takes them away again.

Several secrets of one person go in order; people are served side by side. A secret that the platform refuses is kept
for the private answer to a press ("My secret"): it is never dropped and never put in the group.

Whoever sends or removes a secret holds its person's lock and reads the row anew, so that one copy lies in the private
chat however delivery, `/hand`, "Seen" and the end of its time race.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import msgspec
import structlog
from msgspec.structs import replace

from bot.concurrency.tasks import BACKOFF, DRAIN_SECONDS, drain, spawn
from bot.engine.presentation import Secret
from bot.errors import ChatError, ChatUnavailable, DamagedRecord, PersonUnreachable, SlowDown
from bot.i18n.translator import Translator
from bot.messaging import Button, Post, RichText, joined
from bot.table.core.context import TableContext
from bot.table.pages.board_text import free
from storage.ids import MessageId, Person
from storage.rows import SecretRow

if TYPE_CHECKING:
    from bot.table.core.table import Table

_LOG = structlog.get_logger(__name__)


class SecretOutbox:
    """Delivers the whispers of all tables."""

    def __init__(self, hub: TableContext) -> None:
        self._hub = hub
        self._queues: dict[Person, deque[SecretRow]] = {}
        self._tasks: dict[Person, asyncio.Task[None]] = {}
        self._locks: WeakValueDictionary[Person, asyncio.Lock] = WeakValueDictionary()

    def send(self, whispers: Iterable[SecretRow]) -> None:
        """Take whispers that have just been written, or still wait after a restart."""
        for row in whispers:
            self._queues.setdefault(row.person, deque()).append(row)
            if row.person not in self._tasks and not self._hub.stopping:
                self._tasks[row.person] = spawn(self._walk(row.person), "courier")

    async def stop(self) -> None:
        """Finish the deliveries in hand that get an answer; the rest waits in storage."""
        await drain(self._tasks.values(), DRAIN_SECONDS)

    async def settled(self) -> None:
        """Wait until everything that can be delivered is."""
        while self._tasks:
            await asyncio.wait(list(self._tasks.values()))

    async def _walk(self, person: Person) -> None:
        queue = self._queues[person]
        try:
            while queue and not self._hub.stopping:
                await self._deliver(queue[0])
                queue.popleft()
        finally:
            del self._queues[person], self._tasks[person]

    async def _deliver(self, row: SecretRow) -> None:
        failures = 0
        while not await self._settle(row, BACKOFF[min(failures, len(BACKOFF) - 1)]):
            failures += 1

    async def _settle(self, row: SecretRow, patience: float) -> bool:
        """Try once; False when it is to be tried again, after the wait that is due has passed."""
        try:
            if await self._hub.answers_here(row.person):
                await self._hub.store.mark_blocked(row.id)  # its person will ask for it
                return True
            await self._try(row)
        except PersonUnreachable:
            await self._hub.people.set_reachable(row.person, reachable=False)
            await self._blocked(row)
        except SlowDown as error:
            await asyncio.sleep(error.seconds)
            return False
        except ChatUnavailable:
            await asyncio.sleep(patience)
            return False
        except ChatError as error:
            _LOG.error("whisper_refused", table=row.table, reason=str(error))
            await self._blocked(row)
        except DamagedRecord as error:
            _LOG.error("whisper_damaged", table=row.table, reason=str(error))  # the reason says it all
        return True

    async def _try(self, row: SecretRow) -> None:
        async with self._lock(row.person):
            fresh = await self._hub.store.secret(row.id)
            if fresh is not None and fresh.message is None:
                await self._send(fresh)

    async def _send(self, row: SecretRow) -> None:
        post = await self.post_of(row)
        if post is None:
            await self._hub.store.delete_secret(row.id)
            return
        message = await self._hub.chat(row.person).send_private(row.person, post)
        if (await self._hub.people.get(row.person)).reachable is False:
            await self._hub.people.set_reachable(row.person, reachable=True)  # not every platform tells of that
        await self.shown(row, message)

    def _lock(self, person: Person) -> asyncio.Lock:
        return self._locks.setdefault(person, asyncio.Lock())

    async def answer(self, row: SecretRow) -> Post | None:
        """Make a secret a private answer, which lasts as long as its time does; that runs from now on."""
        post = await self.post_of(row)
        if post is None:
            return None
        await self.shown(row, None)
        fresh = await self._hub.store.secret(row.id)
        end = fresh.remove_at if fresh is not None else None
        return None if end is None else replace(post, lasts=max(1.0, end - self._hub.clock()))

    async def shown(self, row: SecretRow, message: MessageId | None) -> None:
        """Note that a secret was seen, by message or by a private answer: from now on its time runs."""
        table = await self._hub.manager.find(row.table)
        seconds = 60.0
        if table is not None:
            seconds = (await self._hub.chat_book.preferences(table.record.place)).whisper_seconds
        await self._hub.store.mark_shown(row.id, message, self._hub.clock() + seconds)
        self._hub.manager.sleeper.poke()

    async def _blocked(self, row: SecretRow) -> None:
        await self._hub.store.mark_blocked(row.id)
        table = await self._hub.manager.find(row.table)
        if table is not None:
            table.unreached.add(row.seat)
            table.painter.want()

    async def remove(self, whisper: int) -> None:
        """Take a secret away: its time has ended, or the person has seen it."""
        found = await self._hub.store.secret(whisper)
        if found is None:
            return
        async with self._lock(found.person):
            row = await self._hub.store.secret(whisper)
            if row is None:
                return
            if row.message is not None:
                with contextlib.suppress(PersonUnreachable):
                    await self._hub.chat(row.person).delete_private(row.person, row.message)
            await self._hub.store.delete_secret(whisper)
        await self._calm(row)

    async def _calm(self, row: SecretRow) -> None:
        table = await self._hub.manager.find(row.table)
        if table is None or row.seat not in table.unreached:
            return
        left = await self._hub.store.secrets(table=row.table, person=row.person)
        if not left:
            table.unreached.discard(row.seat)
            table.painter.want()

    async def repeat(self, row: SecretRow) -> bool:
        """Show a secret again, unless its time has ended: one copy lies in the private chat, the newest."""
        async with self._lock(row.person):
            fresh = await self._hub.store.secret(row.id)
            if fresh is None:
                return False
            await self._send(fresh)
            if fresh.message is not None:
                await self._hub.chat(row.person).delete_private(row.person, fresh.message)
        return True

    async def secret(self, row: SecretRow) -> tuple[Table, Secret, Translator] | None:
        """Put a secret into its person's words; None when its table is gone, or the person's hand shows it."""
        table = await self._hub.manager.find(row.table)
        if table is None or table.state is None:
            return None
        locale = (await self._hub.chat_book.preferences(table.record.place)).locale
        tr = await self._hub.people.translator_of(row.person, locale)
        event = msgspec.json.decode(row.event, type=table.game.rules.event_type)
        secret = table.game.presenter.secret(event, table.view(row.seat), table.record.players(), tr)
        return (table, secret, tr) if secret else None

    async def post_of(self, row: SecretRow) -> Post | None:
        """Make the private message of a secret: which chat it is of, the secret, a button to be rid of it."""
        found = await self.secret(row)
        if found is None:
            return None
        table, secret, tr = found
        heading: RichText = (tr.name(table.record.title, "bold"),) if table.record.title else ()
        seen = Button(tr.t("Seen: take it away"), free(table.record, f"seen_{row.id}"))
        return Post(
            joined([heading, secret.text]), secret.picture, ((seen,),), spoiler=secret.picture is not None, protect=True
        )  # fmt: skip
