"""What tables draw at random when they open: the seed of a game, its id, the seed of its computers."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from bot.engine.randomness import SEED_BYTES
from bot.table.core import directory


def draw_from(patch: pytest.MonkeyPatch, drawn: Callable[[int], bytes]) -> None:
    """Have tables of this process draw from `drawn`, which returns so many bytes."""
    patch.setattr(directory, "new_seed", lambda: drawn(SEED_BYTES))
    patch.setattr(directory, "secrets", SimpleNamespace(token_hex=lambda size: drawn(size).hex()))
