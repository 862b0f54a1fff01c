"""Randomness of computer players: reproducible, and apart from the committed randomness of the game they play."""

from __future__ import annotations

import hashlib
import random


class ComputerRandom:
    """Labelled generators, all made from one secret: the same label gives the same numbers each time.

    What a computer has forgotten must stay forgotten, so it draws that by the number of the fact; what it tries out it
    draws by the length of the game so far.
    """

    def __init__(self, secret: str) -> None:
        self._secret = secret

    def of(self, label: str) -> random.Random:
        """Return a generator at the start of this label's numbers."""
        return random.Random(hashlib.sha256(f"{self._secret}/{label}".encode()).digest())  # noqa: S311 - no secret
