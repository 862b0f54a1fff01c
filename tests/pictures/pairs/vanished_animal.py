"""The pairs of this game: what stands on its stage."""

from __future__ import annotations

from bot.games.vanished_animal.pictures.stage import GROUNDS, PLACE
from bot.pictures.palette import COLOURS, OUTLINE, PLACES
from tests.pictures.pairs import Apart, StandOut

_NAMES = {colour: name for name, colour in {**PLACES[PLACE], "golden ray": COLOURS["lemon"]}.items()}

STAND_OUT: StandOut = {
    **{f"a black hat on the {_NAMES[ground]}": (COLOURS["coal"], ground) for ground in (*GROUNDS, COLOURS["lemon"])},
    **{f"an arrow's dark line on the {_NAMES[ground]}": (OUTLINE, ground) for ground in GROUNDS},
    "a hat's number on the hat": (COLOURS["paper"], COLOURS["coal"]),
    "a tag on a hat": (COLOURS["parchment"], COLOURS["coal"]),
    "a tag on a hat's band": (COLOURS["parchment"], COLOURS["red"]),
    "the box's star": (COLOURS["gold"], COLOURS["violet"]),
    "the ribbon before the curtain": (COLOURS["parchment"], COLOURS["red"]),
    "a plate on the apron": (COLOURS["parchment"], COLOURS["bark"]),
    "a free seat on the apron": (COLOURS["skin-shade"], COLOURS["bark"]),
    "a token that is wanting": (COLOURS["bark"], COLOURS["parchment"]),
}
APART: Apart = {"the box and a hat": (COLOURS["violet"], COLOURS["coal"])}
