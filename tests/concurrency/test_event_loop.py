"""The loop of a process that serves is uvloop's where that is installed, and the standard library's elsewhere."""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import sys

import pytest

from bot.concurrency import event_loop


def loop_of_a_run() -> str:
    """Return the name of the library whose loop a process runs."""

    async def running() -> str:
        return type(asyncio.get_running_loop()).__module__.partition(".")[0]

    with asyncio.Runner(loop_factory=event_loop.new_event_loop) as runner:
        return runner.run(running())


def test_it_is_uvloops_where_that_is_to_be_had() -> None:
    installed = importlib.util.find_spec("uvloop") is not None
    assert installed or sys.platform == "win32" or sys.implementation.name != "cpython"
    assert loop_of_a_run() == ("uvloop" if installed else "asyncio")


def test_without_uvloop_it_is_the_standard_librarys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvloop", None)
    try:
        importlib.reload(event_loop)
        assert loop_of_a_run() == "asyncio"
    finally:
        monkeypatch.undo()
        importlib.reload(event_loop)
