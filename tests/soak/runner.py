"""One part of the soak, run in a process of its own."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
import traceback
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures import TimeoutError as NotEndedError

from tests.soak.parts import PARTS
from tests.soak.summary import Run, Summary

GRACE = 300
"""Seconds that a part may need to finish its last round."""


def run_part(name: str, seed: int, seconds: float) -> Summary:
    """Run one part; what it raises is an error that it found."""
    [part] = [each for each in PARTS if each.name == name]
    run = Run(seed, seconds)
    try:
        asyncio.run(part.run(run))  # type: ignore[arg-type]
    except Exception:  # noqa: BLE001 - whatever it is, it is told, and the other parts go on
        run.summary.errors.append(f"seed {seed}: {traceback.format_exc()}")
    run.summary.seconds = time.monotonic() - run.begun
    return run.summary


def in_own_process(name: str, seed: int, seconds: float) -> Summary:
    """Run one part in a new process, and end that if it hangs."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        future = pool.submit(run_part, name, seed, seconds)
        try:
            return future.result(seconds + GRACE)
        except NotEndedError:
            for process in multiprocessing.active_children():
                process.kill()
            return Summary(seconds + GRACE, errors=[f"seed {seed}: did not end within {seconds + GRACE:.0f} s"])
        except Exception as error:  # noqa: BLE001 - a process that died is a finding like any other
            return Summary(errors=[f"seed {seed}: its process ended: {error!r}"])
