"""The rules of Court Hats: who may do what, and what comes of it. docs/rulings.md, part 1."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from msgspec.structs import replace
from typing_extensions import override

from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Action, IllegalAction, Options, Outcome, Rules, Seat, SeatLeft, Step, Swap, put
from bot.games.court_hats.rules.deal import deal, deal_again
from bot.games.court_hats.rules.moves import (
    MAGIC,
    CourtAction,
    CourtEnded,
    CourtEvent,
    HatOpened,
    LayoutDealt,
    OpenHat,
    Peek,
    Peeked,
    Redealt,
    Result,
    RowSwapped,
    SawHat,
)
from bot.games.court_hats.rules.options import OPTIONS, PRESETS, settle
from bot.games.court_hats.rules.score import outcome_of
from bot.games.court_hats.rules.state import SLOTS, CourtHatsState, RowSlot, is_dead, next_seat, pairs_taken
from bot.games.court_hats.rules.view import CourtHatsTruth, CourtHatsView, CourtSeat
from storage.errors import DamagedRecord

_ACTIONS: tuple[CourtAction, ...] = (
    *(Peek(slot) for slot in range(SLOTS)),
    *(Swap(a, b) for a, b in combinations(range(SLOTS), 2)),
    *(OpenHat(slot) for slot in range(SLOTS)),
)


class CourtHatsRules(Rules[CourtHatsState]):
    version = 1
    seats = range(2, 5)
    options = OPTIONS
    presets = PRESETS
    state_type = CourtHatsState
    action_type: Any = CourtAction
    event_type: Any = CourtEvent

    @override
    def begin(self, options: Options, seats: int, starter: Seat, rng: CommittedRandom) -> Step[CourtHatsState]:
        if seats not in self.seats or starter not in range(seats):
            raise DamagedRecord(f"{seats} seats cannot play with seat {starter} to start")
        empty = CourtSeat(pairs=(), magic=0, chips=0)
        blank = CourtHatsState(settle(options), row=(), characters=(), hats=(), seats=(empty,) * seats, turn=starter)
        return Step(deal(blank, rng), (LayoutDealt(starter=starter),))

    @override
    def to_act(self, state: CourtHatsState) -> Seat | None:
        return None if state.over else state.turn

    @override
    def legal(self, state: CourtHatsState, seat: Seat) -> tuple[CourtAction, ...]:
        return tuple(action for action in _ACTIONS if _objection(state, seat, action) is None)

    @override
    def play(self, state: CourtHatsState, seat: Seat, action: Action, rng: CommittedRandom) -> Step[CourtHatsState]:
        reason = _objection(state, seat, action)
        if reason is not None:
            raise IllegalAction(reason)
        if isinstance(action, Peek):
            return _peek(state, seat, action)
        if isinstance(action, Swap):
            return _swap(state, seat, action)
        assert isinstance(action, OpenHat)
        return _open(state, seat, action.slot, rng)

    @override
    def leave(self, state: CourtHatsState, seat: Seat, rng: CommittedRandom) -> Step[CourtHatsState]:
        # Its cards count at the end, which is now if one seat is left (H28).
        if state.over or seat not in range(len(state.seats)) or not state.seats[seat].present:
            return Step(state, ())
        seats = put(state.seats, seat, replace(state.seats[seat], present=False))
        turn = next_seat(seats, seat) if state.turn == seat else state.turn
        left = replace(state, seats=seats, turn=turn)
        if sum(held.present for held in seats) == 1:
            return _end(left, SeatLeft(seat=seat))
        return Step(left, (SeatLeft(seat=seat),))

    @override
    def outcome(self, state: CourtHatsState) -> Outcome | None:
        return _outcome(state)

    @override
    def view(self, state: CourtHatsState, viewer: Seat | None) -> CourtHatsView:
        return _view(state)

    @override
    def reveal(self, state: CourtHatsState) -> CourtHatsTruth:
        return CourtHatsTruth(tuple(slot.hat if slot else None for slot in state.row))


def _outcome(state: CourtHatsState) -> Outcome | None:
    return outcome_of(state.seats, fewer_chips=state.settings.fewer_chips) if state.over else None


def _view(state: CourtHatsState) -> CourtHatsView:
    """Return what lies open on the table; no hidden hat, no pile's order and no past peek is read for it (H23, H27)."""
    last, settings = state.last, state.settings
    return CourtHatsView(
        row=tuple(slot.character if slot else None for slot in state.row),
        seats=state.seats,
        to_act=None if state.over else state.turn,
        character_pile=len(state.characters),
        hat_pile=len(state.hats),
        banned_swap=(last.a, last.b) if settings.swap_ban and isinstance(last, Swap) else None,
        banned_peek=last.slot if settings.peek_ban and isinstance(last, Peek) else None,
        unopened=state.unopened,
        magic_hats=settings.magic_hats,
        last_pair=settings.last_pair,
        outcome=_outcome(state),
        patience=settings.patience,
    )


