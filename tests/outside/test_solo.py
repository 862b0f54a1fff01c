"""One person alone plays each game against computers, in a group and in the private chat; then the bot is killed."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest

from tests.helpers.ledger import Ledger
from tests.helpers.outside import bot_process, telegram
from tests.helpers.witness import failures
from tests.outside.solo import Solo, play
from tests.outside.test_kill import HARMLESS, verdict
from tests.outside.test_other_games import SETTINGS
from tests.outside.test_other_games import check as told

KILLS = 2


@pytest.mark.timeout(300)
async def test_one_person_alone_plays_each_game_in_a_group_and_in_the_private_chat(tmp_path: Path) -> None:
    """survive-31, -60, -61: to the end, or for so many presses; `python -m tests.outside.solo` plays all to the end."""
    lines = await play(("hats", "animal", "invisible"), 2, tmp_path, presses=20)
    assert len(lines) == 6


def _has_moved(ledger: Ledger, table: str, before: int) -> bool:
    return len(ledger.history(table)) > before


@pytest.mark.timeout(300)
async def test_a_kill_while_computers_think_costs_nothing(tmp_path: Path) -> None:
    """survive-1, -2, -3, -7: the next process thinks again; no move is lost or doubled, and the deal is proved."""
    async with telegram() as (world, url), bot_process(world, url, tmp_path, **SETTINGS) as process:
        game = Solo(world, 1, "invisible", levels=("hard", "hard"), private=False)
        await game.open()
        ledger = Ledger(tmp_path)
        table = ledger.table_at(game.group.id)
        kills = 0
        while kills < KILLS and not game.over():
            if not thinks(ledger, table):
                await game.press_anything()
                await asyncio.sleep(0.1)  # who presses faster is asked to slow down
                continue
            await asyncio.sleep(game.rng.uniform(0, 0.2))
            await process.kill()
            before = ledger.history(table)
            thinking = thinks(ledger, table)
            kills += thinking
            await process.start()
            if thinking:
                await game.until(partial(_has_moved, ledger, table, len(before)))
            assert all(ledger.history(table)[number] == move for number, move in before.items())
        await game.stop()
        assert game.unanswered == 0
        told(world, game)
        assert sorted(ledger.history(table)) == list(range(1, len(ledger.history(table)) + 1))
        assert await process.stop() == 0
        code, said = await verdict(process, table)
        assert code == 0, said
        assert not [call for call in failures(world) if not any(words in call for words in HARMLESS)]
        assert "Traceback" not in process.log()


def thinks(ledger: Ledger, table: str) -> bool:
    """Return whether a computer is to move: the game goes on, and nobody's time runs."""
    playing = ledger.rows("SELECT 1 FROM tables WHERE id = ? AND status = 'playing'", table)
    return bool(playing) and not ledger.rows("SELECT 1 FROM deadlines WHERE kind = 'lapse' AND key = ?", table)
