"""`GET /metrics` of a real process, read while people play on a platform on loopback."""

from __future__ import annotations

import json
import re
from pathlib import Path

import aiohttp
import pytest

from tests.helpers.discord.process import discord_bot, on_loopback
from tests.helpers.discord.table import RandomTable
from tests.helpers.metrics import Readings, read_metrics
from tests.helpers.outside import BotProcess, RandomGame, bot_process, telegram
from tests.helpers.party import eventually

TOKEN = "a-token"
TOLD = re.compile(r"retry after (\d+)")
UNLIMITED = {"TELEGRAM_GROUP_PER_MINUTE": 0, "TELEGRAM_PER_SECOND": 0}


def address(process: BotProcess) -> str:
    """Return where a process says that its metrics are."""
    lines = [json.loads(line) for line in process.log().splitlines() if line.startswith("{")]
    return next(str(line["at"]) for line in lines if line["event"] == "metrics_served")


async def settled(url: str, token: str = "") -> Readings:
    """Return what is read once every press is answered, nothing is being drawn and nothing waits to be shown."""

    async def at_rest() -> bool:
        readings = await read_metrics(url, token)
        answers = readings("press_answer_seconds_count") + readings("presses_unanswered_total")
        is_drawn = readings("pictures_total", source="drawn") == readings("drawing_seconds_count")
        return answers == readings("presses_total") and readings("waiting") == 0 and is_drawn

    await eventually(at_rest, 120)
    return await read_metrics(url, token)


@pytest.mark.timeout(300)
async def test_presses_boards_pictures_and_tables_of_telegram_are_what_people_did(tmp_path: Path) -> None:
    async with (
        telegram() as (world, url),
        bot_process(world, url, tmp_path, METRICS="true", METRICS_TOKEN=TOKEN, **UNLIMITED) as process,
    ):
        game = RandomGame(world, 1, 2, seed=1)
        await game.open()
        metrics = address(process)
        before = await settled(metrics, TOKEN)
        assert before("build_info") == 1
        assert before("presses_total", platform="telegram") == game.presses
        assert before("tables", game="court_hats", phase="playing") == before("tables") == 1
        board = game.board()
        assert board is not None
        mover = game.mentioned(board)
        other = next(person for person in game.people if person is not mover)
        assert mover is not None
        world.faults.flood(1, method="editMessageMedia", chat=game.group.id)
        peek = next(token for token in game.tokens() if token.rpartition(".")[2].startswith("p"))
        for person in (other, mover, other):  # not their turn; done; too late, or by now their turn: an old board
            toast = await world.press(person, game.group, board.id, peek)
            assert not toast.unanswered
        await game.until(lambda: peek not in game.tokens())
        after = await settled(metrics, TOKEN)

        def change(name: str, **labels: str) -> float:
            return after(name, **labels) - before(name, **labels)

        assert change("presses_total", platform="telegram", result="accepted") == 1
        assert change("presses_total", platform="telegram", result="refused") == 2
        assert change("press_answer_seconds_count", platform="telegram") == 3
        assert change("press_board_seconds_count", platform="telegram") == 1
        assert change("press_board_seconds_sum", platform="telegram") >= 1  # it waited for the flood to pass
        waits = [int(found[1]) for call in world.calls if (found := TOLD.search(call.description))]
        assert after("rate_limited_total", platform="telegram") == len(waits) >= 1  # the bot's name is refused as well
        assert after("rate_limited_seconds_total", platform="telegram") == sum(waits)
        assert change("deliveries_failed_total", kind="board", error="SlowDown") == 1
        assert after("pictures_total", source="drawn") == after("drawing_seconds_count") > 0
        async with aiohttp.ClientSession() as session, session.get(metrics) as answer:
            assert answer.status == 401
        text = "\n".join(str(sample) for sample in after.samples)
        for word in (
            *(person.first_name for person in game.people),
            game.group.title,
            TOKEN,
            world.token,
            str(mover.id),
        ):
            assert word not in text
        assert await process.stop() == 0
        assert TOKEN not in process.log()


@pytest.mark.timeout(300)
async def test_presses_of_discord_are_what_people_did(tmp_path: Path) -> None:
    async with (
        on_loopback() as (world, server),
        discord_bot(world, server, tmp_path, blank=True, METRICS="true", LOG_LEVEL="INFO") as process,
    ):
        table = RandomTable(world, 1, 2, seed=1, word="hats")
        await table.open()
        metrics = address(process)
        before = await settled(metrics)
        board, mover = table.board(), table.mover()
        assert board is not None
        assert mover is not None
        other = next(person for person in table.people if person is not mover)
        peek = next(move for move in table.moves(mover) if move.code.startswith("p"))
        await (await peek.make(other)).reply()
        await (await peek.make(mover)).reply()
        after = await settled(metrics)
        for result in ("accepted", "refused"):
            counted = [each("presses_total", platform="discord", result=result) for each in (before, after)]
            assert counted[1] - counted[0] == 1, result
        assert after("press_answer_seconds_count", platform="discord") == after("presses_total", platform="discord")
        assert after("press_board_seconds_count", platform="discord") > 0
        assert after("tables", game="court_hats", phase="playing") == 1
        assert await process.stop() == 0
