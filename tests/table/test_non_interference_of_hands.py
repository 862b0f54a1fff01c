"""Non-interference where hands are held: what the group gets of The Invisible Man does not depend on them (N-c).

As in `test_non_interference.py` two services run on databases that differ in hidden things alone: which NO the
Invisible Man and which Signals and YES a policeman holds, and how their piles lie. The same public moves are made in
both. Who holds such a hand gets it by private messages, which may differ in what they say and in how often a hand is
edited. What the group gets, and somebody who only watches, must be equal byte by byte, call by call, in the same order.
"""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.games.invisible_man.text import ICONS
from bot.playground.model import User
from tests.helpers.clock import MovingClock
from tests.helpers.party import Party, labels, party_at
from tests.table.test_hands import begin
from tests.table.test_non_interference import patch, sent

MOVES = 24
"""So many are made, each by one press or two."""


def exchanged(state: dict[str, Any]) -> dict[str, Any]:
    """Exchange two hands for cards of their piles, and turn the rest of the piles round."""
    parts = [dict(part) for part in state["parts"]]
    hidden, police = parts[0], parts[1]
    no, yes = dict(state["no"]), dict(state["yes"])
    hidden["no"], no["left"] = _swapped(hidden["no"], no["left"])
    police["yes"], yes["left"] = _swapped(police["yes"], yes["left"])
    last = len(state["signals"]) - len(police["signals"])  # what a 6 of the Invisible Man opens next all will see
    signals = [*state["signals"][:last], *police["signals"]]
    police["signals"] = state["signals"][last:]
    return {**state, "parts": parts, "no": no, "yes": yes, "signals": signals}


def _swapped(held: list[Any], pile: list[Any]) -> tuple[list[Any], list[Any]]:
    turned = pile[::-1]
    return turned[: len(held)], turned[len(held) :] + held


@pytest.fixture
async def parties(tmp_path: Path) -> AsyncIterator[tuple[Party, Party]]:
    """Yield two parties in the same game; Ann is the Invisible Man, Bob and Cleo are policemen, Dan watches."""
    one, two = tmp_path / "one.db", tmp_path / "two.db"
    async with (
        party_at(one, MovingClock(), pictures="own") as first,
        party_at(two, MovingClock(), pictures="own") as second,
    ):
        for party in (first, second):
            await begin(party, party.ann, party.bob, party.cleo)
            await party.close()
        for path in (two, *two.parent.glob(f"{two.name}-*")):
            path.unlink()
        shutil.copy(one, two)
        patch(two, exchanged)
        for party in (first, second):
            party.world.call_log.calls.clear()
            await party.open()
            await party.say(party.ann, "/board")
        yield first, second


def public_move(keys: list[str]) -> tuple[str, ...]:
    """Choose what anybody could press whatever the hand: roll, walk in the streets, lay a card, draw, be done."""
    if "✋ 1" in keys:
        return "✋ 1", next(key for key in keys if key.split()[0] in ICONS.values())
    streets = [key for key in keys if key.isdecimal()]
    return (streets[-1],) if streets else (keys[0],)


async def play(party: Party) -> list[tuple[str, str]]:
    """Make the same public moves in either world; return who made which."""
    made = []
    for number in range(MOVES):
        mover: User = party.mover()
        for label in public_move(labels(party.table_board())):
            await party.press(mover, label, party.table_board())
            made.append((mover.first_name, label))
        if number % 6 == 2:
            await party.press(party.dan, "My secret", party.table_board())
            await party.press(party.dan, "What happened", party.table_board())
            await party.say(mover, "/hand")
        if number == MOVES // 2:
            await party.restart()
            await party.pass_time(60)
            await party.say(party.cleo, "/board")
    return made


async def test_the_group_gets_the_same_calls_whatever_the_hands_hold(parties: tuple[Party, Party]) -> None:
    """N-c: texts, buttons, pictures, order and number."""
    first, second = parties
    for seat in (0, 1):
        assert first.table().view(seat).hand != second.table().view(seat).hand, "the parties differ"
    made = [await play(party) for party in parties]
    assert made[0] == made[1]
    assert "✋ 1" in {label for _, label in made[0]}, "cards were laid"
    holders = [person.id for person in (first.ann, first.bob, first.cleo)]
    assert sent(first, *holders) == sent(second, *holders)
    assert len(sent(first, *holders)) > MOVES
