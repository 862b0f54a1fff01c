"""Draws the board in Discord that the README shows (`tests/pictures/readme.py`).

The bot plays a few moves on loopback; its newest message is then drawn as Discord's client does, by Chromium.
"""

from __future__ import annotations

import base64
import html
import re
from pathlib import Path

from playwright.async_api import async_playwright

from tests.helpers.discord.model import Component, Message
from tests.helpers.discord.process import discord_bot, on_loopback
from tests.helpers.discord.table import RandomTable
from tests.helpers.ledger import Ledger, winning_moves
from tests.playground.page.driver import launch

NAMES = ("Ann", "Bob")
PAIRS = 3
_TEXT, _GALLERY, _ROW = 10, 12, 1
_STYLE = """
* { box-sizing: border-box; margin: 0; }
body { width: 640px; padding: 22px 20px; background: #323339; color: #e3e4e6; display: grid;
  grid-template-columns: 46px 1fr; gap: 0 16px; font: 17px/1.42 "Noto Sans", "Noto Color Emoji", sans-serif; }
.face { height: 46px; border-radius: 50%; background: #5865f2; font-size: 24px; line-height: 46px; text-align: center; }
h1 { font-size: 17px; margin-bottom: 6px; }
h1 small { padding: 1px 5px; border-radius: 4px; background: #5865f2; font-size: 11px; vertical-align: 2px; }
main { padding: 16px; border: 1px solid #46474e; border-radius: 8px; background: #393a41; display: grid; gap: 8px; }
main > div { white-space: pre-wrap; }
main > img { width: 100%; border-radius: 8px; }
.row { display: flex; gap: 9px; }
.row span { padding: 6px 16px; border-radius: 8px; background: #4b4c54; font-weight: 500; }
.mention { padding: 0 2px; border-radius: 3px; background: #3e4372; color: #c9cdfb; }
"""


async def take(out: Path, folder: Path) -> None:
    """Play until some pairs are won, and draw what the channel shows then."""
    async with on_loopback() as (world, server), discord_bot(world, server, folder) as process:
        table = RandomTable(world, 1, len(NAMES), seed=1, word="hats")
        for person, name in zip(table.people, NAMES, strict=True):
            person.display = name
        await table.open()
        ledger = Ledger(folder)
        number = ledger.table_at(table.channel.id)
        while ledger.pairs(number) < PAIRS:
            await table.play_turn(winning_moves(ledger.state(number)))
        board = table.board()
        assert board is not None
        names = {str(person.id): person.display for person in table.people}
        page = f"<style>{_STYLE}</style>{_drawn(board, names)}"
        assert await process.stop() == 0
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        tab = await browser.new_page(viewport={"width": 640, "height": 400})
        await tab.set_content(page)
        await tab.screenshot(path=out, full_page=True)
        await browser.close()


def _drawn(board: Message, names: dict[str, str]) -> str:
    (container,) = board.components
    parts = "".join(_part(each, board, names) for each in container["components"])
    return f'<div class="face">🎩</div><div><h1>Underhat <small>APP</small></h1><main>{parts}</main></div>'


def _part(part: Component, board: Message, names: dict[str, str]) -> str:
    """Return the HTML of a text, of the picture or of a row of buttons."""
    if part["type"] == _TEXT:
        return f"<div>{_marked(part['content'], names)}</div>"
    if part["type"] == _GALLERY:
        return f'<img src="data:image/png;base64,{base64.b64encode(board.attachments[0].data).decode()}">'
    if part["type"] == _ROW:
        labels = "".join(f"<span>{html.escape(each['label'])}</span>" for each in part["components"])
        return f'<div class="row">{labels}</div>'
    raise AssertionError(part)


def _marked(text: str, names: dict[str, str]) -> str:
    """Read the marks that the bot uses: mentions, moments, bold type, escapes."""
    text = html.escape(text)
    text = re.sub(r"&lt;@(\d+)&gt;", lambda found: f'<span class="mention">@{names[found[1]]}</span>', text)
    text = re.sub(r"&lt;t:\d+:t&gt;", "18:05", text)
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text)
    return re.sub(r"\\(.)", r"\1", text)
