"""Shows each table in its chat: the latest state wins, one call in flight, and no move is left untold.

A board tells its reader, who is to act, every public move since their previous one, however often it was shown in
between; and more, where more was done since the last board that arrived. The history is in the database, so that it is
the same for a board that is edited and one that is posted anew, and after a restart.

A board is edited in place while the player to move watches the chat, and posted anew with a mention of that player
else, since an edit never makes a phone ring. Who watches is guessed from what they pressed lately: a board that was
edited rings after all when nothing is heard of them for a minute. A turn rings once at most.

What is shown is composed after the wait for the chat's send permit (`board_composer.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, Set
from dataclasses import dataclass, field

import structlog
from msgspec.structs import replace

from bot.concurrency.publisher import UP_TO_DATE, Retry
from bot.concurrency.tasks import Background
from bot.engine.rules import Seat
from bot.errors import (
    ChatError,
    ChatUnavailable,
    MessageGone,
    PersonUnreachable,
    PicturesForbidden,
    PlaceGone,
    PlaceMoved,
    PostRejected,
    SlowDown,
)
from bot.i18n.translator import Translator
from bot.messaging import Keyboard, Post, SendPermit
from bot.table.core.directory import TableDirectory
from bot.table.core.played import PlayedGames
from bot.table.core.services import Services
from bot.table.core.table import Table
from bot.table.model.tokens import is_on_board
from bot.table.model.turn_clock import RING_SECONDS
from bot.table.pages.board_text import BoardPost, back_button
from bot.table.publishing.board_composer import BoardComposer, SideBySide
from bot.table.publishing.hand_publisher import HandPublisher
from bot.table.publishing.noting import noted
from bot.table.publishing.store_policy import store_policy
from bot.table.publishing.unreached_seats import UnreachedSeats
from storage.ids import MessageId, Person, Place
from storage.rows import BoardRow

_LOG = structlog.get_logger(__name__)
MAX_MESSAGES_BELOW = 4
"""A board with this many of our messages below it is out of sight, so it is posted anew."""
MAX_BELOW_ALONE = 1
"""In a private chat the board stays at the bottom: nobody else's messages push it away."""
SHORT_HOLD = 5.0
"""A board waits so many seconds until a new message may be sent; one that is held longer is edited in its place."""
SAME_SECONDS = 5.0
"""A board that was edited so many seconds ago to look as it has to is not edited again: what was requested while it was
composed is on it already."""
ANEW = "anew"
"""The directive to post a board as a new message at the bottom of its chat."""
STRAY = "stray:"
"""The prefix of a directive to look at a message, by its id, that may be a board which was sent but not noted."""
_SHOWN = frozenset({UP_TO_DATE, ANEW})
_REMOVED = 8
"""So many boards of a table that were taken away are remembered: older ones are pressed by nobody."""


@dataclass
class _Board:
    """What is remembered of a table's board; the rest is in its row.

    `reported_before` is the number of the last action that the chat knew of before the present board, which tells all
    since, and again when it is shown again; None: that is not known any more.
    `noted` is the row as this process knows it: what another one has shown since makes the rest out of date.
    `look` names what the message was last edited to, at `looked_at` by the event loop's clock.
    `searched`: it has been looked for boards that a process which was killed had sent and not noted.
    `removed` are the newest that were taken away: people press them as long as their screens show them.
    """

    message: MessageId | None = None
    reported_before: int | None = None
    noted: BoardRow | None = None
    searched: bool = False
    look: tuple[MessageId, int] | None = None
    looked_at: float = 0.0
    removed: deque[MessageId] = field(default_factory=lambda: deque(maxlen=_REMOVED))


