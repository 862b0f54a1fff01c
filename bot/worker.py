"""What a worker process does beside its jobs. It imports little: what is loaded here each of them holds."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

LOOK_SECONDS = 1.0
"""How soon a worker notices that its parent process was killed."""
LOWEST = 15
"""What work that nobody waits for adds to the niceness of the process that answers presses."""


def once(pipe: Connection, parent: int, work: Callable[..., object], args: Any, kwargs: Any) -> None:
    """Do one piece of work, send what comes of it, and end: the whole life of a process that is made for it."""
    settle_in(parent, LOWEST)
    try:
        pipe.send((True, work(*args, **kwargs)))
    except Exception as error:  # the boundary of the process: the other side is told
        pipe.send((False, f"{type(error).__name__}: {error}"))
        raise SystemExit(1) from error


def settle_in(parent: int, nice: int) -> None:
    """Leave Ctrl-C to the parent, and end when the parent was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(nice)
    threading.Thread(target=_watch, args=(parent,), daemon=True, name="watch").start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os._exit(0)
