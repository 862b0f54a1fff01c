"""How many calls of the API an accepted press costs, with the platform's limits in force."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Sequence

from bot.playground.call_log import Call
from bot.playground.world import World
from tests.bench import on_telegram
from tests.bench.figures import Ratio, Run
from tests.bench.on_telegram import LOOK, TableGroup, code_of

WHISPERED = {"hats": "p", "animal": LOOK, "invisible": ""}
"""How the codes of moves begin that tell something to one seat alone, in a message that goes away again."""
DEALT = {"hats": "", "animal": "", "invisible": "dk"}
"""How the codes of moves begin that change the cards in a hand, which lies in a private chat."""
GROUPS = 4
QUIET = 3.0
"""Seconds without a call after which all is done that a press asked for."""
SECRET_SECONDS = 75.0
"""After so many seconds every secret has gone away: a minute, and what a busy machine needs."""
_FREE = {"getUpdates"}


class FrugalGroup(TableGroup):
    """People who count what their moves have to cost at least."""

    least = 0
    accepted = 0

    def count(self, tokens: Sequence[str]) -> None:
        """Count a move: an answer to each press, one edit of the board, and what only one seat may see.

        A whisper is a message that is sent and taken away again; a hand of cards is edited.
        """
        codes = [code_of(token)[0] for token in tokens]
        self.accepted += len(codes)
        self.least += len(codes) + 1
        self.least += 2 * any(code in WHISPERED[self.word] for code in codes)
        self.least += any(code in DEALT[self.word] for code in codes)


async def a_press(run: Run) -> Sequence[Ratio]:
    """Count the calls of each game while its groups press as fast as the board allows."""
    found = []
    words = on_telegram.WORDS[:1] if run.short else on_telegram.WORDS
    groups = len(words) * int(run.pick(GROUPS, 1))
    opened = on_telegram.product(run, groups, words=words, limited=not run.short, kind=FrugalGroup)
    async with opened as (side, world, _):
        world.call_log.calls = deque()
        await _until_quiet(world)
        began = len(world.calls)
        await side.stretch(run.pick(60.0, 4.0), None)
        await asyncio.sleep(run.pick(SECRET_SECONDS, 0.0))
        await _until_quiet(world)
        calls = [call for call in world.calls[began:] if call.method not in _FREE]
    pressers = [each for each in side.pressers if isinstance(each, FrugalGroup)]
    for word in words:
        played = [each for each in pressers if each.word == word]
        there = {each.group.id for each in played} | {person.id for each in played for person in each.people}
        own = [call for call in calls if _place(call, played) in there]
        presses = sum(each.accepted for each in played)
        note = ", ".join(f"{count} {method}" for method, count in Counter(call.method for call in own).most_common())
        least = sum(each.least for each in played)
        found.append(Ratio(len(own) / presses, least / presses, part=word, note=f"{presses} presses: {note}"))
    return found


def _place(call: Call, played: Sequence[FrugalGroup]) -> int:
    """Return the chat of a call; an answer names none, but the person who pressed."""
    if call.chat:
        return call.chat
    query = str(call.params.get("callback_query_id", ""))
    return int(query) >> 24 if query.isdigit() else 0


async def _until_quiet(world: World) -> None:
    """Wait until nothing has been called for a while."""
    seen, since = -1, time.monotonic()
    while time.monotonic() < since + QUIET:
        made = sum(call.method not in _FREE for call in world.call_log.calls)
        if made != seen:
            seen, since = made, time.monotonic()
        await asyncio.sleep(0.1)
