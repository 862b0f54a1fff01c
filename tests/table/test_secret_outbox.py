"""Races about secrets: one copy, or none."""

from __future__ import annotations

from tests.helpers.clock import MovingClock
from tests.helpers.party import Party, eventually
from tests.table.test_secrets import whispers


async def was_read(party: Party) -> bool:
    """Return whether the only secret is noted as read."""
    (row,) = await party.store.secrets()
    return row.remove_at is not None


class TestRaces:
    """However delivery, `/hand`, "Got it" and the end of its time race, one copy lies there, or none."""

    async def test_time_ends_while_the_whisper_is_on_its_way(self, party: Party, clock: MovingClock) -> None:
        """Seen in an alert while its message is held up: what comes late is not kept beyond its time."""
        await party.begin(party.ann, party.bob)
        fault = party.api.faults.delay(0.5, method="sendPhoto", chat=party.ann.id)
        board = party.board()
        await party.send(party.ann, board, party.token(board, "👁1"))
        await party.send(party.ann, board, f"{party.table_record().id}.-.hand")
        await eventually(lambda: was_read(party))
        clock.advance(60)
        await party.manager.scheduler.tick()
        await party.tick()
        assert whispers(party, party.ann) == []
        party.api.faults.cancel(fault)

    async def test_seen_and_hand_at_once(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await party.press(party.ann, "👁1")
        (whisper,) = whispers(party, party.ann)
        token = party.token(whisper, "Got it")
        for _ in range(3):
            party.world.say(party.ann, party.group, "/hand")
        party.world.press(party.ann, whisper.chat, whisper.id, token)
        await party.settle()
        assert whispers(party, party.ann) == []

    async def test_a_stop_lets_the_whisper_in_hand_arrive_once(self, party: Party) -> None:
        """survive-4: a graceful restart leaves no second copy that nothing would take away."""
        await party.begin(party.ann, party.bob)
        party.api.faults.delay(0.5, method="sendPhoto", chat=party.ann.id)
        board = party.board()
        await party.send(party.ann, board, party.token(board, "👁1"))
        await party.restart()
        assert len(whispers(party, party.ann)) == 1
