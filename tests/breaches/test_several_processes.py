"""The checks of the part `several` find what they are there for: processes that are all broken in the same way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.breaches.several_bot import (
    jobs_twice,
    leases_for_all,
    old_memory,
    presses_in_hand_dropped,
    updates_in_memory,
)
from tests.helpers.outside import RandomGame
from tests.helpers.postgres import Postgres
from tests.outside import rolling, several
from tests.soak.summary import Run

EVENINGS = 10
"""As in the soak, another is played when nothing was found: what two do at the same time is up to chance."""


@pytest.mark.timeout(600)
@pytest.mark.parametrize("breach", [leases_for_all, jobs_twice, old_memory], ids=lambda breach: breach.__name__)
async def test_what_several_processes_agree_by_is_broken(
    breach: Callable[[], None], server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(several, "STUCK", 15.0)
    monkeypatch.setattr(RandomGame.until, "__defaults__", (15.0,))
    monkeypatch.setattr(several._passes, "__defaults__", (10.0,))
    run = Run(seed=6, seconds=0.0)
    for seed in range(run.seed, run.seed + EVENINGS):
        try:
            await several.play(run, seed, server, [("telegram", "hats")], [], processes=2, plant=breach)
        except AssertionError as error:  # they do not even come up
            run.loss(str(error))
        if run.summary.found:
            break
    assert run.summary.found


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("playing", "breach", "found"),
    [
        ({"webhook": True, "tables": 12}, updates_in_memory, "presses get no answer"),
        ({"channels": 10}, presses_in_hand_dropped, "neither counted once nor was told why not"),
    ],
    ids=["updates on Telegram", "presses on Discord"],
)
async def test_what_a_replaced_process_has_acknowledged_and_drops(
    playing: dict[str, Any],
    breach: Callable[[], object],
    found: str,
    server: Postgres,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rolling, "ANSWERED", 15.0)
    with pytest.raises(AssertionError, match=found):
        await rolling.deploy(server, tmp_path, **playing, plant=breach)
