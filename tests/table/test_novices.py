"""A line of help under the board, in the first three turns of who has never finished the game."""

from __future__ import annotations

from bot.playground.model import Message, User
from tests.helpers.party import Party
from tests.table.playing import finish


def helped(party: Party) -> str:
    """Return the line of help on the newest board, empty for none."""
    return next((line for line in party.table_board().text.splitlines() if line.startswith("💡")), "")


async def pass_turn(party: Party, slot: int) -> None:
    await party.press(party.mover(), f"👁{slot}", party.table_board())


async def test_three_turns_are_helped(party: Party) -> None:
    await party.begin(party.ann, party.bob)
    seen = []
    for turn in range(8):
        seen.append(helped(party))
        await pass_turn(party, turn % 2 + 1)
    assert seen[0] == seen[1] == "💡 👁 is a good beginning: it shows a hat to you alone."
    assert seen[2] == seen[3] == "💡 🎩 Open = you say that it fits: a pair, or a penalty chip."
    assert seen[4] == seen[5]
    assert seen[4].startswith("💡 ⇄ brings a hat that you know")
    assert seen[6:] == ["", ""]


async def test_who_has_finished_the_game_is_not_helped(party: Party) -> None:
    await party.begin(party.ann, party.bob)
    await finish(party)
    await party.begin(party.ann, party.cleo)
    assert party.mover() is party.ann
    assert helped(party) == ""
    await pass_turn(party, 1)
    assert party.mover() is party.cleo
    assert helped(party) != ""


async def test_another_game_is_a_beginning_again(party: Party) -> None:
    await party.begin(party.ann, party.bob)
    await finish(party)
    await party.say(party.ann, "/play animal")
    for person in (party.ann, party.bob):
        await party.press(person, "Join")
    await party.press(party.ann, "Start")
    assert helped(party).startswith("💡 👁 Look into any hat")
    await pass_turn(party, 1)
    assert helped(party).startswith("💡 ⇄ Any other hat will do"), "the swap belongs to the same turn"


async def test_a_restart_forgets_no_turn(party: Party) -> None:
    await party.begin(party.ann, party.bob)
    for turn in range(6):
        await pass_turn(party, turn % 2 + 1)
    await party.restart()
    await party.say(party.ann, "/board")
    assert helped(party) == ""


async def test_what_now_tells_of_a_swap_that_is_half_chosen_and_takes_it_back(party: Party) -> None:
    await party.begin(party.ann, party.bob)
    board: Message = party.table_board()
    ann: User = party.ann
    await party.press(ann, "⇄3", board)
    told = await party.press(ann, "What now?", board)
    assert told.text == "Hat 3 is chosen for a swap. Press ⇄ at another hat, or ⇄3 again to take it back."
    assert (await party.press(ann, "⇄3", board)).text == "Hat 3 is no longer chosen."
    assert (await party.press(ann, "What now?", board)).text.startswith("A pair is a point")
    assert (await party.press(ann, "⇄5", board)).text.startswith("Hat 5 is chosen.")


async def test_a_computer_needs_no_help(party: Party) -> None:
    chat = party.world.private(party.ann)
    party.world.start(party.ann)
    await party.settle()
    await party.say(party.ann, "/play hats", chat)
    await party.press(party.ann, "Start", party.board(chat))
    for _ in range(3):
        board = party.table_board(chat)
        assert board.text.count("💡") == 1, "the computer has moved, and it is Ann's turn"
        await party.press(party.ann, "👁1", board)
    assert "💡" not in party.table_board(chat).text
