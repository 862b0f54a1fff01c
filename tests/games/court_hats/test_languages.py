"""Whole games in every language: every caption fits, names are isolated, nothing secret is shown."""

from __future__ import annotations

import random
from functools import cache

import pytest

from bot.engine.presentation import BoardView, FirstPress, Player
from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Action, Event, Outcome
from bot.games.court_hats.presentation import CourtHatsPresenter
from bot.games.court_hats.rules.game import CourtHatsRules
from bot.games.court_hats.rules.moves import HatOpened, OpenHat, Peek, Peeked, RowSwapped, SawHat
from bot.games.court_hats.rules.view import CourtHatsView, CourtSeat
from bot.games.court_hats.text import HATS
from bot.games.registry import GAMES
from bot.i18n.names import utf16_length
from bot.i18n.translator import Translator
from bot.messaging import plain_text
from storage.ids import Person
from tests.games.readers import (
    CAPTION,
    NAMES,
    PLAYERS,
    SCRIPTS,
    TOAST,
    catalogs,
    keeps_names_apart,
    said_on,
    size,
    strange,
    whole_size,
)
from tests.helpers.cases import each

TABLE = 830
"""What headline and body may take of it, so that moves and the table's own lines have room."""
PRESENTER = CourtHatsPresenter()
RULES = CourtHatsRules()


@cache
def game(seed: int, seats: int, **options: str) -> tuple[tuple[CourtHatsView, tuple[Event, ...]], ...]:
    """Play one game at random, with many an open in it: every view, with the events that led to it."""
    rng, choose = CommittedRandom(seed.to_bytes(32)), random.Random(seed)
    step = RULES.begin(options, seats, 0, rng)
    told = [(RULES.view(step.state, None), step.events)]
    while (seat := RULES.to_act(step.state)) is not None:
        legal = RULES.legal(step.state, seat)
        wanted = [action for action in legal if isinstance(action, OpenHat)] if choose.random() < 0.6 else legal
        step = RULES.play(step.state, seat, choose.choice(wanted), rng)
        told.append((RULES.view(step.state, None), step.events))
    return tuple(told)


@cache
def boards(seats: int, tr: Translator, seed: int = 1) -> tuple[BoardView, ...]:
    number, shown = 0, []
    for view, events in game(seed, seats):
        public = [event for event in events if event.audience is None]
        told = [(number := number + 1, event) for event in public]
        shown.append(PRESENTER.board(view, told, PLAYERS[:seats], tr))
    return tuple(shown)


@pytest.mark.parametrize("seats", RULES.seats)
def test_every_board_of_a_game_fits(tr: Translator, seats: int) -> None:
    for scene in boards(seats, tr):
        assert size(scene) <= TABLE
        assert whole_size(scene) <= CAPTION


KINDS_BY_SEAT = (
    ("jester", "princess", "wizard", "knight", "maid"),
    ("jester", "princess", "wizard", "witch"),
    ("dragon", "knight", "maid", "pirate"),
    ("dragon", "witch", "pirate", "cook"),
)
"""17 pairs, so divided that no seat has two of a kind: the longest lists there are."""


@each("over", [False, True])
@each("name", NAMES)
def test_the_longest_board_there_can_be_fits(tr: Translator, over: bool, name: str) -> None:
    """All pairs of unlike kinds, hundreds of chips, a ban, a warning, somebody gone, four times the longest name."""
    kinds = KINDS_BY_SEAT if over else (*KINDS_BY_SEAT[:3], KINDS_BY_SEAT[3][:-1])  # the 17th pair ends the game
    seats = tuple(CourtSeat(pairs, magic=1, chips=128, present=seat != 3) for seat, pairs in enumerate(kinds))
    view = CourtHatsView(
        row=("wizard", "princess", "jester", None, "jester", "knight", "maid"),
        seats=seats,
        to_act=None if over else 0,
        character_pile=13,
        hat_pile=17,
        banned_swap=None if over else (0, 6),
        unopened=43,
        patience=60,
        outcome=Outcome((0, 1, 2, 3), (-122, -123, -123, -123)) if over else None,
    )
    scene = PRESENTER.board(view, [], [Player(name, Person("telegram", str(seat))) for seat in range(4)], tr)
    assert size(scene) <= TABLE


@pytest.mark.parametrize("seats", RULES.seats)
def test_every_name_is_isolated_wherever_it_stands(tr: Translator, seats: int) -> None:
    """survive-72: what an Arabic name does to the order of letters ends with the name."""
    for scene in boards(seats, tr):
        for text in said_on(scene):
            assert keeps_names_apart(text)


