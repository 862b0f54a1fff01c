"""One action on its course: the state so far and what has happened. What all rooms of the rules do to it is here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Event, Seat, Step
from bot.games.invisible_man.rules.moves import Ended, Ending, InvisibleEvent
from bot.games.invisible_man.rules.state import InvisibleManState, Part


class Course:
    """A state on its way from one decision to the next, with the events told so far.

    The n-th die of a game comes from the stream `die/<n>`, counted from 0 (N51).
    """

    def __init__(self, state: InvisibleManState, chance: CommittedRandom) -> None:
        self.state = state
        self.chance = chance
        self.events: list[Event] = []

    def tell(self, *events: InvisibleEvent) -> None:
        """Add what has happened."""
        self.events.extend(events)

    def set(self, **changes: Any) -> None:
        """Change the state."""
        self.state = replace(self.state, **changes)

    def part(self, seat: Seat) -> Part:
        """Give a seat's part."""
        return self.state.parts[seat]

    def change(self, seat: Seat, **changes: Any) -> None:
        """Change a seat's part."""
        parts = self.state.parts
        self.set(parts=(*parts[:seat], replace(parts[seat], **changes), *parts[seat + 1 :]))

    def throw(self) -> int:
        """Throw the die."""
        die = self.chance.stream(f"die/{self.state.rolls}").die()
        self.set(rolls=self.state.rolls + 1)
        return die

    def win(self, winners: Sequence[Seat], reason: Ending) -> None:
        """End the game."""
        self.set(phase="over", ending=reason, winners=tuple(sorted(winners)), queue=())
        self.tell(Ended(reason=reason, winners=self.state.winners))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.phase == "over"

    def step(self) -> Step[InvisibleManState]:
        """Give the new state and all that happened."""
        return Step(self.state, tuple(self.events))
