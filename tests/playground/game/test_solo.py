"""One person alone, on the page: from "Play here, against computers" in the private chat to the winner."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.playground.game.players import BOT, bare
from tests.playground.game.test_other_games import key
from tests.playground.page.driver import SeenMessage, Tab, open_page, seen

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(240)]

NUMBERED = re.compile(r"^(\d+)(?:–(\d+))?\. ", re.MULTILINE)
BOARD = re.compile("What now|Rematch")
MOST_TURNS = 60


async def sit_down(browser: Browser, address: str, **context: Any) -> Tab:
    """Open the private chat with the bot, take The Vanished Animal to a table with one computer, start."""
    ann = await open_page(browser, address, **context)
    await ann.open_chat(BOT)
    await ann.start()
    await ann.press("Play here against the computer")
    await ann.press("2. The Vanished Animal")
    await expect(ann.key("🤖 Add a computer")).to_be_visible()
    await ann.sees("🤖 Tick")
    await expect(ann.page.locator(".key", has_text=re.compile("^(Join|Leave)$"))).to_have_count(0)
    await ann.press("Start")
    await expect(board(ann)).to_be_visible()
    return ann


def board(ann: Tab) -> Locator:
    """Find the message that shows the game; what only one may see lies beside it."""
    return ann.page.locator("#messages .message", has=ann.page.locator(".key", has_text=BOARD)).last


async def take_turn(ann: Tab, shown: SeenMessage, *, looks: bool) -> SeenMessage:
    """Look and swap, or name an animal; return the board that tells it, and what the computer did since."""
    if looks:
        await _press(ann, "👁1")
        await _press(ann, "⇄2")
    else:
        await _press(ann, shown.keys[-2][0])
        await _press(ann, key(shown, "✔"))
    return await ann.goes_on(shown, board(ann))


def numbers(shown: SeenMessage) -> set[int]:
    """Return the numbers of the moves that a board tells; a line may tell several."""
    found = NUMBERED.findall(bare(shown.text))
    return {number for first, last in found for number in range(int(first), int(last or first) + 1)}


async def _press(ann: Tab, label: str) -> None:
    await board(ann).locator(".key", has_text=label).first.click()


async def test_one_alone_plays_against_a_computer_to_the_winner(browser: Browser, address: str) -> None:
    """The boards tell all that has happened, and ask the person again."""
    ann = await sit_down(browser, address)
    shown = await seen(board(ann))
    told = numbers(shown)
    for turn in range(MOST_TURNS):
        if "🏆" in shown.text:
            break
        assert "Ann’s turn" in bare(shown.text), "computers have moved before the board is shown"
        shown = await take_turn(ann, shown, looks=turn < 2)
        told |= numbers(shown)
    assert told == set(range(1, len(told) + 1))
    assert re.search(r"🏆 .*(Ann|🤖 Tick)", bare(shown.text))
    assert next(row for row in shown.keys if row)[0] == "Rematch", "rows may be going just now"
    await _press(ann, "Rematch")
    await ann.sees("’s turn")
    await ann.close()
