"""A running game: whose press counts, halves of a choice, leaving, removing, ending, playing again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.games.court_hats.presentation import CourtHatsPresenter
from bot.games.court_hats.rules.moves import MAX_UNOPENED, Peeked, Redealt
from bot.games.invisible_man.rules.options import MAX_CHASE_ROUNDS
from bot.playground.model import Message, User
from tests.helpers.clock import MovingClock
from tests.helpers.party import AFTER_THE_END, Party, labels
from tests.helpers.stored import patch
from tests.table.playing import UNFIT, finish, open_one
from tests.table.test_hands import begin


def tokens(message: Message) -> list[str]:
    """List the tokens of a message's buttons."""
    return [button["callback_data"] for row in message.keyboard or [] for button in row if "callback_data" in button]


def moves(party: Party) -> int:
    """Count the moves of the newest table."""
    return int(party.table().record.moves)


def seats_left(party: Party) -> list[str]:
    """List the people who still play."""
    return [seat.name for seat in party.table().record.seats if seat.occupied]


async def leave(party: Party, person: User) -> None:
    """Leave by command and confirm."""
    await party.say(person, "/leave")
    await party.press(person, "Leave the game")


async def test_the_seal_is_shown_at_the_start_and_the_seed_to_who_checks_it_at_the_end(party: Party) -> None:
    """survive-96: the seed shown at the end is the one that was sealed, SHA-256 of its bytes. On boards it is short."""
    await party.begin(party.ann, party.bob)
    table = party.table()
    seal = f"{table.record.commitment[:6]}…{table.record.commitment[-6:]}"
    assert seal in party.board().text
    await finish(party)
    end = party.board()
    assert seal in end.text
    assert f"/verify {table.id}" in end.text
    assert table.record.commitment not in end.text
    assert labels(end) == AFTER_THE_END, "survive-36: no button of the game is left"
    seen = [m.text for chat in party.world.chats.values() for m in chat.messages.values()]
    assert not any(table.record.seed in text for text in seen)


