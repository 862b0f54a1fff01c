"""A game on a phone, in Hebrew and in the dark: every kind of move, and every kind of answer to a press."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from bot.games.court_hats.text import HATS, TITLE
from bot.i18n.catalogs import Catalogs
from bot.i18n.translator import Translator
from bot.rulebook.book import Rulebook
from bot.settings import LOCALES
from tests.playground.game.players import BOT, GROUP, bare, by_switcher, take_seat
from tests.playground.page.driver import Tab, open_page

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "color_scheme": "dark"
}  # fmt: skip
CATALOGS = Catalogs(LOCALES)
HEBREW, RUSSIAN = CATALOGS.translator("he"), CATALOGS.translator("ru")
BOOK = Rulebook(LOCALES, CATALOGS, {"court_hats": lambda tr: tr.translate(TITLE)})
TITLES = {section.id: section.title for section in BOOK.sections("court_hats", "he")}
OPACITY = "text => getComputedStyle(text).opacity"
BLUR = "picture => getComputedStyle(picture).filter"


@dataclass
class Two:
    """Noa, who opened the table in Hebrew, and Boris, who reads Russian; `tabs` and `words` by name."""

    tabs: dict[str, Tab]
    words: dict[str, Translator]

    @property
    def noa(self) -> Tab:
        return self.tabs["נועה"]

    async def mover(self) -> str:
        """Return the name of who is to move, whom the board mentions."""
        return bare(await self.noa.last.locator(".mention").inner_text())

    async def told(self, line: str) -> None:
        """Wait until both see a line of the board, whose words are Hebrew, the table's language."""
        for tab in self.tabs.values():
            await expect(tab.last).to_contain_text(line)


async def start(browser: Browser, address: str) -> Two:
    """Open the page, become Noa, open a table, seat Boris beside her, and start."""
    noa = await open_page(browser, address, **PHONE)
    await noa.become("נועה")
    await noa.page.click("#open-table")
    await noa.sees(HEBREW.translate(TITLE))
    await noa.press(f"1. {HEBREW.translate(TITLE)}")
    await expect(noa.key(HEBREW.t("Options"))).to_be_visible()
    boris = await by_switcher(noa, "Борис")
    for tab in (noa, boris):
        await take_seat(tab, HEBREW.t("Join"))
    await noa.front()
    await noa.press(HEBREW.t("Start"))
    await noa.told(HEBREW.t("The game begins."))
    await expect(noa.key("🎩7")).to_be_visible()
    return Two({"נועה": noa, "Борис": boris}, {"נועה": HEBREW, "Борис": RUSSIAN})


async def test_every_move_and_every_answer(browser: Browser, address: str) -> None:
    two = await start(browser, address)
    assert (await two.noa.attribute("dir"), await two.noa.attribute("data-theme")) == ("rtl", "dark")
    await refused(two)
    await advised(two)
    await peeks(two)
    await swaps(two)
    await opens(two)
    await reads_the_rules(two)
    for tab in two.tabs.values():
        assert await tab.page.evaluate("document.scrollingElement.scrollWidth") == 360
    await two.noa.close()
    assert two.tabs["Борис"].errors == []


async def refused(two: Two) -> None:
    """Who is not to move hears so in a toast, each in their own language (survive-54)."""
    mover = await two.mover()
    other = next(name for name in two.tabs if name != mover)
    await two.tabs[other].front()
    await two.tabs[other].press("🎩1")
    expected = two.words[other].t("It’s {name}’s turn.", name=two.words[other].name(mover))
    await two.tabs[other].told(expected)


async def advised(two: Two) -> None:
    """An alert answers “What now?” and wants to be put away."""
    mover = await two.mover()
    await two.tabs[mover].front()
    await two.tabs[mover].press(HEBREW.t("❔ What now?"))
    assert await two.tabs[mover].alert() == two.words[mover].t(
        "A pair is worth a point, and a wrong hat costs one. 👁 Peek at a hat, ⇄ swap two, or 🎩 open one that fits."
    )


async def peeks(two: Two) -> None:
    """A peek is whispered, hidden from a glance in all places until it is pressed, and goes away by "Got it"."""
    mover = await two.mover()
    tab, words = two.tabs[mover], two.words[mover]
    await tab.press("👁4")
    await two.told(f"1. {HEBREW.name(mover).text}")
    await tab.back()
    await expect(tab.chat(BOT).locator(".badge")).to_be_visible()
    await tab.open_chat(BOT)
    picture, text = tab.last.locator(".photo img"), tab.last.locator(".spoiler-text > span")
    await expect(text).to_have_count(1)  # the message comes covered, and shows the secret by an edit
    assert "blur" in await picture.evaluate(BLUR)
    assert await text.evaluate(OPACITY) == "0"
    await tab.last.locator(".photo").click()
    await tab.last.locator(".spoiler-text").click()
    assert await picture.evaluate(BLUR) == "none"
    assert await text.evaluate(OPACITY) == "1"
    hat = await text.inner_text()
    assert any(words.translate(name) in hat for name in HATS.values())
    assert hat not in " ".join(await tab.page.locator("#live, #chats").all_text_contents())
    await tab.press(words.t("Got it, remove it"))
    await expect(tab.page.locator(".spoiler-text, .photo")).to_have_count(0)
    await tab.page.go_back()
    await tab.page.go_back()
    await expect(tab.page.locator("#chat-head h1")).to_have_text(GROUP)


async def swaps(two: Two) -> None:
    """A swap is two presses: the first is remembered and answered, the second is the move."""
    mover = await two.mover()
    tab, words = two.tabs[mover], two.words[mover]
    await tab.front()
    await tab.press("⇄2")
    chosen = "Hat {slot} is selected. Now tap ⇄ on the hat to swap it with."
    await tab.told(words.t(chosen, slot=2))
    await tab.press("⇄5")
    line = HEBREW.t("{number}. {name} swapped hats {a} and {b}.", number=2, name=HEBREW.name(mover), a=2, b=5)
    await two.told(line)
    await tab.told(words.t("You swapped hats {a} and {b}.", a=2, b=5))


async def opens(two: Two) -> None:
    """An opened hat is named to everybody."""
    mover = await two.mover()
    tab = two.tabs[mover]
    await tab.front()
    await tab.press("🎩3")
    words = two.words[mover]
    said = [words.t(sentence) for sentence in ("It fits: the pair is yours!", "A magic hat, and you get to keep it!")]
    said.append(words.t("It doesn’t fit ({hat}): you get a chip.", hat="…").partition("…")[0])
    await tab.told(re.compile(f".*(?:{'|'.join(map(re.escape, said))}).*"))
    await two.told(f"3. {HEBREW.name(mover).text}")


async def reads_the_rules(two: Two) -> None:
    """`/rules` are turned by buttons, in one message."""
    noa = two.noa
    await noa.front()
    await noa.say("/rules")
    contents = HEBREW.t("Contents")
    for label, key in ((TITLES["peek"], contents), (contents, TITLES["peek"]), (TITLES["swap"], contents)):
        await noa.turn(label)
        await expect(noa.key(key)).to_be_visible()
    shown = await noa.last_message()
    assert shown.text.startswith(TITLES["swap"])
    assert shown.edited
