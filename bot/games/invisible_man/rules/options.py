"""The rules of The Invisible Man that a table can choose (N3, N15, N25, N38, N47)."""

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
)

PRESETS: tuple[Preset, ...] = (Preset("classic", {option.name: option.choices[0] for option in OPTIONS}),)


MAX_QUIET_ROUNDS = 20
"""How many rounds in a row without a check or a chase end the game (N47)."""


class InvisibleManOptions(msgspec.Struct, frozen=True):
    """The options of one game, read.

    stop_short: the Invisible Man may enter a refuge without using up his roll (N38). reshuffle: discards make new
    piles (N25). first_cloak: he begins with a Cloak. rotate: another policeman is first each round (N3).
    hidden_digits: a Signal's digits are known to its holder alone until it lies open (N15). stalemate: too many quiet
    rounds end the game (N47).
    """

    stop_short: bool
    reshuffle: bool
    first_cloak: bool
    rotate: bool
    hidden_digits: bool
    stalemate: bool


def settle(options: Options) -> InvisibleManOptions:
    """Read the chosen options; what is not named has its default. Raise DamagedRecord for any other name or value."""
    return InvisibleManOptions(**{name: value == "on" for name, value in complete(options, OPTIONS).items()})
