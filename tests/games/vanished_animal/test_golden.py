"""The golden games hold enough to be worth keeping."""

from __future__ import annotations

from bot.games.vanished_animal.rules.moves import (
    Ended,
    Kept,
    Learned,
    Left,
    Looked,
    Named,
    RoundBegan,
    RoundEnded,
    Saw,
    Swapped,
)

from .golden import GOLDEN


def test_together_they_hold_everything_that_can_happen() -> None:
    events = [event for path in GOLDEN.paths for line in GOLDEN.read(path)[1] for event in line.events]
    assert {type(event) for event in events} == {
        *(RoundBegan, Looked, Saw, Swapped, Kept, Named, Learned, RoundEnded, Left, Ended),
    }
    assert {event.right for event in events if isinstance(event, Named)} == {True, False}
    assert {event.again for event in events if isinstance(event, Swapped | Kept)} == {True, False}
    ends = [event for event in events if isinstance(event, RoundEnded)]
    assert {event.prize for event in ends} == {"hat", "wand"}
    assert {(event.hats is None, event.box is None) for event in ends} == {
        *((False, False), (True, False), (True, True)),
    }
