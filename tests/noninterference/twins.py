"""Plays the same evening in two worlds that differ in secrets alone, and says what told them apart too early."""

from __future__ import annotations

import itertools
import math
import random
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pytest

from bot.commands import COMMANDS
from bot.concurrency import foreground
from bot.engine.computer import Level
from bot.engine.presentation import Game
from bot.pictures import film
from bot.platforms.discord import interactions, responses
from bot.platforms.telegram import adapter as telegram
from bot.platforms.telegram import callbacks
from bot.platforms.telegram import platform as telegram_platform
from bot.platforms.telegram.retry import TelegramTiming
from bot.table.handlers.replays import PREFIX
from bot.table.publishing import hand_publisher, secret_outbox
from bot.table.running import computer_players, manager, rater
from tests.conformance.stage import Guest, Stage
from tests.conformance.stages import STAGES, lift_limits
from tests.helpers import memory
from tests.helpers.clock import MovingClock
from tests.helpers.memory import Pictures
from tests.noninterference.chance import Chance, held
from tests.noninterference.evening import (
    BOT,
    LOOKING_BACK,
    PHASES,
    ROLES,
    SEATED,
    STRANGER,
    TYPING,
    Author,
    Phase,
    Played,
    Question,
    carry_out,
)
from tests.noninterference.oracle import NEVER, Horizons, history, horizons
from tests.noninterference.watch import EVERYBODY, HOST, Entry, Thought, digested, outlined, watch

PLATFORMS = ("telegram", "discord")
Recorded: TypeAlias = list[list[Entry]]
"""What went out in each step."""
USED = (*(spec.name for spec in COMMANDS), TYPING, LOOKING_BACK)
"""All that is used by everybody in every phase: whatever is added to the commands as well."""
NOT_THERE = ("Eve", BOT)
"""Who is in the chat of the evening, and not in the other one."""
PATIENCE = 60.0
"""Seconds of the real clock until anything is done because something else takes long: a machine may be slow."""
MID_TURN_SECONDS = 0.2
"""For so long the board waits for the second half of a turn: each step is shown before the next one is done."""
LENGTH = 400
"""Characters of what differs that are told."""


@dataclass
class Twins:
    """Two worlds after an evening: what each has sent, and until which move each viewer may not tell them apart."""

    game: Game
    platform: str
    number: int
    played: Played
    recorded: tuple[Recorded, Recorded]
    horizons: Horizons
    thoughts: tuple[list[Thought], list[Thought]]
    leaks: list[str] = field(default_factory=list)
    commands: tuple[str, ...] = ()
    """All commands that the service offers."""
    compared: int = 0
    """So many things that went out were the same in both worlds, as they had to be."""

    def unknowing(self, world: int) -> list[Thought]:
        """List what computers were given in a world before their seat, or all, could tell it from the other one."""
        by_seat, everybody = self.horizons.by_seat, self.horizons.everybody
        return [each for each in self.thoughts[world] if each.moves < min(by_seat[each.seat], everybody)]

    def used(self) -> set[tuple[str, str]]:
        """Return who used which command, or what is used as one, and was answered: in private, or before all.

        A bot is not answered.
        """
        found: set[tuple[str, str]] = set()
        for step, sent in zip(self.played.steps, self.recorded[0], strict=True):
            if step.who == BOT or any(entry.viewer in (step.who, EVERYBODY) for entry in sent):
                name = {"type": TYPING, "link": LOOKING_BACK}.get(step.kind, step.text.partition(" ")[0])
                found.add((step.who, LOOKING_BACK if step.text.startswith(f"{PREFIX}.") else name))
        return found

    @property
    def moves(self) -> int:
        """Return how many moves were made before all could tell the worlds apart."""
        return min(self.horizons.everybody, max(self.played.moves) + 1) - 1


def whole(commands: Sequence[str] = USED) -> list[tuple[Phase, str, str]]:
    """Return every command of every role in every phase. To bots nothing is completed, for they type nothing."""
    return [
        (phase, who, command)
        for phase in PHASES
        for who in ROLES
        for command in commands
        if (who, command) != (BOT, TYPING)
    ]


