"""Reads the database of a bot that runs as a process of its own."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

from bot.engine.randomness import CommittedRandom
from bot.engine.replay import GameRecord, rng_of


class Ledger:
    """Reads, and for what only time would do writes, the bot's database: in a folder, or at PostgreSQL's address."""

    def __init__(self, where: Path | str) -> None:
        self._address = where if isinstance(where, str) else ""
        self._path = Path(where) / "bot.db"

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Ask a question."""
        if self._address:
            with psycopg.connect(self._address) as server:
                return server.execute(sql.replace("?", "%s").encode(), values).fetchall()
        with closing(sqlite3.connect(self._path, timeout=10)) as connection:
            return connection.execute(sql, values).fetchall()

    def write(self, sql: str, *values: Any) -> None:
        """Change something, as the time that passes while the bot is down would."""
        with closing(sqlite3.connect(self._path, timeout=10)) as connection, connection:
            connection.execute(sql, values)

    def table(self) -> str:
        """Return the id of the table that was opened last."""
        return str(self.rows("SELECT id FROM tables ORDER BY opened DESC LIMIT 1")[0][0])

    def table_at(self, chat: int) -> str:
        """Return the id of the table that was opened last in a chat."""
        return str(self.rows("SELECT id FROM tables WHERE chat = ? ORDER BY opened DESC LIMIT 1", str(chat))[0][0])

    def state(self, table: str) -> dict[str, Any]:
        """Return the state of a game, hats and all."""
        return dict(json.loads(self.rows("SELECT state FROM tables WHERE id = ?", table)[0][0]))

    def record(self, table: str) -> dict[str, Any]:
        """Return what is kept of a table beside the game's own state."""
        return dict(json.loads(self.rows("SELECT record FROM tables WHERE id = ?", table)[0][0]))

    def to_move(self, table: str) -> tuple[int, int]:
        """Return whose move it is, by the person's id, and the number of the decision."""
        record, state = self.record(table), self.state(table)
        return int(record["seats"][state["turn"]]["person"]["id"]), record["decision"]

    def next_turn(self, table: str) -> tuple[int, list[str]]:
        """Return who is to move and the tokens that bring the next pair nearer, for a client that knows them."""
        person, decision = self.to_move(table)
        return person, [f"{table}.{decision}.{code}" for code in winning_moves(self.state(table))]

    def pairs(self, table: str) -> int:
        """Count the pairs that are won."""
        return sum(len(seat["pairs"]) for seat in self.state(table)["seats"])

    def history(self, table: str) -> dict[int, dict[str, Any]]:
        """Return the moves of a game by number; the deal, number 0, is no move."""
        rows = self.rows("SELECT number, seat, action FROM actions WHERE table_id = ? AND number > 0", table)
        return {number: {"seat": seat, **json.loads(action)} for number, seat, action in rows}

    def randomness(self, table: str) -> CommittedRandom:
        """Return the streams of a running game, from which all its shuffles and dice come."""
        record = self.record(table)
        seats = record["seats"]
        return rng_of(
            GameRecord(
                **{name: record[name] for name in ("game", "rules_version", "options", "seed", "commitment")},
                seats=tuple(seat["key"] for seat in seats),
                presses=tuple(seat["press"] for seat in seats),
                starter=None,
            )
        )

    def events(self, table: str) -> list[dict[str, Any]]:
        """Return what has happened in a game, in order."""
        rows = self.rows("SELECT events FROM actions WHERE table_id = ? ORDER BY number", table)
        return [event for (blob,) in rows for event in json.loads(blob)]

    def opened(self, table: str) -> dict[tuple[int, int], str]:
        """Return the kinds of the hats that were opened, by the move's number and the slot."""
        rows = self.rows("SELECT number, events FROM actions WHERE table_id = ?", table)
        events = [(number, event) for number, blob in rows for event in json.loads(blob)]
        return {(number, event["slot"]): event["hat"] for number, event in events if event["type"] == "opened"}


def winning_moves(state: dict[str, Any]) -> list[str]:
    """Return the buttons that win the next pair for somebody who sees through the hats, in as few moves as can be."""
    row = {slot: card for slot, card in enumerate(state["row"]) if card}
    for slot, card in row.items():
        if card["hat"] in (card["character"], "magic"):
            return [f"o{slot}"]
    last = state.get("last") or {}
    banned = {last.get("a"), last.get("b")} if last.get("type") == "swap" else set()
    for slot, card in row.items():
        for other, hat in row.items():
            if hat["hat"] == card["character"] and {slot, other} != banned:
                return [f"s{slot}", f"s{other}"]
    return [f"p{next(iter(row))}"]  # a peek lifts the ban
