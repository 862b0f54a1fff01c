"""The adapter's cache is bounded, and forgets in the order of last use."""

from __future__ import annotations

from bot.platforms.discord.cache import CLOSED_SECONDS, MOST, DiscordCache, GuildInfo
from storage.ids import Person
from tests.helpers.clock import MovingClock


def test_what_was_used_longest_ago_is_forgotten_first(clock: MovingClock) -> None:
    known = DiscordCache(clock)
    for number in range(MOST):
        known.note_private(number, number)
    assert known.private_channel(0) == 0
    known.note_private(MOST, MOST)
    assert [known.private_channel(number) for number in (0, 1, 2, MOST)] == [0, None, 2, MOST]


def test_the_memory_of_channels_and_people_does_not_grow_for_ever(clock: MovingClock) -> None:
    known = DiscordCache(clock)
    for number in range(MOST + 10):
        known.note(number, Person("discord", str(number)), GuildInfo(1, is_admin=True))
        known.note_private(number, number)
        known.note_closed(number)
    assert not known.is_used(0)
    assert known.is_admin(0, 0) is None
    assert known.private_channel(0) is None
    assert known.is_used(MOST + 9)
    assert not known.is_closed(0)


def test_the_last_thing_seen_of_somebodys_rights_is_believed(clock: MovingClock) -> None:
    known, ann = DiscordCache(clock), Person("discord", "1")
    assert known.is_admin(5, 1) is None
    for rules in (True, False):
        known.note(5, ann, GuildInfo(7, is_admin=rules))
        assert known.is_admin(5, 1) is rules
    assert known.guild_of(5) == 7
    assert known.is_admin(6, 1) is None


def test_who_takes_no_messages_is_tried_again_after_a_while_or_when_they_write(clock: MovingClock) -> None:
    known = DiscordCache(clock)
    known.note_closed(1)
    assert known.is_closed(1)
    clock.advance(CLOSED_SECONDS)
    assert not known.is_closed(1)
    known.note_closed(1)
    known.note_open(1)
    assert not known.is_closed(1)
