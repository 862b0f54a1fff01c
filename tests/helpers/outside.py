"""The bot as a process of its own, and people who press at random in front of a Telegram on loopback.

Nothing of the bot is imported: what is known of it is what Telegram shows.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sqlite3
import sys
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

from bot.playground.faults import Faults
from bot.playground.feed import Toast
from bot.playground.model import Chat, Message, User
from bot.playground.world import World
from tests.helpers.blank_bot import ForkedProcess
from tests.helpers.playground import Playground

REPOSITORY = Path(__file__).resolve().parents[2]
SLOWER = 10
"""How many times as long as a platform allows an answer may take: other work on the machine is not the bot's fault."""
DONE = ("You peeked at hat", "You swapped hats", "It fits", "A magic hat, and", "It doesn’t fit")
"""What the answers to presses that were moves say in English."""
BEHIND = "The game has moved on"
"""What a press is told that came from a board which does not show yet what was done."""


class BotProcess:
    """`python -m bot` with settings; `kill` is kill -9, `stop` is SIGTERM."""

    command: Sequence[str] = (sys.executable, "-m", "bot")
    working_folder = REPOSITORY
    telegram: World | None = None
    blank = False
    """Whether it is forked instead, and draws nothing: `tests/helpers/blank_bot.py`."""
    plant: Callable[[], object] | None = None
    """What breaks something in a process that is forked."""

    def __init__(self, world: World, url: str, folder: Path, **settings: str | int) -> None:
        self._database = folder / "bot.db"
        self.environment = {
            **os.environ,
            "TELEGRAM_TOKEN": world.token,
            "TELEGRAM_API_URL": url,
            "DATABASE_URL": f"sqlite:///{self._database}",
            "PORT": "0",
            "LOG_FORMAT": "json",
            **{name: str(value) for name, value in settings.items()},
        }
        self.telegram = world
        self._log = folder / "bot.log"
        self._process: asyncio.subprocess.Process | ForkedProcess | None = None

    async def start(self) -> None:
        """Start the process."""
        self._calls_before = len(self.telegram.calls) if self.telegram else 0
        if self.blank:
            self._process = ForkedProcess(self.environment, self._log, plant=self.plant)
            return
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self.command, cwd=self.working_folder, env=self.environment, stdout=log, stderr=log
            )

    async def kill(self) -> None:
        """End the process at once, as a power cut does."""
        assert self._process
        self._process.send_signal(signal.SIGKILL)
        await self._process.wait()

    async def stop(self) -> int:
        """Ask the process to stop; return its exit code."""
        assert self._process
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
        return await asyncio.wait_for(self._process.wait(), 60)

    async def polls(self) -> None:
        """Wait until the process that was started last asks Telegram for updates, and has finished all there are."""
        while not self._has_polled():  # noqa: ASYNC110 - what is waited for happens in another process
            await asyncio.sleep(0.01)

    def _has_polled(self) -> bool:
        assert self.telegram
        calls = self.telegram.calls[self._calls_before :]
        if not any(call.method == "getUpdates" for call in calls) or self.telegram.updates.pending:
            return False
        with contextlib.closing(sqlite3.connect(self._database)) as connection:
            return not connection.execute("SELECT 1 FROM inbox").fetchall()

    async def ended(self) -> int:
        """Wait until the process ends by itself; return its exit code."""
        assert self._process
        return await self._process.wait()

    @property
    def pid(self) -> int | None:
        """Return the number of the process that was started last."""
        return self._process.pid if self._process is not None else None

    @property
    def running(self) -> bool:
        """Return whether the process lives."""
        return self._process is not None and self._process.returncode is None

    def log(self) -> str:
        """Return what the process has logged."""
        return self._log.read_text(encoding="utf-8") if self._log.exists() else ""

    def new_lines(self, begin: int) -> tuple[list[str], int]:
        """Return the whole lines that were logged from a byte of the file on, and where the next one begins."""
        with self._log.open("rb") as log:
            log.seek(begin)
            whole, newline, _ = log.read().rpartition(b"\n")
        return whole.decode().splitlines(), begin + len(whole) + len(newline)


