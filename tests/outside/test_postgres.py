"""A game whose tables are on PostgreSQL: seen from outside, it is like any other."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.playground.world import World
from bot.service import Service
from bot.settings import Settings
from storage.postgres_schema import tables_in_order
from storage.schema import read_migrations
from storage.store import Store
from tests.helpers.ledger import Ledger, winning_moves
from tests.helpers.outside import DONE, REPOSITORY, BotProcess, RandomGame, blank_bot, telegram
from tests.helpers.postgres import Postgres, find_postgres
from tests.outside.test_kill import check_history, verdict
from tests.outside.test_restart import FREE
from tests.storage.test_postgres import waits_for_a_lock


@pytest.fixture
def name(server: Postgres) -> Iterator[str]:
    made = server.empty()
    yield made
    server.drop(made)


END_OTHERS = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
)


class Game(RandomGame):
    """People who remember what was answered."""

    acted: list[str]

    async def some_moves(self, number: int) -> None:
        """Press at random until so many moves more have counted."""
        wanted = len(self.acted) + number
        while len(self.acted) < wanted and not self.over():
            pressed = await self.move()
            if pressed and any(words in pressed[1].text for words in DONE):
                self.acted.append(pressed[0])


@pytest.mark.timeout(300)
async def test_a_game_goes_on_to_its_end_whatever_is_killed(server: Postgres, name: str, tmp_path: Path) -> None:
    """Bot and server, at once or as a stop does: each answered move counts once, and each press is answered.

    Without the database nobody knows whose turn it is to poll: what is pressed meanwhile waits at Telegram.
    """
    url = server.url(name, tcp=True)
    async with (
        telegram() as (world, api),
        blank_bot(world, api, tmp_path, DATABASE_URL=url, **FREE) as process,
    ):
        game, ledger = Game(world, 1, 2, seed=3), Ledger(url)
        game.acted = []
        await game.open()
        table = ledger.table()
        await game.some_moves(2)
        await kill_the_bot(process)
        await game.some_moves(2)
        for at_once in (False, True):
            await asyncio.to_thread(server.stop, at_once=at_once)
            pressing = asyncio.create_task(game.some_moves(1))
            await until_told(process, "lease_lost", 1 + at_once)
            await asyncio.to_thread(server.start)
            await pressing
            await game.some_moves(2)
        assert game.unanswered == 0
        game.acted += await game.play_out(lambda: winning_moves(ledger.state(table)))
        assert await process.stop() == 0
        assert "Traceback" not in process.log(), process.log()
        assert server.password not in process.log()
        check_history(ledger, table, game.acted)
        assert (await verdict(process, table))[0] == 0


def end_sessions_during_the_start() -> None:
    """Have the server end all sessions when the process has read what it needs, as where that takes long."""
    begin = Service.__init__

    def begun_late(self: Service, settings: Settings, *given: Any, **named: Any) -> None:
        begin(self, settings, *given, **named)
        with psycopg.connect(settings.database_url) as connection:
            connection.execute(END_OTHERS)

    Service.__init__ = begun_late  # type: ignore[method-assign]


@pytest.mark.timeout(300)
async def test_a_start_goes_on_though_its_sessions_end_meanwhile(server: Postgres, name: str, tmp_path: Path) -> None:
    async with telegram() as (world, api):
        process = BotProcess(world, api, tmp_path, DATABASE_URL=server.url(name, tcp=True), **FREE)
        process.blank, process.plant = True, end_sessions_during_the_start
        await process.start()
        try:
            await until_polled(process, world)
            game = Game(world, 1, 2, seed=6)
            await game.open()
        finally:
            await process.stop()
        assert "Traceback" not in process.log(), process.log()


@pytest.mark.timeout(300)
async def test_a_game_moves_from_a_file_in_the_middle(server: Postgres, name: str, tmp_path: Path) -> None:
    """The bot is killed, and so is the first attempt to move; then the game goes on where it was."""
    url = server.url(name, tcp=True)
    async with telegram() as (world, api), blank_bot(world, api, tmp_path, **FREE) as process:
        game, file = Game(world, 1, 2, seed=4), process.environment["DATABASE_URL"]
        game.acted = []
        await game.open()
        await game.some_moves(3)
        await process.kill()
        assert await moved(file, url, server, kill=True) == -signal.SIGKILL
        assert await moved(file, url, server) == 0
        process.environment["DATABASE_URL"] = url
        await process.start()
        ledger = Ledger(url)
        table = ledger.table()
        await game.some_moves(2)
        game.acted += await game.play_out(lambda: winning_moves(ledger.state(table)))
        assert await process.stop() == 0
        assert game.unanswered == 0
        check_history(ledger, table, game.acted)
        assert (await verdict(process, table))[0] == 0
        assert len(Ledger(tmp_path).history(table)) < len(ledger.history(table))


@pytest.mark.timeout(300)
async def test_a_game_goes_on_from_a_dump(server: Postgres, name: str, tmp_path: Path) -> None:
    """docs/operations.md, "Backup": dumped while people play, restored into an empty database, jobs and all."""
    url, dump = server.url(name, tcp=True), str(tmp_path / "underhat.dump")
    async with telegram() as (world, api), blank_bot(world, api, tmp_path, DATABASE_URL=url, **FREE) as process:
        game, ledger = Game(world, 1, 2, seed=5), Ledger(url)
        game.acted = []
        await game.open()
        table = ledger.table()
        await game.some_moves(3)
        pressing = asyncio.create_task(game.some_moves(3))
        await program("pg_dump", "--format=custom", f"--file={dump}", url)
        await pressing
        assert await process.stop() == 0
        restored = server.url(server.empty(), tcp=True)
        await program("pg_restore", "--exit-on-error", f"--dbname={restored}", dump)
        ledger = Ledger(restored)
        kept = len(ledger.history(table))
        assert 3 <= kept <= len(Ledger(url).history(table))
        process.environment["DATABASE_URL"] = restored
        await process.start()
        world.say(game.people[0], game.group, "/board")
        await game.until(lambda: any(f".{kept + 1}." in token for token in game.tokens()))
        game.acted = [token for token in game.acted if int(token.split(".")[1]) <= kept]
        await game.some_moves(2)
        game.acted += await game.play_out(lambda: winning_moves(ledger.state(table)))
        assert game.unanswered == 0
        assert await process.stop() == 0
        check_history(ledger, table, game.acted)
        assert (await verdict(process, table))[0] == 0


async def program(name: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs."""
    process = await asyncio.create_subprocess_exec(
        find_postgres() / name, *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    said, _ = await process.communicate()
    assert process.returncode == 0, said.decode()


async def moved(file: str, url: str, server: Postgres, *, kill: bool = False) -> int:
    """Run `underhat move`; `kill`: end it while it waits for the last table, with all others copied."""
    name = url.rpartition("/")[2]
    async with contextlib.AsyncExitStack() as held:
        if kill:
            await (await Store.open(url)).close()
            other = await held.enter_async_context(await psycopg.AsyncConnection.connect(server.url(name)))
            tables = await asyncio.to_thread(lambda: tables_in_order(read_migrations()))
            await other.execute(f"LOCK TABLE {tables[-1]}".encode())
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "move", file, url), cwd=REPOSITORY, stdout=asyncio.subprocess.DEVNULL
        )
        if kill:
            await waits_for_a_lock(server.url(name))
            process.kill()
        return await process.wait()


async def until_polled(process: BotProcess, world: World) -> None:
    """Wait until a process polls."""
    while not world.updates.is_polled:
        assert process.running, process.log()
        await asyncio.sleep(0.05)


async def until_told(process: BotProcess, event: str, times: int) -> None:
    """Wait until a process has logged something so often."""
    while process.log().count(event) < times:  # noqa: ASYNC110 - what is waited for happens in another process
        await asyncio.sleep(0.05)


async def kill_the_bot(process: BotProcess) -> None:
    await process.kill()
    await process.start()
