"""The Invisible Man is hidden: rolls, the pile, card actions, the policemen's way. RULINGS I-1 to P-3, N4-N14."""

from __future__ import annotations

from msgspec.structs import replace

from bot.engine.rules import Seat
from bot.games.invisible_man.rules import chase, contest, decks, turns
from bot.games.invisible_man.rules.moves import (
    Deck,
    Draw,
    LaidKind,
    Move,
    Pass,
    Passed,
    Place,
    Placed,
    Rolled,
    Shift,
    Shifted,
    SignalOpened,
    Walked,
)
from bot.games.invisible_man.rules.reach import reach
from bot.games.invisible_man.rules.state import Laid, can_handle_cards, kind_of, policemen
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.transition import Course


def roll(course: Course) -> None:
    """Throw the die of a turn; in a chase it is for walking alone (N40)."""
    seat, die = course.state.turn, course.throw()
    course.set(die=die)
    course.tell(Rolled(seat=seat, die=die))
    if course.state.pawn is not None:
        course.set(phase="move")
    elif seat == course.state.invisible:
        _prepare(course, die)
    else:
        if die == 6:
            decks.draw(course, seat, "signal", 1)
        _begin_cards(course, actions=1)


def _prepare(course: Course, die: int) -> None:
    """Carry out what the Invisible Man's roll brings: a card on 4 and 5, an open Signal on 6 (N9-N11)."""
    if die in (4, 5):
        kinds: tuple[Deck, Deck] = ("no", "cloak")
        full = [deck for deck in kinds if decks.available(course.state, deck)]
        if len(full) > 1:
            course.set(phase="draw")
            return
        for deck in full:
            decks.draw(course, course.state.invisible, deck, 1)
    elif die == 6:
        _open_signal(course)
    if not course.over:
        _begin_cards(course, actions=len(policemen(course.state)))


def take(course: Course, draw: Draw) -> None:
    """Draw from the pile that the Invisible Man chose."""
    decks.draw(course, course.state.invisible, draw.deck, 1)
    _begin_cards(course, actions=len(policemen(course.state)))


def _open_signal(course: Course) -> None:
    """Lay the top Signal open; the cards of its place leave face down (N10, N11, N27)."""
    if not course.state.signals:
        return
    place = course.state.signals[0]
    course.set(signals=course.state.signals[1:], opened=(*course.state.opened, place))
    yes, no = decks.clear(course, place, shown=False)
    course.tell(
        SignalOpened(
            place=place,
            hits=course.state.digits[place],
            yes=tuple(card.number for card in yes),
            no=tuple(card.number for card in no),
        )
    )
    decks.refill(course)
    turns.hide(course)


def _begin_cards(course: Course, actions: int) -> None:
    course.set(phase="cards", actions=actions)
    _go_on(course)


def _go_on(course: Course) -> None:
    """Leave the cards when no action is left or none could be taken, so that nobody presses for nothing (N5, N6)."""
    seat = course.state.turn
    if course.state.actions and can_handle_cards(course.state, seat):
        return
    course.set(actions=0)
    if seat == course.state.invisible:
        turns.end_turn(course)
    else:
        course.set(phase="move")


def handle(course: Course, action: Place | Shift | Pass) -> None:
    """Lay a card, move one, or be done with them (N5-N8)."""
    seat = course.state.turn
    kind = kind_of(course.state, seat)
    if isinstance(action, Place):
        _place(course, seat, kind, action)
    elif isinstance(action, Shift):
        _shift(course, seat, kind, action)
    else:
        course.set(actions=1)
        course.tell(Passed(seat=seat))
    course.set(actions=course.state.actions - 1)
    _go_on(course)


def _place(course: Course, seat: Seat, kind: LaidKind, action: Place) -> None:
    """Lay a card; it gets the next public number (N13)."""
    number = course.state.numbered + 1
    hand = list(course.part(seat).no if kind == "no" else course.part(seat).yes)
    hand.remove(action.value)
    course.change(seat, **{kind: tuple(hand)})
    card = Laid(number, kind, action.place, action.value, seat)
    course.set(laid=(*course.state.laid, card), numbered=number)
    course.tell(Placed(seat=seat, kind=kind, card=number, place=action.place))
    decks.refill(course)


def _shift(course: Course, seat: Seat, kind: LaidKind, action: Shift) -> None:
    """Move a face-down card unseen; it keeps its number, and its owner the knowledge (N8, N13, N48)."""
    origin = next(card.place for card in course.state.laid if card.number == action.card)
    laid = tuple(
        replace(card, place=action.place) if card.number == action.card else card for card in course.state.laid
    )
    course.set(laid=laid)
    course.tell(Shifted(seat=seat, kind=kind, card=action.card, origin=origin, place=action.place))


def move(course: Course, action: Move) -> None:
    """Walk, and carry out what waits at the end of the way."""
    seat, chased = course.state.turn, course.state.pawn is not None
    course.tell(Walked(seat=seat, path=reach(course.state)[action.cell]))
    course.change(seat, cell=action.cell)
    if chased:
        chase.arrive(course, seat, action.cell)
    elif action.cell in TOWN.places:
        contest.check(course, seat, action.cell)
    else:
        turns.end_turn(course)
