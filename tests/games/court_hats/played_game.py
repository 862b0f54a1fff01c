"""Games of Court Hats played by computers or by lot, with what each seat has seen."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from bot.engine.computer import Level
from bot.engine.computer_random import ComputerRandom
from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Event, Options
from bot.games.court_hats.ai import CourtHatsComputer
from bot.games.court_hats.rules.moves import CourtAction, CourtEvent
from bot.games.court_hats.rules.state import CourtHatsState

from .states import RNG, RULES, fitting

COMPUTER = CourtHatsComputer()
COMPUTER_RNG = ComputerRandom("court hats")


class PlayedGame:
    """A game in which every seat keeps what it has seen."""

    def __init__(self, state: CourtHatsState, rng: CommittedRandom = RNG, events: Sequence[Event] = ()) -> None:
        self.state, self.rng = state, rng
        self.seen: list[list[CourtEvent]] = [[] for _ in state.seats]
        self.turns = 0
        self._tell(events)

    @classmethod
    def begin(cls, options: Options, seats: int, key: bytes, starter: int = 0) -> PlayedGame:
        rng = CommittedRandom(key)
        step = RULES.begin(options, seats, starter, rng)
        return cls(step.state, rng, step.events)

    def do(self, *actions: CourtAction) -> PlayedGame:
        for action in actions:
            step = RULES.play(self.state, self.state.turn, action, self.rng)
            self.state, self.turns = step.state, self.turns + 1
            self._tell(step.events)
        return self

    def choice(self, level: Level, rng: ComputerRandom = COMPUTER_RNG) -> CourtAction:
        """Ask a computer in the place of whoever is to act."""
        seat = self.state.turn
        view, legal = RULES.view(self.state, seat), RULES.legal(self.state, seat)
        action = COMPUTER.choose(level, view, self.seen[seat], legal, rng)
        assert action in legal
        return action

    def play_on(self, levels: Sequence[Level], turns: int) -> None:
        """Play so many turns by computers, or to the end."""
        rngs = [ComputerRandom(f"seat {seat}") for seat in range(len(levels))]
        for _ in range(turns):
            if self.state.over:
                return
            self.do(self.choice(levels[self.state.turn], rngs[self.state.turn]))

    def _tell(self, events: Sequence[Event]) -> None:
        for seat, seen in enumerate(self.seen):
            seen += [event for event in events if event.audience in (None, seat) and isinstance(event, CourtEvent)]


def anywhere(
    options: Options, seats: int, rng: random.Random, after: Callable[[PlayedGame], None] = lambda sitting: None
) -> PlayedGame:
    """Play a random way into a game, often luckily, never past its end; `after` is called after each action."""
    sitting = PlayedGame.begin(options, seats, rng.randbytes(32), rng.randrange(seats))
    for _ in range(rng.randrange(70)):
        likely = fitting(sitting.state) if rng.random() < 0.4 else ()
        action = rng.choice(likely or RULES.legal(sitting.state, sitting.state.turn))
        if RULES.play(sitting.state, sitting.state.turn, action, sitting.rng).state.over:
            break
        sitting.do(action)
        after(sitting)
    return sitting
