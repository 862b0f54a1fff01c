"""An update handler that records what it gets and answers as the test says."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.messaging import Answer, Command, LookupQuery, LookupResults, Press, Start
from storage.ids import Person, Place


class RecordingHandler:
    """Records everything in `log`; `answers` go by token, `before` is awaited with everything first."""

    def __init__(self) -> None:
        self.log: list[object] = []
        self.answers: dict[str, Answer] = {}
        self.findings = LookupResults((), "More", "rules")
        self.before: Callable[[object], Awaitable[None]] | None = None

    @property
    def presses(self) -> list[Press]:
        return [item for item in self.log if isinstance(item, Press)]

    @property
    def commands(self) -> list[Command]:
        return [item for item in self.log if isinstance(item, Command)]

    @property
    def inquiries(self) -> list[LookupQuery]:
        return [item for item in self.log if isinstance(item, LookupQuery)]

    @property
    def starts(self) -> list[Start]:
        return [item for item in self.log if isinstance(item, Start)]

    async def _note(self, item: object) -> None:
        if self.before:
            await self.before(item)
        self.log.append(item)

    async def on_press(self, press: Press) -> Answer:
        await self._note(press)
        return self.answers.get(press.token, Answer(f"took {press.token}"))

    async def on_command(self, command: Command) -> None:
        await self._note(command)

    async def on_lookup(self, query: LookupQuery) -> LookupResults:
        await self._note(query)
        return self.findings

    async def on_start(self, start: Start) -> None:
        await self._note(start)

    async def on_chat_moved(self, old: Place, new: Place) -> None:
        await self._note(("moved", old, new))

    async def on_bot_removed(self, place: Place) -> None:
        await self._note(("closed", place))

    async def on_bot_added(self, place: Place) -> None:
        await self._note(("opened", place))

    async def on_member_left(self, place: Place, person: Person) -> None:
        await self._note(("left", place, person))

    async def on_reachability(self, person: Person, *, ok: bool) -> None:
        await self._note(("reach", person, ok))
