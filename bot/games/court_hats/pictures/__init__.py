"""How Court Hats is drawn, from views and events alone.

No words but players' names and numbers: one picture serves all languages. `alt` says the same in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from bot.engine.presentation import NumberedEvents, Player
from bot.engine.rules import Seat
from bot.games.court_hats.pictures import board, lobby_and_finale, model
from bot.games.court_hats.rules.view import CourtHatsView
from bot.messaging import Picture
from bot.pictures.plates import Lobby


def tableau(view: CourtHatsView, events: NumberedEvents, players: Sequence[Player], alt: str) -> Picture:
    """Draw the table and tell the last of `events` on it, with the numbers of the caption."""
    table = model.table(view, events, players)
    return Picture(model.key(table), partial(board.draw, table), alt)


def uncovered(
    view: CourtHatsView,
    hats: Sequence[str | None],
    knowers: Sequence[tuple[Seat, ...]],
    events: NumberedEvents,
    players: Sequence[Player],
    alt: str,
) -> Picture:
    """Draw the table of a game that has ended as it was, all hats turned up, each marked with who had seen it."""
    table = replace(model.table(view, events, players), faces=tuple(hats), knowers=tuple(knowers))
    return Picture(model.key(table), partial(board.draw, table), alt)


def lobby(players: Sequence[Player], alt: str) -> Picture:
    seats = Lobby(tuple(model.sitting(player) for player in players))
    return Picture(model.key(seats), partial(lobby_and_finale.draw_lobby, seats), alt)


def finale(view: CourtHatsView, left_hats: Sequence[str | None], players: Sequence[Player], alt: str) -> Picture:
    """Draw the end. `left_hats` are those left on the table by slot, None for a gap (H15)."""
    end = model.finale(view, left_hats, players)
    return Picture(model.key(end), partial(lobby_and_finale.draw_finale, end), alt)


def peeked(slot: int, hat: str, alt: str) -> Picture:
    """Draw the hat that one seat has just seen. The file name is the same for every hat (H27)."""
    peek = model.PeekedHat(slot, hat)
    return Picture(model.key(peek), partial(lobby_and_finale.draw_peek, peek), alt)
