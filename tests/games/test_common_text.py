"""What every game says alike: it is said of anybody, in any number, and names keep to themselves."""

from __future__ import annotations

import pytest

from bot.engine.presentation import Player, holder, seated, turn, victory
from bot.engine.rules import Outcome
from bot.i18n.catalogs import Catalogs
from bot.i18n.lazy import lazy
from bot.i18n.names import isolate
from bot.i18n.translator import SOURCE_LOCALE
from bot.messaging import Span, alternative_text, joined, plain_text
from storage.ids import Person
from tests.helpers.tree import REPOSITORY

WORDS = Catalogs(REPOSITORY / "locales").translator(SOURCE_LOCALE)
ANNA, BORIS = isolate("Anna"), isolate("Boris")
PEOPLE = (Player("Anna", Person("telegram", "1")), Player("Boris"), Player("Chaim"))
CHESS = lazy("Chess")


class TestAtTheTable:
    def test_are_those_who_sit_there(self) -> None:
        assert seated(CHESS, PEOPLE[:2], WORDS) == f"Chess. At the table: {ANNA} and {BORIS}."

    def test_is_nobody_at_first(self) -> None:
        assert seated(CHESS, (), WORDS) == "Chess: nobody at the table yet."


class TestATurn:
    def test_calls_by_a_mention_so_that_the_phone_rings(self) -> None:
        assert turn(PEOPLE[0], WORDS) == (
            Span(ANNA, "mention", Person("telegram", "1"), "name"),
            Span("’s turn"),
        )

    def test_calls_in_bold_whom_no_platform_knows(self) -> None:
        assert turn(PEOPLE[1], WORDS) == (Span(BORIS, "bold", kind="name"), Span("’s turn"))


class TestASeat:
    def test_is_called_by_its_holder(self) -> None:
        assert holder(PEOPLE[0], WORDS, present=True) == (Span(ANNA, "bold", kind="name"),)

    def test_that_was_left_still_has_that_name(self) -> None:
        left = holder(PEOPLE[0], WORDS, present=False)
        assert left == (Span(ANNA, "bold", kind="name"), Span(" (left)", "bold"))


class TestAVictory:
    def test_of_one(self) -> None:
        assert victory(Outcome((1,)), PEOPLE, WORDS) == (
            *(Span("🏆 "), Span(BORIS, "bold", kind="name"), Span(" wins!")),
        )

    def test_of_several_is_shared_in_the_order_of_the_outcome(self) -> None:
        told = victory(Outcome((1, 0)), PEOPLE, WORDS)
        boris, anna = (Span(name, "bold", kind="name") for name in (BORIS, ANNA))
        assert told == (Span("🏆 "), boris, Span(" and ", "bold"), anna, Span(" share the victory!"))

    def test_of_nobody_yet_names_nobody(self) -> None:
        assert "Anna" not in plain_text(victory(None, PEOPLE, WORDS))


def test_each_part_has_a_line_and_an_empty_one_has_none() -> None:
    parts = ((Span("a"), Span("b", "bold")), (), (Span("c"),))
    assert joined(parts) == (Span("a"), Span("b", "bold"), Span("\n"), Span("c"))
    assert joined(iter(parts)) == joined(parts)


@pytest.mark.parametrize("parts", [(), ((),), ((), ())])
def test_no_parts_are_no_lines(parts: tuple[tuple[Span, ...], ...]) -> None:
    assert joined(parts) == ()


def test_a_picture_is_described_by_all_that_is_written_below_it() -> None:
    assert (
        alternative_text((Span("Anna", "bold"), Span("’s turn")), (Span("Row:"), Span(" 1"))) == "Anna’s turn\nRow: 1"
    )
