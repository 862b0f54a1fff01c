"""Golden playthroughs: whole games kept as JSON lines, with every view and event.

`python -m tests.games.invisible_man.golden` plays them anew. A difference in them is a change of what the rules do:
then `InvisibleRules.version` must grow too, since games that run would go on otherwise than they began.
"""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from typing import Any

import msgspec

from bot.games.chance import commitment
from bot.games.game import Step
from bot.games.invisible_man.moves import InvisibleAction, InvisibleEvent, Move
from bot.games.invisible_man.state import InvisibleState
from bot.games.invisible_man.town import TOWN
from bot.games.invisible_man.view import InvisibleView
from bot.games.proof import LEAVE, History, chance_of, starter_of
from bot.games.proof import Move as Line

from .states import RULES

FOLDER = Path(__file__).parent / "golden"

GAMES: dict[str, dict[str, Any]] = {
    "two_classic": {"number": 1, "seats": 2, "options": {}},
    "three_with_all_options": {
        "number": 6,
        "seats": 3,
        "options": {option.name: option.choices[1] for option in RULES.options} | {"stalemate": "on"},
    },
    "four_and_one_leaves": {"number": 3, "seats": 4, "options": {"first_cloak": "on"}, "leaves": 40},
    "two_where_nothing_happens": {"number": 4, "seats": 2, "options": {}, "quiet": True},
}


class Kept(msgspec.Struct, frozen=True):
    """One step as it is kept: who did what, what was told, and the view of each seat after it. The deal has no move."""

    move: Line | None
    events: tuple[InvisibleEvent, ...]
    views: str


def agreed(number: int, seats: int, options: dict[str, str]) -> History:
    """Make up what would be agreed in a lobby, all of it from a number."""
    seed = hashlib.sha256(f"golden {number}".encode()).digest()
    return History(
        game="invisible_man",
        rules_version=RULES.version,
        options={option.name: option.choices[0] for option in RULES.options} | options,
        seats=tuple(f"test:{1 + seat}" for seat in range(seats)),
        presses=tuple(f"press-{number}-{seat}" for seat in range(seats)),
        starter=None,
        seed=seed.hex(),
        commitment=commitment(seed),
    )


def recorded(
    number: int, seats: int, options: dict[str, str], leaves: int = -1, quiet: bool = False
) -> tuple[History, list[Kept]]:
    """Play a game; before move `leaves` the policeman after the Invisible Man leaves."""
    history, rng = agreed(number, seats, options), random.Random(number)
    chance = chance_of(history)
    step = RULES.begin(history.options, seats, starter_of(None, seats, chance), chance)
    lines = [kept(None, step)]
    while (seat := RULES.to_act(step.state)) is not None:
        if len(lines) == leaves:
            seat = (step.state.invisible + 1) % seats
            move, step = Line(seat, LEAVE), RULES.leave(step.state, seat, chance)
        else:
            action = chosen(step.state, RULES.legal(step.state, seat), rng, quiet)
            move = Line(seat, msgspec.json.encode(action).decode())
            step = RULES.play(step.state, seat, action, chance)
        lines.append(kept(move, step))
    return history, lines


def chosen(
    state: InvisibleState, legal: tuple[InvisibleAction, ...], rng: random.Random, quiet: bool
) -> InvisibleAction:
    """Choose an action: mostly one that brings the game on, or where all is to stay quiet one that does not."""
    inside = [action for action in legal if isinstance(action, Move) and action.cell in (*TOWN.buildings, state.pawn)]
    if quiet:
        return rng.choice([action for action in legal if action not in inside])
    return rng.choice(inside if inside and rng.random() < 0.8 else legal)


def kept(move: Line | None, step: Step[InvisibleState]) -> Kept:
    """Note a step."""
    return Kept(move, step.events, views(step.state))  # type: ignore[arg-type]


def views(state: InvisibleState) -> str:
    """Give the fingerprint of all views of a state: the group's, then each seat's."""
    seen: list[InvisibleView] = [RULES.view(state, viewer) for viewer in (None, *range(len(state.parts)))]
    return hashlib.sha256(msgspec.json.encode(seen)).hexdigest()[:16]


def write(path: Path, history: History, lines: list[Kept]) -> None:
    """Keep a game: what was agreed in the first line, then one line a step."""
    path.write_bytes(b"".join(msgspec.json.encode(part) + b"\n" for part in (history, *lines)))


def read(path: Path) -> tuple[History, list[Kept]]:
    """Read a game that was kept, its moves put into the history."""
    first, *rest = path.read_bytes().splitlines()
    lines = [msgspec.json.decode(text, type=Kept) for text in rest]
    history = msgspec.json.decode(first, type=History)
    return msgspec.structs.replace(history, moves=tuple(line.move for line in lines if line.move)), lines


def main() -> None:
    """Play all games anew and keep them."""
    FOLDER.mkdir(exist_ok=True)
    for name, game in GAMES.items():
        write(FOLDER / f"{name}.jsonl", *recorded(**game))


if __name__ == "__main__":
    main()
