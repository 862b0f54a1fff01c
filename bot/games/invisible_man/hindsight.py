"""Where the Invisible Man was, where he could be thought, and the moments worth telling, of a game that has ended.

Pure functions. Hidden he is nowhere: whether he was at a place is decided when it is checked (N29-N34). So the police
could think him at every place whose Signal did not lie open; his way over the map is that of his chases.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from bot.engine.replay import PlayedScene
from bot.engine.rules import Seat
from bot.games.invisible_man.rules.moves import Appeared, Caught, Checked, Cloaked, Escaped, Shot, Walked
from bot.games.invisible_man.rules.paths import distances
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.view import InvisibleManView

NARROW = 3
"""Steps between him and the police, or points of a contest, that were a narrow thing."""

EVEN = 3
"""Digits of a die that come up as often as not."""
LONG_CHASE = 6
"""Steps after which it is worth telling that he was caught after all."""


class TownMoment(msgspec.Struct, frozen=True):
    """What was nearly otherwise.

    cloak: he was caught at `cell`, and a Cloak saved him with `count` digits of six. refuge: he reached `cell` with a
    policeman `count` steps behind. contest: a check at `cell` was lost by `count` points. shot: one at `cell` hit with
    `count` digits of six. chase: he was caught at `cell` after `count` steps.
    """

    sort: Literal["cloak", "refuge", "contest", "shot", "chase"]
    seat: Seat
    cell: str
    count: int


def chases(played: Sequence[PlayedScene]) -> tuple[tuple[str, ...], ...]:
    """Return the cells of each chase of these scenes, in his order."""
    ways: list[tuple[str, ...]] = []
    for scene in played:
        for event in scene.events:
            match event:
                case Appeared(cell=cell):
                    ways.append((cell,))
                case Walked(seat=seat, path=path) if ways and seat == scene.view.invisible:
                    ways[-1] += path[1:]
                case _:
                    pass
    return tuple(ways)


def trail(played: Sequence[PlayedScene], count: int = 1) -> tuple[str, ...]:
    """Return his way in the chase that is on after these scenes, or was in the last `count` of them; else nothing.

    At the end of the game it is that of the last chase.
    """
    fresh = any(isinstance(e, Appeared | Escaped | Cloaked | Caught) for scene in played[-count:] for e in scene.events)
    ways = chases(played)
    return ways[-1] if ways and (fresh or played[-1].view.pawn is not None or played[-1].view.to_act is None) else ()


def possible(played: Sequence[PlayedScene]) -> tuple[str, ...]:
    """Return where the police could think him after the last of these scenes: the cell of his pawn, or places."""
    view = played[-1].view
    if view.pawn is not None:
        return (view.pawn,)
    return tuple(place for place in TOWN.places if place not in view.opened)


def moments(played: Sequence[PlayedScene]) -> list[TownMoment]:
    """Return what was nearly otherwise, the narrowest of each sort, the best sorts first."""
    found: dict[str, list[TownMoment]] = {"cloak": [], "refuge": [], "contest": [], "shot": [], "chase": []}
    caught, steps = "", 0
    for scene in played:
        man = scene.view.invisible
        before = played[max(0, scene.number - 1)].view
        walked: tuple[str, ...] = ()
        for event in scene.events:
            match event:
                case Appeared():
                    steps = 0
                case Walked(seat=seat, path=path) if seat == man:
                    walked, steps = path, steps + len(path) - 1
                case Caught(cell=cell):
                    caught = cell
                case Cloaked(cloak=cloak, saved=True) if len(set(str(cloak))) <= EVEN:
                    found["cloak"].append(TownMoment("cloak", man, caught, len(set(str(cloak)))))
                case Escaped(place=place) if len(walked) > 1:
                    near = _nearest(before, walked[-2], man)
                    if near <= NARROW:
                        found["refuge"].append(TownMoment("refuge", man, place, near))
                case Checked(seat=seat, place=place) if not event.won and event.invisible - event.police < NARROW:
                    found["contest"].append(TownMoment("contest", seat, place, event.invisible - event.police))
                case Shot(seat=seat, place=place, hits=hits, hit=True) if len(hits) < EVEN:
                    found["shot"].append(TownMoment("shot", seat, place, len(hits)))
                case _:
                    pass
    last = played[-1]
    winners = last.view.outcome.winners if last.view.outcome is not None else ()
    if caught and winners and last.view.invisible not in winners and steps >= LONG_CHASE:
        found["chase"].append(TownMoment("chase", winners[0], caught, steps))
    narrowest = [min(some, key=lambda moment: moment.count) for some in found.values() if some]
    return sorted(narrowest, key=lambda moment: ("cloak", "refuge", "chase", "contest", "shot").index(moment.sort))


def _nearest(view: InvisibleManView, cell: str, man: Seat) -> int:
    """Return how many steps the nearest policeman stood from a cell."""
    steps = distances(TOWN, cell)
    cells = [open_.cell for seat, open_ in enumerate(view.seats) if seat != man and open_.cell is not None]
    return min((steps[other] for other in cells if other in steps), default=99)
