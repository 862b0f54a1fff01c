"""What may be done now: every action a seat may take, and why another may not be. RULINGS 2.3."""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.rules import Action, Seat
from bot.games.invisible_man.rules.moves import Appear, Draw, InvisibleAction, Move, Pass, Place, Roll, Shed, Shift
from bot.games.invisible_man.rules.reach import appearances, nearest_first, reach
from bot.games.invisible_man.rules.state import InvisibleManState, Laid, kind_of, unchecked
from bot.games.invisible_man.rules.town import TOWN

_PHASES: dict[type[Action], str] = {
    Roll: "roll",
    Draw: "draw",
    Place: "cards",
    Shift: "cards",
    Pass: "cards",
    Move: "move",
    Appear: "appear",
    Shed: "cloak",
}


def to_act(state: InvisibleManState) -> Seat | None:
    """Tell which seat is to act, None when the game has ended."""
    if state.phase == "over":
        return None
    return state.invisible if state.phase in ("appear", "cloak") else state.turn


def legal(state: InvisibleManState, seat: Seat) -> tuple[InvisibleAction, ...]:
    """List every action this seat may take now."""
    return tuple(_actions(state, seat)) if seat == to_act(state) else ()


def _actions(state: InvisibleManState, seat: Seat) -> Iterator[InvisibleAction]:
    part = state.parts[seat]
    match state.phase:
        case "roll":
            yield Roll()
        case "draw":
            yield from (Draw("no"), Draw("cloak"))
        case "cards":
            yield from _card_actions(state, seat)
        case "move":
            assert part.cell is not None, "who moves has a pawn"
            ends = nearest_first(part.cell, reach(state))
            yield from (Move(end) for end in ends if _door_objection(state, seat, end) is None)
        case "appear":
            yield from (Appear(cell) for cell in appearances(state))
        case "cloak":
            yield from (Shed(cloak) for cloak in part.cloaks)


def _card_actions(state: InvisibleManState, seat: Seat) -> Iterator[InvisibleAction]:
    kind, targets = kind_of(state, seat), unchecked(state)
    hand = state.parts[seat].no if kind == "no" else state.parts[seat].yes
    yield from (Place(value, place) for value in sorted(set(hand)) for place in targets)
    for card in state.laid:
        if card.kind == kind:
            yield from (Shift(card.number, place) for place in targets if place != card.place)
    yield Pass()


def objection(state: InvisibleManState, seat: Seat, action: Action) -> str | None:
    """Say by a reason code why this action is not legal, None if it is."""
    if state.phase == "over":
        return "game_over"
    if seat != to_act(state):
        return "not_your_turn"
    if _PHASES.get(type(action)) != state.phase:
        return "roll_first" if state.phase == "roll" and type(action) in _PHASES else "not_now"
    match action:
        case Place() | Shift():
            return _card_objection(state, seat, action)
        case Move(cell=cell):
            return _move_objection(state, seat, cell)
        case Appear(cell=cell):
            return None if cell in appearances(state) else "out_of_reach"
        case Shed(cloak=cloak):
            return None if cloak in state.parts[seat].cloaks else "no_such_card"
    return None


def _card_objection(state: InvisibleManState, seat: Seat, action: Place | Shift) -> str | None:
    kind = kind_of(state, seat)
    if action.place not in TOWN.places:
        return "no_such_place"
    if isinstance(action, Place):
        hand = state.parts[seat].no if kind == "no" else state.parts[seat].yes
        if action.value not in hand:
            return "no_such_card"
    else:
        card = _laid(state, action.card)
        if card is None or card.kind != kind:
            return "no_such_card"
        if card.place == action.place:
            return "same_place"
    return "checked" if action.place in state.opened else None


def _laid(state: InvisibleManState, number: int) -> Laid | None:
    return next((card for card in state.laid if card.number == number), None)


def _move_objection(state: InvisibleManState, seat: Seat, cell: str) -> str | None:
    if seat != state.invisible:
        if cell == TOWN.laboratory:
            return "laboratory"
        if cell in state.opened:
            return "checked"
        if cell in TOWN.places and state.pawn is not None:
            return "chase"
    return "out_of_reach" if cell not in reach(state) else _door_objection(state, seat, cell)


def _door_objection(state: InvisibleManState, seat: Seat, cell: str) -> str | None:
    """Object to a policeman's entering a place without its Signal: the one reason that only the hand tells (N19)."""
    if seat == state.invisible or cell not in TOWN.places or cell in state.parts[seat].signals:
        return None
    return "no_signal"
