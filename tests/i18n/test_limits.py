"""Everything shown fits what platforms take, in every language there is: commands, lobbies, boards, buttons, toasts."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import random
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.commands import COMMANDS
from bot.engine.presentation import FirstPress, Game
from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Event, Seat
from bot.errors import Refusal
from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.i18n.names import utf16_length
from bot.i18n.translator import Translator
from bot.messaging import Button, Command, Post, plain_text
from bot.platforms.telegram.platform import TelegramPlatform
from bot.table.core.services import Platforms
from bot.table.handlers.help_pages import HelpPages
from bot.table.model.record import NOBODY, Record, SeatRecord
from bot.table.model.turn_clock import CLOCKS, NOW
from bot.table.pages.board_text import board_posts
from bot.table.pages.lobby_page import closed_post, lobby_post
from bot.table.pages.status_rows import side_buttons, side_notes, standing_still, with_end_of_turn
from storage.ids import Person, Place

BOT = Path(__file__).parents[2] / "bot"
CATALOGS = Catalogs(BOT.parent / "locales")
LIMITS = TelegramPlatform.limits
TOAST, CAPTION, TEXT = 200, 1024, 4096
"""UTF-16 units of an answer to a press, of a caption and of a text on Telegram (docs/platforms.md A4)."""
HINT = 180
"""UTF-16 units of the line of help under a board."""
BUTTON, IN_SEVEN = 64, 14
"""UTF-16 units of any button, and the letters of one that shares a row with six others."""
COMMAND = 100
"""Letters of a command's description on Discord; Telegram takes 256."""
LONGEST = "W" * 24
"""The longest name that is shown whole."""
MOMENTS = 60
GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


@pytest.fixture(params=CATALOGS.locales)
def tr(request: pytest.FixtureRequest) -> Translator:
    return CATALOGS.translator(request.param)


def record(game: Game, **more: Any) -> Record:
    """Return a table of four with the longest names there are."""
    seats = tuple(SeatRecord(Person("telegram", str(n)), LONGEST, f"{n:016x}", f"{n:016x}") for n in range(4))
    options = {option.name: option.choices[0] for option in game.rules.options}
    place = Place("telegram", "-100")
    kept = Record(
        id="a" * 10,
        place=place,
        title="",
        game=game.key,
        status="lobby",
        options=options,
        seed="5" * 64,
        commitment="c" * 64,
        host=seats[0].person,
        seats=seats,
    )
    return replace(kept, **more)


def check(post: Post) -> None:
    """Hold a post against the limits."""
    assert 0 < utf16_length(plain_text(post.text)) <= (CAPTION if post.picture else TEXT)
    check_buttons(post.keyboard)


def check_buttons(rows: Iterable[Iterable[Button]]) -> None:
    for row in map(tuple, rows):
        assert len(row) <= 8, "as many as Telegram puts side by side"
        for button in row:
            assert 0 < utf16_length(button.text) <= BUTTON, button.text
            assert len(row) < 7 or len(button.text) <= IN_SEVEN, button.text
            assert len(button.token.encode()) <= 64


def test_the_limits_are_those_the_platform_is_told_by() -> None:
    assert (LIMITS.text, LIMITS.caption, LIMITS.toast) == (TEXT, CAPTION, TOAST)


@pytest.mark.parametrize(("name", "text"), [(spec.name, spec.description) for spec in COMMANDS])
def test_descriptions_of_commands_fit(tr: Translator, name: str, text: Any) -> None:
    assert 1 <= utf16_length(tr.translate(text)) <= COMMAND


@GAME
@pytest.mark.parametrize("last", [False, True], ids=["as at first", "every option changed"])
def test_every_page_of_a_lobby_fits(tr: Translator, game: Game, last: bool) -> None:
    options = {option.name: option.choices[-1 if last else 0] for option in game.rules.options}
    for page in ("", "first", "options", "rules", "remove", "games", "computers"):
        for first in ("", f"{0:016x}"):
            kept = record(game, page=page, options=options, first=first)
            for clock in CLOCKS:
                check(lobby_post(kept, game, GAMES, tr, None, clock))
    check(closed_post(record(game), game, tr))


