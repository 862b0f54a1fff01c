"""A rolling deploy: all processes are replaced, one after the other, while tables play. No press is lost by it."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from bot.playground.world import World
from tests.helpers.discord.interactions import COMPONENT, Interaction
from tests.helpers.discord.limits import Limits
from tests.helpers.discord.people import Discord, until
from tests.helpers.discord.process import on_loopback
from tests.helpers.discord.table import RandomTable, bare
from tests.helpers.discord.witness import check_calls, check_known, check_moves_shown, check_pings, check_secrets
from tests.helpers.fleet import Fleet, fleet
from tests.helpers.ledger import Ledger
from tests.helpers.outside import DONE, RandomGame, telegram
from tests.helpers.postgres import Postgres
from tests.helpers.witness import check_moves_shown as check_moves_on_telegram
from tests.helpers.witness import failures
from tests.outside.several import PROCESSES, SHARDS

AT_ONCE = 10
"""Tables that are opened at a time."""
PAUSE = 4.0
"""Seconds between two presses at a table."""
ANSWERED = 120.0
"""Seconds after which a press that has no answer gets none any more: more than any trouble lasts."""
PEEKED = "Move {}: you peeked at hat "
"""What somebody is told who has peeked, and nobody else."""


class Players(Protocol):
    """People at a table who press now and then."""

    async def open(self) -> None:
        """Open a table, seat everybody, start."""

    def done(self) -> int:
        """Return how many of their presses took effect so far, as far as they can tell."""
        ...

    async def press_on(self, over: asyncio.Event) -> None:
        """Press at random until it is over."""


class Table(RandomGame):
    """People in a group of Telegram, who remember which presses were told to be moves."""

    def __init__(self, world: World, number: int) -> None:
        super().__init__(world, number, 2, seed=number)
        self.told: list[str] = []

    def done(self) -> int:
        """Return how many presses were told to be moves."""
        return len(self.told)

    async def press_on(self, over: asyncio.Event) -> None:
        """Press at random until it is over."""
        await asyncio.sleep(self.rng.uniform(0.0, PAUSE))
        while not over.is_set():
            pressed = await self.move()
            if pressed and any(words in pressed[1].text for words in DONE):
                self.told.append(pressed[0])
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * PAUSE)


class ChannelTable(RandomTable):
    """People in a channel of Discord, where a move is told by the board, and by an answer to those who have peeked."""

    def __init__(self, world: Discord, number: int) -> None:
        super().__init__(world, number, 2, seed=number, word="hats")

    def done(self) -> int:
        """Return how many presses of a move's button were acknowledged."""
        return sum(each.first is not None for each in self.pressed())

    def pressed(self) -> Iterator[Interaction]:
        """Yield all presses of buttons that a move is made by."""
        return (each for each in self.used if each.kind == COMPONENT and _decision(each).isdecimal())

    async def press_on(self, over: asyncio.Event) -> None:
        """Press at random until it is over."""
        await asyncio.sleep(self.rng.uniform(0.0, PAUSE))
        while not over.is_set() and not self.over():
            await self.press_anything(PAUSE)


def _decision(used: Interaction) -> str:
    """Return the number of the move that a button is for; something else where it is for none."""
    return str(used.data["custom_id"]).split(".")[1]


async def deploy(
    server: Postgres,
    folder: Path,
    *,
    webhook: bool = False,
    tables: int = 0,
    channels: int = 0,
    plant: Callable[[], object] | None = None,
) -> Counter[str]:
    """Replace every process while people press, at so many tables in Telegram and in so many channels of Discord.

    Return how many moves were made on each platform. Each press is answered once and, where it was a move, counts once;
    afterwards every board is right. In Discord each secret is shown once, to whom it is for, and no process logs in:
    the sessions are resumed. Raise AssertionError where that is not so. `plant` breaks something in each process.
    """
    name = server.fresh()
    url = server.url(name, tcp=True)
    async with telegram() as (world, api), on_loopback(Limits.none()) as (discord, rest):
        both = {"discord": (discord, rest), "DISCORD_SHARD_COUNT": SHARDS} if channels else {}
        made = Fleet(folder, url, (world, api), webhook=webhook, plant=plant, **both)  # type: ignore[arg-type]
        async with fleet(made, PROCESSES):
            logins = discord.gateway.identifies
            in_groups = [Table(world, number) for number in range(tables)]
            in_channels = [ChannelTable(discord, number) for number in range(channels)]
            await _replace_all(made, [*in_groups, *in_channels])
            ledger, moves = Ledger(url), Counter[str]()
            for group in in_groups:
                moves["telegram"] += await _check(group, ledger)
            _check_answers(world)
            for channel in in_channels:
                moves["discord"] += await _check_channel(discord, channel, ledger)
            check_pings(discord, in_channels)
            assert discord.gateway.identifies == logins, "a session was not resumed"
            await made.stop()
            assert failures(world) == []
            check_calls(discord)
            assert not made.log(), made.log()[-4000:]
            if webhook and tables:
                assert len(made.balancer.served) >= PROCESSES + 1, "the new ones have served"
    await asyncio.to_thread(server.drop, name)
    return moves


