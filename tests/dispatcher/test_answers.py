"""Answers to commands reach whoever asked, although the platform refuses calls or the process is killed."""

from __future__ import annotations

import asyncio

import pytest

from bot.playground.call_log import Call
from bot.playground.faults import Fault
from bot.playground.model import Chat, User
from bot.table.publishing import messenger
from tests.helpers.party import Party, eventually

TROUBLES = ("502", "500", "429", "cut before", "cut after")


def trouble(party: Party, name: str, chat: Chat, times: int | None = 1) -> Fault:
    """Plant a fault of sending to a chat."""
    faults = party.api.faults
    match name:
        case "429":
            return faults.flood(1, method="sendMessage", chat=chat.id, times=times)
        case "cut before" | "cut after":
            return faults.cut(after=name == "cut after", method="sendMessage", chat=chat.id, times=times)
        case _:
            return faults.server_error(int(name), method="sendMessage", chat=chat.id, times=times)


def texts(party: Party, chat: Chat) -> list[str]:
    """List the first lines of what the bot has written in a chat."""
    return [each.text.splitlines()[0] for each in chat.messages.values() if each.sender is party.world.bot]


def refused(party: Party) -> list[Call]:
    """List the calls that were answered with a 502."""
    return [call for call in party.world.calls if call.error == 502]


async def ask(party: Party, person: User, chat: Chat, *said: str) -> list[str]:
    """Say some things at once, and return the first lines of the answers."""
    before = len(texts(party, chat))
    for text in said:
        party.world.say(person, chat, text)
    await party.settle()
    return texts(party, chat)[before:]


@pytest.mark.parametrize("name", TROUBLES)
@pytest.mark.parametrize("where", ["group", "private"])
async def test_an_answer_that_fails_is_sent_again(party: Party, name: str, where: str) -> None:
    party.world.start(party.ann)
    await party.settle()
    chat = party.group if where == "group" else party.world.private(party.ann)
    usual = await ask(party, party.ann, chat, "/help", "/privacy")
    assert len(usual) == 2
    trouble(party, name, chat)
    there = await ask(party, party.ann, chat, "/help", "/privacy")
    # One that was cut after it took effect may be there twice.
    assert there == (usual[:1] + usual if name == "cut after" else usual)


@pytest.mark.parametrize("name", TROUBLES)
async def test_a_greeting_that_fails_is_sent_again(party: Party, name: str) -> None:
    chat = party.world.private(party.ann)
    trouble(party, name, chat)
    party.world.start(party.ann)
    await party.settle()
    assert len(texts(party, chat)) == (2 if name == "cut after" else 1)


async def test_an_answer_is_given_up_when_nobody_waits_for_it_any_more(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messenger, "PATIENCE", 3.0)
    fault = trouble(party, "502", party.group, times=None)
    assert await ask(party, party.ann, party.group, "/help") == []
    party.api.faults.cancel(fault)
    assert len(refused(party)) >= 2
    assert len(await ask(party, party.ann, party.group, "/help")) == 1, "the next one is answered"


async def test_nobody_waits_for_the_answer_to_somebody_else(party: Party) -> None:
    await ask(party, party.bob, party.group, "/help")
    fault = trouble(party, "502", party.world.private(party.ann), times=None)
    party.world.start(party.ann)
    party.world.say(party.bob, party.group, "/help")
    async with asyncio.timeout(60):
        while len(texts(party, party.group)) < 2:  # noqa: ASYNC110 - a chat tells nobody
            await asyncio.sleep(0.01)
    assert texts(party, party.world.private(party.ann)) == []
    party.api.faults.cancel(fault)
    await party.settle()
    assert len(texts(party, party.world.private(party.ann))) == 1


async def test_what_one_process_has_not_answered_the_next_one_answers(party: Party) -> None:
    """Once; what was answered is not answered again. (For kills see `tests/crash`.)"""
    chat = party.world.private(party.ann)
    fault = trouble(party, "502", chat, times=None)
    party.world.start(party.ann)
    party.world.say(party.ann, chat, "/privacy")
    party.world.say(party.bob, party.group, "/help")
    await eventually(lambda: len(refused(party)) >= 2 and len(texts(party, party.group)) == 1)
    await party.close()
    assert texts(party, chat) == []
    party.api.faults.cancel(fault)
    await party.open()
    assert len(texts(party, chat)) == 2
    assert len(texts(party, party.group)) == 1
    party.world.say(party.ann, chat, "/help")
    await party.settle()
    assert len(texts(party, chat)) == 3
