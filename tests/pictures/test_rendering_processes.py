"""Drawing in a process of its own: it starts anew when it was ended, and ends when nobody is left to draw for."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from functools import partial

from bot.messaging import Picture
from bot.pictures.render_cache import RenderCache
from bot.worker_pool import process_executor

PARENT = """
import asyncio, os, time
from functools import partial
from bot.pictures.render_cache import RenderCache
from bot.worker_pool import process_executor
from bot.messaging import Picture
from tests.pictures.test_rendering_processes import who_draws

async def main():
    cache = RenderCache(process_executor)
    print((await cache.draw(Picture("k", who_draws, ""))).decode(), flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


def who_draws() -> bytes:
    """Stand in for a drawing: tell which process does it."""
    return str(os.getpid()).encode()


def lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def test_draws_in_another_process() -> None:
    async with RenderCache(process_executor) as cache:
        assert int(await cache.draw(Picture("k", who_draws, ""))) != os.getpid()


async def test_a_process_that_was_ended_is_replaced() -> None:
    async with RenderCache(process_executor) as cache:
        first = int(await cache.draw(Picture("1", who_draws, "")))
        os.kill(first, signal.SIGKILL)
        await asyncio.sleep(0.2)
        assert int(await cache.draw(Picture("2", who_draws, ""))) != first


async def test_what_a_drawing_raises_comes_back() -> None:
    async with RenderCache(process_executor) as cache:
        try:
            await cache.draw(Picture("k", partial(int, "no number"), ""))  # type: ignore[arg-type]
        except ValueError:
            return
    raise AssertionError("the error was lost")


def test_a_worker_ends_with_the_process_it_draws_for() -> None:
    """A process killed by kill -9 can tell nobody: the worker must notice by itself."""
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    with parent:
        assert parent.stdout
        worker = int(parent.stdout.readline())
        assert lives(worker)
        parent.kill()
    deadline = time.monotonic() + 20
    while lives(worker) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not lives(worker)
