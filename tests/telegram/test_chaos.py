"""Everything at once: errors, cuts, repeats and overtaking, and still each press is judged once and answered."""

from __future__ import annotations

import asyncio
import random

import pytest

from bot.platforms.telegram import callbacks
from bot.playground import queries
from bot.playground.faults import Faults
from bot.playground.feed import Toast
from bot.playground.world import World
from storage.ids import MessageId
from storage.store import Store
from tests.helpers.playground import Playground
from tests.telegram.conftest import TelegramScene, post
from tests.telegram.test_adapter import board, eventually

PRESSES = 60


def order_trouble(faults: Faults) -> None:
    """A third of all calls goes wrong in some way; floods are short, since they are waited out."""
    for method in ("getUpdates", "answerCallbackQuery"):
        faults.server_error(502, html=True, method=method, times=None, chance=0.1)
        faults.server_error(500, method=method, times=None, chance=0.05)
        faults.cut(after=False, method=method, times=None, chance=0.1)
        faults.cut(after=True, method=method, times=None, chance=0.1)
        faults.delay(0.05, method=method, times=None, chance=0.1)
    faults.repeat_updates(times=None, chance=0.2)
    faults.hold_updates(0.2, times=None, chance=0.1)


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_every_press_is_judged_once_and_answered_whatever_goes_wrong(
    seed: int, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """survive-25, survive-31, survive-38."""
    monkeypatch.setattr(queries, "ANSWER_SECONDS", 60.0)  # so long it is tried, and a busy machine tries more slowly
    monkeypatch.setattr(callbacks, "QUERY_SECONDS", 60.0)
    world = World(group_per_minute=0, per_second=0, faults=Faults(seed))
    dice = random.Random(seed)
    async with Playground(world) as server:
        scene = TelegramScene(server, store)
        async with scene.open() as adapter:
            message = await board(scene, adapter)
            order_trouble(server.faults)
            handles = []
            for number in range(PRESSES):
                person = dice.choice([scene.anna, scene.boris, scene.dana])
                handles.append(scene.world.press(person, scene.group, message, f"t.{number}"))
                await asyncio.sleep(dice.uniform(0, 0.02))
            toasts: list[Toast] = await asyncio.wait_for(asyncio.gather(*(handle.ended for handle in handles)), 60)
            server.faults.clear()
        await scene.close()
    judged = [press.token for press in scene.handler.presses]
    assert sorted(judged) == sorted(f"t.{number}" for number in range(PRESSES)), "each once"
    assert [toast.text for toast in toasts] == [f"took t.{number}" for number in range(PRESSES)]
    assert not any(toast.unanswered for toast in toasts)


async def test_thirty_moves_in_a_row_stay_within_the_budget(scene: TelegramScene) -> None:
    """survive-23: what is composed after the wait tells several moves in one edit, and Telegram never has to refuse."""
    scene.world.limits.group_per_minute = 20
    shown: list[int] = []
    move = 0

    async with scene.open(group_per_minute=20) as adapter:
        message = await board(scene, adapter)

        async def publish() -> None:
            """Edit as the board publisher does: one edit in flight, composed after the wait."""
            while not shown or shown[-1] < 30:
                async with adapter.chat.send_permit(scene.place()) as permit:
                    now = move
                    await permit.edit(MessageId(str(message)), post(f"move {now}", token="t.1.x"))
                    shown.append(now)
                    await asyncio.sleep(0.05)

        publishing = asyncio.create_task(publish())
        for _ in range(30):
            move += 1
            await scene.world.press(scene.anna, scene.group, message, "t.1.x")
            await asyncio.sleep(0.005)
        await eventually(publishing.done)
    assert shown[-1] == 30
    assert len(shown) < 5, "one call each six seconds is left of a minute half spent at the start"
    assert all(call.error != 429 for call in scene.world.calls)
