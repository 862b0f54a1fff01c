"""One board shows a round of computers: every turn in the strip, and whose it was on the map."""

from __future__ import annotations

from bot.engine.presentation import Player
from bot.games.invisible_man.pictures import model
from bot.games.invisible_man.pictures.pills import pills
from bot.games.invisible_man.pictures.strip import LINE_WIDTH, LINES, lines, width
from bot.games.invisible_man.rules.moves import Checked, NumberedEvents, Placed, Rolled, Shifted, Shot, Walked

from .states import RULES, begin, lay

PEOPLE = tuple(map(Player, ("Ann", "Ben", "Cem", "Dan")))
LONG = ("w2", "w1", "r2_4", "r2_3", "r2_2")
ROUND: NumberedEvents = (
    (11, Rolled(seat=1, die=4)),
    (12, Placed(seat=1, kind="yes", card=2, place="post")),
    (13, Walked(seat=1, path=LONG)),
    (14, Rolled(seat=2, die=2)),
    (15, Shifted(seat=2, kind="yes", card=1, origin="hotel", place="tailor")),
    (16, Walked(seat=2, path=("r10_4", "r11_4", "r12_4"))),
    (17, Rolled(seat=3, die=1)),
    (18, Walked(seat=3, path=("r12_7", "barber"))),
    (18, Checked(seat=3, place="barber", hits=(1, 3, 4), yes=(), no=(), police_die=4, invisible_die=1)),
    (18, Shot(seat=3, place="barber", hits=(1, 3, 4), die=5, hit=False, charges=9)),
)


def board(events: NumberedEvents = ROUND) -> model.TownBoard:
    state = lay(begin(4), ("yes", "tailor", 1, 2), ("yes", "post", 2, 1))
    return model.board(RULES.view(state, None), events, PEOPLE)


def test_every_seat_has_its_way_on_the_map() -> None:
    assert [walk.seat for walk in board().walks] == [1, 2, 3]


def test_a_card_laid_and_a_card_moved_are_marked_while_they_lie_there() -> None:
    laid, moved = board().carries
    assert (laid.card, laid.origin, laid.place) == (2, "", "post")
    assert (moved.card, moved.origin, moved.place, moved.seat) == (1, "hotel", "tailor", 2)
    gone = (*ROUND, (19, Shifted(seat=3, kind="yes", card=2, origin="post", place="bank")))
    assert [carry.card for carry in board(gone).carries] == [1], "the view says it lies elsewhere"


def test_a_check_with_a_shot_is_one_mark_on_its_place() -> None:
    assert board().marks == (model.Mark("barber", 3, "shot"),)


def test_one_turn_alone_needs_no_marks() -> None:
    alone = board(ROUND[:3])
    assert (alone.marks, alone.carries, alone.walks) == ((), (), (model.Walk(1, LONG),))


def test_every_turn_of_a_round_has_its_pill_on_the_picture_in_order() -> None:
    told = pills(ROUND, 0)
    assert tuple(pill for row in lines(told) for pill in row) == told


def test_every_pill_carries_the_flag_of_whose_turn_it_is() -> None:
    """The Invisible Man's side of a check is his."""
    assert [(pill.number, pill.seat) for pill in pills(ROUND, 0)] == [
        (11, 1),
        (14, 2),
        (17, 3),
        (18, 3),
        (18, 0),
        (18, 3),
    ]


def test_of_many_rounds_the_newest_are_shown_and_each_line_fits() -> None:
    many = pills(tuple(ROUND) * 12, 0)
    shown = lines(many)
    assert len(shown) == LINES
    assert all(sum(map(width, row)) <= LINE_WIDTH for row in shown)
    assert tuple(pill for row in shown for pill in row) == many[-sum(map(len, shown)) :]
