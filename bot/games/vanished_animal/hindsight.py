"""What each seat had seen, and the moments worth telling, of a game of The Vanished Animal that has ended.

Pure functions. An animal that somebody has seen is followed through the swaps, which are public: whoever saw it could
know where it is. Whether they did remember is not ours to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from bot.engine.replay import PlayedScene
from bot.engine.rules import Event, Seat
from bot.games.vanished_animal.rules.moves import (
    ANIMALS,
    HATS,
    Learned,
    Named,
    RingSwapped,
    RoundBegan,
    RoundEnded,
    SawAnimal,
)
from bot.games.vanished_animal.rules.view import VanishedAnimalTruth

LONG_MEMORY = 8
"""Moves after which it is worth telling that somebody still knew an animal."""


class Sights(msgspec.Struct, frozen=True):
    """Who has seen what in a round: by place of the ring and for the box, each seat with the move when it last did.

    `vain` are the animals that all know not to be missing, since they were named in vain.
    """

    hats: tuple[dict[Seat, int], ...] = ({},) * HATS
    box: dict[Seat, int] = {}  # frozen, and copied by whoever adds to it
    vain: tuple[str, ...] = ()


class VanishedMoment(msgspec.Struct, frozen=True):
    """A round that was won.

    guess: by a name with `count` animals still possible. memory: by a name that followed from what was seen, the
    oldest look `count` moves ago. quiet: round `count`, in which all others had named in vain.
    """

    sort: Literal["guess", "memory", "quiet"]
    seat: Seat
    animal: str
    count: int


class Uncovered(msgspec.Struct, frozen=True):
    """What lay where at the end of a scene, and who had seen it; of a round that ends, as it was then."""

    truth: VanishedAnimalTruth
    sights: Sights
    events: tuple[Event, ...]


def uncovered(played: Sequence[PlayedScene]) -> Uncovered:
    """Return the ring face up after the last of these scenes. With a round's end, the next one is not begun yet."""
    events = played[-1].events
    began = next((place for place, event in enumerate(events) if isinstance(event, RoundBegan) and event.round > 1), 0)
    if not began:
        return Uncovered(played[-1].truth, sights(played), events)
    before = events[:began]
    return Uncovered(played[-2].truth, sights((*played[:-1], replace(played[-1], events=before))), before)


def sights(played: Sequence[PlayedScene]) -> Sights:
    """Return who had seen what of the round that is on after the last of these scenes."""
    now = Sights()
    for scene in played:
        for event in scene.events:
            now = _after(now, event, scene.number, len(scene.view.seats))
    return now


def _after(now: Sights, event: Event, number: int, seats: int) -> Sights:
    match event:
        case RoundBegan():
            return Sights()
        case SawAnimal(audience=seat, hat=hat) if seat is not None:
            seen = {**now.hats[hat], seat: number}
            return replace(now, hats=(*now.hats[:hat], seen, *now.hats[hat + 1 :]))
        case RingSwapped(a=a, b=b):
            moved = list(now.hats)
            moved[a], moved[b] = moved[b], moved[a]
            return replace(now, hats=tuple(moved))
        case Named(animal=animal, right=False):
            return replace(now, vain=(*now.vain, animal))
        case Learned(audience=seat) if seat is not None:
            return replace(now, box={**now.box, seat: number})
        case RoundEnded(hats=hats, box=box):
            everyone = dict.fromkeys(range(seats), number)
            shown = now if box is None else replace(now, box=everyone)
            return shown if hats is None else replace(shown, hats=(everyone,) * HATS)
        case _:
            return now


def possible(seen: Sights, truth: VanishedAnimalTruth, seat: Seat) -> tuple[str, ...]:
    """Return the animals that might be missing for a seat that remembers all it has seen."""
    if seat in seen.box:
        return (truth.box,)
    met = {animal for animal, known in zip(truth.hats, seen.hats, strict=True) if seat in known}
    return tuple(animal for animal in ANIMALS if animal not in met and animal not in seen.vain)


def moments(played: Sequence[PlayedScene]) -> list[VanishedMoment]:
    """Return the boldest guess, the longest memory and the quietest win of a game, as far as there was any."""
    guesses, memories, quiet = [], [], []
    for scene in played[1:]:
        before = played[: scene.number]
        for event in scene.events:
            if isinstance(event, Named) and event.right:
                seen, truth = sights(before), before[-1].truth
                left = len(possible(seen, truth, event.seat))
                looks = [known[event.seat] for known in seen.hats if event.seat in known]
                if left > 1:
                    guesses.append(VanishedMoment("guess", event.seat, event.animal, left))
                elif looks:
                    age = scene.number - min(looks)
                    memories.append(VanishedMoment("memory", event.seat, event.animal, age))
            elif isinstance(event, RoundEnded) and not any(isinstance(e, Named) and e.right for e in scene.events):
                box, number = before[-1].truth.box, before[-1].view.round
                quiet.append(VanishedMoment("quiet", event.winner, box, number))
    best = [max(found, key=lambda moment: moment.count) for found in (guesses, memories, quiet) if found]
    return [moment for moment in best if moment.sort != "memory" or moment.count >= LONG_MEMORY]