def test_every_turn_is_one_line_with_its_number(tr: Translator) -> None:
    turns = (Peeked, RowSwapped, HatOpened)
    told = [(n, e) for n, (_, events) in enumerate(game(1, 3)) for e in events if e.audience is None]
    moves = PRESENTER.board(game(1, 3)[-1][0], told, PLAYERS[:3], tr).moves
    assert len(moves) == len(told) > 40
    for (number, event), move in zip(told, moves, strict=True):
        assert plain_text(move).lstrip("\u200f").startswith(f"{tr.number(number)}. ") == isinstance(event, turns)
        assert "\n" not in plain_text(move)


def test_no_placeholder_is_left(tr: Translator) -> None:
    for scene in boards(2, tr, seed=3):
        for text in (plain_text(scene.headline), plain_text(scene.body), *map(plain_text, scene.moves)):
            assert "{" not in text
            assert "}" not in text


def test_a_board_never_tells_what_a_peek_saw(tr: Translator) -> None:
    """H27: the same view and public events give the same board, whatever lay under the peeks."""
    saw = [(view, event) for view, events in game(1, 2) for event in events if isinstance(event, SawHat)]
    assert len(saw) >= 5
    for view, event in saw:
        silent = PRESENTER.board(view, [], PLAYERS[:2], tr)
        handed_one = PRESENTER.board(view, [(9, event)], PLAYERS[:2], tr)
        assert (handed_one.moves, handed_one.body) == (silent.moves, silent.body)
        assert handed_one.picture.key == silent.picture.key


def test_what_is_whispered_fits_an_alert(tr: Translator) -> None:
    for view, events in game(1, 2):
        for event in events:
            if isinstance(event, SawHat):
                secret = PRESENTER.secret(event, view, PLAYERS[:2], tr)
                assert 0 < utf16_length(secret.alert) <= TOAST
                assert secret.picture is not None
                assert secret.picture.name == "board.png"


def test_a_glance_at_a_whisper_shows_the_slot_and_nothing_of_the_hat(tr: Translator) -> None:
    view, _ = game(2, 2)[0]
    whispers = [PRESENTER.secret(SawHat(audience=0, slot=3, hat=hat), view, PLAYERS[:2], tr) for hat in HATS]
    glances = {plain_text(tuple(span for span in whisper.text if span.style != "spoiler")) for whisper in whispers}
    assert len(glances) == 1
    assert "4" in glances.pop()


@each("options", [{}, {"peek_ban": "on"}])
def test_toasts_and_advice_fit(tr: Translator, options: dict[str, str]) -> None:
    for view, _ in game(2, 3, **options):
        advice = [PRESENTER.advice(view, seat, tr) for seat in (None, 0, 1, 2)]
        assert all(0 < utf16_length(text) <= TOAST for text in advice)
    for reason in REASONS:
        assert utf16_length(tr.translate(PRESENTER.refusal(reason))) <= TOAST


REASONS = (
    "not_your_turn", "no_such_slot", "same_slot", "swap_ban", "peek_ban", "game_over", "unknown_action"
)  # fmt: skip


def test_every_button_but_those_that_open_is_answered_by_what_it_does(tr: Translator) -> None:
    view, _ = game(1, 2)[0]
    assert view.to_act == 0
    for row in PRESENTER.board(view, [], PLAYERS[:2], tr).choices:
        for choice in row:
            meant = PRESENTER.decode(view, 0, None, choice.code)
            if isinstance(meant, OpenHat):
                continue  # answered by what came of it: tests/i18n/test_limits.py
            said = (
                tr.translate(meant.toast)
                if isinstance(meant, FirstPress)
                else PRESENTER.done(_action(meant), (), view, 0, tr)
            )
            assert 0 < utf16_length(said) <= TOAST
            assert tr.number(int(choice.code[1]) + 1) in said


def _action(meant: Action) -> Peek | OpenHat:
    assert isinstance(meant, Peek | OpenHat)
    return meant


def test_texts_are_in_the_readers_own_script() -> None:
    for locale in SCRIPTS:
        for scene in boards(2, catalogs().translator(locale)):
            assert strange(plain_text(scene.headline) + plain_text(scene.body), locale) == set()


def test_the_registry_lists_the_game() -> None:
    assert (GAMES[0].key, GAMES[0].word) == ("court_hats", "hats")
    assert isinstance(GAMES[0].rules, CourtHatsRules)
    assert isinstance(GAMES[0].presenter, CourtHatsPresenter)
