"""The rules of The Invisible Man: the phases of a turn, and what comes of each action (docs/rulings.md part 2)."""

from __future__ import annotations

from typing import Any

from typing_extensions import override

from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Action, IllegalAction, Options, Outcome, Rules, Seat, SeatLeft, Step, replace
from bot.games.invisible_man.rules import hunt, legality
from bot.games.invisible_man.rules.deal import deal
from bot.games.invisible_man.rules.moves import (
    Appear,
    Deck,
    Draw,
    EndCards,
    InvisibleAction,
    InvisibleEvent,
    MovePawn,
    Passed,
    PlaceCard,
    Placed,
    Roll,
    Rolled,
    Shed,
    ShiftCard,
    Shifted,
    SignalOpened,
    Walked,
)
from bot.games.invisible_man.rules.options import OPTIONS, PRESETS, settle
from bot.games.invisible_man.rules.state import InvisibleManState, LaidCard
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.transition import Transition, available
from bot.games.invisible_man.rules.view import InvisibleManView, TownTruth, truth_of, view_of
from storage.errors import DamagedRecord


class InvisibleManRules(Rules[InvisibleManState]):
    """The Invisible Man as pure functions of a state; the starter is who hides (N3)."""

    version = 2
    seats = range(2, 5)
    options = OPTIONS
    presets = PRESETS
    state_type = InvisibleManState
    action_type: Any = InvisibleAction
    event_type: Any = InvisibleEvent

    @override
    def begin(self, options: Options, seats: int, starter: Seat, rng: CommittedRandom) -> Step[InvisibleManState]:
        if seats not in self.seats or starter not in range(seats):
            raise DamagedRecord(f"{seats} seats cannot play with seat {starter} to start")
        return Step(*deal(settle(options), seats, starter, rng))

    @override
    def to_act(self, state: InvisibleManState) -> Seat | None:
        return state.to_act

    @override
    def legal(self, state: InvisibleManState, seat: Seat) -> tuple[InvisibleAction, ...]:
        return legality.legal(state, seat)

    @override
    def play(
        self, state: InvisibleManState, seat: Seat, action: Action, rng: CommittedRandom
    ) -> Step[InvisibleManState]:
        reason = legality.objection(state, seat, action)
        if reason is not None:
            raise IllegalAction(reason)
        game = Transition(state, rng)
        match action:
            case Roll():
                _roll(game)
            case Draw(deck=deck):
                game.draw(seat, deck, 1)
                _begin_cards(game)
            case PlaceCard() | ShiftCard() | EndCards():
                _handle_cards(game, action)
            case MovePawn(cell=cell):
                _walk(game, cell)
            case Appear():
                hunt.appear(game, action)
            case Shed():
                hunt.shed(game, action)
        return game.step()

    @override
    def leave(self, state: InvisibleManState, seat: Seat, rng: CommittedRandom) -> Step[InvisibleManState]:
        # a policeman goes as one without charges does (N36); without the Invisible Man the policemen draw (N50)
        if state.phase == "over" or seat not in range(len(state.parts)) or state.parts[seat].out:
            return Step(state, ())
        game = Transition(state, rng)
        game.tell(SeatLeft(seat=seat))
        if seat == state.invisible:
            game.win(state.policemen, "left")
        else:
            _leave_police(game, seat)
        return game.step()

    @override
    def outcome(self, state: InvisibleManState) -> Outcome | None:
        return state.outcome

    @override
    def view(self, state: InvisibleManState, viewer: Seat | None) -> InvisibleManView:
        return view_of(state, viewer)

    @override
    def reveal(self, state: InvisibleManState) -> TownTruth:
        return truth_of(state)


def _leave_police(game: Transition, seat: Seat) -> None:
    """Go on without a policeman. What the Invisible Man is choosing just now he goes on choosing.

    If he was caught by the one who leaves, the catch is the next policeman's in order, as N24 has it of the shooter.
    """
    before = game.state.police_order
    game.drop_out(seat, "left")
    if game.over:
        return
    if game.state.captor == seat:
        at = before.index(seat)
        game.state = replace(game.state, captor=(before[at + 1 :] + before[:at])[0])
    if game.state.turn == seat and game.state.phase not in ("appear", "cloak"):
        game.end_turn()


