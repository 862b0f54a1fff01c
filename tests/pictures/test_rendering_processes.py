"""Drawing in a process of its own: it starts anew when it was ended, and ends when nobody is left to draw for."""

from __future__ import annotations

import asyncio
import os
import platform
import resource
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, Executor
from functools import partial

import pytest

from bot.messaging import Picture
from bot.pictures.render_cache import GIVES_BACK_AFTER, RenderCache
from bot.worker_pool import WorkerHung, WorkersClosed, process_executor
from tests.helpers.party import eventually
from tests.pictures.drawings import at_hand, devour, die, held, litter, who_draws

PATIENCE = 200.0
"""Seconds until a process that draws nothing counts as one that hangs: to start one takes a busy machine long."""
PARENT = """
import asyncio, os, time
from functools import partial
from bot.pictures.render_cache import RenderCache
from bot.worker_pool import process_executor
from bot.messaging import Picture
from tests.pictures.drawings import who_draws

async def main():
    cache = RenderCache(process_executor, patience=200.0)
    print((await cache.draw(Picture("k", who_draws, ""))).decode(), flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


def lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def test_draws_in_another_process() -> None:
    async with RenderCache(process_executor, patience=PATIENCE) as cache:
        assert int(await cache.draw(Picture("k", who_draws, ""))) != os.getpid()


async def test_a_process_that_draws_nothing_for_a_while_holds_little() -> None:
    async with RenderCache(process_executor, patience=PATIENCE, idle=0.05) as cache:
        assert await cache.draw(Picture("1", partial(at_hand, draws=True), "")) == b"1"

        async def has_rested() -> bool:
            return cache._resting is not None and cache._resting.done()

        await eventually(has_rested)
        assert await cache.draw(Picture("2", partial(at_hand, draws=False), "")) == b"0"


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="others give back by themselves what was freed")
async def test_a_process_that_draws_without_a_pause_gives_back_what_it_has_freed() -> None:
    async with RenderCache(process_executor, patience=PATIENCE) as cache:
        littered = int(await cache.draw(Picture("littered", litter, "")))
        held_after = [int(await cache.draw(Picture(str(number), held, ""))) for number in range(GIVES_BACK_AFTER)]
    assert held_after[0] > littered - 20_000_000, "it would have been given back anyhow"
    assert held_after[-1] < littered - 150_000_000  # of 200 MB


async def test_rest_starts_no_process_after_the_end() -> None:
    def none() -> Executor:
        raise AssertionError("nothing is left to rest")

    cache = RenderCache(none)
    await asyncio.to_thread(cache.close)
    await cache.rest()


async def test_a_process_that_was_ended_is_replaced() -> None:
    async with RenderCache(process_executor, patience=PATIENCE) as cache:
        first = int(await cache.draw(Picture("1", who_draws, "")))
        os.kill(first, signal.SIGKILL)
        await asyncio.sleep(0.2)
        assert int(await cache.draw(Picture("2", who_draws, ""))) != first


async def test_a_process_that_hangs_is_ended_and_what_waited_is_drawn() -> None:
    """It is stopped, as one that waits for a lock or computes for ever is; nobody but its own picture fails."""
    async with RenderCache(process_executor, patience=PATIENCE) as cache:
        first = int(await cache.draw(Picture("1", who_draws, "")))
        cache._workers._patience_now = 5.0  # the one that follows has twice as long to start
        os.kill(first, signal.SIGSTOP)
        hung, *others = await asyncio.gather(
            *(cache.draw(Picture(str(number), who_draws, "")) for number in range(2, 5)), return_exceptions=True
        )
        assert isinstance(hung, WorkerHung)
        assert all(isinstance(each, bytes) and int(each) != first for each in others), others
        assert not lives(first)


async def test_a_drawing_that_ends_its_process_fails_alone() -> None:
    """As where it takes more memory than there is: the kernel kills it with SIGKILL."""
    async with RenderCache(process_executor, patience=PATIENCE) as cache:
        drawings = [who_draws, die, who_draws, die, who_draws]
        jobs = [cache.draw(Picture(str(number), each, "")) for number, each in enumerate(drawings)]
        drawn = await asyncio.gather(*jobs, return_exceptions=True)
        assert [isinstance(each, BrokenExecutor) for each in drawn] == [each is die for each in drawings]


async def test_a_drawing_without_memory_fails_alone() -> None:
    async with RenderCache(process_executor, patience=PATIENCE) as cache:
        drawings = [who_draws, devour, who_draws]
        jobs = [cache.draw(Picture(str(number), each, "")) for number, each in enumerate(drawings)]
        drawn = await asyncio.gather(*jobs, return_exceptions=True)
        assert [isinstance(each, MemoryError) for each in drawn] == [each is devour for each in drawings]


async def test_a_process_that_has_no_memory_left_is_replaced_and_what_it_was_to_draw_is_drawn() -> None:
    async with RenderCache(process_executor, patience=PATIENCE) as cache:
        first = int(await cache.draw(Picture("1", who_draws, "")))
        resource.prlimit(first, resource.RLIMIT_AS, (1 << 20, resource.RLIM_INFINITY))
        assert len(await cache.draw(Picture("2", partial(bytes, 64 << 20), ""))) == 64 << 20
        assert int(await cache.draw(Picture("3", who_draws, ""))) != first


async def test_a_pool_whose_process_hangs_can_be_closed() -> None:
    async with RenderCache(process_executor, patience=PATIENCE) as cache:
        worker = int(await cache.draw(Picture("1", who_draws, "")))
        os.kill(worker, signal.SIGSTOP)
        drawing = asyncio.create_task(cache.draw(Picture("2", who_draws, "")))
        await asyncio.sleep(0.2)
    assert not lives(worker)
    drawing.cancel()
    await asyncio.gather(drawing, return_exceptions=True)


async def test_a_pool_that_is_closed_begins_no_process_for_what_was_cut_short() -> None:
    """Nobody would wait for it but the end of our own process, which has ten seconds."""
    made: list[Executor] = []

    def make() -> Executor:
        made.append(process_executor())
        return made[-1]

    cache = RenderCache(make)
    worker = int(await cache.draw(Picture("1", who_draws, "")))
    os.kill(worker, signal.SIGSTOP)
    drawings = [asyncio.create_task(cache.draw(Picture(str(number), who_draws, ""))) for number in range(2, 5)]
    await asyncio.sleep(0.2)
    await asyncio.to_thread(cache.close)
    ended = await asyncio.gather(*drawings, return_exceptions=True)
    assert all(isinstance(each, BrokenExecutor | asyncio.CancelledError) for each in ended), ended
    with pytest.raises(WorkersClosed):
        await cache.draw(Picture("5", who_draws, ""))
    assert len(made) == 1


async def test_what_a_drawing_raises_comes_back() -> None:
    async with RenderCache(process_executor, patience=PATIENCE) as cache:
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
    deadline = time.monotonic() + 60
    while lives(worker) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not lives(worker)
