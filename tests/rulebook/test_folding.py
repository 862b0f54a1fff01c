"""What of a written word counts when it is looked up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rulebook.folding import fold, stems


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ёж", "еж"),
        ("égalité", "egalite"),
        ("Straße", "strasse"),
        ("הֲצָצָה", "הצצה"),
        ("קלפים", "קלפימ"),
        ("⇄ Swap!", "swap"),
    ],
)
def test_writings_of_one_word_are_one(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("written", "stem"),
    [
        ("מחליפים", "חליפ"),  # they swap: a participle's first and last letters
        ("החליף", "חליפ"),
        ("בכובע", "כובע"),  # in the hat: the next letter belongs to the word
        ("הצצתי", "הצצ"),
        ("הצצה", "הצצ"),
        ("כתר", "כתר"),
        ("swapping", "swapping"),
    ],
)
def test_hebrew_words_lose_what_is_written_together_with_them(written: str, stem: str) -> None:
    assert stems(fold(written)) == (stem,)


def test_words_of_one_or_two_letters_say_nothing() -> None:
    assert stems(fold("May I do it? у нас")) == ("may", "нас")


@given(st.text(max_size=80))
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert all(len(stem) >= 3 for stem in stems(fold(text)))
