"""How soon a press is answered, and how soon the board shows it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from contextlib import AsyncExitStack

from tests.bench import on_telegram
from tests.bench.figures import Ratio, Run
from tests.bench.load import alternate
from tests.bench.on_telegram import WORDS, TableGroup

GROUPS = 200
THINKS = (5.0, 15.0)
"""Seconds between the board and somebody's next press: 200 groups press some 20 times a second."""
REST = (0.1, 0.3)
"""Seconds between two presses where nobody else presses: all that follows a press is done by then."""


class CalmGroup(TableGroup):
    """People who rest between the two halves of a move, too."""

    async def think(self) -> None:
        """Look at what the first half has shown."""
        await asyncio.sleep(self.rng.uniform(*REST))


async def to_answer(run: Run) -> Sequence[Ratio]:
    """Measure the time from press to answer while very many groups play."""
    rng = random.Random(1)
    async with on_telegram.both(run, int(run.pick(GROUPS, 8))) as sides:
        scale = run.pick(1.0, 0.05)
        await alternate(sides, run.pick(20.0, 2.0), int(run.pick(3, 1)), lambda: scale * rng.uniform(*THINKS))
        product, bare = sides
        note = f"p50 {product.answered_ms(50):.1f} against {bare.answered_ms(50):.1f} ms"
        return [Ratio(product.answered_ms(99), bare.answered_ms(99), "ms", note=note)]


async def to_board(run: Run) -> Sequence[Ratio]:
    """Measure the time from press to board of one group that plays alone, of each game."""
    rng, found = random.Random(2), []
    words = WORDS[:1] if run.short else WORDS
    async with AsyncExitStack() as stack:
        bare = await stack.enter_async_context(on_telegram.bare(run, 1))
        products = [
            (await stack.enter_async_context(on_telegram.product(run, 1, words=[word], kind=CalmGroup)))[0]
            for word in words
        ]
        await alternate([*products, bare], run.pick(8.0, 2.0), int(run.pick(4, 1)), lambda: rng.uniform(*REST))
        for word, product in zip(words, products, strict=True):
            note = f"answer p50 {product.answered_ms(50):.1f} against {bare.answered_ms(50):.1f} ms"
            found.append(Ratio(product.shown_ms(50), bare.shown_ms(50), "ms", word, note))
        return found
