"""What the door remembers has an end, and is forgotten in the order it was used in."""

from __future__ import annotations

from bot.platforms.discord.cache import CLOSED_SECONDS, MOST, Bounded, DiscordCache, Sight
from storage.ids import Person
from tests.helpers.clock import MovingClock


def test_what_was_used_longest_ago_is_forgotten_first() -> None:
    some: Bounded[int, str] = Bounded(3)
    for number in range(3):
        some.put(number, str(number))
    assert some.get(0) == "0"
    some.put(3, "3")
    assert [some.get(number) for number in range(4)] == ["0", None, "2", "3"]
    assert (len(some), 1 in some, 2 in some) == (3, False, True)
    assert (some.drop(2), some.drop(2)) == (True, False)


def test_the_memory_of_channels_and_people_does_not_grow_for_ever(clock: MovingClock) -> None:
    known = DiscordCache(clock)
    for number in range(MOST + 10):
        known.note(number, Person("discord", str(number)), Sight(1, rules=True))
        known.note_private(number, number)
        known.shut(number)
    assert not known.is_used(0)
    assert known.may_rule(0, 0) is None
    assert known.private_channel(0) is None
    assert known.is_used(MOST + 9)
    assert not known.is_shut(0)


def test_the_last_thing_seen_of_somebodys_rights_is_believed(clock: MovingClock) -> None:
    known, ann = DiscordCache(clock), Person("discord", "1")
    assert known.may_rule(5, 1) is None
    for rules in (True, False):
        known.note(5, ann, Sight(7, rules=rules))
        assert known.may_rule(5, 1) is rules
    assert known.guild_of(5) == 7
    assert known.may_rule(6, 1) is None


def test_who_takes_no_messages_is_tried_again_after_a_while_or_when_they_write(clock: MovingClock) -> None:
    known = DiscordCache(clock)
    known.shut(1)
    assert known.is_shut(1)
    clock.advance(CLOSED_SECONDS)
    assert not known.is_shut(1)
    known.shut(1)
    known.open(1)
    assert not known.is_shut(1)
