"""One person alone plays to the end against computers: `python -m tests.outside.solo [GAME] [GAMES]`.

GAME is hats, animal, invisible or, where nothing is said, each of them; GAMES is how many of each, half of them in a
group and half in the private chat with the bot, against computers of all levels. The person presses at random whatever
board and hand offer. Afterwards all that went to Telegram is read again: every press was answered, no call refused,
every move told once and in order, what computers do in a row cost one update of the board, and nothing was shown that
is for one seat alone. Prints a line for each game.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bot.playground.model import Message
from bot.playground.world import World
from tests.helpers.ledger import Ledger
from tests.helpers.numbered import numbers
from tests.helpers.outside import BotProcess, RandomGame, bot_process, telegram
from tests.helpers.witness import ShownCall, failures, shown
from tests.outside.games import COUNTS, HATS, OPENED
from tests.outside.test_kill import verdict
from tests.outside.test_other_games import ALONE, HELD, SETTINGS

GAMES = ("hats", "animal", "invisible")
LEVELS = ("easy", "normal", "hard")
ROW_SECONDS = 10.0
"""Computers that move in a row for longer than this may cost another update."""
PATIENCE = 240.0
ASIDE = 0.05
"""How often the person presses a button that is no move."""


@dataclass(frozen=True)
class GameCost:
    """What a game took: the person's presses and moves, all moves, updates of the board, seconds."""

    presses: int
    own: int
    moves: int
    boards: int
    extra: int
    over: bool
    seconds: float
    longest_row: float
    worst_answer: float


class Solo(RandomGame):
    """A person and computers, at a table in a group or in the private chat with the bot."""

    def __init__(self, world: World, number: int, word: str, *, levels: tuple[str, ...], private: bool) -> None:
        super().__init__(world, number, 1, seed=number, word=word)
        self.all = world
        self.levels = levels
        self.is_private = private
        self.person = self.people[0]
        self.own = 0
        self.rows: list[float] = []
        if private:
            world.start(self.person)
            self.group = world.private(self.person)

    def board(self) -> Message | None:
        """Return the newest message that shows the table: whispers and hands have buttons too, but not these."""
        for message in reversed(self.group.messages.values()):
            if message.sender is self.all.bot and _shows_table(json.dumps(message.keyboard or [])):
                return message
        return None

    async def open(self) -> None:
        """Open a table, let the computers sit down, start."""
        self.world.say(self.person, self.group, f"/play {self.word}")
        levels = list(self.levels)
        if self.is_private:
            await self.until(lambda: "🤖" in self.text())
            levels.remove("normal")  # which sits there already
        else:
            await self.press(self.person, "Join")
            await self.until(lambda: self.person.first_name in self.text())
        for level in levels:
            seated = self.text().count("🤖")
            await self.press(self.person, "🤖 Add a computer")
            await self.press(self.person, f"🤖 {level}")
            await self.until(lambda seated=seated: self.text().count("🤖") > seated)  # type: ignore[misc]
        await self.press(self.person, "Start")
        await self.until(lambda: self.tokens() or self.over(), PATIENCE)

    async def go_on(self, ledger: Ledger, table: str) -> None:
        """Press once; after a move wait until the board asks the person again."""
        if self.rng.random() < ASIDE:
            await self._press_aside()
            return
        decision = ledger.record(table)["decision"]
        await self.press_anything()
        if ledger.record(table)["decision"] != decision:
            self.own += 1
            began = time.monotonic()
            await self.until(lambda: self.over() or self._asks(decision), PATIENCE)
            self.rows.append(time.monotonic() - began)

    async def stop(self) -> None:
        """End a game that still goes on, as its host."""
        if self.over():
            return
        self.world.say(self.person, self.group, "/stop")
        await self.until(lambda: self._end_button() is not None)
        asked = self._end_button()
        assert asked is not None
        await self._send(self.person, *asked)
        await self.until(self.over)

    def _end_button(self) -> tuple[Message, str] | None:
        for message in self.group.messages.values():
            for button in itertools.chain(*(message.keyboard or [])):
                if button.get("callback_data", "").endswith(".-.end"):
                    return message, button["callback_data"]
        return None

    def _asks(self, before: int) -> bool:
        tokens = self.tokens()
        return bool(tokens) and int(tokens[0].split(".")[1]) > before

    async def _press_aside(self) -> None:
        board = self.board()
        free = [b["callback_data"] for row in (board.keyboard if board else None) or [] for b in row]
        free = [token for token in free if token.endswith((".hand", ".advice", ".seat"))]
        if board is not None and free:
            await self._send(self.person, board, self.rng.choice(free))


def _shows_table(keyboard: str) -> bool:
    return any(f".-.{verb}" in keyboard for verb in ("advice", "again", "start", "page_"))


