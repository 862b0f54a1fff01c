"""The proof of a game: its history replayed from the seed and compared with what was told. See docs/fairness.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TypeVar

import msgspec

from bot.engine.randomness import SEED_BYTES, CommittedRandom, commitment, game_key
from bot.engine.rules import Event, Rules, Seat, Step
from bot.errors import DamagedRecord, IllegalAction, RunningGame

LEAVE = "leave"
"""How it is written in a history that a seat left."""

S = TypeVar("S")


class RecordedMove(msgspec.Struct, frozen=True):
    """One line of a history: `action` is the JSON of the game's own action, or LEAVE."""

    seat: Seat
    action: str


class GameRecord(msgspec.Struct, frozen=True, kw_only=True):
    """All that a game follows from, and what was promised of it.

    `seats` are the ids of those who sat, in seat order, and `presses` those of the presses that seated them. `starter`
    is the seat that was agreed to begin, None if it was drawn. `seed` and `commitment` are hexadecimal. `abandoned`:
    the game was stopped before its end, and goes on no more.
    """

    game: str
    rules_version: int
    options: dict[str, str]
    seats: tuple[str, ...]
    presses: tuple[str, ...]
    starter: Seat | None
    seed: str
    commitment: str
    moves: tuple[RecordedMove, ...] = ()
    abandoned: bool = False


class Difference(msgspec.Struct, frozen=True):
    """Where record and replay part: a step (0 is the deal, n the n-th move) and an event in it, counted from 0."""

    step: int
    event: int


class Verdict(msgspec.Struct, frozen=True):
    """What a replay found.

    `steps` could be replayed, the deal included. `broken` is the first step that the rules do not allow, and
    `difference` the first event that was recorded otherwise than it is replayed.
    """

    seed_fits: bool
    steps: int
    broken: int | None = None
    difference: Difference | None = None

    @property
    def fair(self) -> bool:
        """Tell whether the game was dealt and told as committed."""
        return self.seed_fits and self.broken is None and self.difference is None


def chance_of(history: GameRecord) -> CommittedRandom:
    """Make the streams of a game from its seed and what the players did. Raises DamagedRecord."""
    key = game_key(
        _seed(history),
        game=history.game,
        rules_version=history.rules_version,
        options=history.options,
        seats=history.seats,
        presses=history.presses,
    )
    return CommittedRandom(key)


def starter_of(starter: Seat | None, seats: int, chance: CommittedRandom) -> Seat:
    """Give the seat that begins: the one agreed on, or with None the one drawn from the stream `starter`."""
    return chance.stream("starter").below(seats) if starter is None else starter


def replay(rules: Rules[S], history: GameRecord) -> Iterator[Step[S]]:
    """Play a game again from its seed: first the deal, then one step a move.

    Raises DamagedRecord at the first step that these rules do not give.
    """
    _same_rules(rules, history)
    if not history.seats:
        raise DamagedRecord("nobody sat")
    chance, seats = chance_of(history), len(history.seats)
    step = rules.begin(history.options, seats, starter_of(history.starter, seats, chance), chance)
    yield step
    for move in history.moves:
        step = _play(rules, step.state, move, chance)
        yield step


def verify(rules: Rules[S], history: GameRecord, recorded: Sequence[Sequence[Event]]) -> Verdict:
    """Compare a finished game with what was recorded of it: the events of each step, those of the deal first.

    Raises RunningGame if the game was neither played to its end nor abandoned, and DamagedRecord if it was played by
    another version of the rules: that says nothing against the game.
    """
    _same_rules(rules, history)
    steps: list[Step[S]] = []
    broken = None
    try:
        for step in replay(rules, history):
            steps.append(step)  # noqa: PERF402  # what came before a damaged step is wanted
    except DamagedRecord:
        broken = len(steps)
    if broken is None and not history.abandoned and rules.outcome(steps[-1].state) is None:
        raise RunningGame(f"{len(history.moves)} moves and no outcome")
    told = recorded[:broken]
    return Verdict(_seed_fits(history), len(steps), broken, _first_difference([step.events for step in steps], told))


def _same_rules(rules: Rules[S], history: GameRecord) -> None:
    if history.rules_version != rules.version:
        raise DamagedRecord(f"played by rules version {history.rules_version}; these are {rules.version}")


def _seed(history: GameRecord) -> bytes:
    try:
        seed = bytes.fromhex(history.seed)
    except ValueError as error:
        raise DamagedRecord("the seed is not hexadecimal") from error
    if len(seed) != SEED_BYTES:
        raise DamagedRecord(f"the seed has {len(seed)} bytes, not {SEED_BYTES}")
    return seed


def _seed_fits(history: GameRecord) -> bool:
    try:
        return commitment(_seed(history)) == history.commitment.lower()
    except DamagedRecord:
        return False


def _play(rules: Rules[S], state: S, move: RecordedMove, chance: CommittedRandom) -> Step[S]:
    if move.action == LEAVE:
        return rules.leave(state, move.seat, chance)
    try:
        action = msgspec.json.decode(move.action, type=rules.action_type)
        return rules.play(state, move.seat, action, chance)
    except (msgspec.DecodeError, IllegalAction) as error:
        raise DamagedRecord(f"seat {move.seat} cannot have done {move.action}: {error}") from error


def _first_difference(replayed: Sequence[Sequence[Event]], recorded: Sequence[Sequence[Event]]) -> Difference | None:
    for number, (ours, theirs) in enumerate(zip_longest(replayed, recorded, fillvalue=())):
        for index, (one, other) in enumerate(zip_longest(ours, theirs)):
            if one != other:
                return Difference(number, index)
    return None
