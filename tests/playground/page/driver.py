"""Drives the playground's page: opens it as somebody, writes, presses, reads.

    tab = await open_page(browser, url, person=boris.id)
    await tab.press("Swap")
    assert await tab.toast() == "Which other?"

What a tab shows is waited for, at most `PATIENCE`; `close` fails if the page logged an error.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Playwright, expect

from tests.helpers.chromium import find_chromium
from tests.helpers.party import eventually

PATIENCE = 60_000
"""Milliseconds until something that should be seen is given up."""

STILL = {"reduced_motion": "reduce"}
"""Each frame of an animation is painted by the processor, which nobody sees."""

expect.set_options(timeout=PATIENCE)

_QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
_QUIET += ["--disable-sync", "--no-first-run"]
_EXPECTED = re.compile(
    r"WebSocket connection|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|status of 409"
)
"""What Chromium itself says while a server is away, or while somebody is played in another browser."""


async def launch(playwright: Playwright) -> Browser:
    """Start Chromium with nothing that calls out. Raise BrowserMissing."""
    return await playwright.chromium.launch(executable_path=find_chromium(), args=_QUIET, timeout=PATIENCE)


async def open_page(
    browser: Browser | BrowserContext, url: str, person: int | None = None, *, chat: int | None = None, **context: Any
) -> Tab:
    """Open the page in a new tab as somebody; `context` is Playwright's (viewport, color_scheme, ...)."""
    if isinstance(browser, Browser):
        context = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", **STILL, **context}
        browser = await browser.new_context(**context)
        await browser.add_init_script(_KEEP_TOASTS)
    tab = Tab(await browser.new_page())
    await tab.go(f"{url}/{'' if person is None else f'?as={person}'}{'' if chat is None else f'#{chat}'}")
    return tab


@dataclass(frozen=True)
class SeenMessage:
    """A message as it is seen."""

    author: str
    text: str
    keys: list[list[str]]
    edited: bool
    picture: bool
    mine: bool


