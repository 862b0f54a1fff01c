"""F15: a group with slow mode, in which the bot is no administrator: sends are held, the board goes on by edits."""

from __future__ import annotations

import pytest

from bot.table.publishing import board_publisher
from tests.helpers.clock import MovingClock
from tests.helpers.party import Party, eventually, labels

HOUR, MINUTE = 3600, 60


@pytest.mark.parametrize(
    ("slow", "said"),
    [(HOUR, "I can’t send messages there. Make me an administrator"), (MINUTE, "The board will catch up in")],
)
async def test_who_opens_a_table_there_is_not_left_wondering(party: Party, slow: int, said: str) -> None:
    """Where no board stands that could be edited, nothing in the group can tell them why none comes."""
    party.world.start(party.ann)
    await party.settle()
    await party.say(party.ann, "/help")
    party.group.slow_seconds = slow
    party.world.say(party.ann, party.group, "/play hats")
    await eventually(lambda: said in party.private(party.ann)[-1].text)
    before = len(party.private(party.ann))
    for command in ("/play hats", "/help"):
        party.world.say(party.ann, party.group, command)
    await eventually(lambda: len(party.private(party.ann)) > before)
    assert sum(said in message.text for message in party.private(party.ann)) == 1, "it is said once"


async def test_the_board_comes_there_when_it_may(party: Party) -> None:
    await party.say(party.ann, "/help")
    party.world.faults.flood(1, method="sendPhoto", chat=party.group.id)
    party.world.say(party.ann, party.group, "/play hats")
    await eventually(lambda: party.messages()[-1].keyboard and "Join" in labels(party.board()))


async def test_a_lobby_shows_who_joins_at_once(party: Party) -> None:
    party.group.slow_seconds = HOUR
    await party.say(party.ann, "/play hats")
    party.world.say(party.ann, party.group, "/help")  # which Telegram holds for an hour
    board = party.board()
    toast = await party.send(party.bob, board, party.token(board, "Join"))
    if toast.url:
        party.world.open_link(party.bob, toast.url)
    await eventually(lambda: "Bob" in board.text)


async def test_a_board_that_should_ring_is_edited_and_rings_when_it_may(
    party: Party, clock: MovingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_publisher, "SHORT_HOLD", 0.5)
    await party.begin(party.ann, party.bob)
    await party.press(party.ann, "👁2", party.table_board())
    board = party.table_board()
    clock.advance(600)  # nobody watches any more, so the next board is to be posted
    party.world.faults.flood(4, method="sendPhoto", chat=party.group.id)
    before = len(party.world.calls)
    token = party.token(board, "👁3")
    await party.send(party.bob, board, token)
    await eventually(lambda: "It’s Ann’s turn" in board.text or "Ann" in board.text.splitlines()[0])
    await eventually(lambda: party.table_board() is not board)
    shown = [
        (call.method, call.error)
        for call in party.world.calls[before:]
        if call.chat == party.group.id and call.method in ("sendPhoto", "editMessageMedia")
    ]
    assert shown[0] == ("sendPhoto", 429)
    assert shown.index(("editMessageMedia", None)) < shown.index(("sendPhoto", None)), "the old one is up to date first"
    assert labels(party.table_board())


async def test_answers_to_commands_come_privately_meanwhile(party: Party) -> None:
    party.world.start(party.ann)
    await party.settle()
    party.group.slow_seconds = HOUR
    await party.say(party.ann, "/play hats")
    before = len(party.private(party.ann))
    for _ in range(2):
        party.world.say(party.ann, party.group, "/help")
    await eventually(lambda: len(party.private(party.ann)) == before + 2)
    sends = [call for call in party.world.calls if call.method.startswith("send") and call.chat == party.group.id]
    assert len([call for call in sends if call.error == 429]) <= 1, "what is held is not tried again and again"


async def test_a_game_goes_on_however_slow_the_group_is(party: Party, clock: MovingClock) -> None:
    await party.begin(party.ann, party.bob)
    party.group.slow_seconds = HOUR
    board = party.table_board()
    for number in range(6):
        clock.advance(150)  # who is to move does not watch
        mover = party.mover()
        moves = party.table_record().moves
        await party.send(mover, board, party.token(board, f"👁{number % 3 + 1}"))
        await eventually(lambda moves=moves: party.table_record().moves > moves)  # type: ignore[misc]
        await eventually(lambda mover=mover: party.token(board, "👁1") and mover is not party.mover())  # type: ignore[misc]
        await eventually(lambda: party.token(board, "👁1").split(".")[1] == str(party.table_record().decision))
