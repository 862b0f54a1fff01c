"""Memory that is not needed any more."""

from __future__ import annotations

import ctypes


def give_back() -> None:
    """Give the system what was freed. glibc keeps most of it for later, where others don't, and there is nothing to do.

    It takes some milliseconds.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
