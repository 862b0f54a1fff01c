"""The other games on the page, from choosing one by its number to the winner, by two people in two tabs.

Their pictures are blank: boards are looked at where they matter (`test_town_on_a_phone.py`, `test_solo.py`).
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from bot.platforms.covered import COVER
from tests.playground.game.players import BOT, GROUP, bare, by_switcher, take_seat
from tests.playground.page.driver import SeenMessage, Tab, open_page

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(280)]

TURN = re.compile(r"(\w+)’s turn")
Tabs = dict[str, Tab]
Turn = Callable[[Tab, SeenMessage], Awaitable[None]]


async def open_table(browser: Browser, address: str, number: int, title: str, **context: Any) -> Tabs:
    """Choose a game by its number in the lobby, seat Ann and Boris, start."""
    ann = await open_page(browser, address, **context)
    await ann.page.click("#open-table")
    await expect(ann.key("1. Court Hats")).to_be_visible()
    await ann.press(f"{number}. {title}")
    await ann.sees(title)
    tabs = {"Ann": ann, "Борис": await by_switcher(ann, "Борис")}
    for name, tab in tabs.items():
        await take_seat(tab)
        await ann.sees(name)
    await ann.front()
    await ann.press("Start")
    await ann.sees("’s turn")
    return tabs


async def play_out(tabs: Tabs, turn: Turn, most: int) -> str:
    """Play the turns of whoever the board names until somebody has won; return the final text."""
    ann = tabs["Ann"]
    for _ in range(most):
        shown = await ann.last_message()
        if "🏆" in shown.text:
            return shown.text
        named = TURN.search(bare(shown.text))
        assert named, shown.text
        tab = tabs[named[1]]
        await tab.front()
        await expect(tab.last).to_contain_text(shown.text.splitlines()[1][:40])
        await turn(tab, shown)
        await ann.goes_on(shown)
    raise AssertionError(f"no end after {most} turns")


def key(shown: SeenMessage, sign: str) -> str:
    """Find the first button with a sign in its label; empty where there is none."""
    return next((label for row in shown.keys for label in row if sign in label), "")


async def test_the_vanished_animal_is_looked_for_and_named(browser: Browser, blank_address: str) -> None:
    tabs = await open_table(browser, blank_address, 2, "The Vanished Animal")
    looked = 0

    async def turn(tab: Tab, shown: SeenMessage) -> None:
        """Look once each, then swap; after that name an animal: right or wrong, it ends the round for two."""
        nonlocal looked
        if looked < len(tabs):
            looked += 1
            await tab.press("👁1")
            await tab.open_chat(BOT)
            await expect(tab.last.locator(".photo.spoiler")).to_be_visible()
            await tab.open_chat(GROUP)
            await tab.press("⇄2")
        else:
            await tab.press(shown.keys[-2][0])
            await tab.press(key(shown, "✔"))

    end = await play_out(tabs, turn, 40)
    assert re.search(r"🏆 .*(Ann|Борис)", bare(end))


async def held(tab: Tab) -> SeenMessage:
    """Look at the hand in the private chat, and come back."""
    await tab.front()
    await tab.open_chat(BOT)
    await expect(tab.last.locator(".photo")).to_be_visible()
    await expect(tab.last).not_to_contain_text(COVER)  # it is sent covered
    shown = await tab.last_message()
    await tab.open_chat(GROUP)
    return shown


async def test_the_invisible_man_waits_until_the_chief_loses_patience(browser: Browser, impatient_address: str) -> None:
    """N47: so many rounds without a check or a chase are his. Everybody rolls, and nobody enters a place."""
    tabs = await open_table(browser, impatient_address, 3, "The Invisible Man")
    hands = [await held(tab) for tab in tabs.values()]
    assert all(hand.picture for hand in hands)
    assert min(len(hand.text.splitlines()) for hand in hands) >= 2, "the chat it is of, and the cards"

    async def turn(tab: Tab, shown: SeenMessage) -> None:
        for sign in ("🎲", "✅"):
            if key(shown, sign):
                await tab.press(key(shown, sign))
                return
        cells = [label for row in shown.keys[:-1] for label in row if label.isdigit()]
        await tab.press(cells[0] if cells else shown.keys[0][0])

    end = await play_out(tabs, turn, 100)
    assert re.search(r"🏆 .*(Ann|Борис)", bare(end))
