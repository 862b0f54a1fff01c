"""Work in the background gives way to presses until they are answered, and starves never."""

from __future__ import annotations

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from bot.concurrency import foreground
from bot.concurrency.foreground import Foreground
from bot.concurrency.publisher import Publisher
from tests.concurrency.giving_way import Pressed, Shown, check_gives_way, check_publishes
from tests.telegram.virtual import now, run

_TENTHS = st.integers(0, 100)


@st.composite
def schedules(draw: st.DrawFn) -> list[Pressed]:
    """Return presses of a second, some of which hang; no two things happen at the same moment."""
    made = draw(st.lists(st.tuples(_TENTHS, st.none() | st.integers(0, 60)), max_size=30))
    return [
        Pressed(0.01 * at + 1e-5 * number + 2e-3, None if lasts is None else 0.01 * lasts + 4e-3)
        for number, (at, lasts) in enumerate(made)
    ]


asked = st.lists(_TENTHS.map(lambda at: 0.01 * at + 8e-3), min_size=1, max_size=10)


@given(schedules(), asked)
def test_whoever_gives_way_goes_on_when_nothing_is_in_the_foreground(presses: list[Pressed], at: list[float]) -> None:
    run(check_gives_way(presses, at))


@given(schedules(), asked)
def test_all_that_is_requested_is_shown_after_the_presses_or_in_time(presses: list[Pressed], at: list[float]) -> None:
    run(check_publishes(presses, at))


def test_presses_without_end_starve_nothing() -> None:
    """Each ends after the next has come in, so that there is always one."""
    presses = [Pressed(0.01 * number, 0.025) for number in range(500)]
    run(check_publishes(presses, [0.105 + 0.1 * number for number in range(40)]))


def test_what_the_foreground_waits_for_does_not_give_way() -> None:
    async def scene() -> None:
        front, shown = Foreground(), Shown()
        publisher = Publisher("hand", shown.publish, {}, foreground=front)
        front.claim()
        publisher.request(1)
        await asyncio.sleep(0.1)
        assert shown.at == {}
        with front.let_pass():
            await publisher.settled()
            assert now() < 0.2
            publisher.request(2)
            await publisher.settled()
        assert list(shown.at) == [1, 2]
        publisher.request(3)
        await publisher.settled()
        assert now() >= foreground.PATIENCE_SECONDS

    run(scene())


def test_what_gives_way_at_a_stop_is_not_begun() -> None:
    async def scene() -> None:
        front, shown = Foreground(), Shown()
        publisher = Publisher("secret", shown.publish, {}, foreground=front)
        claim = front.claim()
        publisher.request(1)
        await asyncio.sleep(0)
        await publisher.stop()
        assert now() < foreground.PATIENCE_SECONDS
        claim.end()
        await asyncio.sleep(1)
        assert shown.at == {}

    run(scene())


def test_requests_of_one_key_while_it_gives_way_are_one() -> None:
    async def scene() -> None:
        front, calls = Foreground(), list[set[str]]()

        async def publish(_: int, directives: object) -> None:
            assert isinstance(directives, frozenset)
            calls.append({*directives})

        publisher = Publisher("board", publish, {}, foreground=front)
        claim = front.claim()
        publisher.request(1)
        await asyncio.sleep(0.05)
        publisher.request(1, "anew")
        claim.end()
        await publisher.settled()
        assert calls == [{"", "anew"}]

    run(scene())
