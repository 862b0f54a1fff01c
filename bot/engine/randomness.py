"""Committed randomness: one secret seed, labelled streams of dice and shuffles. Written out in docs/fairness.md.

A stream is addressed by its label and always begins anew, so that what a label gives depends on nothing drawn before:
rules put counters into their labels ("deal/3/hats"). Nothing here keeps a position that would have to be saved.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import TypeVar

SEED_BYTES = 32
_COUNTER_BYTES = 8

T = TypeVar("T")


def new_seed() -> bytes:
    """Return a secret seed for one game: 256 bits from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """Return what may be told of a seed before the game: SHA-256 of its bytes, as 64 hexadecimal digits."""
    return hashlib.sha256(seed).hexdigest()


def game_key(
    seed: bytes,
    *,
    game: str,
    rules_version: int,
    options: Mapping[str, str],
    seats: Sequence[str],
    presses: Sequence[str],
) -> bytes:
    """Return HMAC-SHA256 of `agreement` under the seed: 32 bytes.

    It mixes the seed with what the players did, so that neither the bot alone nor a player alone chooses the key.
    """
    agreed = agreement(game=game, rules_version=rules_version, options=options, seats=seats, presses=presses)
    return hmac.digest(seed, agreed.encode("ascii"), "sha256")


def agreement(
    *, game: str, rules_version: int, options: Mapping[str, str], seats: Sequence[str], presses: Sequence[str]
) -> str:
    """Return what was settled when a game began: one JSON object, names sorted, no spaces, ASCII only."""
    settled = {
        "game": game,
        "options": dict(options),
        "presses": list(presses),
        "rules_version": rules_version,
        "seats": list(seats),
    }
    return json.dumps(settled, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


class RandomStream:
    """Unbiased numbers drawn from a source of bytes, in order."""

    def __init__(self, source: Iterable[int]) -> None:
        self._source = iter(source)

    def below(self, n: int) -> int:
        """Return one of 0 ... n-1, each equally likely. Raise ValueError for n < 1.

        Takes the fewest bytes that can hold n-1 (none for n = 1), and takes anew what lies past the last whole
        multiple of n, since a remainder of that would favour small numbers.
        """
        if n < 1:
            raise ValueError(f"nothing can be drawn below {n}")
        width = ((n - 1).bit_length() + 7) // 8
        space = 256**width
        limit = space - space % n
        number = self._number(width)
        while number >= limit:
            number = self._number(width)
        return number % n

    def die(self) -> int:
        """Return 1 ... 6."""
        return 1 + self.below(6)

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """Return the items in an order of which all are equally likely (Fisher and Yates, from the last place down)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            chosen = self.below(last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return tuple(order)

    def _number(self, width: int) -> int:
        return int.from_bytes(bytes(next(self._source) for _ in range(width)), "big")


class CommittedRandom:
    """The streams of one game, all made from its key."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def stream(self, label: str) -> RandomStream:
        """Return the stream of this label from its beginning: the same label gives the same numbers every time."""
        return RandomStream(self._bytes(label.encode()))

    def _bytes(self, label: bytes) -> Iterator[int]:
        # The counter's width is fixed, so no two pairs of label and counter make the same message.
        for block in count():
            yield from hmac.digest(self._key, label + block.to_bytes(_COUNTER_BYTES, "big"), "sha256")