class BoardPublisher:
    """Posts, edits and removes the messages that show tables. Nobody else does.

    `wait_for_computers` returns when the computers that move in a row at a table have moved, or after a while.
    `on_moved` is told that a chat has a new id, `on_closed` that a table's chat takes nothing from us, `on_held` that
    for so many seconds it takes nothing new, while no board of the table stands there. `played` has games that have
    ended, `side_by_side` makes one picture of several (`BoardComposer`).
    """

    def __init__(
        self,
        services: Services,
        tables: TableDirectory,
        hands: HandPublisher,
        background: Background,
        *,
        wait_for_computers: Callable[[str], Awaitable[None]],
        on_moved: Callable[[Place, Place], Awaitable[None]],
        on_closed: Callable[[Table], None],
        on_held: Callable[[Table, float], None],
        played: PlayedGames,
        side_by_side: SideBySide | None,
    ) -> None:
        self._services = services
        self._tables = tables
        self._hands = hands
        self._background = background
        self._shared = services.store.shared
        self._wait_for_computers = wait_for_computers
        self._on_moved = on_moved
        self._on_closed = on_closed
        self._on_held = on_held
        self._composer = BoardComposer(services, played, side_by_side)
        self._unreached = UnreachedSeats(services, hands)
        self._boards: dict[str, _Board] = {}
        self.publisher = services.work.publisher(
            "board",
            self._publish,
            {
                MessageGone: self._forget_message,
                PicturesForbidden: self._forbid_pictures,
                PlaceMoved: self._move_chat,
                PlaceGone: self._close_place,
                PersonUnreachable: self._close_place,  # a private chat
                SlowDown: self._slow_down,
                ChatUnavailable: Retry.BACK_OFF,
                **store_policy(lambda key: key),
                ChatError: self._give_up,
            },
            key_type=str,
            lock=lambda table: (
                f"board/{table}"
            ),  # not that of the moves: a board may wait for long until it may be sent
        )

    # -- what others ask for -------------------------------------------------------------------------------------------

    def request(self, table: Table, *, anew: bool = False, after: float = 0.0) -> None:
        """Have the latest state shown; `anew`: as a new message at the bottom of the chat.

        `after` so many seconds, unless it is requested once more before that.
        """
        not_before = asyncio.get_running_loop().time() + after if after else 0.0
        self.publisher.request(table.id, ANEW if anew else UP_TO_DATE, not_before=not_before)

    async def ring(self, table: Table) -> None:
        """Have the board posted anew if whoever is to act has not been told by a message, and does not seem to look."""
        if self._must_notify(table, await self._services.store.board(table.id)):
            self.request(table)

    def note_sent_below(self, place: Place) -> None:
        """Note that something will be sent below the board of a place: under much of it the next change is posted anew.

        To be called as soon as that is certain, not once it has been sent: a board that is shown at the same moment is
        edited or posted anew by what has been asked for before, not by which of two calls is answered first.
        """
        self._services.places.note_sent_below(place)

    def seconds_behind(self, table: Table) -> float:
        """Return about how many seconds the newest board still waits for leave to be shown, 0 if it need not wait."""
        if not self.publisher.is_pending(table.id):
            return 0.0
        return self._services.platforms.of(table.record.place).permit_wait(table.record.place)

    def note_message(self, table: Table, message: MessageId | None) -> None:
        """Look at the message a press came from: a board that is not the present one is removed.

        Such strays are left when the process died between sending a board and noting it. They are judged after the
        call in flight, which may be the very one that makes the message ours.
        """
        if message is None or message == self._board(table).message:
            return
        if self._shared:
            self._background.run(self._note_other(table, message))
        else:
            self.publisher.request(table.id, f"{STRAY}{message}")

    async def _note_other(self, table: Table, message: MessageId) -> None:
        """Look at a message that this process has not shown: another one may have."""
        row = await self._services.store.board(table.id)
        self._recall(self._board(table), row)
        if message != row.message:
            self.publisher.request(table.id, f"{STRAY}{message}")

    async def set_unreached(self, table: Table, seat: Seat, *, unreached: bool) -> bool:
        """Note on the board that a seat's person cannot be sent what only they may know. Return whether it is news."""
        is_news = await self._unreached.note(table, seat, unreached=unreached)
        if is_news:
            self.request(table)
        return is_news

    async def present(self, table: Table, tr: Translator) -> Post:
        """Return the board of a game as it stands, for somebody who wants to see it elsewhere."""
        return await self._composer.present(table, tr)

    async def is_behind(self, table: Table) -> bool:
        """Return whether the chat has not been shown all there is to show."""
        row, record = await self._services.store.board(table.id), table.record
        unreported = table.state is not None and row.reported < record.moves
        return unreported or bool(row.stale) or row.revision != record.revision

    async def button(self, table: Table, tr: Translator) -> Keyboard:
        """Return the button that leads to the board; none where its message has no link."""
        place, message = table.record.place, (await self._services.store.board(table.id)).message
        link = await self._services.platforms.of(place).message_link(place, message) if message else ""
        return back_button(link, tr)

    async def move(self, table: Table) -> None:
        """Show a table in the new place of its chat, where no message of ours is left to edit."""
        await self._services.store.save_board(
            replace(await self._services.store.board(table.id), message=None, stale=())
        )
        self._board(table).removed.clear()  # a supergroup counts its messages from one
        self.request(table, anew=True)

    def invalidate(self, table: Table) -> None:
        """Forget what another process has made out of date."""
        self._board(table).reported_before = None
        self._unreached.forget(table)

    def forget(self, table: Table) -> None:
        """Drop what is remembered of a table that leaves memory."""
        self._boards.pop(table.id, None)
        self._unreached.forget(table)

    # -- publishing ----------------------------------------------------------------------------------------------------

    def _board(self, table: Table) -> _Board:
        return self._boards.setdefault(table.id, _Board())

    async def _publish(self, key: str, directives: Set[str]) -> None:
        table = await self._tables.by_id(key)
        if table is None:
            return
        board, place = self._board(table), table.record.place
        if self._services.places.is_closed(place):
            return  # whatever opens the place requests the board again
        strays = {MessageId(directive.removeprefix(STRAY)) for directive in directives if directive.startswith(STRAY)}
        with structlog.contextvars.bound_contextvars(table=key, chat=place.chat):
            if directives & _SHOWN:
                await self._show(table, board, anew=ANEW in directives)
                strays |= await self._search(table, board)
            if strays := strays.difference(board.removed):
                await self._tidy(table, board, strays)

    async def _show(self, table: Table, board: _Board, *, anew: bool) -> None:
        services, place = self._services, table.record.place
        platform = services.platforms.of(place)
        await self._wait_for_computers(table.id)
        if 0.0 < (held := platform.post_wait(place)) <= SHORT_HOLD:
            await asyncio.sleep(held)
        async with platform.send_permit(place) as permit:
            # Requests made up to here are served by what is composed now; later ones lead to another call.
            taken = await self.publisher.coalesce(table.id, _SHOWN)
            anew = ANEW in taken or anew
            if taken and self._shared:  # what they were made for, another process may have done
                await self._tables.by_id(table.id)
            row = await services.store.board(table.id)
            self._recall(board, row)
            # What has to be posted and cannot be is shown in the place of the board that stands.
            held = platform.post_wait(place) if row.message is not None else 0.0
            new_turn = await self._is_new_turn(table)
            unreached = await self._unreached.of(table)
            update, reported_before = await self._composer.compose(
                table, row, board.reported_before, unreached, whole=held > 0
            )
            record = table.record
            most = MAX_BELOW_ALONE if place.private else MAX_MESSAGES_BELOW
            must_repost = (
                (record.status != "ended" and services.places.sent_below(place) >= most)
                or self._must_notify(table, row)
                or self._is_old(place, row)
                or (record.status == "ended" and row.reported < record.moves)  # the end is news to everybody
            )
            if must_repost and not anew:  # which is what those want, too, who ask for it in so many words
                await self.publisher.coalesce(table.id, {ANEW})
            repost = anew or must_repost
            message = await self._send(permit, table, board, row, update, anew=repost and not held)
        if table.record.place != place:  # the chat moved meanwhile; there is nothing of ours where it is now
            self.publisher.request(table.id, ANEW)
            return
        row = await services.store.board(table.id)
        if held and repost:
            # Nothing counts as reported, and nobody as notified: both come with the board that is posted later.
            await self._note(board, replace(row, revision=record.revision, unreached=frozenset(unreached)))
            board.message = message
            self.publisher.request(table.id, ANEW, not_before=asyncio.get_running_loop().time() + held)
            return
        row = replace(row, reported=max(update.reported, row.reported))
        if update.whole:
            stale = row.stale if row.message in (None, message) else (*row.stale, row.message)
            rang = record.decision if repost or not new_turn else row.notified_decision
            row = replace(row, message=message, revision=record.revision, notified_decision=rang, stale=stale)
            row = replace(row, unreached=frozenset(unreached), reported_before=reported_before)
            board.message, board.reported_before = message, reported_before
        else:
            self.publisher.request(table.id, ANEW)  # the board comes below what was told before it, not above
        await self._note(board, row)
        if row.stale and update.whole:
            # Removed only now: the new board stands, and is noted, before the old one goes.
            for old in row.stale:
                await self._remove(board, place, old)
            await self._note(board, replace(row, stale=()))

    async def _note(self, board: _Board, row: BoardRow) -> None:
        board.noted = row
        await noted(lambda: self._services.store.save_board(row))

    def _recall(self, board: _Board, row: BoardRow) -> None:
        """Forget what was remembered of a board which another process has shown since."""
        if self._shared and row != board.noted:
            board.noted, board.message, board.reported_before, board.look = row, row.message, row.reported_before, None

    async def _send(
        self, permit: SendPermit, table: Table, board: _Board, row: BoardRow, update: BoardPost, *, anew: bool
    ) -> MessageId:
        post = update.post
        if update.whole and row.message is not None and not anew:
            now = asyncio.get_running_loop().time()
            look = (row.message, hash((post.text, post.details, post.keyboard, post.picture and post.picture.key)))
            if board.look == look and now - board.looked_at < SAME_SECONDS:
                return row.message
            try:
                await permit.edit(row.message, post)
            except PostRejected as error:
                post = _without_picture(post, error)
            else:
                board.look, board.looked_at = look, now
                return row.message
        if not (await self._services.chats.preferences(table.record.place)).notify:
            post = replace(post, silent=True)
        if update.whole and table.record.status != "ended":
            self._services.places.note_board_at_bottom(table.record.place)
        try:
            return await permit.post(post)
        except PostRejected as error:
            return await permit.post(_without_picture(post, error))

    async def _search(self, table: Table, board: _Board) -> set[MessageId]:
        """Look once for boards that a process which was killed had sent and not noted: they would stand beside ours.

        In a private chat those go by their first press: what a seat holds lies there too, and has the same buttons.
        """
        if board.searched or table.record.place.private:
            return set()
        board.searched = True
        try:
            shown = await self._services.platforms.of(table.record.place).own_buttons(table.record.place)
        except ChatError:  # their first press brings them here as well
            return set()
        return {
            message
            for message, tokens in shown.items()
            if message != board.message and any(is_on_board(each, table.id) for each in tokens)
        }

    async def _tidy(self, table: Table, board: _Board, strays: set[MessageId]) -> None:
        """Remove boards that are not the present one, which may be another process's that goes or has just begun."""
        async with table.changing() as change:
            await change.reread()
            board.message = (await self._services.store.board(table.id)).message
        place = table.record.place
        if place.private:  # the hand lies in the same chat, and has buttons as well
            strays -= await self._hands.messages(table, Person(place.platform, place.chat))
        for message in strays - {board.message}:
            with contextlib.suppress(ChatError):  # its next press brings it here again
                await self._remove(board, place, message)

    async def _remove(self, board: _Board, place: Place, message: MessageId) -> None:
        await self._services.platforms.of(place).remove(place, message)
        board.removed.append(message)

    def _must_notify(self, table: Table, row: BoardRow) -> bool:
        actor = table.actor()
        if actor is None or row.notified_decision == table.record.decision:
            return False
        began = table.record.since
        since = began if self._services.clock() - began >= RING_SECONDS else 0.0
        return not self._services.places.is_watching(table.record.place, actor, since)

    async def _is_new_turn(self, table: Table) -> bool:
        """Return whether a person's turn has just begun, rather than gone on after an action of their own."""
        seat, record = table.awaited, table.record
        if seat is None:
            return False
        last = await self._services.histories.after(table, record.moves - 1)
        return not last or last[-1].seat != seat

    def _is_old(self, place: Place, row: BoardRow) -> bool:
        return row.message is not None and self._services.platforms.of(place).is_old(row.message)

    # -- errors --------------------------------------------------------------------------------------------------------

    async def _slow_down(self, key: str, _: SlowDown) -> Retry:
        """Go on: the next permit waits, or, where new messages are held, the board that stands is edited.

        Where there is none to edit, wait as told, and do not leave the host wondering.
        """
        table = self._tables.in_memory(key)
        if table is None:
            return Retry.AS_TOLD
        held = self._services.platforms.of(table.record.place).post_wait(table.record.place)
        if not held:
            return Retry.NOW
        if (await self._services.store.board(key)).message is not None:
            return Retry.BACK_OFF
        if held > SHORT_HOLD:
            self._on_held(table, held)
        return Retry.AS_TOLD

    async def _forget_message(self, key: str, _: MessageGone) -> Retry:
        """Have a new board posted. The old one may stand: a photo that cannot become a text still has its buttons."""
        store = self._services.store
        row = await store.board(key)
        stale = row.stale if row.message is None else (*row.stale, row.message)
        await store.save_board(replace(row, message=None, stale=stale))
        return Retry.NOW

    async def _forbid_pictures(self, key: str, _: PicturesForbidden) -> Retry:
        if table := self._tables.in_memory(key):
            self._services.places.forbid_pictures(table.record.place)
        return Retry.NOW

    async def _move_chat(self, key: str, error: PlaceMoved) -> Retry:
        if table := self._tables.in_memory(key):
            await self._on_moved(table.record.place, error.new)
        return Retry.NOW

    async def _close_place(self, key: str, error: ChatError) -> Retry:
        if table := self._tables.in_memory(key):
            _LOG.info("place_closed", table=key, chat=table.record.place.chat, reason=str(error))
            self._services.places.close(table.record.place)
            if isinstance(error, PlaceGone):
                self._on_closed(table)
        return Retry.NEVER

    async def _give_up(self, key: str, error: ChatError) -> Retry:
        _LOG.error("board_refused", table=key, reason=str(error))
        return Retry.NEVER


def _without_picture(post: Post, error: PostRejected) -> Post:
    """Return a rejected post without its picture, which is a bug of ours. Raise the error again where it has none."""
    if post.picture is None:
        raise error
    _LOG.error("picture_refused", exc_info=error)
    return replace(post, picture=None)
