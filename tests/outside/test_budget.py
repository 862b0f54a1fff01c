"""A hundred presses in a row against the budget of a group: all answered at once, all told in the end."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from tests.helpers.ledger import Ledger
from tests.helpers.outside import RandomGame, blank_bot, telegram
from tests.helpers.witness import check_moves_shown, failures, moves_shown

FAST, SLOW = 80, 20
"""Presses as fast as answers come, and then some over the better part of a minute, so that the budget stays in use."""
PRESSES = FAST + SLOW
A_MINUTE = 60.0


@pytest.mark.timeout(300)
async def test_a_hundred_presses_in_a_row_are_answered_at_once_and_told_within_the_budget(tmp_path: Path) -> None:
    """survive-23, -24, -25: 20 sends and edits in any minute, whatever the players do; no 429 is ever met.

    What the board cannot show in time is shown by later updates, each of
    which tells every move since the one before.
    """
    async with (
        telegram(group_per_minute=20, per_second=30, slower=1) as (world, url),
        blank_bot(world, url, tmp_path) as process,
    ):
        game = RandomGame(world, 1, 3, seed=3)
        await game.open()
        ledger = Ledger(tmp_path)
        table = ledger.table()
        began = time.monotonic()
        for turn in range(PRESSES):
            if turn == FAST:
                fast = time.monotonic() - began
            await asyncio.sleep(0 if turn < FAST else 2)
            board = game.board()
            assert board
            mover, decision = ledger.to_move(table)
            code = f"p{turn % 7}" if turn % 3 else f"o{turn % 7}"
            toast = await world.press(world.people[mover], game.group, board.id, f"{table}.{decision}.{code}")
            assert not toast.unanswered
        assert fast < A_MINUTE  # had the answers waited for the board, these would have taken four
        history = ledger.history(table)
        assert len(history) == PRESSES
        await game.until(lambda: any(PRESSES in told for told in moves_shown(world, game.group.id)), 130)
        check_moves_shown(world, game.group.id, history)
        assert world.call_log.busiest_minute(game.group.id) <= 20
        assert not [failure for failure in failures(world) if " 429 " in failure]
        assert await process.stop() == 0
