"""Tokens of a table's buttons: `<table>.<decision>.<code>`. They come back from outside, so they are not trusted.

In place of the decision `*` stands for whichever is present when it is pressed, `-` where nothing is decided.
"""

from __future__ import annotations

import re

from bot.engine.presentation import Choice
from bot.table.model.record import Record

PRESENT = -1
"""The decision of a token that is a move whenever it is pressed: good for the one that is present then."""
_PRESENT = "*"
_TOKEN = re.compile(r"([0-9a-f]{8})\.(-|\*|\d{1,9})\.([A-Za-z0-9_@:+*-]{1,40})", re.ASCII)


def free(record: Record, code: str) -> str:
    """Return a token that is judged by what holds when it is pressed."""
    return f"{record.id}.-.{code}"


def token(record: Record, choice: Choice) -> str:
    """Return the token of a choice, good for one decision only: the present one, or the one that follows it."""
    return f"{record.id}.{record.decision + choice.ahead}.{choice.code}"


def lasting_token(record: Record, choice: Choice) -> str:
    """Return the token of a choice that stays where it stands while the game goes on."""
    return f"{record.id}.{_PRESENT}.{choice.code}"


def parse_token(token: str) -> tuple[str, int | None, str] | None:
    """Return the table, the decision (`PRESENT`, or None for what is no move) and the code of a table's token."""
    match = _TOKEN.fullmatch(token)
    if match is None:
        return None
    table, decision, code = match.groups()
    return table, {"-": None, _PRESENT: PRESENT}[decision] if not decision.isdigit() else int(decision), code


def is_on_board(token: str, table: str) -> bool:
    """Return whether a button with this token can only stand on a board of a table: a move's, or a lobby's."""
    parsed = parse_token(token)
    if parsed is None or parsed[0] != table or parsed[1] == PRESENT:
        return False
    return parsed[1] is not None or parsed[2] == "join"
