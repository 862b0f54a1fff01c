"""Somebody who has watched every person's screen: who was shown what, and whether anybody saw what was another's."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tests.helpers.discord.journal import Shown
from tests.helpers.discord.people import Discord
from tests.helpers.discord.table import RandomTable, bare

__all__ = ["HELD", "check_calls", "check_pings", "check_secrets", "check_told"]

HELD = re.compile(r"^(?:Hat \d+: |Signals: |YES: |NO: |Cloaks: |.*Tell nobody)", re.MULTILINE)
"""How lines begin that only one person may read."""
_NUMBERED = re.compile(r"^\W*(\d+)\. ", re.MULTILINE)
_REVEALED = "Seed: "
_CLOSED = 50007


def check_calls(world: Discord) -> None:
    """Hold that every interaction was answered once and in time, and that nothing was refused but closed messages."""
    assert [each.data for each in world.interactions.failures] == []
    refused = [each for each in world.journal.refused() if each.code != _CLOSED]
    assert [(each.call, each.status, each.code, each.answer) for each in refused] == []


def check_pings(world: Discord, tables: Iterable[RandomTable]) -> None:
    """Hold that no message rang anybody but one player of its own table, whatever the names say."""
    members = {table.channel.id: {person.id for person in table.people} for table in tables}
    for channel in members:
        for message in world.channels[channel].messages.values():
            assert not message.mentions_everyone
            assert {user.id for user in message.mentioned} <= members[channel]
    for ping in world.journal.pings:
        assert not ping.everyone
        assert len(ping.users) <= 1


def check_secrets(world: Discord, table: RandomTable) -> None:
    """Hold what each person was shown against what others alone were shown, until the game was over."""
    own = {person.id: list(world.journal.only_for(person)) for person in table.people}
    for person in table.people:
        others = [each for each in _seen(table, world.journal.seen_by(person)) if each not in own[person.id]]
        pictures = {p for other, shown in own.items() if other != person.id for each in shown for p in each.pictures}
        for each in others:
            assert not pictures & set(each.pictures)
            assert not HELD.search(bare(each.words)), each.words
    for shown in own.values():
        assert all(len(each.viewers) == 1 for each in shown)


def _seen(table: RandomTable, shown: Iterable[Shown]) -> list[Shown]:
    """Give what was shown in a table's channel until its seed was."""
    before: list[Shown] = []
    for each in shown:
        if _REVEALED in each.text:
            break
        if each.channel == table.channel.id or each.private:
            before.append(each)
    return before


def check_told(world: Discord, table: RandomTable) -> int:
    """Hold that the boards told every move in order, none left out; gives how many."""
    told: list[int] = []
    for each in world.journal.shown:
        if each.channel == table.channel.id and not each.private and "🎩" not in each.text[:5]:
            numbers = [int(number) for number in _NUMBERED.findall(bare(each.text))]
            told += [number for number in numbers if number > (told[-1] if told else 0)]
    assert told == list(range(1, len(told) + 1)), told
    return len(told)
