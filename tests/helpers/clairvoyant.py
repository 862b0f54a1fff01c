"""What people press who see through hats, cards and boxes, foresee dice, and want their game to come to its end.

At random, a game may need thousands of moves. What is played here ends each of them in some dozens of presses; a hunt
by a chase nearly always, at the latest when nothing has happened for twenty rounds (docs/rulings.md N47).
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Any

from bot.engine.randomness import CommittedRandom
from bot.games.invisible_man.rules.paths import distances, within
from bot.games.invisible_man.rules.town import TOWN
from bot.games.vanished_animal.rules.moves import ANIMALS
from tests.helpers.ledger import Ledger, winning_moves

_IN_REACH = 6
"""Steps of a walk at most: what is farther away is as good as anything farther."""


def next_presses(word: str, ledger: Ledger, table: str, offered: Set[str]) -> list[str]:
    """Return the codes of the buttons to press now, one after the other, of those that a table's board offers.

    `word` is by which `/play` opens the game. Empty where the board does not show the state yet.
    """
    state = ledger.state(table)
    if word == "invisible":
        codes = hunting_presses(state, ledger.randomness(table), offered)
    else:
        codes = winning_moves(state) if word == "hats" else _animal(state, offered)
    return codes if offered >= set(codes) else []


def _animal(state: dict[str, Any], offered: Set[str]) -> list[str]:
    """Name the animal in the box; after a look swap first, as one must."""
    if state["phase"] == "turn":
        return [f"n{ANIMALS.index(state['box']['animal'])}", "y"]
    swaps = sorted(code for code in offered if code[0] == "s" and code != f"s{state['looked']}")
    return ["k"] if "k" in offered else swaps[:1]


def hunting_presses(state: dict[str, Any], rng: CommittedRandom, offered: Set[str]) -> list[str]:
    """Check the places where the shot will hit, as a policeman; run to them, as the Invisible Man."""
    phase, hidden = state["phase"], state["turn"] == state["invisible"]
    if phase == "cards":
        return ["x"] if hidden else _reinforce(state, rng)
    if phase == "move":
        return _flee(state, offered) if hidden else _pursue(state, rng, offered)
    return sorted(offered & {"r", "dn", "k1"} or [code for code in offered if code[0] == "m"])[:1]


def _reinforce(state: dict[str, Any], rng: CommittedRandom) -> list[str]:
    """Lay the best YES where that makes the check of a place in reach end in a hit, else be done."""
    part = state["parts"][state["turn"]]
    best, reach = max(part["yes"], default=0), within(TOWN, part["cell"], state["die"])
    places = [place for place in part["signals"] if place in reach]
    if not any(_hits(state, rng, place) for place in places):
        for place in places:
            if best and _hits(state, rng, place, best):
                return [f"h{sorted(part['yes']).index(best) + 1}", f"@{place}"]
    return ["x"]


def _hits(state: dict[str, Any], rng: CommittedRandom, place: str, more: int = 0) -> bool:
    """Return whether a check of a place now, with `more` on it, ends in a hit (docs/rulings.md N31, N34)."""
    police, invisible, shot = (rng.stream(f"die/{state['rolls'] + number}").die() for number in range(3))
    laid = [card["value"] * (1 if card["kind"] == "yes" else -1) for card in state["laid"] if card["place"] == place]
    return police + sum(laid) + more > invisible and shot in state["digits"][place]


def _pursue(state: dict[str, Any], rng: CommittedRandom, offered: Set[str]) -> list[str]:
    part, pawn = state["parts"][state["turn"]], state["parts"][state["invisible"]]["cell"]
    if pawn is not None:
        return _nearest(offered, [pawn])
    sure = [f"@{place}" for place in part["signals"] if f"@{place}" in offered and _hits(state, rng, place)]
    return sure[:1] or _nearest(offered, part["signals"] or [TOWN.station])


def _flee(state: dict[str, Any], offered: Set[str]) -> list[str]:
    """Run towards the policemen; into a refuge only where nothing else is left."""
    police = [part["cell"] for part in state["parts"] if not part["out"] and part is not state["parts"][state["turn"]]]
    return _nearest(offered, police) or sorted(offered)[:1]


def _nearest(offered: Iterable[str], cells: Iterable[str]) -> list[str]:
    """Return the walk that ends nearest to these cells, taken together."""
    away = [distances(TOWN, cell) for cell in cells]
    walks = sorted(code for code in offered if code[0] == "m")
    return sorted(walks, key=lambda code: sum(min(steps.get(code[1:], _IN_REACH), _IN_REACH) for steps in away))[:1]
