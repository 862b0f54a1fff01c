"""Samples of The Vanished Animal for the contact sheet: beginnings, crowds, a round's end, many scripts."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.presentation import Player
from bot.engine.rules import Outcome, Seat, SeatLeft
from bot.games.vanished_animal import pictures
from bot.games.vanished_animal.rules.moves import (
    ANIMALS,
    Kept,
    Looked,
    Named,
    RingSwapped,
    RoundBegan,
    RoundEnded,
    VanishedEvent,
)
from bot.games.vanished_animal.rules.view import VanishedAnimalView, VanishedSeat
from bot.messaging import Picture

PEOPLE = (*map(Player, ("Anna", "בנימין כהן", "محمد علي")), Player("Дмитрий", computer=True))
CROWD = tuple(map(Player, ("Wolfeschlegelsteinhausenbergerdorff", "👑😀 Zoë 🎩", "שרה־לאה!", "🦊🦊🦊")))
LAST = ("mouse", "owl", "rabbit", "hedgehog", "frog")


def samples() -> dict[str, Picture]:
    return {f"animal {name}": drawn for name, drawn in (*_tables().items(), *_others().items())}


def _tables() -> dict[str, Picture]:
    busy: list[VanishedEvent] = [
        RingSwapped(seat=0, a=0, b=2),
        Looked(seat=1, hat=3),
        RingSwapped(seat=1, a=3, b=4),
        Looked(seat=2, hat=1),
    ]
    expert: list[VanishedEvent] = [
        Looked(seat=3, hat=1),
        RingSwapped(seat=3, a=1, b=4),
        RingSwapped(seat=3, a=0, b=3, again=True),
        Named(seat=0, animal="frog", right=False),
    ]
    row = [*_turn(1, 3, (3, 4)), *_turn(2, 1, (0, 1)), *_turn(3, 4, (1, 4))]
    experts = [*_turn(1, 3, (3, 4), (0, 2)), *_turn(2, 3, (3, 4), (1, 3)), *_turn(3, 3, (0, 3), (0, 3))]
    ended: list[VanishedEvent] = [
        Named(seat=2, animal="dove", right=True),
        RoundEnded(winner=2, prize="hat", hats=LAST, box="dove"),
        RoundBegan(round=2, starter=3),
    ]
    fresh = VanishedAnimalView((VanishedSeat(),) * 4, 0, 1, 0)
    return {
        "begin": _board(fresh),
        "look": _board(_middle(1, looked=1), Looked(seat=1, hat=1)),
        "many": _board(_middle(2, looked=1), *busy, first=12),
        "expert": _board(_middle(1), *expert, first=7),
        "three in a row": _board(_middle(0, out=None, excluded=()), *row, first=11),
        "experts in a row": _board(_middle(0, out=None), *experts, first=101),
        "round ended": pictures.tableau(
            _middle(3, out=None, excluded=()), [(21, event) for event in ended], PEOPLE, ""
        ),
        "looked back": _looked_back(),
        "crowd, left": _board(_middle(0, out=None, left=2), Kept(seat=3), SeatLeft(seat=2), people=CROWD),
        "duel": _board(_duel(), RingSwapped(seat=1, a=2, b=4), Looked(seat=0, hat=4), people=PEOPLE[1:3]),
    }


def _looked_back() -> Picture:
    told = [(30, Looked(seat=1, hat=2)), (31, RingSwapped(seat=1, a=1, b=2))]
    knowers = ((0, 1, 2, 3), (), (1, 3), (1,), ())
    return pictures.looked_back(_middle(2), told, PEOPLE, "", faces=LAST, box="dove", knowers=knowers, box_knowers=(0,))


def _board(
    view: VanishedAnimalView, *told: VanishedEvent, people: Sequence[Player] = PEOPLE, first: int = 1
) -> Picture:
    return pictures.tableau(view, list(enumerate(told, first)), people, "")


def _turn(seat: Seat, hat: int, *swaps: tuple[int, int]) -> list[VanishedEvent]:
    """Look into a hat, then swap, an expert twice."""
    swapped = [RingSwapped(seat=seat, a=a, b=b, again=place > 0) for place, (a, b) in enumerate(swaps)]
    return [Looked(seat=seat, hat=hat), *swapped]


def _middle(
    to_act: int,
    *,
    looked: int | None = None,
    out: int | None = 0,
    left: int | None = None,
    excluded: tuple[str, ...] = ("frog", "mouse"),
) -> VanishedAnimalView:
    seats = tuple(VanishedSeat(hat=seat in (0, 2), out=seat == out, present=seat != left) for seat in range(4))
    return VanishedAnimalView(seats, to_act, 3, 1, looked=looked, excluded=excluded)


def _duel() -> VanishedAnimalView:
    return VanishedAnimalView((VanishedSeat(hat=True), VanishedSeat()), 0, 2, 1, phase="swap", looked=4)


def _others() -> dict[str, Picture]:
    seats = (
        VanishedSeat(hat=True),
        VanishedSeat(hat=True, wand=True),
        VanishedSeat(out=True),
        VanishedSeat(hat=True, present=False),
    )
    over = VanishedAnimalView(seats, None, 4, 0, outcome=Outcome((1,)))
    end = RoundEnded(winner=1, prize="wand", hats=LAST, box="dove")
    two = VanishedAnimalView((VanishedSeat(wand=True), VanishedSeat(present=False)), None, 1, 0, outcome=Outcome((0,)))
    return {
        "lobby of one": pictures.lobby(PEOPLE[:1], ""),
        "lobby full": pictures.lobby(PEOPLE, ""),
        "finale": pictures.finale(over, end, PEOPLE, ""),
        "finale of two": pictures.finale(two, None, CROWD[:2], ""),
        "stopped": pictures.finale(VanishedAnimalView(seats, None, 4, 0), None, PEOPLE, ""),
        **{f"in a hat, {kind}": pictures.peeked(2, kind, "") for kind in ANIMALS},
        "in the box, owl": pictures.missing("owl", ""),
    }
