"""Names and texts that are markup run nothing in Chromium; other sites and other people's tabs reach nothing.

No SVG of anybody's comes to the page: it shows no picture that a person could choose. It has no upload, avatars are
letters, links have no preview, and the pictures of messages are the bot's, which the Bot API does not take
as SVG (`tests/playground/test_errors.py`), and which are served as PNG or JPEG whatever is in them.
"""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest
from aiohttp import web
from playwright.async_api import Browser, expect

from bot.playground import players
from bot.playground.model import User
from bot.web import Web
from tests.playground.page.conftest import OpenPlayground, served
from tests.playground.page.hostile import (
    check_cookies,
    check_nothing_runs,
    check_policy,
    enter,
    hostile_world,
    like_a_browser,
)

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def well() -> dict[str, str]:
    return {"status": "ok"}


async def test_markup_in_every_name_text_and_address_runs_nothing(browser: Browser) -> None:
    hostile = hostile_world()
    async with served(hostile.world) as playground:
        await check_nothing_runs(browser, playground.url, hostile)


async def test_the_policy_lets_nothing_run_and_reaches_no_other_server(browser: Browser, stage: OpenPlayground) -> None:
    reached: list[str] = []

    async def note(request: web.Request) -> web.Response:
        reached.append(request.path)
        return web.Response(headers={"Access-Control-Allow-Origin": "*"})

    async with Web("127.0.0.1", 0, [web.get("/stolen", note)], health=well) as elsewhere:
        await check_policy(browser, stage.url, f"{elsewhere.url}/stolen")
    assert reached == []


async def test_a_page_of_another_site_in_the_same_browser_gets_nothing(browser: Browser, stage: OpenPlayground) -> None:
    """Neither by a request without preflight, nor by a socket, nor by the page in a frame."""
    script = """async (url) => {
        const socket = await new Promise((resolve) => {
            const it = new WebSocket(url.replace("http", "ws") + "/page/ws");
            it.onopen = () => resolve("open");
            it.onerror = () => resolve("refused");
        });
        const text = async (options) => {
            try {
                return await (await fetch(url + "/page/person", { method: "POST", ...options })).text();
            } catch {
                return "";
            }
        };
        const cookie = await text({ body: "{}", credentials: "include" });
        const opaque = await text({ body: "{}", mode: "no-cors", headers: { "Content-Type": "text/plain" } });
        const frame = document.createElement("iframe");
        frame.src = url;
        document.body.append(frame);
        await new Promise((resolve) => { frame.onload = resolve; });
        return { socket, cookie, opaque, framed: frame.contentDocument !== null };
    }"""

    async def page(request: web.Request) -> web.Response:
        return web.Response(text="<!doctype html><body></body>", content_type="text/html")

    async with Web("127.0.0.1", 0, [web.get("/", page)], health=well) as evil:
        tab = await browser.new_page()
        await tab.goto(evil.url)
        told = await tab.evaluate(script, stage.url)
        await tab.close()
    assert told == {"socket": "refused", "cookie": "", "opaque": "", "framed": False}


async def test_a_tab_acts_for_nobody_without_that_persons_cookie(stage: OpenPlayground) -> None:
    ann, boris = await stage.tab(stage.ann), await stage.tab(stage.boris)
    await ann.say("/play")
    await ann.sees("Court Hats")
    await check_cookies(ann, boris, stage.world, stage.group)


async def test_who_is_played_in_another_browser_is_told_so_and_is_free_a_minute_after(
    stage: OpenPlayground, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, boris = await stage.tab(stage.ann), await stage.tab(stage.boris)
    await ann.page.click("#who")
    await ann.page.locator(".popup [role=menuitem]", has_text="Борис").first.click()
    assert "is played in another browser right now" in await ann.toast()
    await ann.say("I am still Ann")
    await boris.sees("I am still Ann")
    await ann.page.goto(f"{stage.url}/?as={stage.boris.id}")
    await expect(ann.page.locator("#status")).to_contain_text("is played in another browser right now")
    monkeypatch.setattr(players, "LAPSE", 0.0)
    await boris.page.goto("about:blank")
    await ann.ready()
    await expect(ann.page.locator("#who")).to_contain_text("Борис")


async def test_another_browser_is_somebody_whom_nobody_plays(stage: OpenPlayground) -> None:
    first, second = await stage.tab(), await stage.tab()
    await expect(first.page.locator("#who")).to_contain_text("Ann")
    await expect(second.page.locator("#who")).to_contain_text("Борис")


async def act(session: aiohttp.ClientSession, stage: OpenPlayground, person: User, *asked: dict[str, Any]) -> list[Any]:
    """Do things as somebody whose tab was opened by the page; return what each is answered."""
    assert await enter(session, stage.url, person) == 200
    replies = []
    async with session.ws_connect(f"{stage.url}/page/ws") as socket:
        await socket.send_json({"do": "enter", "person": person.id})
        for number, each in enumerate(asked):
            await socket.send_json({"n": number, **each})
            while (frame := await socket.receive_json())["type"] != "reply":
                pass
            replies.append(frame)
    return replies


async def test_a_tab_does_nothing_in_the_private_chat_of_somebody_else(stage: OpenPlayground) -> None:
    private = stage.world.private(stage.ann)
    stage.world.start(stage.ann)
    keyboard = [[{"text": "Peek", "callback_data": "Peek"}]]
    secret = stage.world.add_message(private, stage.world.bot, text="Hat 3 is a witch", keyboard=keyboard)
    heard = list(stage.bot.heard)
    async with like_a_browser(stage.url) as session:
        asked = [
            {"do": do, "chat": private.id, "message": secret.id, "data": "Peek", "text": "as Ann", "on": True}
            for do in ("say", "press", "delete", "read", "earlier", "admin_me", "migrate", "topic")
        ]
        replies = await act(session, stage, stage.boris, *asked)
    assert [reply["ok"] for reply in replies] == [False] * len(asked)
    assert "witch" not in str(replies)
    assert secret.id in private.messages
    assert [text for text in stage.bot.heard if text not in heard and text != "/start"] == []
