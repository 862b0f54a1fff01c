"""The town on a phone of 390 x 844: a walking turn with its buttons and half of the map on one screen, nothing cut."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from bot.games.invisible_man.pictures import plates, town_map
from bot.pictures.canvas import WIDTH
from tests.playground.game.players import bare
from tests.playground.game.test_other_games import TURN, key, open_table
from tests.playground.page.driver import Tab

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(280)]

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PRESSES = 120
"""In so many presses a policeman is to walk a four or less: the more there is to choose from, the less map is left."""
USUAL = re.compile("[1-4]: walk")
HELP = ("💡", "🃏")
"""How the lines of help begin that the first turns of a newcomer have."""
CUT = "keys => keys.filter(key => key.scrollWidth > key.clientWidth).map(key => key.innerText)"


async def walking(browser: Browser, address: str) -> Tab:
    """Start a game of two and play until a policeman is to walk; return the tab of whoever that is."""
    tabs = await open_table(browser, address, 3, "The Invisible Man", **PHONE)
    ann = tabs["Ann"]
    for _ in range(PRESSES):
        shown = await ann.last_message()
        named = TURN.search(bare(shown.text))
        assert named, shown.text
        tab = tabs[named[1]]
        if USUAL.search(bare(shown.text)) and not any(sign in shown.text for sign in HELP):
            await expect(tab.last.locator(".key", has_text="1").first).to_be_visible()
            return tab
        await tab.front()
        await tab.press(key(shown, "🎲") or key(shown, "✅") or shown.keys[0][0])
        await ann.goes_on(shown)
    raise AssertionError("nobody is to walk")


async def test_a_walk_shows_its_buttons_half_of_the_map_and_the_places(browser: Browser, address: str) -> None:
    """Both of one game: to come to a walk takes most of the time."""
    tab = await walking(browser, address)
    await tab.front()
    await check_walk(tab)
    await check_places(tab)


async def check_walk(tab: Tab) -> None:
    """Scrolled to its newest message the page shows every button whole and the lower half of the map at least."""
    await expect(tab.page.locator(".toast")).to_have_count(0)
    await tab.page.evaluate("document.querySelector('#messages').scrollTo(0, 1e9)")
    picture = await tab.last.locator(".photo img").bounding_box()
    head = await tab.page.locator("#chat-head").bounding_box()
    foot = await tab.page.locator("#input").bounding_box()
    assert picture is not None
    assert head is not None
    assert foot is not None
    scale = picture["width"] / WIDTH
    under = plates.height(2) * scale
    seen = picture["y"] + picture["height"] - under - max(picture["y"], head["y"] + head["height"])
    if "PICTURE" in os.environ:
        await tab.picture(Path(os.environ["PICTURE"]))
    assert picture["width"] > 320, "as wide as the phone, but for the sender's sign"
    assert seen >= town_map.HEIGHT * scale / 2, "half of the map"
    keys = tab.last.locator(".key")
    last = await keys.last.bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= foot["y"]
    assert await tab.last.locator(".key > span").evaluate_all(CUT) == []


async def check_places(tab: Tab) -> None:
    """The names of the places are read in the reader's own language, in three alerts, one a press."""
    read = []
    for _ in range(3):
        await tab.press("🗺 Places")
        read.append(await tab.alert())
    for place, (page, sign) in enumerate(zip(read, "🔭💈⚽", strict=True), 1):
        assert page.startswith(f"🗺 {place}/3 ")
        assert sign in page
