"""Two processes with one token, and a webhook instead of polling: what happens around a deploy."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.health import SILENT
from bot.platforms.covered import COVER
from bot.playground.world import World
from tests.helpers.ledger import Ledger
from tests.helpers.outside import BotProcess, RandomGame, blank_bot, telegram
from tests.helpers.ports import free_port
from tests.helpers.witness import check_moves_shown, failures, shown

FREE: dict[str, str | int] = {"TELEGRAM_GROUP_PER_MINUTE": 0, "TELEGRAM_PER_SECOND": 0, "LOG_LEVEL": "WARNING"}
OTHER_INSTANCE = 3
SECRET = "only-telegram-knows"


# -- two pollers -------------------------------------------------------------------------------------------------------


@pytest.mark.timeout(300)
async def test_of_two_pollers_one_gives_way_with_a_clear_line(tmp_path: Path) -> None:
    """F2: two machines that start with one token, each with a database: after 30 to 60 s one ends with a code."""
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    async with (
        telegram() as (world, url),
        blank_bot(world, url, folders[0], **FREE) as one,
        blank_bot(world, url, folders[1], **FREE) as two,
    ):
        code, left = await _first_to_end(one, two)
        assert code == OTHER_INSTANCE
        gone = one if left is two else two
        (line,) = [line for line in gone.log().splitlines() if '"error"' in line]
        assert "another process polls with this TELEGRAM_TOKEN; run only one" in line
        assert "Traceback" not in gone.log() + left.log()
        await RandomGame(world, 1, 2, seed=1).open()  # the other one goes on
        assert await left.stop() == 0


async def _first_to_end(*processes: BotProcess) -> tuple[int, BotProcess]:
    """Wait until one of two processes has ended; give its code, and the other one."""
    ends = [asyncio.create_task(process.ended()) for process in processes]
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED, timeout=150)
    done = [number for number, end in enumerate(ends) if end.done()]
    assert len(done) == 1
    ends[1 - done[0]].cancel()
    return ends[done[0]].result(), processes[1 - done[0]]


@pytest.mark.timeout(300)
async def test_in_a_rolling_deploy_the_new_process_goes_on_where_the_old_one_stopped(tmp_path: Path) -> None:
    """survive-4: for some seconds both run on one database; the people press on, and no move is lost or told twice."""
    async with telegram() as (world, url), blank_bot(world, url, tmp_path, **FREE) as old:
        game = RandomGame(world, 1, 2, seed=1)
        await game.open()
        over = asyncio.Event()
        playing = asyncio.create_task(_play(game, over))
        await game.until(lambda: game.presses > 25)
        async with blank_bot(world, url, tmp_path, **FREE) as new:
            await asyncio.sleep(4)
            assert await old.stop() == 0
            before = game.presses
            await game.until(lambda: game.presses > before + 10)
            over.set()
            await playing
            ledger = Ledger(tmp_path)
            done = len(ledger.history(ledger.table()))
            await game.until(lambda: f"{done}. " in game.text())
            assert game.unanswered == 0
            history = ledger.history(ledger.table())
            check_moves_shown(world, game.group.id, history)
            assert await new.stop() == 0
        assert sum(bool(message.keyboard) for message in game.group.messages.values()) == 1
        peeks = sum(move["type"] == "peek" for move in history.values())
        told = [each.text for person in game.people for each in shown(world, person.id) if each.picture]
        assert sum(text != COVER for text in told) == peeks
        assert "Traceback" not in old.log()


async def _play(game: RandomGame, over: asyncio.Event) -> None:
    while not over.is_set():
        await game.move()
        await asyncio.sleep(0.1)


# -- two platforms -----------------------------------------------------------------------------------------------------


async def test_a_token_that_one_platform_refuses_leaves_the_other_serving(tmp_path: Path) -> None:
    """F6: health says "degraded" and why; a restart would help nobody."""
    refusing, port = await _refusing_discord(), free_port()
    settings: dict[str, str | int] = {
        **FREE, "PORT": port, "DISCORD_TOKEN": "revoked", "DISCORD_API_URL": f"http://127.0.0.1:{refusing.port}"
    }  # fmt: skip
    async with refusing, telegram() as (world, url), blank_bot(world, url, tmp_path, **settings) as process:
        await RandomGame(world, 1, 2, seed=1).open()
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/healthz") as answer:
            told = await answer.json()
        assert (answer.status, told["status"]) == (200, "degraded")
        assert told["platforms"]["discord"]["status"] == "ended"
        assert "DISCORD_TOKEN" in told["platforms"]["discord"]["problem"]
        assert await process.stop() == 0
        assert "platform_ended" in process.log()
        assert "Traceback" not in process.log()


async def _refusing_discord() -> TestServer:
    async def refuse(_request: web.Request) -> web.Response:
        return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)

    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", refuse)
    server = TestServer(app)
    await server.start_server()
    return server


# -- webhook -----------------------------------------------------------------------------------------------------------


@pytest.fixture
async def hooked(tmp_path: Path) -> AsyncIterator[tuple[World, BotProcess, str]]:
    """Yield a bot whose updates are posted to it."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    settings: dict[str, str | int] = {**FREE, "PORT": port, "PUBLIC_URL": address, "WEBHOOK_SECRET": SECRET}
    async with telegram() as (world, url), blank_bot(world, url, tmp_path, **settings) as process:
        yield world, process, f"{address}/telegram"


