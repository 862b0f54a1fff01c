"""Styled text as Discord's markdown: what a player wrote styles, links and pings nothing (survive-67, -68, -74)."""

from __future__ import annotations

import re

import pytest
from babel.support import Translations
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.i18n.names import cut
from bot.i18n.translator import Translator, name_span
from bot.messaging import RichText, Span
from bot.platforms.discord.markdown import escaped, markdown, pinged
from storage.ids import Person

ANN, BOB = Person("discord", "11"), Person("discord", "12")
MARKUP = st.text(st.sampled_from("\\*_~|`<>[]()#-+.:/@!1 \nab"), max_size=40)


def shown(text: str) -> str:
    """Return what a reader sees: a backslash shows the sign after it as it is."""
    return re.sub(r"\\([^0-9A-Za-z\s])", r"\1", text).replace("\u200b", "")


@given(MARKUP)
def test_a_reader_sees_what_was_written(text: str) -> None:
    assert shown(escaped(text)) == text


@given(MARKUP)
def test_nothing_that_was_written_is_markup(text: str) -> None:
    bare = re.sub(r"\\.", "x", escaped(text))
    assert not re.search(r"[*_~|`<>\[\]]|:/|@(?:everyone|here)", bare, re.IGNORECASE)
    assert not re.search(r"^[ \t]*(?:[-+#]+\s|\d+[.)])", bare, re.MULTILINE)


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("snake_case*", r"snake\_case\*"),
        ("<@5> [here](https://x.example)", r"\<@5\> \[here\](https\://x.example)"),
        ("@everyone and @HERE", "@\u200beveryone and @\u200bHERE"),
        ("1. Ann", r"1\. Ann"),
        ("- a\n# b\n-# c", "\\- a\n\\# b\n\\-# c"),
        ("a - b # c + d 1. e", "a - b # c + d 1. e"),
        ("⁨Ann⁩", "⁨Ann⁩"),
    ],
)
def test_signs_are_escaped_only_where_they_mean_something(written: str, sent: str) -> None:
    assert escaped(written) == sent


def test_styles() -> None:
    turn = (Span("Ann", "mention", ANN), Span("’s turn"))
    rich = (*turn, Span(" a*b ", "bold"), Span("x`y", "code"), Span("z|", "spoiler"))
    assert markdown(rich) == r"<@11>’s turn **a\*b** `x'y`||z\|||"


COMMANDS = {"play": 7, "verify": 8}


def translated(message: str, **values: object) -> RichText:
    return Translator("en", Translations()).rich(message, **values)


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("/play", "</play:7>"),
        ("Open one with /play.", "Open one with </play:7>."),
        ("(/play, /verify) “/play”\n/play", "(</play:7>, </verify:8>) “</play:7>”\n</play:7>"),
        ("Write /play hats", "Write </play:7> hats"),
        ("כתבו \u2066/play\u2069 שם", "כתבו \u2066</play:7>\u2069 שם"),
    ],
)
def test_commands_are_mentioned(written: str, sent: str) -> None:
    assert markdown(translated(written), COMMANDS) == sent


@pytest.mark.parametrize(
    "written",
    [
        "/players /playful /play_x /playé /Play",
        "/hand is not known",
        "and/play or ./play, a-/play, http://play.example/play, /play/verify, /play-off, /play.html",
    ],
)
def test_other_words_are_no_commands(written: str) -> None:
    assert markdown(translated(written), COMMANDS) == escaped(written)


@pytest.mark.parametrize("name", ["/play", "Ann /play", "a /verify b", "</play:7>", "<@5>", "@everyone", "<#7>"])
def test_names_are_no_commands_and_no_mentions(name: str) -> None:
    """Whatever a name contains (D8), and in whatever style it stands."""
    who = name_span(name)
    plain = markdown(translated("{name} wrote /play", name=who), COMMANDS)
    assert plain == f"{escaped(who.text)} wrote </play:7>"
    bold = markdown((replace(who, style="bold"), Span(" (left)", "bold")), COMMANDS)
    assert bold == f"**{escaped(who.text)} (left)**"
    for sent in (plain.removesuffix("</play:7>"), bold):
        assert not re.search(r"(?<!\\)<|@(?:everyone|here)", sent)


def test_commands_are_mentioned_within_styles_but_not_in_code_or_names() -> None:
    rich = tuple(Span("/play", style, kind="command") for style in ("bold", "code", "", "spoiler"))
    assert markdown((*rich, Span("/play", "mention")), COMMANDS) == "**</play:7>**`/play`</play:7>||</play:7>||/play"


@given(MARKUP)
def test_no_markup_can_be_written_around_a_command(text: str) -> None:
    """What comes after a command, or before it, is escaped as it is without it."""
    before, command, after = Span(f"{text} "), Span("/play", kind="command"), Span(f" {text}")
    assert markdown((before, command, after), COMMANDS) == f"{escaped(before.text)}</play:7>{escaped(after.text)}"


def test_a_style_of_nothing_is_nothing() -> None:
    assert markdown((Span(" ", "bold"), Span("", "code"))) == " "


@pytest.mark.parametrize("person", [None, Person("telegram", "11"), Person("discord", "0")])
def test_nobody_of_another_platform_is_mentioned(person: Person | None) -> None:
    assert markdown((Span("An_n", "mention", person),)) == r"An\_n"


def test_only_the_first_mentioned_is_rung() -> None:
    assert pinged((Span("a"), Span("Bob", "mention", BOB), Span("Ann", "mention", ANN))) == int(BOB.id)
    assert pinged((Span("Ann", "bold"),)) is None


def test_halves_of_surrogates_are_replaced() -> None:
    escaped("a\ud800b").encode()


def test_what_is_left_out_is_marked() -> None:
    assert (cut("abc", 3, len), cut("ab cd", 4, len)) == ("abc", "ab…")


def test_a_moment_is_shown_in_the_readers_own_time() -> None:
    assert markdown((Span("until "), Span("18:05 UTC", moment=1_800_000_300))) == "until <t:1800000300:t>"
