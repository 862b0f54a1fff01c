"""Tables of computers: each seat is given its view and what it has seen, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.computer import Level
from bot.engine.computer_random import ComputerRandom
from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Event, Options, Seat
from bot.games.vanished_animal.ai import VanishedAnimalComputer
from bot.games.vanished_animal.rules.moves import VanishedAction
from bot.games.vanished_animal.rules.state import VanishedAnimalState

from .states import RULES

LONGEST = 2_000
"""Actions after which a game is taken for endless."""


class PlayedGame:
    """A game under way, with what each seat has seen of it."""

    def __init__(
        self, state: VanishedAnimalState, events: Sequence[Event] = (), rng: CommittedRandom | None = None
    ) -> None:
        self.state = state
        self.rng = rng or CommittedRandom(bytes(32))
        self.seen: list[list[Event]] = [[] for _ in state.seats]
        self._tell(events)

    def _tell(self, events: Sequence[Event]) -> None:
        for seat, seen in enumerate(self.seen):
            seen += [event for event in events if event.audience in (None, seat)]

    def do(self, *actions: VanishedAction) -> PlayedGame:
        """Play these actions, each as the seat to act."""
        for action in actions:
            step = RULES.play(self.state, self.state.turn, action, self.rng)
            self.state = step.state
            self._tell(step.events)
        return self

    def legal(self) -> tuple[VanishedAction, ...]:
        return RULES.legal(self.state, self.state.turn)

    def choice(self, level: Level, seed: str = "luck") -> VanishedAction:
        """Ask a computer of this level what the seat to act does."""
        seat = self.state.turn
        view = RULES.view(self.state, seat)
        return VanishedAnimalComputer().choose(
            level, view, tuple(self.seen[seat]), self.legal(), ComputerRandom(f"{seed}/{seat}")
        )


def begun(options: Options, seats: int, seed: int, starter: Seat = 0) -> PlayedGame:
    """Deal a game."""
    rng = CommittedRandom(seed.to_bytes(32, "big"))
    step = RULES.begin(options, seats, starter, rng)
    return PlayedGame(step.state, step.events, rng)


def winner(levels: Sequence[Level], seed: int, options: Options | None = None) -> Seat:
    """Play a game of computers to its end; return the winner. Raises AssertionError for one without end."""
    game = begun(options or {}, len(levels), seed, starter=seed % len(levels))
    for _ in range(LONGEST):
        outcome = RULES.outcome(game.state)
        if outcome is not None:
            return outcome.winners[0]
        game.do(game.choice(levels[game.state.turn], str(seed)))
    raise AssertionError(f"no end after {LONGEST} actions: {levels}, seed {seed}, {options}")
