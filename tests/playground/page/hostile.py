"""What hostile people write, a world full of it, and what must hold of a page that shows it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import aiohttp
import pytest
from playwright.async_api import Browser, expect

from bot.playground.fixtures import seed_demo
from bot.playground.model import Chat, User
from bot.playground.world import World
from tests.playground.page.driver import Tab, open_page

RUN = "document.documentElement.dataset.ran=1"
MARKUP = (
    f"<img src=x onerror={RUN}>",
    f"<script>{RUN}</script>",
    f"<svg onload={RUN}></svg>",
    f"<svg><script>{RUN}</script></svg>",
    f'<iframe srcdoc="<script>parent.{RUN}</script>"></iframe>',
    f'"><details open ontoggle={RUN}>',
    f"</bdi></div><math><mtext><img src=x onerror={RUN}></mtext></math>",
    f"<a href=javascript:{RUN}>x</a>",
    "javascript:" + RUN,
)
ADDRESSES = (f"javascript:{RUN}", f"JaVaScRiPt:{RUN}", f"data:text/html,<script>{RUN}</script>", f" javascript:{RUN}")
_TRACES = (
    "[onerror],[onload],[ontoggle],iframe,object,embed,script:not([src]),[href^='javascript:' i],[href^='data:' i]"
)
"""What there is on a page on which a text has become markup."""
_ATTEMPTS = f"""async () => {{
    const attempts = {{
        markup: () => document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='{RUN}'>"),
        parsed: () => {{
            const found = new DOMParser().parseFromString("<img src=x onerror='{RUN}'>", "text/html");
            document.body.append(...found.body.children);
        }},
        script: () => {{ const it = document.createElement("script"); it.text = "{RUN}"; document.body.append(it); }},
        handler: () => {{ const it = document.createElement("b"); it.setAttribute("onclick", "{RUN}"); it.click(); }},
        code: () => eval("{RUN}"),
        made: () => new Function("{RUN}")(),
        timer: () => setTimeout("{RUN}"),
        module: () => import("data:text/javascript,{RUN}"),
        frame: () => {{
            const it = document.createElement("iframe");
            it.srcdoc = "<script>parent.{RUN}</script>";
            document.body.append(it);
        }},
        address: () => {{ location.href = "javascript:{RUN}"; }},
        elsewhere: () => fetch("OTHER"),
    }};
    const done = [];
    await new Promise((resolve) => setTimeout(resolve)); // until then the debugger's own call may do what it likes
    for (const [name, attempt] of Object.entries(attempts)) {{
        const late = new Promise((resolve) => setTimeout(resolve, 1000, "late"));
        try {{
            if ((await Promise.race([attempt(), late])) !== "late") done.push(name);
        }} catch {{ /* refused, as it should be */ }}
    }}
    await new Promise((resolve) => setTimeout(resolve, 300));
    return {{ done, ran: document.documentElement.dataset.ran ?? "" }};
}}"""
"""Tries to run code, or to reach another server, in every way that a text on the page could; what is told was done."""


@dataclass(frozen=True)
class HostileWorld:
    """A world in which every name and every text is an attempt to run something."""

    world: World
    reader: User
    groups: tuple[Chat, ...]


def hostile_world() -> HostileWorld:
    """Fill a world: names of people, groups and topics, texts, links, captions, labels of buttons."""
    world = World()
    seed_demo(world)
    reader = next(person for person in world.people.values() if not person.is_bot)
    groups = []
    for number, markup in enumerate(MARKUP):
        writer = world.add_person(markup, markup, username="x", language_code="en")
        group = world.create_group(f"{number} {markup}", [reader, writer], forum=number == 0)
        topic = world.create_topic(writer, group, markup).id if number == 0 else None
        world.say(writer, group, markup, topic=topic)
        links = [
            {"type": "text_link", "offset": 2 * each, "length": 1, "url": address}
            for each, address in enumerate(ADDRESSES)
        ]
        buttons = [
            [{"text": markup, "callback_data": "x"}],
            [{"text": "go", "url": ADDRESSES[number % len(ADDRESSES)]}],
        ]
        world.add_message(group, world.bot, text=f"a b c d {markup}", entities=links, keyboard=buttons)
        groups.append(group)
    return HostileWorld(world, reader, tuple(groups))


async def check_nothing_runs(browser: Browser, url: str, hostile: HostileWorld) -> None:
    """Open every chat, every menu and every link as somebody, press every button; no text becomes more than a text."""
    tab = await open_page(browser, url, hostile.reader.id)
    for group, markup in zip(hostile.groups, MARKUP, strict=True):
        await tab.page.click(f"#chats a[data-chat='{group.id}']")
        await expect(tab.page.locator("#messages")).to_contain_text(markup)
        await _press_all(tab, hostile, markup)
        await check_no_trace(tab)
    for button in ("#who", ".scene"):
        await tab.page.locator(f"{button}:visible").first.click()
        await check_no_trace(tab)
        await tab.page.keyboard.press("Escape")
    assert len(tab.page.context.pages) == 1, "an address of a message has opened a page"
    await tab.page.context.close()


async def _press_all(tab: Tab, hostile: HostileWorld, text: str) -> None:
    """Press the bot's button, and see the text as a toast and as an alert; then every link of the message."""
    key = tab.page.locator("#messages .key").first
    for alert in (False, True):
        await key.click()
        await _until(tab, lambda: hostile.world.queries._waiting)
        query = next(iter(hostile.world.queries._waiting))
        hostile.world.queries.answer(query, text, alert=alert, url="")
        if alert:
            assert await tab.alert() == text
        else:
            assert await tab.toast() == text
    for link in await tab.page.locator("#messages a, #messages .link").all():
        await link.click(force=True)
        if await tab.page.locator("dialog[open]").count():
            await check_no_trace(tab)
            await tab.page.keyboard.press("Escape")


