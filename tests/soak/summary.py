"""What a part of the soak did and what it found, and the table that says so."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

COLUMNS = ("games", "presses", "updates", "kills", "faults")
"""What is counted, in the order of the table. Zero is shown as a dash: that part does nothing of the kind."""


@dataclass
class Summary:
    """Counts and findings of one part, and notes on how far it came. Plain data: it comes from another process."""

    seconds: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)
    leaks: list[str] = field(default_factory=list)
    losses: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def found(self) -> list[str]:
        """Everything that must not be, a line each."""
        return [
            *(f"leak: {each}" for each in self.leaks),
            *(f"loss: {each}" for each in self.losses),
            *(f"error: {each}" for each in self.errors),
        ]


@dataclass
class Run:
    """What a part of the soak is given: a seed, the time it has, and where to write down what it did and found."""

    seed: int
    seconds: float
    summary: Summary = field(default_factory=Summary)
    begun: float = field(default_factory=time.monotonic)

    @property
    def over(self) -> bool:
        """Whether the time is up. A part asks between two rounds, and always plays the first."""
        return time.monotonic() - self.begun >= self.seconds

    def did(self, what: str, times: int = 1) -> None:
        """Count, under one of `COLUMNS`."""
        if what not in COLUMNS:
            raise ValueError(f"not a column: {what!r}")
        self.summary.counts[what] += times

    def note(self, what: str) -> None:
        """Write down how far it came, where the counts don't say."""
        self.summary.notes.append(what)

    def leak(self, what: str) -> None:
        """Write down that somebody was shown what they may not know."""
        self.summary.leaks.append(what)

    def loss(self, what: str) -> None:
        """Write down that something was lost, doubled or not answered."""
        self.summary.losses.append(what)


def table(summaries: Sequence[tuple[str, Summary]]) -> str:
    """Return a Markdown table, a row for each part and one for all."""
    whole = Summary()
    for _, each in summaries:
        whole.seconds += each.seconds
        whole.counts += each.counts
        whole.leaks += each.leaks
        whole.losses += each.losses
        whole.errors += each.errors
    head = ["Part", "minutes", *COLUMNS, "leaks", "losses", "other errors"]
    lines = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    for name, each in [*summaries, ("all", whole)]:
        counts = [f"{each.counts[column]:,}" if each.counts[column] else "-" for column in COLUMNS]
        findings = [str(len(found)) for found in (each.leaks, each.losses, each.errors)]
        lines.append("| " + " | ".join([name, f"{each.seconds / 60:.1f}", *counts, *findings]) + " |")
    notes = [f"{name}: {note}." for name, each in summaries for note in each.notes]
    return "\n".join([*lines, *(line for note in notes for line in ("", note))])
