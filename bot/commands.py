"""The list of slash commands, for the menus of all platforms."""

from __future__ import annotations

from typing import Literal

from bot.words import Message, msg

__all__ = ["ARGUMENTS", "COMMANDS"]

COMMANDS: tuple[tuple[str, Message, tuple[Literal["group", "private"], ...]], ...] = (
    ("play", msg("Open a table"), ("group", "private")),
    ("board", msg("Show the table anew"), ("group", "private")),
    ("hand", msg("Show again what only you may see"), ("group", "private")),
    ("rules", msg("Read the rules, or look something up"), ("group", "private")),
    ("leave", msg("Leave the table"), ("group", "private")),
    ("pause", msg("Pause the game, or go on"), ("group", "private")),
    ("stop", msg("End the game or remove a player"), ("group", "private")),
    ("top", msg("Show who stands where"), ("group", "private")),
    ("stats", msg("Show what you have played and won"), ("group", "private")),
    ("settings", msg("Change what this chat has chosen"), ("group", "private")),
    ("language", msg("Change the language"), ("group", "private")),
    ("verify", msg("Check that a game was dealt fairly"), ("group", "private")),
    ("privacy", msg("See what is stored about you, or delete it"), ("group", "private")),
    ("help", msg("Explain how this works"), ("group", "private")),
)
"""Every command: its name, its description for the menu, where it is offered."""

ARGUMENTS: dict[str, tuple[str, Message]] = {
    "play": ("game", msg("Which game")),
    "rules": ("about", msg("A game, a section or a word")),
    "verify": ("game", msg("The id that a game shows at its end")),
}
"""What a command may be told, for platforms that ask for it by name."""
