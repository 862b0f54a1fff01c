"""Texts as Telegram reads them (docs/platforms.md A4, A10)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.playground.errors import ApiError
from bot.playground.model import Chat, User
from bot.playground.text import command_of, found_entities, read_text, utf16_length
from bot.playground.world import World
from tests.playground.tools import ApiCaller


def nobody(_number: int) -> User | None:
    return None


def span(kind: str, offset: int, length: int, **more: Any) -> dict[str, Any]:
    return {"type": kind, "offset": offset, "length": length, **more}


@pytest.mark.parametrize(
    ("text", "count"), [("", 0), ("abc", 3), ("шляпа", 5), ("😀", 2), ("👨‍👩‍👧", 8), ("a\u0301", 2)]
)
def test_lengths_are_counted_in_utf_16(text: str, count: int) -> None:
    assert utf16_length(text) == count


def test_a_text_is_trimmed_and_its_entities_move_along() -> None:
    assert read_text("  \nab c \n", [span("bold", 3, 2)], nobody) == ("ab c", [span("bold", 0, 2)])
    assert read_text(" ab ", [span("bold", 0, 4)], nobody) == ("ab", [span("bold", 0, 2)])


def test_entities_may_be_listed_beside_the_text() -> None:
    listed = [span("bold", 0, 1), span("pre", 2, 1, language="python"), span("nonsense", 0, 1), span("bold", 1, 0)]
    assert read_text("a b", listed, nobody) == ("a b", [span("bold", 0, 1), span("pre", 2, 1, language="python")])


def test_an_entity_beyond_the_end_is_refused() -> None:
    with pytest.raises(ApiError) as refusal:
        read_text("abc", [span("bold", 1, 3)], nobody)
    assert refusal.value.description == (
        "Bad Request: entity beginning at UTF-16 offset 1 ends after the end of the text at UTF-16 offset 3"
    )


@pytest.mark.parametrize("listed", ["text", [1], [{"type": "bold"}], [{"type": "bold", "offset": "0", "length": 1}]])
def test_listed_entities_must_be_entities(listed: Any) -> None:
    with pytest.raises(ApiError, match="can't parse entities JSON object"):
        read_text("abc", listed, nobody)


def test_after_a_hundred_entities_the_rest_are_left_out() -> None:
    listed = [span("bold", place, 1) for place in range(120)]
    assert len(read_text("x" * 120, listed, nobody)[1]) == 100


async def test_a_mention_names_whom_the_bot_has_met(world: World, group: Chat, boris: User, call: ApiCaller) -> None:
    """docs/platforms.md A10."""
    listed = [span("text_mention", 0, 1, user={"id": boris.id})]
    assert "entities" not in await call.text(group.id, "x", entities=listed)
    world.say(boris, group, "/play")
    sent = await call.text(group.id, "x", entities=listed)
    assert sent["entities"][0]["user"]["first_name"] == "Борис"
    link = [span("text_link", 0, 1, url=f"tg://user?id={boris.id}")]
    linked = await call.text(group.id, "x", entities=link)
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
    assert read_text("/play", [span("code", 0, 5)], nobody)[1] == [span("code", 0, 5)]


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
async def test_a_texts_length_has_its_limit(group: Chat, call: ApiCaller, text: str, fits: bool) -> None:
    reply = await call("sendMessage", chat_id=group.id, text=text)
    assert (reply.status == 200) is fits


async def test_names_of_64_emoji_are_taken_as_they_are(world: World, group: Chat, call: ApiCaller) -> None:
    guest = world.add_person("🎩" * 64)
    world.join(guest, group)
    update = (await call.updates())[-1]
    assert update["message"]["new_chat_members"][0]["first_name"] == "🎩" * 64
