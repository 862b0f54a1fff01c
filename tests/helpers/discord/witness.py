"""Checks of everything that was shown on every person's screen: whether anybody saw what was another's."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable

from tests.helpers.discord.call_log import ShownMessage
from tests.helpers.discord.people import Discord
from tests.helpers.discord.table import RandomTable, bare
from tests.helpers.ledger import Ledger
from tests.helpers.numbered import numbers

HELD = re.compile(r"^(?:Hat \d+: |Signals: |YES: |NO: |Cloaks: |.*Don’t tell anyone)", re.MULTILINE)
"""How lines begin that only one person may read."""
_PEEKED = re.compile(r"^(?:Hat|Move \d+: you (?:peeked at|looked into) hat) (\d+)(?::|\. You saw:) ", re.MULTILINE)
_HUNTED, _HUNTERS = re.compile("^(?:NO|Cloaks): ", re.MULTILINE), re.compile("^(?:YES|Signals): ", re.MULTILINE)
_REVEALED = "Check the deal:"
_CLOSED, _FLOOD = 50007, 429


def check_calls(world: Discord, *, limited: bool = False) -> int:
    """Check that every interaction was answered once and in time, and that nothing was refused but closed messages.

    Where limits may be met (`limited`) a 429 is no fault, if it was obeyed; return how many there were.
    """
    failed = [each.data for each in world.interactions.failures]
    assert not failed, failed
    refused = [each for each in world.call_log.refused() if each.code != _CLOSED]
    floods = [each for each in refused if each.status == _FLOOD and limited]
    wrong = Counter((each.call, each.status, each.code, each.answer) for each in refused if each not in floods)
    assert not wrong, wrong
    return len(floods)


def check_pings(world: Discord, tables: Iterable[RandomTable]) -> None:
    """Check that no message pinged anybody but one player of its own table, whatever the names say."""
    members = {table.channel.id: {person.id for person in table.people} for table in tables}
    for channel in members:
        for message in world.channels[channel].messages.values():
            assert not message.mentions_everyone
            assert {user.id for user in message.mentioned} <= members[channel]
    for ping in world.call_log.pings:
        assert not ping.everyone
        assert len(ping.users) <= 1


def check_secrets(world: Discord, table: RandomTable) -> None:
    """Check what each person was shown against what others alone were shown, until the game was over."""
    own = {person.id: list(world.call_log.only_for(person)) for person in table.people}
    for person in table.people:
        others = [each for each in _seen(table, world.call_log.seen_by(person)) if each not in own[person.id]]
        pictures = {p for other, shown in own.items() if other != person.id for each in shown for p in each.pictures}
        for each in others:
            assert not pictures & set(each.pictures)
            assert not HELD.search(bare(each.words)), each.words
    for shown in own.values():
        assert all(len(each.viewers) == 1 for each in shown)


def check_known(world: Discord, table: RandomTable, ledger: Ledger) -> int:
    """Check every secret a person was shown against the events of their seat; return how many there were."""
    number = ledger.table_at(table.channel.id)
    seats = [int(seat["person"]["id"]) for seat in ledger.record(number)["seats"]]
    rows = ledger.rows("SELECT events FROM actions WHERE table_id = ?", number)
    events = [event for (blob,) in rows for event in json.loads(blob)]
    hunted = [seats[event["invisible"]] for event in events if event["type"] == "dealt" and "invisible" in event]
    private = {person.id: list(world.call_log.only_for(person)) for person in table.people}
    meant = _meant(each for shown in private.values() for each in shown)
    told = 0
    for person, shown in private.items():
        saw = [event for event in events if event["type"] == "saw" and seats[event["audience"]] == person]
        slots = {event.get("slot", event.get("hat")) + 1 for event in saw}
        for each in shown:
            words = bare(each.words)
            assert {int(slot) for slot in _PEEKED.findall(words)} <= slots
            assert all(meant.get(picture, set()) <= slots for picture in each.pictures)
            assert not _HUNTED.search(words) or person in hunted
            assert not _HUNTERS.search(words) or person not in hunted
            told += bool(HELD.search(words))
    return told


def _meant(shown: Iterable[ShownMessage]) -> dict[str, set[int]]:
    """Return which hats each picture shows the inside of, by its alt text."""
    return {
        picture: {int(slot) for slot in _PEEKED.findall(bare(each.words))}
        for each in shown
        for picture in each.pictures
        if _PEEKED.search(bare(each.words))
    }


def _seen(table: RandomTable, shown: Iterable[ShownMessage]) -> list[ShownMessage]:
    """Return what was shown in a table's channel until its seed was."""
    before: list[ShownMessage] = []
    for each in shown:
        if _REVEALED in each.words:
            break
        if each.channel == table.channel.id or each.private:
            before.append(each)
    return before


def check_moves_shown(world: Discord, table: RandomTable) -> int:
    """Check that the boards showed every move in order, none left out; return how many."""
    told: list[int] = []
    for each in world.call_log.shown:
        if each.channel == table.channel.id and not each.private and "🎩" not in each.text[:5]:
            told += [number for number in numbers(bare(each.text)) if number > (told[-1] if told else 0)]
    assert told == list(range(1, len(told) + 1)), told
    return len(told)
