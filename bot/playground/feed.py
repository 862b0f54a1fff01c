"""Changes of the world as typed records, and subscriptions to them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass
from types import TracebackType

from bot.playground.model import Chat, Member, Message, User


@dataclass(slots=True, frozen=True)
class MessageNew:
    message: Message


@dataclass(slots=True, frozen=True)
class MessageEdited:
    message: Message


@dataclass(slots=True, frozen=True)
class MessageDeleted:
    message: Message


@dataclass(slots=True, frozen=True)
class MemberChanged:
    """Somebody came, left or changed status; to those who came the chat itself is new."""

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
class Typing:
    """The bot is busy in a chat for the next 5 s or until its next message."""

    chat: Chat
    topic: int | None
    action: str


@dataclass(slots=True, frozen=True)
class Toast:
    """How a press ended, as the client of who pressed shows it. `unanswered`: the bot did not answer in time."""

    person: User
    press: str
    text: str = ""
    alert: bool = False
    url: str = ""
    unanswered: bool = False


@dataclass(slots=True, frozen=True)
class ProfileChanged:
    """The bot's commands, name or descriptions changed."""


FeedChange = (
    MessageNew
    | MessageEdited
    | MessageDeleted
    | MemberChanged
    | ChatMoved
    | TopicChanged
    | Typing
    | Toast
    | ProfileChanged
)


class Subscription:
    """Changes in order, as an async iterator; leaving the `with` block ends it.

    A reader that is too slow loses everything unread: `lost` is set, and the reader must start from the whole state.
    """

    def __init__(self, feed: Feed, capacity: int) -> None:
        self._feed = feed
        self._unread: deque[FeedChange] = deque()
        self._capacity = capacity
        self._arrived = asyncio.Event()
        self._open = True
        self.lost = False

    def push(self, change: FeedChange) -> None:
        if len(self._unread) >= self._capacity:
            self._unread.clear()
            self.lost = True
        self._unread.append(change)
        self._arrived.set()

    def take(self) -> list[FeedChange]:
        """Return and remove all that is unread."""
        unread = list(self._unread)
        self._unread.clear()
        return unread

    def close(self) -> None:
        """End the subscription; the iteration ends after what is unread."""
        self._open = False
        self._feed.drop(self)
        self._arrived.set()

    async def __aiter__(self) -> AsyncIterator[FeedChange]:
        while True:
            while self._unread:
                yield self._unread.popleft()
            if not self._open:
                return
            self._arrived.clear()
            await self._arrived.wait()

    def __enter__(self) -> Subscription:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Feed:
    """Publishes every change to all subscriptions."""

    def __init__(self) -> None:
        self._readers: list[Subscription] = []

    def watch(self, capacity: int = 10_000) -> Subscription:
        """Open a subscription that keeps at most `capacity` unread changes."""
        reader = Subscription(self, capacity)
        self._readers.append(reader)
        return reader

    def drop(self, reader: Subscription) -> None:
        if reader in self._readers:
            self._readers.remove(reader)

    def publish(self, change: FeedChange) -> None:
        for reader in self._readers:
            reader.push(change)
