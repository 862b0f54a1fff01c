"""The golden games hold enough to be worth keeping."""

from __future__ import annotations

from bot.engine.rules import SeatLeft
from bot.games.vanished_animal.rules.moves import (
    Kept,
    Learned,
    Looked,
    Named,
    RingSwapped,
    RoundBegan,
    RoundEnded,
    SawAnimal,
    VanishedEnded,
)

from .golden import GOLDEN


def test_together_they_hold_everything_that_can_happen() -> None:
    events = [event for path in GOLDEN.paths for line in GOLDEN.read(path)[1] for event in line.events]
    assert {type(event) for event in events} == {
        *(RoundBegan, Looked, SawAnimal, RingSwapped, Kept, Named, Learned, RoundEnded, SeatLeft, VanishedEnded),
    }
    assert {event.right for event in events if isinstance(event, Named)} == {True, False}
    assert {event.again for event in events if isinstance(event, RingSwapped | Kept)} == {True, False}
    ends = [event for event in events if isinstance(event, RoundEnded)]
    assert {event.prize for event in ends} == {"hat", "wand"}
    assert {(event.hats is None, event.box is None) for event in ends} == {
        *((False, False), (True, False), (True, True)),
    }
