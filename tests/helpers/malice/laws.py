"""What must hold of the games after any updates: read from the database, played again by the rules."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from bot.engine.replay import LEAVE, RecordedMove, replay
from bot.games.registry import GAMES
from bot.table.model import play
from bot.table.model.record import Record
from tests.helpers.malice.scene import Attempts

_GAMES = {game.key: game for game in GAMES}


@dataclass(frozen=True)
class Kept:
    """A table as it is kept: its record, its state, and what was done so far, the deal left out."""

    record: Record
    state: bytes
    moves: tuple[RecordedMove, ...]


class Laws:
    """The tables under attack, as they were when they were looked at last."""

    def __init__(self, database: Path, attempts: Attempts) -> None:
        self._path = database
        self._attempts = attempts
        self._before: dict[str, Kept] = {}
        self.moves = 0
        """How many moves were made at the tables that are watched."""

    def watch(self, tables: Iterable[str]) -> None:
        """Begin to watch tables that have just begun."""
        for table in tables:
            self._before[table] = self._read(table)

    def check(self) -> None:
        """Hold every watched table against the rules and against what it was. Raise AssertionError.

        All that was sent until now must have been dealt with.
        """
        for table, before in self._before.items():
            now = self._read(table)
            assert _sworn(now.record) == _sworn(before.record), f"{table}: {_sworn(before.record)} {_sworn(now.record)}"
            self._check_replay(now)
            self._check_moves(before, now)
            self.moves += len(now.moves) - len(before.moves)
            self._before[table] = now
        self._attempts.forget()
        with closing(self._connect()) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []

    def _check_replay(self, kept: Kept) -> None:
        """Play the record again: what the rules give is what is kept."""
        rules = _GAMES[kept.record.game].rules
        *_, last = replay(rules, play.history_of(kept.record, kept.moves))
        assert msgspec.json.encode(last.state) == kept.state, kept.record.id

    def _check_moves(self, before: Kept, now: Kept) -> None:
        """Find for each move since the last look a press by whoever holds its seat, of its decision or a later one."""
        assert now.moves[: len(before.moves)] == before.moves, "history never changes"
        decision = before.record.decision
        for move in now.moves[len(before.moves) :]:
            seat = now.record.seats[move.seat]
            if move.action == LEAVE or seat.computer or not seat.present:
                continue
            while not self._was_pressed(now.record, seat.person.id, decision):
                decision += 1
                assert decision < now.record.decision, f"{now.record.id}: nobody who may has made {move}"
            decision += 1

    def _was_pressed(self, record: Record, person: str, decision: int) -> bool:
        begins = f"{record.id}.{decision}."
        return any(
            each.person == person
            and each.chat in (record.place.chat, person, "private")
            and each.token.startswith(begins)
            for each in self._attempts.of(record.id)
        )

    def _read(self, table: str) -> Kept:
        with closing(self._connect()) as connection:
            connection.execute("BEGIN")  # one moment for both
            ((record, state),) = connection.execute("SELECT record, state FROM tables WHERE id = ?", (table,))
            rows: list[Any] = connection.execute(
                "SELECT seat, action FROM actions WHERE table_id = ? AND seat IS NOT NULL ORDER BY number", (table,)
            ).fetchall()
        return Kept(msgspec.json.decode(record, type=Record), state, tuple(RecordedMove(*row) for row in rows))

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, timeout=30, isolation_level=None)


def _sworn(record: Record) -> tuple[Any, ...]:
    """Return what no press changes at a running table, but for those of its people that are never forged."""
    seats = tuple((seat.person, seat.key, seat.press, seat.present, seat.computer) for seat in record.seats)
    return record.place, record.game, record.options, record.seed, record.host, seats, record.clock, record.paused
