"""Golden playthroughs: whole games kept as JSON lines, with every view and event.

`python -m tests.games.vanished_animal.golden` plays them anew. A difference in them is a change of what the rules do:
then `VanishedRules.version` must grow too, since games that run would go on otherwise than they began.
"""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from typing import Any

import msgspec

from bot.games.chance import commitment
from bot.games.game import Step
from bot.games.proof import LEAVE, History, Move, chance_of, starter_of
from bot.games.vanished_animal.moves import Name, VanishedAction, VanishedEvent
from bot.games.vanished_animal.state import VanishedState
from bot.games.vanished_animal.view import VanishedView

from .states import RULES, right

FOLDER = Path(__file__).parent / "golden"

GAMES: dict[str, dict[str, Any]] = {
    "classic_of_two": {"number": 1, "seats": 2, "options": RULES.presets[0].values},
    "experts_of_four": {"number": 2, "seats": 4, "options": RULES.presets[1].values},
    "fresh_and_covered": {
        "number": 3,
        "seats": 3,
        "options": {"swap": "may", "expert": "on", "fresh": "on", "reveal": "namer"},
    },
    "four_and_one_leaves": {"number": 4, "seats": 4, "options": {"swap": "may"}, "leaves": 9},
}


class Line(msgspec.Struct, frozen=True):
    """One step as it is kept: who did what, what was told, and the view after it. The first mixing has no move."""

    move: Move | None
    events: tuple[VanishedEvent, ...]
    view: VanishedView


def agreed(number: int, seats: int, options: dict[str, str]) -> History:
    """Make up what would be agreed in a lobby, all of it from a number."""
    seed = hashlib.sha256(f"golden animal {number}".encode()).digest()
    return History(
        game="vanished_animal",
        rules_version=RULES.version,
        options={option.name: option.choices[0] for option in RULES.options} | options,
        seats=tuple(f"test:{1 + seat}" for seat in range(seats)),
        presses=tuple(f"press-{number}-{seat}" for seat in range(seats)),
        starter=None,
        seed=seed.hex(),
        commitment=commitment(seed),
    )


def recorded(number: int, seats: int, options: dict[str, str], leaves: int = -1) -> tuple[History, list[Line]]:
    """Play a game with names that are often right; seat 1 leaves before move `leaves`."""
    history, rng = agreed(number, seats, options), random.Random(number)
    chance = chance_of(history)
    step = RULES.begin(history.options, seats, starter_of(None, seats, chance), chance)
    lines = [line(None, step)]
    while not step.state.over:
        seat = step.state.turn
        if len(lines) == leaves:
            move, step = Move(1, LEAVE), RULES.leave(step.state, 1, chance)
        else:
            action = chosen(step.state, rng)
            move = Move(seat, msgspec.json.encode(action).decode())
            step = RULES.play(step.state, seat, action, chance)
        lines.append(line(move, step))
    return history, lines


def line(move: Move | None, step: Step[VanishedState]) -> Line:
    """Note a step."""
    return Line(move, step.events, RULES.view(step.state, None))  # type: ignore[arg-type]


def chosen(state: VanishedState, rng: random.Random) -> VanishedAction:
    """Choose an action: mostly no name, and of names half are right."""
    legal = RULES.legal(state, state.turn)
    quiet = [action for action in legal if not isinstance(action, Name)]
    action = rng.choice(quiet if rng.random() < 0.7 else legal)
    return right(state) if isinstance(action, Name) and rng.random() < 0.5 else action


def write(path: Path, history: History, lines: list[Line]) -> None:
    """Keep a game: what was agreed in the first line, then one line a step."""
    path.write_bytes(b"".join(msgspec.json.encode(part) + b"\n" for part in (history, *lines)))


def read(path: Path) -> tuple[History, list[Line]]:
    """Read a game that was kept, its moves put into the history."""
    first, *rest = path.read_bytes().splitlines()
    lines = [msgspec.json.decode(text, type=Line) for text in rest]
    history = msgspec.json.decode(first, type=History)
    return msgspec.structs.replace(history, moves=tuple(line.move for line in lines if line.move)), lines


def main() -> None:
    """Play all games anew and keep them."""
    FOLDER.mkdir(exist_ok=True)
    for name, game in GAMES.items():
        write(FOLDER / f"{name}.jsonl", *recorded(**game))


if __name__ == "__main__":
    main()
