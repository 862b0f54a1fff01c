"""T8: two players of one name can be told apart wherever names are shown, from the lobby to the end of the game."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.i18n.names import NAME_LENGTH, clean_name, distinct
from tests.helpers.clock import MovingClock
from tests.helpers.party import Party, party_at

SAME = (("Alex", "en"), ("alex ", "en"), ("\u0410l\u0435x", "en"), ("Dan", "en"))


@pytest.fixture
async def namesakes(database: Path, clock: MovingClock) -> AsyncIterator[Party]:
    async with party_at(database, clock, names=SAME, pictures="blank") as party:
        yield party


async def test_t8_namesakes_have_numbers_in_captions_buttons_and_refusals(namesakes: Party) -> None:
    party = namesakes
    await party.begin(party.ann, party.bob, party.cleo)
    assert [seat.name for seat in party.table_record().seats] == ["Alex", "alex 2", "\u0410l\u0435x 3"]
    assert "Alex" in party.board().text
    await party.press(party.ann, "\U0001f4411")
    assert "alex 2" in party.board().text
    refused = await party.send(party.ann, party.board(), party.token(party.board(), "\U0001f4412"))
    assert "alex 2" in refused.text
    await party.restart()
    assert [seat.name for seat in party.table_record().seats] == ["Alex", "alex 2", "\u0410l\u0435x 3"]


@pytest.mark.parametrize(
    ("name", "others", "shown"),
    [
        ("Alex", [], "Alex"),
        ("Alex", ["Bob"], "Alex"),
        ("Alex", ["alex"], "Alex 2"),
        ("Alex", ["Alex", "Alex 2"], "Alex 3"),
        ("Alex 2", ["Alex"], "Alex 2"),
        ("\u00c1lex", ["Alex"], "\u00c1lex 2"),
        ("A l e x", ["Alex"], "A l e x 2"),
        ("\uff21lex", ["Alex"], "\uff21lex 2"),
        ("\u0391\u03b8\u03b7\u03bd\u03ac", ["\u0391\u0398\u0397\u039d\u0391"], "\u0391\u03b8\u03b7\u03bd\u03ac 2"),
    ],
)
def test_t8_what_looks_the_same_gets_a_number(name: str, others: list[str], shown: str) -> None:
    assert distinct(name, others) == shown


def test_t8_a_long_name_keeps_its_number() -> None:
    first = distinct("x" * 60, [])
    second = distinct("x" * 60, [first])
    assert second.endswith("\u2026 2")
    assert clean_name(second) == second
    assert len(second) <= NAME_LENGTH
