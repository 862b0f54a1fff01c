"""How it looks: wide and narrow, light and dark, from right to left. Pictures are kept in the test's folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, FloatRect, expect

from bot.playground.fixtures import seed_demo
from bot.playground.world import World
from tests.helpers.party import eventually
from tests.playground.page.conftest import OpenPlayground, served
from tests.playground.page.driver import Tab, open_page

pytestmark = pytest.mark.asyncio(loop_scope="session")

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


async def overflow(tab: Tab) -> int:
    """Return by how many pixels the page is wider than its window."""
    wide = await tab.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return int(wide)


async def box(tab: Tab, selector: str) -> FloatRect:
    found = await tab.page.locator(selector).first.bounding_box()
    assert found is not None
    return found


async def contrast(tab: Tab, selector: str) -> float:
    """Return the contrast between a text and all that lies under it, sheer or not (WCAG 2.2, 1.4.3)."""
    script = """element => {
      const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      const light = (layers) => {
        canvas.fillStyle = "white";
        canvas.fillRect(0, 0, 1, 1);
        for (const colour of layers) {
          canvas.fillStyle = colour;
          canvas.fillRect(0, 0, 1, 1);
        }
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) => {
          const part = byte / 255;
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const grounds = [];
      for (let at = element; at; at = at.parentElement) grounds.unshift(getComputedStyle(at).backgroundColor);
      const [a, b] = [light([...grounds, getComputedStyle(element).color]), light(grounds)];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }"""
    return float(await tab.page.locator(selector).last.evaluate(script))


async def test_list_and_chat_stand_side_by_side_when_wide(stage: OpenPlayground, tmp_path: Path) -> None:
    tab = await stage.tab()
    await tab.say("/play")
    await tab.sees("Court Hats")
    await tab.picture(tmp_path / "wide.png")
    side, chat = await box(tab, "#side"), await box(tab, "#chat")
    assert side["x"] + side["width"] == chat["x"]
    await expect(tab.page.locator(".key").last).to_be_in_viewport()
    await expect(tab.page.locator("#chat-head .back")).to_be_hidden()


async def test_list_and_chat_are_two_screens_when_narrow(stage: OpenPlayground, tmp_path: Path) -> None:
    tab = await stage.tab(**PHONE)
    await expect(tab.page.locator("#open-table")).to_be_visible()
    await tab.page.click("#open-table")
    await tab.sees("Court Hats")
    await tab.picture(tmp_path / "narrow.png")
    assert await overflow(tab) <= 0
    await expect(tab.page.locator("#side")).to_be_hidden()
    await expect(tab.page.locator(".key").last).to_be_in_viewport(ratio=1)
    await tab.back()
    await expect(tab.page.locator("#chat")).to_be_hidden()
    await tab.picture(tmp_path / "narrow-list.png")
    await tab.open_chat("Underhat")
    await tab.page.go_back()
    await expect(tab.page.locator("#side")).to_be_visible()


async def test_fingers_can_hit_every_button_of_a_board_on_a_phone(stage: OpenPlayground) -> None:
    """A target is at least 24 px in each direction (WCAG 2.2, 2.5.8); seven buttons of a row must fit too."""
    keys = [[{"text": str(number), "callback_data": f"p{number}"} for number in range(1, 8)]]
    stage.world.add_message(stage.group, stage.world.bot, text="Which?", keyboard=keys)
    tab = await stage.tab(**PHONE)
    await tab.sees("Which?")
    boxes = [await key.bounding_box() for key in await tab.page.locator(".key").all()]
    assert len(boxes) == 7
    assert all(
        each and each["width"] >= 24 and each["height"] >= 40 and each["x"] + each["width"] <= 360 for each in boxes
    )


async def test_the_words_below_a_board_have_room_in_their_buttons_on_a_phone(stage: OpenPlayground) -> None:
    """Three in a row that differ in length: the longest one has space at both ends, and none is cut."""
    words = ("❔ What now?", "🤫 My secret", "What happened")
    keys = [[{"text": word, "callback_data": word} for word in words]]
    stage.world.add_message(stage.group, stage.world.bot, text="Ann’s turn", keyboard=keys)
    tab = await stage.tab(**PHONE)
    await tab.sees("Ann’s turn")
    rooms = await tab.page.locator(".key").evaluate_all(_ROOMS)
    assert len(rooms) == 3
    assert all(room >= 4 for room in rooms), rooms


async def test_a_hint_below_hides_neither_the_newest_message_nor_the_way_down_to_it(
    stage: OpenPlayground, tmp_path: Path
) -> None:
    """The chat is opened before the hint takes its room, as much as the chat's end."""
    for number in range(15):
        await stage.bot.client.send_message(stage.group.id, f"line {number}")
    tab = await stage.tab(**PHONE)
    await tab.back()
    await tab.open_chat("Underhat")
    await tab.start()
    await tab.sees("Welcome")
    await tab.back()
    await tab.open_chat("Board game night")
    hint, down = tab.page.locator("#hint"), tab.page.locator("#down")
    await expect(hint).to_be_visible()
    await expect(tab.last).to_be_in_viewport(ratio=1)
    await tab.page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
    await expect(down).to_be_hidden()
    await tab.page.locator("#log").evaluate("log => log.scrollTo(0, 0)")
    await expect(down).to_be_visible()
    await tab.picture(tmp_path / "hint-below.png")
    above, below = await down.bounding_box(), await hint.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"]
    await down.click()
    await expect(tab.last).to_be_in_viewport(ratio=1)


async def test_a_new_world_is_told_where_it_is_seen_when_narrow(browser: Browser) -> None:
    first, second = World(), World(first_id=2_000_000)
    seed_demo(first)
    seed_demo(second)
    async with served(first) as playground:
        tab = await open_page(browser, playground.url, **PHONE)
    async with served(second, int(playground.url.rpartition(":")[2])):
        await expect(tab.page.locator("#notice")).to_be_visible()
        await expect(tab.page.locator("#open-table")).to_be_visible()
        await tab.close()


async def test_one_can_be_somebody_else_without_leaving_the_chat_when_narrow(stage: OpenPlayground) -> None:
    tab = await stage.tab(**PHONE)
    await tab.become("Борис")
    await expect(tab.page.locator("#chat-head h1")).to_have_text("Board game night")
    assert await tab.attribute("lang") == "ru"


async def test_hebrew_is_mirrored_but_pictures_and_their_keyboards_are_not(
    stage: OpenPlayground, tmp_path: Path
) -> None:
    tab = await stage.tab(stage.noa)
    assert (await tab.attribute("dir"), await tab.attribute("lang")) == ("rtl", "he")
    await tab.say("/play")
    await tab.sees("Court Hats")
    await tab.picture(tmp_path / "hebrew.png")
    assert (await box(tab, "#side"))["x"] > (await box(tab, "#chat"))["x"]
    first, second = await box(tab, ".key >> nth=0"), await box(tab, ".key >> nth=1")
    assert first["x"] < second["x"], "the row stands under the places of an unmirrored picture"
    assert await tab.last.locator("img").last.evaluate("image => getComputedStyle(image).transform") == "none"


async def test_each_message_takes_its_own_direction(stage: OpenPlayground) -> None:
    stage.world.say(stage.noa, stage.group, "שלום לכולם")
    stage.world.say(stage.boris, stage.group, "Привет")
    tab = await stage.tab(stage.noa)
    texts = tab.page.locator("#messages .text > div")
    assert [await text.evaluate("text => getComputedStyle(text).direction") for text in await texts.all()] == [
        "rtl",
        "ltr",
    ]


async def test_russian_is_spoken_to_in_russian(stage: OpenPlayground) -> None:
    tab = await stage.tab(stage.boris)
    await expect(tab.page.locator("#who")).to_contain_text("Вы —")
    await expect(tab.page.locator("#open-table")).to_have_text("Откройте стол")


async def test_dark_follows_the_system_until_one_says_otherwise(stage: OpenPlayground, tmp_path: Path) -> None:
    tab = await stage.tab(color_scheme="dark")
    assert await tab.attribute("data-theme") == "dark"
    await tab.say("/play")
    await tab.sees("Court Hats")
    await tab.picture(tmp_path / "dark.png")
    await tab.page.click("#theme")
    assert await tab.attribute("data-theme") == "light"
    await tab.page.reload()
    await tab.ready()
    assert await tab.attribute("data-theme") == "light"


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_texts_can_be_read(stage: OpenPlayground, scheme: str) -> None:
    """Contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3, level AA)."""
    tab = await stage.tab(color_scheme=scheme)
    await tab.say("/play")
    await tab.sees("Court Hats")
    places = [
        ".text",
        ".text code",
        ".text .mention",
        ".meta",
        ".author",
        "#who",
        "#chats .last",
        "#subtitle",
        "#hint span",
    ]
    places += [
        ".pill",
        ".key:not(.primary, .success, .danger)",
        ".key.primary",
        ".key.success",
        ".key.danger",
        ".mine .text",
        ".mine .meta",
        ".mine .link",
        ".avatar.tint-0",
    ]
    measured = {place: await contrast(tab, place) for place in places if await tab.page.locator(place).count()}
    assert {place: ratio for place, ratio in measured.items() if ratio < 4.5} == {}


async def test_the_page_is_used_with_the_keyboard_alone(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await tab.page.keyboard.press("Tab")
    await expect(tab.page.locator("#skip")).to_be_focused()
    await tab.page.keyboard.press("Tab")
    await expect(tab.page.locator("#who")).to_be_focused()
    outline = "element => getComputedStyle(element).outlineStyle"
    assert await tab.page.locator("#who").evaluate(outline) == "solid"
    await tab.page.keyboard.press("Enter")
    await tab.page.keyboard.press("ArrowDown")
    await tab.page.keyboard.press("Enter")
    await expect(tab.page.locator("#who")).to_contain_text("Борис")
    await tab.page.locator("#input").focus()
    await tab.page.keyboard.type("Привет")
    await tab.page.keyboard.press("Enter")
    await tab.sees("Привет")


async def test_every_button_has_a_name(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await tab.say("/play")
    await tab.sees("Court Hats")
    nameless = """buttons => buttons
      .filter((button) => !(button.getAttribute("aria-label") || button.innerText.trim()))
      .map((button) => button.outerHTML)"""
    assert await tab.page.locator("button:visible, a:visible").evaluate_all(nameless) == []


DIRECTIONS = (
    ("\u2068נועה\u2069: 3 points", "ltr"),
    ("\u2068Ann\u2069: שלוש נקודות", "rtl"),
    ("\u200f1. \u2068Ann\u2069", "rtl"),
    ("4. נועה", "rtl"),
    ("\u2068\u2068Ann\u2069 נועה\u2069 Zed", "ltr"),
    ("مرحبا Ann", "rtl"),
    ("美玲: שלום", "ltr"),
    ("12 · 3", "ltr"),
    ("3. \u2068נועה\u2069", "ltr"),
)


async def test_an_isolated_name_does_not_turn_its_line(stage: OpenPlayground) -> None:
    """Unicode UAX 9, rule P2: what stands between an isolate and its end does not count. survive-72

    A line with nothing else runs as the first line that has a way, here "Points".
    """
    tab = await stage.tab()
    for text, direction in DIRECTIONS:
        stage.world.add_message(stage.group, stage.world.bot, text=f"Points\n\n{text}")
        await tab.sees(f"Points{text}")
        lines = tab.last.locator(".text > div")
        assert await lines.last.get_attribute("dir") == direction, text
        assert (await tab.last_message()).text == f"Points\n\n{text}"


async def test_a_command_keeps_its_stroke_on_its_left_in_hebrew(stage: OpenPlayground) -> None:
    tab = await stage.tab(stage.ann)
    stage.world.say(stage.ann, stage.group, "כתבו /play שוב")
    command = tab.page.locator("#messages .text .link", has_text="/play")
    stroke, letter = await command.evaluate(
        """link => [0, 1].map((start) => {
          const range = document.createRange();
          const text = document.createTreeWalker(link, NodeFilter.SHOW_TEXT).nextNode();
          range.setStart(text, start);
          range.setEnd(text, start + 1);
          return range.getBoundingClientRect().left;
        })"""
    )
    assert stroke < letter


@pytest.mark.parametrize("right_to_left", [False, True])
async def test_keys_below_a_short_text_stay_within_a_very_narrow_window(
    stage: OpenPlayground, right_to_left: bool
) -> None:
    """A page that is enlarged to 400 % has 320 pixels (WCAG 2.2, 1.4.10)."""
    keys = [[{"text": label, "callback_data": label} for label in ("Ratings and stats", "Is it fair?")]]
    stage.world.add_message(stage.group, stage.world.bot, text="?", keyboard=keys)
    tab = await stage.tab(stage.noa if right_to_left else None, viewport={"width": 320, "height": 480})
    await tab.sees("?")
    boxes = [await key.bounding_box() for key in await tab.page.locator(".key").all()]
    assert len(boxes) == 2
    assert all(each and each["x"] >= 0 and each["x"] + each["width"] <= 320 for each in boxes), boxes


async def test_seven_symbols_with_numbers_fit_a_row_on_a_phone(stage: OpenPlayground) -> None:
    assert await cut_labels(stage, [f"👁{number}" for number in range(1, 8)]) == 0


async def test_three_short_words_fit_a_row_on_a_phone(stage: OpenPlayground) -> None:
    assert await cut_labels(stage, ["❔ What now?", "🤫 My secret", "What happened"]) == 0


async def cut_labels(stage: OpenPlayground, labels: Sequence[str]) -> int:
    """Return how many labels are cut of a row of buttons on a phone."""
    row = [{"text": label, "callback_data": label} for label in labels]
    stage.world.add_message(stage.group, stage.world.bot, text="Which?", keyboard=[row])
    tab = await stage.tab(**PHONE)
    await tab.sees("Which?")
    cut = "labels => labels.filter((label) => label.scrollWidth > label.clientWidth).length"
    return int(await tab.page.locator(".key > span").evaluate_all(cut))


async def test_a_key_that_was_tapped_does_not_look_chosen(stage: OpenPlayground) -> None:
    keys = [[{"text": label, "callback_data": label} for label in ("one", "two")]]
    stage.world.add_message(stage.group, stage.world.bot, text="Which?", keyboard=keys)
    tab = await stage.tab(**PHONE)
    await tab.key("one").tap()
    await eventually(lambda: stage.bot.heard == ["one"])
    await expect(tab.page.locator(".key.busy")).to_have_count(0)
    colours = [
        await tab.key(label).evaluate("key => getComputedStyle(key).backgroundColor") for label in ("one", "two")
    ]
    assert colours[0] == colours[1]


async def test_the_list_tells_the_time_that_the_message_tells(stage: OpenPlayground) -> None:
    """The text of the bot has the time of nobody in particular; a client shows the reader's own."""
    text, hour = "\u2068Ann\u2069’s turn · until 08:00 UTC", "08:00 UTC"
    when = {"type": "date_time", "offset": text.index(hour), "length": len(hour), "unix_time": 1_800_000_000}
    stage.world.add_message(stage.group, stage.world.bot, text=text, entities=[when])
    tab = await stage.tab(timezone_id="Asia/Tokyo")
    await tab.sees("until 17:00")
    await expect(tab.chat("Board game night").locator(".last")).to_contain_text("until 17:00")
    assert "UTC" not in await tab.page.locator("#chats").inner_text()


_ROOMS = """keys => keys.map((key) => {
    const label = key.querySelector("span");
    if (label.scrollWidth > label.clientWidth) return -1;
    return Math.min(label.getBoundingClientRect().left - key.getBoundingClientRect().left,
                    key.getBoundingClientRect().right - label.getBoundingClientRect().right);
})"""
"""The space, in pixels, at the narrower end of each button's label; -1 where the label is cut."""
