"""Turns with a clock: reminders, turns played in somebody's stead, absence, votes, pauses, and clocks that jump."""

from __future__ import annotations

import asyncio

import pytest

from bot.table.model import turn_clock
from tests.helpers.clock import MovingClock
from tests.helpers.party import Party, labels
from tests.table.test_chats import migrate

HOUR, DAY = 3_600.0, 86_400.0
TURN, LEFT = 300.0, 120.0
"""The time of a turn in a chat that has chosen none, and how much of it is left at the reminder."""


async def set_clock(party: Party, text: str) -> None:
    """Choose the clock by the settings menu, as an administrator does."""
    await party.say(party.ann, "/settings")
    menu = party.messages()[-1]
    for _ in range(len(turn_clock.CLOCKS)):
        label = next(label for label in labels(menu) if label.startswith("A turn may"))
        if label == text:
            return
        await party.press(party.ann, label, menu)
    raise AssertionError(f"no such clock: {text}")


def reminders(party: Party) -> list[str]:
    """List the reminders in the group."""
    return [message.text for message in party.messages() if "it is your turn" in message.text]


class TestReminding:
    async def test_half_time_is_told_in_the_group_and_privately(self, party: Party) -> None:
        """survive-49."""
        await party.begin(party.ann, party.bob)
        await party.pass_time(TURN - LEFT - 10)
        assert reminders(party) == []
        await party.pass_time(10)
        assert reminders(party) == ["⁨Ann⁩, it is your turn. 2 minutes left."]
        private = party.private(party.ann)[-1]
        assert "It is your turn. 2 minutes left." in private.text

    async def test_half_a_day_is_told_too(self, party: Party) -> None:
        await set_clock(party, "A turn may take 1 day")
        await party.begin(party.ann, party.bob)
        await party.pass_time(DAY / 2)
        assert reminders(party) == ["⁨Ann⁩, it is your turn. 12 hours left."]

    async def test_where_messages_have_links_it_leads_to_the_board(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        group = await migrate(party)
        await party.pass_time(TURN - LEFT)
        for chat in (group, party.world.private(party.ann)):
            button = (party.messages(chat)[-1].keyboard or [[{}]])[0][0]
            assert button["url"].endswith(f"/{party.table_board(group).id}")

    async def test_one_reminder_whatever_restarts(self, party: Party) -> None:
        """survive-11."""
        await party.begin(party.ann, party.bob)
        for _ in range(3):
            await party.restart()
        await party.pass_time(TURN - LEFT)
        await party.restart()
        await party.pass_time(60)
        assert len(reminders(party)) == 1

    async def test_two_that_wake_at_once_remind_once(self, party: Party, clock: MovingClock) -> None:
        await party.begin(party.ann, party.bob)
        clock.advance(TURN - LEFT)
        table = party.table().record.id
        await asyncio.gather(*(party.manager.timeouts.remind(table) for _ in range(3)))
        await party.settle()
        assert len(reminders(party)) == 1

    async def test_who_has_moved_is_not_reminded(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await party.pass_time(TURN - LEFT - 10)
        await party.press(party.ann, "👁1")
        await party.pass_time(20)
        assert reminders(party) == []


class TestTimeIsUp:
    async def test_the_computer_plays_that_turn_and_the_seat_stays(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await party.pass_time(DAY)
        assert party.table().record.moves == 1
        assert party.mover() is party.bob
        assert [seat.missed for seat in party.table().record.seats] == [1, 0]
        told = "🤖 The computer played the last turn of ⁨Ann⁩, who let it pass."
        assert told in party.table_board().text
        for person in (party.bob, party.ann):
            await party.press(person, "👁2", party.table_board())
        assert told not in party.table_board().text

    async def test_after_two_in_a_row_the_seat_is_the_computers_until_they_are_back(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        for _ in range(2):
            await party.pass_time(DAY)
            await party.press(party.bob, "👁1", party.table_board())
        assert party.mover() is party.bob, "the computer has moved for Ann at once"
        assert "The computer plays for ⁨Ann⁩, who is away." in party.table_board().text
        toast = await party.send(party.ann, party.table_board(), party.token(party.table_board(), "👁2"))
        assert toast.text == "The computer plays for you. Press “I am back” first."
        await party.press(party.ann, "I am back", party.table_board())
        await party.press(party.bob, "👁2", party.table_board())
        assert party.mover() is party.ann

    @pytest.mark.parametrize("word", ["animal", "invisible"])
    async def test_a_turn_of_several_presses_is_missed_once_and_played_to_its_end(
        self, party: Party, word: str
    ) -> None:
        await party.say(party.ann, f"/play {word}")
        for person in (party.ann, party.bob):
            await party.press(person, "Join")
        await party.press(party.ann, "Start")
        for turn in (1, 2):
            absent, seat = party.mover(), party.table().awaited
            await party.pass_time(DAY)
            assert [row.missed for row in party.table().record.seats][seat] == 1
            assert party.mover() is not absent, f"turn {turn} was played to its end"
        assert not any(row.away for row in party.table().record.seats)

    async def test_a_turn_played_in_between_counts_anew(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        for wait in (True, False, True):
            if wait:
                await party.pass_time(DAY)
            else:
                await party.press(party.ann, "👁1", party.table_board())
            await party.press(party.bob, "👁2", party.table_board())
        assert not party.table().record.seats[0].away

    async def test_a_chat_may_choose_a_minute_and_a_running_game_follows(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await set_clock(party, "A turn may take 1 minute")
        await party.pass_time(59)
        assert party.table().record.moves == 0
        await party.pass_time(1)
        assert party.table().record.moves == 1

    async def test_when_all_have_vanished_the_game_waits_a_day_and_ends(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        for _ in range(4):
            await party.pass_time(DAY)
        assert "Everybody is away" in party.table_board().text
        assert party.table().record.status == "playing"
        await party.pass_time(DAY)
        assert "The game was ended early" in party.table_board().text

    async def test_the_first_to_be_back_goes_on_with_a_game_that_waits(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        for _ in range(4):
            await party.pass_time(DAY)
        await party.press(party.bob, "I am back", party.table_board())
        assert party.mover() is party.bob
        await party.pass_time(DAY - 60)
        assert party.table().record.status == "playing"


class TestClocksThatJump:
    async def test_three_days_down_cost_one_turn_and_no_reminder(self, party: Party, clock: MovingClock) -> None:
        """survive-9: what passed meanwhile fires once; the next player has the whole time from now on."""
        await party.begin(party.ann, party.bob)
        await party.close()
        clock.advance(3 * DAY)
        await party.open()
        await party.tick()
        assert party.table().record.moves == 1
        assert reminders(party) == []
        await party.pass_time(TURN - 60)
        assert party.table().record.moves == 1

    @pytest.mark.parametrize("down", [False, True])
    async def test_a_clock_set_back_gives_the_turn_its_time_anew_and_no_more(
        self, party: Party, clock: MovingClock, *, down: bool
    ) -> None:
        await party.begin(party.ann, party.bob)
        if down:
            await party.close()
        clock.now -= 30 * DAY
        if down:
            await party.open()
        await party.tick()
        await party.pass_time(TURN - 60)
        assert party.table().record.moves == 0
        await party.pass_time(60)
        assert party.table().record.moves == 1

    async def test_summer_time_changes_no_turn(self, party: Party, clock: MovingClock) -> None:
        """Berlin's clocks went from 2:00 to 3:00 on 2026-03-29 at 01:00 UTC; deadlines are Unix seconds."""
        clock.now = 1_774_743_600.0  # 2026-03-29 00:20 UTC
        await party.begin(party.ann, party.bob)
        await set_clock(party, "A turn may take 1 hour")
        await party.pass_time(HOUR - 1)
        assert party.table().record.moves == 0
        await party.pass_time(1)
        assert party.table().record.moves == 1


class TestVoting:
    """survive-50: without a clock a majority of the others passes who is long in coming."""

    async def begin(self, party: Party) -> None:
        await party.begin(party.ann, party.bob, party.cleo, party.dan)
        await set_clock(party, "A turn may take as long as it likes")

    async def test_the_vote_is_offered_after_two_minutes(self, party: Party) -> None:
        await self.begin(party)
        await party.pass_time(119)
        assert "Vote: don't wait for ⁨Ann⁩" not in labels(party.table_board())
        await party.pass_time(1)
        assert "Vote: don't wait for ⁨Ann⁩" in labels(party.table_board())

    async def test_two_of_three_others_carry_it(self, party: Party) -> None:
        """survive-52: the board tells how many have voted, and not who."""
        await self.begin(party)
        await party.pass_time(120)
        await party.press(party.bob, "Vote: don't wait", party.table_board())
        assert "Votes not to wait for ⁨Ann⁩: 1 of 3." in party.table_board().text
        await party.press(party.bob, "Vote: don't wait", party.table_board())
        assert party.table().record.moves == 0, "a vote counts once"
        await party.press(party.cleo, "Vote: don't wait", party.table_board())
        assert party.table().record.moves == 1
        assert party.mover() is party.bob

    async def test_votes_survive_a_restart(self, party: Party) -> None:
        """survive-51."""
        await self.begin(party)
        await party.pass_time(120)
        await party.press(party.bob, "Vote: don't wait", party.table_board())
        await party.restart()
        await party.press(party.dan, "Vote: don't wait", party.table_board())
        assert party.table().record.moves == 1

    async def test_too_early_by_oneself_and_by_onlookers_it_is_refused(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await set_clock(party, "A turn may take as long as it likes")
        token = f"{party.table().record.id}.-.pass"
        board = party.table_board()
        assert (await party.send(party.bob, board, token)).text == "Nobody keeps the game waiting just now."
        await party.pass_time(120)
        assert (await party.send(party.ann, board, token)).text == "It is your turn: just play."
        assert (await party.send(party.cleo, board, token)).text == "You don't sit at this table."
        assert party.table().record.moves == 0


class TestPausing:
    async def test_a_paused_game_survives_weeks_and_goes_on(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await party.say(party.ann, "/pause")
        assert "Paused" in party.table_board().text
        toast = await party.send(party.ann, party.table_board(), f"{party.table().record.id}.1.p0")
        assert toast.text == "The game is paused. The host can go on."
        await party.pass_time(42 * DAY)
        await party.restart()
        assert (party.table().record.status, party.table().record.moves) == ("playing", 0)
        await party.press(party.ann, "▶ Go on", party.table_board())
        await party.pass_time(DAY - 60)
        await party.press(party.ann, "👁1", party.table_board())
        assert party.table().record.moves == 1

    async def test_only_the_host_pauses(self, party: Party) -> None:
        await party.begin(party.bob, party.cleo)
        await party.say(party.cleo, "/pause")
        assert not party.table().record.paused
        await party.say(party.bob, "/stop")
        await party.press(party.bob, "⏸ Only pause it")
        assert party.table().record.paused
        await party.say(party.bob, "/pause")
        assert not party.table().record.paused

    async def test_a_pause_holds_though_everybody_is_away(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        for _ in range(4):
            await party.pass_time(DAY)
        await party.say(party.ann, "/pause")
        await party.pass_time(2 * DAY)
        assert party.table().record.status == "playing"

    async def test_a_game_paused_for_ever_ends(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await party.say(party.ann, "/pause")
        await party.pass_time(60 * DAY)
        assert "The game was ended early" in party.table_board().text