async def test_a_game_goes_on_by_webhook_across_kills(hooked: tuple[World, BotProcess, str], tmp_path: Path) -> None:
    """survive-1, -3: 200 is said after the commit, so what a kill cuts off is posted again."""
    world, process, _ = hooked
    game = RandomGame(world, 1, 3, seed=2)
    await game.open()
    for _ in range(4):
        for _ in range(6):
            await game.move()
        pressing = asyncio.create_task(game.move())
        await process.kill()
        await process.start()
        await pressing
    ledger = Ledger(tmp_path)
    table = ledger.table()
    await game.until(lambda: f"{len(ledger.history(table))}. " in game.text())
    assert game.unanswered == 0
    check_moves_shown(world, game.group.id, ledger.history(table))
    assert not any(call.method == "getUpdates" for call in world.calls)
    assert await process.stop() == 0
    assert not world.updates.pending
    assert "Traceback" not in process.log()


async def test_who_polls_leaves_a_foreign_webhook_alone(hooked: tuple[World, BotProcess, str], tmp_path: Path) -> None:
    """F1: a second process with the token, as of `make play`, ends with one line and a code; the first one plays on."""
    world, process, _ = hooked
    game = RandomGame(world, 1, 2, seed=2)
    await game.open()
    folder = tmp_path / "laptop"
    folder.mkdir()
    async with blank_bot(world, process.environment["TELEGRAM_API_URL"], folder, **FREE) as laptop:
        assert await asyncio.wait_for(laptop.ended(), 60) == OTHER_INSTANCE
        (line,) = [line for line in laptop.log().splitlines() if '"error"' in line]
        assert "a webhook is set for this TELEGRAM_TOKEN" in line
        assert "Traceback" not in laptop.log()
    assert not any(call.method == "deleteWebhook" for call in world.calls)
    assert await game.move()


async def test_health_does_not_wait_for_posts_of_a_quiet_telegram(hooked: tuple[World, BotProcess, str]) -> None:
    world, _, address = hooked
    await RandomGame(world, 1, 2, seed=2).open()
    async with aiohttp.ClientSession() as session, session.get(address.replace("/telegram", "/healthz")) as answer:
        assert answer.status == 200
        told = await answer.json()
        telegram = told["platforms"]["telegram"]
        assert (telegram["status"], telegram["serving"], telegram["webhook"]) == ("ok", True, "ours")
        assert telegram["seconds_silent"] < SILENT


async def test_a_post_without_the_secret_is_refused_and_does_nothing(
    hooked: tuple[World, BotProcess, str], tmp_path: Path
) -> None:
    world, _, address = hooked
    game = RandomGame(world, 1, 2, seed=2)
    await game.open()
    person = game.people[0]
    forged = {
        "update_id": 999_999_999,
        "message": {
            "message_id": 1,
            "date": 1,
            "text": "/board",
            "entities": [{"type": "bot_command", "offset": 0, "length": 6}],
            "chat": {"id": game.group.id, "type": "group", "title": "Group"},
            "from": {"id": person.id, "is_bot": False, "first_name": person.first_name},
        },
    }

    def sent() -> int:
        """Count what is done in chats; menus and the profile, which are still being set, belong to none."""
        return sum(call.chat != 0 for call in world.calls)

    before = sent()
    async with aiohttp.ClientSession() as session:
        for headers in ({}, {"X-Telegram-Bot-Api-Secret-Token": "wrong"}):
            async with session.post(address, json=forged, headers=headers) as answer:
                assert answer.status == 403
        assert sent() == before
        async with session.post(address, json=forged, headers={"X-Telegram-Bot-Api-Secret-Token": SECRET}) as answer:
            assert answer.status == 200
    await game.until(lambda: sent() > before)
    assert not failures(world)
