"""The same evening served by one process on SQLite and by several on PostgreSQL, as its viewers see it."""

from __future__ import annotations

import itertools
import random
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot import dispatcher
from bot.concurrency.rate_limit import Rate
from bot.table.core import row_cache
from bot.table.handlers import invitations
from tests.helpers.clock import MovingClock
from tests.helpers.dealing import draw_from
from tests.helpers.party import Party, party_at
from tests.helpers.several import Transcript, noted, several_at

SAID = (
    *("/play", "/play animal", "/play invisible", "/board", "/hand", "/leave", "/pause", "/stop", "/top", "/stats"),
    *("/settings", "/settings", "/language", "/language ru", "/language en", "/learn", "/learn hats", "/privacy"),
    *("/rules peek", "/help", "/verify", "/start"),
)


async def seen_by_one_and_several(
    url: str, folder: Path, evening: Callable[[Party], Awaitable[None]], *, seed: int = 1
) -> tuple[Transcript, Transcript]:
    """Spend an evening twice, and return what each viewer had before them."""
    clock = MovingClock()
    with _fate(clock):
        async with party_at(folder / "one.db", clock, pictures="blank") as alone:
            one = noted(alone)
            await evening(alone)
    clock = MovingClock()
    with _fate(clock):
        async with several_at(url, clock, seed=seed) as party:
            several = noted(party)
            await evening(party)
            assert all(party.served), "nobody was idle"
    return one, several


@contextmanager
def _fate(clock: Callable[[], float]) -> Iterator[None]:
    """Have seeds and ids be the same each time, what was chosen be read at once, and nobody be slowed down.

    They follow from the time and not from how many were drawn before: of two processes the slower one judges a press
    anew, and draws once more.
    """

    def drawn(size: int) -> bytes:
        return sha256(str(clock()).encode()).digest()[:size]

    numbers = itertools.count(1)
    with pytest.MonkeyPatch.context() as patch:
        draw_from(patch, drawn)
        patch.setattr(invitations, "secrets", SimpleNamespace(token_urlsafe=lambda n: f"{next(numbers):0{n}d}"))
        patch.setattr(row_cache, "FRESH_SECONDS", 0.0)
        # Each process slows what it is given itself: nothing is too much here, but for answers in the group.
        patch.setattr(dispatcher, "IDLE_PRESSES", Rate(burst=1_000_000, seconds=1.0))
        patch.setattr(dispatcher, "ALL_COMMANDS", Rate(burst=1_000_000, seconds=1.0))
        patch.setattr(dispatcher, "GROUP_COMMANDS", Rate(burst=0, seconds=1_000_000.0))
        yield


def differences(one: Transcript, several: Transcript) -> list[str]:
    """Say where two transcripts part."""
    pairs = itertools.zip_longest(one.lines, several.lines)
    found = next(((number, *pair) for number, pair in enumerate(pairs) if pair[0] != pair[1]), None)
    if found is None:
        return []
    number, *both = found
    told = [f"line {number} of {len(one.lines)}, {len(several.lines)} by several"]
    for who, lines, line in zip(("one", "several"), (one.lines, several.lines), both, strict=True):
        viewer, now = line or ("nobody", ())
        before = next((seen for name, seen in reversed(lines[:number]) if name == viewer), ())
        told.append(f"by {who}, {viewer}")
        told += [f"  no more {message}" for message in before if message not in now]
        told += [f"  new     {message}" for message in now if message not in before]
    return told


async def wander(party: Party, steps: int, seed: int = 7) -> None:
    """Say and press whatever there is, wherever it is, but for films, which nobody waits for."""
    lot = random.Random(seed)
    for person in party.people:
        party.world.start(person)
    await party.settle()
    for _ in range(steps):
        await party.pass_time(20.0)
        person = lot.choice(party.people)
        chat = lot.choice((party.group, party.group, party.world.private(person)))
        buttons = [
            (message, str(button["callback_data"]))
            for message in party.messages(chat)[-4:]
            for row in message.keyboard or []
            for button in row
            if "callback_data" in button and "film" not in button["callback_data"]
        ]
        if buttons and lot.random() < 0.75:
            toast = await party.send(person, *lot.choice(buttons))
            if toast.url:
                party.world.open_link(person, toast.url)
            await party.settle()
        else:
            await party.say(person, lot.choice(SAID), chat)
