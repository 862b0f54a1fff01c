"""What an ended game leaves behind in Discord: a board to play again from, a standing for all, numbers for oneself."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.discord.party import DiscordParty, discord_party
from tests.helpers.discord.people import until
from tests.helpers.party import AFTER_THE_END


@pytest.fixture
async def party(database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DiscordParty]:
    async with discord_party(database, monkeypatch) as together:
        yield together


async def play_to_the_end(party: DiscordParty) -> None:
    """Play The Vanished Animal as Ann and Bob until somebody has won."""
    await party.begin(party.ann, party.bob, game="animal")
    table = party.table()
    for turn in range(200):
        if table.record.status != "playing":
            return
        mover = party.person_to_move()
        names = [each for each in party.board().buttons if each.custom_id.split(".")[2][:1] == "n"]
        await party.press(mover, names[turn % len(names)].label)
        if party.board().button("✔") and table.record.status == "playing":
            await party.press(party.person_to_move(), "✔")
    raise AssertionError("nobody wins")


async def test_an_ended_game_leaves_a_standing_and_a_table_to_play_again_at(party: DiscordParty) -> None:
    await play_to_the_end(party)
    assert [each.label for each in party.board().buttons] == AFTER_THE_END
    top = await (await party.slash(party.cleo, "top")).reply()
    assert top.viewer is None
    assert top.attachments
    assert "Ann" in top.text
    assert "Bob" in top.text
    assert set(top.alts) != {""}
    mine = await (await party.press(party.ann, "My overall rank", top)).reply()
    assert mine.viewer is party.ann
    own = await (await party.slash(party.ann, "stats")).reply()
    assert own.viewer is party.ann
    assert own.attachments
    ended = party.boards()[0]
    await party.press(party.ann, "Rematch", ended)
    await until(lambda: party.board().button("Start"))
    assert {seat.person.id for seat in party.record().seats} == {str(party.ann.id), str(party.bob.id)}
    assert not party.world.call_log.refused()
