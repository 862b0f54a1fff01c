"""Aids: what a table does or asks for its players, beside the rules of the game. Pure functions of a record."""

from __future__ import annotations

from msgspec.structs import replace

from bot.engine.presentation import ASK, ROUTINE, Game
from bot.errors import Refusal
from bot.table.model.record import Record
from bot.table.model.refusals import OUT_OF_DATE


def is_on(record: Record, aid: str) -> bool:
    """Return whether a table has an aid on: as was chosen, or else routine presses are made for who plays alone."""
    if aid in record.aids:
        return record.aids[aid]
    return aid == ROUTINE and sum(seat.occupied for seat in record.seats) == 1


def asks(record: Record) -> bool:
    """Return whether a dear press is asked for once more."""
    return is_on(record, ASK)


def toggled(record: Record, game: Game, aid: str) -> Record:
    """Return the record of a lobby with an aid turned on or off. Raise Refusal for one that the game does not have."""
    if aid not in game.presenter.labels.aids:
        raise Refusal(OUT_OF_DATE)
    return replace(record, aids={**record.aids, aid: not is_on(record, aid)}, revision=record.revision + 1)
