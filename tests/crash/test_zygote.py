"""Whoever starts a process gets that one, also when many start at a time: else a kill would meet another's."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from tests.helpers.zygote import Zygote, zygote

LANES, STARTS = 4, 25


def warm_up() -> None:
    """Be the module that is loaded once."""


def main() -> int:
    """Be the process: say which one it is."""
    sys.stdout.write(f"{os.getpid()}\n")
    sys.stdout.flush()
    return 0


async def test_each_start_gives_its_own_process(tmp_path: Path) -> None:
    async def lane(forks: Zygote, lane: int) -> None:
        for start in range(STARTS):
            log = tmp_path / f"{lane}-{start}"
            process = await forks.start({}, log)
            assert await process.ended == 0
            assert log.read_text() == f"{process.number}\n"

    async with zygote(__name__) as forks, asyncio.TaskGroup() as lanes:
        for number in range(LANES):
            lanes.create_task(lane(forks, number))
