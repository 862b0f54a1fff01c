"""What a page tells who cannot see it, who came late, and whose line is slow."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Browser, Route, expect

from bot.playground.feed import MessageEdited
from tests.playground.page.conftest import OpenPlayground
from tests.playground.page.driver import Tab

pytestmark = pytest.mark.asyncio(loop_scope="session")

SPOKEN = 20
KEPT = 200
"""Messages of a chat that a page gets at once (bot/playground/frames.py)."""


async def test_an_edited_board_is_read_out_by_the_lines_that_are_new(stage: OpenPlayground) -> None:
    ann, boris = await stage.tab(), await stage.tab(stage.boris)
    await ann.say("/play")
    await boris.sees("Court Hats")
    await ann.press("Edit")
    await boris.sees("Борис swapped 2 and 5")
    await expect(ann.page.locator("#live")).to_contain_text("Борис swapped 2 and 5")
    await expect(ann.page.locator("#live")).not_to_contain_text("Ann to play")


async def test_an_edit_that_changes_the_buttons_alone_is_not_read_out(stage: OpenPlayground) -> None:
    message = stage.world.add_message(stage.group, stage.world.bot, text="Which?", keyboard=[[key("1")]])
    tab = await stage.tab()
    await tab.sees("Which?")
    message.keyboard = [[key("2")]]
    stage.world.feed.publish(MessageEdited(message))
    await expect(tab.key("2")).to_be_visible()
    await expect(tab.page.locator("#live")).to_have_text("")


@pytest.mark.parametrize(
    ("person", "names"),
    [(0, ["Peek at hat 1", "Swap hat 2", "Open hat 3"]), (2, ["הצצה לכובע \u20681\u2069", "החלפת כובע", "פתיחת כובע"])],
)
async def test_keys_that_show_signs_have_names(stage: OpenPlayground, person: int, names: list[str]) -> None:
    keys = [[key("👁1"), key("⇄2"), key("🎩3"), key("What now?")]]
    stage.world.add_message(stage.group, stage.world.bot, text="Which?", keyboard=keys)
    tab = await stage.tab(stage.people[person])
    spoken = [await each.get_attribute("aria-label") for each in await tab.page.locator(".key").all()]
    assert [bare(label or "").startswith(bare(name)) for label, name in zip(spoken, names, strict=False)] == [True] * 3
    assert spoken[3] is None, "words speak for themselves"


async def test_the_newest_buttons_are_one_key_away(stage: OpenPlayground) -> None:
    for number in range(SPOKEN):
        stage.world.say(stage.boris, stage.group, f"message {number}")
    stage.world.add_message(stage.group, stage.world.bot, text="Which?", keyboard=[[key("first"), key("second")]])
    stage.world.say(stage.boris, stage.group, "the last word")
    tab = await stage.tab()
    await tab.sees("the last word")
    await tab.page.keyboard.press("Alt+ArrowDown")
    await expect(tab.key("first")).to_be_focused()
    await tab.page.reload()
    await tab.ready()
    await tab.page.locator("#skip").focus()
    await tab.page.keyboard.press("Enter")
    await expect(tab.key("first")).to_be_focused()


async def test_what_was_said_before_the_newest_messages_is_fetched_when_one_scrolls_up(stage: OpenPlayground) -> None:
    said = KEPT * 2 + 5
    stage.world.add_message(stage.group, stage.world.bot, text="An old board", keyboard=[[key("old")]])
    for number in range(said):
        stage.world.say(stage.boris, stage.group, f"message {number}")
    tab = await stage.tab()
    await tab.sees(f"message {said - 1}")
    await expect(tab.page.locator("#open-table")).to_have_count(0)
    await expect(tab.page.locator("#earlier")).to_be_visible()
    while await tab.page.locator("#earlier").is_visible():
        before = await count(tab)
        await tab.page.locator("#log").evaluate("log => { log.scrollTop = 0; }")
        await expect(tab.page.locator("#messages .message")).not_to_have_count(before)
    texts = [message.text for message in await tab.messages()]
    assert texts == ["An old board", *(f"message {number}" for number in range(said))]
    await expect(tab.page.locator("#down")).to_be_visible()


async def test_earlier_messages_come_above_what_is_read_and_move_nothing(stage: OpenPlayground) -> None:
    last = KEPT * 2 - 10
    for number in range(last + 1):
        stage.world.say(stage.boris, stage.group, f"message {number}.")
    tab = await stage.tab()
    first = tab.page.locator("#messages .message", has_text=f"message {last - KEPT + 1}.").first
    await first.evaluate("message => message.scrollIntoView()")
    await expect(tab.page.locator("#earlier")).to_be_hidden()
    await expect(first).to_be_in_viewport()


async def test_the_first_words_do_not_wait_for_styles_and_scripts(browser: Browser, stage: OpenPlayground) -> None:
    context = await browser.new_context()
    page = await context.new_page()
    line = asyncio.Event()

    async def slow(route: Route) -> None:
        await line.wait()
        await route.continue_()

    await page.route("**/page/**", slow)
    await page.goto(stage.url, wait_until="commit")
    await expect(page.locator("#status")).to_have_text("Connecting…")
    await page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length > 0")
    line.set()
    await page.locator("body.ready").wait_for()
    await expect(page.locator("#status")).to_be_hidden()
    await context.close()


async def test_names_of_other_scripts_are_told_in_latin_letters_too(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    assert await tab.page.locator("#hint .person").all_inner_texts() == [
        "Б\nБорис\nBoris",
        "נ\nנועה\nNoa",
        "ل\nليلى\nLayla",
    ]


async def test_the_group_of_a_new_playground_is_one_whose_messages_have_links(stage: OpenPlayground) -> None:
    assert stage.group.kind == "supergroup"


def key(text: str) -> dict[str, str]:
    return {"text": text, "callback_data": text}


def bare(text: str) -> str:
    """Leave out the marks of direction."""
    return text.translate(dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069")))


async def count(tab: Tab) -> int:
    return await tab.page.locator("#messages .message").count()
