"""What became of calls, until it is reported to the database."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable

from storage.limits import CallReport

REPEATED_SECONDS = 5.0
"""What was reported so short a time before the database went away may be lost with it, and is reported again."""
_MOST = 1_000


class CallReports:
    """The reports of one process, which go along with its next statement. `due` is when that is to be made for them."""

    def __init__(self) -> None:
        self.due = math.inf
        self._pending: list[CallReport] = []
        self._recent: deque[tuple[float, CallReport]] = deque(maxlen=_MOST)

    def add(self, now: float, report: CallReport) -> None:
        """Have something reported; of too much the oldest is left out."""
        self._pending.append(report)
        del self._pending[:-_MOST]
        if report.begun is not None and report.ended is not None:
            self._recent.append((now, CallReport(report.name, report.begun, report.ended, report.ended)))

    def extend(self, reports: Iterable[CallReport]) -> None:
        """Have these reported as well, once."""
        self._pending.extend(reports)

    def pending(self) -> list[CallReport]:
        """Return what is not reported yet."""
        return [*self._pending]

    def drain(self) -> tuple[list[CallReport], float]:
        """Return what is to be reported, and when it was due; nothing is from now on."""
        drained = self._pending, self.due
        self._pending, self.due = [], math.inf
        return drained

    def restore(self, reports: Iterable[CallReport], due: float) -> None:
        """Put back what could not be reported."""
        self._pending, self.due = [*reports, *self._pending], due

    def repeat_recent(self) -> None:
        """Report again what may be lost with the database that was there."""
        self.extend(report for _, report in self._recent)

    def forget(self, now: float) -> None:
        """Forget what is written to the database's disk by now."""
        while self._recent and self._recent[0][0] < now - REPEATED_SECONDS:
            self._recent.popleft()
