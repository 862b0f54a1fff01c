"""The golden playthroughs of The Vanished Animal; `python -m tests.games.vanished_animal.golden` plays them anew."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec

from bot.engine.replay import GameRecord, RecordedMove
from bot.games.vanished_animal.rules.moves import Name, VanishedAction, VanishedEvent
from bot.games.vanished_animal.rules.state import VanishedAnimalState
from bot.games.vanished_animal.rules.view import VanishedAnimalView
from tests.games.golden import Golden, agreed, played

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


class VanishedAnimalStep(msgspec.Struct, frozen=True):
    """One step as it is kept: who did what, the events, and the view after it. The first mixing has no move."""

    move: RecordedMove | None
    events: tuple[VanishedEvent, ...]
    view: VanishedAnimalView


def recorded(
    number: int, seats: int, options: dict[str, str], leaves: int = -1
) -> tuple[GameRecord, list[VanishedAnimalStep]]:
    """Play a game with names that are often right; seat 1 leaves before move `leaves`."""
    history, rng = agreed("vanished_animal", RULES, number, seats, options, "golden animal"), random.Random(number)
    steps = played(RULES, history, lambda state, legal: chosen(state, legal, rng), leaves)
    return history, [VanishedAnimalStep(move, step.events, RULES.view(step.state, None)) for move, step in steps]  # type: ignore[arg-type]


def chosen(state: VanishedAnimalState, legal: tuple[VanishedAction, ...], rng: random.Random) -> VanishedAction:
    """Choose an action: mostly no name, and of names half are right."""
    quiet = [action for action in legal if not isinstance(action, Name)]
    action = rng.choice(quiet if rng.random() < 0.7 else legal)
    return right(state) if isinstance(action, Name) and rng.random() < 0.5 else action


GOLDEN = Golden(
    folder=FOLDER,
    rules=RULES,
    games=GAMES,
    line=VanishedAnimalStep,
    recorded=recorded,
    seen=lambda state: [RULES.view(state, viewer) for viewer in (None, 0, 1)],
    kept=lambda line: [line.view] * 3,
)

if __name__ == "__main__":
    GOLDEN.keep()
