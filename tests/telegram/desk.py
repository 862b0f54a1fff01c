"""A desk that writes down what it is handed and does what the test tells it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bot.port import Answer, Command, Person, Place, Press, Start


class RecordingDesk:
    """The other side of the door. `on_press` answers presses, `before` is awaited with all that comes."""

    def __init__(self) -> None:
        self.log: list[object] = []
        self.answers: dict[str, Answer] = {}
        self.before: Callable[[object], Awaitable[None]] | None = None
        self._news = asyncio.Condition()

    @property
    def presses(self) -> list[Press]:
        return [item for item in self.log if isinstance(item, Press)]

    @property
    def commands(self) -> list[Command]:
        return [item for item in self.log if isinstance(item, Command)]

    async def until(self, count: int, seconds: float = 5.0) -> list[object]:
        """Wait until so much has been written down."""
        async with asyncio.timeout(seconds), self._news:
            await self._news.wait_for(lambda: len(self.log) >= count)
        return self.log

    async def _note(self, item: object) -> None:
        if self.before:
            await self.before(item)
        async with self._news:
            self.log.append(item)
            self._news.notify_all()

    async def press(self, press: Press) -> Answer:
        await self._note(press)
        return self.answers.get(press.token, Answer(f"took {press.token}"))

    async def command(self, command: Command) -> None:
        await self._note(command)

    async def start(self, start: Start) -> None:
        await self._note(start)

    async def moved(self, old: Place, new: Place) -> None:
        await self._note(("moved", old, new))

    async def closed(self, place: Place) -> None:
        await self._note(("closed", place))

    async def opened(self, place: Place) -> None:
        await self._note(("opened", place))

    async def reach(self, person: Person, *, ok: bool) -> None:
        await self._note(("reach", person, ok))
