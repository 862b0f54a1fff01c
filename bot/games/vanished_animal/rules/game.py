"""The rules of The Vanished Animal: who may do what, and what comes of it. docs/rulings.md, part 3."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from msgspec.structs import replace
from typing_extensions import override

from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Action, Event, IllegalAction, Options, Outcome, Rules, Seat, SeatLeft, Step, Swap, put
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
    SawAnimal,
    VanishedAction,
    VanishedEvent,
)
from bot.games.vanished_animal.rules.options import OPTIONS, PRESETS, settle
from bot.games.vanished_animal.rules.rounds import first_round, win_round
from bot.games.vanished_animal.rules.state import VanishedAnimalState, next_seat
from bot.games.vanished_animal.rules.view import VanishedAnimalTruth, VanishedAnimalView, VanishedSeat, outcome_of
from storage.errors import DamagedRecord

_ACTIONS: tuple[VanishedAction, ...] = (
    *(Look(hat) for hat in range(HATS)),
    *(Swap(a, b) for a, b in combinations(range(HATS), 2)),
    Keep(),
    *(Name(animal) for animal in ANIMALS),
)


class VanishedAnimalRules(Rules[VanishedAnimalState]):
    version = 1
    seats = range(2, 5)
    options = OPTIONS
    presets = PRESETS
    state_type = VanishedAnimalState
    action_type: Any = VanishedAction
    event_type: Any = VanishedEvent

    @override
    def begin(self, options: Options, seats: int, starter: Seat, rng: CommittedRandom) -> Step[VanishedAnimalState]:
        if seats not in self.seats or starter not in range(seats):
            raise DamagedRecord(f"{seats} seats cannot play with seat {starter} to start")
        return first_round(settle(options), seats, starter, rng)

    @override
    def to_act(self, state: VanishedAnimalState) -> Seat | None:
        return None if state.over else state.turn

    @override
    def legal(self, state: VanishedAnimalState, seat: Seat) -> tuple[VanishedAction, ...]:
        return tuple(action for action in _ACTIONS if _objection(state, seat, action) is None)

    @override
    def play(
        self, state: VanishedAnimalState, seat: Seat, action: Action, rng: CommittedRandom
    ) -> Step[VanishedAnimalState]:
        reason = _objection(state, seat, action)
        if reason is not None:
            raise IllegalAction(reason)
        match action:
            case Look(hat=hat):
                return _look(state, hat)
            case Swap():
                return _swap(state, action)
            case Keep():
                again = state.phase == "again"
                return Step(_after_swap(state, ()), (Kept(seat=seat, again=again),))
        assert isinstance(action, Name)
        return _name(state, action.animal, rng)

    @override
    def leave(self, state: VanishedAnimalState, seat: Seat, rng: CommittedRandom) -> Step[VanishedAnimalState]:
        # Its look is not followed by a swap. The last one left wins (D20).
        if state.over or seat not in range(len(state.seats)) or not state.seats[seat].present:
            return Step(state, ())
        state = _with(state, seat, replace(state.seats[seat], present=False))
        if state.turn == seat and _still(state) > 1:
            state = _pass_on(state)
        return _settled(state, (SeatLeft(seat=seat),), rng)

    @override
    def outcome(self, state: VanishedAnimalState) -> Outcome | None:
        return outcome_of(state.seats)

    @override
    def view(self, state: VanishedAnimalState, viewer: Seat | None) -> VanishedAnimalView:
        return _view(state)

    @override
    def reveal(self, state: VanishedAnimalState) -> VanishedAnimalTruth:
        return VanishedAnimalTruth(tuple(hat.animal for hat in state.hats), state.box.animal)


def _view(state: VanishedAnimalState) -> VanishedAnimalView:
    """Return what all see; no animal under a hat or in the box, no hidden id and no past look is read for it."""
    outcome = outcome_of(state.seats)
    return VanishedAnimalView(
        seats=state.seats,
        to_act=None if outcome else state.turn,
        round=state.round,
        starter=state.starter,
        phase=state.phase,
        looked=state.looked,
        swappable=state.swappable,
        may_keep=state.may_keep,
        excluded=state.excluded,
        turns=state.turns,
        outcome=outcome,
    )


def _objection(state: VanishedAnimalState, seat: Seat, action: Action) -> str | None:
    """Return the reason code why this action is not legal, None if it is."""
    if state.over:
        return "game_over"
    if seat != state.turn:
        return "not_your_turn"
    match action:
        case Look(hat=hat):
            return _begins(state) or (None if 0 <= hat < HATS else "no_such_hat")
        case Name(animal=animal):
            return _begins(state) or (None if animal in ANIMALS else "no_such_animal")
        case Swap():
            return _swap_objection(state, action)
        case Keep():
            return _keep_objection(state)
    return "unknown_action"


def _begins(state: VanishedAnimalState) -> str | None:
    """Object to a new action while a look goes on: a turn is exactly one (D5)."""
    return None if state.phase == "turn" else "swap_first"


def _swap_objection(state: VanishedAnimalState, swap: Swap) -> str | None:
    if state.phase == "turn":
        return "look_first"
    if swap.a == swap.b:
        return "same_hat"
    if swap.a < 0 or swap.b >= HATS:
        return "no_such_hat"
    if state.phase == "swap":
        return None if state.looked in (swap.a, swap.b) else "not_the_hat"
    return None if {swap.a, swap.b} <= {*state.swappable} else "not_fresh"


def _keep_objection(state: VanishedAnimalState) -> str | None:
    if state.may_keep:
        return None
    return "look_first" if state.phase == "turn" else "must_swap"


def _look(state: VanishedAnimalState, hat: int) -> Step[VanishedAnimalState]:
    """Show one animal to the seat alone; the swap is still to come."""
    saw = SawAnimal(audience=state.turn, hat=hat, animal=state.hats[hat].animal)
    return Step(replace(state, phase="swap", looked=hat), (Looked(seat=state.turn, hat=hat), saw))


def _swap(state: VanishedAnimalState, swap: Swap) -> Step[VanishedAnimalState]:
    """Exchange two hats, seen by all but for what is in them."""
    hats = list(state.hats)
    hats[swap.a], hats[swap.b] = hats[swap.b], hats[swap.a]
    swapped = RingSwapped(seat=state.turn, a=swap.a, b=swap.b, again=state.phase == "again")
    return Step(_after_swap(replace(state, hats=tuple(hats)), (swap.a, swap.b)), (swapped,))


def _after_swap(state: VanishedAnimalState, moved: tuple[int, ...]) -> VanishedAnimalState:
    """Let an expert swap once more; else the turn ends (D8)."""
    if state.phase == "swap" and state.settings.expert:
        return replace(state, phase="again", moved=moved)
    return _pass_on(state)


def _pass_on(state: VanishedAnimalState) -> VanishedAnimalState:
    """Pass the turn to the next seat that still plays in this round."""
    turn = next_seat(state.seats, state.turn)
    return replace(state, turn=turn, turns=state.turns + 1, phase="turn", looked=None, moved=())


def _name(state: VanishedAnimalState, animal: str, rng: CommittedRandom) -> Step[VanishedAnimalState]:
    """Win the round, or learn the truth, alone, and be out of it (D10, D12)."""
    seat, right = state.turn, animal == state.box.animal
    named = Named(seat=seat, animal=animal, right=right)
    if right:
        return win_round(state, seat, (named,), rng, seen=True)
    excluded = state.excluded if animal in state.excluded else (*state.excluded, animal)
    state = _with(replace(state, excluded=excluded), seat, replace(state.seats[seat], out=True))
    events = (named, Learned(audience=seat, animal=state.box.animal))
    return _settled(_pass_on(state), events, rng)


def _settled(state: VanishedAnimalState, events: tuple[Event, ...], rng: CommittedRandom) -> Step[VanishedAnimalState]:
    """Let the only seat left in the round win it at once, whoever named or left (D11, D20)."""
    if _still(state) > 1:
        return Step(state, events)
    winner = next(seat for seat, held in enumerate(state.seats) if held.playing)
    return win_round(state, winner, events, rng, seen=False)


def _still(state: VanishedAnimalState) -> int:
    return sum(seat.playing for seat in state.seats)


def _with(state: VanishedAnimalState, seat: Seat, held: VanishedSeat) -> VanishedAnimalState:
    return replace(state, seats=put(state.seats, seat, held))
