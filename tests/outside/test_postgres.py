"""A game whose tables are on PostgreSQL: seen from outside, it is like any other."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.ledger import Ledger, winning_moves
from tests.helpers.outside import DONE, BotProcess, RandomGame, blank_bot, telegram
from tests.helpers.postgres import Postgres
from tests.outside.test_kill import check_history, verdict
from tests.outside.test_restart import FREE

NOT_SAVED = "I can’t save anything right now"


@pytest.fixture
def name(server: Postgres) -> Iterator[str]:
    made = server.empty()
    yield made
    server.drop(made)


class Game(RandomGame):
    """People who remember what was answered."""

    acted: list[str]

    async def some_moves(self, number: int) -> None:
        """Press at random until so many moves more have counted."""
        wanted = len(self.acted) + number
        while len(self.acted) < wanted and not self.over():
            pressed = await self.move()
            if pressed and any(words in pressed[1].text for words in DONE):
                self.acted.append(pressed[0])

    async def press_in_vain(self) -> None:
        """Press while nothing can be saved: it is said so."""
        pressed = None
        while pressed is None:
            pressed = await self.move()
        assert NOT_SAVED in pressed[1].text


@pytest.mark.timeout(300)
async def test_a_game_goes_on_to_its_end_whatever_is_killed(server: Postgres, name: str, tmp_path: Path) -> None:
    """The bot, and the server, in order and at once: each move that was answered counts once, each press is answered."""
    url = server.url(name, tcp=True)
    async with (
        telegram() as (world, api),
        blank_bot(world, api, tmp_path, DATABASE_URL=url, **FREE) as process,
    ):
        game, ledger = Game(world, 1, 2, seed=3), Ledger(url)
        game.acted = []
        await game.open()
        table = ledger.table()
        await game.some_moves(2)
        await kill_the_bot(process)
        await game.some_moves(2)
        for at_once in (False, True):
            await asyncio.to_thread(server.stop, at_once=at_once)
            await game.press_in_vain()
            await asyncio.to_thread(server.start)
            await game.some_moves(2)
        assert game.unanswered == 0
        game.acted += await game.play_out(lambda: winning_moves(ledger.state(table)))
        assert await process.stop() == 0
        assert "Traceback" not in process.log(), process.log()
        assert server.password not in process.log()
        check_history(ledger, table, game.acted)
        assert (await verdict(process, table))[0] == 0


async def kill_the_bot(process: BotProcess) -> None:
    await process.kill()
    await process.start()
