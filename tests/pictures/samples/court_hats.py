"""Samples of Court Hats for the contact sheet: beginnings, tails, crowds, names in many scripts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from bot.engine.presentation import Player
from bot.engine.rules import Outcome, SeatLeft
from bot.games.court_hats import pictures
from bot.games.court_hats.pictures import board, model
from bot.games.court_hats.rules.moves import KINDS, MAGIC, CourtEvent, HatOpened, Peeked, Redealt, RowSwapped
from bot.games.court_hats.rules.view import CourtHatsView, CourtSeat
from bot.messaging import Picture

ROW = ("king", "witch", "jester", "dragon", "maid", "pirate", "wizard")
PEOPLE = tuple(map(Player, ("Anna", "בנימין כהן", "محمد علي", "Дмитрий")))
CROWD = tuple(map(Player, ("Wolfeschlegelsteinhausenbergerdorff", "👑😀 Zoë 🎩", "שרה־לאה!", "🦊🦊🦊")))


WITH_COMPUTERS = (Player("Anna"), Player("Noa"), Player("🤖 Tick", computer=True), Player("🤖 Tock", computer=True))


def samples() -> dict[str, Picture]:
    return {**_tables(), **_lobbies(), **_finales(), **_peeks()}


def _tables() -> dict[str, Picture]:
    fresh = CourtHatsView(ROW, tuple(CourtSeat((), 0, 0) for _ in PEOPLE), 0, 13, 17)
    swap = RowSwapped(seat=1, a=1, b=4)
    miss = HatOpened(seat=0, slot=5, hat="cook", character="pirate", result="miss")
    match = HatOpened(seat=2, slot=6, hat="wizard", character="wizard", result="match", refill="knight")
    magic = HatOpened(seat=3, slot=2, hat=MAGIC, character="jester", result="magic")
    busy: list[CourtEvent] = [
        RowSwapped(seat=0, a=0, b=6),
        miss,
        RowSwapped(seat=2, a=5, b=2),
        RowSwapped(seat=3, a=2, b=3),
        Peeked(seat=1, slot=0),
    ]
    computers: list[CourtEvent] = [
        RowSwapped(seat=1, a=0, b=6),
        Peeked(seat=2, slot=3),
        RowSwapped(seat=3, a=2, b=6),
        RowSwapped(seat=1, a=0, b=3),
        Peeked(seat=2, slot=3),
        Peeked(seat=3, slot=3),
        RowSwapped(seat=1, a=2, b=4),
        match,
        Peeked(seat=3, slot=6),
    ]
    return {
        "begin": _board(fresh),
        "peek": _board(_middle(), Peeked(seat=0, slot=3)),
        "swap": _board(_middle(), swap),
        "miss": _board(_middle(), miss),
        "match and magic": _board(_middle(), match, Peeked(seat=3, slot=0), magic),
        "many": _board(_middle(), *busy),
        "computers in a row": _board(_middle(), *computers, first=41),
        "crowd": _board(_middle(), people=CROWD),
        "redealt, left": _board(_middle(left=2), swap, Redealt(restart=False), SeatLeft(seat=2)),
        "tail": _board(_tail(), Peeked(seat=0, slot=6), RowSwapped(seat=1, a=0, b=6), people=PEOPLE[1:3], first=128),
        "three": _board(_three(), people=CROWD[:3]),
        "with computers": _board(
            _middle(), Peeked(seat=2, slot=5), RowSwapped(seat=3, a=4, b=5), people=WITH_COMPUTERS
        ),
        "replay": _replay(),
    }


def _board(view: CourtHatsView, *told: CourtEvent, people: Sequence[Player] = PEOPLE, first: int = 1) -> Picture:
    return pictures.tableau(view, list(enumerate(told, first)), people, "")


def _replay() -> Picture:
    """Draw a moment of a game that is over, as a replay shows it: every hat open, and who knew it."""
    moves = list(enumerate([RowSwapped(seat=1, a=1, b=4)], 12))
    faces = ("cook", "king", "jester", MAGIC, "witch", "dragon", "jester")
    knowers = ((0,), (), (1, 3), (0, 1, 2, 3), (), (), (2,))
    table = replace(model.table(_middle(), moves, PEOPLE), faces=faces, knowers=knowers)
    return Picture(model.key(table), partial(board.draw, table), "")


def _middle(left: int | None = None) -> CourtHatsView:
    seats = (
        CourtSeat(("dragon", "king", "jester"), 1, 2),
        CourtSeat(("witch",), 0, 4),
        CourtSeat(("cook", "pirate", "maid", "princess", "knight"), 0, 0),
        CourtSeat(("wizard",), 2, 1),
    )
    there = tuple(replace(kept, present=seat != left) for seat, kept in enumerate(seats))
    return CourtHatsView(ROW, there, 1, 3, 4)


def _tail() -> CourtHatsView:
    seats = (CourtSeat(KINDS[:9], 3, 21), CourtSeat((*KINDS[4:], "king"), 1, 0))
    return CourtHatsView(("king", None, "jester", None, None, "pirate", "wizard"), seats, 0, 0, 0)


def _three() -> CourtHatsView:
    seats = (CourtSeat((*KINDS, *KINDS[:4]), 0, 3), CourtSeat((), 0, 5), CourtSeat(("maid",), 0, 0))
    return CourtHatsView((*ROW[:5], None, None), seats, 2, 0, 0, magic_hats=False)


def _lobbies() -> dict[str, Picture]:
    return {
        "lobby of one": pictures.lobby(PEOPLE[:1], ""),
        "lobby of three": pictures.lobby(CROWD[:3], ""),
        "lobby full": pictures.lobby(PEOPLE, ""),
    }


def _finales() -> dict[str, Picture]:
    row, hats = ("king", None, None, "witch", None, None, "cook"), ("cook", None, None, "king", None, None, "witch")
    four = (
        CourtSeat(KINDS[:6], 1, 3),
        CourtSeat(("maid",), 0, 4),
        CourtSeat((*KINDS[5:], "witch"), 1, 3),
        CourtSeat(KINDS[:4], 0, 0, present=False),
    )
    shared = CourtHatsView(row, four, None, 0, 0, outcome=Outcome((0, 2), (4, -3, 4, 4)))
    two = (CourtSeat((*KINDS, "king"), 4, 2), CourtSeat(KINDS[:6], 0, 9))
    clear = CourtHatsView(row, two, None, 0, 0, outcome=Outcome((0,), (11, -3)))
    stopped = CourtHatsView(row, four, None, 0, 0)
    return {
        "shared": pictures.finale(shared, hats, PEOPLE, ""),
        "clear": pictures.finale(clear, hats, PEOPLE[1:3], ""),
        "stopped": pictures.finale(stopped, hats, PEOPLE, ""),
    }


def _peeks() -> dict[str, Picture]:
    return {f"peek {kind}": pictures.peeked(2, kind, "") for kind in ("jester", "maid", MAGIC)}
