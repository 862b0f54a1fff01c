"""Sends secrets to the one person each is for, until they are delivered, and takes them away again.

Several secrets of one person go in order; people are served side by side. A secret that the platform refuses is kept
for the private answer to a press ("My secret"): it is never dropped and never put in the group.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from weakref import WeakValueDictionary

import msgspec
import structlog
from msgspec.structs import replace

from bot.concurrency.publisher import Publisher, Retry
from bot.engine.presentation import Secret
from bot.errors import ChatError, ChatUnavailable, DamagedRecord, PersonUnreachable, SlowDown
from bot.i18n.translator import Translator
from bot.messaging import Button, Post, RichText, joined
from bot.table.core.directory import TableDirectory
from bot.table.core.services import Services
from bot.table.core.table import Table
from bot.table.model.tokens import free
from bot.table.publishing.board_publisher import BoardPublisher
from storage.ids import MessageId, Person
from storage.rows import SecretRow

_LOG = structlog.get_logger(__name__)
SHOWN_SECONDS = 60.0
"""How long a secret stays whose table is gone."""


class SecretOutbox:
    """Delivers the secrets of all tables. `on_deadline` is told that the time of one has begun to run."""

    def __init__(
        self,
        services: Services,
        tables: TableDirectory,
        boards: BoardPublisher,
        *,
        on_deadline: Callable[[], None],
    ) -> None:
        self._services = services
        self._tables = tables
        self._boards = boards
        self._on_deadline = on_deadline
        # What this process is to deliver, by person in the order it came. In a deploy the other one has its own.
        # With each, the time before which it is left to that one.
        self._queues: dict[Person, deque[tuple[SecretRow, float]]] = {}
        self._locks: WeakValueDictionary[Person, asyncio.Lock] = WeakValueDictionary()
        self.publisher = Publisher("secret", self._publish, {SlowDown: Retry.AS_TOLD, ChatUnavailable: Retry.BACK_OFF})

    # -- delivery ------------------------------------------------------------------------------------------------------

    def send(self, secrets: Iterable[SecretRow], *, not_before: float = 0.0) -> None:
        """Deliver secrets that have just been written, or still wait after a restart.

        `not_before` is a time of the event loop's clock.
        """
        for row in secrets:
            self._queues.setdefault(row.person, deque()).append((row, not_before))
            self.publisher.request(row.person, not_before=not_before)

    async def _publish(self, person: Person) -> None:
        """Deliver the secret that is due and was waited for longest; an error to be retried leaves it in its place."""
        queue = self._queues[person]
        now = asyncio.get_running_loop().time()
        done = next((entry for entry in queue if entry[1] <= now), None)
        try:
            if done is not None:
                await self._deliver(done[0])
        except (SlowDown, ChatUnavailable):
            done = None
            raise
        finally:
            if done is not None:
                queue.remove(done)
            if queue:
                self.publisher.request(person, not_before=min(not_before for _, not_before in queue))
            else:
                del self._queues[person]

    async def _deliver(self, row: SecretRow) -> None:
        """Send a secret by private message, or leave it to be asked for where that cannot be."""
        store, people = self._services.store, self._services.people
        try:
            if await self._services.answers_here(row.person):
                await store.mark_blocked(row.id)
                return
            async with self._locked(row) as fresh:
                if fresh is not None and fresh.message is None:
                    await self._send(fresh)
        except PersonUnreachable:
            await people.set_reachable(row.person, reachable=False)
            await self._block(row)
        except (SlowDown, ChatUnavailable):
            raise
        except ChatError as error:
            _LOG.error("secret_refused", table=row.table, reason=str(error))
            await self._block(row)
        except DamagedRecord as error:
            _LOG.error("secret_damaged", table=row.table, reason=str(error))  # the reason says it all

    async def _send(self, row: SecretRow) -> None:
        post = await self.post_of(row)
        if post is None:
            await self._services.store.delete_secret(row.id)
            return
        message = await self._services.platforms.of(row.person).send_private(row.person, post)
        if (await self._services.people.get(row.person)).reachable is False:
            # Not every platform tells that somebody can be written to again.
            await self._services.people.set_reachable(row.person, reachable=True)
        await self.shown(row, message)

    async def _block(self, row: SecretRow) -> None:
        await self._services.store.mark_blocked(row.id)
        if table := await self._tables.by_id(row.table):
            await self._boards.set_unreached(table, row.seat, unreached=True)

    @contextlib.asynccontextmanager
    async def _locked(self, secret: SecretRow) -> AsyncIterator[SecretRow | None]:
        """Wait until nobody else sends or removes a secret of this person, and yield its row as it is then.

        So one copy lies in the private chat however delivery, `/hand`, "Seen" and the end of its time race.
        """
        async with self._locks.setdefault(secret.person, asyncio.Lock()):
            yield await self._services.store.secret(secret.id)

    # -- what is shown, and for how long -------------------------------------------------------------------------------

    async def answer(self, row: SecretRow) -> Post | None:
        """Make a secret a private answer, which lasts as long as its time does; that runs from now on."""
        post = await self.post_of(row)
        if post is None:
            return None
        await self.shown(row, None)
        fresh = await self._services.store.secret(row.id)
        end = fresh.remove_at if fresh is not None else None
        return None if end is None else replace(post, lasts=max(1.0, end - self._services.clock()))

    async def shown(self, row: SecretRow, message: MessageId | None) -> None:
        """Note that a secret was seen, by message or by a private answer: from now on its time runs."""
        table, seconds = await self._tables.by_id(row.table), SHOWN_SECONDS
        if table is not None:
            seconds = (await self._services.chats.preferences(table.record.place)).whisper_seconds
        await self._services.store.mark_shown(row.id, message, self._services.clock() + seconds)
        self._on_deadline()

    async def remove(self, secret: int) -> None:
        """Remove a secret: its time has ended, or the person has seen it."""
        store = self._services.store
        found = await store.secret(secret)
        if found is None:
            return
        async with self._locked(found) as row:
            if row is None:
                return
            if row.message is not None:
                with contextlib.suppress(PersonUnreachable):
                    await self._services.platforms.of(row.person).delete_private(row.person, row.message)
            await store.delete_secret(secret)
        table = await self._tables.by_id(row.table)
        if table is not None and not await store.secrets(table=row.table, person=row.person):
            await self._boards.set_unreached(table, row.seat, unreached=False)

    async def repeat(self, row: SecretRow) -> bool:
        """Show a secret again, unless its time has ended: one copy lies in the private chat, the newest."""
        async with self._locked(row) as fresh:
            if fresh is None:
                return False
            await self._send(fresh)
            if fresh.message is not None:
                await self._services.platforms.of(row.person).delete_private(row.person, fresh.message)
        return True

    async def secret(self, row: SecretRow) -> tuple[Table, Secret, Translator] | None:
        """Put a secret into its person's language; None when its table is gone, or the person's hand shows it."""
        table = await self._tables.by_id(row.table)
        if table is None or table.state is None:
            return None
        locale = (await self._services.chats.preferences(table.record.place)).locale
        tr = await self._services.people.translator_of(row.person, locale)
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
