"""What must hold of the games after any updates: read from the database, played again by the rules."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.engine.replay import LEAVE, RecordedMove, replay
from bot.games.registry import GAMES
from bot.table.model import play
from bot.table.model.record import NOBODY, SUBSTITUTE, Record
from tests.helpers.malice.scene import Attempts

_GAMES = {game.key: game for game in GAMES}


@dataclass(frozen=True)
class Kept:
    """A table as it is kept: its record, its state, and what was done so far, the deal left out."""

    record: Record
    state: bytes
    moves: tuple[RecordedMove, ...]


@dataclass(frozen=True)
class Upheaval:
    """What somebody rightly did to a table beside its moves: a player has left it, or its chat has another id."""

    left: str = ""
    moved_to: str = ""


class Laws:
    """The tables under attack, as they were when they were looked at last."""

    def __init__(self, database: Path, attempts: Attempts) -> None:
        self._path = database
        self._attempts = attempts
        self._before: dict[str, Kept] = {}
        self._upheavals: dict[str, Upheaval] = {}
        self.moves = 0
        """How many moves were made at the tables that are watched."""

    def watch(self, tables: Iterable[str]) -> None:
        """Begin to watch tables that have just begun."""
        for table in tables:
            self._before[table] = self._read(table)

    def expect(self, table: str, upheaval: Upheaval) -> None:
        """Take note of what must have become of a table when it is looked at next, and of nothing else."""
        self._upheavals[table] = upheaval

    def check(self) -> None:
        """Hold every watched table against the rules and against what it was. Raise AssertionError.

        All that was sent until now must have been dealt with.
        """
        for table, before in tuple(self._before.items()):
            now = self._read(table)
            expected = _sworn(_after(before.record, self._upheavals.pop(table, Upheaval())))
            assert _sworn(now.record) == expected, f"{table}: {expected} {_sworn(now.record)}"
            self._check_moves(before, now, self._check_replay(now))
            self.moves += len(now.moves) - len(before.moves)
            self._before[table] = now
            if before.record.status == "ended":  # it has been looked at once more since
                del self._before[table]
        self._attempts.forget()
        with closing(self._connect()) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []

    def _check_replay(self, kept: Kept) -> list[Any]:
        """Play the record again: what the rules give is what is kept, and by them alone it has ended.

        Return the state before each move, and the last one.
        """
        rules = _GAMES[kept.record.game].rules
        states = [step.state for step in replay(rules, play.history_of(kept.record, kept.moves))]
        assert msgspec.json.encode(states[-1]) == kept.state, kept.record.id
        status = "ended" if rules.to_act(states[-1]) is None else "playing"
        assert kept.record.status == status, f"{kept.record.id} is {kept.record.status}, and should be {status}"
        return states

    def _check_moves(self, before: Kept, now: Kept, states: list[Any]) -> None:
        """Find for each new move a press by whoever holds its seat, of its decision or a later one, or of a hand.

        Where there is nothing to choose, the bot moves by itself.
        """
        assert now.moves[: len(before.moves)] == before.moves, "history never changes"
        decision = before.record.decision
        for number, move in enumerate(now.moves[len(before.moves) :], len(before.moves)):
            seat = now.record.seats[move.seat]
            if move.action == LEAVE or seat.computer or not seat.present:
                continue
            unchosen = play.unchosen(now.record, _GAMES[now.record.game], states[number])
            if unchosen is not None and msgspec.json.encode(unchosen).decode() == move.action:
                decision += 1
                continue
            chats = {before.record.place.chat, now.record.place.chat, seat.person.id, "private"}
            while not self._was_pressed(now.record, seat.person.id, chats, decision):
                decision += 1
                assert decision < now.record.decision, self._told(before, now, move)
            decision += 1

    def _told(self, before: Kept, now: Kept, move: RecordedMove) -> str:
        """Say what is known of a move that nobody seems to have made."""
        record, person = now.record, now.record.seats[move.seat].person
        pressed = sorted((each.chat, each.token) for each in self._attempts.of(record.id) if each.person == person.id)
        decisions = f"from decision {before.record.decision} to {record.decision}"
        made = now.moves[len(before.moves) :]
        return (
            f"{record.id}: nobody who may has made {move}, {decisions}, one of {made}; {person} has pressed {pressed}"
        )

    def _was_pressed(self, record: Record, person: str, chats: set[str], decision: int) -> bool:
        begins = (f"{record.id}.{decision}.", f"{record.id}.*.")
        return any(
            each.person == person and each.chat in chats and each.token.startswith(begins)
            for each in self._attempts.of(record.id)
        )

    def _read(self, table: str) -> Kept:
        with closing(self._connect()) as connection:
            connection.execute("BEGIN")  # one moment for both
            asked = "SELECT record, state, status, chat FROM tables WHERE id = ?"
            ((record, state, status, chat),) = connection.execute(asked, (table,))
            rows: list[Any] = connection.execute(
                "SELECT seat, action FROM actions WHERE table_id = ? AND seat IS NOT NULL ORDER BY number", (table,)
            ).fetchall()
        kept = msgspec.json.decode(record, type=Record)
        kept = replace(kept, status=status, place=replace(kept.place, chat=chat))  # as the bot reads it
        return Kept(kept, state, tuple(RecordedMove(*row) for row in rows))

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, timeout=30, isolation_level=None)


def _after(record: Record, upheaval: Upheaval) -> Record:
    """Return what must have become of a record: the computer has a leaver's seat, and the next person hosts."""
    seats = tuple(
        replace(seat, person=NOBODY, computer=SUBSTITUTE) if seat.person.id == upheaval.left else seat
        for seat in record.seats
    )
    host = record.host
    if host is not None and host.id == upheaval.left:
        host = next((seat.person for seat in seats if seat.occupied), None)
    place = replace(record.place, chat=upheaval.moved_to or record.place.chat)
    return replace(record, seats=seats, host=host, place=place)


def _sworn(record: Record) -> tuple[Any, ...]:
    """Return what no press changes at a running table, but for those of its people that are never forged."""
    seats = tuple((seat.person, seat.key, seat.press, seat.present, seat.computer) for seat in record.seats)
    return record.place, record.game, record.options, record.seed, record.host, seats, record.clock, record.paused
