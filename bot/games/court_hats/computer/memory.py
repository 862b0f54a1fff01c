"""What easy and normal computers remember of Court Hats: by places, as people do. RULINGS 1.3, H24."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.court_hats.moves import CourtEvent, Opened, Peeked, Redealt, Saw, Swapped
from bot.games.luck import Luck

__all__ = ["childlike", "lately"]

FACTS = 12
"""How many facts the normal computer keeps in mind: the last dozen."""
HELD = 3
"""How many hats the easy computer keeps in mind at once."""
ROUNDS = 4
"""A hat leaves the easy computer's mind after at most so many rounds of the table."""
FOLLOWS = 0.6
"""How often the easy computer notices that a hat it remembers was swapped."""
LOOKED_BACK = 100
"""Events: four rounds of four seats have far fewer, and what lies further back is forgotten anyway."""

Known = dict[int, tuple[str, int]]
"""By slot: a hat, and a number."""


def lately(seen: Sequence[CourtEvent]) -> dict[int, str]:
    """Follow the hats of the last dozen facts to where they lie now; gives hats by slot.

    A fact is a hat seen, or a swap of one that is remembered. The facts kept are the latest in a row, so a hat is lost
    from mind before any swap that came after it: what is remembered is true.
    """
    known: Known = {}
    facts = 0
    for event in seen:
        match event:
            case Saw(slot=slot, hat=hat) | Opened(slot=slot, hat=hat, result="miss"):
                facts += 1
                known[slot] = (hat, facts)
            case Opened(slot=slot):
                known.pop(slot, None)
            case Swapped(a=a, b=b):
                facts += a in known or b in known
                _exchange(known, a, b)
            case Redealt():
                known.clear()
            case _:
                continue
        known = {slot: (hat, fact) for slot, (hat, fact) in known.items() if facts - fact < FACTS}
    return {slot: hat for slot, (hat, _) in known.items()}


def childlike(seen: Sequence[CourtEvent], luck: Luck, seats: int) -> dict[int, str]:
    """Remember three hats for a few turns and not follow every swap; gives hats by slot, some of them wrongly.

    How long a hat is remembered, and whether a swap was noticed, is drawn by the number of the event: what is
    forgotten stays forgotten.
    """
    known: Known = {}
    turn = 0
    for number, event in enumerate(seen[-LOOKED_BACK:], max(0, len(seen) - LOOKED_BACK)):
        turn += isinstance(event, Peeked | Opened | Swapped)
        match event:
            case Saw(slot=slot, hat=hat) | Opened(slot=slot, hat=hat, result="miss"):
                known.pop(slot, None)
                known[slot] = (hat, turn + seats * luck.of(f"forget/{number}").randint(1, ROUNDS))
            case Opened(slot=slot):
                known.pop(slot, None)
            case Swapped(a=a, b=b) if a in known or b in known:
                if luck.of(f"follow/{number}").random() < FOLLOWS:
                    _exchange(known, a, b)
            case Redealt():
                known.clear()
            case _:
                pass
        latest = list(known.items())[-HELD:]
        known = {slot: (hat, until) for slot, (hat, until) in latest if turn < until}
    return {slot: hat for slot, (hat, _) in known.items()}


def _exchange(known: Known, a: int, b: int) -> None:
    at_a, at_b = known.pop(a, None), known.pop(b, None)
    if at_a is not None:
        known[b] = at_a
    if at_b is not None:
        known[a] = at_b
