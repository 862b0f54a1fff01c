"""The pairs of the drawing kit: badges, flags and plates of seats."""

from __future__ import annotations

from bot.pictures.palette import COLOURS, OUTLINE, RIGHT, SEATS, WRONG, ink_on
from tests.pictures.pairs import Apart, StandOut

STAND_OUT: StandOut = {
    **{f"badge of seat {seat} in its outline": (colour, OUTLINE) for seat, colour in enumerate(SEATS)},
    **{f"number on the flag of seat {seat}": (COLOURS[ink_on(colour)], colour) for seat, colour in enumerate(SEATS)},
    "an arrow's light line beside its dark one": (COLOURS["paper"], OUTLINE),
    "a plate's outline": (OUTLINE, COLOURS["parchment"]),
    "the golden plate's outline": (OUTLINE, COLOURS["lemon"]),
}
APART: Apart = {"seats": SEATS, "right and wrong": (RIGHT, WRONG)}
