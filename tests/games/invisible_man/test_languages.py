"""Whole games in every language: every caption fits, names are isolated, nothing secret is shown."""

from __future__ import annotations

import random
from functools import cache
from typing import get_args

import pytest

from bot.engine.presentation import BoardView, FirstPress
from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Event, Seat
from bot.games.invisible_man.presentation import InvisibleManPresenter
from bot.games.invisible_man.rules.moves import InvisibleEvent, MovePawn
from bot.games.invisible_man.rules.options import OPTIONS
from bot.games.invisible_man.rules.state import InvisibleManState
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.view import InvisibleManView
from bot.games.invisible_man.text import CHOICES, ENDINGS, PLACES, REFUSALS
from bot.i18n.names import utf16_length
from bot.i18n.translator import Translator
from bot.messaging import plain_text
from tests.games.readers import (
    CAPTION,
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

from .states import RULES, begin, lay, with_part

TABLE = 880
"""What headline, status and body take of it at most, with the longest names there can be."""
TOKEN = 40
"""Bytes of a code that surely leave room for table and decision in 64."""
PRESENTER = InvisibleManPresenter()


@cache
def game(seed: int, seats: int) -> tuple[tuple[InvisibleManState, tuple[Event, ...]], ...]:
    """Play one game at random, options drawn too, with many a check in it: every state, and the events before it."""
    choose = random.Random(f"{seed}/{seats}")
    options = {option.name: choose.choice(option.choices) for option in OPTIONS} | {"stalemate": "on"}
    rng = CommittedRandom(choose.randbytes(32))
    step = RULES.begin(options, seats, seed % seats, rng)
    told = [(step.state, step.events)]
    while (seat := RULES.to_act(step.state)) is not None:
        legal = RULES.legal(step.state, seat)
        doors = [
            a for a in legal if isinstance(a, MovePawn) and (a.cell in TOWN.buildings or a.cell == step.state.pawn)
        ]
        step = RULES.play(step.state, seat, choose.choice(doors if doors and choose.random() < 0.5 else legal), rng)
        told.append((step.state, step.events))
    return tuple(told)


@cache
def boards(seed: int, seats: int, tr: Translator) -> tuple[tuple[InvisibleManView, BoardView], ...]:
    views = ((RULES.view(state, None), events) for state, events in game(seed, seats))
    return tuple(
        (view, PRESENTER.board(view, [(number, event) for event in events], PLAYERS[:seats], tr))
        for number, (view, events) in enumerate(views)
    )


@pytest.mark.parametrize(("seed", "seats"), [(1, 2), (2, 3), (3, 4), (4, 4)])
def test_every_board_of_a_game_fits(tr: Translator, seed: int, seats: int) -> None:
    for _, board in boards(seed, seats, tr):
        assert size(board) <= TABLE
        assert whole_size(board) <= CAPTION
        assert len(board.choices) <= 14
        assert all(0 < len(row) <= 8 for row in board.choices)


@pytest.mark.parametrize(("seed", "seats"), [(1, 2), (3, 4)])
def test_every_name_is_isolated_wherever_it_stands(tr: Translator, seed: int, seats: int) -> None:
    """survive-72: what an Arabic name does to the order of letters ends with the name."""
    for _, board in boards(seed, seats, tr):
        for text in said_on(board):
            assert keeps_names_apart(text)
            assert "{" not in text


def test_every_public_event_is_one_line(tr: Translator) -> None:
    told = [(n, e) for n, (_, events) in enumerate(game(3, 4)) for e in events]
    public = [event for _, event in told if event.audience is None]
    moves = PRESENTER.board(RULES.view(game(3, 4)[-1][0], None), told, PLAYERS, tr).moves
    assert len(moves) == len(public) > 40
    assert all("\n" not in plain_text(move) for move in moves)


def test_the_games_told_here_hold_nearly_everything_that_can_happen() -> None:
    """Else the tests above would say little."""
    games = [*game(1, 2), *game(2, 3), *game(3, 4), *game(4, 4)]
    kinds = {type(event).__name__ for _, events in games for event in events}
    assert kinds >= {kind.__name__ for kind in get_args(InvisibleEvent)} - {"SeatLeft", "Out", "Reshuffled", "Escaped"}


@pytest.mark.parametrize(("seed", "seats"), [(2, 3), (4, 4)])
def test_hands_toasts_and_advice_fit(tr: Translator, seed: int, seats: int) -> None:
    for state, _ in game(seed, seats)[::3]:
        for seat in range(seats):
            view = RULES.view(state, seat)
            assert 0 < utf16_length(PRESENTER.advice(view, seat, tr)) <= TOAST
            hand = PRESENTER.hand(view, seat, PLAYERS[:seats], tr)
            if hand is not None:
                assert 0 < utf16_length(hand.alert) <= TOAST
                assert utf16_length(plain_text(hand.text)) <= CAPTION
                assert len(hand.choices) <= 14
        assert utf16_length(PRESENTER.advice(RULES.view(state, None), None, tr)) <= TOAST


@each("seat", [0, 1])
def test_the_fullest_hand_fits_an_alert(tr: Translator, seat: Seat) -> None:
    """All Signals and YES at once, or all NO and Cloaks: more there are not."""
    state = with_part(begin(hidden_digits="off"), 1, signals=tuple(TOWN.places), yes=TOWN.yes)
    state = with_part(state, 0, no=TOWN.no, cloaks=TOWN.cloaks)
    hand = PRESENTER.hand(RULES.view(state, seat), seat, PLAYERS[:2], tr)
    assert hand is not None
    assert 100 < utf16_length(hand.alert) <= TOAST
    assert utf16_length(plain_text(hand.text)) <= CAPTION


def test_all_cards_laid_by_one_fit_the_message(tr: Translator) -> None:
    places = list(TOWN.places)
    state = lay(begin(), *(("no", places[n % 20], value, 0) for n, value in enumerate(TOWN.no)))
    state = with_part(state, 0, no=(), cloaks=TOWN.cloaks)
    hand = PRESENTER.hand(RULES.view(state, 0), 0, PLAYERS[:2], tr)
    assert hand is not None
    assert utf16_length(plain_text(hand.text)) <= CAPTION


def test_refusals_fit_a_toast_and_differ(tr: Translator) -> None:
    said = [tr.translate(PRESENTER.refusal(reason)) for reason in REFUSALS]
    assert all(0 < utf16_length(text) <= TOAST for text in said)
    assert len(set(said)) == len(said)
    assert len({tr.translate(why) for why in ENDINGS.values()}) == len(ENDINGS)


def test_every_code_is_short_ascii_without_the_tokens_own_signs(tr: Translator) -> None:
    for state, _ in game(4, 4)[::5]:
        view = RULES.view(state, None)
        rows = [*PRESENTER.board(view, [], PLAYERS, tr).choices]
        for seat in range(4):
            hand = PRESENTER.hand(RULES.view(state, seat), seat, PLAYERS, tr)
            rows += hand.choices if hand else ()
        for row in rows:
            for choice in row:
                assert choice.code.isascii()
                assert len(choice.code) <= TOKEN
                assert not set(choice.code) & set(". /")
                assert choice.text


def test_every_public_button_is_read_and_a_half_is_answered_in_a_toast(tr: Translator) -> None:
    for state, _ in game(2, 3)[::4]:
        acting = RULES.to_act(state)
        if acting is None:
            continue
        view = RULES.view(state, acting)
        for row in PRESENTER.board(RULES.view(state, None), [], PLAYERS[:3], tr).choices:
            for choice in row:
                if choice.code[0] == "@" and state.phase == "cards":
                    continue
                meant = PRESENTER.decode(view, acting, None, choice.code)
                if isinstance(meant, FirstPress):
                    assert 0 < utf16_length(tr.translate(meant.toast)) <= TOAST


def test_places_are_told_apart_in_every_language(tr: Translator) -> None:
    assert len({tr.translate(name) for name in PLACES.values()}) == len(PLACES)


def test_no_value_is_named_that_no_option_has() -> None:
    assert set(CHOICES) == {(option.name, value) for option in OPTIONS for value in option.choices}
    assert len(CHOICES) == 2 * len(OPTIONS)


def test_texts_are_in_the_readers_own_script() -> None:
    """But for cells of the streets, which are named as on a chess board everywhere."""
    labels = {TOWN.label(cell)[0] for cell in TOWN.at}
    for locale in SCRIPTS:
        for _, board in boards(2, 3, catalogs().translator(locale)):
            said = " ".join((plain_text(board.headline), plain_text(board.body), *map(plain_text, board.moves)))
            assert strange(said, locale, but=labels) == set()
