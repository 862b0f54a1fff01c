"""Which Signals a policeman may hold, judged by what he does: where he lays cards, where he heads, what he passes by.

Weights are odds against any other Signal. They are inference, not knowledge: who bluffs is believed (rulings 2.4).
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.rules import Seat
from bot.games.invisible_man.ai.path_tables import INDEX, PLACES, STEPS, turns_to
from bot.games.invisible_man.rules.moves import (
    Appeared,
    Checked,
    Cloaked,
    Drew,
    Escaped,
    Placed,
    Rolled,
    Shifted,
    Walked,
)
from bot.games.invisible_man.rules.town import TOWN

LAID, MOVED, PASSED_BY, HEADED = 15.0, 8.0, 0.3, 0.45
"""How a Yes laid or moved there, a door left shut, and a turn's way nearer change the odds."""
MOST, LEAST = 60.0, 0.02
FADED = 0.75
"""What is left of all this when he has drawn a new Signal."""


class _Suspect:
    def __init__(self) -> None:
        self.odds = dict.fromkeys(PLACES, 1.0)
        self.held = TOWN.opening.signals

    def change(self, place: str, factor: float) -> None:
        self.odds[place] = min(MOST, max(LEAST, self.odds[place] * factor))

    def drew(self, count: int) -> None:
        """Forget: all of it if the hand was empty, else a part."""
        keep = FADED if self.held else 0.0
        self.odds = {place: odds**keep for place, odds in self.odds.items()}
        self.held += count

    def walked(self, path: Sequence[str], die: int) -> None:
        start, end = INDEX[path[0]], INDEX[path[-1]]
        if path[-1] in TOWN.places:
            return
        for place in PLACES:
            if STEPS[start][INDEX[place]] <= die:
                self.change(place, PASSED_BY)
            else:
                turns = turns_to(place)
                self.change(place, math.exp(HEADED * max(-2.0, min(2.0, turns[start] - turns[end]))))


def suspected(seen: Sequence[Any], police: Sequence[Seat]) -> dict[Seat, dict[str, float]]:
    """Return every policeman's odds by place, as they follow from all that has happened."""
    suspects = {seat: _Suspect() for seat in police}
    die, hidden = 0, True
    for event in seen:
        match event:
            case Rolled():
                die = event.die
            case Appeared():
                hidden = False
            case Escaped() | Cloaked():
                hidden = True
            case Walked(seat=seat, path=path) if hidden and seat in suspects:
                suspects[seat].walked(path, die)
            case Placed(seat=seat, place=place, kind="yes") if seat in suspects:
                suspects[seat].change(place, LAID)
            case Shifted(seat=seat, place=place, kind="yes") if seat in suspects:
                suspects[seat].change(place, MOVED)
            case Checked(seat=seat) if seat in suspects:
                suspects[seat].held -= 1
            case Drew(seat=seat, deck="signal", count=count) if seat in suspects:
                suspects[seat].drew(count)
            case _:
                pass
    return {seat: suspect.odds for seat, suspect in suspects.items()}


def sampled(
    odds: Mapping[Seat, Mapping[str, float]], hands: Mapping[Seat, int], places: Sequence[str], rng: random.Random
) -> dict[Seat, list[str]]:
    """Deal every policeman a hand that may be his, no Signal twice; whose turn to be dealt first is drawn too."""
    left, dealt = list(places), dict[Seat, list[str]]()
    for seat in rng.sample(list(hands), len(hands)):
        hand: list[str] = []
        for _ in range(min(hands[seat], len(left))):
            hand.append(rng.choices(left, [odds[seat][place] for place in left])[0])
            left.remove(hand[-1])
        dealt[seat] = hand
    return dealt
