"""Processing of updates, from polling or webhook alike: once each, in order within a chat, chats concurrently."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import structlog
from msgspec.structs import replace
from telegram import Update

from bot.concurrency.foreground import Foreground
from bot.concurrency.keyed_queue import KeyedQueue
from bot.concurrency.tasks import drain
from bot.i18n.catalogs import Catalogs
from bot.messaging import Answer, Command, Start, UpdateHandler
from bot.meter import UNMETERED, Meter
from bot.platforms.telegram.callbacks import CallbackAnswers
from bot.platforms.telegram.parsing import (
    BotAdded,
    BotRemoved,
    CallbackPress,
    ChatChange,
    ForeignPress,
    GroupMigrated,
    InlineLookup,
    Me,
    MemberLeft,
    ParsedUpdate,
    ReachabilityChange,
    read,
)
from bot.platforms.telegram.partial import update_part
from bot.platforms.telegram.platform import PLATFORM
from bot.platforms.telegram.threads import CommentThreads

_REMEMBERED = 10_000
_LOG = structlog.get_logger(__name__)


class UpdateProcessor:
    """Passes updates to the handler. An update id seen before returns the task of the first time, or a finished one.

    `answering`: how many updates are handled, and only their answers are still to be sent.
    """

    def __init__(
        self,
        handler: UpdateHandler,
        me: Me,
        answers: CallbackAnswers,
        catalogs: Catalogs,
        clock: Callable[[], float],
        meter: Meter = UNMETERED,
        foreground: Foreground | None = None,
    ) -> None:
        self._meter = meter
        self._foreground = foreground or Foreground()
        self._handler = handler
        self._me = me
        self._comments = CommentThreads()
        self._answers = answers
        self._catalogs = catalogs
        self._clock = clock
        self._queue = KeyedQueue()
        self.answering = 0
        # No LRUCache: only a finished task may be forgotten, or its update would be handled twice.
        self._seen: OrderedDict[int, asyncio.Task[None]] = OrderedDict()
        self._finished: asyncio.Task[None] | None = None
        """One that stands for all that have finished: each would hold its coroutine and its context."""

    def take(self, update: dict[str, Any]) -> asyncio.Task[None]:
        """Process one raw update. The task ends when it is committed and answered; it never fails."""
        number = int(update.get("update_id", -1))
        if number not in self._seen:
            task = self._seen[number] = self._start(number, update)
            task.add_done_callback(lambda done: self._note_finished(number, done))
            self._forget()
        return self._seen[number]

    def knows(self, number: int) -> bool:
        """Return whether an update was taken before. Of very old ones that is forgotten."""
        return number in self._seen

    async def drain(self, seconds: float) -> None:
        """Finish pending updates within so many seconds; the rest ends as if the process had been killed."""
        if late := await drain(self._seen.values(), seconds):
            _LOG.warning("updates_unfinished", count=late)
        await self._answers.edits.drain(1.0)

    def _start(self, number: int, update: dict[str, Any]) -> asyncio.Task[None]:
        parsed = self._read(number, update)
        if isinstance(parsed, CallbackPress):
            now = asyncio.get_running_loop().time()
            parsed = replace(parsed, press=replace(parsed.press, received=now))
            judged = self._queue.add(parsed.press.place.chat, lambda: self._judge(parsed))
            return asyncio.create_task(self._answers.settle(parsed, judged, self._foreground.claim()))
        if isinstance(parsed, ForeignPress):
            return asyncio.create_task(self._answers.dismiss(parsed.query, parsed.person))
        if isinstance(parsed, InlineLookup):
            return asyncio.create_task(self._look_up(parsed))
        if parsed is None:
            return asyncio.create_task(_nothing())
        return asyncio.create_task(self._finish(parsed, self._queue.add(_chat(parsed), lambda: self._dispatch(parsed))))

    def _read(self, number: int, update: dict[str, Any]) -> ParsedUpdate | None:
        """Parse an update. One that cannot be parsed is logged and skipped, or Telegram would repeat it forever."""
        try:
            return read(Update.de_json(update_part(update), None), self._me, self._comments)
        except Exception:  # noqa: BLE001 - the boundary: a date of the year 300,000 is an OverflowError, and more may come
            _LOG.exception("update_unreadable", update=number)
            self._meter.update_refused(PLATFORM, "unreadable")
            return None

    async def _judge(self, received: CallbackPress) -> Answer:
        """Pass a press to the handler; whatever fails there, the presser gets an answer."""
        try:
            return await self._handler.on_press(received.press)
        except Exception:  # noqa: BLE001 - the boundary: one failing press must not stop the others
            _LOG.exception("press_failed", chat=received.press.place.chat, press=received.press.id)
            tr = self._catalogs.translator(received.press.caller.language)
            # NOTE: Alert after a fault of the bot.
            return Answer(tr.t("Something went wrong. Please tap again."), alert=True)

    async def _look_up(self, asked: InlineLookup) -> None:
        """Answer an inline query; after a failure the list stays empty, and the next keystroke asks again."""
        try:
            results = await self._handler.on_lookup(asked.lookup)
        except Exception:  # noqa: BLE001 - the boundary: one failing query must not stop the others
            _LOG.exception("lookup_failed", person=asked.lookup.caller.person.id)
            return
        await self._answers.answer_lookup(asked.query, results)

    async def _dispatch(self, parsed: Command | Start | ChatChange) -> Awaitable[None] | None:
        """Pass anything else to the handler; a failure is logged and the next update follows.

        Return its answers that are under way, None after a failure.
        """
        with self._guarded(parsed):
            return await self._call_handler(parsed)

    @contextmanager
    def _guarded(self, parsed: Command | Start | ChatChange) -> Iterator[None]:
        try:
            yield
        except Exception:  # noqa: BLE001 - the boundary: one failing update must not stop the others
            _LOG.exception("update_failed", chat=_chat(parsed), kind=type(parsed).__name__)

    async def _finish(
        self, parsed: Command | Start | ChatChange, dispatched: asyncio.Task[Awaitable[None] | None]
    ) -> None:
        """Wait for the answers too, outside the queue: the chat's next update does not."""
        answers = await dispatched
        if answers is None:
            return
        self.answering += 1
        try:
            with self._guarded(parsed):
                await answers
        finally:
            self.answering -= 1

    async def _call_handler(self, parsed: Command | Start | ChatChange) -> Awaitable[None] | None:
        handler = self._handler
        match parsed:
            case Command():
                return await handler.on_command(parsed)
            case Start():
                return await handler.on_start(parsed)
            case GroupMigrated(old, new):
                await handler.on_chat_moved(old, new)
            case BotRemoved(place):
                await handler.on_bot_removed(place)
            case BotAdded(place):
                await handler.on_bot_added(place)
            case MemberLeft(place, person):
                await handler.on_member_left(place, person)
            case ReachabilityChange(person, ok):
                await handler.on_reachability(person, ok=ok)
        return None

    def _note_finished(self, number: int, task: asyncio.Task[None]) -> None:
        if number in self._seen and not task.cancelled() and task.exception() is None:
            self._finished = self._finished or task
            self._seen[number] = self._finished

    def _forget(self) -> None:
        while len(self._seen) > _REMEMBERED and next(iter(self._seen.values())).done():
            self._seen.popitem(last=False)


def _chat(parsed: Command | Start | ChatChange) -> str:
    """Return the chat whose queue an update belongs to."""
    match parsed:
        case Start(caller=caller):
            return caller.person.id
        case ReachabilityChange(person=person):
            return person.id
        case GroupMigrated(old=old):
            return old.chat
        case Command(place=place) | BotRemoved(place=place) | BotAdded(place=place) | MemberLeft(place=place):
            return place.chat


async def _nothing() -> None:
    pass
