"""Groups that press, on Telegram: at tables of the product, and on the boards of the bare handler."""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
import sys
import time
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from PIL import Image

from bot.playground.feed import MessageEdited, MessageNew, Toast
from bot.playground.model import Message, User
from bot.playground.world import World
from tests.bench.figures import Run
from tests.bench.load import Press, Side, Watch, open_all
from tests.helpers.outside import BotProcess, RandomGame, telegram

WORDS = ("hats", "animal", "invisible")
FREE: dict[str, str | int] = {"TELEGRAM_GROUP_PER_MINUTE": 0, "TELEGRAM_PER_SECOND": 0, "LOG_LEVEL": "WARNING"}
PICTURE_BYTES = 45_000
"""How much the bare handler uploads."""
KEPT_CALLS = 1_000
WHOLE = {"hats": "po", "animal": "lsk", "invisible": "rdmk"}
"""How the codes of buttons begin that are a whole move which nobody refuses, or the first half of one."""
LOOK = "l"
"""The half of a move whose other half stands on the board ahead: no board is drawn between the two."""
NO_ENTRY = "so you can’t go in"
REST = "Now tap"
"""What the answer says to the first half of a move."""


async def _follow(world: World, watch: Watch) -> None:
    """Wake those who wait for something in a chat, until cancelled."""
    with world.feed.watch() as changes:
        async for change in changes:
            if isinstance(change, MessageEdited | MessageNew):
                watch.wake(change.message.chat.id)


class TableGroup(RandomGame):
    """Two people at a table of the product, who make whole moves at random, game after game."""

    def __init__(self, world: World, watch: Watch, number: int, word: str, people: int = 2) -> None:
        super().__init__(world, number, people, seed=number, word=word)
        self._watch = watch

    async def turn(self) -> list[Press]:
        """Make a move of the player to move: one press, or two where that is how it is made."""
        if self.over():
            await self._again()
        board = self.board()
        assert board
        return await self.make(board, self.pick(board))

    def pick(self, board: Message) -> str:
        """Choose a button at random."""
        tokens = due(self.moves(board))
        return self.rng.choice(whole_moves(self.word, tokens) or tokens)

    async def make(self, board: Message, token: str) -> list[Press]:
        """Press a button and, where that is half of a move, one for the other half; wait until the board shows it."""
        mover = self.mentioned(board)
        assert mover
        began = time.monotonic()
        made = [token]
        toast = await self._pressed(mover, board, token)
        presses = [Press(time.monotonic() - began, None)]
        if NO_ENTRY in toast.text:  # where all that is in reach are doors
            return []
        if rest := self._rest(board, token, toast):
            await self.think()
            token, began = self.rng.choice(rest), time.monotonic()
            made.append(token)
            toast = await self._pressed(mover, self.board() or board, token)  # it may have been posted anew meanwhile
            presses.append(Press(time.monotonic() - began, None))
        decision = decision_of(token)
        await self._watch.until(self.group.id, lambda: self.over() or self._is_past(decision), f"{token}: {toast.text}")
        self.count(made)
        return [*presses[:-1], Press(presses[-1].answered, time.monotonic() - began)]

    async def think(self) -> None:
        """Let time pass between the two halves of a move; here none passes."""

    def count(self, tokens: Sequence[str]) -> None:
        """Take note of a move that was made by pressing these tokens."""

    def _rest(self, board: Message, token: str, toast: Toast) -> list[str]:
        """List the buttons of the other half of a move, none after a whole one."""
        tokens, letter = self.moves(board), code_of(token)[0]
        if REST in toast.text:
            return [each for each in due(tokens) if each != token and code_of(each)[0] == letter]
        ahead = set(tokens) - set(due(tokens)) if letter == LOOK else ()
        return sorted(each for each in ahead if code_of(each)[1:] != code_of(token)[1:])

    async def _pressed(self, person: User, board: Message, token: str) -> Toast:
        self.presses += 1
        toast = await self.world.press(person, self.group, board.id, token)
        assert not toast.unanswered, f"{token} was not answered"
        return toast

    def _is_past(self, decision: int) -> bool:
        tokens = self.tokens()
        return bool(tokens) and decision_of(due(tokens)[0]) > decision

    async def _again(self) -> None:
        """Begin another game with the same people."""
        await self.press(self.people[0], "Rematch")
        await self.until(lambda: self._token("Start"))
        await self.press(self.people[0], "Start")
        await self.until(self.tokens)


def due(tokens: Sequence[str]) -> list[str]:
    """Return the tokens that are for the decision of now: some stand on a board ahead."""
    now = min(map(decision_of, tokens))
    return [token for token in tokens if decision_of(token) == now]


def whole_moves(word: str, tokens: Sequence[str]) -> list[str]:
    """Return the tokens of one decision that can be pressed without another thought."""
    # The end of a choice of cards, or of a swap, where that is offered: what else there is takes two presses.
    done = [token for token in tokens if code_of(token) in ("x", "k")]
    return done or [token for token in tokens if code_of(token)[0] in WHOLE[word]]


