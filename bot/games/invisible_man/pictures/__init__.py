"""How The Invisible Man is drawn, from views and events alone.

No words but players' names and numbers: one picture serves all languages. `alt` says the same in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.engine.presentation import Player
from bot.engine.rules import Seat
from bot.games.invisible_man.pictures import board, lobby_and_finale, model
from bot.games.invisible_man.pictures.hand import draw_hand
from bot.games.invisible_man.pictures.names import draw_names
from bot.games.invisible_man.rules.moves import NumberedEvents
from bot.games.invisible_man.rules.view import InvisibleManView, TownTruth
from bot.messaging import Picture


def town(view: InvisibleManView, events: NumberedEvents, players: Sequence[Player], alt: str) -> Picture:
    """Draw the town and tell the last of `events` on it.

    The cells to choose from carry numbers from 1, as on the keyboard.
    """
    return _drawn(model.board(view, events, players), alt)


def uncovered(
    view: InvisibleManView,
    truth: TownTruth,
    trail: Sequence[str],
    possible: Sequence[str],
    events: NumberedEvents,
    players: Sequence[Player],
    alt: str,
) -> Picture:
    """Draw the town of a game that has ended as it was: the cards on the places face up, each with who knew it.

    `trail` are the cells through which the Invisible Man went, in order, `possible` where the police could think him.
    """
    return _drawn(model.board(view, events, players, tuple(trail), tuple(possible), truth), alt)


def _drawn(shown: model.TownBoard, alt: str) -> Picture:
    return Picture(model.key(shown), partial(board.draw, shown), alt)


def place_names(named: Sequence[tuple[str, str, str]], alt: str) -> Picture:
    """Draw what the places are called: buildings and cells with their names and the labels of their cells."""
    listed = model.PlaceNames(tuple(model.NamedPlace(*each) for each in named))
    return Picture(model.key(listed), partial(draw_names, listed), alt)


def lobby(players: Sequence[Player], alt: str) -> Picture:
    seats = model.lobby(players)
    return Picture(model.key(seats), partial(lobby_and_finale.draw_lobby, seats), alt)


def finale(view: InvisibleManView, players: Sequence[Player], alt: str) -> Picture:
    end = model.finale(view, players)
    return Picture(model.key(end), partial(lobby_and_finale.draw_finale, end), alt)


def hand(view: InvisibleManView, seat: Seat, alt: str) -> Picture:
    """Draw what a seat holds; `view` is that seat's. For that person alone."""
    held = model.hand(view, seat)
    return Picture(model.key(held), partial(draw_hand, held), alt)
