"""A press that has begun arrives, whatever comes to the page before the finger is lifted."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from bot.playground.feed import MessageEdited
from bot.playground.model import Message
from tests.playground.page.conftest import OpenPlayground
from tests.playground.page.driver import Tab

pytestmark = pytest.mark.asyncio(loop_scope="session")


def key(label: str, data: str = "") -> dict[str, str]:
    return {"text": label, "callback_data": data or label}


def ask(stage: OpenPlayground, *rows: list[dict[str, str]]) -> Message:
    return stage.world.add_message(stage.group, stage.world.bot, text="Which?", keyboard=list(rows))


def edit(stage: OpenPlayground, message: Message, text: str, *rows: list[dict[str, str]]) -> None:
    message.text, message.keyboard = text, list(rows)
    stage.world.feed.publish(MessageEdited(message))


async def test_a_key_that_still_does_the_same_is_pressed_although_all_around_it_changes(stage: OpenPlayground) -> None:
    """Another row comes above it, other keys go and come beside it, its own label counts on."""
    message = ask(stage, [key("👁1"), key("👁2")], [key("Ready: 1", "ready"), key("Leave")])
    tab = await stage.tab()
    await tab.sees("Which?")
    async with tab.pressing(tab.key("Ready: 1")):
        edit(stage, message, "Or which?", [key("Now")], [key("👁2")], [key("Ready: 2", "ready"), key("Stay")])
        await tab.sees("Or which?")
    await expect(tab.key("Ready: 2")).to_be_visible()
    await tab.press("Now")
    await expect(tab.page.locator("[aria-busy=true]")).to_have_count(0)
    assert stage.bot.heard == ["ready", "Now"]


async def test_a_key_that_does_something_else_by_now_is_not_pressed(stage: OpenPlayground) -> None:
    message = ask(stage, [key("Open", "open 1")], [key("Next")])
    tab = await stage.tab()
    async with tab.pressing(tab.key("Open")):
        edit(stage, message, "Another round", [key("Open", "open 2")], [key("Next")])
        await tab.sees("Another round")
    await tab.press("Next")
    await expect(tab.page.locator("[aria-busy=true]")).to_have_count(0)
    assert stage.bot.heard == ["Next"]


async def test_menus_and_chats_open_although_messages_come(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    for button in ("#who", "#chat-head .scene"):
        async with tab.pressing(tab.page.locator(button)):
            stage.world.say(stage.boris, stage.group, f"before {button}")
            await expect(tab.chat("Board game night").locator(".last")).to_contain_text(f"before {button}")
        await expect(tab.page.locator(".popup")).to_be_visible()
        await tab.page.keyboard.press("Escape")
    await tab.open_chat("Underhat")
    async with tab.pressing(tab.chat("Board game night")):
        stage.world.say(stage.boris, stage.group, "before the chat")
        await expect(tab.chat("Board game night").locator(".badge")).to_be_visible()
    await expect(tab.page.locator("#chat-head h1")).to_have_text("Board game night")


async def test_start_is_pressed_although_somebody_joins_meanwhile(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await tab.open_chat("Underhat")
    async with tab.pressing(tab.page.locator("#start")):
        await somebody_joins(stage, tab)
    await tab.sees("You brought nothing.")


async def test_the_hint_is_pressed_although_people_join_and_a_table_opens_meanwhile(stage: OpenPlayground) -> None:
    """More people would move what is under the finger, and the table takes all but them out of the hint."""
    tab = await stage.tab()
    others = tab.page.locator("#hint .person")

    async def press_boris() -> None:
        async with tab.pressing(others.filter(has_text="Борис")):
            await somebody_joins(stage, tab)
            await stage.bot.client.send_message(stage.group.id, "A table")
            await tab.sees("A table")

    boris = await tab.other_tab(press_boris)
    await expect(boris.page.locator("#who")).to_contain_text("Борис")
    await expect(tab.page.locator("#hint")).to_be_hidden()


async def test_a_table_is_opened_by_the_hint_although_somebody_joins_meanwhile(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    async with tab.pressing(tab.page.locator("#open-table")):
        await somebody_joins(stage, tab)
    await tab.sees("Court Hats")
    await expect(tab.page.locator("#hint .person").filter(has_text="Zed")).to_be_visible()


async def test_who_goes_through_the_hint_by_keyboard_stays_there_although_somebody_joins(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    others = tab.page.locator("#hint .person")
    await others.filter(has_text="Борис").focus()
    await somebody_joins(stage, tab)
    await expect(others.filter(has_text="Zed")).to_be_visible()
    await expect(others.filter(has_text="Борис")).to_be_focused()


async def somebody_joins(stage: OpenPlayground, tab: Tab) -> None:
    stage.world.join(stage.world.add_person("Zed", language_code="en"), stage.group)
    await expect(tab.chat("Board game night").locator(".last")).to_contain_text("Zed")


async def test_a_peek_stays_open_while_the_buttons_below_it_change(stage: OpenPlayground) -> None:
    stage.world.start(stage.ann)
    tab = await stage.tab(stage.ann, chat=stage.ann.id)
    await tab.sees("Welcome")
    secret = [{"type": "spoiler", "offset": 7, "length": 5}]
    fields = {"text": "Hat 3: tiara", "entities": secret, "keyboard": [[key("Got it")]]}
    message = stage.world.add_message(stage.world.private(stage.ann), stage.world.bot, **fields)
    await tab.last.locator(".spoiler-text").click()
    edit(stage, message, "Hat 3: tiara", [key("Remove it")])
    await expect(tab.key("Remove it")).to_be_visible()
    await expect(tab.last.locator(".spoiler-text.seen")).to_be_visible()
