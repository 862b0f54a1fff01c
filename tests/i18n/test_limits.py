"""Everything shown fits what platforms take, in every language there is: commands, lobbies, boards, buttons, toasts."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import random
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.commands import COMMANDS
from bot.engine.presentation import BoardView, FirstPress, Game
from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Event, Seat, SeatLeft
from bot.errors import Refusal
from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.i18n.names import utf16_length
from bot.i18n.translator import Translator
from bot.messaging import Button, Command, Picture, Platform, Post, Span, plain_text, unfolded
from bot.platforms.discord.platform import DiscordPlatform
from bot.platforms.telegram.platform import TelegramPlatform
from bot.table.core.history import LOOK_BACK, Deed, numbered_events, previous_move
from bot.table.core.services import Platforms
from bot.table.handlers.help_pages import HelpPages
from bot.table.model.play import public
from bot.table.model.record import NOBODY, Record
from bot.table.model.turn_clock import CLOCKS, NOW
from bot.table.pages.board_text import board_posts
from bot.table.pages.lobby_page import closed_post, lobby_post
from bot.table.pages.status_rows import side_buttons, side_notes, standing_still, with_end_of_turn
from bot.tools import samples
from storage.ids import Place
from tests.helpers.cases import each

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
    return samples.table(game, LONGEST, **{"title": "", **more})


def check(post: Post) -> None:
    """Hold a post against the limits."""
    assert 0 < utf16_length(plain_text(unfolded(post))) <= (CAPTION if post.picture else TEXT)
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


def test_descriptions_of_commands_fit(tr: Translator) -> None:
    lengths = {spec.name: utf16_length(tr.translate(spec.description)) for spec in COMMANDS}
    assert {name: length for name, length in lengths.items() if not 1 <= length <= COMMAND} == {}


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
    shown: list[tuple[Any, tuple[Event, ...]]] = []
    while (seat := game.rules.to_act(step.state)) is not None and len(shown) < 3000:
        shown.append((game.rules.view(step.state, None), step.events))
        step = game.rules.play(step.state, seat, choose.choice(game.rules.legal(step.state, seat)), rng)
    shown.append((game.rules.view(step.state, None), step.events))
    return (*shown[:: 1 + len(shown) // MOMENTS], shown[-1])


@GAME
def test_every_board_fits_with_all_that_stands_under_it(tr: Translator, game: Game) -> None:
    table = record(game, status="playing", decision=99, since=1e9, clock=NOW)
    for view, events in played(game):
        tale = [(999, event) for event in events if event.audience is None]
        scene = with_end_of_turn(table, game.presenter.board(view, tale, table.players(), tr), tr)
        now = table if scene.choices else replace(table, status="ended")
        telling = board_posts(now, scene, tale, tr, LIMITS)
        check(telling.post)
        assert telling.whole, "the moves of one turn fit beside the board"


@cache
def rounds(game: Game, number: int) -> tuple[tuple[Any, tuple[Deed, ...]], ...]:
    """Play a game of four at random: the views of the group at some moments, with all that was done before."""
    rng, choose = CommittedRandom(bytes([number]) * 32), random.Random(number)
    options = {option.name: choose.choice(option.choices) for option in game.rules.options}
    step = game.rules.begin(options, 4, 0, rng)
    deeds = [Deed(0, None, public(step.events))]
    found: list[tuple[Any, tuple[Deed, ...]]] = []
    while (seat := game.rules.to_act(step.state)) is not None and len(deeds) < 1500:
        found.append((game.rules.view(step.state, None), tuple(deeds[-LOOK_BACK:])))
        step = game.rules.play(step.state, seat, choose.choice(game.rules.legal(step.state, seat)), rng)
        deeds.append(Deed(len(deeds), seat, public(step.events)))
    return tuple(found[:: 1 + len(found) // MOMENTS])


@cache
def told_in_rounds(game: Game, tr: Translator) -> tuple[tuple[BoardView, Post], ...]:
    """Show a game of four, with names as people have them, as it is told to who is to act."""
    table = record(game, status="playing", decision=99, moves=9999)
    names = ("Anna", "Benedikta", "🤖 Tick", "Христофор")
    table = replace(table, seats=tuple(replace(s, name=name) for s, name in zip(table.seats, names, strict=True)))
    shown = []
    for view, deeds in (*rounds(game, 1), *rounds(game, 2)):
        since = previous_move(deeds, view.to_act)
        tale = numbered_events([deed for deed in deeds if deed.number > since])
        scene = game.presenter.board(view, tale, table.players(), tr)
        shown.append((scene, board_posts(table, scene, tale, tr, LIMITS, reported=9999).post))
    return tuple(shown)


@GAME
def test_a_round_is_told_in_the_caption(tr: Translator, game: Game) -> None:
    """Every move since the reader's own, at nearly every moment of a game that goes on and on at random.

    When rounds of The Vanished Animal end one after the other, or the whole town lies full of cards and all that is
    done is a check, the oldest line or two may have no room; `What happened` tells them.
    """
    boards = short = 0
    for scene, post in told_in_rounds(game, tr):
        check(post)
        lines = plain_text(post.text).splitlines()
        missing = [line for move in scene.moves if (line := plain_text(move)) and line not in lines]
        boards, short = boards + 1, short + bool(missing)
        assert len(missing) <= 4
        assert not missing or sum(map(bool, scene.moves)) > 7
    assert boards > 30
    assert short <= boards // 20


@GAME
def test_nothing_is_said_twice_on_a_board(tr: Translator, game: Game) -> None:
    """What stands open is not folded up below as well, nor told by two lines."""
    for _, post in told_in_rounds(game, tr):
        lines = plain_text(unfolded(post)).splitlines()
        assert len(set(lines)) == len(lines)
        assert all(lines)


@GAME
def test_what_stands_beside_a_game_fits_too(tr: Translator, game: Game) -> None:
    """Everybody is away but one who is long in coming, nearly all have voted, and a computer sits there."""
    away = tuple(replace(seat, away=number > 0) for number, seat in enumerate(record(game).seats))
    for seats, more in ((away, {}), (tuple(replace(seat, away=True) for seat in away), {}), (away, {"paused": True})):
        table = record(game, status="playing", decision=99, votes=(1, 2, 3), **more)
        table = replace(table, seats=(*seats[:3], replace(seats[3], person=NOBODY, computer="hard", away=False)))
        for view, events in played(game)[:20]:
            tale = [(999, event) for event in events if event.audience is None]
            scene = game.presenter.board(view, tale, table.players(), tr)
            scene = standing_still(table, scene, tr) if table.resting else scene
            notes, side = side_notes(table, 0, tr), side_buttons(table, 0, 1e6, tr)
            assert len(side) >= 2
            check(board_posts(table, scene, tale, tr, LIMITS, notes, side).post)


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
@each("seats", [2, 4])
def test_what_came_of_a_move_is_told_in_a_toast(tr: Translator, game: Game, seats: int) -> None:
    for action, events, view, seat in answered(game, seats):
        assert 0 < utf16_length(game.presenter.done(action, events, view, seat, tr)) <= TOAST
    *_, last = answered(game, seats)
    assert last[2].to_act is None
    said = game.presenter.done(*last, tr)
    assert (tr.t("The game is over.") in said) == (last[3] not in last[2].outcome.winners)


def test_help_and_hello_fit(tr: Translator) -> None:
    platforms = Platforms()
    for name, talk in (("telegram", TelegramPlatform.private_talk), ("discord", DiscordPlatform.private_talk)):
        chat = SimpleNamespace(
            platform=name, private_talk=talk, group_link=lambda payload: f"https://t.me/b?x={payload}"
        )
        platforms.add(cast(Platform, chat))
    greeting, names = HelpPages(platforms), ("telegram", "discord")
    for place in [Place(name, "1", private=private) for name in names for private in (True, False)]:
        asked = Command("id", place, None, "help")
        post = asyncio.run(greeting.help(asked, tr))
        check(post)
        check(asyncio.run(greeting.hello(asked, tr)))
        assert len(plain_text(post.text).splitlines()) == 5, "five lines, as the README says"


@cache
def calls() -> tuple[tuple[str, ast.Call], ...]:
    """Return every call in the source with the file where it stands, from the bot's folder."""
    return tuple(
        (path.relative_to(BOT).as_posix(), node)
        for path in sorted(BOT.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    )


def refusals() -> Iterator[tuple[str, frozenset[str]]]:
    """Find the sentences of all refusals and answers, and what goes into each, by reading the source."""
    for _, node in calls():
        if getattr(node.func, "id", "") in ("Refusal", "Answer"):
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


def _said(*folders: str) -> Iterator[str]:
    """Find all sentences in some folders of the source."""
    for path, node in calls():
        if path.startswith(folders) and _name(node) in ("lazy", "t", "rich") and node.args:
            sentence = node.args[0]
            if isinstance(sentence, ast.Constant) and isinstance(sentence.value, str):
                yield sentence.value


def _keys() -> set[str]:
    """Find what is written on keys, by reading the source."""
    found = {"I’m back"}
    for _, node in calls():
        if getattr(node.func, "id", "") in ("Button", "button", "look_back"):
            for inner in (each for argument in node.args for each in ast.walk(argument)):
                if isinstance(inner, ast.Call) and _name(inner) == "t" and isinstance(inner.args[0], ast.Constant):
                    found.add(str(inner.args[0].value))
    return {key for key in found if "{" not in key}


def test_no_answer_names_a_key_in_the_language_of_its_reader(tr: Translator) -> None:
    """The keys of a board speak the language of its chat, which need not be the reader's.

    An answer names a key by its sign, or quotes what the board says as a value. Handlers, models and games hold all
    that is answered; what stands on pages and boards, beside the keys themselves, is in other folders.
    """
    keys = {tr.t(key) for key in _keys() if len(key) > 3}  # "Yes" and "No" are cards as well
    assert len(keys) > 30
    named = re.compile(
        r"[“”„«»‘’״\"]\s?(" + "|".join(map(re.escape, sorted(keys, key=len, reverse=True))) + r")\s?[“”»‘’״\"]"
    )
    secret = tr.t("🤫 My secret")
    said = set(_said("table/handlers/", "table/model/", "games/"))
    assert len(said) > 200
    for sentence in said:
        text = tr._translations.gettext(sentence)
        assert not named.search(text), text
        assert secret not in text, text


@pytest.mark.parametrize("moves", [0, 12])
def test_a_body_too_long_for_a_caption_is_left_to_the_picture(moves: int) -> None:
    """The caption fits whatever a game says of itself; nothing is lost to who hears the picture instead."""
    game, tr = GAMES[0], CATALOGS.translator("en")
    body = (Span("what the picture shows " * 40),)
    told = [(number, SeatLeft(seat=0)) for number in range(1, moves + 1)]
    scene = BoardView(
        (Span("Ann’s turn"),),
        ((Span("a move"),),) * moves,
        body,
        Picture("k", bytes, ""),
        status=(Span("asked " * 30),),
    )
    post = board_posts(record(game, status="playing", moves=moves), scene, told, tr, LIMITS, reported=moves).post
    check(post)
    assert post.picture is not None
    assert plain_text(body).strip() in post.picture.alt
