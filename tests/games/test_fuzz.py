"""The short form of `make fuzz`: some random games of each kind end with every invariant checked."""

from __future__ import annotations

import pytest

from tests.games.fuzz import MACHINES, play_one


@pytest.mark.parametrize("name", sorted(MACHINES))
def test_random_games_end_with_every_invariant_checked(name: str) -> None:
    assert all(play_one(name, seed) > 0 for seed in range(5))
