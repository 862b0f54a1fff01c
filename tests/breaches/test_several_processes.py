"""The checks of the part `several` find what they are there for: processes that are all broken in the same way."""

from __future__ import annotations

import sys

import pytest

from tests.helpers.postgres import Postgres
from tests.outside import several
from tests.soak.summary import Run


@pytest.mark.timeout(600)
@pytest.mark.parametrize("breach", ["leases_for_all", "jobs_twice", "old_memory"])
async def test_what_several_processes_agree_by_is_broken(
    breach: str, server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(several, "STUCK", 15.0)
    run = Run(seed=6, seconds=0.0)
    command = (sys.executable, "-m", "tests.breaches.several_bot", breach)
    try:
        await several.play(run, run.seed, server, [("telegram", "hats")], ["kill"], processes=2, command=command)
    except AssertionError as error:  # they do not even come up
        run.loss(str(error))
    assert run.summary.found
