"""Whose turn it is, who is out, and the ends that no capture brings. RULINGS N3, N35, N36, N44-N47."""

from __future__ import annotations

from bot.engine.rules import Seat
from bot.games.invisible_man.rules import decks
from bot.games.invisible_man.rules.moves import Ending, Out
from bot.games.invisible_man.rules.state import all_open, order, policemen
from bot.games.invisible_man.rules.transition import Course

PATIENCE = 20
"""How many rounds in a row without a check or a chase end the game (N47)."""


def end_turn(course: Course) -> None:
    """Pass the turn on: the Invisible Man, then every policeman in play, in the order of this round (N3)."""
    if course.over:
        return
    state = course.state
    queue = order(state) if state.turn == state.invisible else state.queue
    if queue:
        course.set(turn=queue[0], queue=queue[1:])
    else:
        _end_round(course)
    if not course.over:
        course.set(phase="roll", die=None, actions=0)


def _end_round(course: Course) -> None:
    """Begin the next round with the Invisible Man, or end the game when the chief's patience is at its end (N47)."""
    state = course.state
    quiet = 0 if state.stirred or state.pawn else state.quiet + 1
    course.set(turn=state.invisible, round=state.round + 1, quiet=quiet, stirred=False)
    if state.settings.stalemate and quiet == PATIENCE:
        course.win((state.invisible,), "patience")


def hide(course: Course) -> None:
    """Let the Invisible Man win if every Signal lies open while he is hidden (N45)."""
    if not course.over and course.state.pawn is None and all_open(course.state):
        course.win((course.state.invisible,), "signals")


def close_chase(course: Course) -> None:
    """Take the pawn off the board; a policeman who spent the last charge on this chase is out now (N35, N43, N44)."""
    course.change(course.state.invisible, cell=None)
    course.set(stirred=True, captor=None)
    for seat in policemen(course.state):
        if not course.part(seat).charges:
            drop_out(course, seat, "charges")
    hide(course)
    end_turn(course)


def drop_out(course: Course, seat: Seat, reason: Ending) -> None:
    """Take a policeman out of the game (N36); with none left the Invisible Man wins at once (N46).

    The Signals of that hand go to the bottom of the pile, shuffled by the stream `out/<seat>`; Yes on the board stay.
    """
    part = course.part(seat)
    bottom = course.chance.stream(f"out/{seat}").shuffled(part.signals)
    course.set(
        signals=(*course.state.signals, *bottom),
        queue=tuple(waiting for waiting in course.state.queue if waiting != seat),
    )
    decks.discard(course, "yes", part.yes, shown=False)
    course.change(seat, signals=(), yes=(), cell=None, out=True)
    course.tell(Out(seat=seat, signals=len(part.signals), yes=len(part.yes)))
    if policemen(course.state):
        decks.refill(course)
    else:
        course.win((course.state.invisible,), reason)
