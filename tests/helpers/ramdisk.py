"""A place in memory for what tests write and throw away: a file costs little there, and nothing waits for a disk."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

MEMORY = Path("/dev/shm")
"""Where Linux has files in memory."""


def in_memory(room: int) -> Path | None:
    """Return the folder in memory, if there is one with so many bytes free in which a program may run.

    In a container it often has 64 MB, and forbids programs.
    """
    if not MEMORY.is_dir() or not os.access(MEMORY, os.W_OK) or os.statvfs(MEMORY).f_flag & os.ST_NOEXEC:
        return None
    return MEMORY if shutil.disk_usage(MEMORY).free >= room else None
