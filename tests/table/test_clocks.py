"""Turns with a clock: reminders, turns played in somebody's stead, absence, votes, pauses, and clocks that jump."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from structlog.typing import EventDict

from bot.table.model import turn_clock
from bot.table.model.preferences import Preferences
from tests.helpers.clock import MovingClock
from tests.helpers.logs import named
from tests.helpers.party import Party, labels, party_at
from tests.table.test_chats import migrate
from tests.table.test_secrets import whispers

HOUR, DAY = 3_600.0, 86_400.0
TURN, LEFT = 300.0, 120.0
"""The time of a turn in a chat that has chosen none, and how much of it is left at the reminder."""


async def set_clock(party: Party, text: str) -> None:
    """Choose the clock by the settings menu, as an administrator does."""
    await party.say(party.ann, "/settings")
    menu = party.messages()[-1]
    for _ in range(len(turn_clock.CLOCKS)):
        label = next(label for label in labels(menu) if label.startswith("Time per turn"))
        if label == text:
            return
        await party.press(party.ann, label, menu)
    raise AssertionError(f"no such clock: {text}")


def reminders(party: Party) -> list[str]:
    """List the reminders in the group."""
    return [message.text for message in party.messages() if "it’s your turn" in message.text]


async def start(party: Party, word: str) -> None:
    """Start a game of Ann and Bob, whoever begins."""
    await party.say(party.ann, f"/play {word}")
    for person in (party.ann, party.bob):
        await party.press(person, "Join")
    await party.press(party.ann, "Start")


class TestReminding:
    async def test_half_time_is_told_in_the_group_and_privately(self, party: Party) -> None:
        """survive-49."""
        await party.begin(party.ann, party.bob)
        await party.pass_time(TURN - LEFT - 10)
        assert reminders(party) == []
        await party.pass_time(10)
        assert reminders(party) == ["\u2068Ann\u2069, it’s your turn. Time left: 2 minutes."]
        private = party.private(party.ann)[-1]
        assert "It’s your turn. Time left: 2 minutes." in private.text

    async def test_half_a_day_is_told_too(self, party: Party) -> None:
        await set_clock(party, "Time per turn: 1 day")
        await party.begin(party.ann, party.bob)
        await party.pass_time(DAY / 2)
        assert reminders(party) == ["\u2068Ann\u2069, it’s your turn. Time left: 12 hours."]

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

    async def test_reminders_go_when_their_turn_is_over(self, party: Party) -> None:
        """In the group and in private, and no other message goes along."""
        await party.begin(party.ann, party.bob)
        before = len(party.private(party.ann))
        await party.pass_time(TURN - LEFT)
        assert len(reminders(party)) == 1
        assert len(party.private(party.ann)) == before + 1
        await party.press(party.ann, "⇄1", party.table_board())
        assert len(reminders(party)) == 1, "the turn goes on"
        await party.press(party.ann, "⇄2", party.table_board())
        assert reminders(party) == []
        assert len(party.private(party.ann)) == before
        assert party.table().record.reminders == ()
        assert party.table_board().id in party.group.messages

    async def test_changes_at_once_take_a_reminder_away_once(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await party.pass_time(TURN - LEFT)
        assert len(reminders(party)) == 1
        table = party.table()
        async with table.changing() as change:
            await change.save(replace(table.record, since=table.record.since + 1))
            await change.save(replace(table.record, since=table.record.since + 1))
        await party.settle()
        assert reminders(party) == []
        gone = [(call.chat, call.params["message_id"]) for call in party.world.calls if call.method == "deleteMessage"]
        assert len(gone) == len({*gone}) > 1

    @pytest.mark.parametrize("end", ["the computer plays", "stopped"])
    async def test_reminders_go_after_a_restart_too(self, party: Party, end: str) -> None:
        await party.begin(party.ann, party.bob)
        await party.pass_time(TURN - LEFT)
        assert any("It’s your turn" in message.text for message in party.private(party.ann))
        await party.restart()
        assert len(reminders(party)) == 1, "the turn goes on"
        if end == "stopped":
            await party.say(party.ann, "/stop")
            await party.press(party.ann, "Yes, end the game")
        else:
            await party.pass_time(LEFT)
            assert party.table().record.moves == 1
        assert reminders(party) == []
        assert not any("It’s your turn" in message.text for message in party.private(party.ann))

    async def test_a_reminder_that_outlived_its_turn_goes_at_the_start(self, party: Party) -> None:
        """As when Telegram was down, or the process was killed, after a move and before the reminder was gone."""
        await party.begin(party.ann, party.bob)
        await party.pass_time(TURN - LEFT)
        fault = party.api.faults.server_error(method="deleteMessage", chat=party.ann.id, times=None)
        await party.press(party.ann, "👁1", party.table_board())
        assert any("It’s your turn" in message.text for message in party.private(party.ann))
        party.api.faults.cancel(fault)
        await party.restart()
        assert not any("It’s your turn" in message.text for message in party.private(party.ann))

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
        told = "🤖 \u2068Ann\u2069 ran out of time, so the computer played that turn."
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
        assert "⁨Ann⁩ is away, so the computer is playing." in party.table_board().text
        toast = await party.send(party.ann, party.table_board(), party.token(party.table_board(), "👁2"))
        assert toast.text == "The computer is playing for you. Tap “I’m back” first."
        assert (await party.press(party.ann, "What now?", party.table_board())).text == toast.text
        await party.press(party.ann, "I’m back", party.table_board())
        await party.press(party.bob, "👁2", party.table_board())
        assert party.mover() is party.ann

    @pytest.mark.parametrize("word", ["animal", "invisible"])
    async def test_a_turn_of_several_presses_is_missed_once_and_played_to_its_end(
        self, party: Party, word: str
    ) -> None:
        await start(party, word)
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
        await set_clock(party, "Time per turn: 1 minute")
        await party.pass_time(59)
        assert party.table().record.moves == 0
        await party.pass_time(1)
        assert party.table().record.moves == 1

    async def test_when_all_have_vanished_the_game_waits_a_day_and_ends(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        for _ in range(4):
            await party.pass_time(DAY)
        assert "Everyone is away" in party.table_board().text
        assert party.table().record.status == "playing"
        await party.pass_time(DAY)
        assert "The game was ended early" in party.table_board().text

    async def test_the_first_to_be_back_goes_on_with_a_game_that_waits(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        for _ in range(4):
            await party.pass_time(DAY)
        await party.press(party.bob, "I’m back", party.table_board())
        assert party.mover() is party.bob
        await party.pass_time(DAY - 60)
        assert party.table().record.status == "playing"


class TestTheEndOfATurn:
    """A board says until when a turn may take, where that is near enough to count."""

    def until(self, party: Party) -> int | None:
        """Return the moment that the board shows in the reader's own time, in Unix seconds."""
        found = [entity["unix_time"] for entity in party.table_board().entities if entity["type"] == "date_time"]
        return int(found[0]) if found else None

    async def test_it_is_shown_and_moves_on_with_the_turn(self, party: Party, clock: MovingClock) -> None:
        await party.begin(party.ann, party.bob)
        assert self.until(party) == int(clock.now + TURN)
        assert re.search(r"^⁨Ann⁩’s turn · until \d\d:\d\d UTC$", party.table_board().text, re.MULTILINE)
        clock.advance(60)
        await party.press(party.ann, "👁1")
        assert self.until(party) == int(clock.now + TURN)

    async def test_an_hour_is_shown_and_a_day_is_not(self, party: Party, clock: MovingClock) -> None:
        await set_clock(party, "Time per turn: 1 hour")
        await party.begin(party.ann, party.bob)
        assert self.until(party) == int(clock.now + HOUR)
        await set_clock(party, "Time per turn: 1 day")
        assert self.until(party) is None
        await set_clock(party, "Time per turn: unlimited")
        assert "until" not in party.table_board().text

    async def test_a_game_that_rests_has_none(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await party.say(party.ann, "/pause")
        assert self.until(party) is None


class TestPace:
    async def test_a_running_game_keeps_the_time_it_began_with(self, party: Party) -> None:
        """What the chat chooses for the next one, in its lobby, is no matter of this one."""
        await set_clock(party, "Time per turn: 1 hour")
        await party.begin(party.ann, party.bob)
        place = party.table().record.place
        await party.manager.services.chats.change(place, lambda chosen: replace(chosen, clock=None))
        await party.press(party.ann, "👁1")
        assert party.table().record.clock == HOUR
        await party.restart()
        await party.press(party.bob, "👁2", party.table_board())
        assert party.table().record.clock == HOUR

    def test_what_a_chat_has_chosen_holds_and_who_chose_nothing_plays_now(self) -> None:
        def stored(settings: bytes) -> Preferences:
            return msgspec.json.decode(settings, type=Preferences)

        assert stored(b"{}").turn_seconds() == turn_clock.NOW == 300
        assert stored(b'{"clock":0}').turn_seconds() == 0
        assert stored(b'{"clock":3600}').turn_seconds() == 3_600
        assert stored(b"{}").turn_seconds(private=True) == 0, "alone nobody is kept waiting"
        chosen = Preferences(clock=turn_clock.BY_POST)
        assert msgspec.json.decode(msgspec.json.encode(chosen), type=Preferences) == chosen

    async def test_alone_there_is_no_clock(self, party: Party) -> None:
        chat = party.world.private(party.ann)
        await party.say(party.ann, "/play hats", chat)
        assert not [label for label in labels(party.board(chat)) if "Pace" in label]
        await party.press(party.ann, "Start", party.board(chat))
        assert party.table(chat).record.clock == 0

    def test_a_reminder_comes_in_whole_minutes_before_the_end(self) -> None:
        assert [turn_clock.reminder_seconds(clock) for clock in (60, 300, 3_600, 86_400)] == [30, 120, 1_800, 43_200]


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
        self, party: Party, clock: MovingClock, logged: list[EventDict], *, down: bool
    ) -> None:
        await party.begin(party.ann, party.bob)
        if down:
            await party.close()
        clock.now -= 30 * DAY
        if down:
            await party.open()
        await party.tick()
        assert ("clock_set" in named(logged)) is not down
        await party.pass_time(TURN - 60)
        assert party.table().record.moves == 0
        await party.pass_time(60)
        assert party.table().record.moves == 1

    @pytest.mark.parametrize("days", [1, -1])
    async def test_a_clock_set_by_a_day_costs_nobody_anything(
        self, database: Path, clock: MovingClock, days: int
    ) -> None:
        """Not the turn, its time, the lobby next door, nor a secret its minute; and nobody is slowed for a day."""
        async with party_at(database, clock, pictures="blank", steady=clock.steady) as party:
            await party.begin(party.ann, party.bob)
            other = party.world.create_group("Others", party.people)
            await party.say(party.ann, "/play hats", other)
            lobby = party.table(other)
            await party.press(party.ann, "👁1")
            assert len(whispers(party, party.ann)) == 1
            await party.pass_time(30)
            clock.set_by(days * DAY)
            await party.tick()
            assert party.table().record.moves == 1
            assert lobby.record.status == "lobby"
            assert len(whispers(party, party.ann)) == 1
            await party.pass_time(30)
            assert whispers(party, party.ann) == []
            await party.pass_time(TURN - 31)
            assert party.table().record.moves == 1
            await party.pass_time(1)
            assert party.table().record.moves == 2, "the turn got its time anew, and no more"
            await party.pass_time(30 * 60)
            assert lobby.record.status == "closed"

    async def test_who_was_slowed_before_the_clock_was_set_back_is_heard_again(
        self, database: Path, clock: MovingClock
    ) -> None:
        async with party_at(database, clock, pictures="blank", steady=clock.steady) as party:
            await party.begin(party.ann, party.bob)
            for _ in range(40):
                toast = await party.send(party.bob, party.table_board(), party.token(party.table_board(), "👁1"))
            assert "Slow down" in toast.text
            clock.set_by(-DAY)
            clock.advance(60)
            toast = await party.send(party.bob, party.table_board(), party.token(party.table_board(), "👁1"))
            assert "Slow down" not in toast.text

    async def test_summer_time_changes_no_turn(self, party: Party, clock: MovingClock) -> None:
        """Berlin's clocks went from 2:00 to 3:00 on 2026-03-29 at 01:00 UTC; deadlines are Unix seconds."""
        clock.now = 1_774_743_600.0  # 2026-03-29 00:20 UTC
        await party.tick()  # it is noticed that the clock was set, before any turn runs by it
        await party.begin(party.ann, party.bob)
        await set_clock(party, "Time per turn: 1 hour")
        await party.pass_time(HOUR - 1)
        assert party.table().record.moves == 0
        await party.pass_time(1)
        assert party.table().record.moves == 1


