"""The scene menu: what it takes to try the nasty cases by hand."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.playground.page.conftest import OpenPlayground

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_new_person_joins_the_open_group_and_can_be_played(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await tab.scene("New person")
    await tab.fill(name="美玲", language="zh")
    await expect(tab.page.locator("#subtitle")).to_contain_text("6")
    assert (await tab.pills())[-1] == "\u2068美玲\u2069 joined the group"
    await tab.become("美玲")
    await tab.say("你好")
    await tab.sees("你好")


async def test_nobody_has_a_name_that_is_not_seen(stage: OpenPlayground) -> None:
    """Marks of direction and spaces of no width, which a browser takes for a text that was filled in."""
    tab = await stage.tab()
    before = [*stage.world.people]
    for name in ("\u200f\u200b", "x"):
        await tab.scene("New person")
        await tab.fill(name=name, language="en")
    await expect(tab.page.locator("#subtitle")).to_contain_text("6")
    new = [person for number, person in stage.world.people.items() if number not in before]
    assert [person.name for person in new] == ["x"]


async def test_a_new_group_has_everybody_and_the_bot_in_it(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await tab.scene("New group…")
    await tab.fill(title="Second table")
    await expect(tab.page.locator("#chat-head h1")).to_have_text("Second table")
    await tab.page.click("#open-table")
    await tab.sees("Court Hats")
    boris = await stage.tab(stage.boris)
    await boris.open_chat("Second table")
    await boris.sees("Court Hats")


async def test_the_bot_is_turned_out_and_brought_back(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await tab.scene("Remove the bot")
    await expect(tab.page.locator("#subtitle")).to_contain_text("4")
    assert not stage.group.holds(stage.world.bot)
    await tab.scene("Add the bot")
    await expect(tab.page.locator("#subtitle")).to_contain_text("5")
    assert stage.group.holds(stage.world.bot)


async def test_the_bot_becomes_administrator_and_ordinary_again(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await tab.scene("Make the bot an administrator")
    await tab.page.locator(".scene:visible").click()
    await expect(tab.page.locator(".popup")).to_contain_text("Take away the bot's administrator rights")
    assert stage.group.members[stage.world.bot.id].admin


async def test_a_group_becomes_a_supergroup_and_the_tab_moves_along(stage: OpenPlayground) -> None:
    group = stage.world.create_group("Old friends", stage.people)
    ann, boris = await stage.tab(stage.ann, chat=group.id), await stage.tab(stage.boris, chat=group.id)
    await ann.say("before")
    await boris.sees("before")
    await ann.scene("Upgrade to a supergroup")
    for tab, told in ((ann, "The group became a supergroup"), (boris, "Группа стала супергруппой")):
        await expect(tab.page.locator("#messages .pill").last).to_have_text(told)
        await expect(tab.page.locator("#chat-head h1")).to_have_text("Old friends")
        await expect(tab.page.locator("#chats a")).to_have_count(3)
    await ann.say("after")
    await boris.sees("after")
    assert list(stage.world.chats[group.migrated_to or 0].messages.values())[-1].text == "after"


async def test_topics_of_a_forum_are_turned_like_pages(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await tab.scene("New group with topics")
    await tab.fill(title="Club")
    await expect(tab.page.locator("#chat-head h1")).to_have_text("Club")
    await tab.scene("New topic")
    await tab.fill(title="Hats")
    await tab.page.locator("#topics button", has_text="Hats").click()
    await tab.say("/play")
    await tab.sees("Court Hats")
    await tab.page.locator("#topics button", has_text="All").click()
    await tab.say("not in the topic")
    await tab.sees("not in the topic")
    await tab.page.locator("#topics button", has_text="Hats").click()
    await tab.sees("Court Hats")
    assert "not in the topic" not in [message.text for message in await tab.messages()]


async def test_photos_can_be_forbidden(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await tab.scene("Forbid members to send photos")
    await tab.page.locator(".scene:visible").click()
    await expect(tab.page.locator(".popup")).to_contain_text("Allow members to send photos")
    assert "can_send_photos" not in stage.group.permissions


async def test_an_anonymous_administrator_speaks_in_the_groups_name(stage: OpenPlayground) -> None:
    ann, boris = await stage.tab(stage.ann), await stage.tab(stage.boris)
    await ann.scene("anonymous administrator")
    await expect(ann.page.locator(".popup")).to_have_count(0)
    await ann.say("nobody said this")
    await boris.sees("nobody said this")
    assert (await boris.last_message()).author == "Board game night"
