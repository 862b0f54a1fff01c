"""Three processes on one PostgreSQL, one of which polls: when that is killed, another one does."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.outside import DONE, BotProcess, RandomGame, blank_bot, telegram
from tests.helpers.postgres import Postgres
from tests.outside.test_restart import FREE


@pytest.fixture
def name(server: Postgres) -> Iterator[str]:
    made = server.empty()
    yield made
    server.drop(made)


@pytest.mark.timeout(300)
async def test_when_who_polls_is_killed_another_does(server: Postgres, name: str, tmp_path: Path) -> None:
    """Whoever polls, the game goes on; the last one is stopped."""
    async with AsyncExitStack() as stack:
        world, api = await stack.enter_async_context(telegram())
        bots = []
        for number in range(3):
            folder = tmp_path / str(number)
            folder.mkdir()
            settings = {**FREE, "LOG_LEVEL": "INFO", "DATABASE_URL": server.url(name, tcp=True)}
            bots.append(await stack.enter_async_context(blank_bot(world, api, folder, **settings)))
        poller = await who_polls(bots)
        names = [{line["process"] for line in lines(bot) if line["event"] == "standing_by"} for bot in bots]
        assert [len(each) for each in names] == [bot is not poller for bot in bots], "each says its name"
        assert len(set().union(*names)) == 2, "and has one of its own"
        game = RandomGame(world, 1, 2, seed=5)
        await game.open()
        for _ in range(2):
            await some_moves(game, 3)
            await poller.kill()
            bots.remove(poller)
            poller = await who_polls(bots)
        await some_moves(game, 3)
        assert game.unanswered == 0
        assert await poller.stop() == 0
        for bot in (*bots, poller):
            assert "other_instance" not in bot.log()
            assert "Traceback" not in bot.log()


async def who_polls(bots: Sequence[BotProcess]) -> BotProcess:
    """Wait until all but one say that they stand by; return that one."""
    async with asyncio.timeout(120):
        while len(left := [bot for bot in bots if not stands_by(bot)]) != 1:  # noqa: ASYNC110 - they are told nothing
            await asyncio.sleep(0.05)
    return left[0]


def stands_by(bot: BotProcess) -> bool:
    """Whether that is the last thing that a process has said of who polls."""
    said = [line["event"] for line in lines(bot) if line["event"] in {"standing_by", "lease_taken_over"}]
    return said[-1:] == ["standing_by"]


def lines(bot: BotProcess) -> list[dict[str, Any]]:
    """Return what a process has logged."""
    return [json.loads(line) for line in bot.log().splitlines() if line.startswith("{")]


async def some_moves(game: RandomGame, number: int) -> None:
    """Press at random until so many moves more have counted."""
    left = number
    while left > 0 and not game.over():
        pressed = await game.move()
        left -= bool(pressed and any(words in pressed[1].text for words in DONE))
