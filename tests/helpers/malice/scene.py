"""Who is there to be attacked: tables that run, who sits at them, and who does not."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass

from tests.helpers.malice.junk import Dice

STRANGERS = tuple(range(70_000_001, 70_000_301))
"""People nobody has heard of. Not more: each is a row of the database."""
ELSEWHERE = tuple(range(60_000_001, 60_000_041))
"""Chats nobody has heard of."""
CODES = (
    *("p0", "p6", "s0", "s1", "o0", "o3", "r", "d", "m1", "x", "y", "l0", "k", "advice", "hand", "look_x", "happened"),
    *("join", "quit", "start", "cancel", "page_options", "starter", "option_x_y", "preset_x", "remove_x", "pace"),
    *("computer_easy", "kick_x", "kicked_x", "relieve_x", "end", "keep", "go", "stay", "pick_x", "seen_1", "pause"),
    *("back", "pass", "resume", "seat", "give_x", "deny_x", "again", "after_0", "after_knew", "prefer", "read", "fair"),
)
PREFIXES = ("c", "l", "p", "r", "f", "t", "")
HARMLESS = ("board", "hand", "rules", "help", "top", "stats", "verify", "board hats", "rules swap", "play")
COMMANDS = (
    *HARMLESS,
    "leave",
    "stop",
    "pause",
    "settings",
    "language",
    "privacy",
    "learn",
    "start",
    "start x",
    "nonsense",
)
_MOVE = re.compile(r"[0-9a-f]{8}\.(\d{1,9}|\*)\..*", re.DOTALL)


@dataclass(frozen=True)
class Table:
    """A game that runs: where, who holds its seats, who is to move, and the buttons that are shown of it.

    While it is `quiet`, nobody who sits there presses a move of it where they may: what moves then is a breach.
    """

    id: str
    chat: int
    seated: tuple[int, ...]
    mover: int | None
    tokens: tuple[str, ...]
    messages: tuple[int, ...]
    quiet: bool


@dataclass(frozen=True)
class Scene:
    """The tables of one platform, who has left them, and tokens of boards that are no more."""

    tables: tuple[Table, ...]
    former: tuple[int, ...]
    outsiders: tuple[int, ...]
    old: tuple[str, ...] = ()


@dataclass(frozen=True)
class Attempt:
    """A press as somebody sent it: what may have been a lawful move."""

    person: str
    chat: str
    token: str


class Attempts:
    """All presses that were sent, forged or not, since the games were checked last, by the table of their token."""

    def __init__(self) -> None:
        self._made: defaultdict[str, set[Attempt]] = defaultdict(set)

    def note(self, person: object, chat: object, token: object) -> None:
        attempt = Attempt(str(person), str(chat), str(token))
        self._made[attempt.token.partition(".")[0]].add(attempt)

    def of(self, table: str) -> set[Attempt]:
        return self._made[table]

    def forget(self) -> None:
        self._made.clear()


def tokens(dice: Dice, scene: Scene) -> str:
    """Draw a token: a true one, one a little beside it, one of another table or of an earlier board, or nonsense."""
    shown = [token for table in scene.tables for token in table.tokens]
    kind = dice.of(("true", "true", "other part", "other part", "old", "made", "nonsense"))
    if kind == "nonsense" or not shown:
        return dice.text() or "x"
    if kind == "old" and scene.old:
        return str(dice.of(scene.old))
    token = str(dice.of(shown))
    if kind == "true":
        return token
    parts = [*token.split("."), "", ""][:3] if kind == "other part" else ["", "", ""]
    part = dice.between(0, 2) if kind == "other part" else -1
    heads = (*(table.id for table in scene.tables), "00000000", *PREFIXES)
    number = int(parts[1]) if parts[1].isdecimal() else 1
    decisions = ("-", "*", str(number + 1), str(number - 1), "0", "9" * 9, "9" * 10, "", "١")
    if part in (0, -1):
        parts[0] = dice.of(heads)
    if part in (1, -1):
        parts[1] = dice.of(decisions)
    if part in (2, -1):
        parts[2] = dice.of(CODES)
    return ".".join(parts)


def is_move(token: str) -> bool:
    """Return whether a button is a move of a table's game."""
    return _MOVE.fullmatch(token) is not None


def aimed(dice: Dice, scene: Scene, table: Table, more: tuple[int, ...] = ()) -> tuple[int, str, bool] | None:
    """Draw who presses a true button of a table's present board, and whether they do so where they may.

    None where another press is to be drawn, or no button is shown. Some of these presses are lawful moves, so that the
    games go on; beside them anybody else tries the same, of whom `more` are known to one platform alone.
    """
    shown = [token for token in table.tokens if token.startswith(table.id) and is_move(token)]
    if not shown or table.mover is None or dice.one_in(2):
        return None
    others = (*table.seated, *scene.former, *scene.outsiders, *STRANGERS[:9], *more)
    who = table.mover if dice.one_in(3) else dice.of(others)
    return int(who), str(dice.of(shown)), dice.one_in(3)


def is_harmless(scene: Scene, person: object, chat: object, token: object) -> bool:
    """Return whether a press may be sent as somebody: who sits at a table may lawfully do more there than move.

    Such as leave, or as the host remove another. What they do is theirs to do, and would only end the games. `chat` is
    "private" for somebody's own.
    """
    tables = [table for table in scene.tables if str(person) in map(str, table.seated)]
    if any(
        table.quiet and str(token).startswith(table.id) and str(chat) in (str(table.chat), str(person), "private")
        for table in tables
    ):
        return False
    return not tables or is_move(str(token))
