"""F13: a bot can delete nothing that is older than two days, so what was for one person is edited away."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.playground.model import Message, User
from storage.ids import Place
from tests.helpers.clock import MovingClock
from tests.helpers.party import Party, eventually
from tests.table.test_hands import begin, hand

GONE = "This has been removed."
DAYS = 2 * 86_400.0 + 3600


@pytest.fixture(autouse=True)
async def no_turn_clock(party: Party) -> None:
    """Let a turn take days."""
    place = Place("telegram", str(party.group.id))
    await party.manager.services.chats.change(place, lambda chosen: replace(chosen, clock=0))


def picture(message: Message) -> str:
    return message.photo.sha256 if message.photo else ""


class Held:
    """A private message with a picture as it was, and a check that nothing of it is left."""

    def __init__(self, message: Message) -> None:
        self.message = message
        self._text, self._picture = message.text, picture(message)

    def assert_taken_away(self, text: str = GONE) -> None:
        assert self.message.chat.messages.get(self.message.id) is self.message, "a bot may not delete it any more"
        assert self.message.text == text
        assert picture(self.message) != self._picture
        assert not self.message.keyboard


async def held_for_two_days(party: Party, clock: MovingClock, *people: User) -> list[Held]:
    """Begin a game of cards, and let two days pass in which nobody moves; return the hands of some."""
    await begin(party, party.ann, party.bob)
    hands = [Held(hand(party, person)) for person in people]
    clock.advance(DAYS)
    return hands


async def test_hands_are_when_the_game_ends(party: Party, clock: MovingClock) -> None:
    hands = await held_for_two_days(party, clock, party.ann, party.bob)
    await party.say(party.ann, "/stop")
    await party.press(party.ann, "Yes, end the game")
    for each in hands:
        each.assert_taken_away()


async def test_a_hand_is_when_its_holder_leaves(party: Party, clock: MovingClock) -> None:
    (held,) = await held_for_two_days(party, clock, party.bob)
    await party.say(party.bob, "/leave")
    await party.press(party.bob, "Leave", party.board())
    held.assert_taken_away()


async def test_a_hand_is_when_its_holder_is_forgotten_and_their_language_with_them(
    party: Party, clock: MovingClock
) -> None:
    (held,) = await held_for_two_days(party, clock, party.bob)
    party.bob.language_code = "de"
    tr = party.service.catalogs.translator("de")
    private = party.world.private(party.bob)
    await party.say(party.bob, "/privacy", private)
    await party.press(party.bob, tr.t("Delete my data"), party.private(party.bob)[-1])
    await party.press(party.bob, tr.t("Yes, delete it"), party.private(party.bob)[-1])
    held.assert_taken_away(tr.t("This has been removed."))


async def test_a_hand_is_after_an_outage_however_long(party: Party, clock: MovingClock) -> None:
    await begin(party, party.ann, party.bob)
    held, table = Held(hand(party, party.ann)), party.table()
    party.world.faults.server_error(502, chat=party.ann.id, times=None)
    party.world.say(party.ann, party.group, "/stop")
    await eventually(lambda: "Yes, end the game" in str(party.board().keyboard))
    await party.send(party.ann, party.board(), party.token(party.board(), "Yes, end the game"))
    await eventually(lambda: table.record.status == "closed")
    await party.close()
    party.world.faults.clear()
    clock.advance(DAYS)
    await party.open()
    held.assert_taken_away()


async def test_a_whisper_is_after_an_outage(party: Party, clock: MovingClock) -> None:
    await party.begin(party.ann, party.bob)
    await party.press(party.ann, "👁2", party.table_board())
    held = Held(party.private(party.ann)[-1])
    await party.close()
    clock.advance(DAYS)
    await party.open()
    await party.tick()
    held.assert_taken_away()


async def test_a_whisper_is_that_somebody_has_seen(party: Party, clock: MovingClock) -> None:
    """Its deadline has passed, and is not served yet."""
    await party.begin(party.ann, party.bob)
    await party.press(party.ann, "👁2", party.table_board())
    held = Held(party.private(party.ann)[-1])
    clock.advance(DAYS)
    await party.press(party.ann, "Got it, remove it", held.message)
    held.assert_taken_away()
