"""When a viewer may know of the difference between two worlds: from the rules' events, and from nothing else."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from bot.engine.presentation import Game
from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Seat
from tests.games.knowledge import told

Moves: TypeAlias = Sequence[tuple[int, Seat | None, str, list[dict[str, Any]]]]
NEVER = 1_000_000
"""The number of a move that is not made."""
REVEALS: Mapping[str, frozenset[str]] = {
    "court_hats": frozenset({"opened", "redealt", "ended"}),
    "invisible_man": frozenset(
        {"reshuffled", "signal_opened", "checked", "shot", "appeared", "cloaked", "out", "left", "ended"}
    ),
    "vanished_animal": frozenset({"named", "round_ended", "began", "ended"}),
}
"""The events by which all learn what lay hidden; what a roll brings and a check turns up among them."""
SHOWS: Mapping[str, frozenset[str]] = {
    "court_hats": frozenset({"saw"}),
    "invisible_man": frozenset({"got"}),
    "vanished_animal": frozenset({"saw", "learned"}),
}
"""The events by which one seat alone is shown something."""
OWN = frozenset({"saw", "learned"})
"""Those of them that come of what that seat does itself; anybody's roll may bring others cards."""


@dataclass(frozen=True)
class Horizons:
    """The number of the first move whose events tell of the difference: to all (None) and to each seat.

    `leaks` are what the rules told unlawfully, and a course of the game that nobody's knowledge explains.
    """

    by_seat: Mapping[Seat | None, int]
    leaks: tuple[str, ...]

    @property
    def everybody(self) -> int:
        """The number of the first move that all could tell apart."""
        return self.by_seat[None]


def horizons(game: Game, one: Moves, other: Moves, seats: int) -> Horizons:
    """Compare two histories of a game."""
    found = {viewer: _first_apart(one, other, viewer) for viewer in (None, *range(seats))}
    leaks = [
        wrong
        for viewer, number in found.items()
        if number < (NEVER if viewer is None else found[None])
        for wrong in _wrongs(game, one, other, viewer, found)
    ]
    return Horizons(found, tuple(leaks))


def _first_apart(one: Moves, other: Moves, viewer: Seat | None) -> int:
    """Return the number of the first move of which a viewer was told something else, or that was made in one alone."""
    numbers = range(max(len(one), len(other)))
    return next((number for number in numbers if _told(one, number, viewer) != _told(other, number, viewer)), NEVER)


def _wrongs(
    game: Game, one: Moves, other: Moves, viewer: Seat | None, found: Mapping[Seat | None, int]
) -> Iterator[str]:
    """Yield why a viewer must not have learned of the difference when it did; nothing where that is lawful."""
    number = found[viewer]
    made = [moves[number] if number < len(moves) else None for moves in (one, other)]
    if made[0] is None or made[1] is None or made[0][1] != made[1][1] or (made[0][2] != made[1][2] and viewer is None):
        movers = {move[1] for move in made if move is not None}
        # who had learned of it lawfully may act on that, as a computer does, also for somebody who is away
        if not any(seat is not None and found[seat] < number for seat in movers):
            yield f"move {number} was another one, though nobody who moved knew more: {made[0]} {made[1]}"
        return
    told = _told(one, number, viewer), _told(other, number, viewer)
    kinds = differing(*told)
    lawful = REVEALS[game.key] if viewer is None else REVEALS[game.key] | SHOWS[game.key]
    wrong = set() if kinds & lawful else kinds
    if viewer is not None and number > 0 and viewer != made[0][1]:
        wrong |= kinds & OWN
    if wrong:
        yield f"seat {viewer} was told at move {number} by {sorted(wrong)}: {told[0]} {told[1]}"


def differing(one: Sequence[Mapping[str, Any]], other: Sequence[Mapping[str, Any]]) -> set[str]:
    """Return of which kinds the events are that are only in one of two lists."""
    return {
        str(event["type"]) for events, others in ((one, other), (other, one)) for event in events if event not in others
    }


def _told(moves: Moves, number: int, viewer: Seat | None) -> list[dict[str, Any]]:
    if number >= len(moves):
        return [{"type": "nothing"}]
    return [event for event in moves[number][3] if event.get("audience") in (None, viewer)]


@dataclass
class Shadow:
    """The states of both worlds, played along by the rules alone."""

    game: Game
    chances: tuple[CommittedRandom, CommittedRandom]
    states: list[Any]
    same: bool = True

    @classmethod
    def of(cls, game: Game, options: Mapping[str, str], seats: int, starter: Seat, chances: tuple[Any, Any]) -> Shadow:
        """Deal in both worlds."""
        return cls(game, chances, [game.rules.begin(options, seats, starter, chance).state for chance in chances])

    def follow(self, seat: Seat, actions: tuple[Any, Any]) -> None:
        """Play an action in each; `same` tells whether all saw the same of it, and the same seat is to act then."""
        steps = self._steps(seat, actions)
        self.same = self.same and steps is not None and _looks_same(self.game, steps)
        if steps is not None:
            self.states = [step.state for step in steps]

    def keeps_secret(self, seat: Seat, actions: tuple[Any, Any]) -> bool:
        """Return whether by the rules nobody but the seat, or those who are shown something, learns of the difference.

        Where they learn of it by what must not tell them, that is to be found out, so the move is made.
        """
        steps = self._steps(seat, actions)
        if steps is None or self.game.rules.to_act(steps[0].state) is None:
            return False
        one, other = (json.loads(told(step.events, None)) for step in steps)
        return _looks_same(self.game, steps) or bool(differing(one, other) - REVEALS[self.game.key])

    def _steps(self, seat: Seat, actions: tuple[Any, Any]) -> list[Any] | None:
        rules = self.game.rules
        if any(action not in rules.legal(state, seat) for state, action in zip(self.states, actions, strict=True)):
            return None
        worlds = zip(self.states, actions, self.chances, strict=True)
        return [rules.play(state, seat, action, chance) for state, action, chance in worlds]

    def leave(self, seat: Seat) -> None:
        """Take a seat out of both."""
        steps = [self.game.rules.leave(s, seat, chance) for s, chance in zip(self.states, self.chances, strict=True)]
        self.same = self.same and _looks_same(self.game, steps)
        self.states = [step.state for step in steps]


def _looks_same(game: Game, steps: Sequence[Any]) -> bool:
    one, other = steps
    return told(one.events, None) == told(other.events, None) and game.rules.to_act(one.state) == game.rules.to_act(
        other.state
    )


def history(database: Path, table: str) -> Moves:
    """Return what happened at a table: number, seat, action, events."""
    asked = "SELECT number, seat, action, events FROM actions WHERE table_id = ? ORDER BY number"
    with closing(sqlite3.connect(database, timeout=10)) as connection:
        rows = connection.execute(asked, (table,)).fetchall()
    return [(number, seat, action, json.loads(events)) for number, seat, action, events in rows]
