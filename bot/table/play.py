"""A running game at a table: pure functions that join a record, a game's rules and its history."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from bot.errors import DamagedRecord, IllegalAction, Refusal
from bot.games.game import Event, Seat, Step
from bot.games.proof import LEAVE, History, Move, chance_of, starter_of
from bot.games.scene import Game
from bot.games.scene import Half as FirstHalf
from bot.table.record import Half, Record
from bot.words import Message

__all__ = ["DEAL", "LEAVE", "Turn", "begin", "choose", "decode_events", "history_of", "leave", "load_state", "public"]

DEAL = "deal"
"""How the deal, number 0, is written into the history."""


class Turn(msgspec.Struct, frozen=True):
    """What one press made of a game: the new record and state, and what goes into the history."""

    record: Record
    state: Any
    seat: Seat | None
    action: str
    events: tuple[Event, ...]
    played: Any = None


def history_of(record: Record, moves: tuple[Move, ...] = ()) -> History:
    """Give all that a table's game follows from, with the moves made in it."""
    return History(
        game=record.game,
        rules_version=record.rules_version,
        options=record.options,
        seats=tuple(seat.key for seat in record.seats),
        presses=tuple(seat.press for seat in record.seats),
        starter=record.agreed_starter,
        seed=record.seed,
        commitment=record.commitment,
        moves=moves,
        abandoned=record.status == "closed",
    )


def begin(record: Record, game: Game) -> Turn:
    """Deal: the lobby becomes a running game."""
    record = replace(record, status="playing", rules_version=game.rules.version, page="", decision=1)
    record = replace(record, agreed_starter=record.starter_seat())
    chance = chance_of(history_of(record))
    starter = starter_of(record.agreed_starter, len(record.seats), chance)
    step = game.rules.begin(record.options, len(record.seats), starter, chance)
    return _turn(record, game, None, DEAL, step, moves=0)


def choose(record: Record, game: Game, state: Any, seat: Seat, code: str) -> Turn | tuple[Record, Message]:
    """Carry out a button's code for the seat to act.

    Gives a Turn, or for the first half of a choice of two the record that remembers it and the toast to show. Raises
    Refusal.
    """
    half = record.half if record.half and (record.half.seat, record.half.decision) == (seat, record.decision) else None
    choice = game.scenes.decode(game.rules.view(state, seat), seat, half.code if half else None, code)
    if isinstance(choice, FirstHalf):
        return replace(record, half=Half(seat, record.decision, choice.code)), choice.toast
    try:
        step = game.rules.play(state, seat, choice, chance_of(history_of(record)))
    except IllegalAction as refused:
        raise Refusal(game.scenes.refusal(refused.reason)) from refused
    record = replace(record, decision=record.decision + 1, half=None)
    turn = _turn(record, game, seat, msgspec.json.encode(choice).decode(), step, moves=record.moves + 1)
    return replace(turn, played=choice)


def leave(record: Record, game: Game, state: Any, seat: Seat) -> Turn:
    """Take a seat out of a running game (H28)."""
    acting = game.rules.to_act(state)
    step = game.rules.leave(state, seat, chance_of(history_of(record)))
    seats = tuple(replace(s, present=s.present and n != seat) for n, s in enumerate(record.seats))
    host = record.host
    if host == record.seats[seat].person:
        host = next((s.person for s in seats if s.present), None)
    record = replace(record, seats=seats, host=host)
    if acting != game.rules.to_act(step.state):
        record = replace(record, decision=record.decision + 1, half=None)
    return _turn(record, game, seat, LEAVE, step, moves=record.moves + 1)


def _turn(record: Record, game: Game, seat: Seat | None, action: str, step: Step[Any], *, moves: int) -> Turn:
    ended = game.rules.outcome(step.state) is not None
    record = replace(record, moves=moves, revision=record.revision + 1, status="ended" if ended else "playing")
    return Turn(record, step.state, seat, action, step.events)


def public(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Keep what everyone may know."""
    return tuple(event for event in events if event.audience is None)


def decode_events(game: Game, blob: bytes) -> tuple[Event, ...]:
    """Read an encoded list of events. Raises DamagedRecord."""
    try:
        return tuple(msgspec.json.decode(blob, type=list[game.rules.event_type]))  # type: ignore[name-defined]
    except msgspec.DecodeError as error:
        raise DamagedRecord(f"events of {game.key}: {error}") from error


def load_state(game: Game, blob: bytes) -> Any:
    """Read a game's state. Raises DamagedRecord."""
    try:
        return msgspec.json.decode(blob, type=game.rules.state_type)
    except msgspec.DecodeError as error:
        raise DamagedRecord(f"state of {game.key}: {error}") from error
