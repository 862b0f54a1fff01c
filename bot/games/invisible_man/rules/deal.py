"""How a game of The Invisible Man begins (rulings 2.2, N1-N3, N15)."""

from __future__ import annotations

from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Event, Seat
from bot.games.invisible_man.rules.moves import Got, HandsDealt
from bot.games.invisible_man.rules.options import InvisibleManOptions
from bot.games.invisible_man.rules.state import InvisibleManState, Pile, SeatState
from bot.games.invisible_man.rules.town import TOWN


def deal(
    settings: InvisibleManOptions, seats: int, invisible: Seat, rng: CommittedRandom
) -> tuple[InvisibleManState, tuple[Event, ...]]:
    """Shuffle the four piles and deal all hands, the policemen clockwise from the Invisible Man (N1, N2).

    Each pile comes from the stream `deal/<kind>`, hidden digits from `deal/digits`.
    """
    signals, yes, no, cloaks = (
        rng.stream("deal/signal").shuffled(TOWN.places),
        rng.stream("deal/yes").shuffled(TOWN.yes),
        rng.stream("deal/no").shuffled(TOWN.no),
        rng.stream("deal/cloak").shuffled(TOWN.cloaks),
    )
    parts = [SeatState()] * seats
    for step in range(1, seats):
        policeman = SeatState(
            signals=signals[: TOWN.opening.signals],
            yes=yes[: TOWN.opening.yes],
            charges=TOWN.charges,
            cell=TOWN.station,
        )
        signals, yes = signals[TOWN.opening.signals :], yes[TOWN.opening.yes :]
        parts[(invisible + step) % seats] = policeman
    hidden, first = TOWN.opening.no[seats - 2], int(settings.first_cloak)
    parts[invisible] = SeatState(no=no[:hidden], cloaks=cloaks[:first])
    state = InvisibleManState(
        settings=settings,
        invisible=invisible,
        parts=tuple(parts),
        signals=signals,
        yes=Pile(yes),
        no=Pile(no[hidden:]),
        cloak=Pile(cloaks[first:]),
        digits=_digits(settings, rng),
        turn=invisible,
    )
    return state, (HandsDealt(invisible=invisible), *(_got(seat, part) for seat, part in enumerate(parts)))


def _digits(settings: InvisibleManOptions, rng: CommittedRandom) -> dict[str, tuple[int, ...]]:
    """Return every Signal's digits: the town's, or dealt anew if they are hidden, since the town's are known (N15)."""
    if not settings.hidden_digits:
        return dict(TOWN.hits)
    dealt = rng.stream("deal/digits").shuffled(TOWN.hits.values())
    return dict(zip(TOWN.hits, dealt, strict=True))


def _got(seat: Seat, part: SeatState) -> Got:
    return Got(audience=seat, signals=part.signals, yes=part.yes, no=part.no, cloaks=part.cloaks)
