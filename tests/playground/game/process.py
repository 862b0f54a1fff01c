"""The bot as `make play` starts it: a process of its own, without a token, with the page on a port that is free."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from tests.helpers.blank_bot import ForkedProcess

PATIENCE = 60.0
"""Seconds until a start or a stop is given up."""
OURS = {
    "TELEGRAM_TOKEN": "", "HOST": "127.0.0.1", "PORT": "0",
    "DEFAULT_LOCALE": "en", "LOG_FORMAT": "json", "LOG_LEVEL": "INFO",
}  # fmt: skip
"""Settings that hold whatever the developer's own environment says."""


@contextlib.asynccontextmanager
async def run_bot(
    folder: Path,
    *,
    group_per_minute: int = 0,
    per_second: int = 0,
    blank: bool = False,
    plant: Callable[[], object] | None = None,
) -> AsyncIterator[str]:
    """Run the bot in a folder within the block and yield the page's address. It must log no warning or error.

    One that is `blank` shows pictures of one colour each (`tests/helpers/blank_bot.py`), for games of which others look
    at the boards: to draw them takes most of the time of a game. `plant` changes something in it before it starts.
    """
    limits = {"TELEGRAM_GROUP_PER_MINUTE": str(group_per_minute), "TELEGRAM_PER_SECOND": str(per_second)}
    environment = {**os.environ, **OURS, **limits, "DATABASE_URL": f"sqlite:///{folder / 'underhat.db'}"}
    log = folder / "bot.log"
    process: asyncio.subprocess.Process | ForkedProcess
    if blank:
        process = ForkedProcess(environment, log, prints=False, plant=plant)
    else:
        with log.open("wb") as output:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot"),
                cwd=folder,
                env=environment,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=output,
            )
    try:
        yield await asyncio.wait_for(_address(process, log), PATIENCE)
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), PATIENCE) == 0, log.read_text()
    assert [line for line in _lines(log) if line["level"] != "info"] == []


async def _address(process: asyncio.subprocess.Process | ForkedProcess, log: Path) -> str:
    """Wait for the line by which a person learns where the page is."""
    while process.returncode is None:
        for line in _lines(log):
            if "open" in line:
                return line["open"]
        await asyncio.sleep(0.05)
    raise AssertionError(_lines(log))


def _lines(log: Path) -> list[dict[str, str]]:
    told = log.read_text() if log.exists() else ""
    return [json.loads(line) for line in told.splitlines(keepends=True) if line.endswith("\n")]
