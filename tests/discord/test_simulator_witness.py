"""The witness of the outside games: it speaks up when somebody sees what is another's, or a call was refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.discord.call_log import Request
from tests.helpers.discord.forms import Draft
from tests.helpers.discord.interactions import COMMAND
from tests.helpers.discord.mentions import Named
from tests.helpers.discord.model import Attachment, Message
from tests.helpers.discord.people import Discord, Person
from tests.helpers.discord.table import RandomTable
from tests.helpers.discord.witness import check_calls, check_known, check_moves_shown, check_pings, check_secrets
from tests.helpers.ledger import Ledger


class ScriptedTable:
    """A table whose bot says what a test wants."""

    def __init__(self) -> None:
        self.world = Discord()
        self.table = RandomTable(self.world, 1, 3, seed=1, word="hats")
        self.ann, self.ben, _ = self.table.people

    def say(self, text: str, to: Person | None = None, picture: str = "", **fields: Any) -> Message:
        """Post in the channel, to all or to one."""
        draft = Draft(content=text, **fields)
        if picture:
            draft.attachments = [Attachment(1, "board.png", "", b"", picture, "")]
        return self.world.post(self.table.channel, self.world.bot, draft, viewer=to)


@pytest.fixture
async def evening() -> ScriptedTable:
    """Return a table at which all went well: a whisper to ann, and boards for all."""
    evening = ScriptedTable()
    evening.say("Hat 2: crown", to=evening.ann, picture="crown")
    evening.say("1. ann peeked at hat 2.", picture="row")
    evening.say("2. ben opened hat 1.", picture="other row")
    return evening


async def test_an_evening_without_leaks_is_passed(evening: ScriptedTable) -> None:
    check_calls(evening.world)
    check_pings(evening.world, [evening.table])
    check_secrets(evening.world, evening.table)
    assert check_moves_shown(evening.world, evening.table) == 2


@pytest.mark.parametrize(
    ("text", "picture"), [("Hat 2: crown", ""), ("**Hat 2**: ||crown||", ""), ("NO: +2", ""), ("board", "crown")]
)
async def test_a_secret_in_the_channel_is_noticed(evening: ScriptedTable, text: str, picture: str) -> None:
    evening.say(text, picture=picture)
    with pytest.raises(AssertionError):
        check_secrets(evening.world, evening.table)


class Books(Ledger):
    """A ledger in which ann has peeked at hat 2, and nobody else at anything."""

    def __init__(self, table: RandomTable) -> None:
        super().__init__(Path())
        self.seats = [{"person": {"id": person.id}} for person in table.people]

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        return [(json.dumps([{"type": "saw", "audience": 0, "slot": 1, "hat": "king"}]),)]

    def record(self, table: str) -> dict[str, Any]:
        return {"seats": self.seats}

    def table_at(self, chat: int) -> str:
        return "t"


@pytest.mark.parametrize(("text", "picture"), [("look", "crown"), ("Hat 2: crown", ""), ("Hat 3: horns", "")])
async def test_a_secret_that_reached_another_is_noticed(evening: ScriptedTable, text: str, picture: str) -> None:
    books = Books(evening.table)
    assert check_known(evening.world, evening.table, books) == 1
    evening.say(text, to=evening.ben, picture=picture)
    with pytest.raises(AssertionError):
        check_known(evening.world, evening.table, books)


async def test_what_is_revealed_at_the_end_is_no_leak(evening: ScriptedTable) -> None:
    evening.say("The game is over.\nCheck the deal: /verify 12", picture="end")
    evening.say("Hat 2: crown")
    check_secrets(evening.world, evening.table)


async def test_a_move_left_out_is_noticed(evening: ScriptedTable) -> None:
    evening.say("4. ann peeked at hat 3.")
    with pytest.raises(AssertionError):
        check_moves_shown(evening.world, evening.table)


@pytest.mark.parametrize("named", [Named(everyone=True), Named(frozenset({1, 2}))])
async def test_a_ping_too_many_is_noticed(evening: ScriptedTable, named: Named) -> None:
    users = {number: person.id for number, person in enumerate(evening.table.people)}
    evening.say("psst", named=Named(frozenset(users[each] for each in named.users), everyone=named.everyone))
    with pytest.raises(AssertionError):
        check_pings(evening.world, [evening.table])


async def test_a_failed_interaction_and_a_refused_call_are_noticed(evening: ScriptedTable) -> None:
    evening.world.call_log.ended(Request(0, "POST", "/users/@me/channels", "", status=403, code=50007))
    check_calls(evening.world)
    evening.world.call_log.ended(Request(0, "PATCH", "/channels", "", status=404, code=10008))
    with pytest.raises(AssertionError):
        check_calls(evening.world)
    evening.world.call_log.requests.clear()
    evening.world.interactions.begin(COMMAND, evening.ann, evening.table.channel, {}).time_out()
    with pytest.raises(AssertionError):
        check_calls(evening.world)
