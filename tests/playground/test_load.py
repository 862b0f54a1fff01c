"""Many groups at once: every press is answered, no chat waits for another, nothing gets lost."""

from __future__ import annotations

import asyncio
from collections import Counter

import aiohttp
import pytest

from bot.playground import queries
from bot.playground.faults import Faults
from bot.playground.queries import PressHandle
from bot.playground.world import World
from tests.helpers.playground import Playground
from tests.playground.tools import ApiCaller, keys

GROUPS = 50
PRESSES = 6


async def answer_all(call: ApiCaller, ended: asyncio.Event) -> Counter[str]:
    """Answer each press once, however often its update comes, until told to stop; count the updates seen."""
    seen: Counter[str] = Counter()
    offset = 0
    while not ended.is_set():
        for update in await call.updates(offset=offset, timeout=1):
            offset = max(offset, update["update_id"] + 1)
            query = update.get("callback_query")
            if query is None:
                continue
            seen[query["id"]] += 1
            if seen[query["id"]] == 1:
                await call("answerCallbackQuery", callback_query_id=query["id"], text=query["data"])
    return seen


async def rounds(world: World, call: ApiCaller) -> list[PressHandle]:
    """Have four people in each of fifty groups press in turns."""
    groups = []
    for number in range(GROUPS):
        people = [world.add_person(f"P{number}-{seat}") for seat in range(4)]
        group = world.create_group(f"Group {number}", people)
        board = await call.text(group.id, reply_markup=keys("x"))
        groups.append((group, people, board["message_id"]))
    presses = []
    for turn in range(PRESSES):
        for group, people, board in groups:
            presses.append(world.press(people[turn % 4], group, board, f"{group.id}.{turn}"))
        await asyncio.sleep(0)
    return presses


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let presses wait longer than at Telegram: how fast many of them are answered is up to the machine."""
    monkeypatch.setattr(queries, "ANSWER_SECONDS", 120.0)


async def test_fifty_groups_press_and_everyone_gets_their_own_answer() -> None:
    world = World(group_per_minute=0, per_second=0)
    async with Playground(world) as playground, aiohttp.ClientSession() as session:
        call = ApiCaller(session, playground.url, world.token)
        ended = asyncio.Event()
        answering = asyncio.create_task(answer_all(call, ended))
        presses = await rounds(world, call)
        toasts = await asyncio.wait_for(asyncio.gather(*presses), 60)
        ended.set()
        seen = await answering
    assert [toast.text for toast in toasts] == [press.data for press in presses]
    assert set(seen.values()) == {1}
    assert len(seen) == GROUPS * PRESSES


async def test_under_trouble_each_update_comes_at_least_once() -> None:
    """survive-14, survive-38: at least once, and once more with whatever comes after it."""
    faults = Faults(seed=7)
    faults.repeat_updates(times=None)
    faults.hold_updates(0.05, times=None, chance=0.2)
    world = World(group_per_minute=0, per_second=0, faults=faults)
    async with Playground(world) as playground, aiohttp.ClientSession() as session:
        call = ApiCaller(session, playground.url, world.token)
        ended = asyncio.Event()
        answering = asyncio.create_task(answer_all(call, ended))
        presses = await rounds(world, call)
        await asyncio.wait_for(asyncio.gather(*presses), 60)
        ended.set()
        seen = await answering
    assert len(seen) == GROUPS * PRESSES
    assert max(seen.values()) > 1


async def test_the_groups_budgets_hold_side_by_side() -> None:
    world = World(per_second=0)
    async with Playground(world) as playground, aiohttp.ClientSession() as session:
        call = ApiCaller(session, playground.url, world.token)
        groups = [world.create_group(f"G{n}", [world.add_person(f"P{n}")]) for n in range(5)]

        async def flood(chat: int) -> list[int]:
            replies = [await call("sendMessage", chat_id=chat, text=str(number)) for number in range(22)]
            return [reply.status for reply in replies]

        statuses = await asyncio.gather(*(flood(group.id) for group in groups))
    assert statuses == [[200] * 20 + [429] * 2] * 5
    assert [world.call_log.busiest_minute(group.id) for group in groups] == [22] * 5
