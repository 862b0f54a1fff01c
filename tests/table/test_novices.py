"""A line of help under the board, in the first three turns of who has never finished the game."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.engine.rules import Event
from bot.games.invisible_man.presentation import InvisibleManPresenter
from bot.games.invisible_man.rules.moves import Caught, Cloaked, Passed, Shot
from bot.playground.model import Message, User
from bot.table.core.history import Deed
from bot.table.core.novices import Turns
from tests.helpers.party import Party, labels
from tests.table.playing import finish
from tests.table.test_hands import begin as begin_hunt


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
    assert seen[0] == seen[1] == "💡 👁 is a good start: it shows a hat to you alone."
    assert (
        seen[2]
        == seen[3]
        == "💡 🎩 says that a hat fits. If it does, you win the pair; if not, you get a penalty chip."
    )
    assert seen[4] == seen[5]
    assert seen[4].startswith("💡 ⇄ takes a hat you know")
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
    assert told.text == "Hat 3 is selected. Tap ⇄ on another hat to swap the two, or tap ⇄3 again to cancel."
    assert (await party.press(ann, "⇄3", board)).text == "Hat 3 is no longer selected."
    assert (await party.press(ann, "What now?", board)).text.startswith("A pair is worth a point")
    assert (await party.press(ann, "⇄5", board)).text.startswith("Hat 5 is selected.")


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


SHOT = Shot(seat=1, place="bank", hits=(1, 6), die=6, hit=True, charges=9)
QUIET, HIT, CAUGHT, SAVED = (
    (Passed(seat=0),),
    (SHOT,),
    (Caught(seat=1, cell="r7_1"),),
    (Caught(seat=1, cell="r7_1"), Cloaked(cloak=135, die=1, saved=True)),
)


def deeds(*done: tuple[int, Sequence[Event]]) -> list[Deed]:
    return [Deed(number, seat, tuple(events)) for number, (seat, events) in enumerate(done, 1)]


@pytest.mark.parametrize(
    ("done", "seat", "turns"),
    [
        ((), 0, 0),
        (((0, QUIET), (0, QUIET), (1, QUIET), (0, QUIET)), 0, 1),
        (((0, QUIET), (1, QUIET)) * 5, 0, 5),
        (((0, QUIET), (1, QUIET)) * 5 + ((0, QUIET), (1, HIT)), 0, 0),
        (((0, QUIET), (1, QUIET)) * 5 + ((1, HIT), (0, QUIET), (1, QUIET), (0, QUIET)), 1, 1),
        (((1, HIT), (0, QUIET), (1, CAUGHT)), 0, 0),
        (((0, QUIET), (1, HIT), (0, QUIET), (1, SAVED)), 0, 1),
    ],
    ids=["deal", "a turn of several presses goes on", "hunt", "run!", "second of a chase", "caught", "hidden again"],
)
def test_the_first_turns_of_a_chase_count_anew(
    done: Sequence[tuple[int, Sequence[Event]]], seat: int, turns: int
) -> None:
    at_once, one_by_one = Turns(InvisibleManPresenter()), Turns(InvisibleManPresenter())
    at_once.count(deeds(*done))
    for number in range(len(done) + 1):
        one_by_one.count(deeds(*done[:number]))
    assert at_once.before(seat) == one_by_one.before(seat) == turns


async def to_the_cards(party: Party) -> Message:
    """Have Ann, the Invisible Man, roll and draw; return the board where she may lay a card."""
    await party.press(party.ann, "🎲 Roll", party.table_board())
    if "Draw a NO" in labels(party.table_board()):
        await party.press(party.ann, "Draw a NO", party.table_board())
    assert "✅ Done" in labels(party.table_board())
    return party.table_board()


async def test_where_the_values_of_cards_are_is_said(party: Party) -> None:
    await begin_hunt(party, party.ann, party.bob)
    easier = "🃏 Playing is easier in our private chat: there, every button names its card."
    assert easier not in party.table_board().text
    board = await to_the_cards(party)
    assert easier in board.text.splitlines()
    toast = await party.press(party.ann, "What now?", board)
    assert toast.text.endswith("🤫 shows which ✋ is which card.")


async def test_it_is_not_said_to_whom_no_hand_can_be_sent(party: Party) -> None:
    party.world.block(party.ann)
    await begin_hunt(party, party.ann, party.bob)
    assert "🃏" not in (await to_the_cards(party)).text.splitlines()[-1]
    assert "💡" in party.table_board().text
