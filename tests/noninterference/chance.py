"""Two worlds of chance that differ in hidden things alone."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest
from typing_extensions import override

from bot.engine import replay
from bot.engine.presentation import Game
from bot.engine.randomness import CommittedRandom, RandomStream
from bot.engine.rules import Seat
from bot.games.court_hats.rules.state import SLOTS
from bot.table.core import directory
from bot.table.handlers import invitations
from tests.games.knowledge import told
from tests.helpers.discord import timing

T = TypeVar("T")
HIDDEN: Mapping[str, Mapping[str, int]] = {
    "court_hats": {"deal/0/hats": 0, "deal/0/characters": SLOTS},
    "invisible_man": {"deal/signal": 0, "deal/yes": 0, "deal/no": 0, "deal/cloak": 0},
    "vanished_animal": {"round/1": 0},
}
"""The streams of each game whose shuffle lies face down, each with the first place that does (docs/rulings.md)."""
EXCHANGES = 3
"""So many pairs change places in one of the worlds."""
NEAR = 8
"""So many places at the beginning of a shuffle come into play early."""
OTHERS = 100
"""The seed of the first table that is not the one with the secret; a world's own is less."""
TRIES = 500
"""How many exchanges are tried at most until few seats can see them in their own hands."""


@dataclass(frozen=True)
class Exchange:
    """Two places of what a stream shuffles, whose contents change places."""

    label: str
    one: int
    other: int


class Chance(CommittedRandom):
    """All streams of a world: the same in both, whatever their seeds, but for what is exchanged in one of them."""

    def __init__(self, number: int, exchanges: Iterable[Exchange] = ()) -> None:
        super().__init__(b"evening %d" % number)
        self._exchanges = tuple(exchanges)
        self.shuffles: dict[str, int] = {}
        """How many items each stream was asked to shuffle, for whoever looks for something to exchange."""

    @override
    def stream(self, label: str) -> RandomStream:
        exchanges = [each for each in self._exchanges if each.label == label]
        return _ExchangedStream(self._bytes(label.encode()), exchanges, label, self.shuffles)


class _ExchangedStream(RandomStream):
    """A stream that shuffles as its source has it, but for these exchanges, and notes how many items it was given."""

    def __init__(
        self, source: Iterable[int], exchanges: Iterable[Exchange], label: str, shuffles: dict[str, int]
    ) -> None:
        super().__init__(source)
        self._exchanges = tuple(exchanges)
        self._label, self._shuffles = label, shuffles

    @override
    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        order = list(super().shuffled(items))
        for each in self._exchanges:
            if max(each.one, each.other) < len(order):
                order[each.one], order[each.other] = order[each.other], order[each.one]
        self._shuffles[self._label] = len(order)
        return tuple(order)


def find_exchanges(
    game: Game, options: Mapping[str, str], seats: int, starter: Seat, number: int, rng: random.Random
) -> tuple[Exchange, ...]:
    """Return exchanges of what a deal hides from the group, and from at least two seats."""
    plain = Chance(number)
    dealt = game.rules.begin(options, seats, starter, plain)
    streams = HIDDEN[game.key]
    for _ in range(TRIES):
        found = tuple(_exchange(streams, plain.shuffles, rng) for _ in range(EXCHANGES))
        chance = Chance(number, found)
        turned = game.rules.begin(options, seats, starter, chance)
        told_apart = [
            viewer for viewer in (None, *range(seats)) if told(dealt.events, viewer) != told(turned.events, viewer)
        ]
        as_often = plain.shuffles == chance.shuffles  # else one of the two was dealt anew, which all see
        if dealt.state != turned.state and None not in told_apart and len(told_apart) <= seats - 2 and as_often:
            return found
    raise AssertionError(f"{game.key}: nothing that lies hidden can be exchanged")


def _exchange(streams: Mapping[str, int], shuffles: Mapping[str, int], rng: random.Random) -> Exchange:
    """Return an exchange of something that lies near, in a row or a hand, with something else."""
    label = rng.choice(sorted(streams))
    first, length = streams[label], shuffles[label]
    one = rng.randrange(first, min(first + NEAR, length - 1))
    return Exchange(label, one, rng.randrange(one + 1, length))


class _Numbers:
    """Stands for the module `secrets` where ids are drawn: the same ones in both worlds."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)

    def token_hex(self, size: int) -> str:
        return f"{next(self._numbers):0{2 * size}x}"

    def token_urlsafe(self, size: int) -> str:
        return f"held{next(self._numbers):0{size}d}"


@contextmanager
def held(world: int, chance: CommittedRandom, began: float, before: int) -> Iterator[None]:
    """Let one game's seed be the world's own, and its chance as given; all else is the same in every world.

    Ids, commitments, the time, and how the games are dealt whose tables are opened earlier, `before` of them, or later.

    The Discord on loopback makes ids of the time, and people's seats go by those: there it stands still as well.
    """
    numbers: Any = _Numbers()
    others, dealt = itertools.count(OTHERS), set[bytes]()

    def new_seed() -> bytes:
        return bytes([world if len(dealt) == before else next(others)]) * 32

    def dealt_by(seed: bytes) -> CommittedRandom:
        dealt.add(seed)
        return chance if seed[0] == world else Chance(seed[0])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(directory, "new_seed", new_seed)
        patch.setattr(directory, "commitment", lambda seed: "c0" * 32)
        patch.setattr(directory, "secrets", numbers)
        patch.setattr(invitations, "secrets", numbers)
        patch.setattr(timing, "time", SimpleNamespace(time=lambda: began))
        patch.setattr(replay, "game_key", lambda seed, **_: seed)
        patch.setattr(replay, "CommittedRandom", dealt_by)
        yield
