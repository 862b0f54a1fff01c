"""The buttons of Court Hats: a row to peek, a row to swap, a row to open. docs/rulings.md 1.3.

A code is the letter of the row and the slot from 0: `p2` peeks at the third hat, `s0` then `s4` swap two.
"""

from __future__ import annotations

from bot.engine.presentation import Choice, Choices, FirstPress
from bot.engine.rules import Action, Swap
from bot.errors import Refusal
from bot.games.court_hats.rules.moves import OpenHat, Peek
from bot.games.court_hats.rules.view import CourtHatsView
from bot.games.court_hats.text import REFUSALS
from bot.i18n.lazy import lazy
from bot.i18n.translator import Translator

_PEEK, _SWAP, _OPEN = "p", "s", "o"
_SIGNS = {_PEEK: "👁", _SWAP: "⇄", _OPEN: "🎩"}
"""The sign on the buttons of each row."""


def choices(view: CourtHatsView, tr: Translator) -> Choices:
    """Return three rows with a button for each slot that holds a hat."""
    slots = [slot for slot, kind in enumerate(view.row) if kind is not None]
    return tuple(
        tuple(Choice(f"{sign}{tr.number(slot + 1)}", f"{letter}{slot}") for slot in slots)
        for letter, sign in _SIGNS.items()
    )


def read(view: CourtHatsView, pending: str | None, code: str) -> Action | FirstPress:
    """Read a button's code; a swap is two of them. Raise Refusal."""
    kind, slot = _read(code)
    if view.row[slot] is None:
        raise Refusal(REFUSALS["no_such_slot"])
    if kind == _PEEK:
        return Peek(slot)
    if kind == _OPEN:
        return OpenHat(slot)
    first = chosen_slot(view, pending)
    if first == slot:
        # NOTE: Toast after a second tap on ⇄ of the same hat.
        return FirstPress("", lazy("Hat {slot} is no longer selected.", slot=slot + 1))
    if first is None:
        # NOTE: Toast after the first of the two taps of a swap.
        return FirstPress(code, lazy("Hat {slot} is selected. Now tap ⇄ on the hat to swap it with.", slot=slot + 1))
    return Swap(first, slot)


def _read(code: str) -> tuple[str, int]:
    """Split a code into its row and slot. Raise Refusal for anything that no button says."""
    if len(code) != 2 or code[0] not in _SIGNS or code[1] not in "0123456":
        raise Refusal(REFUSALS["unknown_action"])
    return code[0], int(code[1])


def chosen_slot(view: CourtHatsView, pending: str | None) -> int | None:
    """Return the slot chosen first for a swap, None if there is none that still holds a hat."""
    return _pending_slot(view, pending, _SWAP)


def claimed_slot(view: CourtHatsView, pending: str | None) -> int | None:
    """Return the slot that is to be opened as soon as it is pressed once more, None if there is none."""
    return _pending_slot(view, pending, _OPEN)


def _pending_slot(view: CourtHatsView, pending: str | None, wanted: str) -> int | None:
    if not pending:
        return None
    kind, slot = _read(pending)
    return slot if kind == wanted and view.row[slot] is not None else None
