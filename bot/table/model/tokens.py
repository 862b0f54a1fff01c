"""Tokens of a table's buttons: `<table>.<decision>.<code>`. They come back from outside, so they are not trusted."""

from __future__ import annotations

import re

from bot.engine.presentation import Choice
from bot.table.model.record import Record

_TOKEN = re.compile(r"([0-9a-f]{8})\.(-|\d{1,9})\.([A-Za-z0-9_@:+*-]{1,40})", re.ASCII)


def free(record: Record, code: str) -> str:
    """Return a token that is judged by what holds when it is pressed."""
    return f"{record.id}.-.{code}"


def token(record: Record, choice: Choice) -> str:
    """Return the token of a choice, good for one decision only: the present one, or the one that follows it."""
    return f"{record.id}.{record.decision + choice.ahead}.{choice.code}"


def parse_token(token: str) -> tuple[str, int | None, str] | None:
    """Return the table, the decision (None where it is judged by what holds now) and the code of a table's token."""
    match = _TOKEN.fullmatch(token)
    if match is None:
        return None
    table, decision, code = match.groups()
    return table, None if decision == "-" else int(decision), code


def is_on_board(token: str, table: str) -> bool:
    """Return whether a button with this token can only stand on a board of a table: a move's, or a lobby's."""
    parsed = parse_token(token)
    return parsed is not None and parsed[0] == table and (parsed[1] is not None or parsed[2] == "join")
