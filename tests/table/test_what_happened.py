"""`What happened` in Telegram: an alert, and one silent message of the private chat; alone, beside the board."""

from __future__ import annotations

import re

import pytest

from bot.i18n.names import utf16_length
from bot.playground.model import Message
from bot.table.core.history import Deed, last_turns, previous_move
from bot.table.handlers.what_happened import TURNS
from tests.helpers.party import Party, labels

TOAST = 200
HAPPENED = "What happened"


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"^\W*(\d+)\. ", text, re.MULTILINE)]


async def peeks(party: Party, count: int) -> None:
    for move in range(count):
        await party.press(party.mover(), f"👁{1 + move % 7}", party.table_board())


class TestInAGroup:
    async def test_the_newest_are_in_an_alert_and_all_in_one_silent_message(self, party: Party) -> None:
        party.world.start(party.cleo)
        await party.begin(party.ann, party.bob)
        await peeks(party, 18)
        await party.pass_time(61)  # what was peeked at is gone from the private chats
        toast = await party.press(party.cleo, HAPPENED)
        assert toast.alert
        assert utf16_length(toast.text) <= TOAST
        told = numbers(toast.text)
        assert told == list(range(told[0], 19))
        assert len(told) >= 3
        assert toast.text.splitlines()[-1] == "I’ve sent you the latest moves privately (at most 15)."
        (message,) = [each for each in party.private(party.cleo) if "what happened" in each.text]
        assert message.text.splitlines()[0] == "📜 Court Hats: what happened"
        assert numbers(message.text) == list(range(4, 19))
        assert message.silent

    async def test_it_is_replaced_and_does_not_pile_up(self, party: Party) -> None:
        party.world.start(party.dan)
        await party.begin(party.ann, party.bob)
        for moves in (9, 10):
            await peeks(party, moves - party.table_record().moves)
            await party.press(party.dan, HAPPENED)
            (message,) = [each for each in party.private(party.dan) if "what happened" in each.text]
            assert numbers(message.text) == list(range(1, moves + 1))

    async def test_what_an_alert_holds_whole_is_no_message(self, party: Party) -> None:
        party.world.start(party.dan)
        await party.begin(party.ann, party.bob)
        await peeks(party, 2)
        before = len(party.private(party.dan))
        toast = await party.press(party.dan, HAPPENED)
        assert [line.split(".")[0] for line in toast.text.splitlines()] == ["The cards have been dealt", "1", "2"]
        assert len(party.private(party.dan)) == before

    async def test_it_is_in_the_language_of_who_asks(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await peeks(party, 9)
        party.dan.language_code = "de"
        party.world.start(party.dan)
        toast = await party.press(party.dan, HAPPENED)
        assert "sieht sich Hut" in toast.text
        german = party.service.catalogs.translator("de")
        sent = german.t("I’ve sent you the latest moves privately (at most {count}).", count=TURNS)
        assert toast.text.endswith(sent)

    async def test_who_has_not_opened_the_private_chat_is_told_how_to_get_more(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await peeks(party, 9)
        stranger = party.world.add_person("Eve", language_code="en")
        party.world.join(stranger, party.group)
        toast = await party.press(stranger, HAPPENED)
        assert toast.alert
        assert toast.text.endswith("To see more, open your chat with Underhat, tap Start and ask again.")
        assert numbers(toast.text)[-1] == 9
        assert party.private(stranger) == []
        party.world.start(stranger)
        await party.settle()
        await party.press(stranger, HAPPENED)
        assert numbers(party.private(stranger)[-1].text) == list(range(1, 10))

    async def test_nothing_of_the_table_changes(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        await peeks(party, 2)
        board, record = party.table_board(), party.table_record()
        text = board.text
        await party.press(party.cleo, HAPPENED)
        assert party.table_record() == record
        assert party.table_board() is board
        assert board.text == text

    async def test_before_the_first_move_it_tells_the_deal(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        toast = await party.press(party.cleo, HAPPENED)
        assert "The cards have been dealt." in toast.text

    async def test_whose_private_chat_is_full_of_other_tables_has_one_list_in_all(self, party: Party) -> None:
        """It is of the table at which it was asked for last."""
        party.world.start(party.dan)
        await party.begin(party.ann, party.bob)
        await peeks(party, 9)
        await party.press(party.dan, HAPPENED)
        party.group = party.world.create_group("Others", party.people)
        await party.begin(party.cleo, party.bob)
        await peeks(party, 11)
        await party.press(party.dan, HAPPENED)
        (message,) = [each for each in party.private(party.dan) if "what happened" in each.text]
        assert numbers(message.text) == list(range(1, 12))


class TestAlone:
    """In the private chat the list lies below the board, until it is put away or its reader plays on."""

    def board(self, party: Party) -> Message:
        """Find the board: what was peeked at is a picture with a button too."""
        messages = party.messages(party.world.private(party.ann))
        return next(message for message in reversed(messages) if "❔ What now?" in labels(message))

    async def begin(self, party: Party) -> None:
        chat = party.world.private(party.ann)
        party.world.start(party.ann)
        await party.say(party.ann, "/play hats", chat)
        await party.press(party.ann, "I’m the youngest", party.board(chat))
        await party.press(party.ann, "Start", party.board(chat))
        while party.table(chat).record.moves < 9:
            await party.press(party.ann, "👁1", self.board(party))

    async def test_it_comes_at_once_without_an_alert(self, party: Party) -> None:
        await self.begin(party)
        chat = party.world.private(party.ann)
        toast = await party.press(party.ann, HAPPENED, self.board(party))
        assert not toast.text
        message = party.messages(chat)[-1]
        assert numbers(message.text)[-1] == party.table(chat).record.moves
        assert labels(message) == ["Got it, remove it"]

    async def test_it_is_put_away_by_its_button_and_the_board_stays(self, party: Party) -> None:
        await self.begin(party)
        chat = party.world.private(party.ann)
        board = self.board(party)
        await party.press(party.ann, HAPPENED, board)
        message = party.messages(chat)[-1]
        await party.press(party.ann, "Got it", message)
        assert message.id not in chat.messages
        assert board.id in chat.messages

    async def test_it_goes_when_its_reader_plays_on(self, party: Party) -> None:
        await self.begin(party)
        chat = party.world.private(party.ann)
        await party.press(party.ann, HAPPENED, self.board(party))
        message = party.messages(chat)[-1]
        await party.press(party.ann, "🎩2", self.board(party))
        assert message.id not in chat.messages


def done(*seats: int | None, first: int = 0) -> list[Deed]:
    """Make a history: seats in the order in which they acted."""
    return [Deed(number, seat, ()) for number, seat in enumerate(seats, first)]


class TestWhatCounts:
    """A turn of several actions is one move; deals and leaving are nobody's."""

    @pytest.mark.parametrize(
        ("deeds", "seat", "number"),
        [
            (done(None, 0, 1, 2, 3), 0, 1),
            (done(None, 0, 1, 2, 3, 0, 1), 2, 3),
            (done(None, 0, 1, 2), 3, -1),
            (done(None), 0, -1),
            (done(None, 0, 0, 1, 1, 1), 0, 2),
            (done(None, 0, 0, 1, 1, 0), 0, 2),
            (done(None, 0, 1, None, 0), 0, 1),
            (done(None, 0, 1, 2, 0, 1, None), None, 2),
            (done(0, 1, 2, first=40), 3, 39),
            ([], 0, -1),
        ],
        ids=str,
    )
    def test_the_previous_move_of_who_is_to_act(self, deeds: list[Deed], seat: int | None, number: int) -> None:
        assert previous_move(deeds, seat) == number

    def test_the_last_turns_are_whole(self) -> None:
        deeds = done(None, 0, 0, 1, 1, 1, 0)
        assert [deed.number for deed in last_turns(deeds, 2)] == [3, 4, 5, 6]
        assert [deed.number for deed in last_turns(deeds, 3)] == [1, 2, 3, 4, 5, 6]
        assert last_turns(deeds, 9) == deeds
