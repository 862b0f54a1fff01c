"""The chase: refuge, capture and the Cloak. RULINGS C, N22, N38-N44."""

from __future__ import annotations

from bot.engine.rules import Seat
from bot.games.invisible_man.rules import decks, turns
from bot.games.invisible_man.rules.moves import Caught, Cloaked, Escaped, Shed
from bot.games.invisible_man.rules.state import order
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.transition import Course


def arrive(course: Course, seat: Seat, cell: str) -> None:
    """Settle what follows from where a pawn has stopped in a chase."""
    state = course.state
    if seat != state.invisible:
        met = [seat] if cell == state.pawn else []
    elif cell in TOWN.buildings:
        course.tell(Escaped(place=cell))
        turns.close_chase(course)
        return
    else:
        met = [policeman for policeman in order(state) if state.parts[policeman].cell == cell]
    if met:
        _catch(course, met[0], cell)
    else:
        turns.end_turn(course)


def _catch(course: Course, captor: Seat, cell: str) -> None:
    """Catch the pawn: that policeman wins, unless a Cloak saves; of several one must be chosen (N43)."""
    course.tell(Caught(seat=captor, cell=cell))
    course.set(captor=captor)
    cloaks = course.part(course.state.invisible).cloaks
    if not cloaks:
        course.win((captor,), "caught")
    elif len(cloaks) == 1:
        shed(course, Shed(cloaks[0]))
    else:
        course.set(phase="cloak")


def shed(course: Course, action: Shed) -> None:
    """Throw off a Cloak: its digits save, all else is a capture; it is spent either way (N43)."""
    captor = course.state.captor
    assert captor is not None, "somebody has caught the pawn"
    cloaks = course.part(course.state.invisible).cloaks
    course.change(course.state.invisible, cloaks=tuple(cloak for cloak in cloaks if cloak != action.cloak))
    decks.discard(course, "cloak", (action.cloak,), shown=True)
    die = course.throw()
    saved = str(die) in str(action.cloak)
    course.tell(Cloaked(cloak=action.cloak, die=die, saved=saved))
    if saved:
        turns.close_chase(course)
    else:
        course.win((captor,), "caught")
