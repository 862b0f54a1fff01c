"""What a process remembers of tables is bounded, however many games are played."""

from __future__ import annotations

import pytest

from bot.table.core import directory
from tests.helpers.party import Party


async def test_games_that_have_ended_leave_memory_and_can_still_be_read(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(directory, "KEPT_ENDED", 2)
    played = []
    for _ in range(6):
        await party.say(party.ann, "/play hats")
        table = await party.manager.tables.by_id(party._lobby().id)
        played.append(table.id)
        async with table.changing() as change:
            await change.close()
        await party.settle()
    await party.say(party.ann, "/play hats")
    kept = party.manager.tables.all_in_memory()
    assert len(kept) <= 4
    assert party._lobby().id in {table.id for table in kept}
    first = await party.manager.tables.by_id(played[0])
    assert first.record.status == "closed"
