"""Memory as people have it: facts slip away, and what slipped away stays away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from bot.games.game import Event, Seat
from bot.games.luck import Luck
from bot.games.vanished_animal.moves import ANIMALS, Looked, Named, RoundBegan, Saw, Swapped

__all__ = ["DOZEN", "Memory", "remember"]

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
    """Of the event among all that were seen, by which luck decides when it is forgotten."""
    age: int = 0
    """How many facts came after it; for easy, how many events."""


def remember(level: Literal["easy", "normal"], seat: Seat, seen: Sequence[Event], luck: Luck) -> Memory:
    """Go through everything seen in this round, and keep what this level keeps."""
    first = max((number for number, event in enumerate(seen) if isinstance(event, RoundBegan)), default=0)
    memory = Memory({}, set(), {}, [])
    facts: list[_Fact] = []
    for number, event in enumerate(seen[first:], start=first):
        match event:
            case Saw(hat=place, animal=animal):
                animal = _taken_for(level, animal, number, luck)
                facts = [fact for fact in facts if fact.animal != animal and fact.place != place]
                _grow(facts)
                facts.append(_Fact(animal, place, number))
            case Swapped(a=a, b=b):
                _follow(level, facts, a, b, number, luck)
            case Looked(seat=who, hat=place):
                memory.looks[who] = memory.looks.get(who, 0) + 1
                if who != seat:
                    memory.last.append(place)
            case Named(animal=animal, right=False):
                memory.vain.add(animal)
            case _:  # nothing to be remembered in what else is told
                pass
        facts = [fact for fact in facts if _kept(level, fact, number, luck)]
    memory.lies = {fact.animal: fact.place for fact in facts}
    return memory


def _grow(facts: list[_Fact]) -> None:
    for fact in facts:
        fact.age += 1


def _taken_for(level: Literal["easy", "normal"], animal: str, number: int, luck: Luck) -> str:
    dice = luck.of(f"see/{number}")
    return dice.choice(ANIMALS) if level == "easy" and dice.random() < MIXED_UP else animal


def _follow(level: Literal["easy", "normal"], facts: list[_Fact], a: int, b: int, number: int, luck: Luck) -> None:
    """Move what is believed to lie there, unless it goes unnoticed, as a child's eyes wander."""
    moved = [fact for fact in facts if fact.place in (a, b)]
    if not moved or (level == "easy" and luck.of(f"miss/{number}").random() < MISSED):
        return
    _grow([fact for fact in facts if fact not in moved])
    for fact in moved:
        fact.place = b if fact.place == a else a


def _kept(level: Literal["easy", "normal"], fact: _Fact, now: int, luck: Luck) -> bool:
    if level == "normal":
        return fact.age < DOZEN
    return now - fact.number < luck.of(f"forget/{fact.number}").randint(*SPAN)
