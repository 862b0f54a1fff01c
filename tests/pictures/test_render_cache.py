"""Drawing goes on beside the event loop, once for each picture."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio

from bot.messaging import Picture
from bot.pictures.render_cache import RenderCache
from tests.pictures.samples.court_hats import samples


class Easel:
    """Makes pictures whose drawing can be held up, and counts how often and where each was drawn."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.drawn: list[str] = []
        self.threads: set[int] = set()

    def picture(self, key: str, *, held: bool = False) -> Picture:
        return Picture(key, self._draw(key, held), "")

    def _draw(self, key: str, held: bool) -> Callable[[], bytes]:
        def draw() -> bytes:
            if held:
                assert self.go.wait(30)
            self.drawn.append(key)
            self.threads.add(threading.get_ident())
            return key.encode()

        return draw


@pytest_asyncio.fixture
async def cache() -> AsyncIterator[RenderCache]:
    async with RenderCache(kept=3) as open_cache:
        yield open_cache


@pytest.fixture
def easel() -> Easel:
    return Easel()


async def test_a_slow_picture_stops_nothing_else(cache: RenderCache, easel: Easel) -> None:
    """survive-89, survive-90: the loop turns, and another picture is drawn, while one takes long."""
    slow = asyncio.create_task(cache.draw(easel.picture("slow", held=True)))
    assert await cache.draw(easel.picture("quick")) == b"quick"
    assert not slow.done()
    easel.go.set()
    assert await slow == b"slow"


async def test_nothing_is_drawn_in_the_thread_of_the_loop(cache: RenderCache, easel: Easel) -> None:
    await cache.draw(easel.picture("a"))
    assert threading.get_ident() not in easel.threads


async def test_who_wants_the_same_picture_at_once_shares_one_drawing(cache: RenderCache, easel: Easel) -> None:
    wanting = [asyncio.create_task(cache.draw(easel.picture("a", held=True))) for _ in range(20)]
    await asyncio.sleep(0)
    easel.go.set()
    assert set(await asyncio.gather(*wanting)) == {b"a"}
    assert easel.drawn == ["a"]


async def test_a_picture_drawn_before_is_not_drawn_again(cache: RenderCache, easel: Easel) -> None:
    assert [await cache.draw(easel.picture("a")) for _ in range(3)] == [b"a"] * 3
    assert easel.drawn == ["a"]


async def test_only_the_pictures_used_last_are_kept(cache: RenderCache, easel: Easel) -> None:
    """Three are kept: "a" is used again before "d" comes, so "b" goes."""
    for key in "abcadab":
        await cache.draw(easel.picture(key))
    assert easel.drawn == ["a", "b", "c", "d", "b"]


async def test_one_who_stops_waiting_spoils_it_for_nobody(cache: RenderCache, easel: Easel) -> None:
    first = asyncio.create_task(cache.draw(easel.picture("a", held=True)))
    second = asyncio.create_task(cache.draw(easel.picture("a", held=True)))
    await asyncio.sleep(0)
    first.cancel()
    easel.go.set()
    assert await second == b"a"
    assert easel.drawn == ["a"]
    with pytest.raises(asyncio.CancelledError):
        await first


async def test_a_drawing_that_fails_tells_everyone_and_is_tried_again(cache: RenderCache) -> None:
    tries = []

    def fail() -> bytes:
        tries.append(1)
        raise ValueError("no ink")

    for _ in range(2):
        wanting = [cache.draw(Picture("a", fail, "")) for _ in range(2)]
        results = await asyncio.gather(*wanting, return_exceptions=True)
        assert [str(result) for result in results] == ["no ink", "no ink"]
    assert len(tries) == 2


async def test_a_closed_cache_has_ended_its_threads(easel: Easel) -> None:
    before = set(threading.enumerate())
    async with RenderCache() as cache:
        await cache.draw(easel.picture("a"))
        assert _workers() - before
    assert not _workers() - before


def _workers() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name.startswith("worker")}


async def test_it_draws_the_real_thing(cache: RenderCache) -> None:
    """Naming and drawing a scene while the loop runs reads no file on the loop: the detector would say so."""
    lobby = samples()["lobby of one"]
    assert await cache.draw(lobby) == await asyncio.to_thread(lobby.draw)
