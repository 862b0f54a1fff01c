"""The part of the soak about the database: cuts of power, full disks, kills in mid-commit, backups while games run."""

from __future__ import annotations

import asyncio
import random
import tempfile
from pathlib import Path

from tests.helpers.outside import blank_bot, telegram
from tests.outside.backups import BackedUp
from tests.soak.summary import Run
from tests.storage import cuts
from tests.storage.migrating import NEWEST, cut_in_a_migration, record_a_migration

FREE: dict[str, str | int] = {"TELEGRAM_GROUP_PER_MINUTE": 0, "TELEGRAM_PER_SECOND": 0, "LOG_LEVEL": "WARNING"}
CHANGES, CUTS, KILLS, MIGRATION_CUTS = 60, 150, 6, 20
"""In a round."""


async def data(run: Run) -> None:
    """Lose the power, kill, copy and restore, until the time is up."""
    seed = run.seed
    while True:
        with tempfile.TemporaryDirectory() as scratch:
            await _round(run, Path(scratch), seed)
        seed += 1
        if run.over:
            return


async def _round(run: Run, folder: Path, seed: int) -> None:
    rng = random.Random(seed)
    for kind in ("power", "full", "kills", "migration", "game"):
        folder.joinpath(kind).mkdir()
    recorded = await cuts.record_some(folder / "power", rng, CHANGES)
    for number, at in enumerate(cuts.moments(recorded, rng, CUTS)):
        _tell(run, seed, await asyncio.to_thread(cuts.cut, recorded, at, rng, folder / f"power-{number}"))
        run.did("faults")
    refused, wrong = await cuts.fill_up(folder / "full", rng, CHANGES)
    _tell(run, seed, wrong)
    run.did("faults", refused)
    for number in range(KILLS):
        file = folder / "kills" / str(number) / "underhat.db"
        file.parent.mkdir()
        killed, wrong = await asyncio.to_thread(cuts.killed_at, file, seed + number, rng.randrange(1, 1_200))
        _tell(run, seed, wrong)
        run.did("kills", killed)
    migrated = await record_a_migration(folder / "migration", rng.randrange(1, NEWEST))
    for number in range(MIGRATION_CUTS):
        at = rng.randrange(1, len(migrated.events) + 1)
        _tell(run, seed, await cut_in_a_migration(migrated, at, rng, folder / f"migration-{number}"))
        run.did("faults")
    await _game(run, folder / "game", seed)


async def _game(run: Run, folder: Path, seed: int) -> None:
    async with telegram() as (world, url), blank_bot(world, url, folder, **FREE) as process:
        backed_up = BackedUp(world, process, folder, seed % 1_000 + 1)
        await backed_up.play(backups=10, kills=2)
        await backed_up.restore()
        _tell(run, seed, backed_up.found)
        run.did("kills", 2)
        run.did("games")
        run.did("presses", backed_up.game.presses)
        if "Traceback" in process.log():
            run.loss(f"seed {seed}: the log has a traceback: {process.log()[-2_000:]}")


def _tell(run: Run, seed: int, wrong: list[str]) -> None:
    for line in wrong:
        run.loss(f"seed {seed}: {line}")
