"""Whole games that were kept once are still played the same, view by view and event by event."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bot.games.proof import replay, verify
from bot.games.vanished_animal.moves import (
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

from .golden import FOLDER, GAMES, read
from .states import RULES

PATHS = sorted(FOLDER.glob("*.jsonl"))


def test_every_golden_game_is_kept() -> None:
    assert {path.stem for path in PATHS} == set(GAMES)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_golden_game_is_played_the_same(path: Path) -> None:
    history, lines = read(path)
    steps = list(replay(RULES, history))
    assert len(steps) == len(lines)
    for step, line in zip(steps, lines, strict=True):
        assert step.events == line.events
        assert {viewer: RULES.view(step.state, viewer) for viewer in (None, 0, 1)} == dict.fromkeys(
            (None, 0, 1), line.view
        )


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_golden_game_is_fair_and_ended(path: Path) -> None:
    history, lines = read(path)
    assert lines[-1].view.outcome is not None
    assert verify(RULES, history, [line.events for line in lines]).fair


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_golden_game_goes_on_from_any_saved_state(path: Path) -> None:
    """A state that was written and read again at every move gives the same game."""
    history, lines = read(path)
    for step, line in zip(replay(RULES, history), lines, strict=True):
        loaded = msgspec.json.decode(msgspec.json.encode(step.state), type=RULES.state_type)
        assert loaded == step.state
        assert RULES.view(loaded, None) == line.view


def test_together_they_hold_everything_that_can_happen() -> None:
    events = [event for path in PATHS for line in read(path)[1] for event in line.events]
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
