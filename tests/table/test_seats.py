"""Seats that change hands: a newcomer takes a computer's, a leaver's hand goes, a host may say no."""

from __future__ import annotations

import pytest

from tests.helpers.party import AFTER_THE_END, Party, labels


async def with_a_computer(party: Party, game: str = "hats") -> None:
    """Begin a game of Ann, Bob and one computer."""
    await party.say(party.ann, f"/play {game}")
    for person in (party.ann, party.bob):
        await party.press(person, "Join")
    await party.press(party.ann, "🤖 Add a computer")
    await party.press(party.ann, "normal")
    if game == "hats":
        await party.press(party.ann, "I’m the youngest")
    await party.press(party.ann, "Start")


async def ask(party: Party) -> None:
    """Ask for a seat as Cleo, who has opened the private chat."""
    party.world.start(party.cleo)
    await party.settle()
    await party.press(party.cleo, "🪑 Take a computer’s seat", party.table_board())


class TestComingIn:
    async def test_the_host_gives_a_computers_seat_to_a_newcomer(self, party: Party) -> None:
        await with_a_computer(party)
        await ask(party)
        question = party.board()
        assert "⁨Cleo⁩ would like to play. ⁨Ann⁩, will you give them" in question.text
        refused = await party.press(party.bob, "Yes, replace", question)
        assert refused.text == "Only the host or an administrator can do that."
        await party.press(party.ann, "Yes, replace", question)
        assert [seat.name for seat in party.table().record.seats] == ["Ann", "Bob", "Cleo"]
        for person in (party.ann, party.bob):
            await party.press(person, "👁1", party.table_board())
        assert party.mover() is party.cleo
        await party.press(party.cleo, "👁2", party.table_board())
        assert "you peeked at hat 2. You saw: " in party.private(party.cleo)[-1].text

    async def test_a_newcomer_sees_the_hand_and_not_what_was_whispered_before(self, party: Party) -> None:
        await with_a_computer(party, "invisible")
        await ask(party)
        await party.press(party.ann, "Yes, replace")
        seat = party.table().record.seats[2]
        assert seat.name == "Cleo"
        assert party.private(party.cleo)[-1].photo

    async def test_the_host_may_say_no(self, party: Party) -> None:
        await with_a_computer(party)
        await ask(party)
        question = party.board()
        await party.press(party.ann, "No", question)
        assert question.text == "\u2068Cleo\u2069 isn’t joining this game."
        assert party.table().record.newcomers == ()

    async def test_a_second_newcomer_is_told_when_no_seat_is_left(self, party: Party) -> None:
        await with_a_computer(party)
        await ask(party)
        first = party.board()
        party.world.start(party.dan)
        await party.settle()
        await party.press(party.dan, "🪑 Take a computer’s seat", party.table_board())
        second = party.board()
        await party.press(party.ann, "Yes, replace", first)
        await party.press(party.ann, "Yes, replace", second)
        assert second.text == "\u2068Dan\u2069 isn’t joining this game."
        assert labels(second) == []
        assert party.table().record.newcomers == ()

    async def test_a_second_newcomer_may_have_another_seat(self, party: Party) -> None:
        await with_a_computer(party)
        await ask(party)
        first = party.board()
        party.world.start(party.dan)
        await party.settle()
        await party.press(party.dan, "🪑 Take a computer’s seat", party.table_board())
        second = party.board()
        await party.press(party.ann, "Yes, replace", first)
        await party.say(party.bob, "/leave")
        await party.press(party.bob, "Leave the game")
        await party.press(party.ann, "Yes, replace", second)
        assert labels(second) == ["Yes, replace \u2068🤖 Uno\u2069", "No"]
        await party.press(party.ann, "Yes, replace", second)
        assert [seat.name for seat in party.table().record.seats] == ["Ann", "Dan", "Cleo"]

    async def test_who_never_opened_the_private_chat_is_led_there_and_asks_by_it(self, party: Party) -> None:
        await with_a_computer(party)
        await party.press(party.cleo, "🪑 Take a computer’s seat", party.table_board())
        assert party.private(party.cleo)[-1].text.startswith(
            "I’ve asked the host. You’ll be in as soon as they say yes.\n"
        )
        await party.press(party.ann, "Yes, replace")
        assert party.table().record.seats[2].name == "Cleo"

    async def test_the_game_still_proves_its_deal(self, party: Party) -> None:
        """The seat's part in the deal is its first holder's, whoever plays it."""
        await with_a_computer(party)
        await ask(party)
        await party.press(party.ann, "Yes, replace")
        await party.press(party.ann, "👁1", party.table_board())
        await party.say(party.ann, "/stop")
        await party.press(party.ann, "Yes, end the game")
        await party.say(party.ann, "/verify")
        assert "checks out" in party.messages()[-1].text

    async def test_where_no_computer_plays_there_is_no_seat(self, party: Party) -> None:
        await party.begin(party.ann, party.bob)
        assert "🪑 Take a computer’s seat" not in labels(party.table_board())
        party.world.start(party.cleo)
        await party.settle()
        token = f"{party.table().record.id}.-.seat"
        toast = await party.send(party.cleo, party.table_board(), token)
        assert toast.text == "The game has already started. You can join the next one."


class TestGoing:
    async def test_a_leavers_hand_is_taken_away(self, party: Party) -> None:
        await party.say(party.ann, "/play invisible")
        for person in (party.ann, party.bob):
            await party.press(person, "Join")
        await party.press(party.ann, "Start")
        assert party.private(party.bob)[-1].photo
        await party.say(party.bob, "/leave")
        await party.press(party.bob, "Leave the game")
        assert not [message for message in party.private(party.bob) if message.photo]

    @pytest.mark.parametrize("game", ["hats", "animal", "invisible"])
    async def test_when_all_leave_the_table_ends(self, party: Party, game: str) -> None:
        """survive-46."""
        await with_a_computer(party, game)
        for person in (party.bob, party.ann):
            await party.say(person, "/leave")
            await party.press(person, "Leave the game")
        assert party.table().record.status == "closed"
        assert labels(party.table_board())[:2] == AFTER_THE_END[:2]
