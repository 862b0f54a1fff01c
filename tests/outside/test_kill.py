"""Kill -9 at any moment of a game: nothing is lost, nothing is doubled (survive-1, -2, -3, -7, -18)."""

from __future__ import annotations

import asyncio
import json
import random
import tempfile
from pathlib import Path

import pytest

from bot.games.court_hats.rules.moves import LAST_PAIR
from bot.playground.model import Message
from bot.playground.world import World
from tests.helpers.blank_bot import ForkedProcess
from tests.helpers.ledger import Ledger, winning_moves
from tests.helpers.outside import DONE, BotProcess, RandomGame, blank_bot, telegram
from tests.helpers.witness import check_moves_shown, failures

KILLS = 50
FREE: dict[str, str | int] = {"TELEGRAM_GROUP_PER_MINUTE": 0, "TELEGRAM_PER_SECOND": 0, "LOG_LEVEL": "WARNING"}
HARMLESS = ("message to delete not found", "query is too old", "message is not modified")
"""What Telegram says to a call that took effect before the kill and is made once more after it."""
ACTIONS = {"p": "peek", "s": "swap", "o": "open"}


class Killed:
    """A game of random presses whose bot is killed, while the people go on pressing."""

    def __init__(self, world: World, process: BotProcess, ledger: Ledger, people: int, seed: int) -> None:
        self.world = world
        self.process = process
        self.ledger = ledger
        self.game = RandomGame(world, 1, people, seed)
        self.rng = random.Random(seed)
        self.acted: list[str] = []
        self._enough = False
        self._unseen = 0
        self._playing = asyncio.Lock()

    async def play(self) -> None:
        """Press at random until asked to stop, and leave the last pair lying: how many moves fit between the kills
        depends on the machine, and none of them may end the game.
        """
        while not self._enough:
            async with self._playing:
                pressed = await self.game.move(self._goes_on_after)
            if pressed and any(words in pressed[1].text for words in DONE):
                self.acted.append(pressed[0])

    def _goes_on_after(self, token: str) -> bool:
        table, _, code = token.split(".")
        if code[0] != "o" or self.ledger.pairs(table) < LAST_PAIR - 1:
            return True
        slot = self.ledger.state(table)["row"][int(code[1])]
        return slot is None or slot["hat"] != slot["character"]

    async def kill(self) -> None:
        """Kill the bot and start it again: every other time while it still starts, else in the middle of the game."""
        if self.rng.random() < 0.5:
            await asyncio.sleep(self.rng.uniform(0.0, 1.0))
        else:
            await self._moves(self.rng.choice((1, 1, 2, 4, 8)))
            async with self._playing:
                await self._clear_orphans()
            await self._moves(self.rng.choice((0, 1, 2)))
            await asyncio.sleep(self.rng.uniform(0.0, 0.12))
        await self.process.kill()
        self._unseen += 1
        await self.process.start()

    async def play_out(self, playing: asyncio.Task[None], ledger: Ledger, table: str) -> None:
        """Play the rest knowing all hats, since random presses may take a thousand turns."""
        self._enough = True
        await playing
        self.acted += await self.game.play_out(lambda: winning_moves(ledger.state(table)))

    async def _moves(self, count: int) -> None:
        wanted = len(self.acted) + count
        await self.game.until(lambda: len(self.acted) >= wanted or self.game.over())

    async def _clear_orphans(self) -> None:
        """Press whatever board stands beside the present one: a copy left by the kill goes at its first press.

        Boards that the process itself has yet to remove are no such copies, so it has to be done with them first.
        """
        await self.game.until(self._shown)
        orphans = [board for board in self.boards() if board.id != self._board()]
        assert len(orphans) <= self._unseen
        self._unseen = 0
        for board in orphans:
            token = self.game.moves(board)[0]
            await self.world.press(self.game.people[0], self.game.group, board.id, token)
        await self.game.until(lambda: not any(board.id in self.game.group.messages for board in orphans))

    def _shown(self) -> bool:
        """Return whether the newest board shows the table as it is and all older ones that are known are removed."""
        ((message, revision, stale),) = self.ledger.rows("SELECT message, revision, stale FROM boards")
        newest = self.ledger.record(self.ledger.table())["revision"]
        return int(message or 0) in self.game.group.messages and revision == newest and json.loads(stale) == []

    def _board(self) -> int:
        """Return the id of the message that the process knows as its board."""
        return int(self.ledger.rows("SELECT message FROM boards")[0][0])

    def boards(self) -> list[Message]:
        """List the messages in the group that carry a game's buttons."""
        return [message for message in self.game.group.messages.values() if self.game.moves(message)]


async def verdict(process: BotProcess, table: str) -> tuple[int | None, str]:
    """Ask `python -m bot verify`; return its exit code and all that it has written."""
    with tempfile.TemporaryDirectory() as folder:
        said = Path(folder) / "said"
        code = await ForkedProcess(process.environment, said, command=("verify", table)).wait()
        return code, said.read_text(encoding="utf-8")


def check_history(ledger: Ledger, table: str, acted: list[str]) -> None:
    """Hold the history against what was answered: every move once, under the number of its decision."""
    history = ledger.history(table)
    assert sorted(history) == list(range(1, len(history) + 1))
    assert len(set(acted)) == len(acted)
    for token in acted:
        _, decision, code = token.split(".")
        move = history[int(decision)]
        assert move["type"] == ACTIONS[code[0]]
        assert int(code[1]) in (move.get("slot"), move.get("a"), move.get("b"))


@pytest.mark.timeout(1800)
async def test_fifty_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    """survive-1, -2, -3: the game goes on from where it was, whenever the process dies; survive-7: no card changes."""
    async with telegram() as (world, url), blank_bot(world, url, tmp_path, **FREE) as process:
        ledger = Ledger(tmp_path)
        killed = Killed(world, process, ledger, people=3, seed=20)
        await killed.game.open()
        playing = asyncio.create_task(killed.play())
        for _ in range(KILLS):
            await killed.kill()
        assert not killed.game.over()
        table = ledger.table()
        await killed.play_out(playing, ledger, table)
        check_history(ledger, table, killed.acted)
        check_moves_shown(world, killed.game.group.id, ledger.history(table))
        assert killed.game.unanswered == 0
        assert await process.stop() == 0
        code, text = await verdict(process, table)
        assert (code, "checks out" in text) == (0, True), text
        assert "Traceback" not in process.log()
        assert not [call for call in failures(world) if not any(words in call for words in HARMLESS)]
