"""Callback and inline queries, and the 15 s in which the bot may answer them (A5)."""

from __future__ import annotations

import asyncio
import math
from collections import OrderedDict
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from bot.playground.errors import bad_request
from bot.playground.feed import Toast
from bot.playground.model import Message, User

ANSWER_SECONDS = 15.0
_EDITED_LATELY = 31.0


@dataclass(eq=False)
class PressHandle:
    """A press under way. Awaiting it returns the toast with which it ends."""

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
        return self.ended.result() if self.ended.done() else None


@dataclass(eq=False)
class InlineQueryHandle:
    """An inline query under way. Awaiting it returns the bot's results, None if it gave none in time."""

    id: str
    person: User
    at: float
    ended: asyncio.Future[list[dict[str, Any]] | None]
    button: dict[str, Any] = field(default_factory=dict)

    def __await__(self) -> Generator[Any, None, list[dict[str, Any]] | None]:
        return asyncio.shield(self.ended).__await__()


Handle = TypeVar("Handle", PressHandle, InlineQueryHandle)


class PendingQueries:
    """Everything that waits for an answer of the bot, oldest first."""

    def __init__(self, now: Callable[[], float], publish: Callable[[Toast], None], first_id: int = 0) -> None:
        self._now = now
        self._publish = publish
        self._waiting: OrderedDict[str, PressHandle | InlineQueryHandle] = OrderedDict()
        self._number = first_id

    def press(self, person: User, message: Message, data: str) -> PressHandle:
        future = asyncio.get_running_loop().create_future()
        return self._begin(PressHandle(self._id(person), person, message, data, self._now(), future))

    def inline(self, person: User) -> InlineQueryHandle:
        future = asyncio.get_running_loop().create_future()
        return self._begin(InlineQueryHandle(self._id(person), person, self._now(), future))

    def _id(self, person: User) -> str:
        self._number += 1
        return str((person.id << 24) + self._number)

    # The timer ends what nobody answers on a running clock; tests with a clock of their own call `expire`.
    def _begin(self, handle: Handle) -> Handle:
        self._waiting[handle.id] = handle
        asyncio.get_running_loop().call_later(ANSWER_SECONDS + 0.05, self.expire)
        return handle

    def chat_of(self, query: str) -> int:
        """Return the chat of a press that waits for its answer, 0 if there is no such press."""
        handle = self._waiting.get(query)
        return handle.message.chat.id if isinstance(handle, PressHandle) else 0

    def answer(self, query: str, text: str, *, alert: bool, url: str) -> None:
        """End a press. Raise ApiError if it does not wait any more."""
        handle = self._take(query, PressHandle)
        self._end(handle, Toast(handle.person, handle.id, text, alert, url))

    def answer_inline(self, query: str, results: list[dict[str, Any]], button: dict[str, Any]) -> None:
        """End an inline query. Raise ApiError if it does not wait any more."""
        handle = self._take(query, InlineQueryHandle)
        handle.button = button
        handle.ended.set_result(results)

    def _take(self, query: str, kind: type[Handle]) -> Handle:
        self.expire()
        handle = self._waiting.get(query)
        if not isinstance(handle, kind):
            raise bad_request("query is too old and response timeout expired or query ID is invalid")
        del self._waiting[query]
        return handle

    def time_out(self, query: str) -> None:
        """Let the time of a query be over now."""
        if handle := self._waiting.get(query):
            handle.at = -math.inf
            self._waiting.move_to_end(query, last=False)
            self.expire()

    def expire(self) -> None:
        """End what has waited too long. A press counts as answered if its message was edited lately."""
        now = self._now()
        while self._waiting:
            handle = next(iter(self._waiting.values()))
            if handle.at > now - ANSWER_SECONDS:
                return
            del self._waiting[handle.id]
            if isinstance(handle, InlineQueryHandle):
                handle.ended.set_result(None)
            else:
                edited = handle.message.edited
                lately = edited is not None and now - edited <= _EDITED_LATELY
                self._end(handle, Toast(handle.person, handle.id, unanswered=not lately))

    def _end(self, handle: PressHandle, toast: Toast) -> None:
        if not handle.ended.done():
            handle.ended.set_result(toast)
        self._publish(toast)
