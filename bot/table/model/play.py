"""A running game at a table: pure functions that join a record, a game's rules and its history."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from bot.engine.presentation import ROUTINE, Game
from bot.engine.presentation import FirstPress as FirstHalf
from bot.engine.replay import LEAVE as LEAVE
from bot.engine.replay import GameRecord, RecordedMove, rng_of, starter_of
from bot.engine.rules import Action, Event, IllegalAction, Seat, Step
from bot.errors import DamagedRecord, Refusal
from bot.i18n.lazy import LazyText
from bot.table.model import aids
from bot.table.model.record import NOBODY, SUBSTITUTE, PendingChoice, Record
from storage.ids import Person

DEAL = "deal"
"""How the deal, number 0, is written into the history."""
STAND_INS = ("Uno", "Duo", "Trio", "Quad")
"""The names of computers that take a leaver's seat; they do not come along to a rematch."""
MISSED_TURNS = 2
"""So many turns in a row somebody may miss before the computer keeps the seat for them."""


class Turn(msgspec.Struct, frozen=True):
    """What one press made of a game: the new record and state, and what goes into the history."""

    record: Record
    state: Any
    seat: Seat | None
    action: str
    events: tuple[Event, ...]
    played: Any = None


def history_of(record: Record, moves: tuple[RecordedMove, ...] = ()) -> GameRecord:
    """Return all that a table's game follows from, with the moves made in it."""
    return GameRecord(
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
    rng = rng_of(history_of(record))
    starter = starter_of(record.agreed_starter, len(record.seats), rng)
    step = game.rules.begin(record.options, len(record.seats), starter, rng)
    return _turn(record, game, None, DEAL, step, moves=0)


def choose(record: Record, game: Game, state: Any, seat: Seat, code: str) -> Turn | tuple[Record, LazyText]:
    """Carry out a button's code for the seat to act.

    Return a Turn, or for the first half of a choice of two the record that remembers it and the toast to show. Raise
    Refusal.
    """
    pending = pending_code(record, seat)
    choice = game.presenter.decode(game.rules.view(state, seat), seat, pending, code)
    question = None if isinstance(choice, FirstHalf) else game.presenter.question(choice)
    if question is not None and aids.asks(record) and pending != code:
        choice = FirstHalf(code, question)
    if isinstance(choice, FirstHalf):
        return replace(record, pending_choice=PendingChoice(seat, record.decision, choice.code)), choice.toast
    try:
        turn = act(record, game, state, seat, choice)
    except IllegalAction as refused:
        raise Refusal(game.presenter.refusal(refused.reason)) from refused
    return replace(turn, record=_seat(turn.record, seat, missed=0, auto_playing=False))


def unchosen(record: Record, game: Game, state: Any) -> Action | None:
    """Return the action that is made for the person to act, who has nothing to choose; None where they have."""
    seat = game.rules.to_act(state)
    if seat is None:
        return None
    view = game.rules.view(state, seat)
    action = game.presenter.forced(view, seat)
    return game.presenter.routine(view, seat) if action is None and aids.is_on(record, ROUTINE) else action


def pending_code(record: Record, seat: Seat | None) -> str | None:
    """Return the code of the first half that a seat has chosen, None if nothing waits for a second."""
    first = record.pending_choice
    if first is None or (first.seat, first.decision) != (seat, record.decision):
        return None  # left from another decision, or of whoever had the seat before
    return first.code or None


def act(record: Record, game: Game, state: Any, seat: Seat, action: Action) -> Turn:
    """Carry out an action for the seat to act. Raise IllegalAction."""
    step = game.rules.play(state, seat, action, rng_of(history_of(record)))
    record = replace(record, decision=record.decision + 1, pending_choice=None)
    if game.rules.to_act(step.state) != seat:
        record = _seat(record, seat, auto_playing=False)
    turn = _turn(record, game, seat, msgspec.json.encode(action).decode(), step, moves=record.moves + 1)
    return replace(turn, played=action)


def count_missed_turn(turn: Turn, game: Game, seat: Seat) -> Turn:
    """Count a turn that the computer begins for a person, and plays to its end.

    After a second one in a row they are away.
    """
    turns = turn.record.seats[seat].missed + 1
    goes_on = game.rules.to_act(turn.state) == seat
    return replace(
        turn, record=_seat(turn.record, seat, missed=turns, auto_playing=goes_on, away=turns >= MISSED_TURNS)
    )


def come_back(record: Record, seat: Seat) -> Record:
    """Hand a seat back to its person who was away."""
    return _changed_hands(_seat(record, seat, missed=0, away=False, auto_playing=False, had_substitute=True), seat)


def hand_over(record: Record, seat: Seat) -> Record:
    """Hand a seat to the computer, under another name: its person leaves for good, and takes the name along."""
    person = record.seats[seat].person
    taken = {other.name for other in record.seats}
    name = next((name for name in STAND_INS if name not in taken), STAND_INS[-1])
    record = _seat(
        record, seat, person=NOBODY, name=name, computer=SUBSTITUTE, missed=0, away=False, auto_playing=False
    )
    host = record.host
    if host == person:
        host = next((other.person for other in record.seats if other.occupied), None)
    return _changed_hands(replace(record, host=host), seat)


def take_over(record: Record, seat: Seat, person: Person, name: str) -> Record:
    """Hand a computer's seat to a newcomer. The seat's part in the deal stays as it was."""
    record = _seat(record, seat, person=person, name=name, computer="")
    return _changed_hands(_seat(record, seat, missed=0, away=False, auto_playing=False, had_substitute=True), seat)


def _changed_hands(record: Record, seat: Seat) -> Record:
    """Forget what the seat had chosen half, and the votes: somebody else decides now. Others' buttons stay good."""
    chosen = record.pending_choice
    return replace(
        record,
        pending_choice=None if chosen and chosen.seat == seat else chosen,
        votes=(),
        revision=record.revision + 1,
    )


def _seat(record: Record, seat: Seat, **changes: Any) -> Record:
    changed = replace(record.seats[seat], **changes)
    return replace(record, seats=(*record.seats[:seat], changed, *record.seats[seat + 1 :]))


def leave(record: Record, game: Game, state: Any, seat: Seat) -> Turn:
    """Remove a seat from a running game: its turns are skipped from now on (H28)."""
    acting = game.rules.to_act(state)
    step = game.rules.leave(state, seat, rng_of(history_of(record)))
    seats = tuple(replace(s, present=s.present and n != seat) for n, s in enumerate(record.seats))
    host = record.host
    if host == record.seats[seat].person:
        host = next((s.person for s in seats if s.occupied), None)
    record = replace(record, seats=seats, host=host)
    if acting != game.rules.to_act(step.state):
        record = replace(record, decision=record.decision + 1, pending_choice=None)
    return _turn(record, game, seat, LEAVE, step, moves=record.moves + 1)


def _turn(record: Record, game: Game, seat: Seat | None, action: str, step: Step[Any], *, moves: int) -> Turn:
    ended = game.rules.outcome(step.state) is not None
    record = replace(record, moves=moves, revision=record.revision + 1, status="ended" if ended else "playing")
    return Turn(record, step.state, seat, action, step.events)


def public(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the events that everyone may know."""
    return tuple(event for event in events if event.audience is None)


def decode_events(game: Game, blob: bytes) -> tuple[Event, ...]:
    """Read an encoded list of events. Raise DamagedRecord."""
    try:
        return tuple(msgspec.json.decode(blob, type=list[game.rules.event_type]))  # type: ignore[name-defined]
    except ValueError as error:  # also of text that is no UTF-8
        raise DamagedRecord(f"events of {game.key}: {error}") from error


def decode_event(game: Game, blob: bytes) -> Event:
    """Read an encoded event. Raise DamagedRecord."""
    try:
        return msgspec.json.decode(blob, type=game.rules.event_type)  # type: ignore[no-any-return]
    except ValueError as error:
        raise DamagedRecord(f"event of {game.key}: {error}") from error


def load_state(game: Game, blob: bytes) -> Any:
    """Read a game's state. Raise DamagedRecord."""
    try:
        return msgspec.json.decode(blob, type=game.rules.state_type)
    except ValueError as error:  # also of text that is no UTF-8
        raise DamagedRecord(f"state of {game.key}: {error}") from error
