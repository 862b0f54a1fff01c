"""Games of The Invisible Man played by computers or by lot, with what each seat has seen."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from bot.engine.computer import Level
from bot.engine.computer_random import ComputerRandom
from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Event, Options, Seat
from bot.games.invisible_man.ai import InvisibleManComputer
from bot.games.invisible_man.rules.moves import InvisibleAction, MovePawn
from bot.games.invisible_man.rules.state import InvisibleManState
from bot.games.invisible_man.rules.town import TOWN

from .states import RNG, RULES

COMPUTER_RNG = ComputerRandom("a test’s")
LITTLE = 1 / 20
"""Effort enough to try what a computer does."""

Chooser = Callable[["PlayedGame", Seat, Sequence[InvisibleAction]], InvisibleAction]


class PlayedGame:
    """A game in which every seat keeps what it has seen."""

    def __init__(self, state: InvisibleManState, rng: CommittedRandom = RNG, events: Sequence[Event] = ()) -> None:
        self.state, self.rng = state, rng
        self.seen: list[list[Event]] = [[] for _ in state.parts]
        self._tell(events)

    @classmethod
    def begin(cls, options: Options, seats: int, key: bytes, invisible: Seat = 0) -> PlayedGame:
        rng = CommittedRandom(key)
        step = RULES.begin(options, seats, invisible, rng)
        return cls(step.state, rng, step.events)

    @property
    def acting(self) -> Seat:
        seat = RULES.to_act(self.state)
        assert seat is not None
        return seat

    def legal(self) -> tuple[InvisibleAction, ...]:
        return RULES.legal(self.state, self.acting)

    def do(self, action: InvisibleAction) -> None:
        step = RULES.play(self.state, self.acting, action, self.rng)
        self.state = step.state
        self._tell(step.events)

    def choice(self, level: Level, rng: ComputerRandom = COMPUTER_RNG, effort: float = LITTLE) -> InvisibleAction:
        """Ask a computer in the place of whoever is to act."""
        seat = self.acting
        computer = InvisibleManComputer(effort)
        return computer.choose(level, RULES.view(self.state, seat), self.seen[seat], self.legal(), rng)

    def wander(self, rng: random.Random, steps: int) -> PlayedGame:
        """Play a random way into the game, never to its end; places are entered more often than not."""
        for _ in range(steps):
            legal = self.legal()
            doors = [action for action in legal if isinstance(action, MovePawn) and action.cell in TOWN.buildings]
            action = rng.choice(doors if doors and rng.random() < 0.6 else legal)
            if RULES.outcome(RULES.play(self.state, self.acting, action, self.rng).state) is not None:
                break
            self.do(action)
        return self

    def play_out(self, choosers: Sequence[Chooser], longest: int = 6000) -> tuple[Seat, ...]:
        """Play to the end, each seat by its own chooser; return the winners."""
        for _ in range(longest):
            outcome = RULES.outcome(self.state)
            if outcome is not None:
                return outcome.winners
            legal = self.legal()
            action = choosers[self.acting](self, self.acting, legal)
            assert action in legal
            self.do(action)
        raise AssertionError("no end")

    def _tell(self, events: Sequence[Event]) -> None:
        for seat, seen in enumerate(self.seen):
            seen += [event for event in events if event.audience in (None, seat)]


def by_lot(rng: random.Random) -> Chooser:
    """Choose any legal action."""
    return lambda _sitting, _seat, legal: rng.choice(legal)


def computer(level: Level, secret: str) -> Chooser:
    """Choose as a computer seeded with `secret`."""
    rng = ComputerRandom(secret)
    return lambda sitting, _seat, _legal: sitting.choice(level, rng)
