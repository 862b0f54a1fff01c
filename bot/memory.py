"""Memory that is not needed any more, and memory that always is."""

from __future__ import annotations

import ctypes
import gc


def give_back() -> None:
    """Give the system what was freed. glibc keeps most of it for later, where others don't, and there is nothing to do.

    It takes some milliseconds.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def keep_loaded() -> None:
    """Have the garbage collector look no more at what is in memory now: modules, catalogs, rulebooks.

    It would go through all of that again and again while somebody waits for an answer, and find nothing.
    """
    gc.collect()
    gc.freeze()
