"""What a table chose, made whole: every option of a game has a value, and one that it offers."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.rules import Option, Options
from bot.errors import DamagedRecord


def complete(chosen: Options, offered: Iterable[Option]) -> dict[str, str]:
    """Give every option its value; what is not named has its default. Raises DamagedRecord for any other name or value.

    The result is in the order of `offered`.
    """
    choices = {option.name: option.choices for option in offered}
    if unknown := chosen.keys() - choices.keys():
        raise DamagedRecord(f"no such options: {sorted(unknown)}")
    whole = {name: values[0] for name, values in choices.items()} | dict(chosen)
    for name, value in whole.items():
        if value not in choices[name]:
            raise DamagedRecord(f"option {name} cannot be {value!r}")
    return whole
