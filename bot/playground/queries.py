"""Presses of buttons and inline questions, and the 15 s in which the bot may answer them (PLATFORMS A5)."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from bot.playground import errors
from bot.playground.errors import bad_request
from bot.playground.feed import Toast
from bot.playground.model import Message, User

__all__ = ["ANSWER_SECONDS", "InlineQueryHandle", "PendingQueries", "PressHandle"]

ANSWER_SECONDS = 15.0
_EDITED_LATELY = 31.0
_REMEMBERED = 10_000


@dataclass(eq=False)
class PressHandle:
    """A press on its way; awaiting it gives the toast with which it ended."""

    id: str
    person: User
    message: Message
    data: str
    at: float
    ended: asyncio.Future[Toast]

    def __await__(self) -> Generator[Any, None, Toast]:
        return asyncio.shield(self.ended).__await__()

    @property
    def toast(self) -> Toast | None:
        """Give how it ended, or None while it waits."""
        return self.ended.result() if self.ended.done() else None


@dataclass(eq=False)
class InlineQueryHandle:
    """An inline question on its way; awaiting it gives the bot's results, None if it gave none."""

    id: str
    person: User
    at: float
    ended: asyncio.Future[list[dict[str, Any]] | None]
    button: dict[str, Any] = field(default_factory=dict)

    def __await__(self) -> Generator[Any, None, list[dict[str, Any]] | None]:
        return asyncio.shield(self.ended).__await__()


Handle = TypeVar("Handle", PressHandle, InlineQueryHandle)


class PendingQueries:
    """Everything that waits for an answer, oldest first."""

    def __init__(self, now: Callable[[], float], tell: Callable[[Toast], None]) -> None:
        self._now = now
        self._tell = tell
        self._waiting: OrderedDict[str, PressHandle | InlineQueryHandle] = OrderedDict()
        self._recent: OrderedDict[str, PressHandle] = OrderedDict()
        self._number = 0

    def press(self, person: User, message: Message, data: str) -> PressHandle:
        """Begin a press."""
        handle = PressHandle(self._id(person), person, message, data, self._now(), _future())
        self._begin(handle)
        self._recent[handle.id] = handle
        if len(self._recent) > _REMEMBERED:
            self._recent.popitem(last=False)
        return handle

    def question(self, person: User) -> InlineQueryHandle:
        """Begin an inline question."""
        handle = InlineQueryHandle(self._id(person), person, self._now(), _future())
        self._begin(handle)
        return handle

    def _id(self, person: User) -> str:
        self._number += 1
        return str((person.id << 24) + self._number)

    def _begin(self, handle: PressHandle | InlineQueryHandle) -> None:
        self._waiting[handle.id] = handle
        asyncio.get_running_loop().call_later(ANSWER_SECONDS + 0.05, self.expire)

    def answer(self, query: str, text: str, *, alert: bool, url: str) -> None:
        """End a press. Raises ApiError if it waits no more."""
        handle = self._take(query, PressHandle)
        self._end(handle, Toast(handle.person, handle.id, text, alert, url))

    def answer_question(self, query: str, results: list[dict[str, Any]], button: dict[str, Any]) -> None:
        """End an inline question. Raises ApiError if it waits no more."""
        handle = self._take(query, InlineQueryHandle)
        handle.button = button
        handle.ended.set_result(results)

    def pressed_lately(self, query: str, person_id: int) -> bool:
        """Tell whether this person made this press within the last 15 s, answered or not."""
        handle = self._recent.get(query)
        return handle is not None and handle.person.id == person_id and self._now() - handle.at <= ANSWER_SECONDS

    def _take(self, query: str, kind: type[Handle]) -> Handle:
        self.expire()
        handle = self._waiting.get(query)
        if not isinstance(handle, kind):
            raise bad_request(errors.QUERY_TOO_OLD)
        del self._waiting[query]
        return handle

    def expire(self) -> None:
        """End what waited too long: the client says that the bot is not responding, unless the message moved."""
        limit = self._now() - ANSWER_SECONDS
        while self._waiting:
            handle = next(iter(self._waiting.values()))
            if handle.at > limit:
                return
            del self._waiting[handle.id]
            if isinstance(handle, InlineQueryHandle):
                handle.ended.set_result(None)
            else:
                edited = handle.message.edited
                lately = edited is not None and self._now() - edited <= _EDITED_LATELY
                self._end(handle, Toast(handle.person, handle.id, unanswered=not lately))

    def _end(self, handle: PressHandle, toast: Toast) -> None:
        if not handle.ended.done():
            handle.ended.set_result(toast)
        self._tell(toast)


def _future() -> asyncio.Future[Any]:
    return asyncio.get_running_loop().create_future()
