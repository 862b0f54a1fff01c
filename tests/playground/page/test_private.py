"""The private chat with the bot: START, deep links, secrets, blocking."""

from __future__ import annotations

import pytest
from playwright.async_api import expect
from telegram import MessageEntity

from tests.playground.page.conftest import OpenPlayground

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_private_chat_wants_start_before_anything_can_be_written(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await tab.open_chat("Underhat")
    await expect(tab.page.locator("#input")).to_have_count(0)
    await expect(tab.page.locator("#hint")).to_contain_text("Press START")
    await tab.start()
    await tab.sees("You brought nothing.")
    assert [message.text for message in await tab.messages()] == ["/start", "Welcome. You brought nothing."]
    await tab.say("hello")
    await tab.sees("hello")


async def test_an_answer_with_a_link_opens_the_private_chat_and_start_brings_the_payload(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await tab.say("/play")
    await tab.press("Open")
    await expect(tab.page.locator("#chat-head h1")).to_have_text("Underhat")
    assert stage.ann.started is False, "the link alone opens nothing; START does"
    await tab.start()
    await tab.sees("You brought table-7.")
    assert "/start table-7" in stage.bot.heard
    assert (await tab.messages())[0].text == "/start", "what the link brought is for the bot alone"


async def test_a_link_asks_for_start_again_although_the_chat_is_open(stage: OpenPlayground) -> None:
    stage.world.start(stage.ann)
    tab = await stage.tab()
    await tab.say("/play")
    await tab.press("Open")
    await tab.start()
    await tab.sees("You brought table-7.")
    await expect(tab.page.locator("#input")).to_be_visible()


async def test_a_link_that_was_not_followed_up_is_forgotten(stage: OpenPlayground) -> None:
    stage.world.start(stage.ann)
    tab = await stage.tab()
    await tab.say("/play")
    await tab.press("Open")
    await tab.open_chat("Board game night")
    await tab.open_chat("Underhat")
    await expect(tab.page.locator("#input")).to_be_visible()


async def test_a_spoiler_is_hidden_until_it_is_pressed(stage: OpenPlayground) -> None:
    stage.world.start(stage.ann)
    tab = await stage.tab()
    await tab.say("/play")
    await tab.press("Peek")
    assert await tab.toast() == "Look at your private chat"
    await expect(tab.chat("Underhat").locator(".badge")).to_have_text("2")
    await tab.open_chat("Underhat")
    await tab.sees("Hat 3")
    photo = tab.last.locator(".photo")
    blur = "photo => getComputedStyle(photo.querySelector('img')).filter"
    assert "blur" in await photo.evaluate(blur)
    await photo.click()
    assert await photo.evaluate(blur) == "none"
    await expect(tab.page.locator("dialog")).to_have_count(0)
    await photo.click()
    await expect(tab.page.locator("dialog.lightbox")).to_be_visible()


async def test_hidden_text_is_nowhere_to_be_read_until_it_is_pressed(stage: OpenPlayground) -> None:
    stage.world.start(stage.ann)
    tab = await stage.tab(stage.ann)
    for hat, place in enumerate(("Board game night", "Underhat"), 3):  # two texts: each is waited for
        await tab.open_chat(place)
        text = f"Hat {hat}: tiara!"
        await stage.bot.client.send_message(stage.ann.id, text, entities=[MessageEntity("spoiler", 7, 5)])
        await expect(tab.chat("Underhat").locator(".last")).to_have_text(f"Hat {hat}: ▒▒▒▒▒!")
        await expect(tab.page.locator("#live")).to_contain_text(f"Hat {hat}: ▒▒▒▒▒!")
    await expect(tab.last).to_contain_text("Hat 4")
    hidden = tab.last.get_by_role("button", name="Hidden text: press to read")
    await hidden.click()
    await expect(hidden).to_have_count(0)
    await expect(tab.last.get_by_role("button", name="tiara")).to_be_visible()


async def test_a_toast_goes_when_another_chat_is_opened(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await tab.say("/play")
    await tab.press("Toast")
    assert await tab.toast() == "Noted"
    await tab.open_chat("Underhat")
    await expect(tab.page.locator(".toast")).to_have_count(0)


async def test_nobody_else_sees_a_whisper(stage: OpenPlayground) -> None:
    stage.world.start(stage.ann)
    ann, boris = await stage.tab(stage.ann), await stage.tab(stage.boris)
    heard: list[str] = []
    boris.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    await boris.page.reload()
    await boris.ready()
    await ann.say("/play")
    await boris.sees("Court Hats")
    await ann.press("Peek")
    await ann.open_chat("Underhat")
    await ann.sees("Hat 3")
    stage.world.say(stage.ann, stage.group, "after the whisper")
    await boris.sees("after the whisper")
    assert any("after the whisper" in frame for frame in heard)
    assert not any("Hat 3" in frame for frame in heard)
    await boris.open_chat("Underhat")
    await boris.never_sees("Hat 3")


async def test_a_blocked_bot_is_let_in_again_by_the_button_at_the_bottom(stage: OpenPlayground) -> None:
    stage.world.start(stage.ann)
    tab = await stage.tab()
    await tab.open_chat("Underhat")
    await tab.scene("Block the bot")
    await expect(tab.page.locator("#unblock")).to_be_visible()
    assert stage.ann.blocked is True
    await tab.page.click("#unblock")
    await expect(tab.page.locator("#input")).to_be_visible()
    assert stage.ann.blocked is False


async def test_whispers_removed_by_the_bot_are_gone_from_the_screen(stage: OpenPlayground) -> None:
    stage.world.start(stage.ann)
    tab = await stage.tab(chat=stage.ann.id)
    await tab.sees("Welcome")
    secret = await stage.bot.client.send_message(stage.ann.id, "Hat 3 is a witch")
    await tab.sees("a witch")
    await stage.bot.client.delete_message(stage.ann.id, secret.message_id)
    await tab.sees("Welcome")
    await tab.never_sees("a witch")
