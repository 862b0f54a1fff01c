"""Scenes of The Invisible Man to be looked at: beginnings, chases, crowds, names in many scripts."""

from __future__ import annotations

from msgspec.structs import replace

from bot.engine.presentation import Player
from bot.engine.rules import Outcome, SeatLeft
from bot.games.invisible_man import pictures
from bot.games.invisible_man.rules.moves import (
    Appeared,
    Caught,
    Checked,
    Cloaked,
    InvisibleEvent,
    LaidKind,
    Placed,
    RevealedCard,
    Rolled,
    Shifted,
    Shot,
    SignalOpened,
    Walked,
)
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.view import (
    CardCounts,
    CardView,
    Discards,
    HandView,
    InvisibleManView,
    TownSeat,
    TownTruth,
)
from bot.messaging import Picture

PEOPLE = tuple(map(Player, ("Anna", "בנימין כהן", "محمد علي", "Дмитрий")))
CROWD = tuple(map(Player, ("Wolfeschlegelsteinhausenbergerdorff", "👑😀 Zoë 🎩", "שרה־לאה!", "🦊🦊🦊")))
ROBOTS = (Player("Anna"), *(Player(name, computer=True) for name in ("Tick", "Tock", "Cog")))
TRAIL = ("barber", "r12_7", "w3", "w2", "r7_7", "r6_7")
THOUGHT = tuple(place for place in TOWN.places if place not in ("circus", "post", "theatre"))
POLICE = CardCounts(3, 3, 0, 0)
REACHED = ("r8_4", "r6_4", "r5_5", "w4", "r9_5", "r4_7", "r10_7", "w1", "w3", "r5_8", "r9_9", "r12_4")


LONG = {"barber": "Парикмахерская", "library": "הספרייה העירונית", "park": "Padiglione del parco", "bank": "Bank"}


def samples() -> dict[str, Picture]:
    named = [(place, LONG.get(place, place.title()), TOWN.label(TOWN.hatched[place])) for place in TOWN.places]
    return {**_boards(), **_ends(), **_hands(), "names of places": pictures.place_names(named, "")}


def _boards() -> dict[str, Picture]:
    return {
        "town, begin": pictures.town(_begin(), [], PEOPLE, ""),
        "town, middle": pictures.town(_middle(), list(enumerate(_turns(), 41)), PEOPLE, ""),
        "town, round": pictures.town(
            _round(), list(zip((*range(17, 24), *[24] * 4, 25, 26), _moves(), strict=True)), PEOPLE, ""
        ),
        "town, check": pictures.town(_middle(), list(enumerate(_check(), 1)), PEOPLE, ""),
        "town, chase": pictures.town(_chase(), list(enumerate(_flight(), 97)), PEOPLE, ""),
        "town, crowd": pictures.town(_crowd(), [(1, SeatLeft(seat=1))], CROWD, ""),
        "town, duel": pictures.town(_duel(), [], PEOPLE[1:3], ""),
        "town, against computers": pictures.town(_begin(), [], ROBOTS, ""),
        "town, replayed": pictures.uncovered(
            _chase(), _truth(), TRAIL, ("r6_7",), list(enumerate(_flight(), 97)), PEOPLE, ""
        ),
        "town, hidden in a replay": pictures.uncovered(
            _middle(), _truth(), (), THOUGHT, list(enumerate(_turns(), 41)), PEOPLE, ""
        ),
    }


def _truth() -> TownTruth:
    """Uncover the cards of the middle of a game: the Invisible Man's NO, and YES of three policemen."""
    cards = tuple(replace(card, value=1 + card.number % 3) for card in _middle().cards)
    by = tuple(0 if card.kind == "no" else 1 + card.number % 3 for card in cards)
    return TownTruth((HandView(),) * 4, cards, by, TOWN.hits)


def _begin() -> InvisibleManView:
    seats = (TownSeat(CardCounts(0, 0, 9, 0), 0, None), *(TownSeat(POLICE, 10, TOWN.station) for _ in range(3)))
    return _view(seats, CardCounts(11, 12, 12, 15))


