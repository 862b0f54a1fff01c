"""What easy and normal computers remember of Court Hats: by places, as people do. docs/rulings.md 1.3, H24.

A fact is a hat seen, or a swap of one that is remembered. The normal computer keeps the latest facts in a row, so it
loses a hat from mind before any swap that came after it: what it remembers is true. How long the easy one remembers a
hat, and whether it noticed a swap, is drawn by the number of the event: what is forgotten stays forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.computer_random import ComputerRandom
from bot.games.court_hats.rules.moves import CourtEvent, HatOpened, Peeked, Redealt, RowSwapped, SawHat

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
    """Return by slot the hats of the last dozen facts, followed to where they lie now."""
    known: Known = {}
    facts = 0
    for event in seen:
        if shown := _shown(event):
            facts += 1
            known[shown[0]] = (shown[1], facts)
        elif isinstance(event, RowSwapped):
            facts += event.a in known or event.b in known
            _exchange(known, event.a, event.b)
        _lose(known, event)
        known = {slot: (hat, fact) for slot, (hat, fact) in known.items() if facts - fact < FACTS}
    return {slot: hat for slot, (hat, _) in known.items()}


def childlike(seen: Sequence[CourtEvent], rng: ComputerRandom, seats: int) -> dict[int, str]:
    """Return by slot three hats remembered for a few turns, some of them wrongly: not every swap is followed."""
    known: Known = {}
    turn = 0
    for number, event in enumerate(seen[-LOOKED_BACK:], max(0, len(seen) - LOOKED_BACK)):
        turn += isinstance(event, Peeked | HatOpened | RowSwapped)
        if shown := _shown(event):
            known.pop(shown[0], None)
            known[shown[0]] = (shown[1], turn + seats * rng.of(f"forget/{number}").randint(1, ROUNDS))
        elif isinstance(event, RowSwapped) and rng.of(f"follow/{number}").random() < FOLLOWS:
            _exchange(known, event.a, event.b)
        _lose(known, event)
        known = {slot: (hat, until) for slot, (hat, until) in list(known.items())[-HELD:] if turn < until}
    return {slot: hat for slot, (hat, _) in known.items()}


def _shown(event: CourtEvent) -> tuple[int, str] | None:
    """Return the slot and the hat that an event shows and leaves where it is."""
    match event:
        case SawHat(slot=slot, hat=hat) | HatOpened(slot=slot, hat=hat, result="miss"):
            return slot, hat
        case _:
            return None


def _lose(known: Known, event: CourtEvent) -> None:
    match event:
        case HatOpened(slot=slot, result="match" | "magic"):
            known.pop(slot, None)
        case Redealt():
            known.clear()
        case _:
            pass


def _exchange(known: Known, a: int, b: int) -> None:
    at_a, at_b = known.pop(a, None), known.pop(b, None)
    if at_a is not None:
        known[b] = at_a
    if at_b is not None:
        known[a] = at_b
