"""How a run of all tests is shared out among processes: what takes longest begins early, the rest goes file by file."""

from __future__ import annotations

from itertools import chain, groupby, zip_longest

import pytest
from xdist.scheduler import LoadScopeScheduling

_PLAYED = ("bench", "breaches", "crash", "faults", "noninterference", "outside", "playground/game")
LONG = tuple(f"tests/{folder}/" for folder in _PLAYED)
"""Where whole games are played, by whole processes mostly: each such test is a share of its own."""


class Shares(LoadScopeScheduling):
    """Assigns to a free worker the next of the long tests, later the next file, so that its fixtures are made once."""

    def __init__(self, config: pytest.Config, log: object) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        return share(nodeid)


def share(nodeid: str) -> str:
    """Return what a test is part of that one process does as a whole: itself if it is long, else its file."""
    return nodeid if nodeid.startswith(LONG) else nodeid.partition("::")[0]


def spread(items: list[pytest.Item]) -> None:
    """Begin with the long tests, those with the most time allowed first, and with a large file of others after each.

    A long test waits about as much as it computes: several of them at once would leave the processor idle.
    """
    shares = [list(group) for _, group in groupby(items, key=lambda item: share(item.nodeid))]
    long = sorted((each for each in shares if _is_long(each)), key=lambda each: -_allowed(each[0]))
    others = sorted((each for each in shares if not _is_long(each)), key=len, reverse=True)
    items[:] = chain.from_iterable(chain.from_iterable(zip_longest(long, others, fillvalue=())))


def _is_long(items: list[pytest.Item]) -> bool:
    return items[0].nodeid.startswith(LONG)


def _allowed(item: pytest.Item) -> float:
    marker = item.get_closest_marker("timeout")
    return float(marker.args[0]) if marker else 0.0
