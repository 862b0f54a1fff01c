"""Groups in which the bot may not write, or which do not tell it who administers them (F12, F14, F17, T6)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from structlog.typing import EventDict

from tests.helpers.clock import MovingClock
from tests.helpers.logs import named
from tests.helpers.party import Party

CANNOT = "I can’t send messages there. Make me an administrator"


def moderated(party: Party) -> None:
    party.group.moderated = True


def paid(party: Party) -> None:
    party.group.stars = 5


def muted(party: Party) -> None:
    party.world.promote(party.ann, party.group)
    party.world.set_permissions(party.group, **{name: False for name in party.group.permissions if "send" in name})


def banned(party: Party) -> None:
    for method in ("sendMessage", "sendPhoto"):
        party.world.faults.refuse(400, "USER_BANNED_IN_CHANNEL", method=method, chat=party.group.id, times=None)


CLOSED = (moderated, paid, muted, banned)


def sends(party: Party) -> int:
    """Count the tries to send something to the group."""
    return sum(call.method.startswith("send") and call.chat == party.group.id for call in party.world.calls)


def notices(party: Party) -> list[str]:
    return [message.text for message in party.private(party.ann) if CANNOT in message.text]


@pytest.mark.parametrize("close", CLOSED)
async def test_who_opens_a_table_is_told_in_the_private_chat(
    party: Party, close: Callable[[Party], None], logged: list[EventDict]
) -> None:
    """F14, F17, T6: nothing is posted over and over, and the one who asked does not wait in vain."""
    party.world.start(party.ann)
    await party.settle()
    close(party)
    await party.say(party.ann, "/play hats")
    assert sends(party) == 1
    (notice,) = notices(party)
    assert "Friends" in notice
    assert "place_closed" in named(logged)


@pytest.mark.parametrize("close", CLOSED)
async def test_who_asks_something_is_told_once_an_hour(
    party: Party, clock: MovingClock, close: Callable[[Party], None]
) -> None:
    party.world.start(party.ann)
    await party.settle()
    close(party)
    for _ in range(3):
        await party.say(party.ann, "/help")
    assert len(notices(party)) == 1
    clock.advance(3601)
    await party.say(party.ann, "/help")
    assert len(notices(party)) == 2


async def test_in_mid_game_the_host_is_told_and_the_board_comes_when_it_may(
    party: Party, clock: MovingClock, logged: list[EventDict]
) -> None:
    await party.begin(party.ann, party.bob)
    party.group.moderated = True
    for number in (1, 2, 3):
        clock.advance(600)  # who is to move does not watch, so the board is to be posted
        await party.press(party.mover(), f"👁{number}", party.table_board())
    assert sends(party) <= 5
    assert len(notices(party)) == 1
    assert "place_closed" in named(logged)
    party.group.moderated = False
    await party.say(party.ann, "/board")
    assert party.token(party.table_board(), "👁1").split(".")[1] == str(party.table_record().decision)


async def test_a_closed_topic_is_left_alone_until_it_is_opened_again(party: Party, logged: list[EventDict]) -> None:
    forum = party.world.create_group("Forum", party.people, forum=True)
    topic = party.world.create_topic(party.ann, forum, "Hats")
    party.world.close_topic(party.ann, forum, topic.id)
    await party.say(party.ann, "/play hats", forum, topic=topic.id)
    assert party.messages(forum) == []
    assert "place_closed" in named(logged)
    forum.topics[topic.id].closed = False
    await party.say(party.ann, "/board", forum, topic=topic.id)
    assert party.board(forum).topic == topic.id


class TestHiddenMembers:
    """F12."""

    async def test_who_administers_is_known_all_the_same(self, party: Party) -> None:
        party.group.hides_members = True
        for person, refused in ((party.bob, "Only an administrator can do that."), (party.ann, "")):
            await party.say(person, "/settings")
            toast = await party.press(person, "Language", party.messages()[-1])
            assert toast.text == refused
        await party.settle()
        assert "Language" not in str(party.messages()[-1].keyboard)

    async def test_where_nobody_tells_it_says_what_would_help(self, party: Party) -> None:
        party.group.hides_members = True
        party.world.faults.refuse(400, "CHAT_ADMIN_REQUIRED", method="getChatAdministrators", times=None)
        await party.say(party.ann, "/settings")
        toast = await party.press(party.ann, "Language", party.messages()[-1])
        assert "Make me an administrator" in toast.text

    async def test_a_host_needs_no_administrator(self, party: Party) -> None:
        party.group.hides_members = True
        party.world.faults.refuse(400, "CHAT_ADMIN_REQUIRED", method="getChatAdministrators", times=None)
        await party.begin(party.ann, party.bob)
        await party.say(party.ann, "/stop")
        await party.press(party.ann, "Yes, end the game")
        assert party.table_status() == "closed"
