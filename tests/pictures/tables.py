"""Court Hats tables to draw: fixed ones to compare, and any that there could be."""

from __future__ import annotations

from hypothesis import strategies as st

from bot.engine.presentation import Player
from bot.engine.rules import Outcome, SeatLeft
from bot.games.court_hats.rules.moves import (
    KINDS,
    MAGIC,
    CourtEvent,
    HatOpened,
    LayoutDealt,
    Peeked,
    Redealt,
    RowSwapped,
)
from bot.games.court_hats.rules.view import CourtHatsView, CourtSeat

ROW = ("king", "witch", "jester", "dragon", "maid", "pirate", "wizard")
NOBODY = CourtSeat((), 0, 0)
ANNA, BORIS, CHAIM, DALIA = PEOPLE = tuple(map(Player, ("Anna", "Борис", "חיים", "داليا")))


def table(
    row: tuple[str | None, ...] = ROW,
    seats: tuple[CourtSeat, ...] = (NOBODY,) * 4,
    to_act: int | None = 0,
    piles: tuple[int, int] = (13, 17),
) -> CourtHatsView:
    return CourtHatsView(row, seats, to_act, *piles)


def miss(slot: int, hat: str, seat: int = 0) -> HatOpened:
    return HatOpened(seat=seat, slot=slot, hat=hat, character=ROW[slot], result="miss")


kinds = st.sampled_from(KINDS)
slots = st.integers(0, 6)
kept = st.builds(
    CourtSeat,
    st.lists(kinds, max_size=17).map(tuple),
    st.integers(0, 4),
    st.integers(0, 40),
    st.booleans(),
)
players = st.builds(Player, st.text(max_size=30), st.none(), st.booleans())


@st.composite
def views(draw: st.DrawFn) -> CourtHatsView:
    """Draw any table of 2-4 seats, likely in a game or not."""
    seats = tuple(draw(st.lists(kept, min_size=2, max_size=4)))
    numbers = range(len(seats))
    over = draw(st.booleans())
    outcome = Outcome(tuple(draw(st.sets(st.sampled_from(numbers), min_size=1)))) if over else None
    return CourtHatsView(
        row=tuple(draw(st.lists(st.none() | kinds, min_size=7, max_size=7))),
        seats=seats,
        to_act=None if over else draw(st.sampled_from(numbers)),
        character_pile=draw(st.integers(0, 13)),
        hat_pile=draw(st.integers(0, 17)),
        magic_hats=draw(st.booleans()),
        outcome=outcome,
    )


def events(seats: int) -> st.SearchStrategy[CourtEvent]:
    """Draw any public event of a table of so many seats."""
    seat = st.integers(0, seats - 1)
    hats = st.sampled_from((*KINDS, MAGIC))
    pairs = st.lists(slots, min_size=2, max_size=2, unique=True)
    return st.one_of(
        st.builds(LayoutDealt, starter=seat),
        st.builds(Peeked, seat=seat, slot=slots),
        st.builds(lambda seat, pair: RowSwapped(seat=seat, a=pair[0], b=pair[1]), seat, pairs),
        st.builds(
            HatOpened,
            seat=seat,
            slot=slots,
            hat=hats,
            character=kinds,
            result=st.sampled_from(("match", "magic", "miss")),
        ),
        st.builds(Redealt, restart=st.booleans()),
        st.builds(SeatLeft, seat=seat),
    )
