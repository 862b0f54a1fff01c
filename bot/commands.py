"""The list of slash commands, for the menus of all platforms."""

from __future__ import annotations

from typing import Literal

from bot.words import Message, msg

__all__ = ["ARGUMENTS", "COMMANDS", "NAMES", "OPTIONS"]

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

NAMES: dict[str, Message] = {
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "play": msg("/play"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "board": msg("/board"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "hand": msg("/hand"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "rules": msg("/rules"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "leave": msg("/leave"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "pause": msg("/pause"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "stop": msg("/stop"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "top": msg("/top"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "stats": msg("/stats"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "settings": msg("/settings"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "language": msg("/language"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "verify": msg("/verify"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "privacy": msg("/privacy"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "help": msg("/help"),
}
"""What a command is called in the reader's language where the platform has such names, with the stroke before it."""

OPTIONS: dict[str, Message] = {
    # NOTE: What a command may be told, as Discord names it: one lower-case word and a colon.
    "game": msg("game:"),
    # NOTE: What a command may be told, as Discord names it (/rules about: hats): one lower-case word and a colon.
    "about": msg("about:"),
}
"""What an argument is called in the reader's language, with the colon behind it."""
