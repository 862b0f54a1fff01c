"""How long `make play` takes in a fresh clone to its first board, against installing its packages alone."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import sys
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import aiohttp

from tests.bench.figures import Ratio, Run
from tests.helpers.tree import REPOSITORY, tracked

SIGN = "To play, open "
"""What stands before the address when the page is there."""
LONGEST = 900.0
LOCK = "requirements.lock"
_PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check", "install", "--require-hashes", "-r")


async def first_board(run: Run) -> Sequence[Ratio]:
    """Measure both, after a first installation that leaves every package in pip's cache."""
    await _install(run, "requirements-pip.lock")  # `make play` installs a pip of its own first
    await _install(run, LOCK)
    before = await _install(run, LOCK)
    played = await _play(run)
    after = await _install(run, LOCK)
    return [Ratio(played, (before + after) / 2, "s")]


async def _install(run: Run, lock: str) -> float:
    """Install what a lock names where nothing is, and take the seconds."""
    folder = run.new_folder()
    began = time.monotonic()
    await _run(sys.executable, "-m", "venv", str(folder / "venv"))
    await _run(str(folder / "venv" / "bin" / "python"), *_PIP, str(REPOSITORY / lock))
    took = time.monotonic() - began
    await asyncio.to_thread(shutil.rmtree, folder)
    return took


async def _play(run: Run) -> float:
    """Take the seconds from `make play` to the picture of a board."""
    folder = await asyncio.to_thread(_cloned, run.new_folder())
    began = time.monotonic()
    async with _made(folder) as address:
        await _see_board(address)
        return time.monotonic() - began


def _cloned(folder: Path) -> Path:
    """Copy what is tracked, as a clone has it."""
    for path in tracked():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REPOSITORY / path, folder / path)
    return folder


@contextlib.asynccontextmanager
async def _made(folder: Path) -> AsyncIterator[str]:
    """Run `make play` for the length of a block; yield the address that it tells."""
    dropped = ("TELEGRAM", "DISCORD", "MAKE", "MFLAGS", "PYTHON", "DATABASE", "VIRTUAL_ENV")
    plain = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    process = await asyncio.create_subprocess_exec(
        "make", "play", f"PYTHON={sys.executable}", cwd=folder, env={**plain, "PORT": "0"},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT, start_new_session=True,
    )  # fmt: skip
    try:
        async with asyncio.timeout(LONGEST):
            yield await _address(process)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        await process.wait()


async def _address(process: asyncio.subprocess.Process) -> str:
    assert process.stdout
    said = []
    async for line in process.stdout:
        said.append(line.decode())
        if SIGN in said[-1]:
            return said[-1].partition(SIGN)[2].split()[0]
    raise AssertionError("".join(said[-20:]))


async def _see_board(address: str) -> None:
    """Ask for a table in the page's group as its first person, and wait for the picture."""
    headers = {"Origin": address.rstrip("/")}
    cookies = aiohttp.CookieJar(unsafe=True)  # of a host that is a number
    async with aiohttp.ClientSession(headers=headers, cookie_jar=cookies) as session:
        async with session.post(f"{address}/page/person", json={"person": 0, "name": ""}) as answer:
            person = (await answer.json())["person"]
        async with session.ws_connect(f"{address}/page/ws") as socket:
            await socket.send_json({"do": "enter", "person": person})
            scene = await socket.receive_json()
            group = next(chat["id"] for chat in scene["chats"] if chat["bot"] and chat["kind"] != "private")
            await socket.send_json({"n": 1, "do": "say", "chat": group, "text": "/play"})
            while not (await socket.receive_json()).get("message", {}).get("photo"):
                pass


async def _run(*command: str) -> None:
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    said, _ = await process.communicate()
    assert process.returncode == 0, said.decode()[-2000:]
