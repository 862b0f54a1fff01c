"""The lobby: pure functions of a record. Each gives the changed record or raises a Refusal."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from bot.engine.computer import LEVELS, Level
from bot.engine.presentation import Game
from bot.errors import Refusal
from bot.i18n.lazy import lazy
from bot.i18n.names import distinct
from bot.messaging import Caller
from bot.table.model.preferences import Preferences
from bot.table.model.record import NOBODY, ROBOT, SUBSTITUTE, Record, SeatRecord, digest
from bot.table.model.refusals import NOT_SEATED, OUT_OF_DATE
from storage.ids import Person

PAGES = ("", "games", "options", "rules", "computers", "remove")
FIRST_GAME = "first"
"""The page of a lobby that is opened where no game has ever been chosen: it asks for one, and closes for good then."""
# NOTE: Alert, and in the lobby.
NOBODY_SITS = lazy("No players yet. Take a seat: one tap is enough.")
FULL = lazy("The table is full. Watch this game and join the next one.")
ROBOTS = ("Tick", "Tock", "Cog", "Dot", "Zip")
"""The computers' names: short, of no language, and more than there are seats."""


def join(record: Record, game: Game, caller: Caller, press: str) -> Record:
    """Seat a person. The first to join a table that nobody hosts is its host."""
    if record.seat_of(caller.person) is not None:
        raise Refusal(lazy("You already have a seat."))
    if len(record.seats) >= game.rules.seats.stop - 1:
        raise Refusal(FULL)
    seat = _seat(record.id, caller, press, record.names())
    return _visible(replace(record, seats=(*record.seats, seat), host=record.host or caller.person))


def seat_for_opener(caller: Caller, press: str) -> SeatRecord:
    """Seat who opens a table in a group."""
    return _seat(press, caller, press)


def seats_for_one(caller: Caller, press: str, level: Level = SUBSTITUTE) -> tuple[SeatRecord, ...]:
    """Seat who opens a table in the private chat, and a computer to play against: the game may start at once."""
    return _seat(press, caller, press), _computer(press, ROBOTS[0], level, press)


def _seat(salt: str, caller: Caller, press: str, others: Iterable[str] = ()) -> SeatRecord:
    key = digest(salt, caller.person.platform, caller.person.id)
    return SeatRecord(caller.person, distinct(caller.name, others), key, digest(press))


def leave(record: Record, person: Person) -> Record:
    """Free a person's seat. A host who leaves hands the table to whoever has sat longest."""
    seat = record.seat_of(person)
    if seat is None:
        raise Refusal(NOT_SEATED)
    return _without(record, record.seats[seat])


def remove(record: Record, key: str) -> Record:
    """Remove a seat, a person's or a computer's."""
    seat = record.seat_by_key(key)
    if seat is None:
        raise Refusal(OUT_OF_DATE)
    return replace(_without(record, record.seats[seat]), page="")


def _without(record: Record, gone: SeatRecord) -> Record:
    seats = tuple(seat for seat in record.seats if seat != gone)
    host = record.host
    if host == gone.person:
        host = next((seat.person for seat in seats if seat.occupied), None)
    first = "" if record.first == gone.key else record.first
    return _visible(replace(record, seats=seats, host=host, first=first))


def add_computer(record: Record, game: Game, level: str, press: str) -> Record:
    """Seat a computer, if a place is left. Computers sit for somebody: they never fill a table."""
    if level not in LEVELS:
        raise Refusal(OUT_OF_DATE)
    if len(record.seats) >= game.rules.seats.stop - 1:
        raise Refusal(FULL)
    taken = {seat.name for seat in record.seats if seat.computer}
    name = next(name for name in ROBOTS if name not in taken)
    return _visible(replace(record, seats=(*record.seats, _computer(record.id, name, level, press)), page=""))


def _computer(salt: str, name: str, level: Level, press: str) -> SeatRecord:
    return SeatRecord(NOBODY, name, digest(salt, ROBOT, name), digest(press), computer=level)


def filled(record: Record, game: Game, press: str) -> Record:
    """Seat as many computers as the people who sit here are too few to start."""
    while any(seat.occupied for seat in record.seats) and len(record.seats) < game.rules.seats.start:
        record = add_computer(record, game, SUBSTITUTE, press)
    return record


def rematch(old: Record) -> tuple[SeatRecord, ...]:
    """List who sits down again after a game: its people, and the computers that sat there from the start."""
    return tuple(
        replace(seat, missed=0, away=False, auto_playing=False, had_substitute=False)
        for seat in old.seats
        if seat.occupied or (seat.present and seat.computer and seat.name in ROBOTS)
    )


def be_youngest(record: Record, person: Person) -> Record:
    """Have a seated person start, as the youngest does (H2)."""
    seat = record.seat_of(person)
    if seat is None:
        # NOTE: Alert to somebody who would like to go first without having joined.
        raise Refusal(lazy("Take a seat first."))
    return _visible(replace(record, first=record.seats[seat].key))


def cycle_starter(record: Record) -> Record:
    """Choose the next of who may start: by lot, then each seat in turn."""
    keys = ["", *(seat.key for seat in record.seats)]
    here = keys.index(record.first) if record.first in keys else 0
    return _visible(replace(record, first=keys[(here + 1) % len(keys)]))


def cycle_option(record: Record, game: Game, name: str) -> Record:
    option = next((option for option in game.rules.options if option.name == name), None)
    if option is None:
        raise Refusal(OUT_OF_DATE)
    return _visible(replace(record, options=toggled(record.options, option.name, option.choices)))


def toggled(options: dict[str, str], name: str, choices: tuple[str, ...]) -> dict[str, str]:
    """Return the options with one of them at its next value."""
    value = options.get(name, choices[0])
    return {**options, name: choices[(choices.index(value) + 1) % len(choices)]}


def set_preset(record: Record, game: Game, name: str) -> Record:
    preset = next((preset for preset in game.rules.presets if preset.name == name), None)
    if preset is None:
        raise Refusal(OUT_OF_DATE)
    return _visible(replace(record, options={**record.options, **preset.values}))


def choose_game(record: Record, game: Game, kept: Preferences) -> Record:
    """Choose another game, with the options and aids kept for it; the page of games closes."""
    options, aids = full_options(game, kept.options.get(game.key, {})), kept.aids.get(game.key, {})
    return _visible(replace(record, game=game.key, options=options, aids=aids, page=""))


def full_options(game: Game, kept: dict[str, str]) -> dict[str, str]:
    """Return a value for every option of a game: the one kept, that of the first preset, or its default."""
    choices = {option.name: option.choices for option in game.rules.options}
    defaults = {name: values[0] for name, values in choices.items()}
    kept = {name: value for name, value in kept.items() if value in choices.get(name, ())}
    return {**defaults, **game.rules.presets[0].values, **kept}


def with_new_options(record: Record, game: Game) -> Record:
    """Return a lobby with a value for every option, also where an earlier version opened it that lacked some.

    What was agreed for a game that has begun stays as it was agreed.
    """
    return replace(record, options=full_options(game, record.options)) if record.status == "lobby" else record


def open_page(record: Record, page: str) -> Record:
    """Open a page of the lobby: "" is the front page."""
    if page not in PAGES:
        raise Refusal(OUT_OF_DATE)
    if page == "remove" and not record.seats:
        raise Refusal(NOBODY_SITS)
    return _visible(replace(record, page=page))


def _visible(record: Record) -> Record:
    return replace(record, revision=record.revision + 1)
