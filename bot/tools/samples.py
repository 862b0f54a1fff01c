"""What is shown of all games in one language: every page of buttons, and every line that has to be short."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from bot.commands import COMMANDS
from bot.engine.presentation import Choice, FirstPress, Game
from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Seat
from bot.errors import Refusal
from bot.games.registry import GAMES
from bot.i18n.catalogs import Catalogs
from bot.i18n.translator import Translator
from bot.lessons.page import list_page, step_page
from bot.messaging import Button, Keyboard, Limits
from bot.rulebook.book import Rulebook
from bot.rulebook.feature import Open, RulesFeature
from bot.table.model.preferences import ENDERS, OPENERS, WHISPER_SECONDS, Preferences
from bot.table.model.record import Record, SeatRecord
from bot.table.model.turn_clock import CLOCKS, NOW
from bot.table.pages.board_text import board_posts
from bot.table.pages.lobby_page import lobby_post
from bot.table.pages.questions import ask_leave, ask_stop
from bot.table.pages.replay_page import steps
from bot.table.pages.secret_page import preference_row
from bot.table.pages.settings_page import (
    BY_DIRECT_MESSAGE,
    BY_MESSAGE,
    SECRETS_AT_ONCE,
    chat_page,
    game_page,
)
from bot.table.pages.status_rows import side_buttons
from storage.ids import Person, Place

NAME = "Alexandria"
"""A name of ten letters, for people, chats and all else that readers call as they like."""
LIMITS = Limits(text=4096, caption=1024, toast=200)
DESCRIPTION, HINT, TOAST = 100, 180, 200
"""The most letters of a command's description, of a line of help, of a toast or an alert."""
_MOMENTS = 40
_MOST_MOVES = 3000

Rows: TypeAlias = tuple[tuple[str, ...], ...]
"""The labels of a page of buttons."""


def rulebook(locales: Path, catalogs: Catalogs) -> Rulebook:
    """Return the rules of all games, as a folder has them."""
    return Rulebook(locales, catalogs, {game.key: game.presenter.title for game in GAMES})


def table(game: Game, name: str = NAME, **more: Any) -> Record:
    """Return a table of four who are all called so."""
    seats = tuple(SeatRecord(Person("telegram", str(n)), name, f"{n:016x}", f"{n:016x}") for n in range(4))
    record = Record(
        id="a" * 10,
        place=Place("telegram", "-100"),
        title=NAME,
        game=game.key,
        status="lobby",
        options={option.name: option.choices[0] for option in game.rules.options},
        seed="5" * 64,
        commitment="c" * 64,
        host=seats[0].person,
        seats=seats,
    )
    return replace(record, **more)


def few(record: Record) -> Record:
    """Return a table at which one person sits, who shall begin."""
    return replace(record, seats=record.seats[:1], first=record.seats[0].key)


class Views(msgspec.Struct, frozen=True):
    """What is seen at one moment: the public view, that of each seat, and who is to act; None once it is over."""

    public: Any
    own: tuple[Any, ...]
    seat: Seat | None


