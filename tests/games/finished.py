"""Whole games, played by computers or by lot, to look back at."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.engine.computer import Level
from bot.engine.computer_random import ComputerRandom
from bot.engine.presentation import Game, Player
from bot.engine.randomness import commitment
from bot.engine.replay import GameRecord, PlayedScene, RecordedMove, rng_of, scenes
from bot.games.registry import GAMES

BY_KEY = {game.key: game for game in GAMES}
PLAYERS = [Player(name) for name in ("Noa", "Tom", "Ines", "Jo")]
LEVELS: tuple[Level, ...] = ("normal", "easy", "hard", "easy")


def agreed(game: Game, seats: int, number: int, options: dict[str, str] | None = None) -> GameRecord:
    """Return what a game follows from, before its first move."""
    seed = number.to_bytes(32, "big")
    return GameRecord(
        game=game.key,
        rules_version=game.rules.version,
        options={option.name: option.choices[0] for option in game.rules.options} | (options or {}),
        seats=tuple(f"seat {seat}" for seat in range(seats)),
        presses=tuple(f"press {seat}" for seat in range(seats)),
        starter=0,
        seed=seed.hex(),
        commitment=commitment(seed),
    )


def play(record: GameRecord, choose: Callable[[Any, int, Sequence[Any], Sequence[Any]], Any], most: int) -> GameRecord:
    """Return the record with the moves that `choose` makes of (view, seat, what it saw, legal actions)."""
    rules = BY_KEY[record.game].rules
    rng = rng_of(record)
    step = rules.begin(record.options, len(record.seats), 0, rng)
    seen: list[list[Any]] = [[] for _ in record.seats]
    moves: list[RecordedMove] = []
    while len(moves) < most:
        for viewer, events in enumerate(seen):
            events += (event for event in step.events if event.audience in (None, viewer))
        seat = rules.to_act(step.state)
        if seat is None:
            break
        action = choose(rules.view(step.state, seat), seat, seen[seat], rules.legal(step.state, seat))
        moves.append(RecordedMove(seat, msgspec.json.encode(action).decode()))
        step = rules.play(step.state, seat, action, rng)
    return replace(record, moves=tuple(moves))


@lru_cache(maxsize=32)
def by_computers(key: str, seats: int = 4, number: int = 1, most: int = 5000) -> GameRecord:
    """Return a game that computers have played to its end, or as far as `most` moves."""
    game = BY_KEY[key]

    def choose(view: Any, seat: int, seen: Sequence[Any], legal: Sequence[Any]) -> Any:
        return game.computer.choose(LEVELS[seat], view, tuple(seen), tuple(legal), ComputerRandom(f"{number}/{seat}"))

    return play(agreed(game, seats, number), choose, most)


def by_lot(key: str, seats: int, number: int, most: int, options: dict[str, str] | None = None) -> GameRecord:
    """Return so many moves, drawn by lot, of a game that is stopped then if it has not ended."""
    rng = random.Random(number)
    record = play(agreed(BY_KEY[key], seats, number, options), lambda view, seat, seen, legal: rng.choice(legal), most)
    return replace(record, abandoned=True)


@lru_cache(maxsize=32)
def whole(key: str, seats: int = 4, number: int = 1) -> tuple[PlayedScene, ...]:
    """Return the scenes of a game that computers have played."""
    return scenes(BY_KEY[key].rules, by_computers(key, seats, number))