async def _until(tab: Tab, ready: Callable[[], object]) -> None:
    while not ready():
        await tab.page.wait_for_timeout(10)


async def check_no_trace(tab: Tab) -> None:
    """Check that nothing on the page came of markup, and that nothing has run."""
    assert await tab.page.locator(_TRACES).count() == 0
    assert await tab.page.evaluate("document.documentElement.dataset.ran ?? ''") == ""


async def check_policy(browser: Browser, url: str, elsewhere: str) -> None:
    """Check that the browser itself lets nothing run nor reach `elsewhere`, had a text become markup after all."""
    tab = await open_page(browser, url)
    told = await tab.page.evaluate(_ATTEMPTS.replace("OTHER", elsewhere))
    await tab.page.context.close()
    assert told["ran"] == "", told
    assert set(told["done"]) <= {"frame", "address", "handler"}, told  # these are refused without an error


async def check_other_origins(url: str, origin: str | None) -> None:
    """Check that a page elsewhere, or none, gets neither a cookie nor a socket."""
    headers = {"Origin": origin} if origin else {}
    async with aiohttp.ClientSession(headers=headers) as session:
        async with session.post(f"{url}/page/person", json={}) as answer:
            assert answer.status == 403
            assert not answer.cookies
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(f"{url}/page/ws")
        assert refused.value.status == 403


@asynccontextmanager
async def like_a_browser(url: str) -> AsyncIterator[aiohttp.ClientSession]:
    """Ask as the page itself does, and keep its cookies."""
    jar = aiohttp.CookieJar(unsafe=True)  # which means: also those of an address without a name
    async with aiohttp.ClientSession(headers={"Origin": url}, cookie_jar=jar) as session:
        yield session


async def enter(session: aiohttp.ClientSession, url: str, person: User) -> int:
    """Ask to be somebody; return the status of the answer."""
    async with session.post(f"{url}/page/person", json={"person": person.id}) as answer:
        return answer.status


async def check_cookies(ann: Tab, boris: Tab, world: World, group: Chat) -> None:
    """Check that a tab acts for nobody whose cookie its browser lacks: `boris` is Boris in a browser of its own."""
    for tab in (ann, boris):
        [cookie] = await tab.page.context.cookies()
        kept = {key: cookie.get(key) for key in ("httpOnly", "sameSite", "path", "domain")}
        assert kept == {"httpOnly": True, "sameSite": "Strict", "path": "/", "domain": "127.0.0.1"}
        assert await tab.page.evaluate("document.cookie") == ""
    people = [person for person in world.people.values() if not person.is_bot]
    other, himself = people[0], people[1]
    said = len(group.messages)
    told = await boris.page.evaluate(_ACT, [other.id, group.id])
    assert told == {"asked": 409, "heard": ["stranger", "closed"]}, told
    assert len(group.messages) == said
    [stolen] = await boris.page.context.cookies()
    name, value = str(stolen.get("name")).removesuffix("1") + "0", str(stolen.get("value"))
    await boris.page.context.add_cookies([{"name": name, "value": value, "domain": "127.0.0.1", "path": "/"}])
    told = await boris.page.evaluate(_ACT, [other.id, group.id])
    assert told["heard"] == ["stranger", "closed"], "the cookie of one person under another's name"
    photo = await ann.page.locator("#messages img.photo, #messages .photo img").last.get_attribute("src")
    got = await boris.page.evaluate("async (address) => (await fetch(address)).status", photo)
    assert got == 404, "a picture whose address was made for somebody else"
    boris.errors.clear()  # Chromium tells of every 404
    assert (await boris.page.evaluate(_ACT, [himself.id, group.id]))["heard"][0] == "scene"


_ACT = """async ([person, chat]) => {
    const body = JSON.stringify({ person, name: "" });
    const asked = (await fetch("/page/person", { method: "POST", body })).status;
    const socket = new WebSocket(`ws://${location.host}/page/ws`);
    const heard = [];
    await new Promise((resolve) => {
        socket.onopen = () => {
            socket.send(JSON.stringify({ do: "enter", person }));
            socket.send(JSON.stringify({ n: 1, do: "say", chat, text: "forged" }));
        };
        socket.onclose = () => { heard.push("closed"); resolve(); };
        socket.onmessage = ({ data }) => {
            heard.push(JSON.parse(data).type);
            if (heard[0] !== "stranger" && heard.length > 1) resolve();
        };
    });
    socket.close();
    return { asked, heard: heard.slice(0, 2) };
}"""
"""Asks to be somebody, and whatever the answer, enters and says something as them."""
