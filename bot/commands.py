"""The list of slash commands, for the menus of all platforms."""

from __future__ import annotations

from typing import Literal

from bot.i18n.translator import LazyText, lazy

COMMANDS: tuple[tuple[str, LazyText, tuple[Literal["group", "private"], ...]], ...] = (
    ("play", lazy("Open a table"), ("group", "private")),
    ("board", lazy("Show the table anew"), ("group", "private")),
    ("hand", lazy("Show again what only you may see"), ("group", "private")),
    ("rules", lazy("Read the rules, or look something up"), ("group", "private")),
    ("leave", lazy("Leave the table"), ("group", "private")),
    ("pause", lazy("Pause the game, or go on"), ("group", "private")),
    ("stop", lazy("End the game or remove a player"), ("group", "private")),
    ("top", lazy("Show who stands where"), ("group", "private")),
    ("stats", lazy("Show what you have played and won"), ("group", "private")),
    ("settings", lazy("Change what this chat has chosen"), ("group", "private")),
    ("language", lazy("Change the language"), ("group", "private")),
    ("verify", lazy("Check that a game was dealt fairly"), ("group", "private")),
    ("privacy", lazy("See what is stored about you, or delete it"), ("group", "private")),
    ("help", lazy("Explain how this works"), ("group", "private")),
)
"""Every command: its name, its description for the menu, where it is offered."""

ARGUMENTS: dict[str, tuple[str, LazyText]] = {
    "play": ("game", lazy("Which game")),
    "rules": ("about", lazy("A game, a section or a word")),
    "verify": ("game", lazy("The id that a game shows at its end")),
}
"""What a command may be told, for platforms that ask for it by name."""

NAMES: dict[str, LazyText] = {
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "play": lazy("/play"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "board": lazy("/board"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "hand": lazy("/hand"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "rules": lazy("/rules"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "leave": lazy("/leave"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "pause": lazy("/pause"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "stop": lazy("/stop"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "top": lazy("/top"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "stats": lazy("/stats"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "settings": lazy("/settings"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "language": lazy("/language"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "verify": lazy("/verify"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "privacy": lazy("/privacy"),
    # NOTE: What Discord calls this command: a stroke and one lower-case word, not that of another command.
    "help": lazy("/help"),
}
"""What a command is called in the reader's language where the platform has such names, with the stroke before it."""

OPTIONS: dict[str, LazyText] = {
    # NOTE: What a command may be told, as Discord names it: one lower-case word and a colon.
    "game": lazy("game:"),
    # NOTE: What a command may be told, as Discord names it (/rules about: hats): one lower-case word and a colon.
    "about": lazy("about:"),
}
"""What an argument is called in the reader's language, with the colon behind it."""
