"""How a run of all tests is shared out among processes: long tests one by one beside the rest, which goes by files.

A long test waits for most of its time. So some processes take long tests until there are none left, and as many as
there are cores take files: the processor is busy all the time, and never waits for what waits.
"""

from __future__ import annotations

import contextlib
import importlib
import os
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

from tests.helpers.tree import REPOSITORY, module_name

_PLAYED = ("bench", "breaches", "crash", "faults", "noninterference", "outside", "playground/game")
LONG = tuple(f"tests/{folder}/" for folder in _PLAYED)
"""Where whole games are played, by whole processes mostly: each such test is a share of its own."""


WAITING = 3
"""How many processes begin with long tests."""
AHEAD = 2
"""Tests that a process has to know: the one that it runs, and the next one, for which it may keep fixtures."""


def processes() -> int:
    """Return how many processes are best: one for each core, and those that mostly wait."""
    return (os.cpu_count() or 1) + WAITING


def read_in_turn(config: pytest.Config) -> None:
    """Import what one of several processes will collect, each from another module on.

    In a clean clone pytest compiles each module of tests, which takes twice as long as all the rest of a collection.
    All processes would compile the same one at the same time; so each finds most of them done by the others. What
    cannot be imported is told when it is collected.
    """
    worker = getattr(config, "workerinput", None)
    if worker is None:
        return
    folders = [REPOSITORY / argument for argument in config.args]
    first, found = (
        [path for folder in folders for path in sorted(folder.rglob(name))] for name in ("conftest.py", "test_*.py")
    )
    for path in (*first, *turned(found, int(worker["workerid"].removeprefix("gw")), worker["workercount"])):
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(module_name(path.relative_to(REPOSITORY)))


def turned(found: Sequence[Path], number: int, count: int) -> list[Path]:
    """Return all of them in turn, for each process of so many beginning elsewhere."""
    begin = len(found) * (number % count) // count
    return [*found[begin:], *found[:begin]]


class Shares(LoadScopeScheduling):
    """Assigns to a worker that is nearly done the next share of its kind, or of the other where none is left."""

    def __init__(self, config: pytest.Config, log: object) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False
        self._waiting: set[Any] = set()

    def add_node(self, node: Any) -> None:
        """Count a worker in: the first ones begin with long tests."""
        super().add_node(node)
        if len(self._waiting) < WAITING:
            self._waiting.add(node)

    def remove_node(self, node: Any) -> Any:
        """Count a worker out, after it has crashed perhaps; the next one that is counted in takes its place."""
        self._waiting.discard(node)
        return super().remove_node(node)

    def _split_scope(self, nodeid: str) -> str:
        return share(nodeid)

    def _reschedule(self, node: Any) -> None:
        """Assign as late as can be: what one worker has been assigned no other can take."""
        while self.workqueue and not node.shutting_down and self._pending_of(self.assigned_work[node]) < AHEAD:
            super()._reschedule(node)
        if not self.workqueue:
            super()._reschedule(node)  # which lets it end

    def _assign_work_unit(self, node: Any) -> None:
        wanted = node in self._waiting
        found = next((each for each in self.workqueue if is_long(each) is wanted), None)
        if found is not None:
            self.workqueue.move_to_end(found, last=False)
        super()._assign_work_unit(node)


def share(nodeid: str) -> str:
    """Return what a test is part of that one process does as a whole: itself if it is long, else its file."""
    return nodeid if is_long(nodeid) else nodeid.partition("::")[0]


def is_long(nodeid: str) -> bool:
    """Return whether a test, or a share, is of those that play whole games and wait for most of their time."""
    return nodeid.startswith(LONG)


def spread(items: list[pytest.Item]) -> None:
    """Put in order what each kind of worker takes: what is allowed the most time first, then the largest files.

    A file of few tests that take long has the mark `timeout`: it would begin when the others have no more to do.
    """
    shares = [list(group) for _, group in groupby(items, key=lambda item: share(item.nodeid))]
    shares.sort(key=lambda each: (-max(map(_allowed, each)), -len(each)))
    items[:] = [item for each in shares for item in each]


def _allowed(item: pytest.Item) -> float:
    marker = item.get_closest_marker("timeout")
    return float(marker.args[0]) if marker else 0.0
