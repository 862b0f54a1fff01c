"""Several services on one PostgreSQL behind one bot, and people who use it: whichever is free gets what they do."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from pathlib import Path
from typing import Any

from aiohttp import web
from typing_extensions import override

import bot.jobs.work  # noqa: F401 - a process of its own has loaded it before its event loop runs
from bot.playground.model import Chat, Message
from bot.playground.world import World
from bot.service import Service
from bot.settings import WEBHOOK_PATH, Settings
from storage.store import Store
from tests.helpers.clock import MovingClock
from tests.helpers.memory import Pictures, supply_pictures
from tests.helpers.party import NAMES, PATIENCE, Party, labels, patient_adapter
from tests.helpers.playground import Playground

SECRET = "only-telegram-knows"

STORED = re.compile(r"^\{.*\}$", re.DOTALL)
"""What /privacy shows of somebody's data."""

Shown = tuple[tuple[str, tuple[str, ...], bool, bool], ...]
"""What stands in a chat: of each message of the bot the text, the buttons, and whether it has a picture, veiled."""


def shown(messages: Iterable[Message]) -> Shown:
    """Return what people see of some messages. What is stored of somebody is more where several remember it."""
    return tuple(
        (STORED.sub("{}", each.text), tuple(labels(each)), each.photo is not None, bool(each.spoiler))
        for each in messages
    )


class Transcript:
    """What each viewer had before them whenever all that was asked for was shown."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, Shown]] = []
        self._last: dict[str, Shown] = {}

    def note(self, party: Party) -> None:
        """Note of each chat what has changed."""
        chats: dict[str, Chat] = {"group": party.group}
        chats |= {person.first_name: party.world.private(person) for person in party.people}
        for name, chat in chats.items():
            seen = shown(party.messages(chat))
            if self._last.get(name, ()) != seen:
                self._last[name] = seen
                self.lines.append((name, seen))


def noted(party: Party) -> Transcript:
    """Have a transcript taken of a party from now on."""
    transcript, settle = Transcript(), party.settle

    async def settle_and_note() -> None:
        await settle()
        transcript.note(party)

    party.settle = settle_and_note  # type: ignore[method-assign]
    return transcript


class Several(Party):
    """A party whose bot is several services, each with its own memory, which take turns by lot."""

    def __init__(
        self,
        world: World,
        api: Playground,
        url: str,
        clock: MovingClock,
        lot: random.Random,
        count: int,
        names: Sequence[tuple[str, str]] = NAMES,
        pictures: Pictures = "blank",
        **settings: Any,
    ) -> None:
        super().__init__(world, api, Path(), clock, names, pictures, **settings)
        self.services: list[Service] = []
        self.turn: int | None = None
        """Which of them gets what comes next; None for whichever the lot says."""
        self.served = [0] * count
        """How many updates each has been handed."""
        self._url = url
        self._lot = lot
        self._stores: list[Store] = []
        self._adapters: list[Any] = []
        self._runs: list[asyncio.Task[None]] = []

    async def receive(self, request: web.Request) -> web.StreamResponse:
        """Hand an update to one of them."""
        number = self._lot.randrange(len(self._adapters)) if self.turn is None else self.turn
        self.served[number] += 1
        response: web.StreamResponse = await self._adapters[number].handle_request(request)
        return response

    @override
    async def open(self) -> None:
        self._stop = asyncio.Event()
        for _ in self.served:
            settings = Settings(
                _env_file=None,
                telegram_api_url=self.api.url,
                database_url=self._url,
                public_url=self.api.url,
                webhook_secret=SECRET,
                **{"telegram_group_per_minute": 0, "telegram_per_second": 0, **self._settings},
            )
            store = await Store.open(self._url)
            service = Service(settings, store, self._clock, steady=self._steady)
            supply_pictures(service.render_cache, self._pictures)
            adapter = patient_adapter(service, self.world.token, self.api.url)
            self._stores.append(store)
            self.services.append(service)
            self._adapters.append(adapter)
            self._runs.append(asyncio.create_task(service.run(adapter, self._stop)))
        self.service, self.store = self.services[0], self._stores[0]
        deadline = time.monotonic() + PATIENCE
        while not all(adapter.health().serving for adapter in self._adapters):
            assert not any(run.done() for run in self._runs), "a service did not start"
            assert time.monotonic() < deadline, "a service does not serve"
            await asyncio.sleep(0.005)
        await self.settle()

    @override
    async def close(self) -> None:
        self._stop.set()
        await asyncio.gather(*self._runs)
        for service, store in zip(self.services, self._stores, strict=True):
            await asyncio.to_thread(service.close)
            await store.close()
        self.services, self._stores, self._adapters, self._runs = [], [], [], []

    @override
    async def settle(self) -> None:
        """Wait until nothing is under way anywhere, and have the first service's memory be as the rows are."""
        deadline = time.monotonic() + PATIENCE
        quiet = 0
        while quiet < 2:
            assert time.monotonic() < deadline, "it does not settle"
            while self.world.updates.first(1) or any(adapter.updates_in_hand for adapter in self._adapters):
                assert time.monotonic() < deadline, "updates are not handled"
                await asyncio.sleep(0.005)
                quiet = 0
            for service, adapter in zip(self.services, self._adapters, strict=True):
                await asyncio.wait_for(service.manager.settled(), PATIENCE)
                await asyncio.wait_for(adapter._answers.edits.settled(), PATIENCE)
            quiet += 1
        known = (table.id for table in self.manager.tables.all_in_memory())
        await self.manager.tables.readable(dict.fromkeys((*await self.store.live_tables(), *known)))

    @override
    async def tick(self) -> None:
        await self.manager.scheduler.request_due()
        await self.settle()


@contextlib.asynccontextmanager
async def several_at(
    url: str, clock: MovingClock, *, count: int = 3, seed: int = 1, **more: Any
) -> AsyncIterator[Several]:
    """Bring four people together whose bot is so many services on a PostgreSQL."""
    parties: list[Several] = []

    async def receive(request: web.Request) -> web.StreamResponse:
        return await parties[0].receive(request)

    world = World(now=clock, group_per_minute=0, per_second=0)
    async with Playground(world, routes=[web.post(WEBHOOK_PATH, receive)]) as api:
        party = Several(world, api, url, clock, random.Random(seed), count, **more)
        parties.append(party)
        await party.open()
        try:
            yield party
        finally:
            await party.close()
