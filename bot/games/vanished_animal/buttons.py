"""The buttons of The Vanished Animal: which stand under the board, what each code means. docs/rulings.md 3.2.

`l2` looks into hat 2 (counted from 0), `s3` takes hat 3 for a swap, `n4` chooses the animal 4, `y` names it, `k` keeps.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.presentation import Choice, Choices, FirstPress
from bot.engine.rules import Action, Swap
from bot.errors import Refusal
from bot.games.vanished_animal.rules.moves import ANIMALS as KINDS
from bot.games.vanished_animal.rules.moves import HATS, Keep, Look, Name
from bot.games.vanished_animal.rules.view import VanishedAnimalView
from bot.games.vanished_animal.text import ANIMALS, REFUSALS, SIGNS
from bot.i18n.lazy import lazy
from bot.i18n.translator import Translator

_LOOK, _SWAP, _NAME, _YES, _KEEP = "l", "s", "n", "y", "k"
_SIZES = {_LOOK: HATS, _SWAP: HATS, _NAME: len(KINDS)}


def choices(view: VanishedAnimalView, tr: Translator) -> Choices:
    """Return the buttons for what is due now; they follow from what all see."""
    if view.phase == "turn":
        looks = tuple(Choice(f"👁{tr.number(hat + 1)}", f"{_LOOK}{hat}") for hat in range(HATS))
        # The swap follows the look at once: its buttons stand there already, so that no new board is waited for.
        swaps = tuple(Choice(f"⇄{tr.number(hat + 1)}", f"{_SWAP}{hat}", ahead=True) for hat in range(HATS))
        return (looks, swaps, (*_animals(view), Choice("✔", _YES)))
    swaps = tuple(Choice(f"⇄{tr.number(hat + 1)}", f"{_SWAP}{hat}") for hat in view.swappable)
    # NOTE: Button, alone in its row.
    keep = ((Choice(tr.t("Don’t swap"), _KEEP),),) if view.may_keep else ()
    return (swaps, *keep)


def _animals(view: VanishedAnimalView) -> Iterator[Choice]:
    """Return a button for each animal by its sign, marked where it was named in vain (D9, D10).

    One row for all, as the ring above is what is looked at; the toast says the animal's name before it is named.
    """
    for number, kind in enumerate(KINDS):
        yield Choice(f"{SIGNS[kind]}{'✗' * (kind in view.excluded)}", f"{_NAME}{number}")


def read(view: VanishedAnimalView, pending: str | None, code: str) -> Action | FirstPress:
    """Read a button's code; a name and a second swap are two of them. Raise Refusal."""
    letter, number = _read(code)
    if letter == _LOOK:
        return Look(number)
    if letter == _KEEP:
        return Keep()
    if letter == _NAME:
        return _choose(view, number, code)
    if letter == _SWAP:
        return _swap(view, pending, number, code)
    chosen = _pending_number(pending, _NAME)
    if chosen is None:
        raise Refusal(REFUSALS["name_first"])
    return Name(KINDS[chosen])


def _read(code: str) -> tuple[str, int]:
    """Split a code into letter and number. Raise Refusal for anything that no button says."""
    if code in (_YES, _KEEP):
        return code, 0
    letter, digit = code[:1], code[1:]
    if letter not in _SIZES or digit not in [str(number) for number in range(_SIZES[letter])]:
        raise Refusal(REFUSALS["unknown_action"])
    return letter, int(digit)


def _pending_number(pending: str | None, letter: str) -> int | None:
    """Return the number chosen first, None if that was of another kind."""
    if not pending:
        return None
    kind, number = _read(pending)
    return number if kind == letter else None


def chosen(pending: str | None) -> tuple[str | None, int | None]:
    """Return the animal that is chosen to be named, and the hat chosen for a second swap."""
    name, hat = _pending_number(pending, _NAME), _pending_number(pending, _SWAP)
    return None if name is None else KINDS[name], hat


def _choose(view: VanishedAnimalView, number: int, code: str) -> FirstPress:
    """Remember an animal, and warn of one that all know to be in the ring (D9)."""
    if view.phase != "turn":
        raise Refusal(REFUSALS["swap_first"])
    kind = KINDS[number]
    if kind in view.excluded:
        return FirstPress(
            # NOTE: Alert after a tap on an animal that is crossed out.
            code,
            lazy(
                "Everyone knows this one is in the ring: {animal}. Tap ✔ if you want to name it anyway.",
                animal=ANIMALS[kind],
            ),
        )
    # NOTE: Toast after a tap on an animal.
    return FirstPress(
        code, lazy("Tap ✔ to name: {animal}. If you’re wrong, you’re out of this round.", animal=ANIMALS[kind])
    )


def _swap(view: VanishedAnimalView, pending: str | None, hat: int, code: str) -> Action | FirstPress:
    """Swap the hat looked into with this one, or take it as one of two for the second swap (D7, D8)."""
    if view.phase == "turn":
        raise Refusal(REFUSALS["look_first"])
    if view.phase == "swap" and view.looked is not None:
        return Swap(view.looked, hat)
    if hat not in view.swappable:
        raise Refusal(REFUSALS["not_fresh"])
    first = _pending_number(pending, _SWAP)
    if first == hat:
        return FirstPress("", lazy("Hat {slot} is no longer selected.", slot=hat + 1))
    if first is None:
        return FirstPress(code, lazy("Hat {slot} is selected. Now tap ⇄ on the hat to swap it with.", slot=hat + 1))
    return Swap(first, hat)
