"""Slash commands: the one list from which menus, slash commands and the dispatcher are made."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from bot.i18n.lazy import LazyText, lazy
from bot.i18n.translator import Translator
from bot.messaging import Command, Post

Scope: TypeAlias = Literal["private", "group"]

CommandHandler: TypeAlias = Callable[[Command, Translator], Awaitable[Post | None]]
"""Carries out a command and returns what to answer; None where it has answered itself. May raise Refusal."""

command_name = argument_name = lazy
"""Like `lazy`; `bot.tools.catalogs` adds a note for translators to what is marked by these."""


class ArgumentChoice(msgspec.Struct, frozen=True):
    """One of the values that an argument can have, and its title in a language."""

    value: str
    title: Callable[[Translator], str]


class Argument(msgspec.Struct, frozen=True):
    """What a command may be told. `localized` is its name in each language, with the colon behind it.

    `takes`: any text, a word of the rules (what fits is looked up while it is typed), or one of `choices`: the games,
    which `with_games` fills in.
    """

    name: str
    description: LazyText
    localized: LazyText | None = None
    takes: Literal["text", "rules", "game"] = "text"
    choices: tuple[ArgumentChoice, ...] = ()


class CommandSpec(msgspec.Struct, frozen=True):
    """One command: its name (`[a-z0-9_]{1,32}`), what it does, where it is offered, what it may be told.

    `localized` is its name in each language where the platform has such names, with the slash before it. `public`:
    everybody may see the answer, also where the platform could show it to the caller alone. `posts`: it is answered by
    a message in the chat, so the bot must be able to write there. Who carries it out stands in
    `bot/table/handlers/build.py`.
    """

    name: str
    description: LazyText
    localized: LazyText | None = None
    argument: Argument | None = None
    scopes: frozenset[Scope] = frozenset({"private", "group"})
    public: bool = False
    posts: bool = False


COMMANDS = (
    CommandSpec(
        "play",
        lazy("Open a table"),
        command_name("/play"),
        Argument("game", lazy("Which game"), argument_name("game:"), takes="game"),
        posts=True,
    ),
    CommandSpec(
        "learn",
        lazy("Learn a game by playing, in two to five minutes"),
        command_name("/learn"),
        Argument("game", lazy("Which game"), argument_name("game:"), takes="game"),
    ),
    CommandSpec("board", lazy("Show the table anew"), command_name("/board"), posts=True),
    CommandSpec("hand", lazy("Show again what only you may see"), command_name("/hand")),
    CommandSpec(
        "rules",
        lazy("Read the rules, or look something up"),
        command_name("/rules"),
        Argument("about", lazy("A game, a section or a word"), argument_name("about:"), takes="rules"),
    ),
    CommandSpec("leave", lazy("Leave the table"), command_name("/leave")),
    CommandSpec("pause", lazy("Pause the game, or go on"), command_name("/pause")),
    CommandSpec("stop", lazy("End the game or remove a player"), command_name("/stop")),
    CommandSpec("top", lazy("Show who stands where"), command_name("/top"), public=True),
    CommandSpec("stats", lazy("Show what you have played and won"), command_name("/stats")),
    CommandSpec("settings", lazy("Change what this chat has chosen"), command_name("/settings")),
    CommandSpec("language", lazy("Change the language"), command_name("/language")),
    CommandSpec(
        "verify",
        lazy("Check that a game was dealt fairly"),
        command_name("/verify"),
        Argument("game", lazy("The id that a game shows at its end"), argument_name("game:")),
        public=True,
    ),
    CommandSpec("privacy", lazy("See what is stored about you, or delete it"), command_name("/privacy")),
    CommandSpec("help", lazy("Explain how this works"), command_name("/help")),
)


def with_games(specs: Iterable[CommandSpec], games: tuple[ArgumentChoice, ...]) -> tuple[CommandSpec, ...]:
    """Return the commands with the games as the choices of every argument that takes one."""
    return tuple(
        replace(spec, argument=replace(spec.argument, choices=games))
        if spec.argument and spec.argument.takes == "game"
        else spec
        for spec in specs
    )
