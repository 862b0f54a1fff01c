"""How long games of The Invisible Man last, and their chases (docs/rulings.md 2.5).

`python -m tests.games.invisible_man.lengths` plays some games of each level against itself, from fixed seeds, in about
two minutes, and prints a line for each level and number of seats.
"""

from __future__ import annotations

from statistics import mean

from bot.engine.computer import LEVELS, Level

from .played_game import PlayedGame
from .states import RULES

GAMES = 25
MOST = 3_000
"""Actions after which a game counts as endless."""


def lengths(level: Level, seats: int, number: int) -> tuple[int, list[int]]:
    """Play a game; return how many actions it took, and how many rounds each of its chases."""
    game, actions = PlayedGame.begin({}, seats, bytes([number, seats]) * 16), 0
    chases: list[int] = []
    since: int | None = None
    while RULES.to_act(game.state) is not None:
        game.do(game.choice(level))
        actions += 1
        if actions > MOST:
            raise AssertionError(f"{level}, {seats} seats, game {number}: no end")
        if game.state.pawn is not None and since is None:
            since = game.state.round
        elif game.state.pawn is None and since is not None:
            chases.append(game.state.round - since)
            since = None
    return actions, chases


def main() -> None:
    for level in LEVELS:
        for seats in (2, 4):
            played = [lengths(level, seats, number) for number in range(GAMES)]
            actions, chases = [count for count, _ in played], [rounds for _, each in played for rounds in each]
            print(  # noqa: T201 - a report for whoever runs it
                f"{level}, {seats} seats: {mean(actions):.0f} actions a game, at most {max(actions)}; "
                f"{mean(chases or [0]):.1f} rounds a chase, at most {max(chases, default=0)}"
            )


if __name__ == "__main__":
    main()