@cache
def played(game: Game) -> tuple[tuple[Any, tuple[Event, ...]], ...]:
    """Play a game of four at random: the views of the group at some moments from the first to the last."""
    rng, choose = CommittedRandom(b"\7" * 32), random.Random(7)
    step = game.rules.begin({}, 4, 0, rng)
    told: list[tuple[Any, tuple[Event, ...]]] = []
    while (seat := game.rules.to_act(step.state)) is not None and len(told) < 3000:
        told.append((game.rules.view(step.state, None), step.events))
        step = game.rules.play(step.state, seat, choose.choice(game.rules.legal(step.state, seat)), rng)
    told.append((game.rules.view(step.state, None), step.events))
    return (*told[:: 1 + len(told) // MOMENTS], told[-1])


@GAME
def test_every_board_fits_with_all_that_stands_under_it(tr: Translator, game: Game) -> None:
    table = record(game, status="playing", decision=99, since=1e9, clock=NOW)
    for view, events in played(game):
        told = [(999, event) for event in events if event.audience is None]
        scene = with_end_of_turn(table, game.presenter.board(view, told, table.players(), tr), tr)
        now = table if scene.choices else replace(table, status="ended")
        telling = board_posts(now, scene, told, tr, LIMITS)
        check(telling.post)
        assert telling.whole, "the moves of one turn fit beside the board"


@GAME
def test_what_stands_beside_a_game_fits_too(tr: Translator, game: Game) -> None:
    """Everybody is away but one who is long in coming, nearly all have voted, and a computer sits there."""
    away = tuple(replace(seat, away=number > 0) for number, seat in enumerate(record(game).seats))
    for seats, more in ((away, {}), (tuple(replace(seat, away=True) for seat in away), {}), (away, {"paused": True})):
        table = record(game, status="playing", decision=99, votes=(1, 2, 3), **more)
        table = replace(table, seats=(*seats[:3], replace(seats[3], person=NOBODY, computer="hard", away=False)))
        for view, events in played(game)[:20]:
            told = [(999, event) for event in events if event.audience is None]
            scene = game.presenter.board(view, told, table.players(), tr)
            scene = standing_still(table, scene, tr) if table.resting else scene
            notes, side = side_notes(table, 0, tr), side_buttons(table, 0, 1e6, tr)
            assert len(side) >= 2
            check(board_posts(table, scene, told, tr, LIMITS, notes, side).post)


@GAME
def test_advice_fits_a_toast(tr: Translator, game: Game) -> None:
    for view, _ in played(game):
        for seat in (None, 0, 1):
            assert 0 < utf16_length(game.presenter.advice(view, seat, tr)) <= TOAST
        if view.to_act is None:
            continue
        for turn in range(3):
            assert 0 < utf16_length(game.presenter.hint(view, turn, tr)) <= HINT
        for code in (choice.code for row in game.presenter.choices(view, tr) for choice in row):
            with contextlib.suppress(Refusal):
                if isinstance(game.presenter.decode(view, view.to_act, None, code), FirstPress):
                    assert 0 < utf16_length(game.presenter.advice(view, view.to_act, tr, code)) <= TOAST


@cache
def answered(game: Game, seats: int) -> tuple[tuple[Any, tuple[Event, ...], Any, Seat], ...]:
    """Play a game at random: each action with what its seat may know of what came of it, and that seat's view then."""
    rng, choose = CommittedRandom(b"\7" * 32), random.Random(7)
    step = game.rules.begin({}, seats, 0, rng)
    done: list[tuple[Any, tuple[Event, ...], Any, Seat]] = []
    while (seat := game.rules.to_act(step.state)) is not None and len(done) < 3000:
        action = choose.choice(game.rules.legal(step.state, seat))
        step = game.rules.play(step.state, seat, action, rng)
        known = tuple(event for event in step.events if event.audience in (None, seat))
        done.append((action, known, game.rules.view(step.state, seat), seat))
    return tuple(done)


@GAME
@pytest.mark.parametrize("seats", [2, 4])
def test_what_came_of_a_move_is_told_in_a_toast(tr: Translator, game: Game, seats: int) -> None:
    for action, events, view, seat in answered(game, seats):
        assert 0 < utf16_length(game.presenter.done(action, events, view, seat, tr)) <= TOAST
    *_, last = answered(game, seats)
    assert last[2].to_act is None
    said = game.presenter.done(*last, tr)
    assert (tr.t("The game is over.") in said) == (last[3] not in last[2].outcome.winners)


def test_help_and_hello_fit(tr: Translator) -> None:
    chat = SimpleNamespace(group_link=lambda payload: f"https://t.me/bot?startgroup={payload}")
    greeting = HelpPages(cast(Platforms, SimpleNamespace(of=lambda place: chat)))
    for place in (Place("telegram", "1", private=True), Place("telegram", "-1")):
        asked = Command("id", place, None, "help")
        post = asyncio.run(greeting.help(asked, tr))
        check(post)
        check(asyncio.run(greeting.hello(asked, tr)))
        assert len(plain_text(post.text).splitlines()) == 5, "five lines, as the README says"


def refusals() -> Iterator[tuple[str, frozenset[str]]]:
    """Find the sentences of all refusals and answers, and what goes into each, by reading the source."""
    for path in sorted(BOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Refusal", "Answer"):
                for inner in (each for argument in node.args for each in ast.walk(argument)):
                    if isinstance(inner, ast.Call) and _name(inner) in ("lazy", "t"):
                        sentence = inner.args[0]
                        if isinstance(sentence, ast.Constant):
                            yield str(sentence.value), frozenset(str(word.arg) for word in inner.keywords)


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def test_refusals_and_answers_fit_a_toast(tr: Translator) -> None:
    found = dict(refusals())
    assert len(found) > 15
    for sentence, values in found.items():
        if "games" not in values:  # a list of commands: shown as a message, never as a toast
            assert 0 < utf16_length(tr.t(sentence, **dict.fromkeys(values, f"\u2068{LONGEST}\u2069"))) <= TOAST
