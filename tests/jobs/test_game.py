"""Whole games that several processes show: one receives the presses, and any does what follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.jobs.publisher import JobPublisher
from bot.jobs.requests import Request
from storage.ids import Person
from tests.helpers.clock import MovingClock
from tests.helpers.party import Party, eventually, labels, party_at
from tests.helpers.several import several_at
from tests.table.playing import finish
from tests.table.test_secrets import whispers


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[int, str]]:
    """Count what was served, by the work that did it and the publisher."""
    counts: Counter[tuple[int, str]] = Counter()
    serve = JobPublisher.serve

    async def counted(publisher: JobPublisher[Any], request: Request) -> bool:
        counts[id(publisher._queue), request.publisher] += 1
        return await serve(publisher, request)

    monkeypatch.setattr(JobPublisher, "serve", counted)
    return counts


@pytest.fixture
async def party(url: str, clock: MovingClock) -> AsyncIterator[Party]:
    """Yield four people in a group with the bot, on PostgreSQL."""
    async with party_at(url, clock, pictures="blank") as together:
        yield together


async def test_one_process_does_what_it_requested_itself(party: Party, served: Counter[tuple[int, str]]) -> None:
    await party.begin(party.ann, party.bob)
    await party.press(party.mover(), "👁1")
    await finish(party)
    assert party.table_status() == "ended"
    assert "Rematch" in labels(party.board())
    assert {name for _, name in served} >= {"board", "secret"}
    assert len([each for each in party.messages() if each.photo]) == 1, "one board"


async def test_a_deadline_is_served_by_whoever_works(
    party: Party, clock: MovingClock, served: Counter[tuple[int, str]]
) -> None:
    await party.seat(party.ann)
    table = party.table()
    clock.advance(86_400.0)
    await eventually(lambda: table.record.status == "closed")
    assert {name for _, name in served} >= {"deadline"}
    await party.settle()
    assert await party.store.due(clock()) == []


async def test_jobs_land_anywhere(url: str, clock: MovingClock, served: Counter[tuple[int, str]]) -> None:
    """A whole game over two processes: one board, one message of a hand or a secret, whoever shows them."""
    async with several_at(url, clock, count=2) as party:
        await party.begin(party.ann, party.bob)
        await party.press(party.mover(), "👁1")
        await finish(party)
        assert party.table_status() == "ended"
        assert "Rematch" in labels(party.board())
        works = [id(service.manager.services.work) for service in party.services]
        assert all(served[work, "board"] for work in works), "boards by both"
        assert {name for _, name in served} >= {"board", "secret"}
        assert len([each for each in party.messages() if each.photo]) == 1, "one board"


async def test_a_board_says_who_cannot_be_written_to_until_nothing_waits_for_them(
    party: Party, clock: MovingClock
) -> None:
    """Also once the answer to the press has shown the secret, and whichever process has tried to send it."""
    await party.begin(party.ann, party.bob)
    party.world.block(party.ann)
    await party.settle()
    toast = await party.press(party.ann, "👁1")
    assert "You saw: " in toast.text
    assert "\u2068Ann\u2069, I can’t message you privately." in party.board().text
    clock.advance(60.0)
    await party.tick()
    assert "can’t message" not in party.board().text


async def test_a_secret_is_left_to_the_answer_that_shows_it(party: Party, clock: MovingClock) -> None:
    """By all processes, and for a while: one of which nothing is heard is sent by message."""
    await party.begin(party.ann, party.bob)
    person = Person("telegram", str(party.ann.id))
    await party.service.manager.services.people.set_here(person, here=True)
    party.api.faults.delay(60.0, method="answerCallbackQuery", times=1)
    board, secrets = party.board(), party.manager.secrets.publisher
    party.world.press(party.ann, party.group, board.id, party.token(board, "👁1"))

    async def is_left() -> bool:
        return [row.not_before > clock() for row in await party.store.secrets(person=person)] == [True]

    await eventually(is_left)
    secrets.request(person)
    await eventually(lambda: not secrets.is_pending(person) and not secrets.busy)
    assert whispers(party, party.ann) == []
    clock.advance(20.0)
    secrets.request(person)
    await eventually(lambda: whispers(party, party.ann))
