"""What a chat has chosen for its tables."""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.table.model.turn_clock import NO_CLOCK, NOW

WHISPER_SECONDS = (15, 30, 60, 120, 300)
OPENERS = ("everyone", "admins")
ENDERS = ("host", "admins", "players")


class Preferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chat's choices. `game` is the one played last; `options` and `aids` are the last used of each game, by its key.

    `clock` is the seconds a turn may take, 0 for as long as it takes, None where nobody has chosen. `enders`: the host
    and administrators, administrators only, or everyone who sits at the table.
    """

    locale: str | None = None
    game: str = ""
    options: dict[str, dict[str, str]] = {}
    whisper_seconds: int = 60
    openers: Literal["everyone", "admins"] = "everyone"
    enders: Literal["host", "admins", "players"] = "host"
    notify: bool = True
    aids: dict[str, dict[str, bool]] = {}
    clock: int | None = None

    def turn_seconds(self, *, private: bool = False) -> int:
        """Return the seconds that a turn may take in a game that begins now, 0 for as long as it takes.

        Alone against computers nobody is kept waiting, so a private chat has no clock.
        """
        if self.clock is None:
            return NO_CLOCK if private else NOW
        return self.clock
