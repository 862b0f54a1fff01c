"""What hangs at a platform holds up nobody's secret and no board: the check, for the tests and their breaches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from bot.playground.faults import Stall
from tests.conformance.on_discord import DiscordStage
from tests.conformance.on_telegram import TelegramStage
from tests.conformance.secrets import PEEKED
from tests.conformance.stage import Guest, Stage


def hang(stage: Stage) -> Stall:
    """Let no answer to a press be taken from now on."""
    if isinstance(stage, TelegramStage):
        return stage._world.faults.stall(method="answerCallbackQuery", times=None)
    assert isinstance(stage, DiscordStage)
    return stage._world.faults.stall("POST /interactions", times=None)


async def check_hung_answers(stage: Stage, patience: float) -> None:
    """Check that secrets and boards come within so many seconds each, although no answer to a press is taken."""
    await stage.begin(stage.ann, stage.bob)
    for who in (stage.ann, stage.bob):
        await stage.choose_secrets(who, "message")
    hung, pressed = hang(stage), []
    try:
        for who, label in ((stage.ann, "👁1"), (stage.bob, "👁2")):
            moves = stage.moves()
            pressed.append(asyncio.create_task(stage.send(who, stage.see(label))))
            await _soon(partial(_has_moved, stage, moves), 60.0, "the move is not made")
            await _soon(partial(_has_peeked, stage, who), patience, "the secret is held up")
            await _soon(partial(_is_new, stage), patience, "the board is held up")
            assert hung.stalled, "no answer hangs"
    finally:
        hung.release()
        for each in pressed:
            each.cancel()
        await asyncio.gather(*pressed, return_exceptions=True)


def _has_moved(stage: Stage, moves: int) -> bool:
    return stage.moves() > moves


def _has_peeked(stage: Stage, who: Guest) -> bool:
    return any(PEEKED.search(text) for text in stage.private(who))


def _is_new(stage: Stage) -> bool:
    """Return whether the board offers the present decision."""
    return any(key.decision == str(stage.record().decision) for key in stage.board().keys)


async def _soon(true: Callable[[], bool], patience: float, otherwise: str) -> None:
    end = asyncio.get_running_loop().time() + patience
    while not true():
        assert asyncio.get_running_loop().time() < end, otherwise
        await asyncio.sleep(0.01)