def _objection(state: CourtHatsState, seat: Seat, action: Action) -> str | None:
    """Return the reason code why this action is not legal, None if it is."""
    if state.over:
        return "game_over"
    if seat != state.turn:
        return "not_your_turn"
    if isinstance(action, Swap):
        return _swap_objection(state, action)
    if not isinstance(action, Peek | OpenHat):
        return "unknown_action"
    if not _exists(state, action.slot):
        return "no_such_slot"
    if state.settings.peek_ban and action == state.last:
        return "peek_ban"
    return None


def _swap_objection(state: CourtHatsState, swap: Swap) -> str | None:
    if not (_exists(state, swap.a) and _exists(state, swap.b)):
        return "no_such_slot"
    if swap.a == swap.b:
        return "same_slot"
    if state.settings.swap_ban and swap == state.last:
        return "swap_ban"
    return None


def _exists(state: CourtHatsState, slot: int) -> bool:
    return 0 <= slot < SLOTS and state.row[slot] is not None


def _at(state: CourtHatsState, index: int) -> RowSlot:
    slot = state.row[index]
    assert slot is not None, "judged before"
    return slot


def _peek(state: CourtHatsState, seat: Seat, peek: Peek) -> Step[CourtHatsState]:
    """Show one hat to the seat alone; it takes nothing, not even a magic hat (H10)."""
    saw = SawHat(audience=seat, slot=peek.slot, hat=_at(state, peek.slot).hat)
    return _pass_on(state, peek, Peeked(seat=seat, slot=peek.slot), saw)


def _swap(state: CourtHatsState, seat: Seat, swap: Swap) -> Step[CourtHatsState]:
    """Exchange two hats unseen; the characters stay (H7)."""
    a, b = _at(state, swap.a), _at(state, swap.b)
    row = put(state.row, swap.a, replace(a, hat=b.hat, token=b.token))
    row = put(row, swap.b, replace(b, hat=a.hat, token=a.token))
    return _pass_on(replace(state, row=row), swap, RowSwapped(seat=seat, a=swap.a, b=swap.b))


def _pass_on(state: CourtHatsState, last: Peek | Swap, *events: CourtEvent) -> Step[CourtHatsState]:
    """Pass the turn after an action that opened nothing, or end the game with the last such turn there may be (H26)."""
    state = replace(state, unopened=state.unopened + 1)
    if state.unopened == state.settings.patience:
        return _end(state, *events, stalled=True)
    return Step(replace(state, turn=next_seat(state.seats, state.turn), last=last), events)


def _open(state: CourtHatsState, seat: Seat, index: int, rng: CommittedRandom) -> Step[CourtHatsState]:
    """Turn up one hat: win the pair, win the magic hat, or take a chip (docs/rulings.md 1.3)."""
    slot, held = _at(state, index), state.seats[seat]
    refill = None
    if slot.hat == slot.character:
        result: Result = "match"
        held = replace(held, pairs=(*held.pairs, slot.character))
        refill = state.characters[0] if state.characters else None
        state = _refill(state, index)
    elif slot.hat == MAGIC:
        result, held = "magic", replace(held, magic=held.magic + 1)
        state = _cover(state, index, slot.character)
    else:
        result, held = "miss", replace(held, chips=held.chips + 1)
    state = replace(state, seats=put(state.seats, seat, held), last=None, unopened=0)
    event = HatOpened(seat=seat, slot=index, hat=slot.hat, character=slot.character, result=result, refill=refill)
    return _after_open(state, event, rng)


def _refill(state: CourtHatsState, index: int) -> CourtHatsState:
    """Lay a new character and hat in a slot, or close it when no character is left (H13)."""
    if not state.characters:
        return replace(state, row=put(state.row, index, None))
    return _cover(replace(state, characters=state.characters[1:]), index, state.characters[0])


def _cover(state: CourtHatsState, index: int, character: str) -> CourtHatsState:
    """Lay the next hat of the pile over a character, unseen by all (H12)."""
    row = put(state.row, index, RowSlot(character, state.hats[0], state.laid))
    return replace(state, row=row, hats=state.hats[1:], laid=state.laid + 1)


def _after_open(state: CourtHatsState, event: HatOpened, rng: CommittedRandom) -> Step[CourtHatsState]:
    """End the game with its last pair (H15), else pass the turn on, over a new deal if no hat could fit (H17)."""
    if pairs_taken(state) == state.settings.last_pair:
        return _end(state, event)
    state = replace(state, turn=next_seat(state.seats, state.turn))
    if is_dead(state.row):
        return Step(deal_again(state, rng), (event, Redealt(restart=state.settings.restart)))
    return Step(state, (event,))


def _end(state: CourtHatsState, *events: CourtEvent, stalled: bool = False) -> Step[CourtHatsState]:
    """End the game and turn up what is left on the table (H15)."""
    hats = tuple(slot.hat if slot else None for slot in state.row)
    return Step(replace(state, over=True, last=None), (*events, CourtEnded(hats=hats, stalled=stalled)))
