"""The bot as a process of its own, and people who press at random in front of a Telegram on loopback.

Nothing of the bot is imported: what is known of it is what Telegram shows.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

from bot.playground.clients import Clients
from bot.playground.model import Chat, Message, Person
from bot.playground.server import Playground
from bot.playground.world import World

__all__ = ["BotProcess", "RandomGame", "bot_process", "telegram"]

REPOSITORY = Path(__file__).resolve().parents[2]


class BotProcess:
    """`python -m bot` with settings; `kill` is kill -9, `stop` is SIGTERM."""

    def __init__(self, world: World, url: str, folder: Path, **settings: str | int) -> None:
        self._environment = {
            **os.environ,
            "TELEGRAM_TOKEN": world.token,
            "TELEGRAM_API_URL": url,
            "DATABASE_URL": f"sqlite:///{folder / 'bot.db'}",
            "PORT": "0",
            "LOG_FORMAT": "json",
            **{name: str(value) for name, value in settings.items()},
        }
        self._log = folder / "bot.log"
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start the process."""
        with self._log.open("ab") as log:  # noqa: ASYNC230  # a test's own file
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", cwd=REPOSITORY, env=self._environment, stdout=log, stderr=log
            )

    async def kill(self) -> None:
        """End the process at once, as a power cut does."""
        assert self._process
        self._process.send_signal(signal.SIGKILL)
        await self._process.wait()

    async def stop(self) -> int:
        """Ask the process to stop; gives its exit code."""
        assert self._process
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
        return await asyncio.wait_for(self._process.wait(), 12)

    @property
    def running(self) -> bool:
        """Tell whether the process lives."""
        return self._process is not None and self._process.returncode is None

    def log(self) -> str:
        """Give what the process has logged."""
        return self._log.read_text(encoding="utf-8") if self._log.exists() else ""


@contextlib.asynccontextmanager
async def bot_process(world: World, url: str, folder: Path, **settings: str | int) -> AsyncIterator[BotProcess]:
    """Run the bot for the length of a block."""
    process = BotProcess(world, url, folder, **settings)
    await process.start()
    try:
        yield process
    finally:
        if process.running:
            await process.kill()


@contextlib.asynccontextmanager
async def telegram(*, group_per_minute: int = 0, per_second: int = 0) -> AsyncIterator[tuple[World, str]]:
    """Run a Telegram on loopback; gives the world and its address."""
    world = World(group_per_minute=group_per_minute, per_second=per_second)
    async with Playground(world) as api:
        yield world, api.url


class RandomGame:
    """One group whose people know only what they see, and press the board's buttons at random."""

    def __init__(self, world: Clients, number: int, people: int, seed: int) -> None:
        self.world = world
        self.rng = random.Random(seed)  # noqa: S311  # a test's dice
        self.people = [world.add_person(f"P{number}-{i}", language_code="en") for i in range(people)]
        self.group: Chat = world.create_group(f"Group {number}", self.people)
        self.latencies: list[float] = []
        self.unanswered = 0
        self.presses = 0

    def board(self) -> Message | None:
        """Give the newest message of the bot with buttons."""
        for message in reversed(self.group.messages.values()):
            if message.sender is self.world.bot and message.keyboard:
                return message
        return None

    def over(self) -> bool:
        """Tell whether the board shows the end: all that is left is the rematch."""
        board = self.board()
        return board is not None and [b["text"] for row in board.keyboard or [] for b in row] == ["Rematch"]

    async def open(self) -> None:
        """Open a table, seat everybody, start."""
        self.world.say(self.people[0], self.group, "/play")
        for person in self.people:
            await self.press(person, "Join")
        await asyncio.sleep(0)
        await self.until(lambda: all(person.started for person in self.people))
        while not self._token("👁1"):
            await self.press(self.people[0], "Start")
            await asyncio.sleep(0.05)

    async def until(self, ready: object, seconds: float = 20) -> None:
        """Wait until something is so."""
        deadline = time.monotonic() + seconds
        while not ready():  # type: ignore[operator]
            assert time.monotonic() < deadline, "nothing happens"
            await asyncio.sleep(0.01)

    async def press(self, person: Person, label: str) -> None:
        """Press a button by its label; follow the link it opens."""
        await self.until(lambda: self._token(label))
        board = self.board()
        assert board
        toast = await self._send(person, board, self._token(label))
        if toast is not None and toast.url:
            self.world.open_link(person, toast.url)

    def _token(self, label: str) -> str:
        board = self.board()
        for row in (board.keyboard if board else None) or []:
            for button in row:
                if button["text"] == label:
                    return str(button["callback_data"])
        return ""

    async def _send(self, person: Person, message: Message, token: str) -> object:
        began = time.monotonic()
        self.presses += 1
        toast = await self.world.press(person, self.group, message.id, token)
        if toast.unanswered:
            self.unanswered += 1
            return None
        self.latencies.append(time.monotonic() - began)
        return toast

    async def press_at_random(self, *, pause: float = 0.0) -> None:
        """One press of the player to move, as the board tells it: the mention names them."""
        board = self.board()
        mover = self._mentioned(board) if board else None
        tokens = [b["callback_data"] for row in (board.keyboard if board else None) or [] for b in row[:7] if "." in b.get("callback_data", "")]
        tokens = [token for token in tokens if token.split(".")[1] != "-"]
        if board is None or mover is None or not tokens:
            await asyncio.sleep(0.01)
            return
        await self._send(mover, board, self.rng.choice(tokens))
        if pause:
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * pause)

    def _mentioned(self, board: Message) -> Person | None:
        for entity in board.entities:
            if entity["type"] == "text_mention":
                return self.world.people[entity["user"]["id"]]
        return None
