"""What every presenter does without a line of its own: names by language, a board of its parts, and plain defaults."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from typing_extensions import override

from bot.engine.presentation import (
    COMMON_REFUSALS,
    Choice,
    Choices,
    FirstPress,
    Labels,
    NumberedEvents,
    Player,
    Presenter,
)
from bot.engine.rules import Action, Event, Outcome, Seat
from bot.errors import Refusal
from bot.i18n.catalogs import Catalogs
from bot.i18n.lazy import lazy
from bot.i18n.translator import SOURCE_LOCALE, Translator
from bot.messaging import Picture, RichText, Span, plain_text
from tests.helpers.tree import REPOSITORY


class ChessView(msgspec.Struct):
    to_act: int | None
    outcome: Outcome | None = None


class Moved(Event, frozen=True, kw_only=True):
    text: str


class Chess(Presenter):
    """The smallest game there can be."""

    labels = Labels(
        title=lazy("Chess"),
        options={"clock": lazy("Clock")},
        choices={("clock", "on"): lazy("five minutes"), ("clock", "off"): lazy("none")},
        presets={"blitz": lazy("Blitz")},
        refusals={**COMMON_REFUSALS, "check": lazy("Your king is in check.")},
        pitch=lazy("Two armies and one board."),
        minutes=30,
    )

    @override
    def tell(self, events: NumberedEvents, players: Sequence[Player], tr: Translator) -> tuple[RichText, ...]:
        return tuple((Span(f"{number}. {event.text}"),) for number, event in events)

    @override
    def describe(self, view: Any, events: NumberedEvents, players: Sequence[Player], tr: Translator) -> RichText:
        return (Span("kings and rooks"),)

    @override
    def draw(self, view: Any, events: NumberedEvents, players: Sequence[Player], alt: str) -> Picture:
        return Picture("board", bytes, alt)

    @override
    def draw_lobby(self, players: Sequence[Player], alt: str) -> Picture:
        return Picture("lobby", bytes, alt)

    @override
    def choices(self, view: Any, tr: Translator) -> Choices:
        return ((Choice("e4", "e4"),),)

    @override
    def read(self, view: Any, seat: Seat, pending: str | None, code: str) -> Action | FirstPress:
        return Action()


PRESENTER = Chess()
PLAYERS = (Player("Anna"), Player("Boris"))
RUNNING, OVER = ChessView(0), ChessView(None, Outcome((1,)))
CATALOGS = Catalogs(REPOSITORY / "locales")
ENGLISH = CATALOGS.translator(SOURCE_LOCALE)


def test_a_title_an_option_and_a_preset_have_their_names() -> None:
    assert PRESENTER.title(ENGLISH) == "Chess"
    assert PRESENTER.option("clock", ENGLISH) == "Clock"
    assert PRESENTER.preset("blitz", ENGLISH) == "Blitz"


def test_a_value_goes_by_its_option() -> None:
    assert [PRESENTER.choice("clock", value, ENGLISH) for value in ("on", "off")] == ["five minutes", "none"]


def test_what_the_game_has_no_name_for_is_a_mistake_in_the_game() -> None:
    with pytest.raises(KeyError):
        PRESENTER.option("board", ENGLISH)
    with pytest.raises(KeyError):
        PRESENTER.choice("clock", "slow", ENGLISH)


def test_a_refusal_says_its_reason() -> None:
    assert PRESENTER.refusal("check") == lazy("Your king is in check.")


def test_a_reason_without_words_is_a_button_that_no_longer_works() -> None:
    assert PRESENTER.refusal("stalemate") == lazy("This button no longer works.")


def test_names_are_in_the_readers_language() -> None:
    refusal = PRESENTER.refusal("stalemate")
    told = {locale: CATALOGS.translator(locale).translate(refusal) for locale in CATALOGS.locales}
    assert told[SOURCE_LOCALE] == "This button no longer works."
    apart = {locale.partition("_")[0] for locale in told}  # Portugal and Brazil may well say the same
    assert len(set(told.values())) >= len(apart) > 2


def test_a_board_calls_who_is_to_act_and_tells_public_events_alone() -> None:
    told = [(1, Moved(text="e4")), (1, Moved(audience=0, text="secret")), (2, Moved(text="e5"))]
    board = PRESENTER.board(RUNNING, told, PLAYERS, ENGLISH)
    assert plain_text(board.headline) == f"{ENGLISH.name('Anna').text}’s turn"
    assert [plain_text(move) for move in board.moves] == ["1. e4", "2. e5"]
    assert board.picture.alt == f"{plain_text(board.headline)}\nkings and rooks"
    assert board.choices == ((Choice("e4", "e4"),),)


def test_a_board_of_the_end_names_the_winner_and_has_no_buttons() -> None:
    board = PRESENTER.board(OVER, (), PLAYERS, ENGLISH)
    assert plain_text(board.headline) == f"🏆 {ENGLISH.name('Boris').text} wins!"
    assert board.choices == ()


def test_a_lobby_is_described_by_who_sits_there() -> None:
    assert PRESENTER.lobby((), ENGLISH).alt == "Chess: nobody at the table yet."


def test_a_starter_whom_nobody_claimed_to_be_is_drawn() -> None:
    assert PRESENTER.starter_labels(None, ENGLISH).line == (Span("First player: chosen at random"),)
    assert PRESENTER.starter_labels(Span("Ann"), ENGLISH).line == (Span("First player: Ann"),)


def test_nothing_is_held_seen_in_private_or_confirmed() -> None:
    assert PRESENTER.hand(RUNNING, 0, PLAYERS, ENGLISH) is None
    assert PRESENTER.secret(Moved(audience=0, text="e4"), RUNNING, PLAYERS, ENGLISH) is None
    assert PRESENTER.done(Action(), (), RUNNING, 0, ENGLISH) == ""
    assert not PRESENTER.voids(Moved(text="e4"))


@pytest.mark.parametrize(
    ("view", "seat", "advice", "section"),
    [
        (RUNNING, 0, "It’s your turn, so go ahead.", "turn"),
        (RUNNING, 1, "It’s not your turn.", "turn"),
        (RUNNING, None, "The board is a picture; you play with the buttons under it.", "goal"),
        (OVER, 0, "The game is over.", "end"),
    ],
)
def test_advice_and_section_follow_from_whose_turn_it_is(
    view: ChessView, seat: Seat | None, advice: str, section: str
) -> None:
    assert PRESENTER.advice(view, seat, ENGLISH) == advice
    assert PRESENTER.section(view, seat) == section


@pytest.mark.parametrize(("view", "reason"), [(RUNNING, "not_your_turn"), (OVER, "game_over")])
def test_a_button_is_for_the_seat_to_act(view: ChessView, reason: str) -> None:
    with pytest.raises(Refusal) as refused:
        PRESENTER.decode(view, 1, None, "e4")
    assert refused.value.message == COMMON_REFUSALS[reason]
    assert PRESENTER.decode(RUNNING, 0, None, "e4") == Action()
