"""The bot's service with its Telegram adapter on a loopback Bot API, and people who use it: what friends see."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.platforms.telegram import client
from bot.platforms.telegram.adapter import TelegramAdapter
from bot.playground.call_log import Call
from bot.playground.feed import Toast
from bot.playground.model import Chat, Message, User
from bot.playground.world import World
from bot.service import Service
from bot.settings import Settings
from bot.table.model.record import Record
from storage.ids import Person
from storage.store import Store
from tests.helpers.clock import MovingClock
from tests.helpers.lobby import PAGES, is_called, way_to
from tests.helpers.memory import Pictures, supply_pictures
from tests.helpers.playground import Playground
from tests.helpers.stored import open_store

PATIENCE = 60.0
"""Seconds until something is given up, the making of a video too."""
NAMES = (("Ann", "en"), ("Bob", "en"), ("Cleo", "en"), ("Dan", "en"))


AFTER_THE_END = ["Rematch", "Another game", "⏪ Replay", "💭 Who knew what", "🎬 Video", "What happened"]
"""The buttons below a game that has ended."""


def labels(message: Message) -> list[str]:
    """List the texts of a message's buttons."""
    return [button["text"] for row in message.keyboard or [] for button in row]


async def eventually(true: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait until something is so, which may be awaited."""
    async with asyncio.timeout(seconds):
        while True:
            found = true()
            if await found if inspect.isawaitable(found) else found:
                return
            await asyncio.sleep(0.005)


def patient_adapter(service: Service, token: str, url: str) -> TelegramAdapter:
    """Make an adapter that gives no call up, and no press, since a busy machine, or the test, takes long over it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client, "CALL_SECONDS", PATIENCE)
        adapter = service.telegram(token, url, introduce=False)
    adapter._answers._patience = PATIENCE
    return adapter