def _middle() -> InvisibleManView:
    """Make a town in the middle of a game: a policeman has thrown a 5 and is to walk."""
    seats = (
        TownSeat(CardCounts(0, 0, 4, 2), 0, None),
        TownSeat(POLICE, 9, "bank"),
        TownSeat(CardCounts(2, 1, 0, 0), 10, "r7_7"),
        TownSeat(CardCounts(4, 2, 0, 0), 8, "r12_3"),
    )
    cards = (
        *_laid("no", library=(1, 4), bank=(2,), market=(5, 6, 11), hotel=(8,), stadium=(9,), barber=(12,)),
        *_laid("yes", library=(3,), museum=(7, 10), hotel=(13,), observatory=(14, 15)),
    )
    town = _view(seats, CardCounts(9, 6, 10, 13), cards, ("circus", "post", "theatre"))
    return replace(town, turn=2, to_act=2, phase="move", die=5, cells=REACHED, doors=("hotel", "cinema", "tailor"))


def _turns() -> list[InvisibleEvent]:
    return [
        Rolled(seat=0, die=6),
        SignalOpened(place="theatre", hits=(4,)),
        Placed(seat=0, kind="no", card=12, place="barber"),
        Rolled(seat=1, die=3),
        Walked(seat=1, path=("r5_5", "r5_4", "r5_3", "bank")),
        Rolled(seat=2, die=5),
        Shifted(seat=2, kind="yes", card=13, origin="bakery", place="hotel"),
    ]


def _round() -> InvisibleManView:
    """Make a town after a round of computers: all they did is told at once, to the one who is to flee."""
    seats = (
        TownSeat(CardCounts(0, 0, 3, 1), 0, "r12_7"),
        TownSeat(CardCounts(3, 1, 0, 0), 10, "r2_2"),
        TownSeat(CardCounts(2, 1, 0, 0), 9, "barber"),
        TownSeat(CardCounts(3, 2, 0, 0), 10, "r9_9"),
    )
    cards = (
        *_laid("no", bank=(3,), post=(8,), firehouse=(7, 9), tailor=(12,)),
        *_laid("yes", post=(4, 10), firehouse=(6,)),
    )
    town = _view(seats, CardCounts(10, 12, 12, 15), cards, ("hospital", "barber", "park"))
    return replace(town, phase="move", die=5, cells=("r12_4", "r9_7", "w2", "r10_10"), doors=("firehouse", "tailor"))


def _moves() -> list[InvisibleEvent]:
    yes, no = (RevealedCard(11, 3),), (RevealedCard(2, 3),)
    check = Checked(seat=2, place="barber", hits=(1, 3, 4), yes=yes, no=no, police_die=4, invisible_die=1)
    return [
        Rolled(seat=0, die=2),
        Placed(seat=0, kind="no", card=9, place="firehouse"),
        Shifted(seat=0, kind="no", card=12, origin="hotel", place="tailor"),
        Rolled(seat=1, die=4),
        Placed(seat=1, kind="yes", card=10, place="post"),
        Walked(seat=1, path=("w2", "w1", "r2_4", "r2_3", "r2_2")),
        Rolled(seat=2, die=6),
        Walked(seat=2, path=("hospital", "r10_4", "r11_4", "r12_4", "w3", "r12_7", "barber")),
        check,
        Shot(seat=2, place="barber", hits=(1, 3, 4), die=4, hit=True, charges=9),
        Appeared(cell="r12_7"),
        Rolled(seat=3, die=4),
        Walked(seat=3, path=("r9_6", "r9_7", "r9_8", "r9_9")),
    ]


def _check() -> list[InvisibleEvent]:
    """Return a check with as many different cards as the decks have."""
    yes = tuple(RevealedCard(number, value) for number, value in enumerate((1, 1, 2, 2, 3, 3)))
    no = tuple(RevealedCard(number, value) for number, value in enumerate((1, 1, 2, 2, 3, 3, 4, 4), 20))
    rich = Checked(seat=1, place="factory", hits=(3,), yes=yes, no=no, police_die=4, invisible_die=2)
    poor = Checked(seat=3, place="school", hits=(1, 2, 3), yes=yes[2:3], no=no[:1], police_die=6, invisible_die=1)
    shot = Shot(seat=3, place="school", hits=(1, 2, 3), die=5, hit=False, charges=7)
    walk = Walked(seat=1, path=("r7_4", "w2", "w1", "factory"))
    return [Rolled(seat=3, die=2), poor, shot, Rolled(seat=1, die=3), walk, rich]


