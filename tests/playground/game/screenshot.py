"""Takes the picture of the playground that the README shows (`tests/pictures/readme.py`).

Four people, each writing in their own script, are in the middle of a game; the first one's tab is what is seen.
"""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import async_playwright, expect

from tests.playground.game.players import Seat, by_switcher, play_out, take_seat
from tests.playground.game.process import run_bot
from tests.playground.page.driver import launch, open_page

TALK = {"Борис": "ru", "נועה": "he", "ليلى": "ar"}
"""Who joins Ann, and what they read."""
SAID = {"Борис": "Кто играет?", "נועה": "אני!", "ليلى": "وأنا أيضًا 🎩"}
MOVES = 27
"""So many that everybody has won something and the row has changed."""


async def take(out: Path, folder: Path) -> None:
    """Play for a while and keep a picture of Ann's tab."""
    async with async_playwright() as playwright, run_bot(folder) as address:
        browser = await launch(playwright)
        ann = await open_page(browser, address, viewport={"width": 1280, "height": 1100})
        tabs = {"Ann": ann} | {name: await by_switcher(ann, name) for name in TALK}
        for name, text in SAID.items():
            await tabs[name].say(text)
            await ann.sees(text)
        await ann.say("/play hats")
        for tab in tabs.values():
            await expect(tab.key("Join")).to_be_visible()
            await take_seat(tab)
        await ann.front()
        await ann.press("Start")
        await ann.sees("The cards have been dealt.")
        await play_out([Seat(name, TALK.get(name, "en"), tab) for name, tab in tabs.items()], moves=MOVES)
        await ann.front()
        await ann.sees(f"{MOVES}. ")
        await expect(ann.page.locator(".toast, .photo .old")).to_have_count(0)
        await ann.page.mouse.move(640, 20)
        await ann.picture(out)
        await ann.close()
