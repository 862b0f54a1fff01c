"""A small Telegram on loopback, a group with three people in it, and the adapter with a recording handler."""

from __future__ import annotations

import asyncio
import io
import logging
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import structlog
from PIL import Image

from bot.i18n.catalogs import Catalogs
from bot.logs import set_up_logs
from bot.messaging import Button, Picture, Post, Span
from bot.platforms.telegram.adapter import TelegramAdapter
from bot.platforms.telegram.platform import TelegramPlatform
from bot.platforms.telegram.retry import TelegramTiming
from bot.playground.model import Chat, Message, User
from bot.playground.world import World
from storage.ids import Place
from storage.store import Store
from tests.helpers.playground import Playground
from tests.helpers.stored import open_store
from tests.telegram.recording import RecordingHandler

CATALOGS = Catalogs(Path(__file__).parents[2] / "locales")
QUICK = TelegramTiming(poll=2, hold=60.0, retry=0.02, longest_retry=0.1, conflict=0.5, drain=2.0)


def painted(colour: str) -> bytes:
    """Draw a small picture in one colour."""
    file = io.BytesIO()
    Image.new("RGB", (64, 48), colour).save(file, "PNG")
    return file.getvalue()


def picture(colour: str = "green") -> Picture:
    """Return a picture whose key is its colour."""
    return Picture(key=colour, draw=lambda: painted(colour), alt=f"a {colour} field")


def post(text: str, colour: str = "", *, token: str = "", **manner: Any) -> Post:
    """Return a post with one styled span, maybe a picture, maybe a button."""
    keyboard = ((Button("Press", token),),) if token else ()
    return Post((Span(text, "bold"),), picture(colour) if colour else None, keyboard, **manner)


class TelegramScene:
    """A small Telegram with its people, and the adapters under test."""

    def __init__(self, server: Playground, store: Store) -> None:
        self.server = server
        self.store = store
        self.world: World = server.world
        self.anna = self.world.add_person("Anna", language_code="en")
        self.boris = self.world.add_person("Борис", language_code="ru")
        self.dana = self.world.add_person("דנה", language_code="he")
        self.group = self.found()
        self.drawn: list[str] = []
        self.handler = RecordingHandler()
        self._adapters: list[TelegramAdapter] = []

    def found(self, **kind: Any) -> Chat:
        """Found a group with everybody and the bot in it."""
        return self.world.create_group("Hats & co", [self.anna, self.boris, self.dana], **kind)

    def introduce(self) -> None:
        """Write in the group as everybody once, so that the bot may ask about them."""
        for person in (self.anna, self.boris, self.dana):
            self.world.say(person, self.group, "/hello")

    async def draw(self, picture: Picture) -> bytes:
        """Draw a picture in a worker thread, as the service does, and note that it was drawn."""
        self.drawn.append(picture.key)
        return await asyncio.to_thread(picture.draw)

    def adapter(self, **values: Any) -> TelegramAdapter:
        """Build an adapter without rate limits."""
        free = {"group_per_minute": 0, "per_second": 0, "timing": QUICK, "clock": time.monotonic}
        plain: dict[str, Any] = {
            "token": self.world.token,
            "api_url": self.server.url,
            "draw": self.draw,
            "catalogs": CATALOGS,
            "updates": self.store,
            "leases": self.store.leases,
            "floods": self.store,
        }
        made = TelegramAdapter(**(plain | free | values))
        self._adapters.append(made)
        return made

    @asynccontextmanager
    async def open(self, **values: Any) -> AsyncIterator[TelegramAdapter]:
        """Run an adapter for the length of a block."""
        adapter = self.adapter(**values)
        await adapter.start()
        running = asyncio.create_task(adapter.run(self.handler))
        try:
            yield adapter
        finally:
            await adapter.stop()
            await asyncio.wait_for(running, 60)

    async def chat(self, **values: Any) -> TelegramPlatform:
        """Return the platform of an adapter that receives no updates."""
        adapter = self.adapter(**values)
        await adapter.start()
        return adapter.chat

    async def close(self) -> None:
        """Stop all adapters."""
        async with AsyncExitStack() as stack:
            for adapter in self._adapters:
                stack.push_async_callback(adapter.stop)

    def place(self, chat: Chat | None = None, topic: int | None = None) -> Place:
        """Return the place of a chat, of the group by default."""
        chat = chat or self.group
        return Place("telegram", str(chat.id), None if topic is None else str(topic), private=chat.private)

    def calls(self, *methods: str) -> list[dict[str, Any]]:
        """Return the parameters of all calls of these methods."""
        return [call.params for call in self.world.calls if call.method in methods]

    def shown(self, chat: Chat | None = None) -> list[Message]:
        """Return the bot's messages in a chat, oldest first."""
        return [m for m in (chat or self.group).messages.values() if m.sender is self.world.bot]

    def person(self, person: User) -> Any:
        """Return the id of a user as tables keep it."""
        from storage.ids import Person as Somebody

        return Somebody("telegram", str(person.id))


@pytest.fixture(autouse=True)
def logs() -> Iterator[io.StringIO]:
    """Log as the service does, into memory; what was set up before is put back."""
    root = logging.getLogger()
    handlers, level, config = root.handlers[:], root.level, structlog.get_config()
    told = io.StringIO()
    set_up_logs("DEBUG", "json", stream=told)
    yield told
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.captureWarnings(capture=False)
    structlog.configure(**config)


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Store]:
    """Yield the database in which updates are kept."""
    opened = await open_store(database)
    yield opened
    await opened.close()


@pytest.fixture
async def scene(store: Store) -> AsyncIterator[TelegramScene]:
    """Yield a Telegram without limits of its own; tests that need them set `world.limits`."""
    world = World()
    world.limits.group_per_minute = 0
    world.limits.per_second = 0
    async with Playground(world) as server:
        made = TelegramScene(server, store)
        yield made
        await made.close()
