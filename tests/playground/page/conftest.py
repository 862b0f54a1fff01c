"""For each test of the page a world with its page, and a bot that answers in it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser
from telegram import Bot, BotCommand
from telegram.request import HTTPXRequest

from bot.playground import queries
from bot.playground.fixtures import seed_demo
from bot.playground.model import Chat, User
from bot.playground.page import Page
from bot.playground.world import World
from tests.helpers.playground import Playground
from tests.playground.page.driver import Tab, open_page
from tests.playground.page.tinybot import TinyBot

COMMANDS = {"": ["play", "board", "rules"], "ru": ["play"]}
DESCRIPTIONS = {"": "Do {}", "ru": "Сделать {}"}
PLAIN = {"verify": False, "trust_env": False}
"""On loopback nothing is encrypted: no certificates are loaded."""


@dataclass
class OpenPlayground:
    """A playground that is open: its address, who is there, the bot, and the way to open tabs."""

    url: str
    world: World
    group: Chat
    people: list[User]
    bot: TinyBot
    tab: Callable[..., Awaitable[Tab]]

    @property
    def ann(self) -> User:
        return self.people[0]

    @property
    def boris(self) -> User:
        return self.people[1]

    @property
    def noa(self) -> User:
        return self.people[2]


@pytest_asyncio.fixture(loop_scope="session")
async def stage(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[OpenPlayground]:
    monkeypatch.setattr(queries, "ANSWER_SECONDS", 120.0)  # in which a busy machine may do little
    world = World()
    group = seed_demo(world)
    people = [person for person in world.people.values() if not person.is_bot]
    tabs: list[Tab] = []
    async with served(world) as playground, client(playground) as api:

        async def tab(person: User | None = None, *, beside: Tab | None = None, **options: Any) -> Tab:
            context = beside.page.context if beside else browser
            tabs.append(await open_page(context, playground.url, person.id if person else None, **options))
            return tabs[-1]

        await describe(api)
        bot = TinyBot(api, world)
        running = asyncio.create_task(bot.run())
        yield OpenPlayground(playground.url, world, group, people, bot, tab)
        for each in tabs:
            await each.close()
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running


@contextlib.asynccontextmanager
async def served(world: World, port: int = 0) -> AsyncIterator[Playground]:
    """Serve a world with its page, as the service does."""
    page = Page(world)
    async with Playground(world, port=port, routes=page.routes()) as playground:
        yield playground
        await page.close()


def patient() -> HTTPXRequest:
    """Return the library's HTTP client, which by itself gives up after five seconds."""
    return HTTPXRequest(
        httpx_kwargs=PLAIN,
        connect_timeout=60,
        read_timeout=60,
        write_timeout=60,
        media_write_timeout=60,
        pool_timeout=60,
    )


def client(playground: Playground) -> Bot:
    """Return a client of python-telegram-bot for a playground."""
    return Bot(
        playground.world.token,
        base_url=f"{playground.url}/bot",
        base_file_url=f"{playground.url}/file/bot",
        request=patient(),
        get_updates_request=patient(),
    )


async def describe(api: Bot) -> None:
    """Register commands, in one language and for all others."""
    for language, names in COMMANDS.items():
        commands = [BotCommand(name, DESCRIPTIONS[language].format(name)) for name in names]
        await api.set_my_commands(commands, language_code=language or None)
