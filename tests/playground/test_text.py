"""Texts as Telegram reads them (PLATFORMS A4, A10)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.playground.errors import ApiError
from bot.playground.markup import parse_html
from bot.playground.model import Chat, User
from bot.playground.text import command_of, found_entities, parse, units
from bot.playground.world import World
from tests.playground.tools import Caller


def nobody(_number: int) -> User | None:
    return None


def span(kind: str, offset: int, length: int, **more: Any) -> dict[str, Any]:
    return {"type": kind, "offset": offset, "length": length, **more}


@pytest.mark.parametrize(
    ("text", "count"), [("", 0), ("abc", 3), ("шляпа", 5), ("😀", 2), ("👨‍👩‍👧", 8), ("a\u0301", 2)]
)
def test_lengths_are_counted_in_utf_16(text: str, count: int) -> None:
    assert units(text) == count


@pytest.mark.parametrize(
    ("source", "text", "entities"),
    [
        ("plain", "plain", []),
        ("<b>x</b>", "x", [span("bold", 0, 1)]),
        ("<strong>x</strong>", "x", [span("bold", 0, 1)]),
        ("<i>x</i><em>y</em>", "xy", [span("italic", 0, 1), span("italic", 1, 1)]),
        ("<u>x</u><ins>y</ins>", "xy", [span("underline", 0, 1), span("underline", 1, 1)]),
        ("<s>x</s>", "x", [span("strikethrough", 0, 1)]),
        ("<code>x</code>", "x", [span("code", 0, 1)]),
        ("<pre>x</pre>", "x", [span("pre", 0, 1)]),
        ("<tg-spoiler>x</tg-spoiler>", "x", [span("spoiler", 0, 1)]),
        ('<span class="tg-spoiler">x</span>', "x", [span("spoiler", 0, 1)]),
        ("<blockquote>x</blockquote>", "x", [span("blockquote", 0, 1)]),
        ("<blockquote expandable>x</blockquote>", "x", [span("expandable_blockquote", 0, 1)]),
        ("<b>a<i>b</i></b>", "ab", [span("bold", 0, 2), span("italic", 1, 1)]),
        ("😀<b>x</b>", "😀x", [span("bold", 2, 1)]),
        ("<B>x</B>", "x", [span("bold", 0, 1)]),
        ("<b>x</>", "x", [span("bold", 0, 1)]),
        ("<b></b>x", "x", []),
        ("&lt;b&gt; &amp; &quot;", '<b> & "', []),
        ("&#1078;&#x436;", "жж", []),
        ("&nbsp; & &copy", "&nbsp; & &copy", []),
        (
            '<a href="https://a.example/?x=1&amp;y=2">x</a>',
            "x",
            [span("text_link", 0, 1, url="https://a.example/?x=1&y=2")],
        ),
        ("<a href='tg://user?id=7'>x</a>", "x", [span("text_link", 0, 1, url="tg://user?id=7")]),
        ('<b title="a>b">x</b>', "x", [span("bold", 0, 1)]),
        ("a > b", "a > b", []),
    ],
)
def test_html_is_text_and_entities(source: str, text: str, entities: list[dict[str, Any]]) -> None:
    assert parse_html(source) == (text, entities)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("a<p>b</p>", 'Unsupported start tag "p" at byte offset 1'),
        ("жы<p>", 'Unsupported start tag "p" at byte offset 4'),
        ("< A", 'Unsupported start tag "" at byte offset 0'),
        ("<b", "Unclosed start tag at byte offset 0"),
        ('<b x="y', "Unclosed start tag at byte offset 0"),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("<b><i>x</b></i>", 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'),
        ("<b><i>x</i>", 'Can\'t find end tag corresponding to start tag "b"'),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
    ],
)
def test_broken_html_is_refused_where_it_breaks(source: str, words: str) -> None:
    """survive-68: a name like "< A" in unescaped markup must be refused here as it is there."""
    with pytest.raises(ApiError) as refusal:
        parse_html(source)
    assert refusal.value.description == f"Bad Request: can't parse entities: {words}"


def test_a_text_is_trimmed_and_its_entities_move_along() -> None:
    assert parse("  \n<b>ab</b> c \n", "HTML", None, nobody) == ("ab c", [span("bold", 0, 2)])
    assert parse("<b> ab </b>", "HTML", None, nobody) == ("ab", [span("bold", 0, 2)])


def test_entities_may_be_listed_beside_the_text() -> None:
    listed = [span("bold", 0, 1), span("pre", 2, 1, language="python"), span("nonsense", 0, 1), span("bold", 1, 0)]
    assert parse("a b", "", listed, nobody) == ("a b", [span("bold", 0, 1), span("pre", 2, 1, language="python")])


def test_an_entity_beyond_the_end_is_refused() -> None:
    with pytest.raises(ApiError) as refusal:
        parse("abc", "", [span("bold", 1, 3)], nobody)
    assert refusal.value.description == (
        "Bad Request: entity beginning at UTF-16 offset 1 ends after the end of the text at UTF-16 offset 3"
    )


@pytest.mark.parametrize("listed", ["text", [1], [{"type": "bold"}], [{"type": "bold", "offset": "0", "length": 1}]])
def test_listed_entities_must_be_entities(listed: Any) -> None:
    with pytest.raises(ApiError, match="can't parse entities JSON object"):
        parse("abc", "", listed, nobody)


def test_after_a_hundred_entities_the_rest_are_left_out() -> None:
    listed = [span("bold", place, 1) for place in range(120)]
    assert len(parse("x" * 120, "", listed, nobody)[1]) == 100


async def test_a_mention_names_whom_the_bot_has_met(world: World, group: Chat, boris: User, call: Caller) -> None:
    """PLATFORMS A10."""
    listed = [span("text_mention", 0, 1, user={"id": boris.id})]
    assert "entities" not in await call.text(group.id, "x", entities=listed)
    world.say(boris, group, "/play")
    sent = await call.text(group.id, "x", entities=listed)
    assert sent["entities"][0]["user"]["first_name"] == "Борис"
    linked = await call.text(group.id, f'<a href="tg://user?id={boris.id}">x</a>', parse_mode="HTML")
    assert linked["entities"] == sent["entities"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("/play", [span("bot_command", 0, 5)]),
        ("/play@underhat_bot hats", [span("bot_command", 0, 18)]),
        ("😀 /play", [span("bot_command", 3, 5)]),
        ("a/play", []),
        ("see https://a.example/x.", [span("url", 4, 19)]),
        ("ask @ann_smith!", [span("mention", 4, 10)]),
        ("mail a@b", []),
        ("nothing", []),
    ],
)
def test_clients_make_commands_links_and_names_clickable(text: str, found: list[dict[str, Any]]) -> None:
    assert found_entities(text) == found


def test_what_is_code_is_not_clickable() -> None:
    assert parse("<code>/play</code>", "HTML", None, nobody)[1] == [span("code", 0, 5)]


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("/play", ("play", "")),
        ("/Play@Underhat_Bot now", ("play", "underhat_bot")),
        ("say /play", None),
        ("//play", None),
        ("/", None),
    ],
)
def test_a_command_stands_at_the_beginning(text: str, command: tuple[str, str] | None) -> None:
    assert command_of(text) == command


@pytest.mark.parametrize(("text", "fits"), [("x" * 4096, True), ("😀" * 2048, True), ("x" * 4097, False)])
async def test_markup_does_not_count_towards_the_length(group: Chat, call: Caller, text: str, fits: bool) -> None:
    reply = await call("sendMessage", chat_id=group.id, text=f"<b>{text}</b>", parse_mode="HTML")
    assert (reply.status == 200) is fits


async def test_names_of_64_emoji_are_taken_as_they_are(world: World, group: Chat, call: Caller) -> None:
    guest = world.add_person("🎩" * 64)
    world.join(guest, group)
    update = (await call.updates())[-1]
    assert update["message"]["new_chat_members"][0]["first_name"] == "🎩" * 64
