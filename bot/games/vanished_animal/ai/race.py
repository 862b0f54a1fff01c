"""The race for a round, solved to its end: when to name with two or three animals left, and where to look next.

Since all see who looks where, what each seat can know is public but for the animals themselves: of every hat, who has
looked into it. A seat with u hats unseen has u + 1 animals left and names the missing one with a chance of 1 in u + 1.
A wrong name is the animal of one of these hats, which all know from then on (D10). Whoever waits gives the others their
turns; nobody gains by it for ever, so the race is short: a thousand positions for four seats.

With careful players all round the race is fair: each of n seats wins it once in n times, whoever starts. Without
gambling the starter would win every time (docs/rulings.md 3.3).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from bot.engine.rules import Seat

Turns = tuple[Seat, ...]
"""Who plays in the round, in order of turns, the seat to act first."""
Hats = tuple[int, ...]
"""Of every hat the seats that know what is in it, as bits."""
Values = tuple[float, ...]
"""What a position is worth to each seat of the table."""
EVERYONE = 0b1111
"""The bits of all seats."""
CLOSE = 1e-9
LATE = 2
"""With so few hats unseen a careless turn counts; before, all are taken to learn something, or it would take long."""


class Habit(NamedTuple):
    """How another plays: how often it gains nothing by its turn, and how often it gambles where it ought to."""

    waste: float
    boldness: float


class Race:
    """Values of positions for seats that play for themselves, `owner` well and the others by their habits.

    `payoffs` are what a round won by a seat is worth to every seat, `habits` are by seat. Once the owner is out of the
    round all are taken to play well, since a race of those who waste their turns need not end.
    """

    def __init__(self, owner: Seat, payoffs: tuple[Values, ...], habits: tuple[Habit, ...]) -> None:
        self.owner = owner
        self.payoffs = payoffs
        self.habits = habits
        self._known: dict[tuple[Turns, Hats], Values] = {}

    def value(self, line: Turns, hats: Hats) -> Values:
        """Return what a position is worth with the first of `line` to act."""
        if len(line) == 1:
            return self.payoffs[line[0]]
        playing = sum(1 << seat for seat in line)
        hats = tuple(sorted(hat & playing for hat in hats))
        found = self._known.get((line, hats))
        if found is None:
            found = self._known[line, hats] = self._turn(line, hats)
        return found

    def _turn(self, line: Turns, hats: Hats) -> Values:
        """Return the better of naming and looking; on a par, looking, since others may err meanwhile."""
        seat, habit = line[0], self.habits[line[0]]
        name, wait = self.named(line, hats), self._waited(line, hats)
        best = wait if wait is not None and wait[seat] >= name[seat] - CLOSE else name
        if seat == self.owner or self.owner not in line:
            return best
        if wait is not None and habit.boldness < 1:
            best = mixed(((habit.boldness, best), (1 - habit.boldness, wait)))
        if not habit.waste or sum(not hat >> seat & 1 for hat in hats) > LATE:
            return best
        return mixed(((1 - habit.waste, best), (habit.waste, self.passed(line, hats))))

    def _waited(self, line: Turns, hats: Hats) -> Values | None:
        """Return the worth of the best look; None if the first of `line` has seen all."""
        seat = line[0]
        looks = (self.looked(line, hats, hat) for hat in {*hats} if not hat >> seat & 1)
        return max(looks, key=lambda values: values[seat], default=None)

    def named(self, line: Turns, hats: Hats) -> Values:
        """Return the worth of naming one of the animals that are left to the first of `line`."""
        seat, rest = line[0], line[1:]
        unseen = [hat for hat in hats if not hat >> seat & 1]
        share = 1 / (len(unseen) + 1)
        wrong = [(share * unseen.count(hat), self.value(rest, _with(hats, hat, EVERYONE))) for hat in {*unseen}]
        return mixed([(share, self.payoffs[seat]), *wrong])

    def looked(self, line: Turns, hats: Hats, hat: int) -> Values:
        """Return the worth of a look into a hat that these seats know."""
        return self.passed(line, _with(hats, hat, hat | 1 << line[0]))

    def passed(self, line: Turns, hats: Hats) -> Values:
        return self.value((*line[1:], line[0]), hats)


def mixed(parts: list[tuple[float, Values]] | tuple[tuple[float, Values], ...]) -> Values:
    return tuple(sum(weight * values[seat] for weight, values in parts) for seat in range(len(parts[0][1])))


def _with(hats: Hats, old: int, new: int) -> Hats:
    place = hats.index(old)
    return (*hats[:place], new, *hats[place + 1 :])


@lru_cache(maxsize=16)
def race(owner: Seat, payoffs: tuple[Values, ...], habits: tuple[Habit, ...]) -> Race:
    """Return the race of these stakes, as far as it is solved: it follows from its arguments, so all may share it."""
    return Race(owner, payoffs, habits)
