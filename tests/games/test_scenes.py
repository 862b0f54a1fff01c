"""A game that has ended, played again face up; of one that runs nothing is revealed."""

from __future__ import annotations

import itertools
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.engine.replay import RecordedMove, beats, rng_of, scenes
from bot.engine.rules import Rules
from bot.errors import DamagedRecord, RunningGame
from bot.games.registry import GAMES
from tests.games.finished import BY_KEY, agreed, by_computers, whole

KEYS = sorted(BY_KEY)


class Watched:
    """Rules that note whether they were asked to reveal anything."""

    def __init__(self, rules: Rules[Any]) -> None:
        self._rules = rules
        self.revealed = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def reveal(self, state: Any) -> Any:
        self.revealed += 1
        return self._rules.reveal(state)


@pytest.mark.parametrize("key", KEYS)
def test_the_scenes_are_the_deal_and_every_move(key: str) -> None:
    record, played = by_computers(key), whole(key)
    assert [scene.number for scene in played] == list(range(len(record.moves) + 1))
    assert [scene.seat for scene in played] == [None, *(move.seat for move in record.moves)]
    assert played[-1].view.to_act is None
    assert all(scene.view.to_act is not None for scene in played[:-1])


@pytest.mark.parametrize("key", KEYS)
@given(share=st.floats(0, 1))
@settings(max_examples=10)
def test_of_a_game_that_runs_nothing_is_revealed(key: str, share: float) -> None:
    record = by_computers(key)
    part = replace(record, moves=record.moves[: int(share * (len(record.moves) - 1))])
    rules = Watched(BY_KEY[key].rules)
    with pytest.raises(RunningGame):
        scenes(cast("Rules[Any]", rules), part)
    assert rules.revealed == 0
    assert len(scenes(BY_KEY[key].rules, replace(part, abandoned=True))) == len(part.moves) + 1, "unless it was stopped"


@pytest.mark.parametrize("key", KEYS)
def test_a_game_by_other_rules_is_not_played_back(key: str) -> None:
    record = by_computers(key)
    with pytest.raises(DamagedRecord):
        scenes(BY_KEY[key].rules, replace(record, rules_version=record.rules_version + 1))
    with pytest.raises(DamagedRecord):
        scenes(BY_KEY[key].rules, replace(record, moves=(RecordedMove(0, '{"type":"no such"}'), *record.moves)))


@pytest.mark.parametrize("key", KEYS)
def test_a_replay_stops_where_a_turn_ends(key: str) -> None:
    played = whole(key)
    stops = beats(played)
    assert stops[0] == 0
    assert stops[-1] == len(played) - 1
    assert list(stops) == sorted(set(stops))
    for before, stop in itertools.pairwise(stops):
        movers = {scene.seat for scene in played[before + 1 : stop + 1]}
        assert len(movers) == 1, "a stop tells what one seat has done"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_truth_agrees_with_what_was_told(game: Any) -> None:
    """The deal's truth is the state's own, and nothing of it is in the public view."""
    record = agreed(game, 3, 5)
    step = game.rules.begin(record.options, 3, 0, rng_of(record))
    truth = game.rules.reveal(step.state)
    assert truth == game.rules.reveal(step.state)
    assert type(truth) is not type(game.rules.view(step.state, None))
