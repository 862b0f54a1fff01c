"""Channels that press, on Discord: at tables of the product, and on the boards of the bare view."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import AsyncIterator

from tests.bench.figures import Run
from tests.bench.load import Press, Side, Watch, open_all
from tests.bench.on_telegram import LOOK, NO_ENTRY, WORDS, code_of, due, ready_picture, whole_moves
from tests.helpers.discord.limits import Limits
from tests.helpers.discord.people import Discord
from tests.helpers.discord.process import DiscordProcess, on_loopback
from tests.helpers.discord.table import RandomTable


class TableChannel(RandomTable):
    """Two people at a table of the product, who make whole moves at random, game after game."""

    def __init__(self, world: Discord, watch: Watch, number: int, word: str) -> None:
        super().__init__(world, number, 2, seed=number, word=word)
        self._watch = watch

    async def turn(self) -> list[Press]:
        """Make a move of the player to move, by one press or two."""
        if self.over():
            await self._again()
        board, mover = self.board(), self.mover()
        assert board
        assert mover
        offered = {each.value or each.custom_id: each for each in self.board_moves()}
        moves = {token: move for token, move in offered.items() if _is_move(token)}
        tokens = due(list(moves))
        token = self.rng.choice(whole_moves(self.word, tokens) or tokens)
        # After a look its swap stands there ahead; a swap that is offered by itself is one of two hats.
        others = {LOOK: set(moves) - set(tokens), "s": set(tokens)}.get(code_of(token)[0], set())
        rest = sorted(each for each in others if code_of(each)[1:] != code_of(token)[1:])
        halves = [token, self.rng.choice(rest)] if rest else [token]
        before, began, answers = board.version, 0.0, []
        for half in halves:
            began = time.monotonic()
            used = await moves[half].make(mover)
            answers.append(time.monotonic() - began)
            assert not used.failed
        await self._watch.until(
            self.channel.id,
            lambda: self.board() is not board or board.version != before or NO_ENTRY in used.said,
            f"{halves}: {used.said}",
        )
        shown = time.monotonic() - began
        return [*(Press(each, None) for each in answers[:-1]), Press(answers[-1], shown)]

    async def _again(self) -> None:
        await self.press(self.people[0], "Rematch")
        await self._watch.until(self.channel.id, lambda: self._has("Start"))
        await self.press(self.people[0], "Start")
        await self._watch.until(self.channel.id, lambda: not self._has("Start"))


def _is_move(token: str) -> bool:
    """Return whether a button is good for one decision only."""
    return token.count(".") == 2 and token.split(".")[1] not in ("-", "")


class BareChannel:
    """A person in front of the bare view's board."""

    def __init__(self, world: Discord, watch: Watch, number: int) -> None:
        self._watch = watch
        self._person = world.add_person(f"b{number}", display=f"B{number}")
        self._channel = world.add_channel(world.add_guild(f"Bare {number}", [self._person]), "table")

    async def open(self) -> None:
        """Wait for the board."""
        await self._watch.until(self._channel.id, lambda: self._channel.messages)

    async def turn(self) -> list[Press]:
        """Press its button."""
        board = next(iter(self._channel.messages.values()))
        before, began = board.version, time.monotonic()
        used = await self._person.press(board, board.buttons[0].custom_id)
        answered = time.monotonic() - began
        assert not used.failed
        await self._watch.until(self._channel.id, lambda: board.version != before)
        return [Press(answered, time.monotonic() - began)]


@contextlib.asynccontextmanager
async def both(run: Run, groups: int) -> AsyncIterator[tuple[Side, Side]]:
    """Run the product and the bare view beside each other, with so many channels each and no limits."""
    async with _side(run, groups, bare=True) as yardstick, _side(run, groups, bare=False) as side:
        yield side, yardstick


@contextlib.asynccontextmanager
async def _side(run: Run, groups: int, *, bare: bool) -> AsyncIterator[Side]:
    folder = run.new_folder()
    async with on_loopback(Limits.none(), slower=1) as (world, server):
        watch = Watch()
        world.message_listeners.append(lambda message: watch.wake(message.channel.id))
        process = DiscordProcess(world, server, folder, BENCH_PICTURE=str(ready_picture(folder)))
        pressers: list[BareChannel] | list[TableChannel]
        if bare:
            pressers = [BareChannel(world, watch, number) for number in range(groups)]
        else:
            pressers = [TableChannel(world, watch, number, WORDS[number % len(WORDS)]) for number in range(groups)]
        module = "tests.bench.bare_discord" if bare else "tests.bench.unlimited_bot"
        process.command = [sys.executable, "-m", module]
        await process.start()
        try:
            if not bare:
                await process.ready()
            await open_all(pressers)
            assert process.pid
            yield Side(process.pid, pressers)
            assert process.running, process.log()[-4000:]
        finally:
            if process.running:
                await process.kill()
