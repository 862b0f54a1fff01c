"""What a picture of The Vanished Animal holds, drawn from views and events alone.

A model is all that the drawing depends on: what is not in it cannot show, and equal models are equal pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from bot.engine.presentation import Player
from bot.engine.rules import Seat
from bot.games.vanished_animal.rules.moves import (
    Kept,
    Left,
    Looked,
    Named,
    RoundBegan,
    RoundEnded,
    Swapped,
    VanishedEvent,
)
from bot.games.vanished_animal.rules.view import SeatView, VanishedAnimalView
from bot.i18n.names import clean_name
from bot.pictures.identity import identity

NAMESPACE = "bot.games.vanished_animal.picture.model"
"""Part of every key: a picture uploaded before keeps its key, wherever this module lives."""
DRAWING = 2
"""Grows when the drawing code changes what a model looks like; the sprites count by themselves."""
SHOWN_MOVES = 12
"""Of moves told at once: a full turn of four experts, each with a look and two swaps."""

Deed = Literal["eye", "swap", "keep", "right", "wrong", "token", "wand", "mixed", "away"]


class Sitting(msgspec.Struct, frozen=True):
    """One seat as drawn. `held` is None before the game."""

    name: str
    present: bool = True
    held: SeatView | None = None


class Move(msgspec.Struct, frozen=True):
    """One told move: its number, who, what, which hats of the ring, and the animal that was named."""

    number: int
    seat: Seat | None
    deed: Deed
    hats: tuple[int, ...] = ()
    animal: str | None = None
    stale: bool = False
    """All was mixed anew since: the hats are no longer what they were."""


class Table(msgspec.Struct, frozen=True, tag=True):
    """A tableau.

    `faces` and `box` are what a round that has just ended has turned up, until something is done in the next one
    (D13). `excluded` are the animals crossed out (D10), `looked` is the hat whose swap is due.
    """

    seats: tuple[Sitting, ...]
    to_act: Seat | None
    looked: int | None
    excluded: tuple[str, ...]
    moves: tuple[Move, ...]
    faces: tuple[str, ...] | None = None
    box: str | None = None


class Lobby(msgspec.Struct, frozen=True, tag=True):
    """The table before the game: who sits there."""

    seats: tuple[Sitting, ...]


class Finale(msgspec.Struct, frozen=True, tag=True):
    """The end: who has the wand, and what lay where in the last round, as far as all may know it."""

    seats: tuple[Sitting, ...]
    winners: tuple[Seat, ...]
    faces: tuple[str, ...] | None
    box: str | None


class Secret(msgspec.Struct, frozen=True, tag=True):
    """One animal for one pair of eyes: in a hat, or with None in the box."""

    hat: int | None
    animal: str


def key(model: Table | Lobby | Finale | Secret) -> str:
    """Name a picture by all it depends on."""
    return identity(NAMESPACE, DRAWING, model)


def sitting(player: Player, held: SeatView | None = None) -> Sitting:
    """Join a player with what lies before the seat."""
    present = player.present and (held is None or held.present)
    return Sitting(clean_name(player.name), present, held)


def table(
    view: VanishedAnimalView,
    told: Sequence[VanishedEvent],
    players: Sequence[Player],
    numbers: Sequence[int] | None = None,
) -> Table:
    """Model a tableau that tells the events in `told`, numbered from 1 or by `numbers`."""
    given = numbers if numbers is not None else _count(told)
    moves = [move for number, event in zip(given, told, strict=True) if (move := _move(number, event))]
    end = _turned_up(told)
    return Table(
        seats=tuple(sitting(player, held) for player, held in zip(players, view.seats, strict=True)),
        to_act=view.to_act,
        looked=view.looked,
        excluded=view.excluded,
        moves=tuple(_aged(moves)[-SHOWN_MOVES:]),
        faces=end.hats if end else None,
        box=end.box if end else None,
    )


def finale(view: VanishedAnimalView, end: RoundEnded | None, players: Sequence[Player]) -> Finale:
    """Model the end. Without an outcome nobody is crowned."""
    return Finale(
        seats=tuple(sitting(player, held) for player, held in zip(players, view.seats, strict=True)),
        winners=view.outcome.winners if view.outcome is not None else (),
        faces=end.hats if end else None,
        box=end.box if end else None,
    )


def _count(told: Sequence[VanishedEvent]) -> list[int]:
    numbers, last = [], 0
    for event in told:
        last += _move(0, event) is not None
        numbers.append(last)
    return numbers


def _move(number: int, event: VanishedEvent) -> Move | None:
    match event:
        case Looked(seat=seat, hat=hat):
            return Move(number, seat, "eye", (hat,))
        case Swapped(seat=seat, a=a, b=b):
            return Move(number, seat, "swap", (min(a, b), max(a, b)))
        case Kept(seat=seat):
            return Move(number, seat, "keep")
        case Named(seat=seat, animal=animal, right=right):
            return Move(number, seat, "right" if right else "wrong", animal=animal)
        case RoundEnded(winner=winner, prize=prize):
            return Move(number, winner, "wand" if prize == "wand" else "token")
        case RoundBegan(round=count) if count > 1:
            return Move(number, None, "mixed")
        case Left(seat=seat):
            return Move(number, seat, "away")
        case _:  # the first round and the end show by themselves; what one seat saw is never on a board
            return None


def _aged(moves: list[Move]) -> list[Move]:
    last = max((place for place, move in enumerate(moves) if move.deed == "mixed"), default=-1)
    return [replace(move, stale=place < last) for place, move in enumerate(moves)]


def _turned_up(told: Sequence[VanishedEvent]) -> RoundEnded | None:
    """Find the round's end after which nothing was done yet: its hats are still turned up."""
    for event in reversed(told):
        if isinstance(event, RoundEnded):
            return event
        if not isinstance(event, RoundBegan | Left):
            return None
    return None
