"""The golden games hold enough to be worth keeping."""

from __future__ import annotations

from typing import get_args

from bot.engine.rules import SeatLeft
from bot.games.invisible_man.rules.moves import HuntEnded, InvisibleEvent

from .golden import GOLDEN


def test_together_they_hold_everything_that_can_happen() -> None:
    events = [event for path in GOLDEN.paths for line in GOLDEN.read(path)[1] for event in line.events]
    assert {type(event) for event in events} == set(get_args(InvisibleEvent))
    assert {event.reason for event in events if isinstance(event, HuntEnded)} >= {"caught", "patience", "chase"}
    assert sum(isinstance(event, SeatLeft) for event in events) == 1
