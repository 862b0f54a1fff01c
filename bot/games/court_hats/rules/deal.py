"""How the cards of Court Hats are shuffled and laid: at the start, and again when no hat could fit. H1, H16-H18."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from bot.engine.randomness import CommittedRandom
from bot.games.court_hats.rules.moves import KINDS, MAGIC, MAGIC_HATS, PER_KIND
from bot.games.court_hats.rules.state import SLOTS, CourtHatsState, RowSlot, is_dead
from bot.games.court_hats.rules.view import CourtSeat


def deal(state: CourtHatsState, rng: CommittedRandom) -> CourtHatsState:
    """Shuffle and lay every card that no seat has won, as often as it takes until some hat can be won (H16, H18).

    The n-th shuffle of a game draws from the streams `deal/<n>/characters` and `deal/<n>/hats`.
    """
    characters, hats = _in_play(state)
    while True:
        state = _lay(
            state,
            rng.stream(f"deal/{state.deals}/characters").shuffled(characters),
            rng.stream(f"deal/{state.deals}/hats").shuffled(hats),
        )
        if not is_dead(state.row):
            return state


def deal_again(state: CourtHatsState, rng: CommittedRandom) -> CourtHatsState:
    """Deal anew in mid-game: all knowledge is void, and what was won goes back where the table wants it (H17).

    Whose turn it is does not change, not even by a restart: no seat gains a turn by it.
    """
    if state.settings.restart:
        emptied = tuple(CourtSeat(pairs=(), magic=0, chips=0, present=seat.present) for seat in state.seats)
        state = replace(state, seats=emptied)
    return deal(state, rng)


def _in_play(state: CourtHatsState) -> tuple[list[str], list[str]]:
    """Return the characters and the hats that no seat has won, sorted as KINDS is, magic hats last.

    Both follow from what lies open before the seats, so that a new deal cannot depend on how hidden cards lay.
    """
    won = Counter(kind for seat in state.seats for kind in seat.pairs)
    kinds = [kind for kind in KINDS for _ in range(PER_KIND - won[kind])]
    magic = MAGIC_HATS - sum(seat.magic for seat in state.seats) if state.settings.magic_hats else 0
    return kinds, kinds + [MAGIC] * magic


def _lay(state: CourtHatsState, characters: tuple[str, ...], hats: tuple[str, ...]) -> CourtHatsState:
    row = tuple(RowSlot(characters[i], hats[i], state.laid + i) for i in range(SLOTS))
    return replace(
        state,
        row=row,
        characters=characters[SLOTS:],
        hats=hats[SLOTS:],
        laid=state.laid + SLOTS,
        deals=state.deals + 1,
    )
