"""A chat as one person sees it: words, pictures, buttons, what comes and goes."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.playground.page.conftest import OpenPlayground
from tests.playground.page.tinybot import KEYS

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_newcomer_opens_a_table_by_the_button_in_the_hint(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await expect(tab.page.locator("#hint")).to_contain_text("Type /play or")
    await tab.page.click("#open-table")
    await tab.sees("Court Hats")
    assert stage.bot.heard == ["/play@underhat_bot"]
    await expect(tab.page.locator("#hint")).to_contain_text("each in a tab of their own")


async def test_a_board_is_a_picture_with_a_caption_and_rows_of_buttons(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await tab.say("/play")
    await tab.sees("Court Hats")
    board = await tab.last_message()
    assert (board.author, board.picture, board.mine, board.edited) == ("Underhat", True, False, False)
    assert board.text == "Court Hats. Ann to play.\n1 king 2 wizard"
    assert board.keys == KEYS
    mine = (await tab.messages())[0]
    assert (mine.text, mine.mine) == ("/play@underhat_bot", True)


async def test_entities_become_elements_and_the_reader_is_marked_in_a_mention(stage: OpenPlayground) -> None:
    ann, boris = await stage.tab(), await stage.tab(stage.boris)
    await ann.say("/play")
    await ann.sees("Court Hats")
    await boris.sees("Court Hats")
    assert await ann.last.locator(".text b").all_inner_texts() == ["Court Hats"]
    assert await ann.last.locator(".text code").all_inner_texts() == ["1 king 2 wizard"]
    assert await ann.last.locator(".mention.you").all_inner_texts() == ["Ann"]
    assert await boris.last.locator(".mention").all_inner_texts() == ["Ann"]
    assert await boris.last.locator(".mention.you").count() == 0


@pytest.mark.parametrize(("height", "lines"), [(900, 3), (800, 1)])
async def test_a_quote_that_is_folded_shows_a_few_lines_until_it_is_opened(
    stage: OpenPlayground, height: int, lines: int
) -> None:
    """Three, and one where a board would be cut by more."""
    tab = await stage.tab(viewport={"width": 1280, "height": height})
    await tab.say("/long")
    await tab.sees("line 6")
    fold, quote = tab.last.locator(".fold"), tab.last.locator(".folds > div")
    line = await quote.locator("div").first.evaluate("line => line.getBoundingClientRect().height")
    assert await quote.evaluate("quote => quote.getBoundingClientRect().height") == pytest.approx(lines * line, abs=2)
    await expect(fold).to_have_attribute("aria-expanded", "false")
    await fold.click()
    await expect(fold).to_have_attribute("aria-expanded", "true")
    assert await quote.evaluate("quote => quote.getBoundingClientRect().height") == pytest.approx(6 * line, abs=2)
    await fold.click()
    await expect(fold).to_have_attribute("aria-expanded", "false")


async def test_buttons_of_a_row_are_equally_wide_and_wear_their_colours(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await tab.say("/play")
    await tab.sees("Court Hats")
    widths = [
        await key.evaluate("key => key.getBoundingClientRect().width")
        for key in await tab.page.locator(".keys").nth(1).locator(".key").all()
    ]
    assert max(widths) - min(widths) < 1
    colours = {
        await tab.key(label).evaluate("key => getComputedStyle(key).backgroundColor")
        for label in ("Toast", "Edit", "Vanish", "Peek")
    }
    assert len(colours) == 4


async def test_a_press_is_answered_by_a_toast(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await tab.say("/play")
    await tab.press("Toast")
    assert await tab.toast() == "Noted"


async def test_an_alert_waits_to_be_put_away(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await tab.say("/play")
    await tab.press("Alert")
    assert await tab.alert() == "Only you may read this"
    await expect(tab.page.locator("dialog")).to_have_count(0)


async def test_a_pressed_button_turns_until_it_is_answered(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await tab.say("/play")
    await tab.press("Slow")
    await expect(tab.key("Slow")).to_have_attribute("aria-busy", "true")
    await tab.key("Slow").click()
    stage.bot.patience.set()
    assert await tab.toast() == "At last"
    await expect(tab.key("Slow")).not_to_have_attribute("aria-busy", "true")
    assert stage.bot.heard.count("Slow") == 1, "a button that waits is not pressed twice"


async def test_an_edit_is_seen_at_once_and_marked(stage: OpenPlayground) -> None:
    ann, boris = await stage.tab(), await stage.tab(stage.boris)
    await ann.say("/play")
    await boris.sees("Court Hats")
    before = await boris.last.locator("img").last.get_attribute("src")
    await ann.press("Edit")
    await boris.sees("Борис swapped 2 and 5")
    assert (await boris.last_message()).edited
    await expect(boris.last.locator(".photo img")).to_have_count(1)
    assert await boris.last.locator(".photo img").get_attribute("src") != before


async def test_the_focus_stays_on_its_button_when_the_board_is_edited(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await tab.say("/play")
    await tab.key("Edit").focus()
    await tab.page.keyboard.press("Enter")
    await tab.sees("Борис swapped 2 and 5")
    await expect(tab.key("Edit")).to_be_focused()


async def test_a_removed_message_is_gone_for_everybody(stage: OpenPlayground) -> None:
    ann, boris = await stage.tab(), await stage.tab(stage.boris)
    await ann.say("/play")
    await boris.sees("Court Hats")
    await ann.press("Vanish")
    for tab in (ann, boris):
        await expect(tab.page.locator(".photo")).to_have_count(0)
        assert [message.text for message in await tab.messages()] == ["/play@underhat_bot"]


async def test_one_deletes_ones_own_message_by_its_menu_but_not_anothers(stage: OpenPlayground) -> None:
    ann, boris = await stage.tab(), await stage.tab(stage.boris)
    await ann.say("first")
    await ann.say("second")
    await ann.sees("second")
    await ann.delete_last()
    await ann.sees("first")
    await boris.sees("first")
    await boris.delete_last()
    assert "not allowed to delete this" in await boris.toast()
    await boris.sees("first")


async def test_a_picture_is_enlarged_by_a_press_and_put_away_by_escape(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await tab.say("/play")
    await tab.last.locator(".photo").click()
    large = tab.page.locator("dialog.lightbox img")
    await expect(large).to_be_visible()
    assert await large.evaluate("image => image.decode().then(() => image.naturalWidth)") == 1280
    await tab.page.keyboard.press("Escape")
    await expect(tab.page.locator("dialog")).to_have_count(0)


async def test_a_link_elsewhere_is_followed_after_a_question_only(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await tab.say("/play")
    await tab.press("Site")
    await expect(tab.page.locator("dialog.alert")).to_contain_text("https://example.org/hats")
    await tab.page.locator("dialog button", has_text="Cancel").click()
    await expect(tab.page.locator("dialog")).to_have_count(0)
    assert len(tab.page.context.pages) == 1


async def test_the_slash_menu_offers_the_commands_of_the_readers_language(stage: OpenPlayground) -> None:
    ann, boris = await stage.tab(), await stage.tab(stage.boris)
    await ann.page.fill("#input", "/")
    assert await ann.page.locator("#menu button").all_inner_texts() == [
        "/play\nDo play",
        "/board\nDo board",
        "/rules\nDo rules",
    ]
    await boris.page.click("#slash")
    assert await boris.page.locator("#menu button").all_inner_texts() == ["/play\nСделать play"]


async def test_the_slash_menu_is_used_with_the_keyboard(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await tab.page.locator("#input").press_sequentially("/")
    await tab.page.keyboard.press("ArrowDown")
    await tab.page.keyboard.press("Enter")
    await tab.sees("/board@underhat_bot")
    await expect(tab.page.locator("#menu")).to_be_hidden()


async def test_typing_is_seen(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await stage.bot.client.send_chat_action(stage.group.id, "typing")
    await expect(tab.page.locator("#subtitle")).to_contain_text("is typing")
    await stage.bot.client.send_message(stage.group.id, "Done")
    await expect(tab.page.locator("#subtitle")).to_have_text("Members: \u20685\u2069")


async def test_a_new_message_is_told_to_screen_readers(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    stage.world.say(stage.boris, stage.group, "Привет")
    await expect(tab.page.locator("#live")).to_have_text("\u2068Борис\u2069: \u2068Привет\u2069")
    assert await tab.page.locator("#live").get_attribute("aria-live") == "polite"


async def test_who_scrolled_up_stays_there_and_is_told_of_what_came(stage: OpenPlayground) -> None:
    for number in range(60):
        stage.world.say(stage.boris, stage.group, f"line {number}")
    tab = await stage.tab()
    await tab.page.locator("#log").evaluate("log => log.scrollTo(0, 0)")
    await expect(tab.page.locator("#down")).to_be_visible()
    stage.world.say(stage.boris, stage.group, "news")
    await expect(tab.page.locator("#down .badge")).to_have_text("1")
    assert await tab.page.locator("#log").evaluate("log => log.scrollTop") == 0
    await tab.page.click("#down")
    await expect(tab.last).to_be_in_viewport()


async def test_a_long_press_opens_the_menu_where_there_is_no_second_mouse_button(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await tab.say("hold me")
    await tab.sees("hold me")
    await tab.last.locator(".bubble").dispatch_event(
        "pointerdown", {"pointerType": "touch", "clientX": 700, "clientY": 600}
    )
    await expect(tab.page.locator(".popup")).to_contain_text("Delete")
    await tab.page.locator(".popup .danger").click()
    await expect(tab.page.locator(".message:not(.service)")).to_have_count(0)
