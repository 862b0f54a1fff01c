"""Stand-ins for drawings and films that a process of its own makes. It has to load this module, and so little else."""

from __future__ import annotations

import os
import resource
import signal
import time
from pathlib import Path

import psutil


def who_draws() -> bytes:
    """Stand in for a drawing: tell which process does it."""
    return str(os.getpid()).encode()


def die() -> bytes:
    """Stand in for a drawing that the kernel ends."""
    os.kill(os.getpid(), signal.SIGKILL)
    return b""


def devour() -> bytes:
    """Stand in for a drawing that is refused memory."""
    space, limit = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, limit))
    try:
        return bytes(8 << 30)
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (space, limit))


def at_hand(draws: bool) -> bytes:
    """Count the images at hand, after one was drawn if that is wanted."""
    from bot.pictures import kept, sprites  # which the others need not load

    if draws:
        sprites.icon("seat-0", 40)
    return str(len(kept._images)).encode()


_stays: list[bytearray] = []


def litter() -> bytes:
    """Stand in for many drawings: free 200 MB that lie between pieces that stay, and tell what is held then."""
    freed = []
    for _ in range(5_000):
        freed.append(bytearray(40_000))
        _stays.append(bytearray(2_000))
    freed.clear()
    return held()


def held() -> bytes:
    """Stand in for a drawing: tell how many bytes of memory the process holds."""
    return str(psutil.Process().memory_info().rss).encode()


def fails() -> None:
    """Stand in for a film that cannot be made."""
    raise ValueError("no")


def waits(where: Path) -> None:
    """Stand in for a film that takes long: write down which process makes it."""
    where.write_text(str(os.getpid()))
    time.sleep(600)
