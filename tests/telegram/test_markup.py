"""Text and buttons. Offsets are UTF-16 code units and buttons hold 64 bytes (docs/platforms.md A4)."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import PostRejected
from bot.i18n.names import cut, isolate, utf16_length
from bot.i18n.translator import name_span
from bot.messaging import Button, Post, RichText, Span
from bot.platforms.telegram.markup import entities, keyboard, post_entities, post_text, text_of
from bot.playground.text import found_entities
from storage.ids import Person

ANNA = Person("telegram", "41")


def pieces(rich: RichText) -> list[str]:
    """Return what the entities cover, cut out of the text as Telegram does."""
    raw = text_of(rich).encode("utf-16-le")
    places = ((2 * each["offset"], 2 * (each["offset"] + each["length"])) for each in entities(rich))
    return [raw[start:end].decode("utf-16-le") for start, end in places]


def place_of(entity: dict[str, Any]) -> tuple[str, int, int]:
    """Return what an entity is, where it begins and how long it is."""
    return entity["type"], entity["offset"], entity["length"]


@given(st.lists(st.builds(Span, st.text(max_size=8), st.sampled_from(["", "bold", "code", "spoiler"]))))
def test_entities_cover_exactly_the_styled_spans(spans: list[Span]) -> None:
    runs = ((style, "".join(span.text for span in run)) for style, run in groupby(spans, lambda span: span.style))
    assert pieces(tuple(spans)) == [text for style, text in runs if style and text]


def test_what_is_bold_together_is_one_entity_though_a_name_is_a_part_of_it() -> None:
    (bold,) = entities((Span("Ann", "bold", kind="name"), Span(" (left)", "bold")))
    assert place_of(bold) == ("bold", 0, 10)


def test_marks_around_other_texts_do_not_make_names_of_them() -> None:
    """Isolates are layout: an equation or a label has them too."""
    assert text_of((Span(isolate("a.example /play @ann")),)) == isolate("a.example /play @ann")


def test_emoji_count_twice() -> None:
    rich = (Span("🎩🎩 "), Span("hat 🎩", "bold"))
    assert [place_of(each) for each in entities(rich)] == [("bold", 5, 6)]


def test_each_style_has_its_own_entity() -> None:
    """docs/platforms.md A4: a spoiler covers its text until the reader taps it."""
    rich = (Span("a", "bold"), Span("b", "code"), Span("c", "spoiler"))
    assert [entity["type"] for entity in entities(rich)] == ["bold", "code", "spoiler"]


@pytest.mark.parametrize("name", ["snake_case", "*bold*", "< A", "B />", "[x](y)", "`&amp;`", "שלום", "👩‍👩‍👧‍👦" * 16])
def test_names_with_markup_are_plain_text_with_a_mention_over_them(name: str) -> None:
    """survive-67, survive-68: nothing is parsed, so nothing can break."""
    rich = (Span("Turn of "), Span(name, "mention", ANNA), Span("."))
    (mention,) = entities(rich)
    assert text_of(rich) == f"Turn of {name}."
    assert mention["type"] == "text_mention"
    assert mention["user"]["id"] == 41
    assert pieces(rich) == [name]


@pytest.mark.parametrize("name", ["@everyone", "/stop", "#tag", "evil.example", "http://evil.example", "a@b.example"])
def test_names_that_clients_would_make_links_of_link_nowhere(name: str) -> None:
    """survive-75: nobody is notified by what somebody calls themselves. Nothing of it is seen: U+2060 has no width."""
    text = text_of((Span("1. "), name_span(name), Span(" (host)\nWrite "), Span("/play", kind="command")))
    assert [found["type"] for found in found_entities(text)] == ["bot_command"]
    assert ".example" not in text
    assert text.replace("\u2060", "") == f"1. {isolate(name)} (host)\nWrite /play"


def test_a_mention_of_nobody_or_of_somebody_elsewhere_is_text() -> None:
    assert entities((Span("Anna", "mention"), Span("Ben", "mention", Person("discord", "1")))) == []


def test_half_a_surrogate_pair_does_not_break_the_message() -> None:
    rich = (Span("a\ud83d", "bold"), Span("b", "code"))
    text_of(rich).encode()
    assert [place_of(each)[1:] for each in entities(rich)] == [(0, 2), (2, 1)]


def test_at_most_100_entities_are_sent() -> None:
    assert len(entities(tuple(Span("x", "bold" if number % 2 else "") for number in range(300)))) == 100


def test_details_are_a_quote_at_the_end_that_is_folded_up() -> None:
    post = Post((Span("🎩 "), Span("Turn", "bold")), details=(Span("Row: "), Span("🎩 hat", "code"), Span(".")))
    assert post_text(post) == "🎩 Turn\nRow: 🎩 hat."
    assert [place_of(each) for each in post_entities(post)] == [
        ("expandable_blockquote", 8, 12),
        ("bold", 3, 4),
        ("code", 13, 6),
    ]


def test_details_alone_are_a_quote_and_none_are_no_quote() -> None:
    (quote,) = post_entities(Post((), details=(Span("all"),)))
    assert place_of(quote) == ("expandable_blockquote", 0, 3)
    assert post_entities(Post((Span("all"),), details=(Span(""),))) == []


def test_the_quote_is_kept_however_many_other_entities_there_are() -> None:
    many = tuple(Span("x", "bold" if number % 2 else "") for number in range(300))
    found = post_entities(Post(many, details=many))
    assert len(found) == 100
    assert place_of(found[0]) == ("expandable_blockquote", 301, 300)


def test_buttons_carry_token_or_url_and_style() -> None:
    markup = keyboard(((Button("Join", "t.0.join", style="success"),), (Button("Open", url="https://t.me/x"),)))
    assert markup == {
        "inline_keyboard": [
            [{"text": "Join", "callback_data": "t.0.join", "style": "success"}],
            [{"text": "Open", "url": "https://t.me/x"}],
        ]
    }


def test_no_buttons_are_no_keyboard() -> None:
    assert keyboard(()) is None
    assert keyboard(((), ())) is None


@pytest.mark.parametrize("token", ["x" * 65, "ж" * 33, ""])
def test_a_token_that_telegram_would_refuse_is_refused_here(token: str) -> None:
    """survive-69, survive-71: 1 to 64 bytes, counted in UTF-8."""
    with pytest.raises(PostRejected):
        keyboard(((Button("x", token),),))


def test_a_token_of_64_bytes_fits() -> None:
    assert keyboard(((Button("x", "ж" * 32),),)) is not None


@given(st.text(), st.integers(1, 50))
def test_cut_text_fits_and_is_a_beginning(text: str, limit: int) -> None:
    short = cut(text, limit)
    assert utf16_length(short) <= limit
    assert short == text if utf16_length(text) <= limit else text.startswith(short.removesuffix("…"))


def test_a_moment_is_shown_in_the_readers_own_time() -> None:
    (entity,) = entities((Span("Ann’s turn · until "), Span("18:05 UTC", moment=1_800_000_300)))
    assert place_of(entity) == ("date_time", 19, 9)
    assert (entity["unix_time"], entity["date_time_format"]) == (1_800_000_300, "t")
