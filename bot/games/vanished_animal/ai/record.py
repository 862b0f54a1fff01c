"""Exact memory: what a seat has seen of a round, and what all could see of the others, each hat followed on its way.

A hat is known here by the place where it stood when the round began. Swaps are public, so whoever watches well always
knows where it stands now, and who has looked into it.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.rules import Event, Seat
from bot.games.vanished_animal.rules.moves import (
    ANIMALS,
    HATS,
    Looked,
    Named,
    RingSwapped,
    RoundBegan,
    RoundEnded,
    SawAnimal,
)

DOUBT, WEIGHT = 0.12, 5
"""How often somebody unknown wastes a turn, and how many turns that guess is worth against what was seen."""
BOLD, WEIGHT_OF_BOLD = 0.6, 3
"""How often somebody unknown gambles where waiting would lose, and how many such turns that guess is worth."""
BLUNDER = 2
"""How many wasted turns it is worth to name what one has seen oneself."""


class RoundRecord:
    """Everything `seat` can know by watching well, from the events it has seen.

    `standing` gives the hat that stands at each place. `known` are the animals under hats it has looked into itself,
    `watched` the seats that looked into each hat, `vain` each wrong name with its namer and the hats into which the
    namer had not looked. `waited` tells who looked on although it might have known: the seat, the hats it had not
    looked into, and the wrong names that all had heard.
    """

    def __init__(self, seat: Seat, seen: Sequence[Event]) -> None:
        self.seat = seat
        self._chances: dict[Seat, int] = {}
        self._wasted: dict[Seat, int] = {}
        self._unsure: dict[Seat, int] = {}
        self._gambled: dict[Seat, int] = {}
        self._begin()
        for event in seen:
            self._note(event)

    def _begin(self) -> None:
        """Forget a round that is over: all hats are mixed anew (D18)."""
        self.standing = list(range(HATS))
        self.known: dict[int, str] = {}
        self.watched: list[set[Seat]] = [set() for _ in range(HATS)]
        self.vain: dict[str, tuple[Seat, frozenset[int]]] = {}
        self.waited: list[tuple[Seat, frozenset[int], tuple[str, ...]]] = []

    def _note(self, event: Event) -> None:
        match event:
            case RoundBegan():
                self._begin()
            case Looked(seat=seat, hat=place):
                self._looked(seat, self.standing[place])
            case SawAnimal(hat=place, animal=animal):
                self.known[self.standing[place]] = animal
            case RingSwapped(a=a, b=b):
                self.standing[a], self.standing[b] = self.standing[b], self.standing[a]
            case Named(seat=seat, animal=animal, right=right):
                self._named(seat, animal, right=right)
            case RoundEnded(hats=hats) if hats is not None:
                self._turned_up(hats)
            case _:  # nothing that moves a hat or tells what is in one
                pass

    def _looked(self, seat: Seat, hat: int) -> None:
        """Note who looked where, and whether that was a turn wasted on a hat looked into before."""
        unwatched = self.unwatched(seat)
        if 0 < len(unwatched) <= len(self.vain):
            self.waited.append((seat, unwatched, tuple(self.vain)))
        self._unsure[seat] = self._unsure.get(seat, 0) + (len(unwatched) == 1)
        if len(unwatched) < HATS:
            self._chances[seat] = self._chances.get(seat, 0) + 1
            self._wasted[seat] = self._wasted.get(seat, 0) + (seat in self.watched[hat])
        self.watched[hat].add(seat)

    def _named(self, seat: Seat, animal: str, *, right: bool) -> None:
        """Note who gambled, and where an animal that is not missing may lie."""
        gambled = len(self.unwatched(seat)) > 0
        self._unsure[seat] = self._unsure.get(seat, 0) + gambled
        self._gambled[seat] = self._gambled.get(seat, 0) + gambled
        if not right:
            self.vain.setdefault(animal, (seat, self.unwatched(seat)))

    def _turned_up(self, hats: Sequence[str]) -> None:
        """Hold it against a namer that it named what it had seen, now that all see what lay where (D13)."""
        for animal, (seat, unwatched) in self.vain.items():
            if animal in hats and self.standing[hats.index(animal)] not in unwatched:
                self._chances[seat] = self._chances.get(seat, 0) + BLUNDER
                self._wasted[seat] = self._wasted.get(seat, 0) + BLUNDER

    def unwatched(self, seat: Seat) -> frozenset[int]:
        return frozenset(hat for hat in range(HATS) if seat not in self.watched[hat])

    @property
    def candidates(self) -> tuple[str, ...]:
        seen = {*self.known.values(), *self.vain}
        return tuple(animal for animal in ANIMALS if animal not in seen)

    def carelessness(self, seat: Seat) -> float:
        """Return how often a seat wastes a turn on what it should know: 0 to 1, from all rounds of the game."""
        return (DOUBT * WEIGHT + self._wasted.get(seat, 0)) / (WEIGHT + self._chances.get(seat, 0))

    def boldness(self, seat: Seat) -> float:
        """Return how often a seat gambles rather than lose by waiting: 0 to 1, from all rounds of the game."""
        turns = WEIGHT_OF_BOLD + self._unsure.get(seat, 0)
        return (BOLD * WEIGHT_OF_BOLD + self._gambled.get(seat, 0)) / turns
