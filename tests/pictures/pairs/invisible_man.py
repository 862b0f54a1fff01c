"""The pairs of this game."""

from __future__ import annotations

from bot.games.invisible_man.pictures.board import NIGHT
from bot.games.invisible_man.pictures.pieces import BACKS, INKS
from bot.pictures.palette import COLOURS, GROUNDS, OUTLINE, PLACES, SEATS
from tests.pictures.pairs import Apart, StandOut

_TOWN = PLACES["town"]
_GROUNDS = {
    "the grass": _TOWN["grass"],
    "the pavement": COLOURS["parchment"],
    "a street": _TOWN["road"],
    "the water": _TOWN["water"],
    "a bridge": COLOURS["skin-shade"],
    "the Station's court": GROUNDS["ice"],
}

STAND_OUT: StandOut = {
    **{f"the outline of a thing on {name}": (OUTLINE, ground) for name, ground in _GROUNDS.items()},
    **{f"what is written on a card: {kind}": (COLOURS[INKS[kind]], back) for kind, back in BACKS.items()},
    **{f"the way of seat {seat} in its outline": (colour, OUTLINE) for seat, colour in enumerate(SEATS)},
    "the names of columns and rows": (COLOURS["bark-shade"], _TOWN["grass"]),
    "the number of a cell": (COLOURS["ink"], COLOURS["gold"]),
    "the number of a card just laid": (COLOURS["ink"], COLOURS["gold"]),
    "the stripes of a hatched cell": (COLOURS["bark-shade"], COLOURS["lemon"]),
    "the frame of a place that can be entered": (COLOURS["blue-shade"], COLOURS["paper"]),
    "the frame of a place that can be entered, outside": (COLOURS["blue-shade"], COLOURS["parchment"]),
    "what is counted": (COLOURS["paper"], NIGHT),
    "a pill": (COLOURS["parchment"], NIGHT),
    "the steps of the true way": (COLOURS["paper"], COLOURS["violet-shade"]),
}
APART: Apart = {
    "YES and NO": (BACKS["yes"], BACKS["no"]),
    "a plain cell and the stripes of a hatched one": (GROUNDS["sand"], COLOURS["bark-shade"]),
    "street and water": (_TOWN["road"], _TOWN["water"]),
    "what can be entered and where a chase ends": (COLOURS["blue-shade"], COLOURS["gold"]),
    "the ways, his true one too": (*SEATS, COLOURS["violet-shade"]),
}
