"""Made-up moments of The Invisible Man, and dice that fall as a test wants them, for the tests beside this file."""

from __future__ import annotations

from collections import Counter
from itertools import count
from typing import Any

import pytest

from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Action, Event, IllegalAction, Seat, replace
from bot.games.invisible_man.rules.game import InvisibleManRules
from bot.games.invisible_man.rules.moves import EndCards, InvisibleAction, LaidKind, MovePawn, Phase, Roll
from bot.games.invisible_man.rules.options import OPTIONS
from bot.games.invisible_man.rules.state import InvisibleManState, LaidCard, Pile, SeatState
from bot.games.invisible_man.rules.town import TOWN

RULES = InvisibleManRules()
KEY = bytes(range(32))
RNG = CommittedRandom(KEY)
DEFAULTS = {option.name: option.choices[0] for option in OPTIONS}


def begin(seats: int = 2, invisible: Seat = 0, **options: str) -> InvisibleManState:
    """Deal a game; seat 0 is the Invisible Man unless said otherwise."""
    return RULES.begin(options, seats, invisible, RNG).state


def with_part(state: InvisibleManState, seat: Seat, **changes: Any) -> InvisibleManState:
    """Change what one seat holds or where it stands."""
    parts = list(state.parts)
    parts[seat] = replace(parts[seat], **changes)
    return replace(state, parts=tuple(parts))


def turn_of(state: InvisibleManState, seat: Seat, phase: Phase = "roll", **changes: Any) -> InvisibleManState:
    """Make it a seat's turn, with the policemen after it still to come in this round."""
    police = state.police_order
    queue = () if seat == state.invisible else police[police.index(seat) + 1 :]
    return replace(state, turn=seat, queue=queue, phase=phase, **changes)


def lay(state: InvisibleManState, *cards: tuple[LaidKind, str, int, Seat]) -> InvisibleManState:
    """Lay cards face down: each a kind, a place, a value, and who laid it."""
    first = state.numbered + 1
    laid = tuple(LaidCard(first + n, kind, place, value, by) for n, (kind, place, value, by) in enumerate(cards))
    return replace(state, laid=(*state.laid, *laid), numbered=state.numbered + len(cards))


def with_dice(state: InvisibleManState, *wanted: int) -> InvisibleManState:
    """Go to a place in the stream of dice where the next ones are these; the chance is the real one."""
    for rolls in count():
        if all(RNG.stream(f"die/{rolls + n}").die() == die for n, die in enumerate(wanted)):
            return replace(state, rolls=rolls)
    raise AssertionError


def play(state: InvisibleManState, action: Action, *dice: int) -> tuple[InvisibleManState, tuple[Event, ...]]:
    """Play an action of the seat to act, with the dice as given."""
    seat = RULES.to_act(state)
    assert seat is not None
    step = RULES.play(with_dice(state, *dice) if dice else state, seat, action, RNG)
    return step.state, step.events


def roll(state: InvisibleManState, die: int) -> tuple[InvisibleManState, tuple[Event, ...]]:
    """Roll this number."""
    return play(state, Roll(), die)


def reason(state: InvisibleManState, action: Action, seat: Seat | None = None) -> str:
    """Return the reason why the seat to act, or another one, may not do this."""
    acting = RULES.to_act(state) if seat is None else seat
    assert acting is not None
    with pytest.raises(IllegalAction) as refused:
        RULES.play(state, acting, action, RNG)
    return refused.value.reason


def kinds(events: tuple[Event, ...]) -> list[str]:
    """Return the public events in order."""
    return [type(event).__name__ for event in events if event.audience is None]


def ends(state: InvisibleManState) -> set[str]:
    """Return the cells to which the seat to act may move."""
    seat = RULES.to_act(state)
    assert seat is not None
    return {action.cell for action in RULES.legal(state, seat) if isinstance(action, MovePawn)}


def searching(
    seat: Seat, die: int, *, cell: str | None = None, state: InvisibleManState | None = None
) -> InvisibleManState:
    """Make a policeman walk with this roll."""
    moment = begin() if state is None else state
    if cell is not None:
        moment = with_part(moment, seat, cell=cell)
    return turn_of(moment, seat, "move", die=die)


def at_the_door(state: InvisibleManState, seat: Seat, place: str, **changes: Any) -> InvisibleManState:
    """Put a policeman on the hatched cell of a place, its Signal in hand, with a 1 on the die."""
    part = {"cell": TOWN.hatched[place], "signals": (place, *_others(place)), **changes}
    return turn_of(with_part(state, seat, **part), seat, "move", die=1)


def _others(place: str) -> tuple[str, ...]:
    return tuple(other for other in ("park", "depot") if other != place)


def chased(
    state: InvisibleManState, cell: str, police: dict[Seat, str] | None = None, cloaks: tuple[int, ...] = ()
) -> InvisibleManState:
    """Put the pawn on the board, the policemen where they are wanted, and Cloaks into the hidden hand."""
    for seat, where in (police or {}).items():
        state = with_part(state, seat, cell=where)
    return with_part(state, state.invisible, cell=cell, cloaks=cloaks)


def rest(state: InvisibleManState) -> InvisibleManState:
    """End the card actions of whoever has them, if there are any."""
    return play(state, EndCards())[0] if state.phase == "cards" else state


def onto_the_street(state: InvisibleManState) -> InvisibleManState:
    """Walk to the first cell that is no place."""
    moves = (move for move in RULES.legal(state, state.turn) if isinstance(move, MovePawn))
    return play(state, next(move for move in moves if move.cell not in TOWN.places))[0]


def every_action(state: InvisibleManState) -> list[InvisibleAction]:
    """List every action that the seats may take now."""
    return [action for seat in range(len(state.parts)) for action in RULES.legal(state, seat)]


def cards(state: InvisibleManState) -> dict[str, Counter[Any]]:
    """Count every card there is, by deck, wherever it lies."""
    parts: tuple[SeatState, ...] = state.parts

    def all_of(pile: Pile, hand: str, kind: str) -> Counter[Any]:
        held = (value for part in parts for value in getattr(part, hand))
        laid = (card.value for card in state.laid if card.kind == kind)
        return Counter([*pile.left, *(spent.value for spent in pile.spent), *held, *laid])

    signals = (*state.signals, *state.opened, *(signal for part in parts for signal in part.signals))
    return {
        "signal": Counter(signals),
        "yes": all_of(state.yes, "yes", "yes"),
        "no": all_of(state.no, "no", "no"),
        "cloak": all_of(state.cloak, "cloaks", ""),
    }
