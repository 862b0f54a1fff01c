"""What the log of a process under attack may tell, and what not."""

from __future__ import annotations

import json

from tests.helpers.outside import BotProcess

UNREADABLE = {"update_unreadable", "event_unreadable"}
"""Errors that the log may tell: an update that could not be read was skipped."""


class LogWatch:
    """Reads a process's log once, and finds what must not be there."""

    def __init__(self, process: BotProcess) -> None:
        self._process = process
        self._read = 0

    def check(self) -> None:
        """Check that no exception has come to the top but what is known of updates that cannot be read."""
        wrong = self.wrong()
        assert not wrong, f"{len(wrong)}: " + "\n".join(wrong[:3])

    def wrong(self) -> list[str]:
        """Return what has newly been logged and must not be."""
        lines, self._read = self._process.new_lines(self._read)
        return [
            "\n".join(f"{key}: {value}" for key, value in line.items())
            for line in map(json.loads, lines)
            if (line["level"] in ("error", "critical") or "exception" in line) and line["event"] not in UNREADABLE
        ]
