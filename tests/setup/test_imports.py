"""A process imports what it needs: a library that it does not use costs it megabytes."""

from __future__ import annotations

import asyncio
import pickle
import subprocess
import sys

import pytest

from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.settings import LOCALES

SERVICE = """
import sys
import bot.service
print(*sys.modules)
"""
WORKER = """
import pickle, sys
import bot.worker
for draw in pickle.load(sys.stdin.buffer):
    assert draw()
print(*sys.modules)
"""


async def loaded(program: str, given: bytes = b"") -> set[str]:
    """Run a program and return the modules that it tells."""
    ran = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", program], input=given, stdout=subprocess.PIPE, check=True
    )
    return {*ran.stdout.decode().split()}


@pytest.fixture(scope="module")
def pictures() -> bytes:
    """Return what draws each lobby, as it goes to the process that draws."""
    tr = Catalogs(LOCALES).translator()
    return pickle.dumps([game.presenter.lobby((), tr).draw for game in GAMES])


async def test_the_service_needs_no_library_of_what_is_not_set() -> None:
    modules = await loaded(SERVICE)
    assert "telegram" in modules
    assert modules.isdisjoint({"av", "discord", "prometheus_client", "snowballstemmer", "uharfbuzz"})
    assert modules.isdisjoint({"procrastinate", "psycopg"})  # of several processes on PostgreSQL
    assert modules.isdisjoint({"bot.playground.world", "bot.metrics", "bot.platforms.discord"})


async def test_the_process_that_draws_needs_no_event_loop_and_no_library_of_a_platform(pictures: bytes) -> None:
    modules = await loaded(WORKER, pictures)
    assert {"PIL", "bot.pictures.canvas"} <= modules
    assert modules.isdisjoint({"asyncio", "ssl", "aiohttp", "discord", "sqlite3", "structlog", "telegram"})
