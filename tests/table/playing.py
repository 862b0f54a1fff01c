"""Moves in a running Court Hats, chosen by one who sees under the hats."""

from __future__ import annotations

from bot.playground.feed import Toast
from tests.helpers.party import Party, labels

UNFIT = "miss"


def slot_of(party: Party, kind: str) -> int | None:
    """Find a slot (1-7) whose hat is a "match", "magic", or a "miss"; None if there is none."""
    for number, slot in enumerate(party.table().state.row, start=1):
        if slot is None:
            continue
        found = "match" if slot.hat == slot.character else "magic" if slot.hat == "magic" else UNFIT
        if found == kind:
            return number
    return None


async def open_one(party: Party, *kinds: str) -> Toast:
    """Open the first hat of the kinds wished for, as the player to move."""
    for kind in kinds:
        number = slot_of(party, kind)
        if number is not None:
            return await party.press(party.mover(), f"🎩{number}", party.table_board())
    raise AssertionError(f"no hat to open is {kinds}")


async def finish(party: Party, most: int = 300) -> int:
    """Play to the end: open what fits, else move a fitting hat to its place; return the number of moves."""
    for move in range(most):
        if party.table().record.status != "playing":
            return move
        if slot_of(party, "match") or slot_of(party, "magic"):
            await open_one(party, "match", "magic")
        else:
            await _bring_together(party)
    raise AssertionError(f"no end after {most} moves: {labels(party.board())}")


async def _bring_together(party: Party) -> None:
    row = party.table().state.row
    banned = party.table().view(None).banned_swap
    for a, one in enumerate(row):
        for b, other in enumerate(row):
            if one and other and one.hat == other.character and tuple(sorted((a, b))) != banned:
                mover = party.mover()
                await party.press(mover, f"⇄{a + 1}", party.table_board())
                await party.press(mover, f"⇄{b + 1}", party.table_board())
                return
    await open_one(party, UNFIT)
