"""What the driver and the bot's process share: a page of memory, which a kill leaves as it was.

The driver says at which commit the process kills itself, what time it is, and when to settle; the process counts its
commits and says when it has settled.
"""

from __future__ import annotations

import mmap
import struct
from pathlib import Path

VARIABLE = "CRASH_CONTROL"
"""The environment variable that names the file."""
BEFORE, AFTER = 0, 1
_FIELD = struct.Struct("=d")
_NAMES = ("commits", "kill_at", "when", "asked", "settled", "clock", "tick", "serving")


class Control:
    """Numbers by name, in a file that both map: 8 bytes each, every one written by one side alone.

    `commits` have been made, the process kills itself at number `kill_at` (0: never), `when` it is BEFORE or AFTER.
    `asked` is the number of the last wish to settle and `settled` of the last that was fulfilled; `tick`: deadlines are
    served first. `clock` is the time in seconds since 1970, `serving` counts the starts that came so far as to serve.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        if not file.exists():
            file.write_bytes(bytes(_FIELD.size * len(_NAMES)))
        with file.open("r+b") as opened:
            self._memory = mmap.mmap(opened.fileno(), 0)

    def get(self, name: str) -> float:
        """Read a number."""
        return float(_FIELD.unpack_from(self._memory, _NAMES.index(name) * _FIELD.size)[0])

    def set(self, name: str, value: float) -> None:
        """Write a number."""
        _FIELD.pack_into(self._memory, _NAMES.index(name) * _FIELD.size, value)
