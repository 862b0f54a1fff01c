"""The rules of Court Hats that a table can choose, and the editions that choose them. docs/rulings.md 1.5, H3."""

from __future__ import annotations

import msgspec

from bot.engine.options import complete
from bot.engine.rules import Option, Options, Preset
from bot.games.court_hats.rules.moves import LAST_PAIR, MAX_UNOPENED, SHORT_LAST_PAIR

OPTIONS: tuple[Option, ...] = (
    Option("swap_ban", ("on", "off")),
    Option("peek_ban", ("off", "on")),
    Option("magic_hats", ("on", "off")),
    Option("dead_layout", ("redeal", "restart")),
    Option("short_game", ("off", "on")),
    Option("tie_break", ("shared", "fewer_chips")),
    Option("stalemate", ("on", "off")),
)

PRESETS: tuple[Preset, ...] = (
    Preset("sheet_000", {"swap_ban": "on", "peek_ban": "off"}),
    Preset("sheet_003", {"swap_ban": "on", "peek_ban": "on"}),
    Preset("sheet_004", {"swap_ban": "off", "peek_ban": "off"}),
)
"""The printed rules differ in their bans alone, so all else stays as the table chose it."""

_BEFORE = {"stalemate": "off"}
"""What a record means that does not name an option: it was agreed before there was that option (H26)."""


class CourtHatsOptions(msgspec.Struct, frozen=True):
    """The options of one game, read. `stalemate`: too many turns without an opened hat end the game (H26)."""

    swap_ban: bool
    peek_ban: bool
    magic_hats: bool
    restart: bool
    short_game: bool
    fewer_chips: bool
    stalemate: bool = False

    @property
    def last_pair(self) -> int:
        return SHORT_LAST_PAIR if self.short_game else LAST_PAIR

    @property
    def patience(self) -> int | None:
        """Return how many turns in a row without an opened hat end the game, None where no number does (H26)."""
        return MAX_UNOPENED if self.stalemate else None


def settle(options: Options) -> CourtHatsOptions:
    """Raise DamagedRecord for an option or value that there is not.

    What is not named has its default, but for what came later than the first records (`_BEFORE`).
    """
    chosen = complete({**_BEFORE, **options}, OPTIONS)
    return CourtHatsOptions(
        swap_ban=chosen["swap_ban"] == "on",
        peek_ban=chosen["peek_ban"] == "on",
        magic_hats=chosen["magic_hats"] == "on",
        restart=chosen["dead_layout"] == "restart",
        short_game=chosen["short_game"] == "on",
        fewer_chips=chosen["tie_break"] == "fewer_chips",
        stalemate=chosen["stalemate"] == "on",
    )
