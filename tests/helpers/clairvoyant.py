"""What people press who see through hats, cards and boxes and want their game to come to its end.

At random, a game may need thousands of moves. What is played here ends each of them in some dozens of presses; a hunt
by a chase as a rule, at the latest when every Signal lies open (docs/rulings.md N45).
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Any

from bot.games.invisible_man.rules.paths import distances
from bot.games.invisible_man.rules.town import TOWN
from bot.games.vanished_animal.rules.moves import ANIMALS
from tests.helpers.ledger import winning_moves


def next_presses(word: str, state: dict[str, Any], offered: Set[str]) -> list[str]:
    """Return the codes of the buttons to press now, one after the other, of those that a board offers.

    `word` is by which `/play` opens the game. Empty where the board does not show the state yet.
    """
    choose = {"hats": _hats, "animal": _animal, "invisible": _invisible}[word]
    codes = choose(state, offered)
    return codes if offered >= set(codes) else []


def _hats(state: dict[str, Any], offered: Set[str]) -> list[str]:
    return winning_moves(state)


def _animal(state: dict[str, Any], offered: Set[str]) -> list[str]:
    """Name the animal in the box; after a look swap first, as one must."""
    if state["phase"] == "turn":
        return [f"n{ANIMALS.index(state['box']['animal'])}", "y"]
    swaps = sorted(code for code in offered if code[0] == "s" and code != f"s{state['looked']}")
    return ["k"] if "k" in offered else swaps[:1]


def _invisible(state: dict[str, Any], offered: Set[str]) -> list[str]:
    """Go from place to place as a policeman, with a YES in each; as the Invisible Man, do nothing and run to them."""
    phase, hidden = state["phase"], state["turn"] == state["invisible"]
    if phase == "cards":
        return [] if "x" not in offered else ["x"] if hidden else _reinforce(state)
    if phase == "move":
        return _flee(state, offered) if hidden else _pursue(state, offered)
    return sorted(offered & {"r", "dn", "k1"} or [code for code in offered if code[0] == "m"])[:1]


def _reinforce(state: dict[str, Any]) -> list[str]:
    """Lay the best YES on the place that is checked next, unless one lies there; be done then."""
    part = state["parts"][state["turn"]]
    place, best = _goal(state), max(part["yes"], default=0)
    if not best or place is None or any(card["kind"] == "yes" and card["place"] == place for card in state["laid"]):
        return ["x"]
    return [f"h{sorted(part['yes']).index(best) + 1}", f"@{place}"]


def _pursue(state: dict[str, Any], offered: Set[str]) -> list[str]:
    pawn, goal = state["parts"][state["invisible"]]["cell"], _goal(state)
    if pawn is not None:
        return _nearest(offered, {pawn})
    if goal is not None and f"@{goal}" in offered:
        return [f"@{goal}"]
    return _nearest(offered, {goal} if goal else {TOWN.station})


def _flee(state: dict[str, Any], offered: Set[str]) -> list[str]:
    """Run towards a policeman; into a refuge only where nothing else is left."""
    police = {part["cell"] for part in state["parts"] if not part["out"] and part is not state["parts"][state["turn"]]}
    return _nearest(offered, police) or sorted(offered)[:1]


def _goal(state: dict[str, Any]) -> str | None:
    """Return the nearest place whose Signal the policeman holds who is to move."""
    part = state["parts"][state["turn"]]
    away = distances(TOWN, part["cell"])
    return min(part["signals"], key=lambda place: (away[place], place), default=None)


def _nearest(offered: Iterable[str], cells: Iterable[str]) -> list[str]:
    """Return the walk that ends nearest to one of these cells."""
    away = [distances(TOWN, cell) for cell in cells]
    walks = sorted(code for code in offered if code[0] == "m")
    return sorted(walks, key=lambda code: min(steps.get(code[1:], len(TOWN.at)) for steps in away))[:1]
