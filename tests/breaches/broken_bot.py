"""What takes one defence away from a bot before it starts, as a process of its own."""

from __future__ import annotations

import asyncio
from typing import Any

from telegram import Update

from bot.concurrency.keyed_queue import KeyedQueue
from bot.engine.rules import Seat
from bot.platforms.telegram.parsing import read
from bot.platforms.telegram.updates import UpdateProcessor
from bot.table.handlers.press_handlers import PressHandlers
from bot.table.model.record import Record
from storage.ids import Person

_KEPT: list[bytearray] = []


def any_chat() -> None:
    """A token counts wherever it is pressed."""
    PressHandlers._check_place = lambda self, table, press: None  # type: ignore[method-assign]


def anybody() -> None:
    """Whoever presses has the seat of the one whose turn it is."""
    held = Record.seat_of

    def seat_of(self: Record, person: Person) -> Seat | None:
        seat = held(self, person)
        return self.decision % len(self.seats) if seat is None and self.status == "playing" else seat

    Record.seat_of = seat_of  # type: ignore[method-assign]


def escaping_error() -> None:
    """Of updates that cannot be read, those with a field that is missing escape."""

    def unguarded(self: UpdateProcessor, number: int, update: dict[str, Any]) -> Any:
        try:
            return read(Update.de_json(update, None), self._me, self._comments)
        except (TypeError, ValueError, AttributeError, OverflowError):
            return None

    UpdateProcessor._read = unguarded  # type: ignore[method-assign]


def growing_cache(size: int = 24 << 10) -> None:
    """So many bytes of every update of Telegram are kept, which is every other one."""
    take = UpdateProcessor.take

    def keep(self: UpdateProcessor, update: dict[str, Any]) -> asyncio.Task[None]:
        _KEPT.append(bytearray(b"x" * size))
        return take(self, update)

    UpdateProcessor.take = keep  # type: ignore[method-assign]


def slow_leak() -> None:
    """A kilobyte for each update of both platforms is kept: found after some 20,000."""
    growing_cache(2 << 10)


def one_after_the_other() -> None:
    """An update waits until the one before it is answered, whoever that is from."""
    start = UpdateProcessor._start
    queue = KeyedQueue()

    def in_turn(self: UpdateProcessor, number: int, update: dict[str, Any]) -> asyncio.Task[None]:
        async def handle() -> None:
            await start(self, number, update)

        return queue.add("all", handle)

    UpdateProcessor._start = in_turn  # type: ignore[method-assign]
