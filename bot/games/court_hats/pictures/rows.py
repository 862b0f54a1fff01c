"""Where the seven slots lie: four above and three below, in the gaps between them, as bricks lie.

So each slot of the lower row has the gap between two of the upper row above it, and what comes from above reaches it
without crossing a card. From left to right all seven are in one order, which arrows use: 1, 5, 2, 6, 3, 7, 4.
"""

from __future__ import annotations

from bot.pictures.canvas import WIDTH

UPPER = 4
"""How many slots the upper row has."""
CARD, GUTTER = 196, 48
"""The width of a card, and of the gap between two, in pixels."""
PITCH = CARD + GUTTER
MARGIN = (WIDTH - UPPER * CARD - (UPPER - 1) * GUTTER) // 2


def is_lower(slot: int) -> bool:
    return slot >= UPPER


def order(slot: int) -> int:
    """Return the place of a slot from left to right, both rows taken together."""
    return 2 * (slot - UPPER) + 1 if is_lower(slot) else 2 * slot


def left(slot: int) -> int:
    """Return where a slot's cards begin, in pixels from the left."""
    return MARGIN + order(slot) * PITCH // 2


def middle(slot: int) -> int:
    """Return the middle of a slot, in pixels from the left."""
    return left(slot) + CARD // 2
