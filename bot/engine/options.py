"""Completing and checking the options that a table chose."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.rules import Option, Options
from storage.errors import DamagedRecord


def complete(chosen: Options, offered: Iterable[Option]) -> dict[str, str]:
    """Return a value for every option in the order of `offered`; what was not chosen has its default.

    Raise DamagedRecord for an unknown option or value.
    """
    choices = {option.name: option.choices for option in offered}
    if unknown := chosen.keys() - choices.keys():
        raise DamagedRecord(f"no such options: {sorted(unknown)}")
    whole = {name: values[0] for name, values in choices.items()} | dict(chosen)
    for name, value in whole.items():
        if value not in choices[name]:
            raise DamagedRecord(f"option {name} cannot be {value!r}")
    return whole
