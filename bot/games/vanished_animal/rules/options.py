"""The rules of The Vanished Animal that a table can choose. docs/rulings.md D1, D8, D13."""

from __future__ import annotations

import msgspec

from bot.engine.options import complete
from bot.engine.rules import Option, Options, Preset

OPTIONS: tuple[Option, ...] = (
    Option("swap", ("must", "may")),
    Option("expert", ("off", "on")),
    Option("fresh", ("off", "on")),
    Option("reveal", ("all", "namer")),
)

PRESETS: tuple[Preset, ...] = (
    Preset("classic", {"expert": "off"}),
    Preset("expert", {"expert": "on"}),
)
"""The sheet has one variant, that of the experts; all else stays as the table chose it."""


class VanishedAnimalOptions(msgspec.Struct, frozen=True):
    """The options of one game, read.

    `optional`: the swap after a look may be left out (D1). `expert`: a second swap may follow (D8). `fresh`: that takes
    two hats that the first did not move. `open`: at a round's end all see all hats (D13).
    """

    optional: bool
    expert: bool
    fresh: bool
    open: bool


def settle(options: Options) -> VanishedAnimalOptions:
    """Raise DamagedRecord for an option or value that there is not; what is not named has its default."""
    chosen = complete(options, OPTIONS)
    return VanishedAnimalOptions(
        optional=chosen["swap"] == "may",
        expert=chosen["expert"] == "on",
        fresh=chosen["fresh"] == "on",
        open=chosen["reveal"] == "all",
    )
