"""Towns of The Invisible Man to draw: fixed ones to compare, and any that there could be."""

from __future__ import annotations

from hypothesis import strategies as st
from msgspec.structs import replace

from bot.engine.rules import Outcome, SeatLeft
from bot.games.invisible_man.rules.moves import (
    Appeared,
    Caught,
    Checked,
    Cloaked,
    Drew,
    Escaped,
    HandsDealt,
    HuntEnded,
    InvisibleEvent,
    Out,
    Passed,
    Placed,
    Reshuffled,
    RevealedCard,
    Rolled,
    Shifted,
    Shot,
    SignalOpened,
    Walked,
)
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.view import CardCounts, CardView, Discards, HandView, InvisibleManView, TownSeat

POLICE = CardCounts(3, 3, 0, 0)
HIDDEN = TownSeat(CardCounts(0, 0, 9, 0), 0, None)
NOTHING = Discards((), (), ())


def policeman(cell: str | None = TOWN.station, charges: int = 10) -> TownSeat:
    return TownSeat(POLICE, charges, cell)


def laid(kind: str, place: str, *numbers: int) -> tuple[CardView, ...]:
    assert kind in ("yes", "no")
    return tuple(CardView(number, "yes" if kind == "yes" else "no", place) for number in numbers)


def town(
    seats: tuple[TownSeat, ...] = (HIDDEN, policeman(), policeman(), policeman()), cards: tuple[CardView, ...] = ()
) -> InvisibleManView:
    """Make a town after the deal; what else it holds is set with msgspec's `replace`."""
    return InvisibleManView(
        invisible=0,
        turn=0,
        to_act=0,
        phase="roll",
        round=1,
        seats=seats,
        piles=CardCounts(11, 12, 12, 15),
        discards=NOTHING,
        cards=cards,
        opened=(),
        digits=TOWN.hits,
    )


places = st.sampled_from(sorted(TOWN.places))
cells = st.sampled_from(sorted(TOWN.at))
kinds = st.sampled_from(("yes", "no"))
decks = st.sampled_from(("signal", "yes", "no", "cloak"))
dice = st.integers(1, 6)
few = st.integers(0, 21)
numbers = st.integers(1, 99)
cloaks = st.sampled_from(TOWN.cloaks)
counts = st.builds(CardCounts, st.integers(0, 20), few, few, st.integers(0, 15))
seats = st.builds(TownSeat, counts, st.integers(0, 10), st.none() | cells, st.booleans())
hands = st.builds(
    HandView,
    st.lists(places, unique=True).map(tuple),
    st.lists(st.integers(1, 3), max_size=21).map(tuple),
    st.lists(st.integers(1, 4), max_size=21).map(tuple),
    st.lists(cloaks, unique=True).map(tuple),
)
cards = st.lists(
    st.builds(CardView, numbers, kinds, places, st.none() | st.integers(1, 4)),
    max_size=42,
    unique_by=lambda c: c.number,
)


@st.composite
def views(draw: st.DrawFn) -> InvisibleManView:
    """Draw any town of 2-4 seats, likely in a game or not."""
    there = tuple(draw(st.lists(seats, min_size=2, max_size=4)))
    seat = st.integers(0, len(there) - 1)
    over = draw(st.booleans())
    opened = tuple(draw(st.lists(places, unique=True)))
    drawn = replace(
        town(there, tuple(draw(cards))),
        invisible=draw(seat),
        turn=draw(seat),
        to_act=None if over else draw(seat),
        piles=draw(counts),
        opened=opened,
        die=draw(st.none() | dice),
        cells=tuple(draw(st.lists(cells, unique=True, max_size=20))),
        doors=tuple(draw(st.lists(places, unique=True, max_size=8))),
    )
    return replace(
        drawn,
        quiet=draw(st.integers(0, 20)),
        patience=draw(st.none() | st.just(20)),
        chase=draw(st.integers(0, 40)),
        longest_chase=draw(st.none() | st.just(40)),
        hand=draw(st.none() | hands),
        outcome=Outcome(tuple(draw(st.sets(seat, min_size=1)))) if over else None,
    )


@st.composite
def paths(draw: st.DrawFn) -> tuple[str, ...]:
    """Draw a walk along the edges of the town."""
    way = [draw(cells)]
    for _ in range(draw(st.integers(0, 6))):
        way.append(draw(st.sampled_from(TOWN.next[way[-1]])))
    return tuple(way)


def events(count: int) -> st.SearchStrategy[InvisibleEvent]:
    """Draw any public event of a table of so many seats."""
    seat = st.integers(0, count - 1)
    shown = st.lists(st.builds(RevealedCard, numbers, st.integers(1, 4)), max_size=10).map(tuple)
    hits = st.just((1, 4))
    return st.one_of(
        st.builds(HandsDealt, invisible=seat),
        st.builds(Rolled, seat=seat, die=dice),
        st.builds(Drew, seat=seat, deck=decks, count=st.integers(0, 9)),
        st.builds(Reshuffled, deck=decks, count=few),
        st.builds(SignalOpened, place=places, hits=hits),
        st.builds(Placed, seat=seat, kind=kinds, card=numbers, place=places),
        st.builds(Shifted, seat=seat, kind=kinds, card=numbers, origin=places, place=places),
        st.builds(Passed, seat=seat),
        st.builds(Walked, seat=seat, path=paths()),
        st.builds(
            Checked, seat=seat, place=places, hits=hits, yes=shown, no=shown, police_die=dice, invisible_die=dice
        ),
        st.builds(Shot, seat=seat, place=places, hits=hits, die=dice, hit=st.booleans(), charges=st.integers(0, 9)),
        st.builds(Appeared, cell=cells),
        st.builds(Caught, seat=seat, cell=cells),
        st.builds(Cloaked, cloak=cloaks, die=dice, saved=st.booleans()),
        st.builds(Escaped, place=places | st.just(TOWN.laboratory)),
        st.builds(Out, seat=seat, signals=few, yes=few),
        st.builds(SeatLeft, seat=seat),
        st.builds(HuntEnded, reason=st.just("caught"), winners=st.tuples(seat)),
    )
