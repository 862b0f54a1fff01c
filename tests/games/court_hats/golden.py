"""The golden playthroughs of Court Hats; `python -m tests.games.court_hats.golden` plays them anew."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec

from bot.engine.replay import GameRecord, RecordedMove
from bot.games.court_hats.rules.moves import CourtAction, CourtEvent
from bot.games.court_hats.rules.state import CourtHatsState
from bot.games.court_hats.rules.view import CourtHatsView
from tests.games.golden import Golden, agreed, played

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


class CourtHatsStep(msgspec.Struct, frozen=True):
    """One step as it is kept: who did what, the events, and the view after it. The deal has no move."""

    move: RecordedMove | None
    events: tuple[CourtEvent, ...]
    view: CourtHatsView


def recorded(
    number: int, seats: int, options: dict[str, str], leaves: int = -1
) -> tuple[GameRecord, list[CourtHatsStep]]:
    """Play a game with moves that often win; seat 1 leaves before move `leaves`."""
    history, rng = agreed("court_hats", RULES, number, seats, options), random.Random(number)
    steps = played(RULES, history, lambda state, legal: likely(state, legal, rng), leaves)
    return history, [CourtHatsStep(move, step.events, RULES.view(step.state, None)) for move, step in steps]  # type: ignore[arg-type]


def likely(state: CourtHatsState, legal: tuple[CourtAction, ...], rng: random.Random) -> CourtAction:
    """Choose an action: mostly, if there is one, an open that wins something."""
    winning = (*fitting(state), *fitting(state, magic=True)) if rng.random() < 0.8 else ()
    return rng.choice(winning or legal)


GOLDEN = Golden(
    folder=FOLDER,
    rules=RULES,
    games=GAMES,
    line=CourtHatsStep,
    recorded=recorded,
    seen=lambda state: [RULES.view(state, viewer) for viewer in (None, 0, 1)],
    kept=lambda line: [line.view] * 3,
)

if __name__ == "__main__":
    GOLDEN.keep()
