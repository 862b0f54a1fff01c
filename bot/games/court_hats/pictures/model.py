"""What a picture of Court Hats holds, drawn from views and events alone.

A model is all that the drawing depends on: what is not in it cannot show, and equal models are equal pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from bot.engine.presentation import NumberedEvents, Player
from bot.engine.rules import Seat, SeatLeft
from bot.games.court_hats.rules.moves import CourtEvent, HatOpened, Peeked, Redealt, RowSwapped
from bot.games.court_hats.rules.score import points
from bot.games.court_hats.rules.view import CourtHatsView, CourtSeat
from bot.i18n.names import clean_name
from bot.pictures.identity import identity
from bot.pictures.plates import Lobby

NAMESPACE = "bot.games.court_hats.picture.model"
"""Part of every key: a picture uploaded before keeps its key, wherever this module lives."""
DRAWING = 11
"""Grows when the drawing code changes what a model looks like; the sprites count by themselves."""
SHOWN_MOVES = 12

CourtDeed = Literal["eye", "swap", "match", "miss", "magic", "redealt", "away"]


class CourtSitting(msgspec.Struct, frozen=True):
    """One seat as drawn. `kept` is None before the game."""

    name: str
    present: bool = True
    kept: CourtSeat | None = None
    robot: bool = False


class CourtMove(msgspec.Struct, frozen=True):
    """One told move: its number, who, what (the name of its icon), at which slots, and the hat all saw."""

    number: int
    seat: Seat | None
    deed: CourtDeed
    slots: tuple[int, ...] = ()
    hat: str | None = None
    stale: bool = False
    """All was laid anew since: the slots are no longer what they were."""
    moved: bool = False
    """The hat that was looked at or opened has left its slot since: where it lies now is for players to remember."""


class CourtTableau(msgspec.Struct, frozen=True, tag="Table"):
    """A tableau. `faces` are the hats lying open by slot: those seen in a miss since the last board (H9).

    A replay shows them all, and `knowers` by slot: the seats that know what lies there.
    """

    row: tuple[str | None, ...]
    faces: tuple[str | None, ...]
    seats: tuple[CourtSitting, ...]
    to_act: Seat | None
    character_pile: int
    hat_pile: int
    magic_hats: bool
    moves: tuple[CourtMove, ...]
    knowers: tuple[tuple[Seat, ...], ...] = ()


class CourtFinale(msgspec.Struct, frozen=True, tag="Finale"):
    """The end: who won, what everyone has, and the hats that were left on the table (H15)."""

    row: tuple[str | None, ...]
    hats: tuple[str | None, ...]
    seats: tuple[CourtSitting, ...]
    winners: tuple[Seat, ...]
    points: tuple[int, ...]


class PeekedHat(msgspec.Struct, frozen=True, tag="Peek"):
    """One hat, for one pair of eyes."""

    slot: int
    hat: str


def key(model: CourtTableau | Lobby[CourtSitting] | CourtFinale | PeekedHat) -> str:
    return identity(NAMESPACE, DRAWING, model)


def sitting(player: Player, kept: CourtSeat | None = None) -> CourtSitting:
    present = player.present and (kept is None or kept.present)
    return CourtSitting(clean_name(player.name), present, kept, player.computer)


def table(view: CourtHatsView, events: NumberedEvents, players: Sequence[Player]) -> CourtTableau:
    moves = [move for number, event in events if (move := _move(number, event))]
    return CourtTableau(
        row=view.row,
        faces=_faces(view.row, events),
        seats=tuple(sitting(player, kept) for player, kept in zip(players, view.seats, strict=True)),
        to_act=view.to_act,
        character_pile=view.character_pile,
        hat_pile=view.hat_pile,
        magic_hats=view.magic_hats,
        moves=tuple(_aged(moves)[-SHOWN_MOVES:]),
    )


def finale(view: CourtHatsView, left_hats: Sequence[str | None], players: Sequence[Player]) -> CourtFinale:
    seats = tuple(sitting(player, kept) for player, kept in zip(players, view.seats, strict=True))
    return CourtFinale(
        row=view.row,
        hats=tuple(left_hats),
        seats=seats,
        winners=view.outcome.winners if view.outcome is not None else (),
        points=tuple(points(kept) for kept in view.seats),
    )


def _move(number: int, event: CourtEvent) -> CourtMove | None:
    match event:
        case Peeked(seat=seat, slot=slot):
            return CourtMove(number, seat, "eye", (slot,))
        case RowSwapped(seat=seat, a=a, b=b):
            return CourtMove(number, seat, "swap", (min(a, b), max(a, b)))
        case HatOpened(seat=seat, slot=slot, hat=hat, result=result):
            return CourtMove(number, seat, result, (slot,), hat)
        case Redealt():
            return CourtMove(number, None, "redealt")
        case SeatLeft(seat=seat):
            return CourtMove(number, seat, "away")
        case _:  # the deal and the end show by themselves; what one seat saw is never on a board
            return None


def _aged(moves: list[CourtMove]) -> list[CourtMove]:
    last = max((place for place, move in enumerate(moves) if move.deed == "redealt"), default=-1)
    return [
        replace(move, stale=place < last, moved=_has_moved(move, moves[place + 1 :]))
        for place, move in enumerate(moves)
    ]


def _has_moved(move: CourtMove, later: Sequence[CourtMove]) -> bool:
    """Return whether a hat that was looked at, or opened in vain, has been swapped or won since."""
    return move.deed in ("eye", "miss") and any(
        other.deed in ("swap", "match", "magic") and move.slots[0] in other.slots for other in later
    )


def _faces(row: tuple[str | None, ...], events: NumberedEvents) -> tuple[str | None, ...]:
    """Follow the hats that all have seen to where they lie now."""
    faces: list[str | None] = [None] * len(row)
    for _, event in events:
        match event:
            case HatOpened(slot=slot, hat=hat, result=result):
                faces[slot] = hat if result == "miss" else None
            case RowSwapped(a=a, b=b):
                faces[a], faces[b] = faces[b], faces[a]
            case Redealt():
                faces = [None] * len(row)
            case _:
                pass
    return tuple(face if kind is not None else None for face, kind in zip(faces, row, strict=True))