def decision_of(token: str) -> int:
    """Return the number of the decision that a token is good for."""
    return int(token.split(".")[1])


def code_of(token: str) -> str:
    """Return what a token means to its game."""
    return token.rpartition(".")[2]


class BareGroup:
    """A person in front of the bare handler's board."""

    def __init__(self, world: World, watch: Watch, number: int) -> None:
        self._world = world
        self._watch = watch
        self._person = world.add_person(f"B{number}", language_code="en")
        self._group = world.create_group(f"Bare {number}", [self._person])

    def _board(self) -> Message | None:
        return next((each for each in self._group.messages.values() if each.keyboard), None)

    async def open(self) -> None:
        """Ask for the board."""
        self._world.say(self._person, self._group, "/play")
        await self._watch.until(self._group.id, lambda: self._board() is not None)

    async def turn(self) -> list[Press]:
        """Press its button."""
        board = self._board()
        assert board
        before, began = board.text, time.monotonic()
        toast = await self._world.press(self._person, self._group, board.id, "press")
        assert not toast.unanswered, "the bare handler has not answered"
        answered = time.monotonic() - began
        await self._watch.until(self._group.id, lambda: board.text != before)
        return [Press(answered, time.monotonic() - began)]


class BareProcess(BotProcess):
    """The bare handler, with the product's environment."""

    command = (sys.executable, "-m", "tests.bench.bare_telegram")


class Product(BotProcess):
    """The product, or a wrapper of it."""


def ready_picture(folder: Path) -> Path:
    """Write a picture of `PICTURE_BYTES` that nothing makes smaller, and return its path."""
    side = round(PICTURE_BYTES**0.5)
    path = folder / "ready.png"
    noise = random.Random(0).randbytes(side * side)
    Image.frombytes("L", (side, side), noise).save(path, "PNG")
    return path


@contextlib.asynccontextmanager
async def product(
    run: Run,
    groups: int,
    *,
    words: Sequence[str] = WORDS,
    delay: float = 0.0,
    limited: bool = False,
    kind: type[TableGroup] = TableGroup,
    database: Path | None = None,
    command: Sequence[str] = (),
    settings: Mapping[str, str] = MappingProxyType({}),
) -> AsyncIterator[tuple[Side, World, Product]]:
    """Run the product with so many groups at play, whose words take turns.

    `delay`: seconds that every call takes longer. `limited`: with the platform's limits, on both sides. `kind` is how
    the groups press. `database`: one to begin with. `command` starts it, instead of the run's.
    """
    folder = run.new_folder()
    limits = telegram(slower=1, group_per_minute=20, per_second=30) if limited else telegram(slower=1)
    own = {"LOG_LEVEL": "WARNING"} if limited else FREE
    async with (
        limits as (world, url),
        watched(world) as watch,
    ):
        process = Product(world, url, folder, **own, **settings)
        process.command = [sys.executable, *(command or run.command)]
        if database is not None:
            shutil.copy(database, folder / "bot.db")
        async with _running(process) as started:
            pressers = [kind(world, watch, number, words[number % len(words)]) for number in range(groups)]
            await open_all(pressers)
            _delay(world, delay)
            yield Side(started, pressers), world, process


@contextlib.asynccontextmanager
async def bare(run: Run, groups: int, *, delay: float = 0.0) -> AsyncIterator[Side]:
    """Run the bare handler with so many groups."""
    folder = run.new_folder()
    more: dict[str, str | int] = {"BENCH_PICTURE": str(ready_picture(folder)), "BENCH_AT_ONCE": groups}
    async with (
        telegram(slower=1) as (world, url),
        watched(world) as watch,
        _running(BareProcess(world, url, folder, **more)) as pid,
    ):
        pressers = [BareGroup(world, watch, number) for number in range(groups)]
        await open_all(pressers)
        _delay(world, delay)
        yield Side(pid, pressers)


@contextlib.asynccontextmanager
async def both(run: Run, groups: int, *, delay: float = 0.0) -> AsyncIterator[tuple[Side, Side]]:
    """Run the product and the bare handler beside each other."""
    async with bare(run, groups, delay=delay) as yardstick, product(run, groups, delay=delay) as (side, _, _):
        yield side, yardstick


def _delay(world: World, seconds: float) -> None:
    if seconds:
        world.faults.delay(seconds, times=None)


@contextlib.asynccontextmanager
async def watched(world: World) -> AsyncIterator[Watch]:
    """Wake, for the length of a block, those who wait for something to happen in a chat."""
    world.call_log.calls = deque(maxlen=KEPT_CALLS)
    watch = Watch()
    watching = asyncio.create_task(_follow(world, watch))
    try:
        yield watch
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)


@contextlib.asynccontextmanager
async def _running(process: BotProcess) -> AsyncIterator[int]:
    """Run a process for the length of a block, and check at its end that it had nothing to complain of."""
    await process.start()
    assert process.pid
    try:
        yield process.pid
        assert process.running, process.log()[-4000:]
        assert await process.stop() == 0, process.log()[-4000:]
        assert not process.log(), process.log()[-4000:]
    finally:
        if process.running:
            await process.kill()
