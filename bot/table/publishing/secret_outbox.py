"""Sends secrets to the one person each is for, until they are delivered, and takes them away again.

Several secrets of one person go in order; people are served side by side. A secret that the platform refuses is kept
for the private answer to a press ("My secret"): it is never dropped and never put in the group. Where the person wants
it in the answer to the press itself, it is sent only if that answer has not arrived.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Sequence, Set

import structlog
from msgspec.structs import replace

from bot.concurrency.leased_locks import LeasedLocks
from bot.concurrency.publisher import Retry
from bot.concurrency.tasks import Background
from bot.engine.presentation import Secret
from bot.engine.rules import Seat
from bot.errors import (
    ChatError,
    ChatUnavailable,
    DamagedRecord,
    MessageGone,
    PersonUnreachable,
    PostRejected,
    SlowDown,
    StoreAway,
)
from bot.i18n.translator import Translator
from bot.messaging import Post
from bot.table.core.directory import TableDirectory
from bot.table.core.services import Services
from bot.table.core.table import Table
from bot.table.model import play
from bot.table.pages.secret_page import preference_row, secret_post, taken_post
from bot.table.publishing.board_publisher import BoardPublisher
from bot.table.publishing.hand_publisher import private_lock
from bot.table.publishing.noting import noted
from storage.ids import MessageId, Person
from storage.rows import SecretRow

_LOG = structlog.get_logger(__name__)
_PASSING = (ChatUnavailable, StoreAway)
"""What passes by itself: the platform or the database is away."""
SHOWN_SECONDS = 60.0
"""How long a secret stays whose table is gone."""
ANSWER_SECONDS = 20.0
"""After so long an answer that was to show a secret will not come any more: platforms take one for 15 seconds."""


class SecretOutbox:
    """Delivers the secrets of all tables. `on_deadline` is told that the time of one has begun to run."""

    def __init__(
        self,
        services: Services,
        tables: TableDirectory,
        boards: BoardPublisher,
        background: Background,
        *,
        on_deadline: Callable[[], None],
    ) -> None:
        self._services = services
        self._tables = tables
        self._boards = boards
        self._on_deadline = on_deadline
        # What this process is to deliver, by person in the order it came. In a deploy the other one has its own.
        # With each, the time before which it is left to that one, or to the answer to a press.
        self._queues: dict[Person, deque[tuple[SecretRow, float]]] = {}
        self._leased = LeasedLocks(services.store.leases)
        self._background = background
        self.publisher = services.work.publisher(
            "secret",
            self._publish_rows if services.store.shared else self._publish,
            {SlowDown: Retry.AS_TOLD, **dict.fromkeys(_PASSING, Retry.BACK_OFF)},
            key_type=Person,
            lock=private_lock,
        )

    # -- delivery ------------------------------------------------------------------------------------------------------

    def send(self, secrets: Iterable[SecretRow], *, not_before: float = 0.0, answered: Seat | None = None) -> None:
        """Deliver secrets that have just been written, or still wait after a restart.

        `not_before` is a time of the event loop's clock. `answered`: the press of this seat brought them and is
        answered soon, and its answer shows what is for that seat to who wants that.
        """
        if self._services.store.shared:
            self._send_by_rows([*secrets], answered)
            return
        for row in secrets:
            wait = self._is_left(row, answered)
            time = asyncio.get_running_loop().time() + ANSWER_SECONDS if wait else not_before
            self._queues.setdefault(row.person, deque()).append((row, time))
            self.publisher.request(row.person, not_before=time)

    def _is_left(self, row: SecretRow, answered: Seat | None) -> bool:
        """Return whether the answer to a press shows a secret by itself; judged from memory alone."""
        known = self._services.people.known(row.person)
        by_alert = not self._services.platforms.of(row.person).answers_privately
        return row.seat == answered and by_alert and known is not None and known.here is True

    def _send_by_rows(self, secrets: Sequence[SecretRow], answered: Seat | None) -> None:
        """Have secrets delivered by whichever process, which finds them in their rows."""
        left = [row for row in secrets if self._is_left(row, answered)]
        again = [row for row in secrets if row.status == "blocked"]
        if left or again:
            self._background.run(self._change_and_send(left, again))
        for person in {row.person for row in secrets if row not in left and row not in again}:
            self.publisher.request(person)

    async def _change_and_send(self, left: Sequence[SecretRow], again: Sequence[SecretRow]) -> None:
        """Leave secrets to an answer for a while, and have others sent that could not be before."""
        store, until = self._services.store, self._services.clock() + ANSWER_SECONDS
        try:
            if left:
                await store.leave_secrets([row.id for row in left], until)
            if again:
                await store.mark_waiting([row.id for row in again])
        finally:
            for person in {row.person for row in left}:
                self.publisher.request(person, not_before=asyncio.get_running_loop().time() + ANSWER_SECONDS)
            for person in {row.person for row in again}:
                self.publisher.request(person)

    async def answered(self, row: SecretRow, *, shown: bool) -> None:
        """Take note whether the answer that shows a secret has arrived; one that has not is sent at once.

        So is one of which that cannot be written now: it is shown twice rather than never taken away.
        """
        if shown:
            try:
                await self.seen(row)
            except StoreAway as error:
                _LOG.error("not_saved", table=row.table, error=str(error))
                shown = False
        if shown:
            self._background.run(self._tell_unreached(row))
        if self._services.store.shared:
            if not shown:
                self._background.run(self._send_now(row))
            return
        queue = self._queues.get(row.person, ())
        if shown:
            left = deque(entry for entry in queue if entry[0].id != row.id)
        else:
            left = deque((each, 0.0 if each.id == row.id else time) for each, time in queue)
        if row.person in self._queues:
            self._queues[row.person] = left
            self.publisher.request(row.person)  # which sets the time for what is left

    async def _tell_unreached(self, row: SecretRow) -> None:
        """Have the board say that a person cannot be written to who has seen a secret in an answer instead.

        The answer may have been faster than the attempt to send it, which is not made then.
        """
        if (await self._services.people.get(row.person, now=True)).reachable is False:
            table = await self._tables.by_id(row.table)
            if table is not None and not await self._services.answers_here(row.person, table.record.place):
                await self._boards.set_unreached(table, row.seat, unreached=True)

    async def _send_now(self, row: SecretRow) -> None:
        """Send a secret that was left to an answer, if nobody has shown it."""
        try:
            await self._services.store.leave_secrets([row.id], 0.0)
        finally:
            self.publisher.request(row.person)

    async def _publish_rows(self, person: Person, _: Set[str]) -> None:
        """Deliver the secrets of a person that are due, in their order, and come again for those that are not yet."""
        now = self._services.clock()
        rows = [row for row in await self._services.store.secrets(person=person) if row.status == "waiting"]
        for row in rows:
            if row.not_before <= now:
                await self._deliver(row)
        if waits := [row.not_before - now for row in rows if row.not_before > now]:
            self.publisher.request(person, not_before=asyncio.get_running_loop().time() + min(waits))

    async def _publish(self, person: Person, _: Set[str]) -> None:
        """Deliver the secret that is due and was waited for longest; an error to be retried leaves it in its place."""
        now = asyncio.get_running_loop().time()
        done = next((entry for entry in self._queues.get(person, ()) if entry[1] <= now), None)
        try:
            if done is not None:
                await self._deliver(done[0])
        except (SlowDown, *_PASSING):
            done = None
            raise
        finally:
            queue = self._queues.get(person, deque())
            if done is not None:
                queue = deque(entry for entry in queue if entry[0].id != done[0].id)
            if queue:
                self._queues[person] = queue
                self.publisher.request(person, not_before=min(not_before for _, not_before in queue))
            else:
                self._queues.pop(person, None)

    async def _deliver(self, row: SecretRow) -> None:
        """Send a secret by private message, or leave it to be asked for where that cannot be."""
        try:
            async with self._locked(row) as fresh:
                if fresh is None or fresh.status == "shown" or self._is_void(fresh):
                    return
                table = await self._tables.by_id(row.table)
                if table is not None and await self._services.holds_answers(row.person, table.record.place, now=True):
                    await self._services.store.mark_blocked(row.id)
                    return
                await self._send_or_block(fresh)
        except DamagedRecord as error:
            _LOG.error("secret_damaged", table=row.table, reason=str(error))  # the reason says it all

    async def _send_or_block(self, row: SecretRow) -> None:
        """Send a secret, and note where it is refused: before the lock is released, for which `attempted` waits."""
        try:
            await self._send(row)
        except PersonUnreachable as error:
            self._services.meter.delivery_failed("secret", error)
            await self._services.people.set_reachable(row.person, reachable=False)
            await self._block(row)
        except (SlowDown, ChatUnavailable):
            raise
        except ChatError as error:
            self._services.meter.delivery_failed("secret", error)
            _LOG.error("secret_refused", table=row.table, reason=str(error))
            await self._block(row)

    async def is_waited_for(self, person: Person) -> bool:
        """Return whether a secret of a person is still to be sent, or just being sent."""
        return any(row.status == "waiting" for row in await self._services.store.secrets(person=person))

    async def attempted(self, person: Person) -> None:
        """Wait until an attempt to send a secret to a person has ended, if there is one, and its end is noted."""
        async with self._leased.hold(private_lock(person)):
            pass

    async def _send(self, row: SecretRow, *, anew: bool = False) -> None:
        """Show a secret in the private chat.

        Where the table itself is there, one message shows the latest look, and stays above the board: it is edited, and
        where it has to be posted the board is posted again below it. `anew`: at the bottom of the chat, in place of the
        message that shows it now. A message that was sent but not finished, as after a kill, is finished.
        """
        post = await self.post_of(row)
        if post is None:
            await self._drop(row)
            return
        table = await self._tables.by_id(row.table)
        at_home = table is not None and table.record.place.private
        before = [each for each in await self._others(row) if each.message] if at_home else []
        if anew and row.message is not None:
            # First, since a row knows one message: a kill between the two would leave the other one for good.
            await self.delete_copy(row.table, row.person, row.message)
            await self._services.store.mark_hidden(row.id)
        known = row if row.status == "waiting" and row.message else before[-1] if before and not anew else None
        message = await self._edit(known, post) if known is not None else None
        if message is None:
            message = await self._services.platforms.of(row.person).send_secret(
                row.person, post, lambda each: noted(lambda: self._services.store.mark_covered(row.id, each))
            )
            if at_home and table is not None:
                self._boards.request(table, anew=True)
        if (await self._services.people.get(row.person, now=True)).reachable is False:
            # Not every platform tells that somebody can be written to again.
            await self._services.people.set_reachable(row.person, reachable=True)
        seconds = await self._seconds(row)
        await noted(lambda: self._services.store.mark_sent(row.id, message, self._services.clock() + seconds))
        self._on_deadline()
        for each in before:
            if each.message is not None and each.message != message:
                await self.delete_copy(row.table, row.person, each.message)
            await self._services.store.delete_secret(each.id)

    async def _drop(self, row: SecretRow) -> None:
        """Delete a secret that cannot be shown, or that the hand shows."""
        if row.message is None:
            self._services.store.drop_secret(row.id)
        else:
            await self._services.store.delete_secret(row.id)

    async def _edit(self, old: SecretRow, post: Post) -> MessageId | None:
        """Show a secret in the message of an older one; None where that cannot be."""
        platform = self._services.platforms.of(old.person)
        if old.message is None or platform.is_old(old.message):
            return None
        try:
            await platform.edit_private(old.person, old.message, post)
        except MessageGone:
            return None
        except PostRejected:
            if post.picture is None:
                raise
            # Its picture cannot be drawn, and one that is there cannot become a text: another message tells it.
            await self.delete_copy(old.table, old.person, old.message)
            return None
        return old.message

    async def _others(self, row: SecretRow) -> Sequence[SecretRow]:
        rows = await self._services.store.secrets(table=row.table, person=row.person)
        return [each for each in rows if each.id != row.id]

    async def _block(self, row: SecretRow) -> None:
        await self._services.store.mark_blocked(row.id)
        if table := await self._tables.by_id(row.table):
            await self._boards.set_unreached(table, row.seat, unreached=True)

    @contextlib.asynccontextmanager
    async def _locked(self, secret: SecretRow) -> AsyncIterator[SecretRow | None]:
        """Wait until nobody else sends or removes a secret of this person, and yield its row as it is then.

        So one copy lies in the private chat however delivery, `/hand`, "Seen" and the end of its time race.
        """
        async with self._leased.hold(private_lock(secret.person)):
            yield await self._services.store.secret(secret.id)

    # -- what is shown, and for how long -------------------------------------------------------------------------------

    async def answer(self, row: SecretRow) -> Post | None:
        """Make a secret a private answer, which lasts as long as its time does; that runs from when it is shown.

        Nothing is veiled in it: whoever has pressed for it sees it, and nobody else.
        """
        found = await self.secret(row)
        if found is None:
            return None
        table, secret, tr = found
        now = self._services.clock()
        end = now + await self._seconds(row) if row.remove_at is None else row.remove_at
        post = secret_post(table.record, row.id, secret, tr, veiled=False)
        return replace(post, lasts=max(1.0, end - now), subject=f"{table.id}.{row.id}")

    async def seen(self, row: SecretRow) -> None:
        """Note that a secret was seen: from now on its time runs, unless that of its message runs already."""
        await self._services.store.mark_read(row.id, self._services.clock() + await self._seconds(row))
        self._on_deadline()

    async def _seconds(self, row: SecretRow) -> float:
        table = await self._tables.by_id(row.table)
        if table is None:
            return SHOWN_SECONDS
        return float((await self._services.chats.preferences(table.record.place)).whisper_seconds)

    async def hide(self, secret: int) -> None:
        """Take away the message of a secret, whose time has ended. Unless it was seen, it can still be asked for."""
        store = self._services.store
        found = await store.secret(secret)
        if found is None or found.remove_at is not None:
            return
        async with self._locked(found) as row:
            if row is None or row.remove_at is not None:
                return
            await self._delete_message(row)
            if await self._is_asked_for_in_vain(row):
                await store.delete_secret(secret)
            else:
                await store.mark_hidden(secret, timed_out=True)
        await self._note_reached(found)

    async def remove(self, secret: int) -> None:
        """Remove a secret for good: its time has ended, or the person has seen it and wants it gone."""
        found = await self._services.store.secret(secret)
        if found is None:
            return
        async with self._locked(found) as row:
            if row is None:
                return
            await self._delete_message(row)
            await self._services.store.delete_secret(secret)
        await self._note_reached(found)

    async def remove_void(self, table: Table) -> None:
        """Remove what was told in private at a table and is void, in messages and in answers."""
        for row in await self._services.store.secrets(table=table.id):
            if self._is_void(row):
                await self.remove(row.id)
        await self._services.platforms.of(table.record.place).take_back(table.id)

    async def _delete_message(self, row: SecretRow) -> None:
        if row.message is not None:
            with contextlib.suppress(PersonUnreachable):
                await self.delete_copy(row.table, row.person, row.message)

    async def delete_copy(self, table_id: str, person: Person, message: MessageId) -> None:
        """Delete a message that shows somebody a secret; what cannot be deleted shows it no longer."""
        locale = None
        with contextlib.suppress(DamagedRecord):  # which takes its secrets away all the same
            table = await self._tables.by_id(table_id)
            locale = (await table.translator()).locale if table is not None else None
        instead = taken_post(await self._services.people.translator_of(person, locale))
        await self._services.platforms.of(person).delete_private(person, message, instead=instead)

    async def _note_reached(self, row: SecretRow) -> None:
        """Take the note off the board that somebody cannot be written to, once nothing waits for them."""
        table = None
        with contextlib.suppress(DamagedRecord):
            table = await self._tables.by_id(row.table)
        if table is not None and not await self._services.store.secrets(table=row.table, person=row.person):
            await self._boards.set_unreached(table, row.seat, unreached=False)

    def _is_void(self, row: SecretRow) -> bool:
        return row.remove_at is not None and row.remove_at <= self._services.clock()

    async def _is_asked_for_in_vain(self, row: SecretRow) -> bool:
        """Return whether a secret whose message was taken away unread is gone: its seat has had another turn since.

        So whoever missed it can still see it while it is their latest look, and a chat does not become a notebook.
        """
        try:
            table = await self._tables.by_id(row.table)
        except DamagedRecord:
            return True  # nobody can be shown what it tells
        if table is None or table.record.status != "playing":
            return True
        passed = False
        for action in await self._services.store.actions(row.table, row.number):
            if action.seat == row.seat and passed:
                return True
            passed = passed or action.seat != row.seat
        return False

    async def askable(self, table: Table, person: Person) -> list[SecretRow]:
        """Return somebody's secrets that may be shown on request, the newest last."""
        asked: list[SecretRow] = []
        for row in await self._services.store.secrets(table=table.id, person=person):
            unread = row.status == "shown" and row.message is None and row.remove_at is None
            if unread and await self._is_asked_for_in_vain(row):
                await self._services.store.delete_secret(row.id)
            elif not self._is_void(row):
                asked.append(row)
        return asked

    async def repeat(self, row: SecretRow) -> bool:
        """Show a secret again, unless its time has ended: one copy lies in the private chat, the newest."""
        async with self._locked(row) as fresh:
            if fresh is None:
                return False
            await self._send(fresh, anew=True)
            await self.seen(fresh)
        return True

    async def secret(self, row: SecretRow) -> tuple[Table, Secret, Translator] | None:
        """Put a secret into its person's language.

        None when its table is gone, the person's hand shows it, or it cannot be read.
        """
        table = await self._tables.by_id(row.table)
        if table is None or table.state is None:
            return None
        locale = (await self._services.chats.preferences(table.record.place)).locale
        tr = await self._services.people.translator_of(row.person, locale)
        try:
            event = play.decode_event(table.game, row.event)
        except DamagedRecord as error:
            _LOG.error("secret_damaged", table=row.table, reason=str(error))  # the reason says it all
            return None
        secret = table.game.presenter.secret(event, table.view(row.seat), table.record.players(), tr, row.number)
        return (table, secret, tr) if secret else None

    async def post_of(self, row: SecretRow) -> Post | None:
        """Make the private message of a secret: which chat it is of, the secret, and buttons for it and the next ones.

        It is veiled, but where the table is in the same chat: nobody else plays there.
        """
        found = await self.secret(row)
        if found is None:
            return None
        table, secret, tr = found
        post = secret_post(table.record, row.id, secret, tr, veiled=not table.record.place.private)
        if table.record.place.private and self._services.platforms.of(row.person).answers_privately:
            return post
        at_once = await self._services.prefers_answers(row.person)
        return replace(post, keyboard=(*post.keyboard, preference_row(table.record, tr, at_once=at_once)))
