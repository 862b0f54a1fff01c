"""A slice of the soak's part `several`: games on several processes of one database, of which some die."""

from __future__ import annotations

import pytest

from tests.helpers.postgres import Postgres
from tests.outside.several import play
from tests.soak.summary import Run


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("webhook", "words", "troubles"),
    [
        (False, [("telegram", "hats"), ("discord", "animal")], ["kill", "stop_database", "kill"]),
        (True, [("telegram", "invisible"), ("discord", "hats")], ["crash_database", "kill"]),
    ],
    ids=["polling", "webhook"],
)
async def test_games_go_on_whichever_process_dies(
    webhook: bool, words: list[tuple[str, str]], troubles: list[str], server: Postgres
) -> None:
    """Every press is answered, every move counts once, boards are right, and no secret is seen or left."""
    run = Run(seed=4, seconds=0.0)
    await play(run, run.seed, server, words, troubles, webhook=webhook)
    assert not run.summary.found, "\n".join(run.summary.found)
    assert run.summary.counts["games"] >= 2
