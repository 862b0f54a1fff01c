"""What of a written word counts when it is looked up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n.catalogs import Catalogs
from bot.rulebook.folding import Language, fold, words
from bot.rulebook.function_words import FUNCTION_WORDS
from tests.helpers.cases import each
from tests.rulebook.conftest import LOCALES


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ёж", "еж"),
        ("égalité", "egalite"),
        ("Straße", "strasse"),
        ("øl på træ", "ol pa trae"),
        ("cœur", "coeur"),
        ("הֲצָצָה", "הצצה"),
        ("קלפים", "קלפימ"),
        ("⇄ Swap!", "swap"),
        ("l’animal", "l'animal"),
    ],
)
def test_writings_of_one_word_are_one(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@each(
    ("language", "one", "other"),
    [
        ("da", "hattene", "hatte"),
        ("da", "frø", "froe"),
        ("da", "både", "baade"),
        ("de", "Hüte", "Hut"),
        ("de", "Hüte", "Huete"),
        ("de", "Wuerfel", "Würfeln"),
        ("en", "swapping", "swap"),
        ("es", "sombreros", "sombrero"),
        ("fr", "échanges", "echanger"),
        ("he", "מחליפים", "החליף"),  # they swap, he swapped: a participle's first and last letters
        ("he", "בכובע", "כובע"),  # in the hat: the next letter belongs to the word
        ("he", "הצצתי", "הצצה"),
        ("it", "cappello", "cappelli"),
        ("nl", "kaarten", "kaart"),
        ("pt", "chapeus", "chapéus"),
        ("pt_BR", "trocar", "trocamos"),
        ("ru", "шапку", "шапки"),
        ("sv", "frön", "fron"),
        ("sv", "hattarna", "hattar"),
    ],
)
def test_forms_of_one_word_have_something_in_common(language: str, one: str, other: str) -> None:
    forms = Language(language).forms
    assert forms(words(one)[0]) & forms(words(other)[0])


@pytest.mark.parametrize(
    ("language", "one", "other"), [("he", "כתר", "כרטיס"), ("en", "swap", "swamp"), ("fr", "dé", "défausse")]
)
def test_other_words_have_not(language: str, one: str, other: str) -> None:
    forms = Language(language).forms
    assert not forms(words(one)[0]) & forms(words(other)[0])


@pytest.mark.parametrize("language", Catalogs(LOCALES).locales)
def test_every_language_has_its_function_words(language: str) -> None:
    listed = FUNCTION_WORDS[language.partition("_")[0]].split()
    assert len(listed) > 50
    assert all(Language(language).is_stop(word) for word in listed)


@each(
    ("language", "card"),
    [
        *(("da", "ja"), ("da", "nej"), ("de", "ja"), ("de", "nein"), ("en", "yes"), ("en", "no"), ("es", "sí")),
        *(("es", "no"), ("fr", "oui"), ("fr", "non"), ("fr", "dé"), ("he", "כן"), ("he", "לא"), ("it", "sì")),
        *(("it", "no"), ("nl", "ja"), ("nl", "nee"), ("pt", "sim"), ("pt", "não"), ("ru", "да"), ("ru", "нет")),
        *(("sv", "ja"), ("sv", "nej"), ("en", "6")),
    ],
)
def test_names_of_cards_are_none(language: str, card: str) -> None:
    assert not Language(language).is_stop(card)


@pytest.mark.parametrize(
    ("language", "word"), [("fr", "ou"), ("fr", "où"), ("es", "que"), ("es", "qué"), ("de", "fuer")]
)
def test_a_function_word_without_its_marks_is_one(language: str, word: str) -> None:
    assert Language(language).is_stop(word)


@given(st.text(max_size=80))
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)
