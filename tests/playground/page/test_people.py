"""Being several people: tabs, switching, unread marks, names of all kinds."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.playground.page.conftest import OpenPlayground
from tests.playground.page.tinybot import EVIL

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_two_tabs_of_one_browser_are_two_people(stage: OpenPlayground) -> None:
    ann = await stage.tab(stage.ann)
    boris = await stage.tab(stage.boris, beside=ann)
    await ann.say("Hello")
    await boris.sees("Hello")
    await boris.say("Привет")
    await ann.sees("Привет")
    assert [(message.author, message.mine) for message in await ann.messages()] == [("Ann", True), ("Борис", False)]
    assert [(message.author, message.mine) for message in await boris.messages()] == [("Ann", False), ("Борис", True)]


async def test_a_reload_keeps_the_person_and_the_chat(stage: OpenPlayground) -> None:
    tab = await stage.tab(stage.boris)
    await tab.open_chat("Underhat")
    await tab.page.reload()
    await tab.ready()
    await expect(tab.page.locator("#who")).to_contain_text("Борис")
    await expect(tab.page.locator("#chat-head h1")).to_have_text("Underhat")


async def test_the_switcher_makes_this_tab_somebody_else(stage: OpenPlayground) -> None:
    tab = await stage.tab(stage.ann)
    await tab.become("Борис")
    await tab.say("Привет")
    await tab.sees("Привет")
    assert [message.sender for message in stage.group.messages.values()][-1] is stage.boris
    await tab.become("Ann")
    assert (await tab.last_message()).mine is False


async def test_the_switcher_opens_somebody_else_in_a_new_tab_with_a_cookie_of_their_own(stage: OpenPlayground) -> None:
    ann = await stage.tab(stage.ann)
    await ann.page.click("#who")
    noa = await ann.other_tab(lambda: ann.page.click(f".popup a[href='/?as={stage.noa.id}']"))
    await expect(noa.page.locator("#who")).to_contain_text("נועה")
    assert len(set((await ann.cookies()).values())) == 2
    await ann.page.keyboard.press("Escape")
    await ann.say("I am still Ann")
    await noa.sees("I am still Ann")
    assert [message.author for message in await noa.messages()] == ["Ann"]


async def test_the_hint_opens_the_others_in_tabs(stage: OpenPlayground) -> None:
    ann = await stage.tab(stage.ann)
    boris = await ann.other_tab(lambda: ann.page.click("#hint .person >> text=Борис"))
    await expect(boris.page.locator("#who")).to_contain_text("Борис")


async def test_unread_messages_are_counted_until_they_are_seen(stage: OpenPlayground) -> None:
    boris = await stage.tab(stage.boris)
    await boris.open_chat("Underhat")
    stage.world.say(stage.ann, stage.group, "one")
    stage.world.say(stage.ann, stage.group, "two")
    await expect(boris.chat("Board game night").locator(".badge")).to_have_text("2")
    await expect(boris.chat("Board game night").locator(".last")).to_contain_text("two")
    await expect(boris.page).to_have_title("(2) Борис · Underhat")
    await boris.open_chat("Board game night")
    assert await boris.unread("Board game night") == ""
    await expect(boris.page).to_have_title("Борис · Underhat")


async def test_ones_own_messages_and_service_messages_are_never_unread(stage: OpenPlayground) -> None:
    ann = await stage.tab(stage.ann)
    await ann.open_chat("Underhat")
    stage.world.say(stage.ann, stage.group, "from another device")
    await expect(ann.chat("Board game night").locator(".last")).to_contain_text("from another device")
    assert await ann.unread("Board game night") == ""


async def test_what_was_read_stays_read_for_that_person_in_any_tab(stage: OpenPlayground) -> None:
    stage.world.say(stage.ann, stage.group, "one")
    tab = await stage.tab(stage.boris)
    await tab.sees("one")
    await tab.open_chat("Underhat")
    again = await stage.tab(stage.boris, beside=tab, chat=stage.boris.id)
    await expect(again.chat("Board game night")).to_be_visible()
    assert await again.unread("Board game night") == ""


async def test_the_switcher_tells_who_else_has_something_to_read(stage: OpenPlayground) -> None:
    ann = await stage.tab(stage.ann)
    stage.world.start(stage.boris)
    await expect(ann.page.locator("#who .dot")).to_be_visible()
    await ann.page.click("#who")
    await expect(ann.page.locator(".entry", has_text="Борис").locator(".badge")).to_have_text("1")


async def test_a_name_is_shown_as_written_whatever_it_holds(stage: OpenPlayground) -> None:
    tab = await stage.tab(stage.ann)
    other = await stage.tab()
    for name in (
        *(EVIL, "</bdi><script>document.title='pwned'</script>", "_*[x](y)`~", "🎩" * 64, "\u202eevil\u202c"),
        "{who}",
    ):
        stranger = stage.world.add_person(name, language_code="en")
        stage.world.join(stranger, stage.group)
        stage.world.say(stranger, stage.group, f"I am {name}")
        await tab.sees(f"I am {name}")
        assert (await tab.last_message()).author == name
        assert await tab.page.locator("#messages img[src=x], #messages script").count() == 0
        await expect(tab.page).to_have_title("Ann · Underhat")
        await other.go(f"{stage.url}/?as={stranger.id}")
        await expect(other.page.locator("#who")).to_contain_text(name)


async def test_a_long_name_in_the_switcher_leaves_the_button_beside_it_free(stage: OpenPlayground) -> None:
    stage.world.join(stage.world.add_person("W" * 64, language_code="en"), stage.group)
    tab = await stage.tab(stage.ann)
    await tab.page.click("#who")
    entry = tab.page.locator(".entry", has_text="WWWW")
    ends = await entry.locator("button > span").last.evaluate(
        "name => { const range = document.createRange(); range.selectNodeContents(name);"
        " return range.getBoundingClientRect().right }"
    )
    beside = await entry.locator(":scope > :last-child").bounding_box()
    assert beside is not None
    assert ends <= beside["x"]


async def test_markup_in_titles_and_messages_is_only_text(stage: OpenPlayground) -> None:
    stage.world.create_group(EVIL, [stage.ann, stage.boris])
    tab = await stage.tab(stage.ann)
    await tab.open_chat(EVIL)
    await tab.say(EVIL)
    await tab.sees(EVIL)
    assert await tab.page.locator("img[src=x]").count() == 0


async def test_an_unknown_language_is_spoken_to_in_english(stage: OpenPlayground) -> None:
    stranger = stage.world.add_person("Zz", language_code="xx-YY")
    stage.world.join(stranger, stage.group)
    tab = await stage.tab(stranger)
    assert await tab.attribute("lang") == "en"
    await expect(tab.page.locator("#who")).to_contain_text("You are")


async def test_what_was_told_to_one_person_is_put_away_before_the_next(stage: OpenPlayground) -> None:
    tab = await stage.tab(stage.ann)
    await tab.say("/play")
    await tab.press("Toast")
    assert await tab.toast() == "Noted"
    await stage.bot.client.send_message(stage.group.id, "read out")
    await expect(tab.page.locator("#live")).to_contain_text("read out")
    await tab.become("Борис")
    await expect(tab.page.locator(".toast")).to_have_count(0)
    await expect(tab.page.locator("#live")).to_be_empty()


async def test_the_hint_goes_when_everybody_takes_part(stage: OpenPlayground) -> None:
    """It would stand over the board for the rest of the game."""
    ann = await stage.tab(stage.ann)
    await ann.say("/play")
    await ann.sees("Court Hats")
    others = ann.page.locator("#hint .person")
    await expect(others).to_have_count(3)
    for left, person in zip((2, 1, 0), stage.people[1:], strict=True):
        tab = await stage.tab(person)
        await tab.say("here")
        await expect(others).to_have_count(left)
    await expect(ann.page.locator("#hint")).to_be_hidden()
