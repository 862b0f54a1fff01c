"""A world whose clock stands still until it is moved, served on loopback; one Chromium for all tests that need one."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from bot.playground.model import Chat, User
from bot.playground.world import World
from tests.helpers.playground import Playground
from tests.playground.page.driver import launch
from tests.playground.tools import ApiCaller, ManualClock


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def world(clock: ManualClock) -> World:
    made = World(now=clock)
    made.updates.is_strict = False  # most tests only look at the queue, again and again
    return made


@pytest.fixture
def ann(world: World) -> User:
    return world.add_person("Ann", username="ann_smith", language_code="en")


@pytest.fixture
def boris(world: World) -> User:
    return world.add_person("Борис", language_code="ru")


@pytest.fixture
def group(world: World, ann: User, boris: User) -> Chat:
    return world.create_group("Hats", [ann, boris])


@pytest.fixture
def supergroup(world: World, ann: User, boris: User) -> Chat:
    return world.create_group("Big hats", [ann, boris], kind="supergroup")


@pytest.fixture
def forum(world: World, ann: User, boris: User) -> Chat:
    return world.create_group("Hat talk", [ann, boris], forum=True)


@pytest.fixture
async def served(world: World) -> AsyncIterator[Playground]:
    async with Playground(world) as playground:
        yield playground


@pytest.fixture
async def call(served: Playground, world: World) -> AsyncIterator[ApiCaller]:
    async with aiohttp.ClientSession() as session:
        yield ApiCaller(session, served.url, world.token)


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        chromium = await launch(playwright)
        yield chromium
        await chromium.close()