@cache
def moments(game: Game) -> tuple[Views, ...]:
    """Play games of two and of four at random and return some moments of each, the last when it is over."""
    found: list[Views] = []
    for seats, at in ((2, 0), (4, -1)):
        rng, choose = CommittedRandom(bytes([seats]) * 32), random.Random(seats)  # noqa: S311
        step = game.rules.begin({option.name: option.choices[at] for option in game.rules.options}, seats, 0, rng)
        seen: list[Views] = []
        while (seat := game.rules.to_act(step.state)) is not None and len(seen) < _MOST_MOVES:
            seen.append(_moment(game, step.state, seats, seat))
            step = game.rules.play(step.state, seat, choose.choice(game.rules.legal(step.state, seat)), rng)
        found += (*seen[:: 1 + len(seen) // _MOMENTS], _moment(game, step.state, seats, seat))
    return tuple(found)


def _moment(game: Game, state: Any, seats: int, seat: Seat | None) -> Views:
    own = tuple(game.rules.view(state, each) for each in range(seats))
    return Views(game.rules.view(state, None), own, seat)


def pages(tr: Translator, catalogs: Catalogs, book: Rulebook) -> Iterator[tuple[str, Rows]]:
    """Yield the labels of every page whose labels are put together or share rows, with the name of the page."""
    for preferences in _preferences(catalogs):
        yield "/settings", _labels(chat_page(preferences, GAMES, catalogs, tr).keyboard)
    yield "/settings", tuple((tr.translate(each),) for each in (SECRETS_AT_ONCE, BY_MESSAGE, BY_DIRECT_MESSAGE))
    marks = {GAMES[0].key: "begun", GAMES[-1].key: "done"}
    yield "/learn", _labels(list_page({game.key: game for game in GAMES}, marks, None, tr).keyboard)
    rules = RulesFeature(book)
    for game in GAMES:
        found = (
            *(("lobby", page) for page in _lobbies(game, tr)),
            *(("settings", page) for page in _settings(game, tr)),
            *(("board", page) for page in _boards(game, tr)),
            *(("lesson", page) for page in _lessons(game, tr)),
            *(("rules", page) for page in _rules(game, rules, book, tr)),
            *(("question", page) for page in _questions(game, tr)),
        )
        yield from ((f"{name} of {game.presenter.title(tr)}", _labels(page)) for name, page in found)


def _labels(keyboard: Iterable[Iterable[Button | Choice]]) -> Rows:
    return tuple(tuple(button.text for button in row) for row in keyboard if row)


def _choices(game: Game) -> Iterator[dict[str, str]]:
    """Yield options until every option has had every value, and those of each preset."""
    every = {option.name: option.choices for option in game.rules.options}
    for at in range(max(map(len, every.values()))):
        yield {name: values[min(at, len(values) - 1)] for name, values in every.items()}
    defaults = {name: values[0] for name, values in every.items()}
    yield from (defaults | dict(preset.values) for preset in game.rules.presets)


def _lobbies(game: Game, tr: Translator) -> Iterator[Keyboard]:
    def shown(record: Record, clock: int = NOW) -> Keyboard:
        return lobby_post(record, game, GAMES, tr, None, clock).keyboard

    for options in _choices(game):
        for page in ("options", "rules"):
            yield shown(table(game, options=options, page=page))
    for page in ("", "first", "remove", "computers", "games"):
        yield shown(few(table(game, page=page)))
    for record, clock in product((table(game), few(table(game))), CLOCKS):
        yield shown(record, clock)
        yield shown(replace(record, place=replace(record.place, private=True)), clock)


def _preferences(catalogs: Catalogs) -> Iterator[Preferences]:
    yield from (Preferences(locale=locale) for locale in catalogs.locales)
    yield from (Preferences(whisper_seconds=seconds) for seconds in WHISPER_SECONDS)
    yield from (Preferences(clock=seconds) for seconds in CLOCKS)
    yield from (replace(Preferences(notify=False), openers=openers) for openers in OPENERS)
    yield from (replace(Preferences(), enders=enders) for enders in ENDERS)


def _settings(game: Game, tr: Translator) -> Iterator[Keyboard]:
    for options in _choices(game):
        yield game_page(Preferences(options={game.key: options}), game, tr).keyboard


def _boards(game: Game, tr: Translator) -> Iterator[Iterable[Iterable[Button | Choice]]]:
    record = table(game, status="playing", decision=99, since=1e9, clock=NOW, moves=9)
    for moment in moments(game):
        if moment.seat is not None:
            yield game.presenter.choices(moment.public, tr)
            hand = game.presenter.hand(moment.own[moment.seat], moment.seat, record.players()[: len(moment.own)], tr)
            yield hand.choices if hand else ()
    public = next(moment.public for moment in moments(game) if len(moment.own) == len(record.seats))
    scene = game.presenter.board(public, (), record.players(), tr)
    yield board_posts(replace(record, moves=0), scene, (), tr, LIMITS).post.keyboard
    yield board_posts(replace(record, status="ended"), scene, (), tr, LIMITS).post.keyboard
    waiting = replace(
        record, paused=True, votes=(1,), seats=tuple(replace(seat, away=True) for seat in record.seats[:1])
    )
    waiting = replace(waiting, seats=(*waiting.seats, *record.seats[1:3], replace(record.seats[3], computer="hard")))
    yield side_buttons(waiting, 1, 1e10, tr)
    yield steps(record, 30, 60, tr, film=True)


def _lessons(game: Game, tr: Translator) -> Iterator[Keyboard]:
    if game.lesson:
        for index in range(len(game.lesson.steps)):
            yield step_page(game, game.lesson, index, NAME, tr, LIMITS).keyboard


def _rules(game: Game, rules: RulesFeature, book: Rulebook, tr: Translator) -> Iterator[Keyboard]:
    yield rules.command("", tr).keyboard
    for section in book.sections(game.key, tr.locale):
        yield rules.command("", tr, Open(game.key, section.id)).keyboard
        yield rules.press(f"{tr.locale}.{game.key}.{section.id}", tr).keyboard


def _questions(game: Game, tr: Translator) -> Iterator[Keyboard]:
    record = table(game, status="playing")
    yield ask_stop(record, tr).keyboard
    yield ask_leave(record, record.seats[0], tr).keyboard
    yield (*(preference_row(record, tr, at_once=at_once) for at_once in (True, False)),)


def lines(tr: Translator) -> Iterator[tuple[str, int, str]]:
    """Yield what has to be short beside buttons: what it is, how many letters it may have, and the line."""
    for spec in COMMANDS:
        yield f"description of /{spec.name}", DESCRIPTION, tr.translate(spec.description)
        if spec.argument:
            yield f"argument of /{spec.name}", DESCRIPTION, tr.translate(spec.argument.description)
    for game in GAMES:
        title, presenter = game.presenter.title(tr), game.presenter
        for view in (moment.public for moment in moments(game) if moment.seat is not None):
            for turn in range(3):
                yield f"help of {title}", HINT, presenter.hint(view, turn, tr)
            yield from ((f"advice of {title}", TOAST, presenter.advice(view, seat, tr)) for seat in (None, 0, 1))
            for code in (choice.code for row in presenter.choices(view, tr) for choice in row):
                with contextlib.suppress(Refusal):
                    first = presenter.decode(view, view.to_act, None, code)
                    if isinstance(first, FirstPress):
                        yield f"toast of {title}", TOAST, tr.translate(first.toast)
