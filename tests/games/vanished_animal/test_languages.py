"""Whole games in every language: every caption fits, names are isolated, nothing secret is shown."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from bot.engine.presentation import BoardView, FirstPress, Player
from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Action, Event, Options, Outcome, Swap
from bot.errors import Refusal
from bot.games.vanished_animal.presentation import VanishedAnimalPresenter
from bot.games.vanished_animal.rules.moves import (
    ANIMALS,
    HATS,
    Keep,
    Kept,
    Learned,
    Look,
    Looked,
    Name,
    Named,
    RingSwapped,
    RoundEnded,
    SawAnimal,
    VanishedAction,
)
from bot.games.vanished_animal.rules.view import VanishedAnimalView, VanishedSeat
from bot.games.vanished_animal.text import REFUSALS
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

from .states import EXPERT, FRESH, MAY, RULES, lay, play

TABLE = 650
"""What headline and body may take of it, so that moves and the table's own lines have room."""
PRESENTER = VanishedAnimalPresenter()
EVERYTHING: Options = {**MAY, **EXPERT}
NONE: Options = {}


@cache
def game(seed: int, seats: int, **options: str) -> tuple[tuple[VanishedAnimalView, tuple[Event, ...]], ...]:
    """Play one game at random, with more looks than names: every view, with the events that led to it."""
    rng, choose = CommittedRandom(seed.to_bytes(32)), random.Random(seed)
    step = RULES.begin(options, seats, 0, rng)
    told = [(RULES.view(step.state, None), step.events)]
    while (seat := RULES.to_act(step.state)) is not None:
        legal = RULES.legal(step.state, seat)
        quiet = [action for action in legal if not isinstance(action, Name)]
        step = RULES.play(step.state, seat, choose.choice(quiet if choose.random() < 0.8 else legal), rng)
        told.append((RULES.view(step.state, None), step.events))
    return tuple(told)


def boards(seats: int, tr: Translator, seed: int = 1, options: Options = NONE) -> Iterator[BoardView]:
    for number, (view, events) in enumerate(game(seed, seats, **options)):
        told = [(number, event) for event in events if event.audience is None]
        yield PRESENTER.board(view, told, PLAYERS[:seats], tr)


@each("seats", RULES.seats)
def test_every_board_of_a_game_fits(tr: Translator, seats: int) -> None:
    for scene in boards(seats, tr, options=EVERYTHING):
        assert size(scene) <= TABLE
        assert whole_size(scene) <= CAPTION


@each("name", NAMES)
@each("over", [False, True])
def test_the_longest_board_there_can_be_fits(tr: Translator, over: bool, name: str) -> None:
    """Three out with a token each, one of them gone, a second swap due, and four times the longest name."""
    seats = (
        VanishedSeat(hat=True, wand=over),
        VanishedSeat(hat=True, out=True),
        VanishedSeat(hat=True, out=True),
        VanishedSeat(hat=True, out=True, present=False),
    )
    end = RoundEnded(winner=0, prize="wand", hats=ANIMALS[1:], box=ANIMALS[0])
    view = VanishedAnimalView(
        seats,
        to_act=None if over else 0,
        round=5,
        starter=0,
        phase="again",
        looked=4,
        swappable=tuple(range(HATS)),
        excluded=ANIMALS[:3],
        outcome=Outcome((0,)) if over else None,
    )
    people = [Player(name, Person("telegram", str(seat))) for seat in range(4)]
    scene = PRESENTER.board(view, [(400, end)] if over else [], people, tr)
    assert size(scene) <= TABLE
    assert whole_size(scene) <= CAPTION


@each("seats", RULES.seats)
def test_every_name_is_isolated_wherever_it_stands(tr: Translator, seats: int) -> None:
    """survive-72: what an Arabic name does to the order of letters ends with the name."""
    for scene in boards(seats, tr):
        for text in said_on(scene):
            assert keeps_names_apart(text)


def test_every_turn_is_one_line_with_its_numbers(tr: Translator) -> None:
    told = [(n, e) for n, (_, events) in enumerate(game(1, 3, **EVERYTHING)) for e in events if e.audience is None]
    moves = PRESENTER.board(game(1, 3, **EVERYTHING)[-1][0], told, PLAYERS[:3], tr).moves
    assert len(moves) == len(told) > 20
    looked = 0
    for (number, event), move in zip(told, moves, strict=True):
        text = plain_text(move).lstrip("\u200f")
        assert "\n" not in text
        if isinstance(event, Looked):
            looked = number
        if isinstance(event, Looked | RingSwapped | Kept):
            assert not text or text.startswith(f"\u2068{looked}–{number}\u2069. ")
        else:
            assert text.startswith(f"{number}. ") == isinstance(event, Named)
    told_in = [plain_text(move) for move in moves]
    assert sum("–" in line for line in told_in) == sum(isinstance(event, Looked) for _, event in told)


