"""Hostile updates of both platforms through the real adapters of one process; `make soak` sends 100,000."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from telegram import Update

from tests.helpers.malice import schemas
from tests.helpers.malice.discord import EVENTS
from tests.helpers.malice.junk import Dice, generated
from tests.helpers.malice.scene import Scene, Table
from tests.helpers.malice.siege import attack
from tests.helpers.malice.telegram import KINDS, update


@pytest.mark.timeout(900)
async def test_two_thousand_hostile_updates_raise_nothing_and_move_nothing(tmp_path: Path) -> None:
    done = await attack(tmp_path, lambda so_far: so_far.sent >= 2_000, seed=14)
    assert done.laws.moves, "the games went on meanwhile"


@pytest.mark.filterwarnings("ignore::telegram.warnings.PTBDeprecationWarning")  # of fields that we do not read
def test_every_kind_of_update_is_made_by_its_schema_and_can_be_read() -> None:
    assert {"message", "callback_query", "managed_bot", "removed_chat_boost"} <= set(KINDS)
    assert set(schemas.kinds_of_content()) == set(KINDS)

    def one_of_each(dice: Dice) -> list[dict[str, Any]]:
        contents = schemas.kinds_of_content().items()
        return [{"update_id": 1, kind: schemas.telegram_value(dice, hint, {})} for kind, hint in contents]

    for made in chain(*generated(one_of_each, 20, 14)):
        [kind] = made.keys() - {"update_id"}
        read = Update.de_json(json.loads(json.dumps(made)), None)
        assert getattr(read, kind) is not None, kind


def test_every_kind_of_event_is_made_by_its_schema() -> None:
    assert {"INTERACTION_CREATE", "GUILD_DELETE", "MESSAGE_REACTION_ADD", "MESSAGE_POLL_VOTE_ADD"} <= set(EVENTS)
    assert [event for event in EVENTS if schemas.schema_of_event(event) is None] == []

    def one_of_each(dice: Dice) -> list[Any]:
        hints = [schemas.schema_of_event(event) for event in EVENTS]
        return [schemas.discord_value(dice, hint, {}) for hint in hints if hint]

    for event, content in chain(*(zip(EVENTS, made, strict=True) for made in generated(one_of_each, 20, 14))):
        assert json.dumps(content)
        assert event == "RESUMED" or content, event


def test_no_update_is_made_twice() -> None:
    table = Table("abcdef01", -1_000, (11, 12), 11, ("abcdef01.5.p0", "abcdef01.5.p1"), (77,), quiet=False)
    scene = Scene((table,), (13,), (14, 15))
    made = generated(lambda dice: update(dice, scene, 99), 400, 14)
    assert made == generated(lambda dice: update(dice, scene, 99), 400, 14), "a seed repeats a run"
    assert len(set(made)) > 360
