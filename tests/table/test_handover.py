"""A rolling deploy: the next process has read the tables while the last one still serves them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.messaging import Answer, Caller, Press, plain_text
from bot.playground.model import User
from bot.service import Service
from storage.ids import MessageId, Person
from tests.helpers.party import Party


@pytest.fixture
async def following(party: Party) -> AsyncIterator[Service]:
    """Start a second service on the same database and chats; nobody presses at it before the test does."""
    service = Service(party.service.settings, party.store, party.world.now)
    service.manager.services.platforms.add(party.manager.services.platforms.of(Person("telegram", "")))
    yield service
    await service.manager.settled()
    await service.manager.stop()
    await asyncio.to_thread(service.render_cache.close)


async def press(party: Party, service: Service, person: User, label: str) -> Answer:
    """Press a button of the newest board, which reaches the next process."""
    board = party.table_board()
    caller = Caller(Person("telegram", str(person.id)), person.first_name, "en")
    token = party.token(board, label)
    return await service.dispatcher.on_press(
        Press(f"late {token}", party.table_record().place, caller, token, MessageId(str(board.id)))
    )


async def test_a_game_goes_on_from_what_the_last_process_wrote(party: Party, following: Service) -> None:
    await party.begin(party.ann, party.bob)
    await party.press(party.ann, "👁1")
    await following.manager.resume()
    await party.press(party.bob, "👁2")
    answer = await press(party, following, party.ann, "👁3")
    assert plain_text(answer.text).startswith("You peeked at hat 3")
    table = following.manager.tables.in_memory(party.table_record().id)
    assert table is not None
    assert table.record.moves == 3


async def test_a_lobby_too(party: Party, following: Service) -> None:
    await party.seat(party.ann)
    await following.manager.resume()
    await party.press(party.bob, "Join")
    await party.press(party.ann, "Options")
    answer = await press(party, following, party.ann, "I’m the youngest")
    assert plain_text(answer.text) == "First player: \u2068Ann\u2069"
    table = following.manager.tables.in_memory(party.table_record().id)
    assert table is not None
    assert [seat.name for seat in table.record.seats] == ["Ann", "Bob"]


async def test_a_game_that_began_meanwhile(party: Party, following: Service) -> None:
    await party.seat(party.ann, party.bob)
    await party.press(party.ann, "I’m the youngest")
    await following.manager.resume()
    await party.press(party.ann, "Start")
    answer = await press(party, following, party.ann, "👁1")
    assert plain_text(answer.text).startswith("You peeked at hat 1")
