"""A film in a chat: played on the page, in parts, by nobody who only guesses its address."""

from __future__ import annotations

import aiohttp
import pytest
from playwright.async_api import expect

from tests.playground.page.conftest import OpenPlayground

pytestmark = pytest.mark.asyncio(loop_scope="session")
FILM = b"\0\0\0\x14ftypisom" + bytes(range(100))


async def test_a_film_is_shown_and_can_be_had_in_parts(stage: OpenPlayground) -> None:
    tab = await stage.tab()
    await stage.bot.client.send_video(stage.group.id, FILM, caption="The game", width=720, height=600, duration=3)
    await tab.sees("The game")
    film = tab.last.locator("video.film")
    await expect(film).to_have_attribute("controls", "")
    await expect(film).to_have_attribute("aria-label", "Film")
    address = await film.get_attribute("src")
    assert address is not None
    async with aiohttp.ClientSession(cookies=await tab.cookies()) as session:
        async with session.get(stage.url + address) as answer:
            assert (answer.status, answer.content_type, await answer.read()) == (200, "video/mp4", FILM)
        async with session.get(stage.url + address, headers={"Range": "bytes=10-19"}) as answer:
            assert (answer.status, await answer.read()) == (206, FILM[10:20])
            assert answer.headers["Content-Range"] == f"bytes 10-19/{len(FILM)}"
        async with session.get(stage.url + address, headers={"Range": "bytes=-5"}) as answer:
            assert (answer.status, await answer.read()) == (206, FILM[-5:])
        async with session.get(stage.url + address, headers={"Range": "bytes=x"}) as answer:
            assert answer.status == 416
        name, person, mark = address.split(".")
        for guess in (
            name,
            f"{name}.",
            f"{name}.{person}.{'0' * len(mark)}",
            f"{name}.0.{mark}",
            "/page/video/none.1.none",
        ):
            async with session.get(stage.url + guess) as answer:
                assert answer.status == 404
