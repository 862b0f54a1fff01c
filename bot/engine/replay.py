"""The proof of a game: its record replayed from the seed and compared with what was told. See docs/fairness.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, TypeVar

import msgspec

from bot.engine.randomness import SEED_BYTES, CommittedRandom, commitment, game_key
from bot.engine.rules import Event, IllegalAction, Rules, Seat, Step
from bot.errors import DamagedRecord, RunningGame

LEAVE = "leave"
"""The action of a recorded move by which a seat left."""

S = TypeVar("S")


class RecordedMove(msgspec.Struct, frozen=True):
    """`action` is the JSON of the game's own action, or LEAVE."""

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
    `difference` the first event that was recorded otherwise than it is replayed. `other_rules`: it began under another
    version of the rules, so that nothing was replayed, which says nothing against the game.
    """

    seed_fits: bool
    steps: int
    broken: int | None = None
    difference: Difference | None = None
    other_rules: bool = False

    @property
    def fair(self) -> bool:
        """Whether the game was dealt and told as committed."""
        return self.seed_fits and self.broken is None and self.difference is None and not self.other_rules


class PlayedScene(msgspec.Struct, frozen=True):
    """One step of a game that has ended, with nothing hidden: the deal is number 0, the n-th move number n.

    `seat` has moved, None at the deal. `view` is what all could see after it, `truth` what lay hidden then, as the
    rules `reveal` it, and `events` are all that happened, those for one seat alone among them.
    """

    number: int
    seat: Seat | None
    view: Any
    truth: Any
    events: tuple[Event, ...]


def rng_of(record: GameRecord) -> CommittedRandom:
    """Return the streams of a game, which follow from its seed and what the players did. Raise DamagedRecord."""
    key = game_key(
        _seed(record),
        game=record.game,
        rules_version=record.rules_version,
        options=record.options,
        seats=record.seats,
        presses=record.presses,
    )
    return CommittedRandom(key)


def starter_of(starter: Seat | None, seats: int, rng: CommittedRandom) -> Seat:
    """Return the seat that begins: the one agreed on, or with None the one drawn from the stream `starter`."""
    return rng.stream("starter").below(seats) if starter is None else starter


def replay(rules: Rules[S], record: GameRecord) -> Iterator[Step[S]]:
    """Play a game again from its seed: first the deal, then one step a move.

    Raise DamagedRecord at the first step that these rules do not give.
    """
    _same_rules(rules, record)
    if not record.seats:
        raise DamagedRecord("nobody sat")
    rng, seats = rng_of(record), len(record.seats)
    step = rules.begin(record.options, seats, starter_of(record.starter, seats, rng), rng)
    yield step
    for move in record.moves:
        step = _play(rules, step.state, move, rng)
        yield step


def scenes(rules: Rules[S], record: GameRecord) -> tuple[PlayedScene, ...]:
    """Return a game from its deal to its end, face up.

    Raise RunningGame if it was neither played to its end nor abandoned, before anything of it is revealed, and
    DamagedRecord for a record that these rules do not give.
    """
    steps = list(replay(rules, record))
    if not record.abandoned and rules.outcome(steps[-1].state) is None:
        raise RunningGame(f"{len(record.moves)} moves and no outcome")
    seats = (None, *(move.seat for move in record.moves))
    return tuple(
        PlayedScene(number, seat, rules.view(step.state, None), rules.reveal(step.state), step.events)
        for number, (seat, step) in enumerate(zip(seats, steps, strict=True))
    )


def beats(played: Sequence[PlayedScene]) -> tuple[int, ...]:
    """Return where to stop on the way through a game: the numbers of the scenes that end a turn, the deal first.

    A turn is what one seat does until another is to act; somebody who leaves has a stop of their own.
    """
    last = len(played) - 1
    return tuple(
        number for number in range(len(played))
        if number in (0, last) or played[number].view.to_act != played[number].seat
    )  # fmt: skip


def verify(rules: Rules[S], record: GameRecord, recorded: Sequence[Sequence[Event]]) -> Verdict:
    """Compare a finished game with what was recorded of it: the events of each step, those of the deal first.

    Raise RunningGame if the game was neither played to its end nor abandoned. A game is judged by the rules it was
    played by: of one that began under another version nothing is said but whether the seed fits.
    """
    if record.rules_version != rules.version:
        return Verdict(_seed_fits(record), 0, other_rules=True)
    steps: list[Step[S]] = []
    broken = None
    try:
        for step in replay(rules, record):
            steps.append(step)  # noqa: PERF402  # what came before a damaged step is wanted
    except DamagedRecord:
        broken = len(steps)
    if broken is None and not record.abandoned and rules.outcome(steps[-1].state) is None:
        raise RunningGame(f"{len(record.moves)} moves and no outcome")
    announced = recorded[:broken]
    return Verdict(
        _seed_fits(record), len(steps), broken, _first_difference([step.events for step in steps], announced)
    )


def _same_rules(rules: Rules[S], record: GameRecord) -> None:
    if record.rules_version != rules.version:
        raise DamagedRecord(f"played by rules version {record.rules_version}; these are {rules.version}")


def _seed(record: GameRecord) -> bytes:
    try:
        seed = bytes.fromhex(record.seed)
    except ValueError as error:
        raise DamagedRecord("the seed is not hexadecimal") from error
    if len(seed) != SEED_BYTES:
        raise DamagedRecord(f"the seed has {len(seed)} bytes, not {SEED_BYTES}")
    return seed


def _seed_fits(record: GameRecord) -> bool:
    try:
        return commitment(_seed(record)) == record.commitment.lower()
    except DamagedRecord:
        return False


def _play(rules: Rules[S], state: S, move: RecordedMove, rng: CommittedRandom) -> Step[S]:
    if move.action == LEAVE:
        return rules.leave(state, move.seat, rng)
    try:
        action = msgspec.json.decode(move.action, type=rules.action_type)
        return rules.play(state, move.seat, action, rng)
    except (ValueError, IllegalAction) as error:
        raise DamagedRecord(f"seat {move.seat} cannot have done {move.action}: {error}") from error


def _first_difference(replayed: Sequence[Sequence[Event]], recorded: Sequence[Sequence[Event]]) -> Difference | None:
    for number, (ours, theirs) in enumerate(zip_longest(replayed, recorded, fillvalue=())):
        for index, (one, other) in enumerate(zip_longest(ours, theirs)):
            if one != other:
                return Difference(number, index)
    return None
