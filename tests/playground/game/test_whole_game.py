"""A whole game on the page, from the newcomer's hint to the winner."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, expect

from tests.playground.game.players import Seat, by_hint, by_switcher, play_out, take_seat
from tests.playground.page.driver import Tab, open_page

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(260)]


async def cut_off(tab: Tab) -> float:
    """Return how many pixels of the board's picture are above the messages that are seen, with its buttons in sight."""
    await expect(tab.key("❔ What now?")).to_be_in_viewport(ratio=1)
    log, picture = await tab.page.locator("#log").bounding_box(), await tab.last.locator(".photo img").bounding_box()
    assert log is not None
    assert picture is not None
    return log["y"] - picture["y"]


async def test_a_newcomer_opens_the_page_and_plays_to_the_winner(browser: Browser, address: str) -> None:
    """The hint opens a table, START seats people, and the buttons under the board do the rest, up to the rematch."""
    ann = await open_page(browser, address)
    await expect(ann.page.locator("#hint")).to_contain_text("Open a table")
    await ann.page.click("#open-table")
    await ann.sees("What shall we play?")
    await ann.press("1. Court Hats")
    await expect(ann.key("Options")).to_be_visible()
    boris = await by_hint(ann, "Борис")
    noa = await by_switcher(ann, "נועה")
    await expect(ann.page.locator("#hint")).to_be_hidden()
    tabs = {"Ann": ann, "Борис": boris, "נועה": noa}
    for name, tab in tabs.items():
        await take_seat(tab)
        await ann.sees(name)

    await ann.front()
    for label in ("Options", "Rules: Classic", "Game length: 17 pairs"):
        await ann.turn(label)
    await expect(ann.key("Game length: 14 pairs (short)")).to_be_visible()
    await ann.turn("Back")
    await expect(ann.key("Close the table")).to_be_visible()
    await ann.turn("Back")
    await ann.sees("Rules: Classic · Game length: 14 pairs (short)")
    await ann.press("Start")
    await ann.told("The game begins.")
    await ann.sees("The cards have been dealt.")
    assert await cut_off(ann) <= 4  # nothing is drawn so near the edge

    languages = {"Ann": "en", "Борис": "ru", "נועה": "he"}
    seats = [Seat(name, languages[name], tab) for name, tab in tabs.items()]
    moves = await play_out(seats)
    assert moves > 20  # 14 pairs are won and most hats must be found first
    end = await ann.last_message()
    assert re.search(r"🏆 .*(Ann|Борис|נועה).* (wins|share the victory)!", end.text)
    assert end.picture
    assert [seat.peeks for seat in seats] == [0, 0, 0], "everybody has peeked, and taken the whisper away"

    await ann.front()
    await ann.say("/verify")
    await boris.sees("checks out")
    await noa.front()
    await noa.page.locator(".key", has_text="Rematch").click()
    await ann.sees("Rules: Classic · Game length: 14 pairs (short)")
    for name in tabs:
        await ann.sees(name)
    await expect(ann.key("Start")).to_be_visible()
    await ann.close()
    assert boris.errors == noa.errors == []
