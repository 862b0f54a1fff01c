"""Numbers inside sentences, in every language: counted things, signs, lists, spans of time."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
import regex
from babel.messages.catalog import Message
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n.catalogs import Catalogs
from bot.i18n.translator import Translator
from bot.messaging import Span, plain_text
from bot.tools import texts
from bot.tools.catalogs import extract

LOCALES = Path(__file__).parents[2] / "locales"
CATALOGS = Catalogs(LOCALES)
SAMPLES = (-21, -5, -2, -1, 0, 1, 2, 3, 5, 11, 21, 100)
ISOLATED = regex.compile("[\u2066-\u2068][^\u2066-\u2069]*\u2069")
HYPHEN = "\u05be"


@cache
def counted() -> tuple[Message, ...]:
    """Return the messages that have a plural, read from the source."""
    return tuple(message for message in extract() if message.pluralizable)


@pytest.fixture(params=CATALOGS.locales)
def tr(request: pytest.FixtureRequest) -> Translator:
    return CATALOGS.translator(request.param)


def said(tr: Translator, message: Message, count: int) -> str:
    """Return a counted sentence, its other values filled with a letter that is no digit."""
    others = texts.fields(message.id[1]) - {"count"}
    return tr.plural(message.id[0], message.id[1], count, **dict.fromkeys(others, "x"))


def test_there_are_counted_messages_in_twelve_languages() -> None:
    assert len(counted()) > 15
    assert len(CATALOGS.locales) == 12


def test_every_number_is_shown_or_is_the_only_one_of_its_words(tr: Translator) -> None:
    """A form without the number may stand for one number only: "one point" for 1, and never for 21 or -1."""
    for message in counted():
        texts = {count: said(tr, message, count) for count in (*range(-130, 131), 1000)}
        shared = Counter(texts.values())
        for count in SAMPLES:
            assert tr.number(count) in texts[count] or shared[texts[count]] == 1, (count, texts[count])
            assert count >= 0 or tr.number(count) in texts[count], (count, texts[count])


def test_hebrew_keeps_the_minus_of_one_and_two() -> None:
    """Their words are without the number."""
    he = CATALOGS.translator("he")
    points = {n: regex.sub(r"\p{Cf}", "", he.plural("{count} point", "{count} points", n)) for n in (-2, -1, 1, 2, 3)}
    assert len(set(points.values())) == len(points)
    assert [n for n, text in points.items() if text.startswith("−")] == [-2, -1]
    assert not any(digit in points[1] + points[2] for digit in "12")


@given(st.integers(-5000, 5000))
def test_a_minus_is_a_minus_and_stays_with_its_number(value: int) -> None:
    for locale in CATALOGS.locales:
        tr = CATALOGS.translator(locale)
        shown = (tr.number(value), tr.signed(value), tr.plural("{count} point", "{count} points", value))
        assert not any("-" in text for text in shown)
        assert ("−" in shown[0], "−" in shown[1], "+" in shown[1]) == (value < 0, value < 0, value >= 0)
        assert value >= 0 or "−" in shown[2]
        if tr.rtl:
            outside = [ISOLATED.sub("", text) for text in shown]
            assert not any(sign in text for text in outside for sign in "+−"), shown


def test_no_message_writes_a_sign_before_a_value(tr: Translator) -> None:
    """It would be shown behind the number in right-to-left text; `Translator.signed` writes it."""
    catalog = texts.read_catalog(LOCALES / tr.locale / "LC_MESSAGES" / "bot.po")
    sentences = [text for m in catalog if m.id for text in (*texts.forms(m.id), *texts.forms(m.string or ""))]
    assert len(sentences) > 500
    assert [text for text in sentences if regex.search(r"[+−±]\p{Cf}*\{|(?<!\p{L})-\{", text)] == []


@pytest.mark.parametrize(
    ("last", "joined"),
    [
        ("4", HYPHEN),
        ("Ann", HYPHEN),
        ("\u2068Ann\u2069", HYPHEN),
        ("\u2066−3\u2069", HYPHEN),
        ("\u2066/play\u2069", HYPHEN),
        ("דנה", ""),
        ("\u2068דנה\u2069", ""),
        ("״כן״", ""),
    ],
)
def test_the_hebrew_and_is_joined_by_a_hyphen_to_what_is_not_hebrew(last: str, joined: str) -> None:
    he = CATALOGS.translator("he")
    assert he.list(["א", last]) == f"א ו{joined}{last}"
    rich = he.rich_list([(Span("א"),), (Span("", "bold"), Span(last, "bold"))])
    assert plain_text(rich) == f"א ו{joined}{last}"
    assert he.list([last]) == last


def test_lists_keep_every_item_and_braces_in_them(tr: Translator) -> None:
    for items in ([], ["{0}"], ["a", "{b}"], ["a", "b", "{}"]):
        assert all(item in tr.list(items) for item in items)
        assert bool(tr.list(items)) == bool(items)


@pytest.mark.parametrize(
    ("seconds", "time"),
    [
        *((1, "שנייה אחת"), (60, "דקה אחת"), (3600, "שעה אחת"), (86400, "יום אחד")),
        *((7200, "שעתיים"), (172800, "יומיים"), (300, "5 דקות"), (864000, "10 ימים")),
    ],
)
def test_hebrew_says_one_and_two_of_a_unit_in_words(seconds: int, time: str) -> None:
    assert CATALOGS.translator("he").duration(seconds) == time


def test_ten_days_are_no_week(tr: Translator) -> None:
    assert tr.duration(10 * 86400).startswith("10")
