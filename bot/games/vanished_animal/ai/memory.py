"""Memory as people have it: facts slip away, and what slipped away stays away."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from bot.engine.computer_random import ComputerRandom
from bot.engine.rules import Event, Seat
from bot.games.vanished_animal.rules.moves import (
    ANIMALS,
    Look,
    Looked,
    Name,
    Named,
    RingSwapped,
    RoundBegan,
    SawAnimal,
    VanishedAction,
)

Forgetful: TypeAlias = Literal["easy", "normal"]
"""The levels that forget."""
DOZEN = 12
"""How many facts normal keeps: animals it saw, and swaps that moved one of these."""
MISSED = 0.3
"""How often easy does not follow a swap of a hat whose animal it remembers."""
MIXED_UP = 0.08
"""How often easy takes the animal that it saw for another."""
SPAN = (4, 26)
"""After how many later events of the round, at least and at most, easy forgets an animal."""


class Memory(msgspec.Struct):
    """What a seat remembers of this round.

    `lies` is where it believes each animal to lie that it remembers having seen; `vain` are the animals named in vain,
    which the board shows to all. `looks` counts each seat's looks, `last` is where others looked, oldest first.
    """

    lies: dict[str, int]
    vain: set[str]
    looks: dict[Seat, int]
    last: list[int]


class _Fact(msgspec.Struct):
    animal: str
    place: int
    number: int
    """Of the event among all that were seen, by which is drawn when it is forgotten."""
    age: int = 0
    """How many facts came after it."""


def remember(level: Forgetful, seat: Seat, seen: Sequence[Event], rng: ComputerRandom) -> Memory:
    first = max((number for number, event in enumerate(seen) if isinstance(event, RoundBegan)), default=0)
    memory = Memory({}, set(), {}, [])
    facts: list[_Fact] = []
    for number, event in enumerate(seen[first:], start=first):
        if isinstance(event, SawAnimal):
            facts = _saw(facts, _taken_for(level, event.animal, number, rng), event.hat, number)
        elif isinstance(event, RingSwapped):
            _follow(level, facts, event.a, event.b, number, rng)
        else:
            _watch(memory, seat, event)
        facts = [fact for fact in facts if _kept(level, fact, number, rng)]
    memory.lies = {fact.animal: fact.place for fact in facts}
    return memory


def candidates(memory: Memory) -> list[str]:
    """Return the animals that may be missing as far as it remembers."""
    return [animal for animal in ANIMALS if animal not in memory.lies and animal not in memory.vain]


def name_or_look(
    memory: Memory, legal: Sequence[VanishedAction], dice: random.Random, rashness: float
) -> VanishedAction:
    """Name with the probability `rashness`, else look; what is not remembered is as good as never seen."""
    left = candidates(memory) or ANIMALS
    names = [action for action in legal if isinstance(action, Name) and action.animal in left]
    looks = [action for action in legal if isinstance(action, Look)]
    if not looks or dice.random() < rashness:
        return dice.choice(names)
    unknown = [look for look in looks if look.hat not in memory.lies.values()]
    return dice.choice(unknown or looks)


def _saw(facts: list[_Fact], animal: str, place: int, number: int) -> list[_Fact]:
    """Take up a fact instead of what was believed of this animal and this place."""
    facts = [fact for fact in facts if fact.animal != animal and fact.place != place]
    _grow(facts)
    return [*facts, _Fact(animal, place, number)]


def _watch(memory: Memory, seat: Seat, event: Event) -> None:
    """Note who looks how often and where, and what the board shows for the rest of the round."""
    if isinstance(event, Looked):
        memory.looks[event.seat] = memory.looks.get(event.seat, 0) + 1
        if event.seat != seat:
            memory.last.append(event.hat)
    elif isinstance(event, Named) and not event.right:
        memory.vain.add(event.animal)


def _grow(facts: list[_Fact]) -> None:
    for fact in facts:
        fact.age += 1


def _taken_for(level: Forgetful, animal: str, number: int, rng: ComputerRandom) -> str:
    dice = rng.of(f"see/{number}")
    return dice.choice(ANIMALS) if level == "easy" and dice.random() < MIXED_UP else animal


def _follow(level: Forgetful, facts: list[_Fact], a: int, b: int, number: int, rng: ComputerRandom) -> None:
    """Move what is believed to lie there, unless it goes unnoticed, as a child's eyes wander."""
    moved = [fact for fact in facts if fact.place in (a, b)]
    if not moved or (level == "easy" and rng.of(f"miss/{number}").random() < MISSED):
        return
    _grow([fact for fact in facts if fact not in moved])
    for fact in moved:
        fact.place = b if fact.place == a else a


def _kept(level: Forgetful, fact: _Fact, now: int, rng: ComputerRandom) -> bool:
    if level == "normal":
        return fact.age < DOZEN
    return now - fact.number < rng.of(f"forget/{fact.number}").randint(*SPAN)
