"""Rows about forged presses: tokens of elsewhere, of other times, of other people's messages, in every game.

Whatever is pressed is answered, and what is kept of the tables stays as it is, to the byte.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec

from bot.lessons.page import lesson_payload
from bot.table.model.record import Record
from bot.table.model.refusals import MOVED_ON, NOT_SEATED, OUT_OF_DATE, RULERS_ONLY
from bot.table.model.turn_clock import CLOCKS, RING_SECONDS, VOTE_SECONDS
from tests.conformance.rows import Row
from tests.conformance.stage import Guest, Key, Page, Seen, Stage

FORGED: list[Row] = []
ARCHIVES = Path(__file__).parents[1] / "upgrade"
OTHERS = {"hats": "animal", "animal": "invisible", "invisible": "hats"}
NOTHING = ""
ANYTHING = None
RULED = ("kick_{seat}", "kicked_{seat}", "relieve_{seat}", "give_x_y", "deny_x_y", "pause", "resume", "start", "cancel")
"""What only the host or an administrator may do."""
SEATED = ("go", "again", "hand", "pass", "back")
"""What only a player may do."""
OTHER_PAGES = (
    "look_names",
    "after_0",
    "after_film",
    "seen_1",
    "read",
    "prefer_x",
    "learn",
    "pick_x",
    "page_x",
    "x" * 40,
)
"""Codes of replays, of private messages, of pages, and of nothing."""
AT_ONCE = 10
"""How many buttons are pressed at the same moment: fewer than anybody may press before they are slowed down."""
PATIENCE = 60.0
"""Seconds in which even a slow machine has answered all of them."""
_MOVE = re.compile(r"[0-9a-f]{8}\.\d+\..+")
_BOUND = re.compile(r"^[0-9a-f]{8}\.\d+\.")
SHAPES = (
    "{table}..{code}",
    "{table}.{decision}",
    "{table}.-1.{code}",
    "{table}.{decision}.{code}.{code}",
    ".",
    "l..",
    "p.",
)


@dataclass(frozen=True)
class Case:
    """Who presses what on which page, and the answer; None for one that this page does not tell."""

    name: str
    who: Guest
    page: Page
    token: str
    answer: str | None


@dataclass(frozen=True)
class Scene:
    """Two chats with running games: Ann's with computers, whom three have left each in another way, and hers and Bob's.

    Fay looks on.
    """

    home: Page
    record: Record
    codes: tuple[str, ...]
    elsewhere: Page
    away: Record
    away_codes: tuple[str, ...]
    former: tuple[Guest, ...]
    fay: Guest


def _forged(game: str) -> Row:
    """Return the row of a game."""
    return Row(f"forged presses in {game}", partial(_play, game))


async def _play(game: str, stage: Stage) -> None:
    stage.have_patience(PATIENCE)
    scene = await _set(stage, game)
    before = _kept(stage.path)
    cases = [*_cases(stage, scene), *await _private_cases(stage, scene)]
    for start in range(0, len(cases), AT_ONCE):
        await _press(stage, cases[start : start + AT_ONCE], before)
    movers = (_guest(stage, scene.record), _guest(stage, scene.away))
    for mover in movers:
        stage.turn_into_bot(mover)
    tables = ((scene.home, scene.record, scene.codes), (scene.elsewhere, scene.away, scene.away_codes))
    tokens = [f"{record.id}.{record.decision}.{codes[0]}" for _, record, codes in tables]
    bots = zip(movers, tables, tokens, strict=True)
    await _press(stage, [Case("a bot’s", mover, table[0], token, NOTHING) for mover, table, token in bots], before)
    await stage.pass_time(0.0)  # else a deadline is served only where the row takes long
    assert scene.home.there
    assert scene.elsewhere.there


async def _press(stage: Stage, cases: Sequence[Case], before: list[tuple[Any, ...]]) -> None:
    """Press all of these at once: each has its answer, and the tables are what they were `before`."""
    stage.clock.advance(2.0 * len(cases))  # nobody is asked to slow down
    answers = await stage.press_at_once([(each.who, Seen(each.page, Key(each.name, each.token))) for each in cases])
    for case, told in zip(cases, answers, strict=True):
        assert case.answer is ANYTHING or told == case.answer, f"{case.name}: {case.token} by {case.who.name}: {told}"
    assert _kept(stage.path) == before, f"one of these has changed a table: {[(c.who.name, c.token) for c in cases]}"


async def _set(stage: Stage, game: str) -> Scene:
    fay = await stage.invite("Fay")
    await _unlimited(stage)
    await stage.begin(stage.ann, stage.bob, stage.cleo, stage.dan, game=game)
    # The Invisible Man begins. Were that seat skipped, the game would be over.
    former = sorted((stage.bob, stage.cleo, stage.dan), key=lambda who: who == stage.mover())
    for who, button in zip(former, ("", "Yes, skip the seat", "Yes, the computer takes over"), strict=True):
        page = await stage.use(stage.ann if button else who, "stop" if button else "leave")
        assert page is not None
        if button:
            await stage.press(stage.ann, f"Remove {who.name}", page)
        await stage.press(stage.ann if button else who, button or "Leave the game", page)
    assert stage.seated() == ["Ann"]
    await _quiet(stage)
    home, record, codes = stage.board(), stage.record(), _codes(stage)
    await stage.go_elsewhere()
    await _unlimited(stage)
    await stage.begin(stage.ann, stage.bob, game=OTHERS[game])
    await _quiet(stage)
    return Scene(home, record, codes, stage.board(), stage.record(), _codes(stage), tuple(former), fay)


async def _unlimited(stage: Stage) -> None:
    """Let turns take as long as they like, so that no deadline changes a table while it is pressed."""
    page = await stage.use(stage.ann, "settings")
    assert page is not None
    for _ in CLOCKS:
        if "Time per turn: unlimited" in page.labels:
            break
        await stage.press(stage.ann, "Time per turn", page)
    assert "Time per turn: unlimited" in page.labels


async def _quiet(stage: Stage) -> None:
    """Wait until nothing more is due at the table for days: a board that rings is posted anew, and the old one goes."""
    await stage.pass_time(max(RING_SECONDS, VOTE_SECONDS) + 1.0)


def _codes(stage: Stage) -> tuple[str, ...]:
    """List the codes of the moves on the board."""
    decision = str(stage.record().decision)
    codes = tuple(key.meaning for key in stage.board().keys if key.decision == decision)
    assert codes, "a move can be made"
    return codes


def _guest(stage: Stage, record: Record) -> Guest:
    """Return whose turn it is at a table."""
    table = stage.service.manager.tables.in_memory(record.id)
    actor = table.actor() if table else None
    assert actor is not None, "nobody is to move"
    return next(who for who in (stage.ann, stage.bob) if str(who.id) == actor.id)


def _cases(stage: Stage, scene: Scene) -> Iterator[Case]:
    home, record, (code, *_) = scene.home, scene.record, scene.codes
    table, decision, mover = record.id, record.decision, _guest(stage, record)
    there = _guest(stage, scene.away)
    waiting = stage.bob if there == stage.ann else stage.ann
    true, abroad = f"{table}.{decision}.{code}", f"{scene.away.id}.{scene.away.decision}.{scene.away_codes[0]}"
    for who in (*scene.former, scene.fay):
        for each in scene.codes:
            yield Case("not seated", who, home, f"{table}.{decision}.{each}", NOT_SEATED.id)
        for each in SEATED:
            yield Case("not a player’s", who, home, f"{table}.-.{each}", ANYTHING)
        for each in RULED:
            token = f"{table}.-.{each.format(seat=record.seats[0].key)}"
            yield Case("not the host’s", who, home, token, RULERS_ONLY.id)
        yield Case("not the end’s", who, home, f"{table}.-.end", "You’re not allowed to end this game.")
    yield Case("not the turn", waiting, scene.elsewhere, abroad, f"It’s {there.name}’s turn.")
    yield Case("another chat’s", there, home, abroad, OUT_OF_DATE.id)
    yield Case("in another chat", mover, scene.elsewhere, true, OUT_OF_DATE.id)
    yield Case("no table’s", mover, home, f"00000000.{decision}.{code}", OUT_OF_DATE.id)
    for number in (0, decision + 5, 10**9 - 1):
        yield Case("another decision’s", mover, home, f"{table}.{number}.{code}", MOVED_ON.id)
    for each in scene.away_codes:
        if each not in scene.codes:
            yield Case("another game’s", mover, home, f"{table}.{decision}.{each}", ANYTHING)
    for shape in SHAPES:
        yield Case("no token", mover, home, shape.format(table=table, decision=decision, code=code), ANYTHING)
    for each in OTHER_PAGES:
        yield Case("another page’s", scene.fay, home, f"{table}.-.{each}", ANYTHING)
    yield Case("a lesson’s", scene.fay, home, lesson_payload(record.game), ANYTHING)
    for old in {each.partition(".")[0]: each for each in _old_tokens() if _MOVE.fullmatch(each)}.values():
        yield Case("an older program’s move", mover, home, old, OUT_OF_DATE.id)
    for old in _old_tokens():
        yield Case("an older program’s", scene.fay, home, old, ANYTHING)
        first, dot, rest = old.partition(".")
        if dot and len(first) == len(table):
            yield Case("an older program’s, of this table", scene.fay, home, f"{table}.{rest}", ANYTHING)


async def _private_cases(stage: Stage, scene: Scene) -> list[Case]:
    """List presses in the private chats of who does not play here: the button of others brought there."""
    made: list[Case] = []
    for who in (next(who for who in scene.former if who != stage.bob), scene.fay):
        page = await stage.use(who, "help", private=True)
        assert page is not None
        for record, codes in ((scene.record, scene.codes), (scene.away, scene.away_codes)):
            token = f"{record.id}.{record.decision}.{codes[0]}"
            made.append(Case("a private chat", who, page, token, ANYTHING))
            made.append(Case("a secret’s", who, page, f"{record.id}.-.hand", ANYTHING))
    return made


@cache
def _old_tokens() -> tuple[str, ...]:
    """List what older programs have written into buttons, one of each meaning.

    But for asking for a seat, which everybody may.
    """
    found: set[str] = set()
    for path in sorted(ARCHIVES.glob("*/*.json")):
        found.update(_tokens_in(msgspec.json.decode(path.read_bytes())))
    assert found, "no archive"
    kinds = {_BOUND.sub("", token): token for token in sorted(found) if not token.endswith(".seat")}
    return tuple(kinds.values())


def _tokens_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (str(value[key]) for key in ("callback_data", "custom_id") if key in value)
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _tokens_in(each)


def _kept(database: Path) -> list[tuple[Any, ...]]:
    """Read what is stored of all tables and of what was done at them."""
    with closing(sqlite3.connect(database, timeout=30)) as connection:
        tables = connection.execute("SELECT id, status, record, state FROM tables ORDER BY id").fetchall()
        return [*tables, *connection.execute("SELECT * FROM actions ORDER BY table_id, number").fetchall()]


FORGED += map(_forged, OTHERS)