def _chase() -> InvisibleManView:
    seats = (
        TownSeat(CardCounts(0, 0, 3, 1), 0, "r6_7"),
        TownSeat(POLICE, 9, "r7_7"),
        TownSeat(POLICE, 5, "r5_7"),
        TownSeat(CardCounts(1, 2, 0, 0), 8, "r7_7"),
    )
    town = replace(_middle(), seats=seats, turn=0, to_act=0, die=4, quiet=0)
    return replace(town, cells=("r4_7", "r8_7", "r9_6", "r3_7", "r5_9"), doors=("market", "hotel"))


def _flight() -> list[InvisibleEvent]:
    caught = (Caught(seat=2, cell="r6_7"), Cloaked(cloak=1346, die=3, saved=True))
    return [Appeared(cell="r6_7"), Walked(seat=3, path=("r9_7", "r8_7", "r7_7")), *caught]


def _crowd() -> InvisibleManView:
    """Make all the trouble at once: four on a cell, ten cards on a place, many rounds without a check."""
    seats = tuple(TownSeat(CardCounts(9, 12, 11, 10), 10, "r6_7", out=seat == 1) for seat in range(4))
    cards = (
        *_laid("no", stadium=range(1, 11), cinema=range(30, 33), barber=range(50, 54), depot=range(60, 66)),
        *_laid("yes", cinema=range(11, 19), barber=range(40, 43), museum=range(20, 24), bank=range(24, 30)),
    )
    town = _view(seats, CardCounts(0, 0, 1, 2), cards, ("circus", "school", "tailor"))
    return replace(town, to_act=3, quiet=19, patience=20, cells=("r5_7", "r7_7", "r6_4"))


def _duel() -> InvisibleManView:
    seats = (TownSeat(CardCounts(0, 0, 3, 0), 0, None), TownSeat(POLICE, 10, "w1"))
    town = _view(seats, CardCounts(17, 18, 18, 15), _laid("no", bank=(1,)))
    return replace(town, to_act=1, turn=1, die=1, cells=("r2_4", "r2_7", "w2"), doors=("factory",))


def _view(
    seats: tuple[TownSeat, ...], piles: CardCounts, cards: tuple[CardView, ...] = (), opened: tuple[str, ...] = ()
) -> InvisibleManView:
    return InvisibleManView(
        invisible=0,
        turn=0,
        to_act=0,
        phase="roll",
        round=1,
        seats=seats,
        piles=piles,
        discards=Discards((), (), ()),
        cards=cards,
        opened=opened,
        digits=TOWN.hits,
    )


def _laid(kind: LaidKind, **places: tuple[int, ...] | range) -> tuple[CardView, ...]:
    return tuple(CardView(number, kind, place) for place, numbers in places.items() for number in numbers)


def _ends() -> dict[str, Picture]:
    end = replace(_chase(), to_act=None, phase="over")
    caught, hidden = (replace(end, outcome=Outcome((seat,))) for seat in (2, 0))
    return {
        "free at last": pictures.finale(replace(hidden, opened=tuple(TOWN.places)), PEOPLE, ""),
        "shared by the police": pictures.finale(replace(end, outcome=Outcome((1, 2, 3))), PEOPLE, ""),
        "invisible lobby": pictures.lobby(PEOPLE[:1], ""),
        "invisible lobby full": pictures.lobby(CROWD, ""),
        "caught": pictures.finale(caught, PEOPLE, ""),
        "never caught": pictures.finale(replace(hidden, seats=_crowd().seats), CROWD, ""),
        "stopped hunt": pictures.finale(replace(_middle(), to_act=None), PEOPLE, ""),
        "duel lost": pictures.finale(replace(_duel(), to_act=None, outcome=Outcome((1,))), PEOPLE[1:3], ""),
    }


def _hands() -> dict[str, Picture]:
    police = HandView(signals=("bank", "circus", "school"), yes=(1, 1, 3))
    hidden = HandView(no=(1, 2, 2, 2, 4), cloaks=(123, 1346, 12456))
    rich = HandView(signals=tuple(sorted(TOWN.places))[:11], yes=(1, 2, 3, 3))
    views = {"hand of a policeman": (2, police), "hand in hiding": (0, hidden), "rich hand": (1, rich)}
    views["empty hand"] = (3, HandView())
    return {name: pictures.hand(replace(_middle(), hand=held), seat, "") for name, (seat, held) in views.items()}