class Party:
    """People, their group and the bot. `restart` kills the process's part and starts it anew on the same database."""

    def __init__(
        self,
        world: World,
        api: Playground,
        where: Path | str,
        clock: Callable[[], float],
        names: Sequence[tuple[str, str]] = NAMES,
        pictures: Pictures = "shared",
        steady: Callable[[], float] | None = None,
        **settings: Any,
    ) -> None:
        self.world = world
        self.api = api
        self._where = where
        self._clock = clock
        self._steady = steady
        self._pictures = pictures
        self._settings = settings
        self.people = [world.add_person(name, language_code=language) for name, language in names]
        self.ann, self.bob, self.cleo, self.dan = self.people
        self.group = world.create_group("Friends", self.people)
        self.service: Service
        self._stop = asyncio.Event()
        self._run: asyncio.Task[None] | None = None

    # -- the process ------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Start the service."""
        self.store, self.service = await self.new_service()
        # a hundred calls about menus in eleven languages would be most of what a test waits for
        self._adapter = adapter = patient_adapter(self.service, self.world.token, self.api.url)
        self._stop = asyncio.Event()
        before = self._newest_poll()
        self._run = asyncio.create_task(self.service.run(adapter, self._stop))
        while self._newest_poll() is before:
            assert not self._run.done(), "the service did not start"
            await asyncio.sleep(0.005)
        await self.settle()

    async def new_service(self) -> tuple[Store, Service]:
        """Return the database, opened anew, and a service on it."""
        where = self._where
        settings = Settings(
            _env_file=None,
            telegram_api_url=self.api.url,
            database_url=where if isinstance(where, str) else f"sqlite:///{where}",
            **{"telegram_group_per_minute": 0, "telegram_per_second": 0, **self._settings},
        )
        store = await (Store.open(where) if isinstance(where, str) else open_store(where))
        service = Service(settings, store, self._clock, steady=self._steady)
        supply_pictures(service.render_cache, self._pictures)
        return store, service

    def _newest_poll(self) -> Call | None:
        return next((call for call in reversed(self.world.calls) if call.method == "getUpdates"), None)

    async def close(self) -> None:
        """Stop the service as a signal does."""
        if self._run is not None:
            self._stop.set()
            await self._run
            self._run = None
            await asyncio.to_thread(self.service.close)
            await self.store.close()

    async def restart(self) -> None:
        """Stop and start on the same database."""
        await self.close()
        await self.open()

    async def settle(self) -> None:
        """Wait until every update is handled and everything wanted is shown."""
        for _ in range(2):
            deadline = time.monotonic() + PATIENCE
            while self.world.updates.first(1) or self._adapter.updates_in_hand:
                assert time.monotonic() < deadline, "updates are not handled"
                await asyncio.sleep(0.005)
            await asyncio.wait_for(self.manager.settled(), PATIENCE)
            # an edit that a press asks for (a menu, a page of a lesson) is made after its answer
            await asyncio.wait_for(self._adapter._answers.edits.settled(), PATIENCE)

    @property
    def manager(self) -> Any:
        """The service's table manager."""
        return self.service.manager

    async def tick(self) -> None:
        """Serve the deadlines that the clock has passed."""
        await self.manager.scheduler.tick()
        await self.settle()

    async def pass_time(self, seconds: float) -> None:
        """Advance the party's `MovingClock` and run the deadlines that have passed."""
        assert isinstance(self._clock, MovingClock)
        self._clock.advance(seconds)
        await self.tick()

    # -- what people do -----------------------------------------------------------------------------------------------

    async def say(self, person: User, text: str, chat: Chat | None = None, **more: Any) -> None:
        """Write in the group, or in the given chat."""
        self.world.say(person, chat or self.group, text, **more)
        await self.settle()

    async def press(self, person: User, label: str, message: Message | None = None) -> Toast:
        """Press the button with a label on the newest board, or on a message; follow the link it opens.

        A lobby is leafed through to the page that has the button.
        """
        message = message or self.board()
        for _ in range(PAGES):
            if page := way_to(label, labels(message)):
                await self.send(person, message, self.token(message, page))
                await self.settle()
        toast = await self.send(person, message, self.token(message, label))
        if toast.url:
            self.world.open_link(person, toast.url)
        await self.settle()
        return toast

    async def send(self, person: User, message: Message, token: str) -> Toast:
        """Press with any token, also one that is not there; return the answer, which must come."""
        toast = await asyncio.wait_for(self.world.press(person, message.chat, message.id, token).ended, 60)
        assert not toast.unanswered
        return toast

    def token(self, message: Message, label: str) -> str:
        """Return the token of the button whose label begins or ends so."""
        for row in message.keyboard or []:
            for button in row:
                if is_called(button["text"], label):
                    return str(button["callback_data"])
        raise AssertionError(f"no button {label!r} among {labels(message)}")

    # -- what people see ----------------------------------------------------------------------------------------------

    def messages(self, chat: Chat | None = None) -> list[Message]:
        """List the bot's messages in the group, or in a chat."""
        return [m for m in (chat or self.group).messages.values() if m.sender is self.world.bot and not m.service]

    def table_board(self, chat: Chat | None = None) -> Message:
        """Return the newest message of the bot that shows a table: it has a picture and buttons."""
        return next(m for m in reversed(self.messages(chat)) if m.keyboard and m.photo)

    def board(self, chat: Chat | None = None) -> Message:
        """Return the newest message of the bot that has buttons."""
        return next(m for m in reversed(self.messages(chat)) if m.keyboard)

    def private(self, person: User) -> list[Message]:
        """List the bot's messages in a private chat."""
        return self.messages(self.world.private(person))

    # -- whole stretches ----------------------------------------------------------------------------------------------

    async def seat(self, *people: User) -> None:
        """Open a table and seat people, the first as host."""
        await self.say(people[0], "/play hats")
        for person in people:
            if self._lobby().seat_of(Person("telegram", str(person.id))) is None:
                await self.press(person, "Join")

    async def begin(self, *people: User) -> None:
        """Open a table, seat people, let the first one begin, start."""
        await self.seat(*people)
        await self.press(people[0], "I’m the youngest")
        await self.press(people[0], "Start")

    def _lobby(self) -> Record:
        """Return what is kept of the lobby of the newest board, which may have no picture."""
        token = (self.board().keyboard or [[{}]])[-1][0]["callback_data"]
        record: Record = self.manager.tables.in_memory(token.split(".")[0]).record
        return record

    def table(self, chat: Chat | None = None) -> Any:
        """Return the table behind the newest board."""
        token = (self.table_board(chat).keyboard or [[{}]])[-1][0]["callback_data"]
        return self.manager.tables.in_memory(token.split(".")[0])

    def table_status(self) -> str:
        """Return the status of the table behind the newest board: lobby, playing, ended, closed."""
        return str(self.table().record.status)

    def table_record(self) -> Record:
        """Return what is kept of the table behind the newest board."""
        record: Record = self.table().record
        return record

    def mover(self, chat: Chat | None = None) -> User:
        """Return the person whose turn it is."""
        return self.world.people[int(self.table(chat).actor().id)]


@contextlib.asynccontextmanager
async def party_at(
    where: Path | str,
    clock: Callable[[], float] = time.time,
    *,
    names: Sequence[tuple[str, str]] = NAMES,
    pictures: Pictures = "shared",
    steady: Callable[[], float] | None = None,
    **settings: Any,
) -> AsyncIterator[Party]:
    """Bring four people together for a test, each with a name and a language; `where` the database is.

    A picture is drawn for the first party that wants it and shared by all, or each party draws its "own", or none is
    drawn and all stay "blank", for whole games of which a test reads the texts alone.
    """
    world = World(now=clock, group_per_minute=0, per_second=0)
    async with Playground(world) as api:
        party = Party(world, api, where, clock, names, pictures=pictures, steady=steady, **settings)
        await party.open()
        try:
            yield party
        finally:
            await party.close()
