"""Whole games that were kept once are still played the same, view by view and event by event."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.engine.replay import replay, verify
from bot.games.registry import GAMES
from tests.games.golden import Golden

ALL: list[Golden[Any]] = [import_module(f"tests.games.{game.key}.golden").GOLDEN for game in GAMES]

every_game = pytest.mark.parametrize(
    ("golden", "path"),
    [
        pytest.param(golden, path, id=f"{path.parent.parent.name}-{path.stem}")
        for golden in ALL
        for path in golden.paths
    ],
)


@pytest.mark.parametrize("golden", ALL, ids=lambda golden: golden.folder.parent.name)
def test_every_golden_game_is_kept(golden: Golden[Any]) -> None:
    assert {path.stem for path in golden.paths} == set(golden.games)


@every_game
def test_a_golden_game_is_played_the_same(golden: Golden[Any], path: Path) -> None:
    history, lines = golden.read(path)
    steps = list(replay(golden.rules, history))
    assert len(steps) == len(lines)
    for step, line in zip(steps, lines, strict=True):
        assert step.events == line.events
        assert golden.seen(step.state) == golden.kept(line)


@every_game
def test_a_golden_game_is_fair_and_ended(golden: Golden[Any], path: Path) -> None:
    history, lines = golden.read(path)
    assert lines[-1].events[-1].__struct_config__.tag == "ended"
    *_, last = replay(golden.rules, history)
    assert golden.rules.outcome(last.state) is not None
    assert verify(golden.rules, history, [line.events for line in lines]).fair


@every_game
def test_a_golden_game_goes_on_from_any_saved_state(golden: Golden[Any], path: Path) -> None:
    """A state that was written and read again at every move gives the same game."""
    history, lines = golden.read(path)
    for step, line in zip(replay(golden.rules, history), lines, strict=True):
        loaded = msgspec.json.decode(msgspec.json.encode(step.state), type=golden.rules.state_type)
        assert loaded == step.state
        assert golden.seen(loaded) == golden.kept(line)
