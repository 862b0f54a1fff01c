"""One defence against hostile people taken away at a time: the checks that hold it must find that."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.breaches.broken_bot import any_chat, anybody, escaping_error, growing_cache
from tests.helpers.malice.siege import attack, check_level


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("breach", "found", "count"),
    [
        (any_chat, "nobody who may has made", 3_000),
        (anybody, "nobody who may has made", 3_000),
        (escaping_error, "platform_ended|updates are not f", 3_000),
        (growing_cache, "kB in the middle", 2_000),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
async def test_a_breach_is_found_by_hostile_updates(
    tmp_path: Path, breach: Callable[[], None], found: str, count: int
) -> None:
    with pytest.raises(AssertionError, match=found):
        await attack(tmp_path, lambda so_far: so_far.sent >= count, seed=14, plant=breach, batch=200)


KB = 1 << 10


def grown(each: float) -> list[tuple[int, int]]:
    """Return the memory of 20,000 updates that load 20 MB at first, and keep so many bytes of each."""
    return [
        (sent, int((160 << 20) + (20 << 20) * min(1, sent / 800) + sent * each)) for sent in range(400, 20_400, 400)
    ]


def test_a_leak_of_a_kilobyte_by_update_is_more_than_the_law_of_memory_allows() -> None:
    """Beside the 0.4 kB that are usual while caches fill; the breach `slow_leak` is that leak in a bot."""
    check_level(grown(0.4 * KB))
    with pytest.raises(AssertionError, match="kB in the middle"):
        check_level(grown(1.2 * KB))


def test_what_is_loaded_late_is_no_leak_but_may_not_be_everything() -> None:
    def later(size: int) -> list[tuple[int, int]]:
        return [(sent, kept + (size if sent > 15_000 else 0)) for sent, kept in grown(0.1 * KB)]

    check_level(later(30 << 20))
    with pytest.raises(AssertionError, match="kB in the middle"):
        check_level(later(90 << 20))
