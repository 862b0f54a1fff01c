"""No query reads a whole table that grows: SQLite's own plan of every statement the store makes."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from storage.ids import MessageId
from storage.rows import (
    BoardRow,
    Change,
    ChatRow,
    Contest,
    Deadline,
    HandRow,
    Invite,
    LessonRow,
    NoteRow,
    PersonRow,
    RatingRow,
    ResultRow,
)
from storage.shared import AnswerRow, ShardServer, ShardSession
from storage.store import Store
from tests.storage.samples import ANN, HERE, THERE, change, lobby, next_version

SMALL = {
    "SCAN tables USING INDEX one_table_a_place": "the live ones alone are in this index",
    "SCAN whispers": "all that are not gone, at a start and for the health check",
    "SCAN results USING INDEX results_to_rate": "those that wait alone are in this index",
    "SCAN inbox": "what is in hand alone",
    "SCAN notes": "what was noted lately alone, each day and for who asks for their data or its deletion",
    "SCAN hands": "those of the games that are kept, at a start and for who asks for their data or its deletion",
    "SCAN CONSTANT ROW": "no table at all",
}


async def call_everything(store: Store) -> set[str]:
    """Call every method once; return their names."""
    row = lobby()
    later = next_version(row, status="ended", state=b"{}", finished=5.0)
    result = ResultRow("t1", 0, HERE, ANN, "hats", 2, 0, 1, None, 5.0)
    rating = RatingRow(ANN, "hats", 25.0, 8.0, 1024, 1)
    (number,) = await store.commit(change(row))
    asked: dict[str, Callable[[], Any]] = {
        "keep_updates": lambda: store.keep_updates("1", [(7, "{}", 1.0)]),
        "kept_updates": lambda: store.kept_updates("1"),
        "note_updates": lambda: _at_once(store.note_updates, "1", [(8, "{}", 1.0)]),
        "updates_settled": lambda: store.updates_settled("1", [8], 0.0),
        "finish_updates": lambda: _at_once(store.finish_updates, "1", [7, 8]),
        "write_updates": store.write_updates,
        "unfinished_updates": lambda: _unfinished(store),
        "take_updates": lambda: store.take_updates("1", {7: "?"}),
        "hand_over_updates": lambda: store.hand_over_updates("1"),
        "note_login": lambda: store.note_login("1", 0, 5.0),
        "logins": lambda: store.logins("1", 1.0),
        "note_shards": lambda: store.note_shards("1", [0, 1], 5.0),
        "shard_served": lambda: store.shard_served("1", 0),
        "note_login_within": lambda: store.note_login_within("1", 0, 5.0, 1.0, 9),
        "join_gateway": lambda: store.join_gateway("1", ShardServer("p", (1,)), 2, ["q"]),
        "gateway_state": lambda: store.gateway_state("1"),
        "hold_shard": lambda: store.hold_shard("1", 1, "p", 5.0),
        "note_sessions": lambda: store.note_sessions("1", "p", [(1, ShardSession("s", 7, "wss://there"))], 5.0),
        "release_shard": lambda: store.release_shard("1", 1, "p", None, 5.0),
        "leave_gateway": lambda: store.leave_gateway("1", "p"),
        "note_answer": lambda: store.note_answer("1", AnswerRow("7", "token", 5.0)),
        "answers_about": lambda: store.answers_about("1", "t1"),
        "noted_answers": lambda: store.noted_answers("1"),
        "drop_answer": lambda: store.drop_answer("1", "7"),
        "table": lambda: store.table("t1"),
        "head": lambda: store.head("t1", 1.0),
        "live_in": lambda: store.live_in(HERE),
        "live_at": lambda: store.live_at(HERE),
        "live_tables": store.live_tables,
        "live_by_place": lambda: store.live_by_place(HERE, 100),
        "ended_since": lambda: store.ended_since(1.0),
        "tables_of": lambda: store.tables_of(ANN, live=True),
        "last_finished": lambda: store.last_finished(HERE),
        "actions": lambda: store.actions("t1", 3),
        "board": lambda: store.board("t1"),
        "end_damaged": lambda: store.end_damaged("t9", 1.0, ("k",)),
        "save_board": lambda: store.save_board(BoardRow("t1", MessageId("1"), 1, 1, 1)),
        "hands": lambda: store.hands("t1"),
        "tables_with_hands": store.tables_with_hands,
        "save_hand": lambda: store.save_hand(HandRow("t1", 0, MessageId("7"), "shown")),
        "secret": lambda: store.secret(number),
        "secrets": lambda: _secrets(store),
        "deliverable_secrets": store.deliverable_secrets,
        "mark_covered": lambda: store.mark_covered(number, MessageId("7")),
        "mark_sent": lambda: store.mark_sent(number, MessageId("7"), 9.0),
        "mark_read": lambda: store.mark_read(number, 9.0),
        "mark_hidden": lambda: store.mark_hidden(number),
        "mark_blocked": lambda: store.mark_blocked(number),
        "leave_secrets": lambda: store.leave_secrets([number], 9.0),
        "mark_waiting": lambda: store.mark_waiting([number]),
        "drop_secret": lambda: _at_once(store.drop_secret, number),
        "delete_secret": lambda: store.delete_secret(number),
        "move_secret_times": lambda: store.move_secret_times(1.0),
        "limit_secret_times": lambda: store.limit_secret_times(1.0),
        "person": lambda: store.person(ANN),
        "save_person": lambda: store.save_person(PersonRow(ANN, "Ann"), "name"),
        "chat": lambda: store.chat(HERE),
        "save_chat": lambda: store.save_chat(ChatRow(HERE), "title"),
        "change_settings": lambda: store.change_settings(HERE, lambda settings: settings),
        "notes": lambda: store.notes(HERE, 1.0),
        "note": lambda: _at_once(store.note, HERE, NoteRow("watching", "1", "", 1.0, 9.0)),
        "add_note": lambda: _at_once(store.add_note, HERE, NoteRow("below", "", "", 1.0, 9.0)),
        "note_waits": lambda: _at_once(store.note_waits, HERE, "below"),
        "write_notes": store.write_notes,
        "drop_note": lambda: _at_once(store.drop_note, HERE, "below"),
        "claim_note": lambda: store.claim_note(HERE, NoteRow("told", "1", "", 0.0, 9.0), 1.0),
        "move_chat": lambda: store.move_chat(HERE, THERE),
        "save_invite": lambda: store.save_invite(Invite("p", "t1", ANN, "press"), 1.0),
        "invite": lambda: store.invite("p"),
        "mark_seen": lambda: store.mark_seen("u", 1.0),
        "has_seen": lambda: store.has_seen("u"),
        "backlog": lambda: store.backlog(1.0),
        "set_deadline": lambda: store.set_deadline(Deadline("k", "k", 1.0)),
        "next_deadline": store.next_deadline,
        "due": lambda: store.due(1.0),
        "deadline": lambda: store.deadline("k", "k"),
        "clear_deadline": lambda: store.clear_deadline(Deadline("k", "k", 1.0)),
        "commit": lambda: store.commit(
            Change(later, 5.0, cleared=(("lobby", "t1"),), results=(result,), voided_before=9)
        ),
        "unrated": store.unrated,
        "rate": lambda: store.rate(Contest("t1", "hats", ((ANN, 1, None),)), [rating], b"r", 2),
        "waits_for_rating": lambda: store.waits_for_rating("t1"),
        "standings": lambda: store.standings(HERE, "hats"),
        "games_at": lambda: store.games_at(HERE),
        "tallies": lambda: _tallies(store),
        "ratings": lambda: store.ratings(ANN),
        "rank": lambda: store.rank(rating),
        "streak": lambda: store.streak(ANN, "t1"),
        "rewrite_record": lambda: store.rewrite_record("t1", b"r", 3),
        "lessons": lambda: store.lessons(ANN),
        "save_lesson": lambda: store.save_lesson(LessonRow(ANN, "hats", "peek")),
        "has_finished": lambda: store.has_finished(ANN, "hats", began=True),
        "purge": lambda: store.purge(finished_before=1.0, seen_before=1.0),
        "private_channel": lambda: store.private_channel("1", ANN),
        "note_private_channel": lambda: store.note_private_channel("1", ANN, "7"),
        "note_refusal": lambda: store.note_refusal("1", ANN, 9.0),
        "refuses_messages": lambda: store.refuses_messages("1", ANN, 5.0),
        "note_acceptance": lambda: _at_once(store.note_acceptance, "1", ANN),
        "note_channel": lambda: _at_once(store.note_channel, "1", "7", "8"),
        "guild_of": lambda: store.guild_of("1", "7"),
        "used_channels": lambda: store.used_channels("1", ["7", "8"]),
        "channels_of": lambda: store.channels_of("1", "8"),
        "drop_channels": lambda: store.drop_channels("1", ["7"]),
        "note_flood_wait": lambda: store.note_flood_wait("1", "setMyName", 9.0),
        "flood_waits": lambda: store.flood_waits("1"),
        "tables_naming": lambda: store.tables_naming(ANN),
        "all_about": lambda: store.all_about(ANN),
        "forget_person": lambda: store.forget_person(ANN, [HERE]),
    }
    for query in asked.values():
        await query()
    return set(asked)


async def _at_once(call: Callable[..., object], *values: Any) -> None:
    call(*values)


async def _unfinished(store: Store) -> None:
    await store.unfinished_updates("1", ours_too=True)
    await store.unfinished_updates("1", ours_too=False)


async def _secrets(store: Store) -> None:
    await store.secrets()
    await store.secrets(table="t1")
    await store.secrets(person=ANN)
    await store.secrets(table="t1", person=ANN)


async def _tallies(store: Store) -> None:
    await store.tallies(ANN)
    await store.tallies(ANN, HERE)


async def test_no_query_reads_a_table_from_end_to_end(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    statements: list[str] = []
    plain_connect = sqlite3.connect

    def connect(*arguments: Any, **named: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = plain_connect(*arguments, **named)
        connection.set_trace_callback(statements.append)
        return connection

    monkeypatch.setattr(sqlite3, "connect", connect)
    store = await Store.open(database)
    statements.clear()  # the schema's own
    asked = await call_everything(store)
    await store.close()
    monkeypatch.undo()
    assert asked == {name for name in dir(Store) if not name.startswith("_")} - {"open", "close", "identity"}
    wanted = {each for each in statements if each.startswith(("SELECT", "UPDATE", "DELETE", "INSERT"))}
    assert len(wanted) > 35
    with closing(sqlite3.connect(database)) as connection:
        scans = {sql: plan for sql in wanted if (plan := _scans(connection, sql))}
    assert scans == {}


def _scans(connection: sqlite3.Connection, sql: str) -> list[str]:
    plan = [str(row[3]) for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}")]
    plan = [step.replace("COVERING INDEX", "INDEX") for step in plan]  # newer versions find more of them
    return [step for step in plan if step.startswith("SCAN") and step not in SMALL]
