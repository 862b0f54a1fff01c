"""One defence of the playground's page taken away at a time: the checks that hold it must find that."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest
from aiohttp.typedefs import Handler
from playwright.async_api import Browser, async_playwright

from bot.playground import page
from bot.playground.fixtures import seed_demo
from bot.playground.model import User
from bot.playground.players import Players
from bot.playground.world import World
from tests.playground.page.conftest import served
from tests.playground.page.driver import launch, open_page
from tests.playground.page.hostile import (
    check_cookies,
    check_nothing_runs,
    check_other_origins,
    check_policy,
    hostile_world,
)

SAFE = "element.append(...children.flat()"
UNSAFE = (
    'for (const it of children.flat()) if (typeof it === "string") element.insertAdjacentHTML("beforeend", it);\n'
    '  element.append(...children.flat().filter((child) => typeof child !== "string")'
)
"""How `dom.js` puts texts into elements, and how it must not."""
NO_POLICY = "default-src * 'unsafe-inline' 'unsafe-eval' data: blob:"


@pytest.fixture
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        made = await launch(playwright)
        yield made
        await made.close()


async def test_a_name_that_becomes_markup_is_found(chromium: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    read: Callable[[], dict[str, bytes]] = page._read_files

    def changed() -> dict[str, bytes]:
        files = read()
        script = files["js/dom.js"].decode()
        assert SAFE in script
        return {**files, "js/dom.js": script.replace(SAFE, UNSAFE).encode()}

    monkeypatch.setattr(page, "_read_files", changed)
    monkeypatch.setattr(page, "_POLICY", NO_POLICY)
    hostile = hostile_world()
    async with served(hostile.world) as playground:
        with pytest.raises(AssertionError):
            await check_nothing_runs(chromium, playground.url, hostile)


async def test_a_page_without_its_policy_is_found(chromium: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "_POLICY", NO_POLICY)
    world = World()
    seed_demo(world)
    async with served(world) as playground:
        with pytest.raises(AssertionError):
            await check_policy(chromium, playground.url, f"{playground.url}/healthz")


async def test_a_page_that_listens_to_everybody_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def unguarded(handler: Handler, *, own_page: bool = False) -> Handler:
        return handler

    monkeypatch.setattr(page, "_guarded", unguarded)
    world = World()
    seed_demo(world)
    async with served(world) as playground:
        with pytest.raises(AssertionError):
            await check_other_origins(playground.url, None)


async def test_a_page_that_asks_for_no_cookie_is_found(chromium: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    def anybody(self: Players, person: User, secret: str) -> bool:
        return person.id in self._parts

    monkeypatch.setattr(Players, "holds", anybody)
    world = World()
    group = seed_demo(world)
    ann, boris = (person.id for person in list(world.people.values())[1:3])
    async with served(world) as playground:
        tabs = [await open_page(chromium, playground.url, person) for person in (ann, boris)]
        with pytest.raises(AssertionError, match="scene"):
            await check_cookies(tabs[0], tabs[1], world, group)