async def play(words: tuple[str, ...], count: int, folder: Path, *, presses: int) -> list[str]:
    """Play so many games of each kind at once, to their ends or for so many presses; return a line for each."""
    async with telegram() as (world, url), bot_process(world, url, folder, **SETTINGS) as process:
        games = [
            Solo(world, number, word, levels=_levels(number), private=number % 2 == 1)
            for number, word in enumerate(word for word in words for _ in range(count))
        ]
        ledger = Ledger(folder)
        try:
            told = await asyncio.gather(*(_play(game, ledger, process, presses) for game in games))
        except AssertionError as error:
            error.add_note(process.log()[-4000:])
            raise
        assert await process.stop() == 0
        assert not process.log(), process.log()
        assert failures(world) == [], failures(world)
        return [_line(game, each) for game, each in zip(games, told, strict=True)]


def _levels(number: int) -> tuple[str, ...]:
    """Play with all three levels in one group, and with normal and one of the others in the private chat."""
    return LEVELS if number % 2 == 0 else ("normal", LEVELS[number % 4 - 1])


async def _play(game: Solo, ledger: Ledger, process: BotProcess, presses: int) -> GameCost:
    began = time.monotonic()
    await game.open()
    table = ledger.table_at(game.group.id)
    while not game.over() and game.presses < presses:
        await game.go_on(ledger, table)
    over = game.over()
    if over:
        code, said = await verdict(process, table)
        assert code == 0, said
    assert game.unanswered == 0
    boards, extra = check(game, ledger, table)
    moves = len(ledger.history(table))
    took = time.monotonic() - began
    return GameCost(
        game.presses, game.own, moves, boards, extra, over, took, max(game.rows, default=0.0), max(game.latencies)
    )


def check(game: Solo, ledger: Ledger, table: str) -> tuple[int, int]:
    """Read again what was shown; return the updates of the board after the deal, and the posts that told what is left.

    Every number in order, none left out (a board tells again what was done since the person's previous move), at most
    one update for each move of the person, and no secret.
    """
    told: list[int] = []
    boards = extra = again = 0
    before = ""
    for each in _public(game):
        if _is_lobby(each):
            continue
        boards += _shows_table(each.words)
        again += _shows_table(each.words) and each.text == before
        before = each.text if _shows_table(each.words) else before
        extra += not _shows_table(each.words)
        fresh = [number for number, _ in itertools.groupby(numbers(each.text))]
        assert fresh == list(range(fresh[0], fresh[-1] + 1)) if fresh else True, each.text
        assert not fresh or fresh[0] <= len(told) + 1, (told[-3:], each.text)
        told += range(len(told) + 1, fresh[-1] + 1) if fresh else ()
    if game.over():
        assert told == sorted(ledger.history(table))
    late = sum(int(row // ROW_SECONDS) for row in game.rows)
    # The first look makes the board come down below it, and be asked for once more where it has come down already.
    assert again <= 1, again
    assert boards <= game.own + 1 + late + again, (boards, game.own, late, again)
    check_secrets(game, ledger, table)
    return boards, extra


def _public(game: Solo) -> Iterator[ShownCall]:
    """Yield what was shown of the table itself, in order: in the private chat whispers and hands lie beside it.

    Moves that do not fit below a board come before it, in a message of their own without buttons.
    """
    for each in shown(game.all, game.group.id):
        if not game.is_private or _shows_table(each.words) or (numbers(each.text) and not each.picture):
            yield each


def _is_lobby(each: ShownCall) -> bool:
    return any(f".-.{verb}" in each.words for verb in ("start", "page_"))


def check_secrets(game: Solo, ledger: Ledger, table: str) -> None:
    """Hold every board against what is for one seat alone."""
    opened = ledger.opened(table) if game.word == "hats" else {}
    alone = [each for each in shown(game.all, game.person.id) if not _shows_table(each.words)]
    whispered = {each.picture for each in alone} - {""}
    for each in _public(game):
        assert each.picture not in whispered
        assert ALONE not in each.text
        assert not any(line.startswith(HELD) for line in each.text.splitlines())
        if game.word == "hats" and "Check the deal:" not in each.text:
            _check_hats(each, opened)


def _check_hats(each: ShownCall, opened: dict[tuple[int, int], str]) -> None:
    for number, slot, _, words in OPENED.findall(each.text):
        hat = opened[int(number.replace(",", "")), int(slot) - 1]
        assert not [other for kind, other in HATS.items() if kind != hat and other in words]
    rest = COUNTS.sub("", OPENED.sub("", each.words))
    assert not [hat for hat in HATS.values() if hat in rest], rest


def _line(game: Solo, told: GameCost) -> str:
    where = "private chat" if game.is_private else "group"
    end = "over" if told.over else "going on"
    return (
        f"{game.word} in the {where} against {', '.join(game.levels)}: {end}, {told.presses} presses, {told.own} of "
        f"{told.moves} moves, {told.boards} boards and {told.extra} other posts, {told.seconds:.0f} s, longest answer "
        f"{told.worst_answer:.2f} s, longest row {told.longest_row:.1f} s"
    )


if __name__ == "__main__":
    chosen = tuple(word for word in sys.argv[1:] if word in GAMES) or GAMES
    number_of = [int(word) for word in sys.argv[1:] if word.isdecimal()] or [2]
    with tempfile.TemporaryDirectory() as scratch:
        report = asyncio.run(play(chosen, number_of[0], Path(scratch), presses=20_000))
    sys.stdout.write("\n".join(report) + "\n")
