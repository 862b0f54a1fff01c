"""A process of its own for drawing: composing and encoding never take the interpreter lock from the event loop.

Measured with 50 groups at play: drawing in a thread takes the lock for longer than all the rest of the work together.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor

__all__ = ["artists"]

LOOK_SECONDS = 1.0
"""How soon an artist notices that the process it draws for is gone (killed, so that it could say nothing)."""


def artists(count: int = 1) -> ProcessPoolExecutor:
    """Give an executor of processes; what they are to do must be picklable. They start with the first drawing."""
    # Not forked: a fork of a process with threads may hold their locks for ever.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(count, mp_context=context, initializer=_settle_in, initargs=(os.getpid(),))


def _settle_in(parent: int) -> None:
    """Let Ctrl-C be the parent's to answer, and end when the parent has ended without a word."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(parent,), daemon=True, name="watch").start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os._exit(0)
