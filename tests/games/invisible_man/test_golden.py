"""Whole games that were kept once are still played the same, view by view and event by event."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from bot.games.invisible_man.moves import Ended, InvisibleEvent, Left
from bot.games.proof import replay, verify

from .golden import FOLDER, GAMES, read, views
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
        assert views(step.state) == line.views


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_golden_game_is_fair_and_ended(path: Path) -> None:
    history, lines = read(path)
    assert isinstance(lines[-1].events[-1], Ended)
    assert verify(RULES, history, [line.events for line in lines]).fair


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_golden_game_goes_on_from_any_saved_state(path: Path) -> None:
    """A state that was written and read again at every move gives the same game."""
    history, lines = read(path)
    for step, line in zip(replay(RULES, history), lines, strict=True):
        loaded = msgspec.json.decode(msgspec.json.encode(step.state), type=RULES.state_type)
        assert loaded == step.state
        assert views(loaded) == line.views


def test_together_they_hold_everything_that_can_happen() -> None:
    events = [event for path in PATHS for line in read(path)[1] for event in line.events]
    assert {type(event) for event in events} == set(get_args(InvisibleEvent))
    assert {event.reason for event in events if isinstance(event, Ended)} >= {"caught", "patience"}
    assert sum(isinstance(event, Left) for event in events) == 1
