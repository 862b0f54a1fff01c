"""What each seat had seen, and the moments worth telling, of a game of Court Hats that has ended. Pure functions.

A hat that somebody has seen is followed through the swaps, which are public: whoever saw it could know where it lies.
Whether they did remember is not ours to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

import msgspec

from bot.engine.replay import PlayedScene
from bot.engine.rules import Seat
from bot.games.court_hats.rules.moves import PER_KIND, HatOpened, Peeked, Redealt, RowSwapped, SawHat
from bot.games.court_hats.rules.state import SLOTS

Sights: TypeAlias = tuple[dict[Seat, int], ...]
"""By slot: the seats that have seen the hat which lies there, each with the number of the move when they last did."""
LONG_MEMORY = 5
"""Moves after which it is worth telling that somebody still knew a hat."""


class CourtMoment(msgspec.Struct, frozen=True):
    """A hat that was opened and fitted.

    memory: `count` moves after the seat had last seen it. luck: unseen, with a chance of one in `count`.
    """

    sort: Literal["memory", "luck"]
    seat: Seat
    slot: int
    hat: str
    count: int


class CourtTally(msgspec.Struct, frozen=True):
    """What a seat did in a game: its peeks, and how often it won a hat that it had seen, or had not."""

    peeks: int
    seen: int
    unseen: int


def sights(played: Sequence[PlayedScene]) -> list[Sights]:
    """Return who had seen what, after each scene."""
    now: list[dict[Seat, int]] = [{} for _ in range(SLOTS)]
    after = []
    for scene in played:
        for event in scene.events:
            match event:
                case SawHat(audience=seat, slot=slot) if seat is not None:
                    now[slot] = {**now[slot], seat: scene.number}
                case RowSwapped(a=a, b=b):
                    now[a], now[b] = now[b], now[a]
                case HatOpened(slot=slot, result="miss"):
                    now[slot] = dict.fromkeys(range(len(scene.view.seats)), scene.number)
                case HatOpened(slot=slot):
                    now[slot] = {}
                case Redealt():
                    now = [{} for _ in range(SLOTS)]
                case _:
                    pass
        after.append(tuple(now))
    return after


def knowers(played: Sequence[PlayedScene]) -> tuple[tuple[Seat, ...], ...]:
    """Return by slot the seats that had seen the hat there, after the last of these scenes."""
    return tuple(tuple(sorted(seen)) for seen in sights(played)[-1])


def tally(played: Sequence[PlayedScene], seat: Seat) -> CourtTally:
    won = [known for opened, known in _won(played) if opened.seat == seat]
    peeks = sum(isinstance(event, Peeked) and event.seat == seat for scene in played for event in scene.events)
    return CourtTally(peeks, sum(seat in known for known in won), sum(seat not in known for known in won))


def moments(played: Sequence[PlayedScene]) -> list[CourtMoment]:
    """Return the longest memory and the boldest luck of a game, as far as there was any."""
    before = [sights(played[:1])[0], *sights(played)]
    memory, luck = [], []
    for scene in played:
        for event in scene.events:
            if not isinstance(event, HatOpened) or event.result != "match":
                continue
            known = before[scene.number][event.slot]
            if event.seat in known:
                age = scene.number - known[event.seat]
                memory.append(CourtMoment("memory", event.seat, event.slot, event.hat, age))
            elif odds := _odds(played[scene.number - 1], before[scene.number], event):
                luck.append(CourtMoment("luck", event.seat, event.slot, event.hat, odds))
    best = [max(found, key=lambda moment: moment.count) for found in (memory, luck) if found]
    return [moment for moment in best if moment.sort == "luck" or moment.count >= LONG_MEMORY]


def _won(played: Sequence[PlayedScene]) -> Iterator[tuple[HatOpened, dict[Seat, int]]]:
    """List the hats that were won, each with who had seen it before."""
    after = sights(played)
    for scene in played[1:]:
        for event in scene.events:
            if isinstance(event, HatOpened) and event.result != "miss":
                yield event, after[scene.number - 1][event.slot]


def _odds(before: PlayedScene, known: Sights, opened: HatOpened) -> int:
    """Return one in how many hats, of those that the seat had not seen, would have fitted; 0 for every second one."""
    view, seat = before.view, opened.seat
    lying = [slot for slot, kind in enumerate(view.row) if kind is not None]
    seen = [before.truth.hats[slot] for slot in lying if seat in known[slot]]
    unseen = view.hat_pile + len(lying) - len(seen)
    won = sum(held.pairs.count(opened.hat) for held in view.seats)
    fitting = PER_KIND - won - seen.count(opened.hat)
    odds = round(unseen / fitting) if fitting > 0 else 0
    return odds if odds > 2 else 0
