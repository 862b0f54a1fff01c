"""Where updates come in, by polling or by webhook: once each, in order within a chat, chats side by side."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import structlog
from telegram import Update

from bot.concurrency.keyed_queue import KeyedQueue
from bot.i18n.catalogs import Catalogs
from bot.messaging import Answer, Command, Start, UpdateHandler
from bot.platforms.telegram.callbacks import CallbackAnswers
from bot.platforms.telegram.parsing import Back, Blank, Closed, Happening, Me, Moved, Opened, Question, Reach, Tap, read

_REMEMBERED = 10_000
_LOG = structlog.get_logger(__name__)


class UpdateProcessor:
    """Hands updates to the desk. An update id seen before gives the task of the first time and is not handled twice."""

    def __init__(
        self, handler: UpdateHandler, me: Me, answers: CallbackAnswers, catalogs: Catalogs, clock: Callable[[], float]
    ) -> None:
        self._handler = handler
        self._me = me
        self._answers = answers
        self._catalogs = catalogs
        self._clock = clock
        self._chains = KeyedQueue()
        self._seen: OrderedDict[int, asyncio.Task[None]] = OrderedDict()

    def take(self, update: dict[str, Any]) -> asyncio.Task[None]:
        """Take one raw update in; the task ends when the desk has committed it and a press is answered. Never fails."""
        number = int(update.get("update_id", -1))
        if number not in self._seen:
            self._seen[number] = self._start(number, update)
            self._forget()
        return self._seen[number]

    async def drain(self, seconds: float) -> None:
        """Finish what is in hand within so many seconds; the rest ends as if the process had been killed."""
        tasks = [task for task in self._seen.values() if not task.done()]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=seconds)
            if late:
                _LOG.warning("updates_unfinished", count=len(late))
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        await self._answers.edits.drain(1.0)

    def _start(self, number: int, update: dict[str, Any]) -> asyncio.Task[None]:
        happening = self._read(number, update)
        if isinstance(happening, Tap):
            judged = self._chains.add(happening.press.place.chat, lambda: self._judge(happening))
            return asyncio.create_task(self._answers.settle(happening, judged))
        if isinstance(happening, Blank):
            answer = self._answers.answer(happening.query, happening.person, Answer(), self._clock())
            return asyncio.create_task(answer)
        if isinstance(happening, Question):
            return asyncio.create_task(self._look_up(happening))
        if happening is None:
            return asyncio.create_task(_nothing())
        return self._chains.add(_chat(happening), lambda: self._tell(happening))

    def _read(self, number: int, update: dict[str, Any]) -> Happening | None:
        """Read an update; one that cannot be read is logged and passed over, or it would come back forever."""
        try:
            return read(Update.de_json(update, None), self._me)
        except (TypeError, KeyError, ValueError, AttributeError):
            _LOG.exception("update_unreadable", update=number)
            return None

    async def _judge(self, tap: Tap) -> Answer:
        """Ask the desk; whatever goes wrong there, the presser gets an answer."""
        try:
            return await self._handler.on_press(tap.press)
        except Exception:  # noqa: BLE001 - the boundary: one broken press must not stop the others
            _LOG.exception("press_failed", chat=tap.press.place.chat, press=tap.press.id)
            tr = self._catalogs.translator(tap.press.caller.language)
            return Answer(tr.t("Something went wrong. Press again."), alert=True)

    async def _look_up(self, question: Question) -> None:
        """Answer an inline question; when that goes wrong the list stays empty, and the next letter asks anew."""
        try:
            findings = await self._handler.on_lookup(question.inquiry)
        except Exception:  # noqa: BLE001 - the boundary: one broken question must not stop the others
            _LOG.exception("inquiry_failed", person=question.inquiry.caller.person.id)
            return
        await self._answers.list_findings(question.query, findings)

    async def _tell(self, happening: Command | Start | Back) -> None:
        """Tell the desk; what goes wrong there is logged, and the next update comes."""
        try:
            await self._hand_over(happening)
        except Exception:  # noqa: BLE001 - the boundary: one broken update must not stop the others
            _LOG.exception("update_failed", chat=_chat(happening), kind=type(happening).__name__)

    async def _hand_over(self, happening: Command | Start | Back) -> None:
        handler = self._handler
        match happening:
            case Command():
                await handler.on_command(happening)
            case Start():
                await handler.on_start(happening)
            case Moved(old, new):
                await handler.on_chat_moved(old, new)
            case Closed(place):
                await handler.on_bot_removed(place)
            case Opened(place):
                await handler.on_bot_added(place)
            case Reach(person, ok):
                await handler.on_reachability(person, ok=ok)

    def _forget(self) -> None:
        while len(self._seen) > _REMEMBERED and next(iter(self._seen.values())).done():
            self._seen.popitem(last=False)


def _chat(happening: Command | Start | Back) -> str:
    """Give the chat in whose line an update stands."""
    match happening:
        case Start(caller=caller):
            return caller.person.id
        case Reach(person=person):
            return person.id
        case Moved(old=old):
            return old.chat
        case Command(place=place) | Closed(place=place) | Opened(place=place):
            return place.chat


async def _nothing() -> None:
    """Be done."""
