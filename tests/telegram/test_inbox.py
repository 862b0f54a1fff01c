"""Updates are written down and confirmed at once; what a killed process had in hand is taken up (F10)."""

from __future__ import annotations

import asyncio
import gc
import io
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from structlog.typing import EventDict

from bot.messaging import Command, Press
from bot.platforms.telegram.retry import TelegramTiming
from bot.platforms.telegram.updates import UpdateProcessor
from storage.store import Store
from tests.helpers.stored import writer_of
from tests.telegram.conftest import QUICK, TelegramScene
from tests.telegram.test_adapter import board, eventually

PATIENT = TelegramTiming(poll=2, drain=0.0, unwritten=60.0)
SWEEPING = TelegramTiming(poll=2, retry=0.02, longest_retry=0.1, drain=0.0, sweep=0.1)


def said(scene: TelegramScene) -> list[str]:
    return [command.name for command in scene.handler.commands]


async def kept(scene: TelegramScene) -> list[int]:
    return [number for number, _, _ in await scene.store.kept_updates(str(scene.world.bot.id))]


def written(number: int, text: str, scene: TelegramScene) -> tuple[int, str]:
    """Return a command as Telegram tells it."""
    sender = {"id": scene.anna.id, "is_bot": False, "first_name": "Anna"}
    chat = {"id": scene.group.id, "type": "group", "title": "Hats & co"}
    return number, json.dumps(
        {"update_id": number, "message": {"message_id": number, "date": 1, "chat": chat, "from": sender, "text": text}}
    )


def pressed(number: int, message: int, scene: TelegramScene) -> tuple[int, str]:
    """Return a press as Telegram tells it."""
    update = json.loads(written(number, "x", scene)[1])["message"]
    query: dict[str, Any] = {"id": "77", "from": update["from"], "chat_instance": "1", "data": "t.1.x"}
    return number, json.dumps({"update_id": number, "callback_query": query | {"message": update}})


@asynccontextmanager
async def killed_in_hand(scene: TelegramScene, *stuck: str) -> AsyncIterator[None]:
    """Run an adapter whose handling of some commands does not end, and cut it short after the block."""

    async def wait(item: object) -> None:
        if isinstance(item, Command) and item.name in stuck:
            await asyncio.Event().wait()

    scene.handler.before = wait
    adapter = scene.adapter(timing=TelegramTiming(poll=2, drain=0.0))
    await adapter.start()
    running = asyncio.create_task(adapter.run(scene.handler))
    yield
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
    scene.handler.before = None


async def test_what_a_killed_process_had_in_hand_is_taken_up_in_order(
    scene: TelegramScene, logged: list[EventDict]
) -> None:
    """survive-1, survive-14: what it finished is not."""
    async with killed_in_hand(scene, "second"):
        for name in ("/first", "/second", "/third"):
            scene.world.say(scene.anna, scene.group, name)
        await eventually(lambda: said(scene) == ["first"] and not scene.world.updates.pending)
    assert len(await kept(scene)) == 2
    async with scene.open():
        scene.world.say(scene.anna, scene.group, "/fourth")
        await eventually(lambda: len(said(scene)) == 4)
    assert [line["count"] for line in logged if line["event"] == "updates_taken_up"] == [2]
    assert said(scene) == ["first", "second", "third", "fourth"]
    assert await kept(scene) == []


async def test_everything_is_confirmed_at_once_and_deleted_when_it_is_finished(scene: TelegramScene) -> None:
    async with killed_in_hand(scene, "long"):
        scene.world.say(scene.anna, scene.group, "/long")
        await eventually(lambda: not scene.world.updates.pending)
        assert said(scene) == []
    async with scene.open():
        await eventually(lambda: said(scene) == ["long"])
        async with asyncio.timeout(60):
            while await kept(scene):  # noqa: ASYNC110 - a database tells nobody
                await asyncio.sleep(0.01)


