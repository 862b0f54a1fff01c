"""One person flooding presses or commands is slowed without cost to the others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from structlog.typing import EventDict

from bot.concurrency.rate_limit import REMEMBERED, Rate, TokenBuckets
from bot.dispatcher import GROUP_COMMANDS
from tests.helpers.clock import MovingClock
from tests.helpers.logs import named
from tests.helpers.party import Party, eventually, party_at
from tests.table.playing import UNFIT, open_one

SLOW = "Slow down a little, please."


def sends(party: Party) -> int:
    """Count what was sent to the group."""
    return sum(call.method.startswith("send") and call.chat == party.group.id for call in party.world.calls)


class TestPresses:
    """Presses that change nothing are counted; those that count are not."""

    async def test_two_hundred_stale_presses_are_slowed_and_the_next_player_is_served(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        board, stale = party.board(), party.token(party.board(), "👁1")
        await party.press(party.ann, "👁1")
        toasts = await asyncio.gather(*(party.send(party.cleo, board, stale) for _ in range(200)))
        texts = [toast.text for toast in toasts]
        assert texts.count("You’re not at this table.") == 30, "the burst"
        assert texts.count(SLOW) == 170
        assert (await party.press(party.bob, "👁2")).text.startswith("You peeked at hat 2")

    async def test_the_awaited_press_of_one_who_floods_still_counts(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        for _ in range(40):
            toast = await party.send(party.bob, party.board(), "nonsense")
        assert toast.text == SLOW
        await party.press(party.ann, "👁1")
        assert (await party.press(party.bob, "👁2")).text.startswith("You peeked at hat 2")

    async def test_asking_without_end_is_slowed_too(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        toasts = [await party.press(party.cleo, "What now?") for _ in range(40)]
        assert [toast.text == SLOW for toast in toasts].count(True) == 10

    async def test_who_waits_is_served_again(self, party: Party, clock: MovingClock) -> None:
        await party.begin(party.ann, party.bob)
        for _ in range(40):
            await party.press(party.cleo, "What now?")
        clock.advance(1)
        assert (await party.press(party.cleo, "What now?")).text.startswith("You’re watching")

    async def test_a_whole_evening_of_moves_is_no_flood(self, party: Party) -> None:
        """survive-23: at random speed, every one of many moves in the same second counts."""
        await party.begin(party.ann, party.bob)
        for _ in range(50):
            if party.table_status() != "playing":
                break
            toast = await open_one(party, UNFIT, "magic", "match")
            assert toast.text.startswith(("It doesn’t fit", "A magic hat", "It fits"))


class TestCommands:
    """A flood of commands costs the group a few sends, and no one else their answers."""

    async def test_a_hundred_boards_cost_a_few_sends(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        before = sends(party)
        for _ in range(100):
            await party.say(party.cleo, "/board")
        assert sends(party) - before <= GROUP_COMMANDS.burst

    async def test_answers_past_a_few_go_to_the_private_chat(self, party: Party) -> None:
        party.world.start(party.bob)
        for text in ("/help", "/rules", "/settings", "/language", "/privacy", "/verify", "/hand", "/stop") * 2:
            await party.say(party.bob, text)
        assert sends(party) == GROUP_COMMANDS.burst
        assert len(party.private(party.bob)) == 1 + 16 - GROUP_COMMANDS.burst, (
            "the greeting, and what was past the group's share"
        )

    async def test_another_is_answered_in_the_group(self, party: Party) -> None:
        for _ in range(60):
            await party.say(party.bob, "/help")
        await party.say(party.cleo, "/verify")
        assert party.messages()[-1].text.startswith("No game has finished here")

    async def test_past_all_measure_nothing_is_answered(self, party: Party, logged: list[EventDict]) -> None:
        party.world.start(party.bob)
        private = party.world.private(party.bob)
        for _ in range(60):
            await party.say(party.bob, "/help", private)
        assert len(party.private(party.bob)) <= 26
        assert "command_flood" in named(logged)

    async def test_leaving_works_past_the_groups_share(self, party: Party) -> None:
        """survive-56: what matters is still done, and asked in the private chat."""
        await party.begin(party.ann, party.bob, party.cleo)
        for _ in range(10):
            await party.say(party.bob, "/help")
        await party.say(party.bob, "/leave")
        await party.press(party.bob, "Leave the game", party.private(party.bob)[-1])
        assert [seat.occupied for seat in party.table_record().seats] == [True, False, True]


class TestWithTheLimitOfAGroup:
    """T18: with twenty calls a minute, one who floods commands must not delay what others wait for."""

    @pytest.fixture
    async def limited(self, database: Path, clock: MovingClock) -> AsyncIterator[Party]:
        async with party_at(database, clock, pictures="blank", telegram_group_per_minute=20) as party:
            yield party

    async def test_the_hosts_answer_comes_before_the_floods(self, limited: Party) -> None:
        party = limited
        for _ in range(8):
            party.world.say(party.cleo, party.group, "/help")
        party.world.say(party.ann, party.group, "/verify")
        await eventually(lambda: any("No game has finished here" in each.text for each in party.messages()), 60)
        assert len(party.messages()) <= 3, "one of hers at most was waiting before it"


class TestBuckets:
    """The measure itself."""

    def test_a_burst_then_one_in_a_while(self) -> None:
        clock = MovingClock()
        flood = TokenBuckets(Rate(burst=3, seconds=2.0), clock)
        assert [flood.take("a") for _ in range(5)] == [True, True, True, False, False]
        clock.advance(1.9)
        assert not flood.take("a")
        clock.advance(0.1)
        assert [flood.take("a"), flood.take("a")] == [True, False]

    def test_keys_do_not_share(self) -> None:
        flood = TokenBuckets(Rate(burst=1, seconds=1.0), MovingClock())
        assert [flood.take("a"), flood.take("b"), flood.take("a")] == [True, True, False]

    def test_waiting_long_gives_no_more_than_a_burst(self) -> None:
        clock = MovingClock()
        flood = TokenBuckets(Rate(burst=2, seconds=1.0), clock)
        flood.take("a")
        clock.advance(1_000)
        assert [flood.take("a") for _ in range(3)] == [True, True, False]

    def test_it_forgets_the_oldest_of_very_many(self) -> None:
        flood = TokenBuckets(Rate(burst=1, seconds=1e9), MovingClock())
        for key in range(REMEMBERED + 1):
            flood.take(key)
        assert flood.spare(0), "forgotten, so full again"
        assert not flood.spare(REMEMBERED)
