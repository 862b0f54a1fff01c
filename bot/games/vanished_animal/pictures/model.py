"""What a picture of The Vanished Animal holds, drawn from views and events alone.

A model is all that the drawing depends on: what is not in it cannot show, and equal models are equal pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from bot.engine.presentation import NumberedEvents, Player
from bot.engine.rules import Seat, SeatLeft
from bot.games.vanished_animal.rules.moves import (
    Kept,
    Looked,
    Named,
    RingSwapped,
    RoundBegan,
    RoundEnded,
    VanishedEvent,
)
from bot.games.vanished_animal.rules.view import VanishedAnimalView, VanishedSeat
from bot.i18n.names import clean_name
from bot.pictures.identity import identity
from bot.pictures.plates import Lobby

NAMESPACE = "bot.games.vanished_animal.picture.model"
"""Part of every key: a picture uploaded before keeps its key, wherever this module lives."""
DRAWING = 9
"""Grows when the drawing code changes what a model looks like; the sprites count by themselves."""
SHOWN_MOVES = 12
"""Of moves told at once: a full turn of four experts, each with a look and two swaps."""

VanishedDeed = Literal["eye", "swap", "keep", "right", "wrong", "token", "wand", "mixed", "away"]


class VanishedSitting(msgspec.Struct, frozen=True):
    """One seat as drawn. `held` is None before the game."""

    name: str
    present: bool = True
    held: VanishedSeat | None = None
    robot: bool = False


class VanishedMove(msgspec.Struct, frozen=True):
    """One told move: its number, who, what, which hats of the ring, and the animal that was named."""

    number: int
    seat: Seat | None
    deed: VanishedDeed
    hats: tuple[int, ...] = ()
    animal: str | None = None
    stale: bool = False
    """All was mixed anew since: the hats are no longer what they were."""
    moved: bool = False
    """The hat that was looked into has left its place since: where it is now is for players to remember."""


class VanishedTableau(msgspec.Struct, frozen=True, tag="Table"):
    """A tableau.

    `excluded` are the animals crossed out (D10), `looked` is the hat whose swap is due. `faces` and `box` are the
    animals in the ring and in the box where they lie open: for who looks back at a game that is over, with the seats
    that knew each at that moment, by hat and of the box.
    """

    seats: tuple[VanishedSitting, ...]
    to_act: Seat | None
    looked: int | None
    excluded: tuple[str, ...]
    moves: tuple[VanishedMove, ...]
    faces: tuple[str, ...] | None = None
    box: str | None = None
    knowers: tuple[tuple[Seat, ...], ...] = ()
    box_knowers: tuple[Seat, ...] = ()


class VanishedCurtain(msgspec.Struct, frozen=True, tag="Curtain"):
    """A round that has just ended, until something is done in the next one: whose it was, what it turned up (D13).

    `round` is the one that begins, `faces` and `box` are those of the one that is over, as far as all may know them.
    """

    seats: tuple[VanishedSitting, ...]
    to_act: Seat | None
    moves: tuple[VanishedMove, ...]
    round: int
    winner: Seat
    faces: tuple[str, ...] | None = None
    box: str | None = None


class VanishedFinale(msgspec.Struct, frozen=True, tag="Finale"):
    """The end: who has the wand, and what lay where in the last round, as far as all may know it."""

    seats: tuple[VanishedSitting, ...]
    winners: tuple[Seat, ...]
    faces: tuple[str, ...] | None
    box: str | None


class SecretAnimal(msgspec.Struct, frozen=True, tag="Secret"):
    """One animal for one pair of eyes: in a hat, or with None in the box."""

    hat: int | None
    animal: str


def key(model: VanishedTableau | VanishedCurtain | Lobby[VanishedSitting] | VanishedFinale | SecretAnimal) -> str:
    return identity(NAMESPACE, DRAWING, model)


def sitting(player: Player, held: VanishedSeat | None = None) -> VanishedSitting:
    present = player.present and (held is None or held.present)
    return VanishedSitting(clean_name(player.name), present, held, player.computer)


def table(
    view: VanishedAnimalView, events: NumberedEvents, players: Sequence[Player]
) -> VanishedTableau | VanishedCurtain:
    """Return what the board shows: the ring, or the end of a round after which nothing was done yet."""
    seats = tuple(sitting(player, held) for player, held in zip(players, view.seats, strict=True))
    end = _just_ended(events)
    if end is not None:
        return VanishedCurtain(seats, view.to_act, _moves(events), view.round, end.winner, end.hats, end.box)
    return VanishedTableau(seats, view.to_act, view.looked, view.excluded, _moves(events))


def looked_back(
    view: VanishedAnimalView,
    events: NumberedEvents,
    players: Sequence[Player],
    *,
    faces: tuple[str, ...],
    box: str,
    knowers: tuple[tuple[Seat, ...], ...],
    box_knowers: tuple[Seat, ...] = (),
) -> VanishedTableau:
    """Return a moment of a game that is over, with everything open."""
    seats = tuple(sitting(player, held) for player, held in zip(players, view.seats, strict=True))
    return VanishedTableau(
        seats, view.to_act, view.looked, view.excluded, _moves(events), faces, box, knowers, box_knowers
    )


def finale(view: VanishedAnimalView, end: RoundEnded | None, players: Sequence[Player]) -> VanishedFinale:
    return VanishedFinale(
        seats=tuple(sitting(player, held) for player, held in zip(players, view.seats, strict=True)),
        winners=view.outcome.winners if view.outcome is not None else (),
        faces=end.hats if end else None,
        box=end.box if end else None,
    )


def _moves(events: NumberedEvents) -> tuple[VanishedMove, ...]:
    return tuple(_aged([move for number, event in events if (move := _move(number, event))])[-SHOWN_MOVES:])


def _move(number: int, event: VanishedEvent) -> VanishedMove | None:
    match event:
        case Looked(seat=seat, hat=hat):
            return VanishedMove(number, seat, "eye", (hat,))
        case RingSwapped(seat=seat, a=a, b=b):
            return VanishedMove(number, seat, "swap", (min(a, b), max(a, b)))
        case Kept(seat=seat):
            return VanishedMove(number, seat, "keep")
        case Named(seat=seat, animal=animal, right=right):
            return VanishedMove(number, seat, "right" if right else "wrong", animal=animal)
        case RoundEnded(winner=winner, prize=prize):
            return VanishedMove(number, winner, "wand" if prize == "wand" else "token")
        case RoundBegan(round=count) if count > 1:
            return VanishedMove(number, None, "mixed")
        case SeatLeft(seat=seat):
            return VanishedMove(number, seat, "away")
        case _:  # the first round and the end show by themselves; what one seat saw is never on a board
            return None


def _aged(moves: list[VanishedMove]) -> list[VanishedMove]:
    last = max((place for place, move in enumerate(moves) if move.deed == "mixed"), default=-1)
    return [
        replace(move, stale=place < last, moved=_has_moved(move, moves[place + 1 :]))
        for place, move in enumerate(moves)
    ]


def _has_moved(move: VanishedMove, later: Sequence[VanishedMove]) -> bool:
    return move.deed == "eye" and any(other.deed == "swap" and move.hats[0] in other.hats for other in later)


def _just_ended(events: NumberedEvents) -> RoundEnded | None:
    """Return the end of a round after which nothing was done yet."""
    for _, event in reversed(events):
        if isinstance(event, RoundEnded):
            return event
        if not isinstance(event, RoundBegan | SeatLeft):
            return None
    return None
