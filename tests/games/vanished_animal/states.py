"""States of The Vanished Animal, laid by hand, and short ways to play on from them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Action, Event, Options, Swap
from bot.games.vanished_animal.rules.game import VanishedAnimalRules
from bot.games.vanished_animal.rules.moves import ANIMALS, Keep, Look, Name, VanishedAction
from bot.games.vanished_animal.rules.options import settle
from bot.games.vanished_animal.rules.state import RingHat, VanishedAnimalState
from bot.games.vanished_animal.rules.view import VanishedSeat
from tests.games import lawful

RULES = VanishedAnimalRules()
RNG = CommittedRandom(bytes(32))
NOBODY = (VanishedSeat(), VanishedSeat(), VanishedSeat())
"""Three seats without tokens, all in the round."""
HELD = VanishedSeat(hat=True)
"""A seat with a hat token."""
PLAIN = ("rabbit", "dove", "frog", "mouse", "hedgehog")
"""Under hats 0 to 4; the owl is in the box."""
MAY: Options = {"swap": "may"}
EXPERT: Options = {"expert": "on"}
FRESH: Options = {"expert": "on", "fresh": "on"}
EVERY_ACTION: tuple[VanishedAction, ...] = (
    *(Look(hat) for hat in range(-1, 7)),
    *(Swap(a, b) for a in range(-1, 7) for b in range(a, 7)),
    Keep(),
    *(Name(animal) for animal in (*ANIMALS, "", "cat")),
)
"""All that is allowed at any time, and much that never is."""


def lay(
    animals: Sequence[str] = PLAIN,
    *,
    seats: Sequence[VanishedSeat] = NOBODY,
    turn: int = 0,
    options: Options | None = None,
) -> VanishedAnimalState:
    """Lay a round: these animals in the ring, the one that is left in the box."""
    (box,) = set(ANIMALS) - set(animals)
    hats = tuple(RingHat(animal, token) for token, animal in enumerate(animals))
    return VanishedAnimalState(settle(options or {}), hats, RingHat(box, 5), tuple(seats), turn=turn, starter=turn)


def play(
    state: VanishedAnimalState, *actions: VanishedAction, rng: CommittedRandom = RNG
) -> tuple[VanishedAnimalState, tuple[Event, ...]]:
    """Play these actions, each as the seat to act; return the last state and all events."""
    events: tuple[Event, ...] = ()
    for action in actions:
        step = RULES.play(state, state.turn, action, rng)
        state, events = step.state, events + step.events
    return state, events


def ring(state: VanishedAnimalState) -> tuple[str, ...]:
    """List the animals of the ring by hat."""
    return tuple(hat.animal for hat in state.hats)


def tokens(state: VanishedAnimalState) -> list[int]:
    """List the hidden ids of a round: the ring's, then the box's."""
    return [hat.token for hat in (*state.hats, state.box)]


def wrong(state: VanishedAnimalState) -> Name:
    """Name an animal that is in the ring: what nobody at the table can know."""
    return Name(state.hats[0].animal)


def right(state: VanishedAnimalState) -> Name:
    """Name the missing animal."""
    return Name(state.box.animal)


def accepted(state: VanishedAnimalState, seat: int) -> set[Action]:
    """Find out by trying what play() accepts."""
    return lawful.accepted(RULES, EVERY_ACTION, RNG, state, seat)