class TestPresses:
    """Which presses count."""

    async def test_only_the_player_to_move_moves(self, party: Party) -> None:
        """survive-54: who is not to move is told whose turn it is."""
        await party.begin(party.ann, party.bob)
        toast = await party.press(party.bob, "👁1")
        assert toast.text == "It’s \u2068Ann\u2069’s turn."
        assert moves(party) == 0

    async def test_an_onlooker_moves_nothing(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        assert (await party.press(party.cleo, "🎩1")).text == "You’re not at this table."
        assert moves(party) == 0

    async def test_a_button_of_a_past_decision_is_refused(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        board, old = party.board(), tokens(party.board())
        await open_one(party, UNFIT, "magic")
        toast = await party.send(party.bob, board, old[1])
        assert toast.text == "The game has moved on. Use the latest board."
        assert moves(party) == 1

    async def test_a_button_of_an_ended_game_is_refused(self, party: Party) -> None:
        """survive-29: the keyboard of a stopped game does nothing, also while another one runs."""
        await party.begin(party.ann, party.bob)
        board, old = party.board(), tokens(party.board())
        await party.say(party.ann, "/stop")
        await party.press(party.ann, "Yes, end the game")
        await party.begin(party.ann, party.bob)
        assert (await party.send(party.ann, board, old[0])).text == "This game is over."
        assert moves(party) == 0

    async def test_a_second_press_of_the_same_button_moves_nothing(self, party: Party) -> None:
        """survive-31: serially."""
        await party.begin(party.ann, party.bob)
        board, token = party.board(), party.token(party.board(), "👁1")
        first = await party.send(party.ann, board, token)
        second = await party.send(party.ann, board, token)
        assert first.text.startswith("You peeked")
        assert second.text == "The game has moved on. Use the latest board."
        assert moves(party) == 1

    async def test_ten_presses_at_once_move_once(self, party: Party) -> None:
        """survive-31: concurrently."""
        await party.begin(party.ann, party.bob)
        board, token = party.board(), party.token(party.board(), "👁1")
        toasts = await asyncio.gather(*(party.send(party.ann, board, token) for _ in range(10)))
        await party.settle()
        assert sum(toast.text.startswith("You peeked") for toast in toasts) == 1
        assert moves(party) == 1

    async def test_a_token_of_another_chat_is_worth_nothing(self, party: Party) -> None:
        other = party.world.create_group("Others", party.people)
        await party.begin(party.ann, party.bob)
        token = party.token(party.board(), "🎩1")
        await party.say(party.ann, "/help", other)
        toast = await party.send(party.ann, party.messages(other)[-1], token)
        assert toast.text == "This button no longer works."
        assert moves(party) == 0

    async def test_a_token_in_a_strangers_private_chat_is_worth_nothing(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        token = party.token(party.board(), "My secret")
        party.world.start(party.cleo)
        await party.settle()
        toast = await party.send(party.cleo, party.private(party.cleo)[-1], token)
        assert toast.text == "This button no longer works."

    async def test_a_token_of_the_players_own_private_chat_counts(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        token = party.token(party.board(), "👁1")
        party.world.start(party.ann)
        await party.settle()
        await party.send(party.ann, next(m for m in party.private(party.ann) if m.keyboard), token)
        assert moves(party) == 1

    async def test_a_button_outlives_the_process_and_a_quarter_of_an_hour(
        self, party: Party, clock: MovingClock
    ) -> None:
        """survive-1, survive-2, survive-18, survive-20."""
        await party.begin(party.ann, party.bob)
        board = party.board()
        await party.restart()
        clock.advance(15 * 60)
        await party.press(party.ann, "👁1", board)
        assert moves(party) == 1

    async def test_what_now_advises_each_by_their_part(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        said = [await party.press(person, "What now?") for person in (party.ann, party.bob, party.cleo)]
        assert [toast.text.split(":")[0].split(".")[0] for toast in said] == [
            "A pair is worth a point, and a wrong hat costs one",
            "The most points wins",
            "You’re watching",
        ]
        assert all(toast.alert and len(toast.text) <= 200 for toast in said)


class TestHalves:
    """The first half of a swap is remembered and advances nothing."""

    async def test_a_half_outlives_other_peoples_presses(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        before = party.table().record
        half = await party.press(party.ann, "⇄1")
        assert half.text.startswith("Hat 1 is selected.")
        await party.press(party.bob, "⇄3")
        await party.press(party.cleo, "What now?")
        await party.say(party.bob, "/board")
        assert (moves(party), party.table().record.decision) == (0, before.decision)
        assert (await party.press(party.ann, "⇄2")).text == "You swapped hats 1 and 2."

    async def test_a_half_outlives_a_restart(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await party.press(party.ann, "⇄1")
        await party.restart()
        await party.press(party.ann, "⇄2")
        assert moves(party) == 1

    async def test_the_same_half_again_takes_it_back(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        toasts = [await party.press(party.ann, "⇄4") for _ in range(3)]
        chosen = "Hat 4 is selected. Now tap ⇄ on the hat to swap it with."
        assert [toast.text for toast in toasts] == [chosen, "Hat 4 is no longer selected.", chosen]
        assert moves(party) == 0

    async def test_a_half_is_dropped_by_another_move(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await party.press(party.ann, "⇄1")
        await party.press(party.ann, "👁3")
        assert party.table().record.pending_choice is None
        assert (await party.press(party.bob, "⇄2")).text.startswith("Hat 2 is selected."), "Ann's half is not Bob's"

    async def test_a_half_outlives_the_leaving_of_somebody_else(self, party: Party) -> None:
        await party.begin(party.ann, party.bob, party.cleo)
        await party.press(party.ann, "⇄1")
        await leave(party, party.cleo)
        assert (await party.press(party.ann, "⇄2", party.table_board())).text.startswith("You swapped hats 1 and 2")


class TestLeaving:
    """survive-46, survive-56: whoever leaves, whenever, the game goes on or ends."""

    @pytest.mark.parametrize("who", [0, 1, 2])
    @pytest.mark.parametrize("half", [False, True])
    async def test_leaving_never_stalls_the_game(self, party: Party, who: int, *, half: bool) -> None:
        await party.begin(party.ann, party.bob, party.cleo)
        if half:
            await party.press(party.ann, "⇄1")
        leaver = party.people[who]
        await leave(party, leaver)
        assert leaver.first_name not in seats_left(party)
        assert party.mover() is (party.bob if who == 0 else party.ann), "the computer has moved for Ann"
        assert moves(party) == (who == 0)
        await party.press(party.mover(), "🎩1", party.table_board())
        assert moves(party) > (who == 0)
        assert party.mover() is not leaver

    async def test_leaving_is_asked_once_more_and_only_of_the_asker(self, party: Party) -> None:
        await party.begin(party.ann, party.bob, party.cleo)
        await party.say(party.bob, "/leave")
        question = party.board()
        assert "⁨Bob⁩, leave this game?" in question.text
        for label in ("Leave the game", "Stay"):
            assert (await party.press(party.cleo, label, question)).text == "This question is for someone else."
        assert seats_left(party) == ["Ann", "Bob", "Cleo"]
        assert question.id in party.group.messages
        await party.press(party.bob, "Stay", question)
        assert question.id not in party.group.messages
        assert seats_left(party) == ["Ann", "Bob", "Cleo"]

    async def test_the_last_to_leave_ends_the_game(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await leave(party, party.bob)
        assert party.table().record.status == "playing"
        await party.say(party.ann, "/leave")
        assert "No other people are playing" in party.board().text
        await party.press(party.ann, "Leave the game")
        assert party.table().record.status == "closed"

    async def test_who_has_left_holds_no_seat(self, party: Party) -> None:
        await party.begin(party.ann, party.bob, party.cleo)
        await leave(party, party.bob)
        await party.say(party.bob, "/leave")
        assert party.messages()[-1].text == "You’re not at this table."

    async def test_a_host_who_leaves_hands_the_game_over(self, party: Party) -> None:
        await party.begin(party.bob, party.cleo, party.dan)
        await leave(party, party.bob)
        await party.say(party.cleo, "/stop")
        assert "Yes, end the game" in labels(party.board())


class TestRemoving:
    """survive-48: the host can remove a player."""

    async def test_the_host_removes_the_player_to_move_and_the_turn_goes_on(self, party: Party) -> None:
        await party.begin(party.bob, party.cleo, party.dan)
        await party.press(party.bob, "👁1")
        assert party.mover() is party.cleo
        await party.say(party.bob, "/stop")
        menu = party.board()
        await party.press(party.bob, "Remove ⁨Cleo⁩", menu)
        assert seats_left(party) == ["Bob", "Cleo", "Dan"], "it is asked once more"
        await party.press(party.bob, "Yes, skip the seat", menu)
        assert seats_left(party) == ["Bob", "Dan"]
        assert party.mover() is party.dan
        assert moves(party) == 2
        assert menu.text == "⁨Cleo⁩ was removed from the game."

    async def test_the_host_lets_the_computer_play_on_for_the_player_to_move(self, party: Party) -> None:
        await party.begin(party.bob, party.cleo, party.dan)
        await party.press(party.bob, "👁1")
        await party.say(party.bob, "/stop")
        menu = party.board()
        await party.press(party.bob, "Remove ⁨Cleo⁩", menu)
        await party.press(party.bob, "Yes, the computer takes over", menu)
        assert seats_left(party) == ["Bob", "Dan"]
        assert party.mover() is party.dan
        assert party.table().record.seats[1].label == "🤖 Uno"
        assert menu.text == "\u2068Cleo\u2069 has left the game. \u2068🤖 Uno\u2069 takes over."

    async def test_others_cannot_remove_anybody(self, party: Party) -> None:
        await party.begin(party.bob, party.cleo, party.dan)
        await party.say(party.bob, "/stop")
        toast = await party.press(party.cleo, "Remove ⁨Dan⁩")
        assert toast.text == "Only the host or an administrator can do that."
        assert seats_left(party) == ["Bob", "Cleo", "Dan"]

    async def test_a_player_removed_twice_is_removed_once(self, party: Party) -> None:
        await party.begin(party.bob, party.cleo, party.dan)
        await party.say(party.bob, "/stop")
        menu, key = party.board(), party.table().record.seats[1].key
        for _ in range(2):
            last = await party.send(party.bob, menu, f"{party.table().record.id}.-.kicked_{key}")
        assert last.text == "This button no longer works."
        assert moves(party) == 1


class TestEnding:
    """`/stop` asks once more; who may end is the chat's choice."""

    async def test_the_host_ends_the_game_and_nobody_wins(self, party: Party) -> None:
        """survive-50, -53."""
        await party.begin(party.bob, party.cleo)
        board = party.board()
        await party.say(party.bob, "/stop")
        await party.press(party.bob, "Yes, end the game")
        assert board.text.startswith("The game was ended early. Nobody wins.")
        assert labels(board) == AFTER_THE_END[:2]

    async def test_a_game_that_was_ended_early_forbids_nothing_and_calls_nobody(self, party: Party) -> None:
        await party.begin(party.bob, party.cleo)
        for label in ("⇄1", "⇄2"):
            await party.press(party.bob, label)
        board = party.board()
        assert "Hats 1 and 2 can’t be swapped back this turn." in board.text
        await party.say(party.bob, "/stop")
        await party.press(party.bob, "Yes, end the game")
        assert "1. ⁨Bob⁩ swapped hats 1 and 2." in board.text
        assert "Points: ⁨Bob⁩ 0 · ⁨Cleo⁩ 0" in board.text
        assert "Not now" not in board.text
        assert [entity["type"] for entity in board.entities if entity["type"] == "text_mention"] == []

    async def test_never_mind_takes_the_question_away(self, party: Party) -> None:
        await party.begin(party.bob, party.cleo)
        await party.say(party.bob, "/stop")
        question = party.board()
        assert (await party.press(party.cleo, "Never mind", question)).text
        assert question.id in party.group.messages
        await party.press(party.bob, "Never mind", question)
        assert question.id not in party.group.messages
        assert party.table().record.status == "playing"

    async def test_others_are_refused(self, party: Party) -> None:
        await party.begin(party.bob, party.cleo)
        await party.say(party.cleo, "/stop")
        assert party.messages()[-1].text == "Only the host or an administrator can do that."

    @pytest.mark.parametrize(
        ("enders", "who", "ends"),
        [
            ("host", "bob", True),
            ("host", "cleo", False),
            ("host", "ann", True),
            ("admins", "bob", False),
            ("admins", "ann", True),
            ("players", "cleo", True),
            ("players", "dan", False),
        ],
    )
    async def test_who_may_end_is_chosen_in_settings(self, party: Party, enders: str, who: str, *, ends: bool) -> None:
        """Bob hosts, Cleo sits, Dan watches, Ann administers the group."""
        await party.begin(party.bob, party.cleo)
        table = party.table()
        await party.manager.services.chats.change(table.record.place, lambda chosen: replace(chosen, enders=enders))
        await party.say(party.ann, "/stop")
        await party.press(getattr(party, who), "Yes, end the game")
        assert (table.record.status == "closed") is ends

    async def test_an_anonymous_administrator_may_ask(self, party: Party) -> None:
        await party.begin(party.bob, party.cleo)
        party.world.say_as_anonymous_admin(party.ann, party.group, "/stop")
        await party.settle()
        await party.press(party.ann, "Yes, end the game")
        assert party.table_status() == "closed"


class TestAgain:
    """Rematch: the same people at a new table by one button."""

    async def test_one_press_seats_the_same_people_with_a_new_seal(self, party: Party) -> None:
        await party.begin(party.bob, party.cleo)
        old = party.table().record
        await finish(party)
        await party.press(party.cleo, "Rematch")
        record = party.table().record
        assert [seat.name for seat in record.seats] == ["Bob", "Cleo"]
        assert record.host == record.seats[1].person, "who asks may start, and waits for nobody"
        assert record.commitment != old.commitment
        assert (await party.press(party.cleo, "Start")).text == "The game begins."

    async def test_it_locks_nobody(self, party: Party) -> None:
        """survive-39: who was seated by somebody else's press can leave, play elsewhere, and is not waited for."""
        await party.begin(party.ann, party.bob, party.cleo)
        await finish(party)
        await party.press(party.bob, "Rematch")
        await party.press(party.cleo, "Leave")
        assert [seat.name for seat in party.table().record.seats] == ["Ann", "Bob"]
        other = party.world.create_group("Others", party.people)
        await party.say(party.bob, "/play", other)
        await party.press(party.bob, "Join", party.board(other))
        assert "Bob" in party.board(other).text

    async def test_two_who_press_at_once_open_one_table(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await finish(party)
        board, token = party.board(), party.token(party.board(), "Rematch")
        await asyncio.gather(*(party.send(person, board, token) for person in (party.ann, party.bob)))
        await party.settle()
        assert sum("Join" in labels(message) for message in party.messages()) == 1

    async def test_who_asks_far_above_is_told_where_the_new_table_is(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await finish(party)
        end = party.table_board()
        told = await party.press(party.ann, "Rematch", end)
        assert told.text == "The new table is at the bottom of the chat, with the same players."
        lobby = party.board()
        for _ in range(3):
            await party.say(party.dan, "What an evening!")
        told = await party.press(party.bob, "Rematch", end)
        assert told.text == "There’s already a table here, at the bottom of the chat."
        assert party.board().id > lobby.id, "it was brought there"
        assert lobby.id not in party.group.messages
        there = party.board().id
        await party.press(party.bob, "Rematch", end)
        assert party.board().id == there, "once is enough"

    async def test_only_who_sat_there_may_ask(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await finish(party)
        assert (await party.press(party.cleo, "Rematch")).text == "You’re not at this table."

    async def test_who_left_is_not_seated_again(self, party: Party) -> None:
        await party.begin(party.ann, party.bob, party.cleo)
        await leave(party, party.cleo)
        await party.say(party.ann, "/stop")
        await party.press(party.ann, "Yes, end the game")
        await party.press(party.ann, "Rematch", party.table_board())
        assert [seat.name for seat in party.table().record.seats] == ["Ann", "Bob"]


class TestTwoTables:
    """survive-41: one person at tables in several chats."""

    async def test_a_private_command_asks_which_table(self, party: Party, clock: MovingClock) -> None:
        other = party.world.create_group("Others", party.people)
        await party.begin(party.ann, party.bob)
        await party.press(party.ann, "👁1")
        clock.advance(1)
        await party.say(party.ann, "/play", other)
        await party.press(party.ann, "Join", party.board(other))
        private = party.world.private(party.ann)
        await party.say(party.ann, "/hand", private)
        question = party.private(party.ann)[-1]
        assert question.text == "Which table?"
        assert labels(question) == ["Court Hats: ⁨Friends⁩", "Court Hats: ⁨Others⁩"]
        await party.press(party.ann, "Court Hats: ⁨Friends⁩", question)
        assert question.id not in private.messages
        assert party.private(party.ann)[-1].text.startswith("⁨Friends⁩\nTap the picture to see it.")

    async def test_a_table_in_the_private_chat_is_one_of_them(self, party: Party, clock: MovingClock) -> None:
        await party.begin(party.ann, party.bob)
        await party.press(party.ann, "👁1")
        clock.advance(1)
        private = party.world.private(party.ann)
        await party.say(party.ann, "/play animal", private)
        before = party.table_board(private)
        await party.say(party.ann, "/hand", private)
        question = party.board(private)
        assert labels(question) == ["Court Hats: ⁨Friends⁩", "The Vanished Animal"]
        await party.press(party.ann, "Court Hats: ⁨Friends⁩", question)
        assert party.private(party.ann)[-1].text.startswith("⁨Friends⁩\nTap the picture to see it.")
        await party.say(party.ann, "/board", private)
        await party.press(party.ann, "The Vanished Animal", party.board(private))
        assert before.id not in private.messages
        assert "The Vanished Animal" in party.board(private).text
        await party.say(party.ann, "/leave", private)
        await party.press(party.ann, "The Vanished Animal", party.board(private))
        await party.say(party.ann, "/board", private)
        assert party.private(party.ann)[-1].text.startswith("⁨Bob⁩’s turn"), "nothing is asked: one table is left"

    async def test_what_only_the_tables_own_chat_may_do_is_refused_without_a_question(self, party: Party) -> None:
        other = party.world.create_group("Others", party.people)
        await party.begin(party.ann, party.bob)
        await party.say(party.ann, "/play", other)
        await party.press(party.ann, "Join", party.board(other))
        await party.say(party.ann, "/stop", party.world.private(party.ann))
        assert party.private(party.ann)[-1].text == "Please do that in the chat where the table is."

    async def test_with_one_table_nothing_is_asked(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await party.say(party.ann, "/board", party.world.private(party.ann))
        shown = party.private(party.ann)[-1]
        assert shown.photo is not None
        assert shown.text.startswith("⁨Ann⁩’s turn")

    async def test_with_no_table_it_is_said(self, party: Party) -> None:
        party.world.start(party.ann)
        await party.say(party.ann, "/hand", party.world.private(party.ann))
        assert party.private(party.ann)[-1].text == "You’re not at a table right now."

    async def test_the_choice_of_a_table_is_no_button_for_the_group(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        count = len(party.messages())
        toast = await party.send(party.ann, party.board(), f"{party.table().record.id}.-.pick_board")
        await party.settle()
        assert toast.text == "This button no longer works."
        assert len(party.messages()) == count


class TestBoard:
    """`/board` posts the table anew at the bottom."""

    async def test_the_new_message_tells_the_same_and_the_old_goes(self, party: Party, clock: MovingClock) -> None:
        await party.begin(party.ann, party.bob)
        await open_one(party, UNFIT, "magic")
        old = party.board()
        clock.advance(60)
        await party.say(party.cleo, "/board")
        assert party.board().id != old.id
        assert old.id not in party.group.messages
        assert (party.board().text, labels(party.board())) == (old.text, labels(old))

    async def test_where_there_is_no_table_it_says_how_to_open_one(self, party: Party) -> None:
        await party.say(party.ann, "/board")
        assert party.messages()[-1].text == "There’s no table here. Open one with /play."


async def test_every_token_fits_and_names_nobody(party: Party) -> None:
    """survive-69: 64 bytes at most, ASCII only, from the lobby to the end."""
    seen: set[str] = set()

    def look() -> None:
        seen.update(token for chat in party.world.chats.values() for m in party.messages(chat) for token in tokens(m))

    await party.seat(*party.people)
    for label in ("Options", "Back", "Remove a player", "Back", "Start"):
        await party.press(party.ann, label)
        look()
    await party.press(party.mover(), "👁1")
    for text in ("/stop", "/leave", "/settings", "/language", "/privacy", "/rules"):
        await party.say(party.ann, text)
    look()
    await finish(party)
    look()
    assert max(len(token.encode()) for token in seen) <= 64
    assert all(token.isascii() for token in seen)


async def test_who_presses_an_old_board_is_told_of_what_has_upset_the_table(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deal anew is easily missed among the other lines; here any peek counts as one."""
    news = CourtHatsPresenter().news(Redealt(restart=False))
    assert news is not None
    monkeypatch.setattr(CourtHatsPresenter, "news", lambda _, event: news if isinstance(event, Peeked) else None)
    await party.begin(party.ann, party.bob)
    board = party.board()
    old = party.token(board, "👁2")
    await party.press(party.ann, "👁1")
    assert (await party.send(party.bob, party.board(), old)).text.startswith(
        "🔀 All the hats have just been dealt again"
    )
    old = party.token(party.board(), "🎩2")
    await party.press(party.bob, "⇄1")
    await party.press(party.bob, "⇄2")
    assert "🔀" not in (await party.send(party.ann, party.board(), old)).text


async def test_a_game_of_court_hats_in_which_nobody_opens_a_hat_is_seen_to_end(party: Party, database: Path) -> None:
    """H26, N-b: the board counts down, then tells the end and why; what the last peek saw is not sent."""
    await party.begin(party.ann, party.bob)
    await party.close()
    patch(database, lambda state: {**state, "unopened": MAX_UNOPENED - 2})
    await party.open()
    await party.press(party.ann, "⇄1")
    await party.press(party.ann, "⇄2")
    assert "1 turn left, unless someone opens a hat." in party.board().text
    whispers = len(party.private(party.bob))
    toast = await party.press(party.bob, "👁1")
    assert toast.text == "You share the victory!"
    assert len(party.private(party.bob)) == whispers
    assert "60 turns have passed with no hat opened, so the game is over." in party.board().text
    assert party.table_record().status == "ended"


async def test_a_chase_that_goes_on_for_long_is_seen_to_end(party: Party, database: Path) -> None:
    """N53, N-a: the board counts its rounds, then tells the end and why."""
    await begin(party, party.ann, party.bob)
    await party.close()
    patch(database, lambda state: running(state, MAX_CHASE_ROUNDS - 1))
    await party.open()
    await party.say(party.bob, "/board")
    assert "Chase rounds: 39 of 40" in party.board().text
    toast = await party.press(party.bob, "1", party.table_board())
    assert toast.text == "You’re here now: C1. The game is over."
    assert "40 rounds of chase: the chief calls off the search." in party.board().text
    assert party.board().text.startswith("🏆 ⁨Ann⁩ wins!")
    assert party.table_record().status == "ended"


def running(state: dict[str, Any], rounds: int) -> dict[str, Any]:
    """Put the pawn into a corner and the one policeman into another, who walks with a 1; so many rounds are over."""
    hidden, police = state["parts"]
    parts = [{**hidden, "cell": "r12_1"}, {**police, "cell": "r2_1"}]
    return {**state, "parts": parts, "turn": 1, "queue": [], "phase": "move", "die": 1, "chase": rounds}
