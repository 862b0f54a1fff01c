"""Golden playthroughs: whole games kept as JSON lines, with every event and what was to be seen after each step.

`python -m tests.games.court_hats.golden`, and so for each game, plays them anew. A difference in them is a change of
what the rules do: then the `version` of the rules must grow too, since games that run would go on otherwise than they
began.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from bot.engine.randomness import commitment
from bot.engine.replay import LEAVE, GameRecord, RecordedMove, rng_of, starter_of
from bot.engine.rules import Action, Rules, Seat, Step

S = TypeVar("S")


@dataclass(frozen=True)
class Golden(Generic[S]):
    """The golden games of one game, `games` by name, each with what `recorded` plays it by.

    A line keeps the `move` (the deal has none), the `events`, and what was `seen` after them, told by `kept`.
    """

    folder: Path
    rules: Rules[S]
    games: Mapping[str, Mapping[str, Any]]
    line: type[Any]
    recorded: Callable[..., tuple[GameRecord, Sequence[Any]]]
    seen: Callable[[S], Any]
    kept: Callable[[Any], Any]

    @property
    def paths(self) -> list[Path]:
        return sorted(self.folder.glob("*.jsonl"))

    def read(self, path: Path) -> tuple[GameRecord, list[Any]]:
        """Read a game that was kept, its moves put into the history."""
        first, *rest = path.read_bytes().splitlines()
        lines = [msgspec.json.decode(text, type=self.line) for text in rest]
        history = msgspec.json.decode(first, type=GameRecord)
        return msgspec.structs.replace(history, moves=tuple(line.move for line in lines if line.move)), lines

    def keep(self) -> None:
        """Play all games anew and keep them: what was agreed in the first line, then one line a step."""
        self.folder.mkdir(exist_ok=True)
        for name, game in self.games.items():
            history, lines = self.recorded(**game)
            text = b"".join(msgspec.json.encode(part) + b"\n" for part in (history, *lines))
            (self.folder / f"{name}.jsonl").write_bytes(text)


def agreed(
    game: str, rules: Rules[Any], number: int, seats: int, options: dict[str, str], seed: str = "golden"
) -> GameRecord:
    """Make up what would be agreed in a lobby, all of it from a number and a word for the seed."""
    secret = hashlib.sha256(f"{seed} {number}".encode()).digest()
    return GameRecord(
        game=game,
        rules_version=rules.version,
        options={option.name: option.choices[0] for option in rules.options} | options,
        seats=tuple(f"test:{1 + seat}" for seat in range(seats)),
        presses=tuple(f"press-{number}-{seat}" for seat in range(seats)),
        starter=None,
        seed=secret.hex(),
        commitment=commitment(secret),
    )


def played(
    rules: Rules[S],
    history: GameRecord,
    choose: Callable[[S, Any], Action],
    leaves: int = -1,
    leaver: Callable[[S], Seat] = lambda state: 1,
) -> Iterator[tuple[RecordedMove | None, Step[S]]]:
    """Play a game to its end by what `choose` wants of what is legal; before move `leaves` the `leaver` leaves."""
    rng, seats = rng_of(history), len(history.seats)
    step = rules.begin(history.options, seats, starter_of(None, seats, rng), rng)
    yield None, step
    count = 1
    while (seat := rules.to_act(step.state)) is not None:
        if count == leaves:
            seat = leaver(step.state)
            move, step = RecordedMove(seat, LEAVE), rules.leave(step.state, seat, rng)
        else:
            action = choose(step.state, rules.legal(step.state, seat))
            move = RecordedMove(seat, msgspec.json.encode(action).decode())
            step = rules.play(step.state, seat, action, rng)
        count += 1
        yield move, step
