"""How The Vanished Animal is drawn, from views and events alone.

No words but players' names and numbers: one picture serves all languages. `alt` says the same in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.engine.presentation import NumberedEvents, Player
from bot.engine.rules import Seat
from bot.games.vanished_animal.pictures import board, lobby_and_finale, model
from bot.games.vanished_animal.rules.moves import RoundEnded
from bot.games.vanished_animal.rules.view import VanishedAnimalView
from bot.messaging import Picture
from bot.pictures.plates import Lobby


def tableau(view: VanishedAnimalView, events: NumberedEvents, players: Sequence[Player], alt: str) -> Picture:
    """Draw the table and tell the last of `events` on it, with the numbers of the caption."""
    table = model.table(view, events, players)
    return Picture(model.key(table), partial(board.draw, table), alt)


def looked_back(
    view: VanishedAnimalView,
    events: NumberedEvents,
    players: Sequence[Player],
    alt: str,
    *,
    faces: tuple[str, ...],
    box: str,
    knowers: tuple[tuple[Seat, ...], ...],
    box_knowers: tuple[Seat, ...] = (),
) -> Picture:
    """Draw a moment of a game that is over, everything face up, with what each seat knew at that moment.

    `faces` are the animals in the ring, `knowers` the seats that know each, and `box_knowers` those that know the box.
    """
    table = model.looked_back(view, events, players, faces=faces, box=box, knowers=knowers, box_knowers=box_knowers)
    return Picture(model.key(table), partial(board.draw, table), alt)


def lobby(players: Sequence[Player], alt: str) -> Picture:
    seats = Lobby(tuple(model.sitting(player) for player in players))
    return Picture(model.key(seats), partial(lobby_and_finale.draw_lobby, seats), alt)


def finale(view: VanishedAnimalView, end: RoundEnded | None, players: Sequence[Player], alt: str) -> Picture:
    """Draw the end. `end` is that of the last round, None where it is not told again (D13)."""
    last = model.finale(view, end, players)
    return Picture(model.key(last), partial(lobby_and_finale.draw_finale, last), alt)


def peeked(hat: int, animal: str, alt: str) -> Picture:
    """Draw the animal that one seat has just seen in a hat. The file name is the same for every animal (D18)."""
    secret = model.SecretAnimal(hat, animal)
    return Picture(model.key(secret), partial(lobby_and_finale.draw_secret, secret), alt)


def missing(animal: str, alt: str) -> Picture:
    """Draw the box open for the one who named in vain (D10)."""
    secret = model.SecretAnimal(None, animal)
    return Picture(model.key(secret), partial(lobby_and_finale.draw_secret, secret), alt)