@contextlib.asynccontextmanager
async def bot_process(world: World, url: str, folder: Path, **settings: str | int) -> AsyncIterator[BotProcess]:
    """Run the bot for the length of a block."""
    async with _running(BotProcess(world, url, folder, **settings)) as process:
        yield process


@contextlib.asynccontextmanager
async def blank_bot(
    world: World, url: str, folder: Path, plant: Callable[[], object] | None = None, /, **settings: str | int
) -> AsyncIterator[BotProcess]:
    """Run the bot with pictures that nobody draws, for a block in which it starts many times.

    `plant` breaks something in it.
    """
    process = BotProcess(world, url, folder, **settings)
    process.blank, process.plant = True, plant
    async with _running(process):
        yield process


@contextlib.asynccontextmanager
async def _running(process: BotProcess) -> AsyncIterator[BotProcess]:
    await process.start()
    try:
        yield process
    finally:
        if process.running:
            await process.kill()


@contextlib.asynccontextmanager
async def telegram(
    *, group_per_minute: int = 0, per_second: int = 0, faults: Faults | None = None, slower: int = SLOWER
) -> AsyncIterator[tuple[World, str]]:
    """Serve a Telegram on loopback, with the faults ordered, and yield the world and its address.

    Its log keeps every call, so that a whole game can be read from it. Its clock goes `slower`, so that presses wait
    longer for their answers; where it counts calls per minute it has to go as fast as the bot's.
    """
    began = time.time()
    world = World(
        now=lambda: began + (time.time() - began) / slower,
        group_per_minute=group_per_minute,
        per_second=per_second,
        faults=faults,
    )
    world.call_log.calls = deque()
    async with Playground(world) as api:
        yield world, api.url


