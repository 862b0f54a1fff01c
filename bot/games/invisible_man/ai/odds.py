"""How a contest and a Cloak may turn out: exact with the dice, and over all values that unknown cards may have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

Values: TypeAlias = tuple[tuple[int, float], ...]
"""Every value that an unknown card may have, with its chance."""

_DICE: dict[int, float] = dict.fromkeys(range(-5, 6), 0.0)
for _one in range(1, 7):
    for _other in range(1, 7):
        _DICE[_one - _other] += 1 / 36
_ABOVE = tuple(sum(chance for ahead, chance in _DICE.items() if ahead > need) for need in range(-6, 6))
"""The chance that the policeman's die is ahead by more than -6, ..., 5 (N33)."""


def spread(cards: Iterable[int]) -> Values:
    """Give the values of one card drawn from these."""
    counted = Counter(cards)
    whole = sum(counted.values())
    return tuple((value, count / whole) for value, count in sorted(counted.items()))


def average(values: Values) -> float:
    """Give the mean of an unknown card."""
    return sum(value * chance for value, chance in values)


@lru_cache(maxsize=2048)
def _sums(values: Values, cards: int) -> Values:
    """Give the sums of so many unknown cards. They are taken for independent, which is near enough."""
    if cards == 0:
        return ((0, 1.0),)
    sums: dict[int, float] = {}
    for total, chance in _sums(values, cards - 1):
        for value, share in values or ((0, 1.0),):
            sums[total + value] = sums.get(total + value, 0.0) + chance * share
    return tuple(sums.items())


@lru_cache(maxsize=16384)
def win_chance(ahead: int, yes: Values, yes_cards: int, no: Values, no_cards: int) -> float:
    """Give the chance that a policeman wins who is `ahead` by the cards known, with so many unknown ones (N31-N33)."""
    chance = 0.0
    for plus, share in _sums(yes, yes_cards):
        for minus, other in _sums(no, no_cards):
            need = minus - plus - ahead
            chance += share * other * (1.0 if need < -5 else 0.0 if need > 5 else _ABOVE[need + 6])
    return chance