async def test_what_is_finished_is_remembered_without_its_task(scene: TelegramScene) -> None:
    """Ten thousand updates are remembered, and each task would hold its coroutine and its context."""

    def held() -> int:
        gc.collect()
        finished = (each for each in gc.get_objects() if isinstance(each, asyncio.Task) and each.done())
        return sum(
            getattr(each.get_coro(), "__qualname__", "") == UpdateProcessor._finish.__qualname__ for each in finished
        )

    before = held()
    async with scene.open():
        for number in range(20):
            scene.world.say(scene.anna, scene.group, f"/number{number}")
        await eventually(lambda: len(said(scene)) == 20)
        await eventually(lambda: held() <= before + 1)


async def test_a_press_is_written_down_with_what_is_committed_for_it(scene: TelegramScene) -> None:
    """By one transaction; Telegram is told to forget it then, though its handling goes on."""
    go_on, committed = asyncio.Event(), asyncio.Event()

    async def commit(item: object) -> None:
        if isinstance(item, Press):
            await scene.store.mark_seen(item.id, 1.0)
            committed.set()
            await go_on.wait()

    async with scene.open(timing=PATIENT) as adapter:
        message = await board(scene, adapter)
        await eventually(lambda: not scene.world.updates.pending)
        scene.handler.before = commit
        pressing = scene.world.press(scene.anna, scene.group, message, "t.1.x")
        await committed.wait()
        assert len(await kept(scene)) == 1
        await eventually(lambda: not scene.world.updates.pending)
        go_on.set()
        assert (await pressing).text == "took t.1.x"
    assert await kept(scene) == []


async def test_a_press_that_is_neither_committed_nor_finished_is_told_again_and_handled_once(
    scene: TelegramScene,
) -> None:
    begun = asyncio.Event()
    scene.world.updates.clear()

    async def wait(item: object) -> None:
        begun.set()
        await asyncio.Event().wait()

    adapter = scene.adapter(timing=PATIENT)
    await adapter.start()
    running = asyncio.create_task(adapter.run(scene.handler))
    message = await board(scene, adapter)
    scene.handler.before = wait
    pressing = scene.world.press(scene.anna, scene.group, message, "t.1.x")
    await begun.wait()
    assert await kept(scene) == []
    assert scene.world.updates.pending, "Telegram has not been told to forget it"
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
    scene.handler.before = None
    async with scene.open():
        assert (await pressing).text == "took t.1.x"
        await eventually(lambda: not scene.world.updates.pending)
    assert len(scene.handler.presses) == 1
    assert await kept(scene) == []


async def test_a_press_that_is_handled_for_long_keeps_nobody_waiting(scene: TelegramScene) -> None:
    free = asyncio.Event()

    async def wait(item: object) -> None:
        if isinstance(item, Press) and item.token == "t.1.slow":
            await free.wait()

    scene.world.updates.clear()
    async with scene.open(timing=QUICK) as adapter:
        message = await board(scene, adapter)
        scene.handler.before = wait
        slow = scene.world.press(scene.anna, scene.group, message, "t.1.slow")
        await eventually(lambda: not scene.world.updates.pending)
        assert len(await kept(scene)) == 1
        other = scene.found()
        scene.world.say(scene.boris, other, "/rules")
        await eventually(lambda: said(scene) == ["rules"])
        free.set()
        assert (await slow).text == "took t.1.slow"


async def test_what_is_pressed_behind_a_command_waits_for_its_turn(scene: TelegramScene) -> None:
    """Both come at once; the command is written down before it is handled."""
    async with scene.open(timing=QUICK) as adapter:
        message = await board(scene, adapter)
    scene.world.say(scene.anna, scene.group, "/first")
    pressing = scene.world.press(scene.anna, scene.group, message, "t.1.x")
    async with scene.open(timing=QUICK):
        assert (await pressing).text == "took t.1.x"
    handled = [each.name if isinstance(each, Command) else each.token for each in scene.handler.log[-2:]]  # type: ignore[attr-defined]
    assert handled == ["first", "t.1.x"]


