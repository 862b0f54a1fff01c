"""Values by the platforms' own schemas, as the libraries write them down: python-telegram-bot's constructors, and
discord.py's typed dictionaries of what its gateway sends.

A value has every field that its schema requires, and some of the others. So no kind of update or event is left out,
nor one of a version to come.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import discord.types
import telegram
from telegram import TelegramObject

from tests.helpers.malice.junk import Dice, names

_DEEP = 2
"""From here on nothing optional is added, and lists are empty."""
_TOO_DEEP = 8
_REQUIRED = (
    "persistent_id",
    "option_persistent_ids",
    "can_react_to_messages",
    "allows_revoting",
    "members_only",
)
"""Fields that python-telegram-bot asks for although their parameters have a default."""
Known: TypeAlias = Mapping[Any, Callable[[], Any]]
"""What is made otherwise: by class of Telegram, or by the name of a field of Discord."""


# -- Telegram ----------------------------------------------------------------------------------------------------------


def telegram_value(dice: Dice, hint: Any, known: Known, depth: int = 0) -> Any:
    """Make a value of a type that python-telegram-bot names, as the Bot API writes it."""
    if hint in known:
        return known[hint]()
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return telegram_value(dice, dice.of([each for each in arguments if each is not type(None)]), known, depth)
    if origin is Literal:
        return dice.of(arguments)
    if inspect.isclass(origin) and issubclass(origin, (Sequence, frozenset)) and arguments:
        count = 0 if depth > _DEEP else dice.between(0, 2)
        return [telegram_value(dice, arguments[0], known, depth + 1) for _ in range(count)]
    if inspect.isclass(hint) and issubclass(hint, TelegramObject):
        return telegram_object(dice, hint, known, depth)
    return _plain(dice, hint)


def telegram_object(dice: Dice, of: Any, known: Known, depth: int = 0) -> dict[str, Any]:
    """Make an object of the Bot API, of one of its variants where there are several."""
    if depth > _TOO_DEEP:
        return {}
    variants = [each for each in of.__subclasses__() if each.__module__.startswith("telegram._")]
    chosen = dice.of(variants) if variants else of
    made = {
        field.name: telegram_value(dice, field.hint, known, depth + 1)
        for field in _fields(chosen)
        if field.required or field.name in _REQUIRED or (depth <= _DEEP and dice.one_in(4))
    }
    if chosen is telegram.InaccessibleMessage:
        made["date"] = 0
    for name in ("type", "status", "source"):
        if name in {field.name for field in _fields(of)} and (words := _words(of)):
            made[name] = words.get(_variant(of, chosen)) or dice.of(list(words.values()))
    return made


@dataclass(frozen=True)
class _Field:
    name: str
    hint: Any
    required: bool


@cache
def _fields(of: Any) -> tuple[_Field, ...]:
    named = vars(telegram) | vars(sys.modules[of.__module__]) | {"dtm": sys.modules["datetime"]}
    hints = get_type_hints(of.__init__, named)
    given = inspect.signature(of.__init__).parameters
    return tuple(
        _Field({"from_user": "from"}.get(name, name), hint, given[name].default is inspect.Parameter.empty)
        for name, hint in hints.items()
        if name in given and name not in ("self", "api_kwargs", "return")
    )


@cache
def _words(of: Any) -> dict[str, str]:
    """Return the words by which variants are told apart, by the names of their constants."""
    return {name: str(value) for name, value in vars(of).items() if name.isupper() and isinstance(value, str)}


def _variant(of: type, chosen: type) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", chosen.__name__.removeprefix(of.__name__)).upper()


def _plain(dice: Dice, hint: Any) -> Any:
    if hint is bool:
        return dice.one_in(2)
    if hint in (int, datetime, timedelta):
        return dice.of((0, 1, 5, 600, 1_800_000_000))
    if hint is float:
        return 0.5
    if hint is str:
        return dice.of(names) if dice.one_in(2) else dice.text()
    return None


def kinds_of_content() -> Mapping[str, Any]:
    """Return the kinds of updates that python-telegram-bot knows, each with the type of its content."""
    return {field.name: field.hint for field in _fields(telegram.Update) if field.name != "update_id"}


def fields_of_messages() -> Mapping[str, Any]:
    """Return the optional fields of a message, each with its type."""
    return {field.name: field.hint for field in _fields(telegram.Message) if not field.required}


# -- Discord -----------------------------------------------------------------------------------------------------------


def discord_value(dice: Dice, hint: ast.expr, known: Known, name: str = "", depth: int = 0) -> Any:
    """Make a value of a type that discord.py names; `name` is the field that it goes into."""
    if name in known:
        return known[name]()
    if isinstance(hint, ast.Constant):
        named = ast.Name(str(hint.value)) if hint.value else None  # a class that is written further below
        return discord_value(dice, named, known, name, depth) if named else None
    if isinstance(hint, ast.BinOp):
        return discord_value(dice, dice.of((hint.left, hint.right)), known, name, depth)
    if isinstance(hint, ast.Subscript):
        return _discord_generic(dice, hint, known, name, depth)
    assert isinstance(hint, ast.Name), ast.dump(hint)
    if hint.id in _classes():
        return discord_object(dice, hint.id, known, depth)
    if hint.id in _aliases():
        return _number(dice) if hint.id == "Snowflake" else discord_value(dice, _aliases()[hint.id], known, name, depth)
    return _plain(dice, {"str": str, "int": int, "bool": bool, "float": float}.get(hint.id))


def _discord_generic(dice: Dice, hint: ast.Subscript, known: Known, name: str, depth: int) -> Any:
    of = hint.value.id if isinstance(hint.value, ast.Name) else ""
    arguments = hint.slice.elts if isinstance(hint.slice, ast.Tuple) else [hint.slice]
    if of == "Literal":
        return ast.literal_eval(dice.of(arguments))
    if of in ("List", "Sequence", "list"):
        count = 0 if depth > _DEEP else dice.between(0, 2)
        return [discord_value(dice, arguments[0], known, "", depth + 1) for _ in range(count)]
    if of in ("Dict", "dict", "Mapping"):
        return {_number(dice): discord_value(dice, arguments[1], known, "", depth + 1)} if depth <= _DEEP else {}
    if of == "Optional" and dice.one_in(2):
        return None
    return discord_value(dice, dice.of(arguments), known, name, depth)


def discord_object(dice: Dice, of: str, known: Known, depth: int = 0) -> dict[str, Any]:
    """Make an object of Discord's gateway by the name of its class in `discord.types`."""
    if depth > _TOO_DEEP:
        return {}
    return {
        name: discord_value(dice, hint, known, name, depth + 1)
        for name, hint, required in _discord_fields(of)
        if required or (depth <= _DEEP and dice.one_in(3))
    }


