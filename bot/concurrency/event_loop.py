"""The event loop of a process that serves: uvloop's, which takes less CPU for sockets and for what threads hand over.

It is not to be had on Windows; there, and wherever else it is not installed, the standard library's does.
"""

from __future__ import annotations

import sys

try:
    from uvloop import new_event_loop
except ImportError:
    from asyncio import new_event_loop  # type: ignore[assignment]

__all__ = ["new_event_loop", "wake_threads_soon"]

SWITCH_SECONDS = 0.001
"""How long a thread keeps the interpreter while others want it; Python's own is five times that."""


def wake_threads_soon() -> None:
    """Have the database's thread go on sooner while the event loop is busy.

    A transaction asks for the interpreter after each of its statements, and each time would wait for as long.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
