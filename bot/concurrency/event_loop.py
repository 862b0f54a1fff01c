"""The event loop of a process that serves: uvloop's, which takes less CPU for sockets and for what threads hand over.

It is not to be had on Windows; there, and wherever else it is not installed, the standard library's does.
"""

from __future__ import annotations

try:
    from uvloop import new_event_loop
except ImportError:
    from asyncio import new_event_loop  # type: ignore[assignment]

__all__ = ["new_event_loop"]
