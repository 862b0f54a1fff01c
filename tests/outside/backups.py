"""Backups of a game that runs, and what is wrong with them and with a game that is played on from one."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias

from bot.playground.world import World
from storage.backup import back_up
from tests.helpers.ledger import Ledger, winning_moves
from tests.helpers.outside import BotProcess, RandomGame

BackUp: TypeAlias = Callable[[Path, Path], object]
"""Copies a database into a file."""

ACTIONS = "SELECT table_id, number, seat, action, events FROM actions ORDER BY table_id, number"
"""Asks for every move of every game."""


class BackedUp:
    """A game of random presses in a process of its own, whose database is copied while people go on pressing."""

    def __init__(self, world: World, process: BotProcess, folder: Path, seed: int, back_up: BackUp = back_up) -> None:
        self.game = RandomGame(world, seed, 3, seed)
        self.process = process
        self.found: list[str] = []
        self._ledger = Ledger(folder)
        self._database = folder / "bot.db"
        self._copy = folder / "copy.db"
        self._back_up = back_up
        self._rng = random.Random(seed)
        self._enough = False

    async def play(self, backups: int, kills: int) -> None:
        """Play and make copies, some while nobody waits for the process to be up again."""
        await self.game.open()
        playing = asyncio.create_task(self._press())
        killed_at = set(self._rng.sample(range(backups), min(kills, backups)))
        try:
            for number in range(backups):
                wanted = self.game.presses + self._rng.randrange(1, 6)
                await self.game.until(lambda wanted=wanted: self.game.presses >= wanted or self.game.over())  # type: ignore[misc]
                if number in killed_at:
                    await self.process.kill()
                    await self.process.start()
                await self._copied()
        finally:
            self._enough = True
            await playing

    async def restore(self) -> None:
        """Put the latest copy in the place of the database, as a host does, and play the game to its end from there."""
        await self.process.stop()
        put_back(self._copy, self._database)
        await self.process.start()
        table = self._ledger.table()
        self.game.world.say(self.game.people[0], self.game.group, "/board")
        # Its decision is read anew: what the copy had in hand, such as a press, is taken up by the start.
        await self.game.until(lambda: self._shows(table) or self.game.over())
        await self.game.play_out(lambda: winning_moves(self._ledger.state(table)))
        if self._ledger.record(table)["status"] != "ended":
            self.found.append("a game that was restored does not end")

    def _shows(self, table: str) -> bool:
        """Return whether the board offers the decision that the table has come to."""
        decision = f"{table}.{self._ledger.record(table)['decision']}."
        return any(token.startswith(decision) for token in self.game.tokens())

    async def _press(self) -> None:
        while not self._enough and not self.game.over():
            await self.game.move()

    async def _copied(self) -> None:
        """Make a copy, and hold it against what was there before it was begun and what is there after it."""
        before = set(self._actions(self._database))
        try:
            await asyncio.to_thread(self._back_up, self._database, self._copy)
        except Exception as error:  # noqa: BLE001 - whatever it is, there is no copy
            self.found.append(f"there is no copy: {error!r}")
            return
        after = set(self._actions(self._database))
        self.found += wrongs(self._copy, before, after)

    @staticmethod
    def _actions(database: Path) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(database, timeout=30)) as connection:
            return connection.execute(ACTIONS).fetchall()


def put_back(copy: Path, database: Path) -> None:
    """Replace a database by a copy, as docs/operations.md says."""
    for ending in ("-wal", "-shm"):
        Path(f"{database}{ending}").unlink(missing_ok=True)
    shutil.copyfile(copy, database)


def wrongs(copy: Path, before: set[tuple[Any, ...]], after: set[tuple[Any, ...]]) -> list[str]:
    """Return what is wrong with a copy: it holds all from before it was begun, whole, and nothing that never was."""
    if [path.name for path in copy.parent.glob(f"{copy.name}?*")]:
        return ["the copy is not one file"]
    with closing(sqlite3.connect(copy)) as connection:
        try:
            damage = [line for (line,) in connection.execute("PRAGMA integrity_check") if line != "ok"]
            copied = connection.execute(ACTIONS).fetchall()
            behind = connection.execute(
                "SELECT id FROM tables WHERE status = 'playing' AND json_extract(CAST(record AS TEXT), '$.moves') <>"
                " (SELECT max(number) FROM actions WHERE table_id = id)"
            ).fetchall()
        except sqlite3.DatabaseError as error:
            return [f"the copy cannot be read: {error}"]
    lost, never = before - set(copied), set(copied) - after
    return [
        *damage,
        *([f"the copy lacks {len(lost)} moves that were there"] if lost else []),
        *([f"the copy has {len(never)} moves that never were"] if never else []),
        *(f"table {table} and its moves are not of one moment" for (table,) in behind),
    ]
