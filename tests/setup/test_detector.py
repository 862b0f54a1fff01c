"""The detector of blocking calls is on: our code may not block the loop, and may block outside of it."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from types import ModuleType

import blockbuster
import pytest

import bot
from tests.helpers.clock import MovingClock


def code_of_ours(source: str) -> ModuleType:
    """Make a module whose code says it stands in the package, as the detector judges by file names."""
    module = ModuleType("probe")
    path = str(Path(bot.__file__).parent / "probe.py")
    exec(compile(source, path, "exec"), module.__dict__)
    return module


NAP = code_of_ours("import time\ndef nap() -> None:\n    time.sleep(0)\n")
READ = code_of_ours("def read(path) -> bytes:\n    with open(path, 'rb') as file:\n        return file.read()\n")


async def test_our_code_may_not_sleep_on_the_loop() -> None:
    with pytest.raises(blockbuster.BlockingError, match=r"time\.sleep"):
        NAP.nap()


async def test_our_code_may_not_read_a_file_on_the_loop() -> None:
    with pytest.raises(blockbuster.BlockingError, match="read"):
        READ.read(__file__)


async def test_our_code_may_read_a_file_in_a_thread() -> None:
    assert b"in_a_thread" in await asyncio.to_thread(READ.read, __file__)


def test_our_code_may_block_where_no_loop_runs() -> None:
    assert NAP.nap() is None


async def test_code_of_others_is_not_judged() -> None:
    time.sleep(0)  # noqa: ASYNC251 - this file is not the product


async def test_our_code_may_write_a_log_line() -> None:
    writer = code_of_ours("import sys\ndef say() -> int:\n    return sys.stderr.write('one line\\n')\n")
    assert writer.say() == len("one line\n")
    assert sys.stderr.writable()


def test_the_clock_stands_until_it_is_moved(clock: MovingClock) -> None:
    before = clock()
    assert clock() == before
    assert clock.advance(90) == before + 90 == clock()
    with pytest.raises(AssertionError, match="back"):
        clock.advance(-1)


def test_every_test_has_a_database_of_its_own(database: Path, tmp_path: Path) -> None:
    assert database.parent == tmp_path
    assert not database.exists()