async def test_of_what_is_too_old_a_press_is_forgotten_and_a_command_is_not(scene: TelegramScene) -> None:
    """A8: Telegram keeps a press for 150 s, and whoever pressed has been told nothing."""
    before = time.time() - 200
    bot = str(scene.world.bot.id)
    old = [(*pressed(1, 5, scene), before), (*written(2, "/play", scene), before)]
    rows = [*old, (*pressed(3, 5, scene), time.time())]
    await scene.store.keep_updates(bot, rows)
    async with scene.open():
        await eventually(lambda: scene.handler.commands and scene.handler.presses)
    assert said(scene) == ["play"]
    assert len(scene.handler.presses) == 1
    assert await kept(scene) == []


async def test_of_two_processes_each_has_its_own_and_takes_up_what_the_other_leaves(
    scene: TelegramScene, database: Path
) -> None:
    """As in a rolling deploy: the old process writes an update down and is cut short before it is finished."""
    bot = str(scene.world.bot.id)
    old = await Store.open(database)
    async with scene.open(timing=SWEEPING):
        scene.world.say(scene.anna, scene.group, "/mine")
        await eventually(lambda: said(scene) == ["mine"])
        await old.keep_updates(bot, [(*written(900_001, "/left", scene), time.time())])
        await eventually(lambda: said(scene) == ["mine", "left"])
    assert await kept(scene) == []
    await old.close()


async def test_another_bots_updates_are_left_alone(scene: TelegramScene) -> None:
    await scene.store.keep_updates("12", [(*written(1, "/theirs", scene), time.time())])
    async with scene.open(timing=SWEEPING):
        scene.world.say(scene.anna, scene.group, "/ours")
        await eventually(lambda: said(scene))
    assert said(scene) == ["ours"]
    assert len(await scene.store.kept_updates("12")) == 1


async def test_presses_are_answered_though_nothing_can_be_written(scene: TelegramScene, logs: io.StringIO) -> None:
    """As on a full disk (T9): what cannot be kept is confirmed when it is finished."""
    async with scene.open(timing=TelegramTiming(poll=2, unwritten=0.0)) as adapter:
        message = await board(scene, adapter)
        await writer_of(scene.store).execute("ALTER TABLE inbox RENAME TO lost")
        for _ in range(3):
            assert (await scene.world.press(scene.anna, scene.group, message, "t.1.x")).text == "took t.1.x"
        await writer_of(scene.store).execute("ALTER TABLE lost RENAME TO inbox")
        assert (await scene.world.press(scene.anna, scene.group, message, "t.1.x")).text == "took t.1.x"
    assert len(scene.handler.presses) == 4
    assert "updates_not_kept" in logs.getvalue()


async def test_no_more_are_fetched_than_can_be_held(scene: TelegramScene, monkeypatch: Any) -> None:
    monkeypatch.setattr("bot.platforms.telegram.inbox.MOST", 2)
    free = asyncio.Event()

    async def wait(item: object) -> None:
        await free.wait()

    scene.handler.before = wait
    scene.world.updates.clear()
    async with scene.open(timing=QUICK):
        for name in ("/a", "/b"):
            scene.world.say(scene.anna, scene.group, name)
        async with asyncio.timeout(60):
            while len(await kept(scene)) < 2:  # noqa: ASYNC110 - a database tells nobody
                await asyncio.sleep(0.01)
        scene.world.say(scene.anna, scene.group, "/late")
        await asyncio.sleep(0.1)
        assert len(scene.world.updates.pending) > 0, "it waits at Telegram"
        free.set()
        await eventually(lambda: said(scene) == ["a", "b", "late"])


async def test_store_tells_which_updates_are_new(store: Store) -> None:
    assert await store.keep_updates("1", [(7, "a", 1.0), (8, "b", 1.0)]) == {7, 8}
    store.finish_updates("1", [7])
    assert await store.keep_updates("1", [(8, "b", 2.0), (9, "c", 2.0)]) == {9}
    assert await store.kept_updates("1") == [(8, b"b", 1.0), (9, b"c", 2.0)]
    store.finish_updates("1", [8, 9])
    await store.write_updates()
    assert await store.kept_updates("1") == []