def _roll(game: Transition) -> None:
    """Throw the die of a turn; in a chase it is for walking alone (N40)."""
    seat, die = game.state.turn, game.throw()
    game.state = replace(game.state, die=die)
    game.tell(Rolled(seat=seat, die=die))
    if game.state.pawn is not None:
        game.state = replace(game.state, phase="move")
    elif seat == game.state.invisible:
        _prepare(game, die)
    else:
        if die == 6:
            game.draw(seat, "signal", 1)
        _begin_cards(game)


def _prepare(game: Transition, die: int) -> None:
    """Carry out what the Invisible Man's roll brings: a card on 4 and 5, an open Signal on 6 (N9-N11)."""
    if die in (4, 5):
        decks: tuple[Deck, Deck] = ("no", "cloak")
        full = [deck for deck in decks if available(game.state, deck)]
        if len(full) > 1:
            game.state = replace(game.state, phase="draw")
            return
        for deck in full:
            game.draw(game.state.invisible, deck, 1)
    elif die == 6:
        _open_signal(game)
    if not game.over:
        _begin_cards(game)


def _open_signal(game: Transition) -> None:
    """Lay the top Signal open; the cards of its place leave face down (N10, N11, N27)."""
    if not game.state.signals:
        return
    place, *signals = game.state.signals
    game.state = replace(game.state, signals=tuple(signals), opened=(*game.state.opened, place))
    yes, no = (tuple(card.number for card in cards) for cards in game.clear(place, shown=False))
    game.tell(SignalOpened(place=place, hits=game.state.digits[place], yes=yes, no=no))
    game.refill()
    game.win_if_all_open()


def _begin_cards(game: Transition) -> None:
    """Allow a policeman one card action, the Invisible Man one for each policeman (N5, N6)."""
    state = game.state
    actions = len(state.policemen) if state.turn == state.invisible else 1
    game.state = replace(state, phase="cards", actions=actions)
    _go_on(game)


def _go_on(game: Transition) -> None:
    """Leave the cards when no action is left or none could be taken, so that nobody presses for nothing (N5, N6)."""
    seat = game.state.turn
    if game.state.actions and game.state.can_handle_cards(seat):
        return
    game.state = replace(game.state, actions=0)
    if seat == game.state.invisible:
        game.end_turn()
    else:
        game.state = replace(game.state, phase="move")


def _handle_cards(game: Transition, action: PlaceCard | ShiftCard | EndCards) -> None:
    """Lay a card, move one, or be done with them (N5-N8)."""
    match action:
        case PlaceCard():
            _place(game, action)
        case ShiftCard():
            _shift(game, action)
        case EndCards():
            game.state = replace(game.state, actions=1)
            game.tell(Passed(seat=game.state.turn))
    game.state = replace(game.state, actions=game.state.actions - 1)
    _go_on(game)


def _place(game: Transition, action: PlaceCard) -> None:
    """Lay a card; it gets the next public number (N13)."""
    state, seat = game.state, game.state.turn
    kind, number = state.kind_of(seat), state.numbered + 1
    hand = list(state.layable(seat))
    hand.remove(action.value)
    part = game.part(seat)
    game.set_part(seat, replace(part, no=tuple(hand)) if kind == "no" else replace(part, yes=tuple(hand)))
    card = LaidCard(number, kind, action.place, action.value, seat)
    game.state = replace(game.state, laid=(*state.laid, card), numbered=number)
    game.tell(Placed(seat=seat, kind=kind, card=number, place=action.place))
    game.refill()


def _shift(game: Transition, action: ShiftCard) -> None:
    """Move a face-down card unseen; it keeps its number, and its owner the knowledge (N8, N13, N48)."""
    cards = {card.number: card for card in game.state.laid}
    card = cards[action.card]
    cards[action.card] = replace(card, place=action.place)
    game.state = replace(game.state, laid=tuple(cards.values()))
    game.tell(Shifted(seat=game.state.turn, kind=card.kind, card=card.number, origin=card.place, place=action.place))


def _walk(game: Transition, cell: str) -> None:
    """Walk, and carry out what waits at the end of the path."""
    seat, chased = game.state.turn, game.state.pawn is not None
    game.tell(Walked(seat=seat, path=legality.reachable(game.state)[cell]))
    game.set_part(seat, replace(game.part(seat), cell=cell))
    if chased:
        hunt.arrive(game, seat, cell)
    elif cell in TOWN.places:
        hunt.check(game, seat, cell)
    else:
        game.end_turn()
