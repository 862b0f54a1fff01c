"""What a picture of Court Hats holds: what was told, where open hats lie now, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.engine.presentation import Player
from bot.engine.rules import Outcome, SeatLeft
from bot.games.court_hats.pictures import model
from bot.games.court_hats.rules.moves import (
    MAGIC,
    CourtEnded,
    CourtEvent,
    HatOpened,
    LayoutDealt,
    Peeked,
    Redealt,
    RowSwapped,
    SawHat,
)
from bot.games.court_hats.rules.score import points
from bot.games.court_hats.rules.view import CourtHatsView, CourtSeat
from bot.pictures.plates import Lobby
from storage.ids import Person
from tests.pictures.looking import numbered
from tests.pictures.tables import NOBODY, PEOPLE, ROW, events, miss, table, views

NONE_OPEN = (None,) * 7


def told(*moves: CourtEvent, row: tuple[str | None, ...] = ROW) -> model.CourtTableau:
    return model.table(table(row), numbered(moves), PEOPLE)


def faces(*moves: CourtEvent, row: tuple[str | None, ...] = ROW) -> dict[int, str]:
    return {slot: hat for slot, hat in enumerate(told(*moves, row=row).faces) if hat is not None}


class TestOpenHats:
    def test_no_hat_lies_open_when_nothing_was_told(self) -> None:
        """H9: a miss is face down again on the next board."""
        assert told().faces == NONE_OPEN

    def test_a_missed_hat_lies_open(self) -> None:
        """H9."""
        assert faces(miss(2, "cook")) == {2: "cook"}

    def test_a_missed_hat_is_followed_through_swaps(self) -> None:
        """H9: from 2 to 5, and from there to 0."""
        assert faces(miss(2, "cook"), RowSwapped(seat=1, a=2, b=5), RowSwapped(seat=2, a=0, b=5)) == {0: "cook"}

    def test_a_swap_before_the_miss_moves_nothing(self) -> None:
        assert faces(RowSwapped(seat=1, a=2, b=5), miss(2, "cook")) == {2: "cook"}

    def test_two_missed_hats_that_are_swapped_lie_open_at_each_others_place(self) -> None:
        assert faces(miss(2, "cook"), miss(5, "king"), RowSwapped(seat=0, a=5, b=2)) == {2: "king", 5: "cook"}

    def test_a_taken_hat_is_gone_and_the_one_that_came_is_face_down(self) -> None:
        """H12: the new hat is unseen."""
        match = HatOpened(seat=1, slot=2, hat="jester", character="jester", result="match", refill="cook")
        magic = HatOpened(seat=1, slot=5, hat=MAGIC, character="pirate", result="magic")
        assert faces(miss(2, "jester"), match, miss(5, MAGIC), magic) == {}

    def test_a_redeal_turns_all_hats_down(self) -> None:
        """H17: all knowledge is void."""
        assert faces(miss(2, "cook"), Redealt(restart=False)) == {}
        assert faces(miss(2, "cook"), Redealt(restart=False), miss(3, "king")) == {3: "king"}

    def test_nothing_lies_open_over_a_gap(self) -> None:
        """H13."""
        assert faces(miss(2, "cook"), row=(*ROW[:2], None, *ROW[3:])) == {}

    def test_a_miss_that_the_strip_no_longer_shows_still_lies_open(self) -> None:
        """More than twelve moves were told: the hat must be seen once all the same."""
        peeks = [Peeked(seat=0, slot=slot) for slot in range(7)] * 2
        shown = told(miss(6, "cook"), *peeks)
        assert [move.deed for move in shown.moves] == ["eye"] * 12
        assert shown.faces[6] == "cook"


class TestMoves:
    def test_each_public_move_is_told_with_its_seat_and_slots(self) -> None:
        match = HatOpened(seat=3, slot=4, hat="maid", character="maid", result="match")
        shown = told(Peeked(seat=1, slot=2), RowSwapped(seat=2, a=6, b=0), match, SeatLeft(seat=0))
        assert [(move.number, move.seat, move.deed, move.slots, move.hat) for move in shown.moves] == [
            (1, 1, "eye", (2,), None),
            (2, 2, "swap", (0, 6), None),
            (3, 3, "match", (4,), "maid"),
            (4, 0, "away", (), None),
        ]

    def test_the_last_twelve_are_told_and_keep_their_numbers(self) -> None:
        """Three rows of four: so many fit however wide they are."""
        shown = told(*(Peeked(seat=0, slot=slot) for slot in (*range(7), *range(7))))
        assert [move.number for move in shown.moves] == list(range(3, 15))
        assert [move.slots[0] for move in shown.moves] == [2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6]

    def test_numbers_are_those_of_the_caption(self) -> None:
        shown = model.table(table(), numbered([LayoutDealt(starter=0), Peeked(seat=0, slot=1)], [40, 41]), PEOPLE)
        assert [move.number for move in shown.moves] == [41]

    def test_the_deal_and_the_end_are_no_moves(self) -> None:
        assert told(LayoutDealt(starter=2), CourtEnded(hats=NONE_OPEN)).moves == ()

    def test_marks_of_before_a_redeal_are_stale(self) -> None:
        """H17: the slots are no longer what they were."""
        shown = told(Peeked(seat=0, slot=1), Redealt(restart=False), Peeked(seat=1, slot=1))
        assert [move.stale for move in shown.moves] == [True, False, False]


class TestSecrecy:
    def test_what_one_seat_saw_is_in_no_picture(self) -> None:
        """H27, survive-60: a private event that strays into `told` shows nothing."""
        peek, saw = Peeked(seat=0, slot=1), SawHat(slot=1, hat="cook", audience=0)
        assert told(peek, saw) == told(peek)

    @given(views(), st.data())
    def test_a_tableau_holds_no_hat_that_was_not_told(self, view: CourtHatsView, data: st.DataObject) -> None:
        """H27."""
        moves = data.draw(st.lists(events(len(view.seats)), max_size=8))
        shown = model.table(view, numbered(moves), PEOPLE[: len(view.seats)])
        held = {hat for hat in shown.faces if hat} | {move.hat for move in shown.moves if move.hat}
        assert held <= {move.hat for move in moves if isinstance(move, HatOpened)}
        assert {hat for hat in shown.faces if hat} <= {
            move.hat for move in moves if isinstance(move, HatOpened) and move.result == "miss"
        }

    def test_what_is_not_drawn_does_not_name_a_new_picture(self) -> None:
        """The bans and the count of quiet turns are in the caption: the same drawing is uploaded once."""
        view = table()
        later = replace(view, unopened=9, banned_swap=(0, 1), banned_peek=3)
        assert key(view) == key(later)

    def test_who_sits_there_is_drawn_by_name_only(self) -> None:
        one, other = (Player("Anna", Person("telegram", str(number))) for number in (1, 2))
        assert key(table(), players=(one, *PEOPLE[1:])) == key(table(), players=(other, *PEOPLE[1:]))


class TestKeys:
    def test_equal_models_have_one_key(self) -> None:
        assert key(table()) == key(table())

    def test_everything_that_is_drawn_counts(self) -> None:
        view = table()
        others = [
            key(replace(view, to_act=1)),
            key(replace(view, hat_pile=16)),
            key(replace(view, character_pile=12)),
            key(replace(view, row=(None, *ROW[1:]))),
            key(replace(view, magic_hats=False)),
            key(replace(view, seats=(CourtSeat((), 0, 1), *[NOBODY] * 3))),
            key(view, [Peeked(seat=0, slot=0)]),
            key(view, [Peeked(seat=0, slot=1)]),
            key(view, players=(Player("Anne"), *PEOPLE[1:])),
            key(view, players=(Player("Anna", present=False), *PEOPLE[1:])),
        ]
        assert len({key(view), *others}) == len(others) + 1

    def test_scenes_of_different_sorts_never_share_a_key(self) -> None:
        lobby: Lobby[model.CourtSitting] = Lobby(())
        end = model.CourtFinale((), (), (), (), ())
        assert len({model.key(lobby), model.key(end), model.key(model.PeekedHat(0, "king"))}) == 3


class TestSeats:
    def test_points_are_pairs_less_chips_that_no_magic_hat_cancels(self) -> None:
        """docs/rulings.md 1.4; H20: below zero too; H21: spare magic hats are worth nothing."""
        assert points(CourtSeat(("king", "maid"), 1, 3)) == 0
        assert points(CourtSeat(("king", "maid"), 4, 3)) == 2
        assert points(CourtSeat((), 0, 5)) == -5

    def test_a_seat_is_absent_when_the_player_or_the_game_says_so(self) -> None:
        assert model.sitting(Player("A"), NOBODY).present
        assert not model.sitting(Player("A", present=False), NOBODY).present
        assert not model.sitting(Player("A"), replace(NOBODY, present=False)).present

    def test_a_name_is_cleaned_before_it_is_drawn(self) -> None:
        """survive-72: a direction override in a name turns nothing else around."""
        assert model.sitting(Player("\u202eAnna\n")).name == "Anna"

    def test_the_end_takes_points_from_the_outcome_or_counts_them(self) -> None:
        seats = (CourtSeat(("king",), 0, 0), CourtSeat((), 0, 2))
        ended = replace(table(seats=seats), outcome=Outcome((0,), (1, -2)))
        assert model.finale(ended, NONE_OPEN, PEOPLE[:2]).points == (1, -2)
        assert model.finale(replace(ended, outcome=None), NONE_OPEN, PEOPLE[:2]).points == (1, -2)
        assert model.finale(ended, NONE_OPEN, PEOPLE[:2]).winners == (0,)


def key(view: CourtHatsView, moves: Sequence[CourtEvent] = (), players: Sequence[Player] = PEOPLE) -> str:
    return model.key(model.table(view, numbered(moves), players))
