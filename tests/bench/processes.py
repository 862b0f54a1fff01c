"""What processes take, with all that they have started: seconds of CPU, bytes of memory."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

import psutil


def tree(pid: int) -> Iterator[psutil.Process]:
    """Yield a process and all that descend from it, as far as they live."""
    with contextlib.suppress(psutil.NoSuchProcess):
        top = psutil.Process(pid)
        yield top
        yield from top.children(recursive=True)


def cpu_seconds(pid: int) -> float:
    """Return the seconds of CPU that a process and its descendants have used, of those that live."""
    total = 0.0
    for process in tree(pid):
        with contextlib.suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            total += times.user + times.system
    return total


def megabytes(pid: int) -> float:
    """Return what a process and its descendants hold in memory; on Linux what they share is counted once."""
    total = 0
    for process in tree(pid):
        with contextlib.suppress(psutil.NoSuchProcess):
            full = process.memory_full_info()
            total += full.pss if sys.platform == "linux" else full.uss
    return total / 1e6