class TestVoting:
    """survive-50: without a clock a majority of the others passes who is long in coming."""

    async def begin(self, party: Party) -> None:
        await party.begin(party.ann, party.bob, party.cleo, party.dan)
        await set_clock(party, "Time per turn: unlimited")

    async def test_the_vote_is_offered_after_two_minutes(self, party: Party) -> None:
        await self.begin(party)
        await party.pass_time(119)
        assert "Don’t wait for \u2068Ann\u2069" not in labels(party.table_board())
        await party.pass_time(1)
        assert "Don’t wait for \u2068Ann\u2069" in labels(party.table_board())

    async def test_two_of_three_others_carry_it(self, party: Party) -> None:
        """survive-52: the board tells how many have voted, and not who."""
        await self.begin(party)
        await party.pass_time(120)
        await party.press(party.bob, "Don’t wait", party.table_board())
        assert (
            "\u2068Ann\u2069 is keeping you waiting. Votes to let the computer play: 1 of 3."
            in party.table_board().text
        )
        await party.press(party.bob, "Don’t wait", party.table_board())
        assert party.table().record.moves == 0, "a vote counts once"
        await party.press(party.cleo, "Don’t wait", party.table_board())
        assert party.table().record.moves == 1
        assert party.mover() is party.bob

    async def test_votes_survive_a_restart(self, party: Party) -> None:
        """survive-51."""
        await self.begin(party)
        await party.pass_time(120)
        await party.press(party.bob, "Don’t wait", party.table_board())
        await party.restart()
        await party.press(party.dan, "Don’t wait", party.table_board())
        assert party.table().record.moves == 1

    async def test_too_early_by_oneself_and_by_onlookers_it_is_refused(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await set_clock(party, "Time per turn: unlimited")
        token = f"{party.table().record.id}.-.pass"
        board = party.table_board()
        assert (await party.send(party.bob, board, token)).text == "Nobody is holding up the game right now."
        await party.pass_time(120)
        board = party.table_board()
        assert (await party.send(party.ann, board, token)).text == "It’s your turn, so go ahead."
        assert (await party.send(party.cleo, board, token)).text == "You’re not at this table."
        assert party.table().record.moves == 0


class TestPausing:
    async def test_a_paused_game_survives_weeks_and_goes_on(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await party.say(party.ann, "/pause")
        assert "Paused" in party.table_board().text
        toast = await party.send(party.ann, party.table_board(), f"{party.table().record.id}.1.p0")
        assert toast.text == "The game is paused. The host or an administrator can resume it."
        await party.pass_time(42 * DAY)
        await party.restart()
        assert (party.table().record.status, party.table().record.moves) == ("playing", 0)
        await party.press(party.ann, "▶ Resume", party.table_board())
        await party.pass_time(DAY - 60)
        await party.press(party.ann, "👁1", party.table_board())
        assert party.table().record.moves == 1

    @pytest.mark.parametrize("word", ["hats", "animal", "invisible"])
    async def test_while_it_is_paused_nobody_is_advised_to_press_what_is_not_there(
        self, party: Party, word: str
    ) -> None:
        await start(party, word)
        await party.say(party.ann, "/pause")
        for person in (party.ann, party.bob, party.cleo):
            told = await party.press(person, "What now?", party.table_board())
            assert told.alert
            assert told.text == "The game is paused. The host or an administrator can resume it."
        await party.say(party.ann, "/pause")
        told = await party.press(party.mover(), "What now?", party.table_board())
        assert "paused" not in told.text

    async def test_only_the_host_pauses(self, party: Party) -> None:
        await party.begin(party.bob, party.cleo)
        await party.say(party.cleo, "/pause")
        assert not party.table().record.paused
        await party.say(party.bob, "/stop")
        await party.press(party.bob, "⏸ Just pause it")
        assert party.table().record.paused
        await party.say(party.bob, "/pause")
        assert not party.table().record.paused

    async def test_a_table_that_is_still_open_says_that_it_has_not_started(self, party: Party) -> None:
        await party.say(party.ann, "/play hats")
        await party.say(party.ann, "/pause")
        assert "The game hasn’t started yet." in party.messages()[-1].text

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
