"""Play the list and print it: `python -m tests.conformance [part of a row's name]`."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import traceback
from pathlib import Path

import pytest

from bot.logs import set_up_logs
from tests.conformance.rows import Row
from tests.conformance.scenarios import SCENARIOS, SIMCORD_LACKS
from tests.conformance.stages import PLATFORMS, on_stage

PASSED, FAILED, LACKS = "passes", "FAILS", "-"


async def played(row: Row, platform: str) -> str:
    """Play a row on a fresh stage; return how it went."""
    if platform == "simcord" and row.name in SIMCORD_LACKS:
        return LACKS
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        try:
            async with on_stage(platform, Path(folder) / "underhat.db", patch) as stage:
                await row.play(stage)
        except Exception:  # noqa: BLE001 - the boundary: a row that fails does not keep the others from being played
            traceback.print_exc()
            return FAILED
    return PASSED


def main(wanted: str = "") -> int:
    """Print the table row for row; return the exit code."""
    set_up_logs("ERROR", "json", ())
    rows = [row for row in SCENARIOS if wanted in row.name]
    width = max((len(row.name) for row in rows), default=0)
    _say(f"{'':{width}}", PLATFORMS)
    failures = 0
    for row in rows:
        results = [asyncio.run(played(row, platform)) for platform in PLATFORMS]
        failures += results.count(FAILED)
        _say(f"{row.name:{width}}", results)
    for name, reason in SIMCORD_LACKS.items():
        if any(row.name == name for row in rows):
            sys.stdout.write(f"- {name}: simcord cannot stage it: {reason}\n")
    sys.stdout.write(f"{len(rows)} rows, {failures} failures\n")
    return 1 if failures or not rows else 0


def _say(name: str, cells: tuple[str, ...] | list[str]) -> None:
    sys.stdout.write("  ".join([name, *(f"{cell:8}" for cell in cells)]).rstrip() + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
