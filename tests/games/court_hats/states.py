"""States of Court Hats, laid by hand, and short ways to play on from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Event, Options
from bot.games.court_hats.rules.game import CourtHatsRules
from bot.games.court_hats.rules.moves import KINDS, MAGIC, CourtAction, OpenHat
from bot.games.court_hats.rules.options import settle
from bot.games.court_hats.rules.state import CourtHatsState, RowSlot
from bot.games.court_hats.rules.view import CourtSeat

RULES = CourtHatsRules()
EMPTY = CourtSeat(pairs=(), magic=0, chips=0)
NOBODY = (EMPTY, EMPTY, EMPTY)
"""Three seats that have won nothing yet."""
KEY = bytes(32)
RNG = CommittedRandom(KEY)

# (character, hat) of seven slots: slot 0 fits, slot 1 has a magic hat, the others miss.
PLAIN = (
    ("dragon", "dragon"),
    ("king", MAGIC),
    ("wizard", "princess"),
    ("princess", "wizard"),
    ("jester", "knight"),
    ("knight", "jester"),
    ("maid", "king"),
)


def lay(
    row: Sequence[tuple[str, str] | None] = PLAIN,
    *,
    characters: Sequence[str] = (),
    hats: Sequence[str] = (),
    seats: Sequence[CourtSeat] = NOBODY,
    turn: int = 0,
    options: Options | None = None,
) -> CourtHatsState:
    """Lay a whole deck: this row, these cards next on the piles, these cards won, and all others under them."""
    won = [kind for seat in seats for kind in seat.pairs]
    on_table = [slot for slot in row if slot]
    gone_characters = [*won, *(character for character, _ in on_table), *characters]
    gone_hats = [*won, *(hat for _, hat in on_table), *hats]
    deck = [kind for kind in KINDS for _ in range(2)]
    chosen = settle(options or {})
    magic = [MAGIC] * (4 - sum(seat.magic for seat in seats)) if chosen.magic_hats else []
    slots = (RowSlot(*cards, token) if cards else None for token, cards in enumerate(row))
    return CourtHatsState(
        settings=chosen,
        row=tuple(slots),
        characters=(*characters, *without(deck, gone_characters)),
        hats=(*hats, *without(deck + magic, gone_hats)),
        seats=tuple(seats),
        turn=turn,
        laid=7,
        deals=1,
    )


def without(deck: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    """Take cards out of a deck; fails when one is not there."""
    left = list(deck)
    for card in gone:
        left.remove(card)
    return tuple(left)


def play(
    state: CourtHatsState, *actions: CourtAction, rng: CommittedRandom = RNG
) -> tuple[CourtHatsState, tuple[Event, ...]]:
    """Play these actions, each as the seat to act; return the last state and all events."""
    events: tuple[Event, ...] = ()
    for action in actions:
        step = RULES.play(state, state.turn, action, rng)
        state, events = step.state, events + step.events
    return state, events


def fitting(state: CourtHatsState, *, magic: bool = False) -> tuple[OpenHat, ...]:
    """List the opens that would win a pair, or with `magic` a magic hat: what nobody at the table can know."""
    return tuple(
        OpenHat(index)
        for index, slot in enumerate(state.row)
        if slot and (slot.hat == MAGIC if magic else slot.hat == slot.character)
    )


def cards(state: CourtHatsState) -> tuple[list[str], list[str]]:
    """List all characters and all hats of a game, wherever they are, sorted."""
    won = [kind for seat in state.seats for kind in seat.pairs]
    row = [slot for slot in state.row if slot]
    magic = [MAGIC] * sum(seat.magic for seat in state.seats)
    characters = [*won, *(slot.character for slot in row), *state.characters]
    return sorted(characters), sorted([*won, *magic, *(slot.hat for slot in row), *state.hats])


def one_before_dead(
    options: Options | None = None, seats: Sequence[CourtSeat] = NOBODY, turn: int = 0
) -> CourtHatsState:
    """Lay a table where opening slot 0 wins a pair and leaves no hat that could fit, whoever does it."""
    row = (
        ("king", "king"),
        ("king", "dragon"),
        ("cook", "dragon"),
        ("cook", "wizard"),
        ("maid", "wizard"),
        ("maid", "princess"),
        ("witch", "princess"),
    )
    return lay(row, characters=("witch",), hats=("jester",), seats=seats, turn=turn, options=options)


def tail(
    pairs: int, row: Sequence[tuple[str, str] | None], hats: Sequence[str] = (), options: Options | None = None
) -> CourtHatsState:
    """Lay a late table of two: seat 0 has won every pair that is not on the table, and no character is left.

    `pairs` is how many that must be.
    """
    on_table = [character for character, _ in filter(None, row)]
    won = without([kind for kind in KINDS for _ in range(2)], on_table)
    assert len(won) == pairs, won
    state = lay(row, seats=(replace(EMPTY, pairs=won), EMPTY), hats=hats, options=options)
    assert not state.characters
    return state
