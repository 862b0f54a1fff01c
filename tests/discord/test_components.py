"""Posts as components: all of them fit, none of their buttons is lost (docs/platforms.md B5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
import pytest
from discord import ui
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import PostRejected
from bot.messaging import Button, Picture, Post, Span
from bot.platforms.discord.components import ALT, MOST_COMPONENTS, MOST_TEXT, alt_of, layout, token_of
from bot.platforms.discord.platform import DiscordPlatform

PICTURE = Picture("k", lambda: b"", "text " * 400)
Keyboard = tuple[tuple[Button, ...], ...]


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for each in components:
        yield each
        yield from walk(each.get("components", []))


async def sent(post: Post, **commands: int) -> list[dict[str, Any]]:
    """List all the components of a post, as they are sent."""
    view: Any = layout(post, commands)  # the method has no types
    return list(walk(view.to_components()))


def tokens(components: list[dict[str, Any]]) -> list[str]:
    """List the tokens that a person can press or choose."""
    found = []
    for each in components:
        if each["type"] == 2 and "url" not in each:
            found.append(token_of({"custom_id": each["custom_id"]}))
        options = each["options"] if each["type"] == 3 else []
        found += [token_of({"custom_id": each["custom_id"], "values": [option["value"]]}) for option in options]
    return found


def buttons(*rows: int) -> Keyboard:
    return tuple(tuple(Button(f"{r}/{i}", f"t.{r}.{i}") for i in range(size)) for r, size in enumerate(rows))


async def test_a_board_is_one_container_with_text_picture_and_rows() -> None:
    parts = await sent(Post((Span("A *board*"),), PICTURE, buttons(2, 1), spoiler=True))
    assert [each["type"] for each in parts] == [17, 10, 12, 1, 2, 2, 1, 2]
    (item,) = parts[2]["items"]
    assert (item["media"]["url"], item["spoiler"]) == ("attachment://board.png", True)
    assert len(item["description"]) == ALT


async def test_details_are_behind_a_spoiler_and_left_to_the_alternative_text_of_a_picture() -> None:
    details = (Span("all of *it*,\n"), Span("bold", "bold"))
    _, text = await sent(Post((Span("A board"),), details=details))
    assert text["content"] == "A board\n||all of \\*it\\*,\nbold||"
    _, text, _ = await sent(Post((Span("A board"),), PICTURE, details=details))
    assert text["content"] == "A board"


async def test_styles_and_links() -> None:
    row = (Button("Go", "t.1.go", style="danger"), Button("Look", url="https://x.example/"))
    *_, go, look = await sent(Post((Span("x"),), keyboard=(row,)))
    assert (go["style"], go["custom_id"]) == (4, "t.1.go")
    assert (look["style"], look["url"]) == (5, "https://x.example/")


async def test_a_row_holds_five_and_longer_ones_are_parted_evenly() -> None:
    parts = await sent(Post((Span("x"),), keyboard=buttons(5, 7, 11)))
    assert [len(each["components"]) for each in parts if each["type"] == 1] == [5, 4, 3, 4, 4, 3]


@given(st.lists(st.integers(0, 12), max_size=20).filter(lambda rows: sum(rows) <= 200))
async def test_whatever_the_keyboard_all_fits_and_nothing_is_left_out(rows: list[int]) -> None:
    keyboard = buttons(*rows)
    parts = await sent(Post((Span("x"),), PICTURE, keyboard))
    assert len(parts) <= MOST_COMPONENTS
    assert tokens(parts) == [button.token for row in keyboard for button in row]
    assert all(1 <= len(each["options"]) <= 25 for each in parts if each["type"] == 3)
    assert all(1 <= len(each["components"]) <= 5 for each in parts if each["type"] == 1)
    ids = [each["custom_id"] for each in parts if "custom_id" in each]
    assert len(ids) == len(set(ids))


async def test_places_of_a_town_that_are_too_many_for_buttons_stand_in_lists() -> None:
    parts = await sent(Post((Span("x"),), PICTURE, buttons(*[5] * 8, 2)))
    selects = [each for each in parts if each["type"] == 3]
    assert [len(each["options"]) for each in selects] == [25, 15]
    assert selects[0]["placeholder"] == "0/0 … 4/4"
    assert [each["custom_id"] for each in parts if each["type"] == 2] == ["t.8.0", "t.8.1"]


async def test_what_stands_beside_the_choices_stays_buttons() -> None:
    """However many places there are to go to: secrets, advice and empty seats are one press away."""
    beside = ((Button("secret", "t.-.hand"), Button("advice", "t.-.advice")), (Button("seat", "t.-.seat"),))
    places = tuple((Button(str(number), f"t.7.m{number}"),) for number in range(30))
    parts = await sent(Post((Span("x"),), PICTURE, (*places, *beside)))
    assert [len(each["options"]) for each in parts if each["type"] == 3] == [25, 5]
    assert [each["label"] for each in parts if each["type"] == 2] == ["secret", "advice", "seat"]


async def test_a_list_of_another_decision_has_another_id() -> None:
    """A client shows what was chosen for as long as the id is the same, and does not send it again."""
    keyboards = [tuple((Button("go", f"t.{decision}.m{n}"),) for n in range(30)) for decision in (1, 2)]
    ids = [{p["custom_id"] for p in await sent(Post((Span("x"),), keyboard=k)) if p["type"] == 3} for k in keyboards]
    assert all(len(each) <= 100 for each in ids[0] | ids[1])
    assert not ids[0] & ids[1]


async def test_two_buttons_of_one_token_are_told_apart_and_mean_the_same() -> None:
    parts = await sent(Post((Span("x"),), keyboard=((Button("a", "t.1.x"), Button("b", "t.1.x")),)))
    ids = [each["custom_id"] for each in parts if each["type"] == 2]
    assert len(set(ids)) == 2
    assert tokens(parts) == ["t.1.x", "t.1.x"]


async def test_a_list_left_empty_is_no_press() -> None:
    assert token_of({"custom_id": "select:0:t.1.x", "values": []}) == ""


@pytest.mark.parametrize("token", ["", "x" * 65, "ж" * 33])
async def test_a_token_that_is_too_long_is_a_bug(token: str) -> None:
    """survive-69."""
    with pytest.raises(PostRejected):
        layout(Post((Span("x"),), keyboard=((Button("a", token),),)))


async def test_a_text_that_does_not_fit_and_an_empty_post_are_bugs() -> None:
    for post in (Post((Span("a" * (MOST_TEXT + 1)),)), Post(())):
        with pytest.raises(PostRejected):
            layout(post)


async def test_the_longest_text_offered_fits_however_much_is_escaped() -> None:
    layout(Post((Span("_" * DiscordPlatform.limits.text),)))


@pytest.mark.parametrize(("times", "said"), [(3, f"</play:{10**18}>"), (300, "/play")])
async def test_where_mentions_of_commands_do_not_fit_they_are_text(times: int, said: str) -> None:
    (_, text) = await sent(Post((Span("/play", kind="command"), Span(" ")) * times), play=10**18)
    assert text["content"].split() == [said] * times


async def test_buttons_say_commands_as_text() -> None:
    *_, pressed = await sent(Post((Span("x"),), keyboard=((Button("/play", "a"),),)), play=7)
    assert pressed["label"] == "/play"


async def test_long_labels_are_cut() -> None:
    *_, button = await sent(Post((Span("x"),), keyboard=((Button("a" * 99, "t.1.x"),),)))
    assert len(button["label"]) == 80


def bare(component: Any) -> Any:
    """Return a component without what says nothing: no color, not spoiled, not disabled, one of a list at least."""
    if isinstance(component, list):
        return [bare(each) for each in component]
    if not isinstance(component, dict):
        return component
    usual = {"accent_color", "spoiler", "disabled", "default", "min_values", "max_values", "required"}
    said = {name: value for name, value in component.items() if name not in usual or value not in (None, False, 1)}
    return {name: bare(value) for name, value in said.items()}


async def test_they_are_those_that_the_library_would_write() -> None:
    keyboard = ((Button("go", "t.1.x", style="primary"), Button("look", url="https://x.example/")), (Button("b", "c"),))
    told = Post((Span("A *board*"),), PICTURE, keyboard, spoiler=True)
    container: ui.Container[Any] = ui.Container(ui.TextDisplay("A \\*board\\*"))
    image = discord.MediaGalleryItem("attachment://board.png", description=alt_of(PICTURE), spoiler=True)
    container.add_item(ui.MediaGallery(image))
    primary = ui.Button[Any](label="go", custom_id="t.1.x", style=discord.ButtonStyle.primary)
    container.add_item(ui.ActionRow(primary, ui.Button[Any](label="look", url="https://x.example/")))
    container.add_item(ui.ActionRow(ui.Button[Any](label="b", custom_id="c")))
    view: Any = ui.LayoutView().add_item(container)
    assert bare(layout(told).to_components()) == bare(view.to_components())


async def test_a_list_is_that_which_the_library_would_write() -> None:
    (select,) = [each for each in await sent(Post((Span("x"),), PICTURE, buttons(*[1] * 25))) if each["type"] == 3]
    options = [discord.SelectOption(label=f"{n}/0", value=f"t.{n}.0") for n in range(24)]
    same: Any = ui.Select[Any](custom_id="select:0:t.0.0", placeholder="0/0 … 23/0", options=options)
    assert bare(select) == bare(same.to_component_dict())


async def test_a_view_is_not_kept_by_the_library() -> None:
    assert layout(Post((Span("x"),), keyboard=buttons(1))).is_finished()