class RandomGame:
    """One group whose people know only what they see, and press the board's buttons at random."""

    def __init__(self, world: World, number: int, people: int, seed: int, word: str = "hats") -> None:
        self.world = world
        self.word = word
        self.rng = random.Random(seed)
        self.people = [world.add_person(f"P{number}-{i}", language_code="en") for i in range(people)]
        self.group: Chat = world.create_group(f"Group {number}", self.people)
        self.latencies: list[float] = []
        self.unanswered = 0
        self.presses = 0

    def board(self) -> Message | None:
        """Return the newest message of the bot with buttons."""
        for message in reversed(self.group.messages.values()):
            if message.sender is self.world.bot and message.keyboard:
                return message
        return None

    def over(self) -> bool:
        """Return whether the board shows the end: all that is left is the rematch."""
        board = self.board()
        return board is not None and [b["text"] for row in board.keyboard or [] for b in row][:1] == ["Rematch"]

    async def open(self) -> None:
        """Open a table, seat everybody, start."""
        self.world.say(self.people[0], self.group, f"/play {self.word}")
        await self.seat()
        await self.press(self.people[0], "Start")
        await self.until(self.tokens)

    async def seat(self) -> None:
        """Join the open lobby as everybody, and wait until the board names them all."""
        for person in self.people:
            await self.press(person, "Join")
        await self.until(lambda: all(person.first_name in self.text() for person in self.people))

    def text(self) -> str:
        """Return what the board says, empty where there is none."""
        board = self.board()
        return board.text if board else ""

    async def until(self, ready: Callable[[], object], seconds: float = 120) -> None:
        """Wait until something is so; how long is no promise of ours, and a busy machine takes its time."""
        deadline = time.monotonic() + seconds
        while not ready():
            assert time.monotonic() < deadline, f"nothing happens in {self.group.title}: {self._shown()}"
            await asyncio.sleep(0.01)

    def _shown(self) -> list[tuple[str, list[str]]]:
        """Return the newest messages: how each begins, and its buttons."""
        newest = [*self.group.messages.values()][-4:]
        return [(each.text[:80], [str(b["text"]) for row in each.keyboard or [] for b in row]) for each in newest]

    async def press(self, person: User, label: str) -> None:
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

    async def _send(self, person: User, message: Message, token: str) -> Toast | None:
        began = time.monotonic()
        self.presses += 1
        toast = await self.world.press(person, message.chat, message.id, token)
        if toast.unanswered:
            self.unanswered += 1
            return None
        self.latencies.append(time.monotonic() - began)
        return toast

    async def press_at_random(self, *, pause: float = 0.0) -> None:
        """One press of the player to move, as the board tells it: the mention names them."""
        board = self.board()
        mover = self.mentioned(board) if board else None
        tokens = self.moves(board) if board else []
        if board is None or mover is None or not tokens:
            await asyncio.sleep(0.01)
            return
        await self._send(mover, board, self.rng.choice(tokens))
        if pause:
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * pause)

    async def press_anything(self) -> None:
        """One press of the player to move: a move on the board, or one that only they see in the private chat.

        Who is told that the board is behind waits for it to go on, but not for ever.
        """
        board = self.board()
        mover = self.mentioned(board) if board else None
        tokens = self.moves(board) if board else []
        if board is None or mover is None or not tokens:
            await asyncio.sleep(0.01)
            return
        decision = tokens[0].rpartition(".")[0]
        private = [held for held in self.world.private(mover).messages.values() if held.sender is self.world.bot]
        lasting = f"{decision.partition('.')[0]}.*."
        held = [(each, token) for each in private for token in self.moves(each) if token.startswith(lasting)]
        shown = [[(board, token) for token in tokens], *([held] if held else [])]
        toast = await self._send(mover, *self.rng.choice(self.rng.choice(shown)))
        if toast is not None and BEHIND in toast.text:
            await self._gone(decision)

    async def move(self, may: Callable[[str], bool] = lambda token: True) -> tuple[str, Toast] | None:
        """One press of the player to move that they `may` make, who then waits a moment for the board to go on.

        Gives the token and the answer, None where there was nothing to press or the press was not answered.
        """
        board = self.board()
        mover = self.mentioned(board) if board else None
        tokens = [token for token in self.moves(board) if may(token)] if board else []
        if board is None or mover is None or not tokens:
            await asyncio.sleep(0.01)
            return None
        token = self.rng.choice(tokens)
        toast = await self._send(mover, board, token)
        if toast is None:
            return None
        if any(words in toast.text for words in DONE):
            await self._gone(token.rpartition(".")[0], 1.0)
        return token, toast

    async def play_out(self, moves: Callable[[], list[str]]) -> list[str]:
        """Press what `moves` names (the buttons of one turn) until the game is over; return what was played."""
        done: list[str] = []
        while not self.over():
            done += await self.play_turn(moves)
        return done

    async def play_turn(self, moves: Callable[[], list[str]]) -> list[str]:
        """Press what `moves` names, the buttons of one turn; return what was played."""
        board = self.board()
        mover = self.mentioned(board) if board else None
        if board is None or mover is None or not self.moves(board):
            await asyncio.sleep(0.01)
            return []
        done: list[str] = []
        decision = self.moves(board)[0].rpartition(".")[0]
        for code in moves():
            await self.until(self.board)  # a copy that a kill has left goes at its first press
            toast = await self._send(mover, self.board() or board, f"{decision}.{code}")
            if toast is not None and any(words in toast.text for words in DONE):
                done.append(f"{decision}.{code}")
        await self._gone(decision)
        return done

    async def _gone(self, decision: str, seconds: float = 5.0) -> None:
        """Wait until the board has gone on from a decision, but not for ever."""
        with contextlib.suppress(AssertionError):
            await self.until(lambda: not any(token.startswith(f"{decision}.") for token in self.tokens()), seconds)

    def tokens(self) -> list[str]:
        """List the moves of the newest board."""
        board = self.board()
        return self.moves(board) if board else []

    def moves(self, board: Message) -> list[str]:
        """List the tokens of the buttons that are moves of a game."""
        tokens = [str(button.get("callback_data", "")) for row in board.keyboard or [] for button in row]
        return [token for token in tokens if token.count(".") == 2 and token.split(".")[1] != "-"]

    def mentioned(self, board: Message) -> User | None:
        """Return the player to move, whom the board's headline names."""
        for entity in board.entities:
            if entity["type"] == "text_mention":
                return self.world.people[entity["user"]["id"]]
        return None
