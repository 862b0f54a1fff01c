"""Hostile updates of both platforms through the real adapters of one process; `make soak` sends 100,000."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.malice.discord import EVENTS
from tests.helpers.malice.siege import attack
from tests.helpers.malice.telegram import KINDS


@pytest.mark.timeout(900)
async def test_two_thousand_hostile_updates_raise_nothing_and_move_nothing(tmp_path: Path) -> None:
    done = await attack(tmp_path, lambda so_far: so_far.sent >= 2_000, seed=14)
    assert done.laws.moves, "the games went on meanwhile"


def test_every_kind_of_update_that_the_libraries_know_is_made() -> None:
    assert {"message", "callback_query", "managed_bot", "removed_chat_boost"} <= set(KINDS)
    assert {"INTERACTION_CREATE", "GUILD_DELETE", "VOICE_STATE_UPDATE"} <= set(EVENTS)
