"""The line between page and playground: it comes back by itself, and is for the page's own tabs alone."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest
from playwright.async_api import Browser, expect

from bot.playground.fixtures import seed_demo
from bot.playground.world import World
from tests.helpers.cases import each
from tests.helpers.party import eventually
from tests.playground.page.conftest import OpenPlayground, served
from tests.playground.page.driver import open_page
from tests.playground.page.hostile import check_other_origins, enter, like_a_browser

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_restarted_playground_is_found_again_and_said_to_be_new(browser: Browser) -> None:
    first, second = World(), World(first_id=2_000_000)
    seed_demo(first)
    new_group = seed_demo(second)
    boris = next(person for person in first.people.values() if person.name == "Борис")
    async with served(first) as playground:
        port = int(playground.url.rpartition(":")[2])
        tab = await open_page(browser, playground.url, boris.id)
        await tab.say("lost with the old world")
        await tab.sees("lost")
    await expect(tab.page.locator("#status")).to_have_text("Соединение…")
    async with served(second, port):
        await tab.ready()
        await expect(tab.page.locator("#notice")).to_contain_text("это новый мир")
        await expect(tab.page.locator("#status")).to_be_hidden()
        await tab.open_chat("Board game night")
        await tab.never_sees("lost with the old world")
        await tab.say("hello again")
        await tab.sees("hello again")
        said = list(new_group.messages.values())[-1]
        assert said.sender is not None
        assert (said.text, said.sender.name) == ("hello again", "Борис"), (
            "one stays who one was, whatever the id is now"
        )
        await tab.page.click("#notice button")
        await expect(tab.page.locator("#notice")).to_be_hidden()
        await tab.close()


async def test_what_happened_while_the_line_was_down_is_there_when_it_is_back(browser: Browser) -> None:
    world = World()
    group = seed_demo(world)
    ann = next(person for person in world.people.values() if not person.is_bot)
    async with served(world) as playground:
        port = int(playground.url.rpartition(":")[2])
        tab = await open_page(browser, playground.url)
    world.say(ann, group, "said meanwhile")
    async with served(world, port):
        await tab.sees("said meanwhile")
        await tab.close()


async def test_each_person_has_a_random_cookie_and_one_alone(stage: OpenPlayground) -> None:
    async with like_a_browser(stage.url) as session:
        for person in (stage.ann, stage.boris, stage.ann):
            assert await enter(session, stage.url, person) == 200
        secrets = {cookie.value for cookie in session.cookie_jar}
    assert len(secrets) == 2
    assert min(map(len, secrets)) >= 32


@each("origin", [None, "http://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:1"])
async def test_other_sites_get_no_cookie_and_no_socket(stage: OpenPlayground, origin: str | None) -> None:
    await check_other_origins(stage.url, origin)


@each("host", ["evil.example", "127.0.0.1.evil.example", "10.0.0.1:8080", "[", ""])
async def test_a_name_that_was_bent_to_this_machine_is_refused(stage: OpenPlayground, host: str) -> None:
    async with aiohttp.ClientSession() as session, session.get(f"{stage.url}/", headers={"Host": host}) as answer:
        assert answer.status in (400, 403)


async def test_a_socket_without_the_cookie_of_its_person_is_a_stranger_and_is_closed(stage: OpenPlayground) -> None:
    async with like_a_browser(stage.url) as session:
        assert await enter(session, stage.url, stage.boris) == 200
        strangers = (stage.ann.id, stage.world.bot.id, 0, -1)
        wrong = ('{"do": "enter"}', "[", '{"person": null}', *(f'{{"person": {number}}}' for number in strangers))
        for first in wrong:
            async with session.ws_connect(f"{stage.url}/page/ws") as socket:
                await socket.send_str(first)
                assert await socket.receive_json() == {"type": "stranger"}
                assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE


async def test_a_tab_acts_as_its_person_whatever_it_claims(stage: OpenPlayground) -> None:
    async with like_a_browser(stage.url) as session:
        await enter(session, stage.url, stage.boris)
        async with session.ws_connect(f"{stage.url}/page/ws") as socket:
            await socket.send_json({"do": "enter", "person": stage.boris.id})
            assert (await socket.receive_json())["you"]["id"] == stage.boris.id
            forged = {
                "n": 1,
                "do": "say",
                "chat": stage.group.id,
                "text": "hi",
                "person": stage.ann.id,
                "from": stage.ann.id,
            }
            await socket.send_json(forged)
            assert (await socket.receive_json())["ok"] is True
    assert list(stage.group.messages.values())[-1].sender is stage.boris


FRAMES = ("", "[]", "{}", '{"n": 1}', '{"n": 1, "do": "say", "chat": "x"}', '{"n": 1, "do": "\\ud800"}')


async def test_a_frame_that_no_page_sends_ends_the_line(stage: OpenPlayground) -> None:
    async with like_a_browser(stage.url) as session:
        await enter(session, stage.url, stage.ann)
        for frame in FRAMES:
            async with session.ws_connect(f"{stage.url}/page/ws") as socket:
                await socket.send_json({"do": "enter", "person": stage.ann.id})
                assert (await socket.receive_json())["type"] == "scene"
                await socket.send_str(frame)
                assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE, frame


async def test_a_secret_picture_cannot_be_had_by_guessing_its_number(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await tab.say("/play")
    await tab.sees("Court Hats")
    address = await tab.last.locator("img").last.get_attribute("src")
    assert address is not None
    name, person, mark = address.split(".")
    guesses = [name, f"{name}.", f"{name}.{person}.{'0' * len(mark)}", f"{name}.0.{mark}", "/page/photo/none.1.none"]
    async with aiohttp.ClientSession(cookies=await tab.cookies()) as session:
        async with session.get(stage.url + address) as answer:
            assert (answer.status, answer.content_type) == (200, "image/png")
            assert (await answer.read()).startswith(b"\x89PNG")
        for guess in guesses:
            async with session.get(stage.url + guess) as answer:
                assert answer.status == 404


async def test_the_page_runs_no_script_but_its_own_files(stage: OpenPlayground) -> None:
    async with aiohttp.ClientSession() as session, session.get(f"{stage.url}/") as answer:
        policy = answer.headers["Content-Security-Policy"]
        text = await answer.text()
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "<script>" not in text
    assert "style=" not in text
    assert "//" not in text.replace("<!doctype html>", ""), "nothing is fetched from elsewhere"


@each("path", ["/page/none.js", "/page/../page.py", "/page/%2e%2e/page.py", "/page/js", "/page/"])
async def test_only_the_pages_own_files_are_served(stage: OpenPlayground, path: str) -> None:
    async with aiohttp.ClientSession() as session, session.get(stage.url + path) as answer:
        assert answer.status == 404


async def test_a_tab_that_vanishes_leaves_nothing_behind(stage: OpenPlayground) -> None:
    def showing() -> int:
        return sum("PageSession._show" in repr(task) for task in asyncio.all_tasks())

    tab = await stage.tab()
    assert showing() == 1
    await tab.page.goto("about:blank")
    await eventually(lambda: showing() == 0)


async def test_what_could_not_be_sent_comes_back_into_the_line(browser: Browser) -> None:
    world = World()
    seed_demo(world)
    async with served(world) as playground:
        tab = await open_page(browser, playground.url)
    await expect(tab.page.locator("#status")).to_be_visible()
    await tab.say("too early")
    assert await tab.toast() == "Connecting…"
    await expect(tab.page.locator("#input")).to_have_value("too early")
    await tab.close()