def _number(dice: Dice) -> str:
    """Return an id. Not one of many: of what Discord tells of, the library keeps one object for each."""
    return str(2**62 + dice.between(1, 200))


@cache
def _modules() -> tuple[ast.Module, ...]:
    """Read discord.py's types: they import each other in circles, and are for type checkers alone."""
    folder = Path(discord.types.__path__[0])
    return tuple(ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.py")))


@cache
def _classes() -> dict[str, ast.ClassDef]:
    return {each.name: each for module in _modules() for each in module.body if isinstance(each, ast.ClassDef)}


@cache
def _aliases() -> dict[str, ast.expr]:
    return {
        target.id: each.value
        for module in _modules()
        for each in module.body
        if isinstance(each, ast.Assign)
        for target in each.targets
        if isinstance(target, ast.Name)
    }


@cache
def _discord_fields(of: str) -> tuple[tuple[str, ast.expr, bool], ...]:
    return tuple(_each_field(_classes()[of]))


def _each_field(of: ast.ClassDef) -> Iterator[tuple[str, ast.expr, bool]]:
    for base in of.bases:
        if isinstance(base, ast.Name) and base.id in _classes():
            yield from _each_field(_classes()[base.id])
    total = not any(each.arg == "total" and ast.literal_eval(each.value) is False for each in of.keywords)
    for line in of.body:
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            hint, required = line.annotation, total
            if isinstance(hint, ast.Subscript) and isinstance(hint.value, ast.Name) and "Required" in hint.value.id:
                required, hint = hint.value.id == "Required", hint.slice
            yield line.target.id, hint, required


@cache
def schema_of_event(name: str) -> ast.expr | None:
    """Return the type of an event of the gateway, such as `GUILD_BAN_ADD`; None for one that has none."""
    plain = name.replace("_", "").lower()
    for each in (*_classes(), *_aliases()):
        if each.lower() in (plain, f"{plain}event"):
            return ast.Name(each)
    return next((ast.Name(of) for begins, of in _IRREGULAR.items() if name.startswith(begins)), None)


_IRREGULAR = {
    "APPLICATION_COMMAND_PERMISSIONS_": "GuildApplicationCommandPermissions",
    "AUTO_MODERATION_RULE_": "AutoModerationRule",
    "GUILD_SCHEDULED_EVENT_": "GuildScheduledEvent",
    "MESSAGE_POLL_VOTE_": "PollVoteActionEvent",
}
