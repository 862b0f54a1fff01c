"""Hard: exact memory, a reckoning of what the others know, and names risked when waiting would lose.

It remembers every look and swap, takes the others for as good as they have shown themselves, and solves the race for
the round. Against players who watch as well as it does, no swap hides anything and no look can pretend, so there it
gambles where bluffing would be of no use; against others it moves the hats that they believe they know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.computer_random import ComputerRandom
from bot.engine.rules import Event, Seat, Swap
from bot.games.vanished_animal.ai.race import EVERYONE, Habit, Hats, Race, Turns, mixed, race
from bot.games.vanished_animal.ai.record import RoundRecord
from bot.games.vanished_animal.ai.stakes import stakes
from bot.games.vanished_animal.rules.moves import HATS, Keep, Look, Name, VanishedAction
from bot.games.vanished_animal.rules.view import VanishedAnimalView

WASTE, BOLDNESS = (0.0, 0.15, 0.35), (0.1, 0.3, 0.6, 0.9)
"""What others may be taken for: few grades, so that races once solved serve again."""
DOUBT = 0.02
"""The least weight of what a careful player would not have done."""
CLOSE = 1e-9
OPENING, EARLY = 3, 4
"""A round is young while this seat has seen less than three hats, and nobody four."""

Placement = dict[str, int]
"""Under which hat each animal lies that was named in vain."""


def choose(
    view: VanishedAnimalView, seen: Sequence[Event], legal: Sequence[VanishedAction], rng: ComputerRandom
) -> VanishedAction:
    """Return the action that is worth most; equals by lot."""
    assert view.to_act is not None, "somebody is to act"
    record = RoundRecord(view.to_act, seen)
    dice = rng.of(f"turn/{len(seen)}")
    if view.phase != "turn":
        return max(legal, key=lambda action: (_spoiling(record, view, action), dice.random()))
    sure = [action for action in legal if isinstance(action, Name) and action.animal in record.candidates]
    looks = [action for action in legal if isinstance(action, Look)]
    guess = dice.choice(sure)
    if len(sure) == 1 or not looks:
        return guess
    if _early(record, view):
        return dice.choice([look for look in looks if record.standing[look.hat] not in record.known])
    named, worth = _worth(record, view)
    best = max(looks, key=lambda look: (worth[record.standing[look.hat]], dice.random()))
    return best if worth[record.standing[best.hat]] >= named - CLOSE else guess


def _early(record: RoundRecord, view: VanishedAnimalView) -> bool:
    """Return whether nobody can be about to name: then any hat not seen yet is as good as another."""
    return (
        len(record.known) < OPENING
        and all(len(record.unwatched(seat)) > HATS - EARLY for seat, held in enumerate(view.seats) if held.playing)
        and not record.vain
    )


def _worth(record: RoundRecord, view: VanishedAnimalView) -> tuple[float, list[float]]:
    """Return the worth of naming, and of a look into each hat, over all places where animals named in vain may lie."""
    seat = record.seat
    line, solved = _line(view, seat), _race(record, view)
    worlds = list(_worlds(record))
    whole = sum(weight for weight, _ in worlds)
    positions = [(weight / whole, _hats(record, world)) for weight, world in worlds]
    named = mixed([(weight, solved.named(line, hats)) for weight, hats in positions])[seat]
    looks = [
        mixed([(weight, _look(solved, line, hats, hat)) for weight, hats in positions])[seat] for hat in range(HATS)
    ]
    return named, looks


def _look(solved: Race, line: Turns, hats: Hats, hat: int) -> tuple[float, ...]:
    return solved.looked(line, hats, hats[hat])


def _line(view: VanishedAnimalView, seat: Seat) -> Turns:
    """Return who still plays in this round, in order of turns, this seat first."""
    count = len(view.seats)
    clockwise = ((seat + step) % count for step in range(count))
    return tuple(other for other in clockwise if view.seats[other].playing)


def _race(record: RoundRecord, view: VanishedAnimalView) -> Race:
    habits = tuple(
        Habit(_grade(record.carelessness(seat), WASTE), _grade(record.boldness(seat), BOLDNESS))
        if seat != record.seat and held.playing
        else Habit(0, 1)
        for seat, held in enumerate(view.seats)
    )
    return race(record.seat, stakes(view.seats), habits)


def _grade(estimate: float, grades: Sequence[float]) -> float:
    return min(grades, key=lambda grade: abs(grade - estimate))


def _hats(record: RoundRecord, world: Placement) -> Hats:
    """Return for each hat as bits which seats know what is in it: who looked, or all where one named in vain lies."""
    found = set(world.values())
    return tuple(EVERYONE if hat in found else sum(1 << seat for seat in record.watched[hat]) for hat in range(HATS))


def _worlds(record: RoundRecord) -> Iterator[tuple[float, Placement]]:
    """Yield each way in which the animals named in vain can lie, with its weight."""
    lying = {animal: hat for hat, animal in record.known.items()}
    sure = {animal: lying[animal] for animal in record.vain if animal in lying}
    open_ = [animal for animal in record.vain if animal not in lying]
    free = [hat for hat in range(HATS) if hat not in record.known]
    for weight, world in _laid(record, open_, free):
        full = {**sure, **world}
        yield weight * _patience(record, full), full


def _laid(record: RoundRecord, animals: Sequence[str], free: Sequence[int]) -> Iterator[tuple[float, Placement]]:
    """Lay these animals under these hats: likely under one of those into which the namer had not looked."""
    if not animals:
        yield 1.0, {}
        return
    namer, unwatched = record.vain[animals[0]]
    for hat in free:
        weight = 1.0 if hat in unwatched else max(DOUBT, record.carelessness(namer))
        for more, world in _laid(record, animals[1:], [other for other in free if other != hat]):
            yield weight * more, {animals[0]: hat, **world}


def _patience(record: RoundRecord, world: Placement) -> float:
    """Return how likely a world is in which somebody looked on who would have known the missing animal."""
    weight = 1.0
    for seat, unwatched, named in record.waited:
        if unwatched <= {world[animal] for animal in named}:
            weight *= max(DOUBT, record.carelessness(seat))
    return weight


def _spoiling(record: RoundRecord, view: VanishedAnimalView, action: VanishedAction) -> float:
    """Return how much a swap spoils: more where others know more, and most where only one of two hats is known."""
    if not isinstance(action, Swap):
        assert isinstance(action, Keep), "after a look there are swaps and keeping"
        return 0.0
    a, b = (record.watched[record.standing[place]] for place in (action.a, action.b))
    spoiled = 0.0
    for seat, held in enumerate(view.seats):
        if seat != record.seat and held.playing:
            knows = HATS - len(record.unwatched(seat))
            spoiled += (2 * ((seat in a) != (seat in b)) + (seat in a and seat in b)) * (1 + knows)
    return spoiled
