"""The bench: `python -m tests.bench [ROW ...] [--short] [--write docs/performance.md]`.

Measures the product on this machine, and prints a table whose rows are ratios to something measured in the same run.
`--short` takes a few seconds for each row that has a short form, and wants less of it. With `--write` the table is put
into a document between its two marks. Exit code 1 if a row is outside what is wanted.
"""

from __future__ import annotations

import argparse
import asyncio
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import psutil

from bot.concurrency.event_loop import new_event_loop
from tests.bench.figures import Measured, Row, Run, measured, table
from tests.bench.load import cores
from tests.bench.rows import ROWS
from tests.helpers.marks import put_between

MARKS = ("<!-- bench -->", "<!-- /bench -->")


async def measure_all(
    rows: Sequence[Row], run: Run, show: Callable[[list[Measured]], None] = lambda _: None
) -> list[Measured]:
    """Measure rows one after the other; `show` is called with all that there are after each."""
    found: list[Measured] = []
    for row in rows:
        began = time.monotonic()
        new = await measured(row, run)
        found += new
        said = "; ".join(each.error or f"{each.ratio.figure:.2f}" for each in new)
        run.news(f"{row.name}: {said} ({time.monotonic() - began:.0f} s)")
        show(found)
    return found


def machine() -> str:
    """Return what the machine is, in a few words."""
    memory = psutil.virtual_memory().total / 2**30
    return (
        f"{cores()} cores of {_processor()}, {memory:.0f} GB, {platform.system()}, Python {platform.python_version()}"
    )


def _processor() -> str:
    told = Path("/proc/cpuinfo")
    lines = told.read_text(encoding="utf-8").splitlines() if told.exists() else []
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.machine())


def main(arguments: Sequence[str]) -> int:
    """Measure, print, and write where asked."""
    names = [row.name for row in ROWS]
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="The product, measured.")
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"of {', '.join(names)}; all if none is named")
    parser.add_argument("--short", action="store_true", help="seconds only, and looser bounds")
    parser.add_argument("--write", type=Path, metavar="FILE.md", help="a document to put the table into")
    asked = parser.parse_args(arguments)
    if unknown := [each for each in asked.rows if each not in names]:
        parser.error(f"no such row: {', '.join(unknown)}; there are {', '.join(names)}")
    if long := [row.name for row in ROWS if asked.short and row.name in asked.rows and row.short is None]:
        parser.error(f"no short form: {', '.join(long)}")
    rows = [row for row in ROWS if row.name in (asked.rows or names) and (row.short or not asked.short)]
    command = " ".join(["python -m tests.bench", *asked.rows, *(["--short"] if asked.short else [])])
    told = f"{datetime.now(UTC):%Y-%m-%d}, {machine()}, `{command}`:"

    def show(found: list[Measured]) -> None:
        # After each row, so that what has been measured is not lost with a run that is broken off.
        if asked.write is not None:
            put_between(asked.write, MARKS, f"{told}\n\n{table(found)}\n")

    with tempfile.TemporaryDirectory() as place:
        run = Run(Path(place), short=asked.short, news=lambda line: print(line, file=sys.stderr, flush=True))  # noqa: T201
        with asyncio.Runner(loop_factory=new_event_loop) as runner:  # the cheaper the driver, the truer the figures
            found = runner.run(measure_all(rows, run, show))
    sys.stdout.write(f"{table(found)}\n")
    return 0 if all(each.reached for each in found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
