"""The golden playthroughs of The Invisible Man; `python -m tests.games.invisible_man.golden` plays them anew."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from typing import Any

import msgspec

from bot.engine.replay import GameRecord, RecordedMove
from bot.games.invisible_man.rules.moves import InvisibleAction, InvisibleEvent, MovePawn
from bot.games.invisible_man.rules.state import InvisibleManState
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.view import InvisibleManView
from tests.games.golden import Golden, agreed, played

from .states import RULES

FOLDER = Path(__file__).parent / "golden"

GAMES: dict[str, dict[str, Any]] = {
    "two_classic": {"number": 1, "seats": 2, "options": {}},
    "three_with_all_options": {
        "number": 1,
        "seats": 3,
        "options": {option.name: option.choices[1] for option in RULES.options} | {"stalemate": "on"},
    },
    "four_and_one_leaves": {"number": 3, "seats": 4, "options": {"first_cloak": "on"}, "leaves": 40},
    "two_where_nothing_happens": {"number": 4, "seats": 2, "options": {}, "quiet": True},
    "three_in_an_endless_chase": {"number": 5, "seats": 3, "options": {}, "endless": True},
}


class InvisibleManStep(msgspec.Struct, frozen=True):
    """One step as it is kept: who did what, the events, and the view of each seat after it. The deal has no move."""

    move: RecordedMove | None
    events: tuple[InvisibleEvent, ...]
    views: str


def recorded(
    number: int, seats: int, options: dict[str, str], leaves: int = -1, quiet: bool = False, endless: bool = False
) -> tuple[GameRecord, list[InvisibleManStep]]:
    """Play a game; before move `leaves` the policeman after the Invisible Man leaves.

    quiet: nobody enters a place. endless: in a chase nobody brings about its end.
    """
    history, rng = agreed("invisible_man", RULES, number, seats, options), random.Random(number)
    steps = played(
        RULES,
        history,
        lambda state, legal: chosen(state, legal, rng, quiet=quiet or (endless and state.pawn is not None)),
        leaves,
        lambda state: (state.invisible + 1) % seats,
    )
    return history, [InvisibleManStep(move, step.events, views(step.state)) for move, step in steps]  # type: ignore[arg-type]


def chosen(
    state: InvisibleManState, legal: tuple[InvisibleAction, ...], rng: random.Random, *, quiet: bool
) -> InvisibleAction:
    """Choose an action: mostly one that brings the game on, or where all is to stay quiet one that does not."""
    inside = [
        action for action in legal if isinstance(action, MovePawn) and action.cell in (*TOWN.buildings, state.pawn)
    ]
    if quiet:
        return rng.choice([action for action in legal if action not in inside] or inside)
    return rng.choice(inside if inside and rng.random() < 0.8 else legal)


def views(state: InvisibleManState) -> str:
    """Return the fingerprint of all views of a state: the group's, then each seat's."""
    seen: list[InvisibleManView] = [RULES.view(state, viewer) for viewer in (None, *range(len(state.parts)))]
    return hashlib.sha256(msgspec.json.encode(seen)).hexdigest()[:16]


GOLDEN = Golden(
    folder=FOLDER,
    rules=RULES,
    games=GAMES,
    line=InvisibleManStep,
    recorded=recorded,
    seen=views,
    kept=lambda line: line.views,
)

if __name__ == "__main__":
    GOLDEN.keep()
