"""A policeman checks a place: the Signal, the contest, the shot, where the pawn appears. RULINGS P-4, P-5, N29-N37."""

from __future__ import annotations

from bot.engine.rules import Seat
from bot.games.invisible_man.rules import decks, turns
from bot.games.invisible_man.rules.moves import Appear, Appeared, Checked, Shot, Shown
from bot.games.invisible_man.rules.reach import appearances
from bot.games.invisible_man.rules.transition import Course


def check(course: Course, seat: Seat, place: str) -> None:
    """Open the Signal of the place just entered and settle the contest there (N29-N33)."""
    held = tuple(signal for signal in course.part(seat).signals if signal != place)
    course.change(seat, signals=held)
    course.set(opened=(*course.state.opened, place), stirred=True)
    yes, no = decks.clear(course, place, shown=True)
    contest = Checked(
        seat=seat,
        place=place,
        hits=course.state.digits[place],
        yes=tuple(Shown(card.number, card.value) for card in yes),
        no=tuple(Shown(card.number, card.value) for card in no),
        police_die=course.throw(),
        invisible_die=course.throw(),
    )
    course.tell(contest)
    decks.refill(course)
    if contest.won:
        _shoot(course, seat, contest)
    else:
        _end_check(course)


def _shoot(course: Course, seat: Seat, contest: Checked) -> None:
    """Spend a charge on the shot that a won contest demands (N34); a last charge that misses puts out (N35)."""
    charges, die = course.part(seat).charges - 1, course.throw()
    hit = die in contest.hits
    course.change(seat, charges=charges)
    course.tell(Shot(seat=seat, place=contest.place, hits=contest.hits, die=die, hit=hit, charges=charges))
    if hit:
        _find(course, contest.place)
        return
    if not charges:
        turns.drop_out(course, seat, "charges")
    _end_check(course)


def _end_check(course: Course) -> None:
    turns.hide(course)
    turns.end_turn(course)


def _find(course: Course, place: str) -> None:
    """Put the pawn beside the place, or let the Invisible Man choose where there is a choice (N37)."""
    course.set(found=place)
    cells = appearances(course.state)
    if len(cells) > 1:
        course.set(phase="appear")
    else:
        appear(course, Appear(cells[0]))


def appear(course: Course, action: Appear) -> None:
    """Begin the chase; the shooter's turn is over, the next policeman may be the first to run (N42)."""
    course.change(course.state.invisible, cell=action.cell)
    course.set(found=None)
    course.tell(Appeared(cell=action.cell))
    turns.end_turn(course)
