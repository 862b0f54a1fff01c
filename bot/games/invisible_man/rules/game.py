"""The rules of The Invisible Man: who may do what, and what comes of it. RULINGS part 2."""

from __future__ import annotations

from typing import Any

from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Action, Options, Outcome, Seat, Step
from bot.errors import DamagedRecord, IllegalAction
from bot.games.invisible_man.rules import chase, contest, hidden, legality, turns
from bot.games.invisible_man.rules.deal import deal
from bot.games.invisible_man.rules.moves import (
    Appear,
    Draw,
    InvisibleAction,
    InvisibleEvent,
    Left,
    Move,
    Pass,
    Place,
    Roll,
    Shed,
    Shift,
)
from bot.games.invisible_man.rules.options import OPTIONS, PRESETS, settle
from bot.games.invisible_man.rules.state import InvisibleManState, order, policemen
from bot.games.invisible_man.rules.transition import Course
from bot.games.invisible_man.rules.view import InvisibleManView, outcome_of, view_of


class InvisibleManRules:
    """The Invisible Man as pure functions of a state (`bot.engine.rules.Rules`); the starter is who hides (N3)."""

    version = 2
    seats = range(2, 5)
    options = OPTIONS
    presets = PRESETS
    state_type = InvisibleManState
    action_type: Any = InvisibleAction
    event_type: Any = InvisibleEvent

    def begin(self, options: Options, seats: int, starter: Seat, chance: CommittedRandom) -> Step[InvisibleManState]:
        """Deal a game. Raises DamagedRecord."""
        if seats not in self.seats or starter not in range(seats):
            raise DamagedRecord(f"{seats} seats cannot play with seat {starter} to start")
        return Step(*deal(settle(options), seats, starter, chance))

    def to_act(self, state: InvisibleManState) -> Seat | None:
        """Tell which seat is to act, None when the game has ended."""
        return legality.to_act(state)

    def legal(self, state: InvisibleManState, seat: Seat) -> tuple[InvisibleAction, ...]:
        """List every action this seat may take now."""
        return legality.legal(state, seat)

    def play(
        self, state: InvisibleManState, seat: Seat, action: Action, chance: CommittedRandom
    ) -> Step[InvisibleManState]:
        """Carry out an action, with all that follows from it without a choice. Raises IllegalAction."""
        reason = legality.objection(state, seat, action)
        if reason is not None:
            raise IllegalAction(reason)
        course = Course(state, chance)
        match action:
            case Roll():
                hidden.roll(course)
            case Draw():
                hidden.take(course, action)
            case Place() | Shift() | Pass():
                hidden.handle(course, action)
            case Move():
                hidden.move(course, action)
            case Appear():
                contest.appear(course, action)
            case Shed():
                chase.shed(course, action)
        return course.step()

    def leave(self, state: InvisibleManState, seat: Seat, chance: CommittedRandom) -> Step[InvisibleManState]:
        """Take out a policeman as one without charges (N36); without the Invisible Man the policemen draw (N50)."""
        if state.phase == "over" or seat not in range(len(state.parts)) or state.parts[seat].out:
            return Step(state, ())
        course = Course(state, chance)
        course.tell(Left(seat=seat))
        if seat == state.invisible:
            course.win(policemen(state), "left")
        else:
            _leave_police(course, seat)
        return course.step()

    def outcome(self, state: InvisibleManState) -> Outcome | None:
        """Give the outcome, None while the game runs."""
        return outcome_of(state)

    def view(self, state: InvisibleManState, viewer: Seat | None) -> InvisibleManView:
        """Give all that a seat, or the whole group (None), may know at present (RULINGS 2.4)."""
        return view_of(state, viewer)


def _leave_police(course: Course, seat: Seat) -> None:
    """Go on without a policeman. What the Invisible Man is choosing just now he goes on choosing.

    If he was caught by the one who leaves, the catch is the next policeman's in order, as N24 has it of the shooter.
    """
    before = order(course.state)
    turns.drop_out(course, seat, "left")
    if course.over:
        return
    if course.state.captor == seat:
        at = before.index(seat)
        course.set(captor=(before[at + 1 :] + before[:at])[0])
    if course.state.turn == seat and course.state.phase not in ("appear", "cloak"):
        turns.end_turn(course)
