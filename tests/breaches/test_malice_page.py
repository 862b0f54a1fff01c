"""One defence of the playground's page taken away at a time: the checks that hold it must find that."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable

import pytest
from aiohttp import web
from aiohttp.typedefs import Handler
from playwright.async_api import Browser, async_playwright, expect

from bot.playground import page
from bot.playground.feed import FeedChange, MessageEdited
from bot.playground.fixtures import seed_demo
from bot.playground.model import Chat, User
from bot.playground.page import Page
from bot.playground.players import Players
from bot.playground.session import PageSession
from bot.playground.world import World
from tests.playground.page import driver
from tests.playground.page.conftest import served
from tests.playground.page.driver import Tab, launch, open_page
from tests.playground.page.hostile import (
    check_cookies,
    check_nothing_runs,
    check_other_origins,
    check_policy,
    hostile_world,
)
from tests.playground.page.tinybot import picture

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
        expect.set_options(timeout=10_000)  # for what does not come, since something else runs
        try:
            with pytest.raises(AssertionError):
                await check_nothing_runs(chromium, playground.url, hostile)
        finally:
            expect.set_options(timeout=driver.PATIENCE)


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


@contextlib.asynccontextmanager
async def two_browsers(chromium: Browser) -> AsyncIterator[tuple[Tab, Tab, World, Chat]]:
    """Yield Ann's tab and Boris's, each in a browser of its own, their world and their group with a picture in it."""
    world = World()
    group = seed_demo(world)
    ann, boris = (person.id for person in list(world.people.values())[1:3])
    world.add_message(group, world.bot, photo=world.photos.add("board.png", picture()))
    async with served(world) as playground:
        tabs = [await open_page(chromium, playground.url, person) for person in (ann, boris)]
        yield tabs[0], tabs[1], world, group


def _anybody(players: Players, person: User, secret: str) -> bool:
    return person.id in players._parts


def _any_of_them(players: Players, person: User, secret: str) -> bool:
    return secret in [part.secret for part in players._parts.values()]


def _by_the_address(page: Page, request: web.Request) -> str:
    return request.match_info["name"].split(".")[0]


@pytest.mark.parametrize(
    ("owner", "name", "broken", "found"),
    [
        pytest.param(Players, "holds", _anybody, "scene", id="asks_for_no_cookie"),
        pytest.param(
            Players, "free", lambda *_: True, "'asked': 200", id="gives_whoever_is_played_to_a_second_browser"
        ),
        pytest.param(Players, "holds", _any_of_them, "under another's name", id="takes_one_cookie_for_anothers"),
        pytest.param(Page, "_file_id", _by_the_address, "made for somebody else", id="shows_a_picture_by_its_address"),
    ],
)
async def test_a_page_that_lets_in_others_is_found(
    chromium: Browser, monkeypatch: pytest.MonkeyPatch, owner: type, name: str, broken: object, found: str
) -> None:
    monkeypatch.setattr(owner, name, broken)
    async with two_browsers(chromium) as (ann, boris, world, group):
        with pytest.raises(AssertionError, match=found):
            await check_cookies(ann, boris, world, group)


async def test_a_page_that_shows_no_edit_is_found_by_the_turn_that_waits_for_it(
    chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`Tab.turn`, by which the games on the page are played, passes while the page shows what came of a press."""

    async def without_edits(self: PageSession, batch: list[FeedChange]) -> None:
        await show(self, [change for change in batch if not isinstance(change, MessageEdited)])

    def edit() -> None:
        message.text = "Turned" if message.text == "Which?" else "Which?"
        world.mark_edited(message)

    show = PageSession._show_batch
    async with two_browsers(chromium) as (ann, _, world, group):
        keys = [{"text": label, "callback_data": label} for label in ("Turn", "Turn back")]
        message = world.add_message(group, world.bot, text="Which?", keyboard=[keys])
        world.updates.on_arrival(edit)
        await ann.turn("Turn")
        monkeypatch.setattr(PageSession, "_show_batch", without_edits)
        monkeypatch.setattr(driver, "PATIENCE", 2_000)
        with pytest.raises(TimeoutError):
            await ann.turn("Turn back")
        assert message.text == "Which?", "it was pressed, and the message is another"
