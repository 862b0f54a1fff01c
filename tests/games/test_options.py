"""What a table chose is made whole, and nothing is taken for an option that is none."""

from __future__ import annotations

import pytest

from bot.engine.options import complete
from bot.engine.rules import Option
from bot.errors import DamagedRecord

OFFERED = (Option("length", ("long", "short")), Option("colour", ("green", "red", "blue")))


def test_what_is_not_named_has_its_default_the_first_of_its_choices() -> None:
    assert complete({}, OFFERED) == {"length": "long", "colour": "green"}
    assert complete({"colour": "blue"}, OFFERED) == {"length": "long", "colour": "blue"}


def test_the_result_is_in_the_order_of_the_game_not_of_the_table() -> None:
    assert list(complete({"colour": "red", "length": "short"}, OFFERED).items()) == [
        ("length", "short"),
        ("colour", "red"),
    ]


def test_what_was_chosen_stays_as_it_was() -> None:
    chosen = {"colour": "red"}
    complete(chosen, OFFERED)["colour"] = "blue"
    assert chosen == {"colour": "red"}


def test_a_value_that_is_not_offered_is_damage_and_named() -> None:
    with pytest.raises(DamagedRecord, match="option colour cannot be 'long'"):
        complete({"colour": "long"}, OFFERED)


def test_an_option_that_is_not_offered_is_damage_and_named() -> None:
    with pytest.raises(DamagedRecord, match=r"no such options: \['shape', 'size'\]"):
        complete({"size": "long", "colour": "red", "shape": "round"}, OFFERED)
    with pytest.raises(DamagedRecord, match="no such options"):
        complete({"length": "long"}, ())