def questions(number: int, of: int = 3, turned: int = 0, commands: Sequence[str] = USED) -> list[Question]:
    """Return every `of`-th command of every role in every phase; with each number others.

    Each is used either in the chat or in private, with `turned` = 1 there where otherwise it is not; by a stranger, and
    by who is not in the other chat, in private.
    """
    chosen = [
        (
            phase,
            who,
            command,
            (place // of + turned) % 2 == 1 or who == STRANGER or (who in NOT_THERE and phase == "ended"),
        )
        for place, (phase, who, command) in enumerate(whole(commands))
        if (place + place // len(commands)) % of == number % of
    ]
    random.Random(number).shuffle(chosen)
    return chosen


def _have_patience(patch: pytest.MonkeyPatch) -> None:
    """Let nothing that goes out depend on how fast the machine is, or on what the real clock shows."""
    for module, *names in (
        (responses, "_FIRST_SECONDS", "_TRY_SECONDS"),
        (interactions, "ACKNOWLEDGEMENT_SECONDS", "SILENCE_SECONDS"),
        (callbacks, "QUERY_SECONDS"),
        (foreground, "PATIENCE_SECONDS"),
        (computer_players, "ROW_SECONDS"),
        (rater, "PATIENCE"),
        (hand_publisher, "DRAIN_SECONDS"),
        (secret_outbox, "ANSWER_SECONDS"),
    ):
        for name in names:
            patch.setattr(module, name, PATIENCE)
    patch.setattr(telegram, "TelegramTiming", partial(TelegramTiming, hold=PATIENCE))
    patch.setattr(telegram_platform, "ADMIN_SECONDS", math.inf)
    patch.setattr(telegram_platform, "LIST_SECONDS", math.inf)
    patch.setattr(manager, "MID_TURN_SECONDS", MID_TURN_SECONDS)


@asynccontextmanager
async def _world(
    platform: str, database: Path, began: float, pictures: Pictures, number: int, chance: Chance, before: int
) -> AsyncIterator[tuple[Stage, dict[str, Guest]]]:
    """Set up a chat with somebody in every role, in a world of its own."""
    with pytest.MonkeyPatch.context() as patch, held(number, chance, began, before):
        lift_limits(patch)
        patch.setattr(film, "make", digested)
        patch.setattr(memory, "blank", outlined)
        _have_patience(patch)
        stage = STAGES[platform](database, MovingClock(began))
        stage.pictures = pictures
        stage.have_patience(PATIENCE)
        await stage.set_up()
        try:
            guests = [*stage.guests(), *[await stage.invite(name) for name in ROLES[len(stage.guests()) :]]]
            by_name = {guest.name: guest for guest in guests}
            await stage.use(by_name[STRANGER], "help", private=True)
            await stage.depart(by_name[STRANGER])
            stage.turn_into_bot(by_name[BOT])
            yield stage, by_name
        finally:
            await stage.tear_down()


async def play_twice(
    game: Game, platform: str, number: int, folder: Path, *, moves: int, asides: int,
    asked: Sequence[Question] = (), pictures: Pictures = "blank",
    people: Sequence[str] = SEATED, levels: Sequence[Level] = (), alike: bool = False,
    former: bool = True,
) -> Twins:  # fmt: skip
    """Play an evening in both worlds and compare them.

    `former`: a game has ended before in the same chat. `alike`: nothing lies otherwise in the second, so whatever
    differs is the harness's own, or left to chance.
    """
    began = time.time() // 1
    paths = folder / f"{platform}-{game.key}-1.db", folder / f"{platform}-{game.key}-2.db"
    first: Recorded = []
    async with _world(platform, paths[0], began, pictures, 1, Chance(number), former) as (stage, guests):
        author, watching = Author(stage, guests, game, number, asked, people, levels, former), watch(stage)
        with watching.running():
            watching.take()
            async for _ in author.lobby():
                first.append(watching.take())
            async for _ in author.game_on(moves, asides):
                first.append(watching.take())
        commands = tuple(spec.name for spec in stage.service.commands)
    played, thoughts = author.played, watching.thoughts
    second: Recorded = []
    other = Chance(number, () if alike else played.exchanges)
    async with _world(platform, paths[1], began, pictures, 1 if alike else 2, other, former) as (stage, guests):
        watching = watch(stage)
        with watching.running():
            watching.take()
            for step in played.steps:
                await carry_out(stage, guests, step)
                second.append(watching.take())
    made = [history(path, played.table) for path in paths]
    found = horizons(game, made[0], made[1], len(played.names))
    twins = Twins(
        game,
        platform,
        number,
        played,
        (first, second),
        found,
        (thoughts, watching.thoughts),
        list(found.leaks),
        commands,
    )
    twins.leaks += [*_compared(twins), *_compared_thoughts(twins)]
    return twins


def _compared(twins: Twins) -> Iterator[str]:
    """Yield what a viewer got in one world alone, before the rules told that viewer of the difference."""
    first, second = twins.recorded
    for viewer in sorted({entry.viewer for step in (*first, *second) for entry in step}):
        last = _last_step(twins, viewer)
        for number in range(last):
            one, other = (_by_place(step[number], viewer) for step in (first, second))
            twins.compared += sum(len(entries) for entries in one.values())
            if one != other:
                step = twins.played.steps[number]
                yield f"{viewer}, after {step}: {_difference(one, other)}"
                break


def _compared_thoughts(twins: Twins) -> Iterator[str]:
    """Yield what a computer was given in one world alone, by its moves: those of a row are made in one step."""
    one, other = twins.unknowing(0), twins.unknowing(1)
    for pair in itertools.zip_longest(one, other):
        if pair[0] != pair[1]:
            seat, moves = next((each.seat, each.moves) for each in pair if each is not None)
            given = [{"what it is given": [f"level {each.level}: {each.given}"] if each else []} for each in pair]
            yield f"the computer in seat {seat}, after {moves} moves: {_difference(*given)}"
            break


def _last_step(twins: Twins, viewer: str) -> int:
    """Return the first step whose effect a viewer may not have to see alike."""
    names, horizon = twins.played.names, twins.horizons
    move = horizon.everybody
    if viewer in names:
        own = horizon.by_seat[names.index(viewer)]
        move = min(move, own if own <= twins.played.left.get(viewer, NEVER) else NEVER)
    over = len(twins.played.moves) if twins.played.over is None else twins.played.over
    return next((number for number, made in enumerate(twins.played.moves[:over]) if made >= move), over)


def _by_place(entries: Sequence[Entry], viewer: str) -> dict[str, list[str]]:
    """Return what a viewer got, in order for each place; what nobody sees the order of is sorted."""
    found: dict[str, list[str]] = defaultdict(list)
    for entry in entries:
        if entry.viewer == viewer:
            found[entry.place].append(entry.text)
    return {place: sorted(texts) if viewer == HOST else texts for place, texts in found.items() if texts}


def _difference(one: dict[str, list[str]], other: dict[str, list[str]]) -> str:
    """Return the first thing that differs, from a little before where it does."""
    for place in sorted({*one, *other}):
        texts = one.get(place, []), other.get(place, [])
        if texts[0] == texts[1]:
            continue
        for pair in zip(*texts, strict=False):
            if pair[0] != pair[1]:
                at = next((n for n, (a, b) in enumerate(zip(*pair, strict=False)) if a != b), min(map(len, pair)))
                begin = max(0, at - LENGTH // 4)
                return f"{place}: {pair[0][begin : begin + LENGTH]!r} against {pair[1][begin : begin + LENGTH]!r}"
        longer = max(texts, key=len)
        return f"{place}: {len(texts[0])} against {len(texts[1])}, {longer[min(map(len, texts))][:LENGTH]!r}"
    return ""
