"""A rolling deploy: all processes are replaced, one after the other, while tables play. No press is lost by it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from bot.playground.world import World
from tests.helpers.fleet import Fleet, fleet
from tests.helpers.ledger import Ledger
from tests.helpers.outside import DONE, RandomGame, telegram
from tests.helpers.postgres import Postgres
from tests.helpers.witness import check_moves_shown, failures
from tests.outside.several import PROCESSES

AT_ONCE = 10
"""Tables that are opened at a time."""
PAUSE = 4.0
"""Seconds between two presses at a table."""
ANSWERED = 120.0
"""Seconds after which a press that has no answer gets none any more: more than any trouble lasts."""


class Table(RandomGame):
    """People who press now and then, and remember which presses were told to be moves."""

    def __init__(self, world: World, number: int) -> None:
        super().__init__(world, number, 2, seed=number)
        self.told: list[str] = []

    async def press_on(self, over: asyncio.Event) -> None:
        """Press at random until it is over."""
        await asyncio.sleep(self.rng.uniform(0.0, PAUSE))
        while not over.is_set():
            pressed = await self.move()
            if pressed and any(words in pressed[1].text for words in DONE):
                self.told.append(pressed[0])
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * PAUSE)


async def deploy(
    server: Postgres, folder: Path, *, webhook: bool, tables: int, plant: Callable[[], object] | None = None
) -> int:
    """Replace every process while people press at so many tables. Return how many moves they were told to have made.

    Each press is answered once and, where it was a move, counts once; afterwards every board is right. Raise
    AssertionError where that is not so. `plant` breaks something in each process.
    """
    name = server.fresh()
    url = server.url(name, tcp=True)
    async with telegram() as (world, api):
        made = Fleet(folder, url, (world, api), webhook=webhook, plant=plant)
        async with fleet(made, PROCESSES):
            playing = [Table(world, number) for number in range(tables)]
            await _open_all(playing)
            over = asyncio.Event()
            pressing = [asyncio.create_task(table.press_on(over)) for table in playing]
            for old in list(made.members):
                before = sum(len(table.told) for table in playing)
                await made.replace(old)
                await playing[0].until(lambda before=before: sum(len(each.told) for each in playing) >= before + 5)  # type: ignore[misc]
            over.set()
            _, lost = await asyncio.wait(pressing, timeout=ANSWERED)
            assert not lost, f"{len(lost)} presses get no answer"
            await asyncio.gather(*pressing)
            ledger = Ledger(url)
            for table in playing:
                await _check(table, ledger)
            _check_answers(world)
            await made.stop()
            assert failures(world) == []
            assert not made.log(), made.log()[-4000:]
            if webhook:
                assert len(made.balancer.served) >= PROCESSES + 1, "the new ones have served"
    await asyncio.to_thread(server.drop, name)
    return sum(len(table.told) for table in playing)


async def _open_all(tables: list[Table]) -> None:
    places = asyncio.Semaphore(AT_ONCE)

    async def open_one(table: Table) -> None:
        async with places:
            await table.open()

    await asyncio.gather(*map(open_one, tables))


async def _check(table: Table, ledger: Ledger) -> None:
    """Hold a table against what was answered: nothing unanswered, and each move that was told is there, no other."""
    assert table.unanswered == 0
    number = ledger.table_at(table.group.id)
    history = ledger.history(number)
    told = Counter(int(token.split(".")[1]) for token in table.told)
    assert told == Counter(history.keys()), table.told
    if history:
        await table.until(lambda: f"{len(history)}. " in table.text())
        check_moves_shown(table.world, table.group.id, history)
    await table.until(lambda: sum(bool(message.keyboard) for message in table.group.messages.values()) == 1)


def _check_answers(world: World) -> None:
    answers = Counter(
        str(call.params["callback_query_id"])
        for call in world.calls
        if call.method == "answerCallbackQuery" and call.ok
    )
    assert {query: times for query, times in answers.items() if times > 1} == {}
