"""Sample pictures of each game, one of everything that must look good, by name: for tests and the contact sheet."""

from __future__ import annotations

from importlib import import_module

from bot.messaging import Picture


def samples_of(game: str) -> dict[str, Picture]:
    """Return the samples of a game by its key, from the module of that name in this package."""
    samples: dict[str, Picture] = import_module(f"{__name__}.{game}").samples()
    return samples
