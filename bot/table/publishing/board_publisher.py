"""Shows one table in its chat: the latest state wins, one call in flight, and no move is left untold.

A board is edited in place while the player to move watches the chat, and posted anew with a mention of that player
else, since an edit never makes a phone ring. What is shown is composed after the wait for the chat's budget.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import structlog
from msgspec.structs import replace

from bot.concurrency.tasks import BACKOFF, DRAIN_SECONDS, drain, spawn
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
from bot.messaging import Post, RichText, SendPermit, joined
from bot.table.pages.board_text import BoardPost, board_posts
from bot.table.pages.lobby_page import closed_post, lobby_post
from bot.table.pages.status_rows import side_buttons, side_notes, standing_still
from storage.ids import MessageId, Person
from storage.rows import BoardRow

if TYPE_CHECKING:
    from bot.table.core.table import Table

_LOG = structlog.get_logger(__name__)
DEEP = 4
"""So many messages of ours below a board put it out of sight."""


class BoardPublisher:
    """The one hand that posts, edits and removes the messages that show a table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._wanted = False
        self._anew = False
        self._strays: set[MessageId] = set()
        self._task: asyncio.Task[None] | None = None
        self._failures = 0
        self._buried = 0

    @property
    def idle(self) -> bool:
        """Tell whether nothing is being shown or waits to be shown."""
        return self._task is None or self._task.done()

    def want(self, *, anew: bool = False) -> None:
        """Ask for the table's latest state to be shown; `anew`: as a new message at the bottom of the chat."""
        self._wanted = True
        self._anew = self._anew or anew
        self._wake()

    def bury(self) -> None:
        """Note that we have written something below the board: under much of it the next change is posted anew."""
        self._buried += 1

    def note_message(self, message: MessageId | None) -> None:
        """Look at the message a press came from: a board that is not the present one is removed.

        Such strays are left when the process died between sending a board and noting it. They are judged after the
        call in flight, which may be the very one that makes the message ours.
        """
        if message is not None and message != self._table.board.message:
            self._strays.add(message)
            self._wake()

    async def stop(self) -> None:
        """Finish the call in flight, so that a board that was sent is noted, and show no more."""
        if self._task is not None:
            await drain([self._task], DRAIN_SECONDS)

    async def settled(self) -> None:
        """Wait until everything wanted is shown."""
        while self._task is not None and not self._task.done():
            await asyncio.wait([self._task])

    def _wake(self) -> None:
        if self.idle and not self._table.hub.stopping:
            self._task = spawn(self._work(), f"painter {self._table.record.id}")

    async def _work(self) -> None:
        with structlog.contextvars.bound_contextvars(table=self._table.record.id, chat=self._table.record.place.chat):
            while self._wanted or self._strays:
                if self._table.hub.stopping or self._table.hub.is_closed(self._table.record.place):
                    return
                try:
                    await self._turn()
                    self._failures = 0
                except ChatError as error:
                    if not await self._recover(error):
                        return

    async def _turn(self) -> None:
        if self._wanted:
            await self._show()
        elif self._strays:
            await self._tidy()

    async def _tidy(self) -> None:
        """Remove boards that are not the present one, which may be another process's that goes or has just begun."""
        table = self._table
        strays, self._strays = self._strays, set()
        async with table.lock:
            await table.reread()
            table.board = await table.hub.store.board(table.record.id)
        place = table.record.place
        if place.private:  # the hand lies in the same chat, and has buttons as well
            strays -= await table.hands.messages(Person(place.platform, place.chat))
        for message in strays - {table.board.message}:
            with contextlib.suppress(ChatError):  # its next press brings it here again
                await table.hub.chat(place).remove(place, message)

    async def _recover(self, error: ChatError) -> bool:
        """Make the best of a refusal; False gives up until the table is wanted again."""
        hub, place = self._table.hub, self._table.record.place
        self._wanted = True
        if isinstance(error, MessageGone):
            await self._note(replace(self._table.board, message=None))
        elif isinstance(error, PicturesForbidden):
            hub.forbid_pictures(place)
        elif isinstance(error, PlaceMoved):
            await hub.manager.moved(place, error.new)
        elif isinstance(error, ChatUnavailable):
            await asyncio.sleep(BACKOFF[min(self._failures, len(BACKOFF) - 1)])
            self._failures += 1
        elif isinstance(error, PlaceGone | PersonUnreachable):  # the latter in a private chat
            _LOG.info("place_closed", reason=str(error))
            hub.close(place)
            return False
        elif not isinstance(error, SlowDown):
            _LOG.error("board_refused", reason=str(error))
            self._wanted = False
            return False
        return True

    async def _show(self) -> None:
        table = self._table
        hub, place = table.hub, table.record.place
        await hub.computers.row_done(table)
        await hub.calm()
        async with hub.chat(place).send_permit(place) as permit:
            self._wanted, asked, self._anew = False, self._anew, False
            try:
                telling = await self._compose()
                record, anew = table.record, asked or self._buried >= DEEP or self._must_ring() or self._is_old()
                message = await self._send(permit, telling, anew=anew)
            except BaseException:
                self._wanted, self._anew = True, asked or self._anew
                raise
        if table.record.place != place:  # the chat moved meanwhile; there is nothing of ours where it is now
            self._wanted = self._anew = True
            return
        await self._told(telling, message, revision=record.revision, decision=record.decision)
        if not telling.whole:
            self._wanted = self._anew = True  # the board comes below what was told before it, not above

    async def _send(self, permit: SendPermit, telling: BoardPost, *, anew: bool) -> MessageId:
        board, post = self._table.board, telling.post
        if telling.whole and board.message is not None and not anew:
            try:
                await permit.edit(board.message, post)
            except PostRejected:
                if post.picture is None:
                    raise
                _LOG.exception("picture_refused")
                post = replace(post, picture=None)
            else:
                return board.message
        if not (await self._table.hub.chat_book.preferences(self._table.record.place)).notify:
            post = replace(post, silent=True)
        if telling.whole:
            self._buried = 0
        try:
            return await permit.post(post)
        except PostRejected:
            if post.picture is None:
                raise
            _LOG.exception("picture_refused")
            return await permit.post(replace(post, picture=None))

    async def _told(self, telling: BoardPost, message: MessageId, *, revision: int, decision: int) -> None:
        table = self._table
        board = replace(table.board, reported=max(telling.reported, table.board.reported))
        if telling.whole:
            stale = board.stale if board.message in (None, message) else (*board.stale, board.message)
            board = replace(board, message=message, revision=revision, notified_decision=decision, stale=stale)
        if telling.whole and table.untold:
            table.shown_again = [(number, event) for number, event in table.untold if number <= board.reported]
        table.untold = [(number, event) for number, event in table.untold if number > board.reported]
        await self._note(board)
        if board.stale and telling.whole:
            for old in board.stale:
                await table.hub.chat(table.record.place).remove(table.record.place, old)
            left = tuple(old for old in table.board.stale if old not in board.stale)
            await self._note(replace(table.board, stale=left))

    async def _note(self, board: BoardRow) -> None:
        self._table.board = board
        await self._table.hub.store.save_board(self._table.board)

    def _must_ring(self) -> bool:
        table = self._table
        actor = table.actor()
        if actor is None or table.board.notified_decision == table.record.decision:
            return False
        return not table.hub.is_watching(table.record.place, actor)

    def _is_old(self) -> bool:
        message = self._table.board.message
        return message is not None and self._table.hub.chat(self._table.record.place).is_old(message)

    async def _compose(self) -> BoardPost:
        """Make the next message from the state that holds now; nothing is awaited once the state is looked at."""
        table = self._table
        tr = await table.translator()
        pictures = table.hub.shows_pictures(table.record.place)
        notes = self._notes(tr, pictures=pictures)
        if table.record.status == "lobby":
            games = tuple(table.hub.games.values())
            gallery = table.hub.gallery(tr) if table.record.page == "games" else None
            post = lobby_post(table.record, table.game, games, tr, gallery)
            return _unplayed(post, notes, pictures=pictures)
        if table.state is None:
            return _unplayed(closed_post(table.record, table.game, tr), notes, pictures=pictures)
        told = list(table.untold or table.shown_again)
        awaited = table.awaited
        scene = table.game.presenter.board(table.view(None), told, table.record.players(), tr)
        if table.record.resting:
            scene = standing_still(table.record, scene, tr)
        notes += side_notes(table.record, awaited, tr)
        side = side_buttons(table.record, awaited, table.hub.clock(), tr)
        limits = table.hub.chat(table.record.place).limits
        return board_posts(table.record, scene, told, tr, limits, notes, side, pictures=pictures)

    def _notes(self, tr: Translator, *, pictures: bool) -> list[RichText]:
        record = self._table.record
        notes = [
            tr.rich(
                "{name}, I cannot write to you privately. Press “🤫 My secret”, or open our chat.",
                name=tr.mention(record.seats[seat].name, record.seats[seat].person),
            )
            for seat in sorted(self._table.unreached)
            if record.status == "playing" and record.seats[seat].active
        ]
        if not pictures:
            notes.append(tr.rich("I may not send pictures here. An administrator can allow it."))
        return notes


def _unplayed(post: Post, notes: list[RichText], *, pictures: bool) -> BoardPost:
    """Show a table where no game has begun: there is nothing to tell yet."""
    picture = post.picture if pictures else None
    return BoardPost(replace(post, text=joined([post.text, *notes]), picture=picture), -1, whole=True)