async def _replace_all(made: Fleet, playing: Sequence[Players]) -> None:
    """Open all tables, and replace every process while people press there; wait until each press is answered."""
    await _open_all(playing)
    over = asyncio.Event()
    pressing = [asyncio.create_task(each.press_on(over)) for each in playing]
    for old in list(made.members):
        before = sum(each.done() for each in playing)
        await made.replace(old)
        await until(lambda before=before: sum(each.done() for each in playing) >= before + 5)  # type: ignore[misc]
    over.set()
    _, lost = await asyncio.wait(pressing, timeout=ANSWERED)
    assert not lost, f"{len(lost)} presses get no answer"
    await asyncio.gather(*pressing)


async def _open_all(tables: Sequence[Players]) -> None:
    places = asyncio.Semaphore(AT_ONCE)

    async def open_one(table: Players) -> None:
        async with places:
            await table.open()

    await asyncio.gather(*map(open_one, tables))


async def _check(table: Table, ledger: Ledger) -> int:
    """Hold a table against what was answered; return how many moves were made.

    Nothing is unanswered, and each move that was told is there, no other.
    """
    assert table.unanswered == 0
    number = ledger.table_at(table.group.id)
    history = ledger.history(number)
    told = Counter(int(token.split(".")[1]) for token in table.told)
    assert told == Counter(history.keys()), table.told
    if history:
        await table.until(lambda: f"{len(history)}. " in table.text())
        check_moves_on_telegram(table.world, table.group.id, history)
    await table.until(lambda: sum(bool(message.keyboard) for message in table.group.messages.values()) == 1)
    return len(history)


def _check_answers(world: World) -> None:
    answers = Counter(
        str(call.params["callback_query_id"])
        for call in world.calls
        if call.method == "answerCallbackQuery" and call.ok
    )
    assert {query: times for query, times in answers.items() if times > 1} == {}


async def _check_channel(world: Discord, table: ChannelTable, ledger: Ledger) -> int:
    """Hold a channel's table against what was answered and shown; return how many moves were made.

    Somebody who presses a move's button is told by an answer if it was none, or what they have seen. Else it was one.
    """
    number = ledger.table_at(table.channel.id)
    pressed = list(table.pressed())
    assert not [each.data for each in pressed if each.failed]

    def all_there() -> bool:
        moved = Counter(_decision(each) for each in pressed if _was_a_move(each, _shown(world)))
        return moved == Counter(str(each) for each in ledger.history(number))

    await until(all_there, ANSWERED, "a press was acknowledged, and neither counted once nor was told why not")
    history = ledger.history(number)
    await until(lambda: check_moves_shown(world, table) == len(history), what="not all moves are shown")
    boards = [each for each in table.channel.messages.values() if each.buttons or each.selects]
    assert len(boards) == 1, [each.text for each in boards]
    check_secrets(world, table)
    check_known(world, table, ledger)
    answers = {each.id for used in pressed for each in used.made.values()}
    shown = _shown(world)
    for move, action in history.items():
        if action["type"] == "peek":
            told = [each for each, text in shown.items() if each in answers and PEEKED.format(move) in text]
            assert len(told) == 1, f"the secret of move {move} was shown {len(told)} times"
    return len(history)


def _was_a_move(used: Interaction, shown: dict[int, str]) -> bool:
    said = "".join(shown[each] for each in used.made)
    return not said or PEEKED.format(_decision(used)) in said


def _shown(world: Discord) -> dict[int, str]:
    """Return all that was ever shown privately, by message: what is secret is taken away some time later."""
    found: defaultdict[int, str] = defaultdict(str)
    for each in world.call_log.shown:
        if each.private:
            found[each.message] += bare(each.text)
    return found
