"""`python -m tests.helpers.read_only FOLDER ...`: the bot as a process that may write nowhere but in these folders.

It is what a container with a read-only root allows, put upon a process and its children by Landlock (Linux 5.13): the
kernel refuses every file that is made, written or removed elsewhere. `/dev` may be written, as in a container, which
has its own; shared memory and semaphores are there.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_NO_NEW_PRIVILEGES = 38
_BENEATH = 1
_ASK_VERSION = 1
_ACCESS = {1: (1, 4, 5, 6, 7, 8, 9, 10, 11, 12), 2: (13,), 3: (14,)}
"""Bits of what is refused unless allowed, by the version that knew them first: to write, remove, make, link, cut."""


def _call(number: int, *arguments: object) -> int:
    library = ctypes.CDLL(None, use_errno=True)
    result = int(library.syscall(number, *arguments))
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def version() -> int:
    """Return which Landlock there is, 0 for none."""
    try:
        return _call(_CREATE, None, ctypes.c_size_t(0), _ASK_VERSION)
    except OSError:
        return 0


def confine(folders: Iterable[Path]) -> None:
    """Let this process and its children write in these folders alone, for good."""
    known = version()
    access = sum(1 << bit for since, bits in _ACCESS.items() if since <= known for bit in bits)
    rules = ctypes.create_string_buffer(struct.pack("=Q", access), 8)
    ruleset = _call(_CREATE, rules, ctypes.c_size_t(8), 0)
    for folder in folders:
        place = os.open(folder, os.O_PATH)
        rule = ctypes.create_string_buffer(struct.pack("=Qi", access, place), 12)
        _call(_ADD, ruleset, _BENEATH, rule, 0)
        os.close(place)
    ctypes.CDLL(None).prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    _call(_RESTRICT, ruleset, 0)
    os.close(ruleset)


if __name__ == "__main__":
    from bot import __main__ as program

    program.DRAIN, program.LAST = 50, 55  # how long a stop takes on a busy machine is no matter of what it writes
    confine([Path("/dev"), *map(Path, sys.argv[1:])])
    sys.exit(program.main([]))