class Tab:
    """One tab of the page."""

    def __init__(self, page: Page) -> None:
        page.set_default_timeout(PATIENCE)
        self.page = page
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._heard)

    def _heard(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning") and not _EXPECTED.search(said.text):
            self.errors.append(said.text)

    async def go(self, url: str) -> None:
        """Go to an address and wait for the page to be there."""
        await self.page.goto(url)
        await self.ready()

    async def ready(self) -> None:
        """Wait until the page is connected and shows the world."""
        await self.page.locator("body.ready").wait_for()

    async def close(self) -> None:
        """Close the tab with its context. Fail if the page logged an error."""
        await self.page.context.close()
        assert self.errors == []

    # --- looking

    @property
    def last(self) -> Locator:
        """Find the last message that somebody said."""
        return self.page.locator("#messages .message:not(.service)").last

    async def last_message(self) -> SeenMessage:
        """Return the last message as it is seen."""
        return await seen(self.last)

    async def messages(self) -> list[SeenMessage]:
        """Return all messages of the open chat, service messages left out."""
        shown = self.page.locator("#messages .message:not(.service)")
        return [SeenMessage(**each) for each in await shown.evaluate_all(f"messages => messages.map({_SEEN})")]

    async def sees(self, text: str) -> None:
        """Wait until the last message holds a text."""
        await expect(self.last).to_contain_text(text)

    async def never_sees(self, text: str) -> None:
        """Check that a text is nowhere on the page."""
        await expect(self.page.locator("body")).not_to_contain_text(text)

    async def pills(self) -> list[str]:
        """Return the service messages and days."""
        return await self.page.locator("#messages .pill").all_inner_texts()

    async def toast(self) -> str:
        """Wait for the next toast and return its text. It may have gone since: a toast waits for nobody."""
        read: list[str] = []

        async def came() -> list[str]:
            read.extend(await self.page.evaluate("window.toasts.splice(0, 1)"))
            return read

        await eventually(came, PATIENCE / 1000)
        return read[0]

    async def told(self, text: str | re.Pattern[str]) -> None:
        """Wait for a toast that says this; those before it are passed over."""
        wanted = text if isinstance(text, re.Pattern) else re.compile(re.escape(text))
        while not wanted.fullmatch(await self.toast()):
            pass

    async def alert(self) -> str:
        """Wait for a modal alert, dismiss it and return its text."""
        text = await self.page.locator("dialog.alert > p").inner_text()
        await self.page.locator("dialog.alert button").last.click()
        return text

    async def unread(self, title: str) -> str:
        """Return the unread mark of a chat, empty for none."""
        return "".join(await self.chat(title).locator(".badge").all_inner_texts())

    def chat(self, title: str) -> Locator:
        """Find a chat in the list."""
        return self.page.locator("#chats a", has=self.page.locator(".name", has_text=title))

    def key(self, label: str) -> Locator:
        """Find the newest button of this exact label."""
        return self.page.locator(".key", has_text=re.compile(f"^{re.escape(label)}$")).last

    async def attribute(self, name: str) -> str | None:
        """Return an attribute of the whole page (`dir`, `lang`, `data-theme`)."""
        return await self.page.locator("html").get_attribute(name)

    async def cookies(self) -> dict[str, str]:
        """Return the cookies of this tab's browser."""
        return {str(each.get("name")): str(each.get("value")) for each in await self.page.context.cookies()}

    async def picture(self, path: Path) -> None:
        """Keep a picture of the tab, to be looked at."""
        await self.page.evaluate("document.fonts.ready.then(() => null)")
        await self.page.screenshot(path=path, animations="disabled")

    # --- doing

    async def front(self) -> None:
        """Look at this tab; Chromium draws one that is not looked at once in a second."""
        await self.page.bring_to_front()

    async def say(self, text: str) -> None:
        """Write a message and send it with the enter key."""
        await self.page.fill("#input", text)
        await self.page.press("#input", "Enter")

    async def press(self, label: str) -> None:
        """Press an inline button."""
        await self.key(label).click()

    async def turn(self, label: str) -> None:
        """Press a button that changes its own message, and wait until that message is another, or gone.

        What is pressed next is then pressed on what came of it, though the same label may have stood there before.
        """
        await self.page.evaluate(_WATCH_THE_PRESSED)
        await self.press(label)
        await eventually(lambda: self.page.evaluate("window.hasTurned()"), PATIENCE / 1000)

    async def goes_on(self, before: SeenMessage, message: Locator | None = None) -> SeenMessage:
        """Wait until a message, the last one if none is given, has another text than before; return it."""
        found = [before]

        async def changed() -> bool:
            found[0] = await seen(message or self.last)
            return found[0].text != before.text

        await eventually(changed, PATIENCE / 1000)
        return found[0]

    @contextlib.asynccontextmanager
    async def pressing(self, button: Locator) -> AsyncIterator[None]:
        """Hold a button down with the mouse within the block, and let it go after it."""
        await button.hover()
        await self.page.mouse.down()
        yield
        await self.page.mouse.up()

    async def start(self) -> None:
        """Press START."""
        await self.page.click("#start")

    async def open_chat(self, title: str) -> None:
        """Open a chat from the list."""
        await self.chat(title).click()
        await expect(self.page.locator("#chat-head h1")).to_have_text(title)

    async def back(self) -> None:
        """Go back from a chat to the list, on a narrow screen."""
        await self.page.click("#chat-head .back")

    async def become(self, name: str) -> None:
        """Become somebody else in this tab."""
        await self._pick("#who:visible, #chat-head .me:visible", name)
        await expect(self.page.locator("#who")).to_contain_text(name)
        await self.ready()

    async def scene(self, item: str) -> None:
        """Choose from the scene menu."""
        await self._pick(".scene:visible", item)

    async def fill(self, **fields: str) -> None:
        """Fill in the small form that is open, and send it."""
        for name, value in fields.items():
            await self.page.fill(f"dialog input[name={name}]", value)
        await self.page.click("dialog button[type=submit]")

    async def delete_last(self) -> None:
        """Delete the last message by its menu."""
        await self.last.locator(".bubble").click(button="right", position={"x": 8, "y": 8})
        await self.page.locator(".popup .danger").click()

    async def other_tab(self, act: Callable[[], Awaitable[None]]) -> Tab:
        """Do what opens another tab, and return that tab."""
        async with self.page.context.expect_page() as opening:
            await act()
        tab = Tab(await opening.value)
        await tab.ready()
        return tab

    async def _pick(self, button: str, item: str) -> None:
        await self.page.locator(button).first.click()
        await self.page.locator(".popup [role=menuitem]", has_text=item).first.click()


_KEEP_TOASTS = """
window.toasts = [];
new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((node) => {
    if (node.classList?.contains("toast")) window.toasts.push(node.textContent);
}))).observe(document, { childList: true, subtree: true });
"""
"""Keeps the text of every toast that was shown, for a test that looks when it has gone."""

_WATCH_THE_PRESSED = """() => {
    window.hasTurned = () => false;
    addEventListener("click", ({ target }) => {
        const { id } = target.closest(".message").dataset;
        const look = () => [...document.querySelectorAll(`.message[data-id="${id}"] :is(.text, .key, img)`)]
            .map((each) => each.src ?? each.textContent).join("\\n");
        const before = look();
        window.hasTurned = () => look() !== before;
    }, { capture: true, once: true });
}"""
"""Remembers how the message looks whose button is pressed next, in the moment of the press."""

_SEEN = """element => {
    const all = (node, selector, read) => [...node.querySelectorAll(selector)].map(read);
    const content = (node) => node.textContent;
    return {
        author: all(element, ".author bdi", content).join(""),
        text: all(element, ".text > div, .text .folds > div > div", content).join("\\n"),
        keys: all(element, ".keys", (row) => all(row, ".key > span", (key) => key.innerText)),
        edited: element.querySelector(".edited") !== null,
        picture: element.querySelector(".photo") !== null,
        mine: element.classList.contains("mine"),
    };
}"""
"""Reads a message in one step, so that its text and its keys are of one moment."""


async def seen(message: Locator) -> SeenMessage:
    """Read one message off the page."""
    return SeenMessage(**await message.evaluate(_SEEN))
