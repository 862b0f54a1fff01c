"""Random games find rules that are broken, and name the seed that shows it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games import fuzz
from tests.games.fuzz import MACHINES, play_one

SEED = 3


@pytest.mark.parametrize("name", sorted(MACHINES))
def test_rules_by_which_anybody_may_move(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    kind = type(MACHINES[name][0])
    lawful = kind.legal

    def legal(self: Any, state: Any, seat: int) -> Any:
        return lawful(self, state, self.to_act(state))

    monkeypatch.setattr(kind, "legal", legal)
    with pytest.raises(AssertionError, match=f"{name}, seed {SEED}"):
        play_one(name, SEED)


@pytest.mark.parametrize("name", sorted(MACHINES))
def test_rules_by_which_no_game_is_won(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(type(MACHINES[name][0]), "outcome", lambda self, state: None)
    with pytest.raises(AssertionError, match=f"{name}, seed {SEED}"):
        play_one(name, SEED)


@pytest.mark.parametrize("name", sorted(MACHINES))
def test_rules_by_which_a_move_changes_nothing(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    kind = type(MACHINES[name][0])
    lawful = kind.play

    def play(self: Any, state: Any, seat: int, action: Any, rng: Any) -> Any:
        step = lawful(self, state, seat, action, rng)
        return type(step)(state, step.events)

    monkeypatch.setattr(fuzz, "LONGEST", 2_000)  # else it takes long until it is sure that there is no end
    monkeypatch.setattr(kind, "play", play)
    with pytest.raises(AssertionError):
        play_one(name, SEED)
