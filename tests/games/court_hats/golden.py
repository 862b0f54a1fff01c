"""Golden playthroughs: whole games kept as JSON lines, with every view and event.

`python -m tests.games.court_hats.golden` plays them anew. A difference in them is a change of what the rules do: then
`CourtRules.version` must grow too, since games that run would go on otherwise than they began.
"""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from typing import Any

import msgspec

from bot.games.chance import commitment
from bot.games.court_hats.moves import CourtAction, CourtEvent
from bot.games.court_hats.state import CourtState
from bot.games.court_hats.view import CourtView
from bot.games.game import Step
from bot.games.proof import LEAVE, History, Move, chance_of, starter_of

from .states import RULES, fitting

FOLDER = Path(__file__).parent / "golden"

GAMES: dict[str, dict[str, Any]] = {
    # The numbers of the first two were searched for: a layout dies in mid-game, which 1 game in 100 does (H17).
    "two_on_sheet_000": {"number": 256, "seats": 2, "options": RULES.presets[0].values},
    "restart_without_magic": {"number": 52, "seats": 3, "options": {"dead_layout": "restart", "magic_hats": "off"}},
    "short_on_sheet_003": {"number": 2, "seats": 3, "options": RULES.presets[1].values | {"short_game": "on"}},
    "four_and_one_leaves": {
        "number": 3,
        "seats": 4,
        "options": RULES.presets[2].values | {"tie_break": "fewer_chips"},
        "leaves": 20,
    },
}


class Line(msgspec.Struct, frozen=True):
    """One step as it is kept: who did what, what was told, and the view after it. The deal has no move."""

    move: Move | None
    events: tuple[CourtEvent, ...]
    view: CourtView


def agreed(number: int, seats: int, options: dict[str, str]) -> History:
    """Make up what would be agreed in a lobby, all of it from a number."""
    seed = hashlib.sha256(f"golden {number}".encode()).digest()
    return History(
        game="court_hats",
        rules_version=RULES.version,
        options={option.name: option.choices[0] for option in RULES.options} | options,
        seats=tuple(f"test:{1 + seat}" for seat in range(seats)),
        presses=tuple(f"press-{number}-{seat}" for seat in range(seats)),
        starter=None,
        seed=seed.hex(),
        commitment=commitment(seed),
    )


def recorded(number: int, seats: int, options: dict[str, str], leaves: int = -1) -> tuple[History, list[Line]]:
    """Play a game with a hand that is often lucky; seat 1 leaves before move `leaves`."""
    history, rng = agreed(number, seats, options), random.Random(number)
    chance = chance_of(history)
    step = RULES.begin(history.options, seats, starter_of(None, seats, chance), chance)
    lines = [line(None, step)]
    while not step.state.over:
        seat = step.state.turn
        if len(lines) == leaves:
            move, step = Move(1, LEAVE), RULES.leave(step.state, 1, chance)
        else:
            action = lucky(step.state, rng)
            move = Move(seat, msgspec.json.encode(action).decode())
            step = RULES.play(step.state, seat, action, chance)
        lines.append(line(move, step))
    return history, lines


def line(move: Move | None, step: Step[CourtState]) -> Line:
    """Note a step."""
    return Line(move, step.events, RULES.view(step.state, None))  # type: ignore[arg-type]


def lucky(state: CourtState, rng: random.Random) -> CourtAction:
    """Choose an action: mostly, if there is one, an open that wins something."""
    winning = (*fitting(state), *fitting(state, magic=True)) if rng.random() < 0.8 else ()
    return rng.choice(winning or RULES.legal(state, state.turn))


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