def test_no_placeholder_is_left(tr: Translator) -> None:
    for scene in boards(2, tr, seed=3, options=EVERYTHING):
        for text in said_on(scene):
            assert "{" not in text
            assert "}" not in text


def test_a_board_never_tells_what_one_seat_saw(tr: Translator) -> None:
    """D18, D10: the same view and public events give the same board, whatever was whispered."""
    whispers = [(view, e) for view, events in game(1, 4) for e in events if isinstance(e, SawAnimal | Learned)]
    assert {type(event) for _, event in whispers} == {SawAnimal, Learned}
    for view, event in whispers:
        silent = PRESENTER.board(view, [], PLAYERS, tr)
        handed_one = PRESENTER.board(view, [(9, event)], PLAYERS, tr)
        assert (handed_one.moves, handed_one.body) == (silent.moves, silent.body)
        assert handed_one.picture.key == silent.picture.key


def test_what_is_whispered_fits_an_alert_and_hides_the_animal_from_a_glance(tr: Translator) -> None:
    view, _ = game(1, 2)[0]
    for make in (lambda animal: SawAnimal(audience=0, hat=3, animal=animal), lambda a: Learned(audience=0, animal=a)):
        secrets = [PRESENTER.secret(make(animal), view, PLAYERS[:2], tr) for animal in ANIMALS]
        glances = {plain_text(tuple(span for span in secret.text if span.style != "spoiler")) for secret in secrets}
        assert len(glances) == 1
        assert len({secret.alert for secret in secrets}) == len(ANIMALS)
        assert all(0 < utf16_length(secret.alert) <= TOAST for secret in secrets)
        assert {secret.picture.name for secret in secrets if secret.picture} == {"board.png"}


@each("options", [{}, MAY, EXPERT, FRESH])
def test_toasts_and_advice_fit(tr: Translator, options: dict[str, str]) -> None:
    for view, _ in game(2, 3, **options):
        advice = [PRESENTER.advice(view, seat, tr) for seat in (None, 0, 1, 2)]
        assert all(0 < utf16_length(text) <= TOAST for text in advice)
    for reason in REFUSALS:
        assert 0 < utf16_length(tr.translate(PRESENTER.refusal(reason))) <= TOAST


def test_every_button_is_answered_in_a_toast_that_names_what_was_meant(tr: Translator) -> None:
    start = lay(options=EVERYTHING)
    looked, _ = play(start, Look(2))
    for state in (start, looked, play(looked, Swap(2, 3))[0]):
        view = RULES.view(state, None)
        for choice in (choice for row in PRESENTER.board(view, [], PLAYERS[:3], tr).choices for choice in row):
            try:
                meant = PRESENTER.decode(view, 0, None, choice.code)
            except Refusal as refused:  # the confirmation, before an animal was chosen
                assert choice.code == "y" or choice.ahead, "or the swap, before a hat was looked into"
                said = tr.translate(refused.message)
            else:
                said = (
                    tr.translate(meant.toast)
                    if isinstance(meant, FirstPress)
                    else PRESENTER.done(_action(meant), (), view, 0, tr)
                )
            assert 0 < utf16_length(said) <= TOAST
            if choice.code[0] in "ls" and not choice.ahead:
                assert tr.number(int(choice.code[1]) + 1) in said


def _action(meant: Action) -> VanishedAction:
    assert isinstance(meant, Look | Swap | Keep | Name)
    return meant


def test_a_named_animal_is_said_by_its_name(tr: Translator) -> None:
    view = RULES.view(lay(), None)
    assert len({PRESENTER.done(Name(animal), (), view, 0, tr) for animal in ANIMALS}) == len(ANIMALS)
    assert PRESENTER.done(Keep(), (), view, 0, tr)


def test_three_animals_in_a_row_fit_a_phone(tr: Translator) -> None:
    """A third of a phone's width shows about 12 letters; the cross after a name may be cut, never the name."""
    view = RULES.view(lay(), None)
    for row in PRESENTER.board(view, [], PLAYERS[:3], tr).choices:
        assert all(len(choice.text) <= (12 if len(row) > 1 else 24) for choice in row)


def test_texts_are_in_the_readers_own_script() -> None:
    for locale in SCRIPTS:
        for scene in boards(2, catalogs().translator(locale), options=EVERYTHING):
            said = " ".join(said_on(scene)) + "".join(choice.text for row in scene.choices for choice in row)
            assert strange(said, locale) == set()
