"""Players of Court Hats who know only what their tab shows.

They remember opened hats and their own peeks, and follow both through swaps.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field

from playwright.async_api import expect

from bot.games.court_hats.text import CHARACTERS, HATS
from bot.i18n.catalogs import Catalogs
from bot.settings import LOCALES
from tests.playground.page.driver import SeenMessage, Tab

GROUP, BOT = "Board game night", "Underhat"
MAGIC = "magic hat"
FITS = {HATS[kind].id: CHARACTERS[kind].id for kind in CHARACTERS}
"""Whom each hat fits, as the row of help cards shows it (H25)."""

_ISOLATES = re.compile("[\u2066-\u2069\u200e\u200f]")
_TURN = re.compile(r"^(.+?)’s turn(?: · until .+)?$", re.MULTILINE)
_ROW = re.compile(r"^Row: (.+)$", re.MULTILINE)
_BAN = re.compile(r"^Hats (\d) and (\d) can’t be swapped back", re.MULTILINE)
_MOVE = re.compile(
    r"^(?P<number>\d+)\. .+? (?:peeked at hat (?P<peeked>\d)|swapped hats (?P<a>\d) and (?P<b>\d)"
    r"|opened hat (?P<opened>\d) \(\w+\): (?P<hat>.+?)[.!] (?P<rest>.+))",
    re.MULTILINE,
)
_REDEALT = "No hat on the table could fit"
_LIBRARY = Catalogs(LOCALES)


@dataclass(frozen=True)
class Board:
    """The board as its caption tells it in English; slots are counted from 1. `moves` are those of a round."""

    turn: str
    row: dict[int, str]
    banned: frozenset[int]
    moves: list[re.Match[str]]
    redealt: bool

    @property
    def number(self) -> int:
        """Return the number of the last move shown, 0 for none."""
        return int(self.moves[-1]["number"]) if self.moves else 0


def bare(text: str) -> str:
    """Take out the marks that keep names of another direction apart, which nobody sees."""
    return _ISOLATES.sub("", text)


def read_board(shown: SeenMessage) -> Board | None:
    """Read a board off a message; None for any other message, such as that of the end."""
    text = bare(shown.text)
    turn, row, ban = _TURN.search(text), _ROW.search(text), _BAN.search(text)
    if turn is None or row is None:
        return None
    cards = dict(card.split(" ", 1) for card in row[1].split(" · "))
    return Board(
        turn[1],
        {int(slot): character for slot, character in cards.items() if character != "empty"},
        frozenset(map(int, ban.groups())) if ban else frozenset(),
        list(_MOVE.finditer(text)),
        _REDEALT in text,
    )


class Memory:
    """Which hat lies where, as far as somebody knows: the English name by slot."""

    def __init__(self) -> None:
        self.hats: dict[int, str] = {}
        self.known = 0

    def follow(self, board: Board) -> None:
        """Take in what the board has just shown and was not known yet."""
        news = [move for move in board.moves if int(move["number"]) > self.known]
        self.known = board.number
        for move in news:
            if move["a"]:
                self._swap(int(move["a"]), int(move["b"]))
            elif move["opened"]:
                self._opened(int(move["opened"]), move["hat"], missed="Wrong hat" in move["rest"])
        if board.redealt:  # what was seen since is forgotten as well, as long as a board tells of it
            self.hats.clear()
        self.hats = {slot: hat for slot, hat in self.hats.items() if slot in board.row}

    def _swap(self, a: int, b: int) -> None:
        moved = {b: self.hats.pop(a, ""), a: self.hats.pop(b, "")}
        self.hats |= {slot: hat for slot, hat in moved.items() if hat}

    def _opened(self, slot: int, hat: str, *, missed: bool) -> None:
        self.hats.pop(slot, None)
        if missed:
            self.hats[slot] = hat

    def moves(self, board: Board, *, peeks: bool) -> list[str]:
        """Return the buttons of a good turn: open what fits, carry a hat to where it fits, else find out more."""
        for slot, hat in self.hats.items():
            if hat == MAGIC or board.row[slot] == FITS[hat]:
                return [f"🎩{slot}"]
        for slot, hat in self.hats.items():
            for other, character in board.row.items():
                if character == FITS[hat] and board.banned != {slot, other}:
                    return [f"⇄{slot}", f"⇄{other}"]
        unknown = [slot for slot in board.row if slot not in self.hats] or list(board.row)
        return [f"{'👁' if peeks or unknown[0] in self.hats else '🎩'}{unknown[0]}"]


@dataclass
class Seat:
    """Somebody at the table: a name, a language, a tab, what they know, and how often they still like to peek."""

    name: str
    language: str
    tab: Tab
    peeks: int = 1
    memory: Memory = field(default_factory=Memory)

    async def play(self, board: Board) -> None:
        """Take a turn; who has peeked looks at the whisper, remembers it and takes it away."""
        await self.tab.front()
        await expect(self.tab.last).to_contain_text(f"{board.number}. " if board.moves else "Row:")
        keys = self.memory.moves(board, peeks=self.peeks > 0)
        for key in keys:
            await self.tab.press(key)
        if keys[0].startswith("👁"):
            self.peeks -= 1
            self.memory.hats[int(keys[0][-1])] = await self._whispered()

    async def _whispered(self) -> str:
        await self.tab.open_chat(BOT)
        await self.tab.last.locator(".photo.spoiler").click()
        await self.tab.last.locator(".spoiler-text").click()
        said = await self.tab.last.locator(".spoiler-text").inner_text()
        await self.tab.last.locator(".key").first.click()  # below it the first one has the offer to be shown in place
        await expect(self.tab.last.locator(".photo")).to_have_count(0)
        await self.tab.open_chat(GROUP)
        words = _LIBRARY.translator(self.language)
        named = {words.translate(hat): hat.id for hat in HATS.values()}
        return named[max((name for name in named if said.startswith(name)), key=len)]


async def by_hint(tab: Tab, name: str) -> Tab:
    """Open a tab as somebody else by the hint for newcomers."""
    return await tab.other_tab(lambda: tab.page.click(f"#hint .person >> text={name}"))


async def by_switcher(tab: Tab, name: str) -> Tab:
    """Open a tab as somebody else by the menu of people."""
    await tab.page.locator("#who:visible, #chat-head .me:visible").click()
    other = await tab.other_tab(lambda: tab.page.click(f".popup .entry:has-text('{name}') a"))
    await tab.page.keyboard.press("Escape")
    return other


async def take_seat(tab: Tab, join: str = "Join") -> None:
    """Join the table in one tap, press START in the private chat it opens, and come back to the group."""
    await tab.front()
    await tab.press(join)
    await tab.start()
    await expect(tab.page.locator("#messages .mine .text")).to_have_text("/start")
    await expect(tab.page.locator("#messages .message:not(.service):not(.mine)")).to_have_count(1)
    await tab.page.go_back()
    await expect(tab.page.locator("#chat-head h1")).to_have_text(GROUP)


async def play_out(seats: list[Seat], *, moves: int = 500) -> int:
    """Play to the end, or so many moves; what happens is read from the first one's tab. Return the number of moves."""
    done = -1
    while done + 1 < moves:
        shown = await seats[0].tab.last_message()
        board = read_board(shown)
        if board is not None and board.number > done:
            done = board.number
            for seat in seats:
                seat.memory.follow(board)
            await next(seat for seat in seats if seat.name == board.turn).play(board)
        elif shown.keys and shown.keys[0][0] == "Rematch":
            return done + 1
        else:
            await asyncio.sleep(0.02)
    return moves
