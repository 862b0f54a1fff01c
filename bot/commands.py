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


class ArgumentChoice(msgspec.Struct, frozen=True):
    """One of the values that an argument can have, and its title in a language."""

    value: str
    title: Callable[[Translator], str]


class Argument(msgspec.Struct, frozen=True):
    """What a command may be told; its name is the same in every language, like that of a command.

    `takes`: any text, a word of the rules (what fits is looked up while it is typed), or one of `choices`: the games,
    which `with_games` fills in.
    """

    name: str
    description: LazyText
    takes: Literal["text", "rules", "game"] = "text"
    choices: tuple[ArgumentChoice, ...] = ()


class CommandSpec(msgspec.Struct, frozen=True):
    """One command: its name (`[a-z0-9_]{1,32}`), what it does, where it is offered, what it may be told.

    The name is the same in every language: a mention in a text shows no other, and a menu must say what texts say.
    `public`: everybody may see the answer, also where the platform could show it to the caller alone. `posts`: it is
    answered by a message in the chat, so the bot must be able to write there. Who carries it out stands in
    `bot/table/handlers/build.py`.
    """

    name: str
    description: LazyText
    argument: Argument | None = None
    scopes: frozenset[Scope] = frozenset({"private", "group"})
    public: bool = False
    posts: bool = False


COMMANDS = (
    CommandSpec(
        "play",
        # NOTE: Description of the command /play.
        lazy("Open a table"),
        # NOTE: Description of the argument of a command: the name of a game.
        argument=Argument("game", lazy("Which game"), takes="game"),
        posts=True,
    ),
    CommandSpec(
        "learn",
        # NOTE: Description of the command /learn.
        lazy("Learn a game by playing it, in two to five minutes"),
        # NOTE: Description of the argument of a command: the name of a game.
        argument=Argument("game", lazy("Which game"), takes="game"),
    ),
    # NOTE: Description of the command /board: the picture with its buttons is sent anew, at the end of the chat.
    CommandSpec("board", lazy("Show the table again"), posts=True),
    # NOTE: Description of the command /hand.
    CommandSpec("hand", lazy("Show your secrets again")),
    CommandSpec(
        "rules",
        # NOTE: Description of the command /rules.
        lazy("Read the rules, or look something up"),
        # NOTE: Description of the argument of /rules: what to look for.
        argument=Argument("about", lazy("A game, a section or a question"), takes="rules"),
    ),
    # NOTE: Description of the command /leave.
    CommandSpec("leave", lazy("Leave the table")),
    # NOTE: Description of the command /pause.
    CommandSpec("pause", lazy("Pause or resume the game")),
    # NOTE: Description of the command /stop.
    CommandSpec("stop", lazy("End the game or remove a player")),
    # NOTE: Description of the command /top: who has won most.
    CommandSpec("top", lazy("Show the leaderboard"), public=True),
    # NOTE: Description of the command /stats: those of the one who asks.
    CommandSpec("stats", lazy("Show your games and wins")),
    # NOTE: Description of the command /settings.
    CommandSpec("settings", lazy("Change this chat’s settings")),
    # NOTE: Description of the command /language.
    CommandSpec("language", lazy("Change the language")),
    CommandSpec(
        "verify",
        # NOTE: Description of the command /verify.
        lazy("Check that a game was dealt fairly"),
        # NOTE: Description of the argument of /verify.
        argument=Argument("game", lazy("The game ID shown at the end of a game")),
        public=True,
    ),
    # NOTE: Description of the command /privacy. "I" is the bot.
    CommandSpec("privacy", lazy("See what I store about you, or delete it")),
    # NOTE: Description of the command /help.
    CommandSpec("help", lazy("Show how this works")),
)


def with_games(specs: Iterable[CommandSpec], games: tuple[ArgumentChoice, ...]) -> tuple[CommandSpec, ...]:
    """Return the commands with the games as the choices of every argument that takes one."""
    return tuple(
        replace(spec, argument=replace(spec.argument, choices=games))
        if spec.argument and spec.argument.takes == "game"
        else spec
        for spec in specs
    )
