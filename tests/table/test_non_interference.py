"""Non-interference, end to end: what one may not know changes nothing of what one gets (docs/design.md, Knowledge).

Two services run on databases that differ in one thing: hats that Bob, Cleo and the group have not seen lie otherwise.
The same presses are made in both. What goes to the group and to everybody but the one who peeked must be byte-equal:
texts, buttons, pictures, file names, order and number of calls, and every toast.
"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.playground.feed import Toast
from tests.helpers.clock import MovingClock
from tests.helpers.party import Party, party_at

Sent = tuple[str, str]
"""A call to the Bot API: its method, and its parameters with pictures by their SHA-256."""


def permuted(state: dict[str, Any]) -> dict[str, Any]:
    """Exchange the hats over slots 1 and 2, of different kinds and fitting neither, and turn the pile of hats round."""
    row = [dict(slot) for slot in state["row"]]
    row[0]["hat"], row[1]["hat"] = row[1]["hat"], row[0]["hat"]
    return {**state, "row": row, "hats": state["hats"][::-1]}


def laid(state: dict[str, Any]) -> dict[str, Any]:
    """Lay hats so that opening 1 or 2 misses in either order, and neither could be told from the other till then."""
    row = [dict(slot) for slot in state["row"]]
    kinds = sorted(
        {*state["hats"], *(slot["hat"] for slot in row)} - {"magic", row[0]["character"], row[1]["character"]}
    )
    row[0]["hat"], row[1]["hat"] = kinds[0], kinds[1]
    return {**state, "row": row}


def patch(database: Path, *changes: Any) -> None:
    """Change the state of the one table in a database whose process is down."""
    with sqlite3.connect(database) as connection:
        ((blob,),) = connection.execute("SELECT state FROM tables").fetchall()
        state = json.loads(blob)
        for change in changes:
            state = change(state)
        connection.execute("UPDATE tables SET state = ?", (json.dumps(state).encode(),))
    connection.close()


def part(one: Path, two: Path) -> None:
    """Make the second database the first one, but for hidden hats. Both processes are down."""
    patch(one, laid)
    for path in (two, *two.parent.glob(f"{two.name}-*")):
        path.unlink()
    shutil.copy(one, two)
    patch(two, permuted)


@pytest.fixture
async def parties(tmp_path: Path) -> AsyncIterator[tuple[Party, Party]]:
    """Yield two parties in the same game, of which the second has other hats than the first."""
    one, two = tmp_path / "one.db", tmp_path / "two.db"
    async with (
        party_at(one, MovingClock(), pictures="own") as first,
        party_at(two, MovingClock(), pictures="own") as second,
    ):
        for party in (first, second):
            await party.begin(party.ann, party.bob, party.cleo)
            await party.close()
        part(one, two)
        for party in (first, second):
            party.world.call_log.calls.clear()
            await party.open()
            await party.say(party.ann, "/board")
        yield first, second


STARTING = ("getMe", "getMyCommands", "setMyCommands", "deleteWebhook", "getUpdates", "answerCallbackQuery")
"""Calls about no chat: the menu is set while the first updates come, in whatever order. Toasts are compared apart."""


def sent(party: Party, *unknown_to: int) -> list[Sent]:
    """List all calls but those to the private chats named, in order.

    Messages are numbered by their first mention: a private message that is sent at the same moment as a board takes the
    number before it or after it, whatever it says.
    """
    known: dict[str, int] = {}

    def renumbered(found: re.Match[str]) -> str:
        return f'"message_id": "#{known.setdefault(found[1], len(known))}"'

    return [
        (call.method, re.sub(r'"message_id": "(\d+)"', renumbered, _plain(party, call.params)))
        for call in party.world.calls
        if call.method not in STARTING and call.chat not in unknown_to
    ]


def _plain(party: Party, params: dict[str, Any]) -> str:
    text = json.dumps(params, sort_keys=True)
    text = re.sub(r"attached[0-9a-f]{32}", "attached", text)  # the library's random names for the parts of a request
    return re.sub(r"AgACAgIAAx[0-9a-f]{8}", lambda found: _sha256(party, found[0]), text)


def _sha256(party: Party, file_id: str) -> str:
    photo = party.world.photos.find(file_id)
    assert photo is not None
    return photo.sha256


async def play(party: Party) -> dict[str, list[Toast]]:
    """Make the same presses with either state; return the answers."""
    told: dict[str, list[Toast]] = {person.first_name: [] for person in party.people}

    async def press(who: str, label: str) -> None:
        person = getattr(party, who)
        told[person.first_name].append(await party.press(person, label, party.table_board()))

    await press("ann", "👁1")
    await press("ann", "My secret")
    await press("bob", "My secret")
    await press("dan", "My secret")
    await party.say(party.ann, "/hand")
    await press("bob", "⇄1")
    await press("cleo", "What now?")
    await press("bob", "⇄2")
    await party.say(party.cleo, "/board")
    await press("cleo", "⇄3")
    await press("cleo", "⇄4")
    await press("ann", "👁2")
    await press("bob", "What happened")
    await press("dan", "What happened")
    await party.say(party.bob, f"/verify {party.table().record.id}")
    await party.say(party.bob, "/board", party.world.private(party.bob))
    await party.restart()
    await press("bob", "⇄1")
    await press("bob", "⇄2")
    await party.pass_time(60)
    await press("cleo", "⇄5")
    await press("cleo", "⇄6")
    await press("ann", "👁1")
    await party.say(party.dan, "/hand")
    await party.say(party.cleo, "/leave")
    return told


async def test_hidden_hats_change_nothing_of_what_others_get(parties: tuple[Party, Party]) -> None:
    """survive-60, survive-61, survive-62, survive-64: payloads, captions, file names, toasts."""
    first, second = parties
    hidden = [party.table().state.row[0].hat for party in parties]
    assert hidden[0] != hidden[1], "the parties differ"
    told = [await play(party) for party in parties]
    ann = first.ann.id
    assert sent(first, ann) == sent(second, ann)
    assert len(sent(first, ann)) > 10
    for name in ("Bob", "Cleo", "Dan"):
        assert [_answer(toast) for toast in told[0][name]] == [_answer(toast) for toast in told[1][name]]
    assert [_answer(toast) for toast in told[0]["Ann"]] != [_answer(toast) for toast in told[1]["Ann"]]


async def test_nor_does_a_secret_in_the_answer_to_the_press(parties: tuple[Party, Party]) -> None:
    """An alert is for the presser: no call, to whomever, and nobody else's answer differs by what it says."""
    for party in parties:
        await party.send(party.ann, party.table_board(), f"{party.table_record().id}.-.prefer_here")
    told = [await play(party) for party in parties]
    assert sent(parties[0], parties[0].ann.id) == sent(parties[1], parties[1].ann.id)
    for name in ("Bob", "Cleo", "Dan"):
        assert [_answer(toast) for toast in told[0][name]] == [_answer(toast) for toast in told[1][name]]
    peeks = [[toast for toast in each["Ann"] if toast.alert and "peeked at hat" in toast.text] for each in told]
    assert len(peeks[0]) == len(peeks[1]) > 2
    assert peeks[0][0].text != peeks[1][0].text
    first, second = (Counter(method for method, _ in sent(party)) for party in parties)
    assert first == second


async def test_also_the_one_who_peeked_gets_as_many_calls_of_the_same_kind(parties: tuple[Party, Party]) -> None:
    """What an observer of the traffic sees tells nothing of the hat: a whisper and a board go side by side."""
    for party in parties:
        await play(party)
    first, second = (Counter(method for method, _ in sent(party)) for party in parties)
    assert first == second


def _answer(toast: Toast) -> tuple[str, bool, str]:
    return toast.text, toast.alert, toast.url
