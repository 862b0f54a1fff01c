"""The rules of The Invisible Man that a table can choose (N3, N15, N25, N38, N47, N53)."""

from __future__ import annotations

import msgspec

from bot.engine.options import complete
from bot.engine.rules import Option, Options, Preset

OPTIONS: tuple[Option, ...] = (
    Option("stop_short", ("off", "on")),
    Option("reshuffle", ("off", "on")),
    Option("first_cloak", ("off", "on")),
    Option("rotate", ("off", "on")),
    Option("hidden_digits", ("off", "on")),
    Option("stalemate", ("on", "off")),
    Option("chase_limit", ("on", "off")),
)

PRESETS: tuple[Preset, ...] = (Preset("classic", {option.name: option.choices[0] for option in OPTIONS}),)


MAX_QUIET_ROUNDS = 20
"""How many rounds in a row without a check or a chase end the game (N47)."""
MAX_CHASE_ROUNDS = 40
"""How many rounds one chase may last, that in which it began included: the last of them ends the game (N53)."""

_BEFORE = {"chase_limit": "off"}
"""What a record means that does not name an option: it was agreed before there was that option (N53)."""


class InvisibleManOptions(msgspec.Struct, frozen=True):
    """The options of one game, read.

    stop_short: the Invisible Man may enter a refuge without using up his roll (N38). reshuffle: discards make new
    piles (N25). first_cloak: he begins with a Cloak. rotate: another policeman is first each round (N3).
    hidden_digits: a Signal's digits are known to its holder alone until it lies open (N15). stalemate: too many quiet
    rounds end the game (N47). chase_limit: too many rounds of one chase do (N53).
    """

    stop_short: bool
    reshuffle: bool
    first_cloak: bool
    rotate: bool
    hidden_digits: bool
    stalemate: bool
    chase_limit: bool = False

    @property
    def patience(self) -> int | None:
        """Return how many rounds without a check or a chase end the game, None where no number does (N47)."""
        return MAX_QUIET_ROUNDS if self.stalemate else None

    @property
    def longest_chase(self) -> int | None:
        """Return how many rounds of one chase end the game, None where no number does (N53)."""
        return MAX_CHASE_ROUNDS if self.chase_limit else None


def settle(options: Options) -> InvisibleManOptions:
    """Raise DamagedRecord for an option or value that there is not.

    What is not named has its default, but for what came later than the first records (`_BEFORE`).
    """
    chosen = complete({**_BEFORE, **options}, OPTIONS)
    return InvisibleManOptions(**{name: value == "on" for name, value in chosen.items()})
