"""What changed, for whoever shows it: typed records and subscriptions to them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass
from types import TracebackType

from bot.playground.model import Chat, Member, Message, User

__all__ = [
    "Change",
    "ChatMoved",
    "CommandsChanged",
    "Feed",
    "MemberChanged",
    "MessageDeleted",
    "MessageEdited",
    "MessageNew",
    "PinsChanged",
    "Subscription",
    "Toast",
    "TopicChanged",
    "Typing",
]


@dataclass(slots=True, frozen=True)
class MessageNew:
    """A message stands at the end of a chat."""

    message: Message


@dataclass(slots=True, frozen=True)
class MessageEdited:
    """A message shows something else now."""

    message: Message


@dataclass(slots=True, frozen=True)
class MessageDeleted:
    """A message is gone; `message` is what it was."""

    message: Message


@dataclass(slots=True, frozen=True)
class MemberChanged:
    """Somebody came, went or got another standing; a chat is new to those who came."""

    chat: Chat
    member: Member


@dataclass(slots=True, frozen=True)
class ChatMoved:
    """A group became a supergroup."""

    old: Chat
    new: Chat


@dataclass(slots=True, frozen=True)
class TopicChanged:
    """A topic was opened, closed or removed."""

    chat: Chat
    topic: int


@dataclass(slots=True, frozen=True)
class PinsChanged:
    """Other messages are pinned now."""

    chat: Chat


@dataclass(slots=True, frozen=True)
class Typing:
    """The bot is busy in a chat for the next 5 s or until its next message."""

    chat: Chat
    topic: int | None
    action: str


@dataclass(slots=True, frozen=True)
class Toast:
    """The end of a press, as the presser's client shows it. `unanswered`: the bot is not responding."""

    person: User
    press: str
    text: str = ""
    alert: bool = False
    url: str = ""
    unanswered: bool = False


@dataclass(slots=True, frozen=True)
class CommandsChanged:
    """The bot's commands, menu button or profile are others now."""


Change = (
    MessageNew
    | MessageEdited
    | MessageDeleted
    | MemberChanged
    | ChatMoved
    | TopicChanged
    | PinsChanged
    | Typing
    | Toast
    | CommandsChanged
)


class Subscription:
    """Changes in their order, as an async iterator; leave the `with` block to end it.

    Who reads too slowly loses everything unread: `lost` is set, and what is shown must be built anew.
    """

    def __init__(self, feed: Feed, room: int) -> None:
        self._feed = feed
        self._unread: deque[Change] = deque()
        self._room = room
        self._news = asyncio.Event()
        self._open = True
        self.lost = False

    def push(self, change: Change) -> None:
        """Add a change."""
        if len(self._unread) >= self._room:
            self._unread.clear()
            self.lost = True
        self._unread.append(change)
        self._news.set()

    def take(self) -> list[Change]:
        """Give all that is unread at once."""
        unread = list(self._unread)
        self._unread.clear()
        return unread

    def close(self) -> None:
        """End the subscription; the iteration ends after what is unread."""
        self._open = False
        self._feed.drop(self)
        self._news.set()

    async def __aiter__(self) -> AsyncIterator[Change]:
        while True:
            while self._unread:
                yield self._unread.popleft()
            if not self._open:
                return
            self._news.clear()
            await self._news.wait()

    def __enter__(self) -> Subscription:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Feed:
    """Hands every change to all subscriptions."""

    def __init__(self) -> None:
        self._readers: list[Subscription] = []

    def watch(self, room: int = 10_000) -> Subscription:
        """Open a subscription that keeps at most `room` unread changes."""
        reader = Subscription(self, room)
        self._readers.append(reader)
        return reader

    def drop(self, reader: Subscription) -> None:
        """Forget a subscription."""
        if reader in self._readers:
            self._readers.remove(reader)

    def tell(self, change: Change) -> None:
        """Hand a change to everybody."""
        for reader in self._readers:
            reader.push(change)
