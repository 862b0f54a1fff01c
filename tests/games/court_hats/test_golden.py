"""The golden games hold enough to be worth keeping."""

from __future__ import annotations

from bot.engine.rules import SeatLeft
from bot.games.court_hats.rules.moves import CourtEnded, HatOpened, LayoutDealt, Peeked, Redealt, RowSwapped, SawHat

from .golden import GOLDEN


def test_together_they_hold_everything_that_can_happen() -> None:
    events = [event for path in GOLDEN.paths for line in GOLDEN.read(path)[1] for event in line.events]
    assert {type(event) for event in events} == {
        LayoutDealt,
        Peeked,
        SawHat,
        RowSwapped,
        HatOpened,
        Redealt,
        SeatLeft,
        CourtEnded,
    }
    assert {event.result for event in events if isinstance(event, HatOpened)} == {"match", "magic", "miss"}
    assert {event.restart for event in events if isinstance(event, Redealt)} == {True, False}
    assert any(event.result == "match" and event.refill is None for event in events if isinstance(event, HatOpened))
