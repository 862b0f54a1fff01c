"""T3: whoever leaves the group, the table goes on, in the lobby and in a game, at once."""

from __future__ import annotations

import pytest

from storage.ids import Person
from tests.helpers.clock import MovingClock
from tests.helpers.party import Party


def person(party: Party, number: int) -> Person:
    return Person("telegram", str(party.people[number].id))


async def go(party: Party, how: str, who: int) -> None:
    """Have somebody leave the group, or be removed from it."""
    leaver = party.people[who]
    if how == "leaves":
        party.world.leave(leaver, party.group)
    else:
        party.world.kick(leaver, party.group, party.dan)
    await party.settle()


@pytest.mark.parametrize("how", ["leaves", "is removed"])
async def test_the_next_person_hosts_a_lobby(party: Party, how: str) -> None:
    await party.seat(party.ann, party.bob, party.cleo)
    await go(party, how, 0)
    record = party.table_record()
    assert record.host == person(party, 1)
    assert [seat.person for seat in record.seats] == [person(party, 1), person(party, 2)]
    assert "Ann" not in party.board().text
    await party.press(party.bob, "Start")
    assert party.table_status() == "playing"


async def test_so_does_the_first_who_sits_where_the_host_had_no_seat(party: Party) -> None:
    await party.say(party.ann, "/play hats")
    assert party.table_record().host == person(party, 0)
    await party.press(party.bob, "Join")
    await party.press(party.cleo, "Join")
    assert party.table_record().seat_of(person(party, 0)) is None
    await go(party, "leaves", 0)
    assert party.table_record().host == person(party, 1)
    await party.press(party.bob, "Start")
    assert party.table_status() == "playing"


async def test_a_lobby_without_anybody_left_is_anybodys(party: Party) -> None:
    await party.seat(party.ann)
    await go(party, "leaves", 0)
    await party.press(party.bob, "Join")
    await party.press(party.cleo, "Join")
    await party.press(party.bob, "Start")
    assert party.table_status() == "playing"


@pytest.mark.parametrize("bot_is_admin", [False, True])
async def test_in_a_game_the_computer_takes_the_seat_and_the_next_person_hosts(
    party: Party, bot_is_admin: bool
) -> None:
    """A bot that is an administrator hears of it twice."""
    if bot_is_admin:
        party.world.promote(party.world.bot, party.group)
    await party.begin(party.ann, party.bob, party.cleo)
    await go(party, "leaves", 0)
    record = party.table_record()
    assert record.host == person(party, 1)
    assert [seat.occupied for seat in record.seats] == [False, True, True]
    assert party.mover() is party.bob, "the computer has moved"


async def test_a_game_that_everybody_leaves_ends(party: Party) -> None:
    await party.begin(party.ann, party.bob)
    table = party.table()
    await go(party, "leaves", 0)
    await go(party, "leaves", 1)
    assert table.record.status == "closed"


async def test_tables_in_other_chats_stay(party: Party) -> None:
    await party.begin(party.ann, party.bob)
    other = party.world.create_group("Others", party.people)
    party.world.leave(party.ann, other)
    await party.settle()
    assert party.table_record().host == person(party, 0)


class TestAHostWhoIsSilent:
    """Where a platform does not tell who leaves (Discord), anybody at the table takes over after three minutes."""

    async def test_keeps_the_table_for_a_while(self, party: Party, clock: MovingClock) -> None:
        await party.seat(party.ann, party.bob)
        clock.advance(170)
        toast = await party.press(party.bob, "Start")
        assert "host" in toast.text
        assert party.table_status() == "lobby"

    async def test_is_replaced_by_who_sits_at_the_table_and_nobody_else(self, party: Party, clock: MovingClock) -> None:
        await party.seat(party.ann, party.bob)
        clock.advance(181)
        toast = await party.press(party.cleo, "Start")
        assert "host" in toast.text
        await party.press(party.bob, "Start")
        assert party.table_status() == "playing"

    async def test_is_not_taken_for_gone_by_a_process_that_has_just_begun(
        self, party: Party, clock: MovingClock
    ) -> None:
        await party.seat(party.ann, party.bob)
        clock.advance(600)
        await party.restart()
        toast = await party.press(party.bob, "Start")
        assert "host" in toast.text
