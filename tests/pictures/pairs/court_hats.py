"""The pairs of Court Hats: everything that lies in the throne room."""

from __future__ import annotations

from bot.games.court_hats.pictures.throne_room import ROOM
from bot.pictures.palette import COLOURS, RIGHT, WRONG
from tests.pictures.pairs import Apart, StandOut

STAND_OUT: StandOut = {
    "arrows on the wall": (COLOURS["paper"], ROOM["wall"]),
    "arrows on the lilies of the wall": (COLOURS["paper"], ROOM["wall-shade"]),
    "cards on the wall": (COLOURS["paper"], ROOM["wall"]),
    "a chip of the ribbon on the valance": (COLOURS["parchment"], ROOM["carpet"]),
    "the number of a gap": (COLOURS["mist"], ROOM["wall-shade"]),
    "plates on the carpet": (COLOURS["parchment"], ROOM["carpet"]),
    "plates' edges on the floor": (COLOURS["ink"], ROOM["floor"]),
    "plates' edges on the tiles": (COLOURS["ink"], ROOM["floor-shade"]),
    "the winner's name on the banner": (COLOURS["ink"], COLOURS["gold"]),
}
APART: Apart = {
    "backs of hats and of characters": (COLOURS["leaf"], COLOURS["red-shade"]),
    "a match and a miss": (RIGHT, WRONG),
}
