"""One defence against hostile people taken away at a time: the checks that hold it must find that."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.helpers.malice.siege import attack


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("breach", "found", "count"),
    [
        ("any_chat", "nobody who may has made", 3_000),
        ("anybody", "nobody who may has made", 3_000),
        ("escaping_error", "platform_ended|updates are not f", 800),
        ("growing_cache", "MB in the middle", 400),
    ],
)
async def test_a_breach_is_found_by_hostile_updates(tmp_path: Path, breach: str, found: str, count: int) -> None:
    command = (sys.executable, "-m", "tests.breaches.broken_bot", breach)
    with pytest.raises(AssertionError, match=found):
        await attack(tmp_path, lambda so_far: so_far.sent >= count, seed=14, command=command, batch=200)
