"""Seats that change hands, reminders, and people who come back or go for good, in Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.table.model.turn_clock import RING_SECONDS
from tests.discord.party import DiscordParty, discord_party
from tests.helpers.discord.model import Message
from tests.helpers.discord.people import until

HOUR = 3600.0
DAY = 24 * HOUR


@pytest.fixture
async def party(database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DiscordParty]:
    async with discord_party(database, monkeypatch) as together:
        yield together


def by(party: DiscordParty, label: str) -> Message:
    """Return the newest message with such a button."""
    return [each for each in party.boards() if each.button(label)][-1]


async def begin_beside_a_computer(party: DiscordParty) -> None:
    await party.slash(party.ann, "play", game="hats")
    await party.press(party.ann, "Join")
    await party.press(party.ann, "Add a computer")
    await party.press(party.ann, "normal")
    if not party.board().button("Start"):
        await party.press(party.ann, "Back")
    await party.press(party.ann, "I’m the youngest")
    await party.press(party.ann, "Start")


async def test_a_newcomer_gets_a_computers_seat_from_the_host_and_nobody_else(party: DiscordParty) -> None:
    await begin_beside_a_computer(party)
    asked = await (await party.press(party.bob, "Take a computer’s seat")).reply()
    assert asked.viewer is party.bob
    question = by(party, "Yes, replace")
    assert {user.id for user in question.mentioned} == {party.ann.id}
    refused = await (await party.press(party.cleo, "Yes, replace", question)).reply()
    assert refused.viewer is party.cleo
    await party.press(party.ann, "Yes, replace", question)
    await until(lambda: not question.buttons)
    assert "is now in the game" in question.text
    assert {seat.person.id for seat in party.record().seats} == {str(party.ann.id), str(party.bob.id)}


async def test_a_reminder_leads_back_to_the_board_and_who_was_away_comes_back(party: DiscordParty) -> None:
    await party.choose_messages(party.ann)
    await party.begin(party.ann, party.bob)
    await party.tick(RING_SECONDS)  # the board is posted anew, to ring
    board = party.board()
    await party.tick(180.0 - RING_SECONDS)
    (link,) = [button.url for message in party.ann.dm.messages.values() for button in message.buttons if button.url]
    assert link == f"https://discord.com/channels/{party.guild.id}/{party.channel.id}/{board.id}"
    for _ in range(2):
        await party.tick(DAY)
        await party.press(party.bob, "👁2", by(party, "👁2"))
    board = by(party, "I’m back")
    await party.press(party.ann, "I’m back", board)
    assert not any(seat.away for seat in party.record().seats)


async def test_a_reminder_opens_no_direct_messages_to_who_has_chosen_none(party: DiscordParty) -> None:
    """F18: the mention in the group rings all the same."""
    await party.begin(party.ann, party.bob)
    await party.tick(180.0)
    await until(lambda: any("Time left" in message.text for message in party.channel.messages.values()))
    assert party.ann.id in party.world.call_log.pings[-1].users
    assert not any(each.call == "POST /users/@me/channels" for each in party.world.call_log.requests)


async def test_who_has_left_the_server_stalls_nothing(party: DiscordParty) -> None:
    """50278: a direct message to somebody with whom the bot shares no server."""
    await party.choose_messages(party.bob)
    await party.begin(party.bob, party.ann)
    party.world.leave(party.bob, party.guild)
    for _ in range(2):
        await party.tick(DAY)
        await party.press(party.ann, "👁2", by(party, "👁2"))
    seat = next(seat for seat in party.record().seats if seat.person.id == str(party.bob.id))
    assert seat.away
    assert any(each.code == 50278 for each in party.world.call_log.refused())
