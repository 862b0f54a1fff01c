"""The soak: `python -m tests.soak [PART ...] [--minutes N] [--seed N] [--write FILE]`.

Each part runs in a process of its own, for its share of the time, and is ended if it does not end. What was done and
found is printed as a table, and with `--write` put into a document between its two marks. Exit code 1 if anything
was found.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from tests.helpers.marks import put_between
from tests.soak.parts import PARTS
from tests.soak.runner import in_own_process
from tests.soak.summary import Summary, table

MARKS = ("<!-- soak: begin -->", "<!-- soak: end -->")


def main() -> None:
    """Run the parts that are named, or all."""
    names = [each.name for each in PARTS]
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description="Long proofs, bounded in time.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(names)}; all if none is named")
    parser.add_argument("--minutes", type=float, default=25.0, help="for all parts together (25)")
    parser.add_argument("--seed", type=int, help="repeats a run; otherwise another for each")
    parser.add_argument("--write", type=Path, help="a document to put the table into")
    asked = parser.parse_args()
    if unknown := [each for each in asked.parts if each not in names]:
        parser.error(f"no such part: {', '.join(unknown)}; there are {', '.join(names)}")
    chosen = [each for each in PARTS if each.name in (asked.parts or names)]
    seed = asked.seed if asked.seed is not None else time.time_ns() % 1_000_000
    shares = sum(each.share for each in chosen)
    done: list[tuple[str, Summary]] = []
    for part in chosen:
        seconds = 60 * asked.minutes * part.share / shares
        sys.stdout.write(f"{part.name}: {part.proves} ({seconds:.0f} s, seed {seed})\n")
        sys.stdout.flush()
        summary = in_own_process(part.name, seed, seconds)
        done.append((part.name, summary))
        for line in summary.found:
            sys.stdout.write(f"  {line}\n")
    sys.stdout.write(f"\n{table(done)}\n")
    if asked.write:
        command = f"python -m tests.soak --minutes {asked.minutes:g} --seed {seed}"
        told = f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, `{command}`:"
        put_between(asked.write, MARKS, f"{told}\n\n{table(done)}\n")
    if any(summary.found for _, summary in done):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
