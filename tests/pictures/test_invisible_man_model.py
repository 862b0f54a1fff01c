"""What a picture of The Invisible Man holds: what is public, what was told, and no value of a card face down."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.engine.presentation import Player
from bot.engine.rules import Outcome, SeatLeft
from bot.games.invisible_man.pictures import model
from bot.games.invisible_man.pictures.pills import LONGEST, Sign, pills
from bot.games.invisible_man.pictures.strip import LINE_WIDTH, lines, width
from bot.games.invisible_man.rules.moves import (
    Appeared,
    Caught,
    Checked,
    Cloaked,
    Drew,
    Escaped,
    Got,
    HandsDealt,
    HuntEnded,
    InvisibleEvent,
    Out,
    Passed,
    Placed,
    Reshuffled,
    RevealedCard,
    Rolled,
    Shifted,
    Shot,
    SignalOpened,
    Walked,
)
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.view import CardCounts, HandView, InvisibleManView
from bot.pictures.plates import Lobby
from storage.ids import Person
from tests.pictures.tables import PEOPLE
from tests.pictures.towns import HIDDEN, events, hands, laid, policeman, town, views

SEEN = replace(HIDDEN, cell="r6_7")
"""The Invisible Man's seat in a chase."""
CHECK = Checked(
    seat=2,
    place="bank",
    hits=(1, 6),
    yes=(RevealedCard(3, 2), RevealedCard(8, 1), RevealedCard(9, 2)),
    no=(RevealedCard(4, 4),),
    police_die=5,
    invisible_die=6,
)


def board(*told: InvisibleEvent, view: InvisibleManView | None = None) -> model.TownBoard:
    return model.board(view or town(), list(enumerate(told, 1)), PEOPLE)


def told(*moves: InvisibleEvent) -> list[tuple[int, list[tuple[str, str, int, int]]]]:
    """Return pills as plain data: the number, and each sign's sort, name, value and multitude."""
    found = pills(list(enumerate(moves, 1)), 0)
    return [(pill.number, [(sign.sort, sign.name, sign.value, sign.many) for sign in pill.signs]) for pill in found]


def seat(number: int) -> tuple[str, str, int, int]:
    return ("seat", "", number, 1)


def sign(sort: str, name: str = "", value: int = 0, many: int = 1) -> tuple[str, str, int, int]:
    return (sort, name, value, many)


class TestTurns:
    def test_a_turn_is_one_pill(self) -> None:
        moves = (
            Rolled(seat=2, die=6),
            Drew(seat=2, deck="signal", count=1),
            Placed(seat=2, kind="yes", card=17, place="bank"),
            Walked(seat=2, path=("r7_4", "r6_4", "r5_4")),
        )
        assert told(*moves) == [
            (
                1,
                [
                    seat(2),
                    sign("die", value=6),
                    sign("sign", "drawn"),
                    sign("pile", "signal", 1),
                    sign("laid", "yes", 17),
                    sign("sign", "carried"),
                    sign("place", "bank"),
                    sign("sign", "steps"),
                ],
            )
        ]

    def test_the_next_turn_is_the_next_pill_with_the_number_of_its_first_event(self) -> None:
        moves = (Rolled(seat=1, die=1), Passed(seat=1), Rolled(seat=1, die=2), Rolled(seat=2, die=3))
        assert told(*moves) == [
            (1, [seat(1), sign("die", value=1)]),
            (3, [seat(1), sign("die", value=2)]),
            (4, [seat(2), sign("die", value=3)]),
        ]

    def test_a_moved_card_is_told_from_where_to_where(self) -> None:
        """N8, N13: the public number is kept."""
        moved = Shifted(seat=0, kind="no", card=5, origin="bank", place="school")
        expected = [
            seat(0),
            sign("place", "bank"),
            sign("laid", "no", 5),
            sign("sign", "carried"),
            sign("place", "school"),
        ]
        assert told(moved) == [(1, expected)]

    def test_a_walk_into_a_building_names_it(self) -> None:
        assert told(Walked(seat=1, path=("r5_3", "bank")))[0][1][-1] == sign("place", "bank")
        assert told(Walked(seat=1, path=("r5_3", "r5_4")))[0][1][-1] == sign("sign", "steps")

    def test_the_six_of_the_invisible_man_closes_a_place(self) -> None:
        """N11."""
        moves = (Rolled(seat=0, die=6), SignalOpened(place="park", hits=(2,), yes=(1,), no=(2, 3)))
        closed = [sign("sign", "opened"), sign("place", "park")]
        assert told(*moves) == [(1, [seat(0), sign("die", value=6), *closed])]

    def test_a_draw_from_empty_piles_is_not_shown(self) -> None:
        """N9, N10."""
        assert told(Drew(seat=1, deck="signal", count=0)) == []

    def test_who_is_out_or_has_left_is_told(self) -> None:
        """N36, N50."""
        gone = [sign("icon", "away")]
        assert told(Out(seat=1, signals=2, yes=3), SeatLeft(seat=2)) == [(1, [seat(1), *gone]), (2, [seat(2), *gone])]

    def test_new_piles_are_nobodys_turn(self) -> None:
        """N25."""
        assert told(Reshuffled(deck="yes", count=12)) == [(1, [sign("icon", "swap"), sign("pile", "yes", 12)])]

    def test_the_deal_a_pass_and_the_end_are_not_told(self) -> None:
        assert told(HandsDealt(invisible=0), Passed(seat=1), HuntEnded(reason="signals", winners=(0,))) == []


class TestChecks:
    def test_both_sides_of_a_check_have_their_cards_dice_and_sums(self) -> None:
        """N31: 2 + 1 + 2 and a 5 are 10; 4 and a 6 are 10. N33: a tie is the Invisible Man's."""
        police, hidden = told(CHECK)
        cards = [sign("value", "yes", 2, 2), sign("value", "yes", 1)]
        assert police == (
            1,
            [seat(2), sign("place", "bank"), *cards, sign("die", value=5), sign("sum", value=10), sign("sign", "lost")],
        )
        assert hidden == (
            1,
            [
                sign("invisible"),
                sign("value", "no", 4),
                sign("die", value=6),
                sign("sum", value=10),
                sign("icon", "star"),
            ],
        )

    def test_a_side_without_cards_has_its_die(self) -> None:
        """N32."""
        bare = replace(CHECK, yes=(), no=())
        assert [signs[-2] for _, signs in told(bare)] == [sign("sum", value=5), sign("sum", value=6)]

    def test_a_shot_shows_its_die_beside_the_digits_that_hit(self) -> None:
        """docs/town.md: the bank's Signal hits with 1 and 6."""
        shot = Shot(seat=2, place="bank", hits=(1, 6), die=6, hit=True, charges=9)
        aim = [sign("sign", "shot"), sign("die", value=6), sign("digits", "16"), sign("icon", "star")]
        assert told(shot) == [(1, [seat(2), *aim])]
        assert told(replace(shot, die=5, hit=False))[0][1][-1] == sign("sign", "lost")

    def test_a_catch_and_the_cloak_are_one_story(self) -> None:
        """N43."""
        moves = (Caught(seat=3, cell="r6_7"), Cloaked(cloak=1346, die=2, saved=False))
        cloak = [sign("sign", "cloak"), sign("digits", "1346"), sign("die", value=2), sign("sign", "lost")]
        assert told(*moves) == [(1, [seat(3), sign("sign", "cuffs")]), (2, [seat(0), *cloak])]

    def test_coming_to_light_and_reaching_a_refuge_are_the_invisible_mans(self) -> None:
        assert told(Appeared(cell="r5_3")) == [(1, [seat(0), sign("icon", "eye")])]
        assert told(Escaped(place="lab")) == [(1, [seat(0), sign("place", "lab"), sign("icon", "star")])]

    def test_the_richest_check_fits_the_strip(self) -> None:
        """Every value of both decks, several of each, at number 999: nothing is dropped and nothing runs over."""
        richest = replace(
            CHECK,
            yes=tuple(RevealedCard(number, value) for number, value in enumerate((1, 2, 3) * 4)),
            no=tuple(RevealedCard(number, value) for number, value in enumerate((1, 2, 3, 4) * 3)),
        )
        both = pills([(999, richest)], 0)
        assert max(map(width, both)) <= LINE_WIDTH
        assert lines(both) == [[both[0]], [both[1]]]


def test_no_sign_of_what_came_off_is_one_of_a_card() -> None:
    """One sign for one meaning: tick and cross are those of YES and NO."""
    shot = Shot(seat=1, place="bank", hits=(1, 6), die=3, hit=False, charges=2)
    moves = (CHECK, replace(CHECK, police_die=1), shot, replace(shot, hit=True), Escaped(place="lab"))
    signs = {sign.name for pill in pills(list(enumerate(moves, 1)), 0) for sign in pill.signs if sign.sort != "place"}
    assert not signs & {"match", "miss", "closed"}


class TestStrip:
    def test_old_turns_make_room_for_new_ones(self) -> None:
        many = pills([(1 + number, Rolled(seat=number % 4, die=1)) for number in range(60)], 0)
        shown = [pill.number for line in lines(many) for pill in line]
        assert shown == list(range(61 - len(shown), 61))
        for line in lines(many):
            assert sum(map(width, line)) <= LINE_WIDTH

    def test_a_few_turns_stand_in_the_first_line(self) -> None:
        few = pills([(7, Rolled(seat=1, die=1))], 0)
        assert lines(few) == [list(few)]
        assert lines(()) == []

    @given(st.lists(events(4), max_size=30))
    def test_any_pill_fits_a_line(self, moves: list[InvisibleEvent]) -> None:
        for pill in pills(list(enumerate(moves, 970)), 0):
            assert len(pill.signs) <= LONGEST
            assert width(pill) <= LINE_WIDTH


class TestDice:
    def test_the_last_dice_lie_on_the_table(self) -> None:
        assert board(Rolled(seat=1, die=4)).dice == ((1, 4),)
        assert board(Rolled(seat=1, die=4), Rolled(seat=2, die=6)).dice == ((2, 6),)
        shot = Shot(seat=1, place="bank", hits=(1, 6), die=3, hit=False, charges=2)
        assert board(shot, Passed(seat=1)).dice == ((1, 3),)

    def test_the_dice_of_a_check_are_both_sides(self) -> None:
        """N51."""
        assert board(CHECK).dice == ((2, 5), (0, 6))

    def test_the_invisible_man_throws_for_his_cloak(self) -> None:
        view = replace(town(), invisible=2)
        assert board(Cloaked(cloak=123, die=5, saved=False), view=view).dice == ((2, 5),)

    def test_without_news_the_die_of_this_turn_lies_there(self) -> None:
        assert board(view=replace(town(), turn=3, die=2)).dice == ((3, 2),)
        assert board().dice == ()


class TestMap:
    def test_cards_lie_by_place_and_kind_with_their_public_numbers(self) -> None:
        """N13, N14."""
        view = town(cards=(*laid("no", "bank", 9, 2), *laid("yes", "bank", 5), *laid("yes", "park", 1)))
        assert board(view=view).laid == (
            model.LaidCards("bank", "yes", (5,)),
            model.LaidCards("bank", "no", (2, 9)),
            model.LaidCards("park", "yes", (1,)),
        )

    def test_nothing_is_a_refuge_while_he_is_hidden(self) -> None:
        assert board(view=town(cards=laid("no", "bank", 1))).refuges == ()

    def test_in_a_chase_every_place_with_a_no_is_a_refuge(self) -> None:
        """docs/rulings.md 2.3 C, N39."""
        cards = (*laid("no", "school", 1), *laid("no", "bank", 2, 3), *laid("yes", "park", 4))
        assert board(view=town((SEEN, policeman(), policeman(), policeman()), cards)).refuges == ("bank", "school")

    def test_in_a_chase_without_any_no_the_laboratory_is(self) -> None:
        """N39."""
        view = town((SEEN, policeman(), policeman(), policeman()), laid("yes", "park", 4))
        assert board(view=view).refuges == (TOWN.laboratory,)

    def test_a_refuge_is_not_marked_twice(self) -> None:
        cards = laid("no", "school", 1)
        view = replace(town((SEEN, policeman(), policeman(), policeman()), cards), doors=("school",))
        assert (board(view=view).doors, board(view=view).refuges) == ((), ("school",))

    def test_cells_are_numbered_as_the_view_lists_them(self) -> None:
        view = replace(town(), cells=("w2", "r8_4"))
        assert board(view=view).numbered == ("w2", "r8_4")

    def test_the_last_way_of_each_pawn_is_shown_the_latest_on_top(self) -> None:
        one, two, again = (("r7_4", "r6_4"), ("r7_4", "r8_4"), ("r6_4", "r5_4"))
        shown = board(Walked(seat=1, path=one), Walked(seat=2, path=two), Walked(seat=1, path=again)).walks
        assert shown == (model.Walk(2, two), model.Walk(1, again))

    def test_the_chiefs_patience_is_shown_from_the_twelfth_quiet_round(self) -> None:
        """N47; never where the table has switched it off."""
        shown = [board(view=replace(town(), quiet=quiet, patience=20)).quiet for quiet in (0, 11, 12, 19)]
        assert shown == [None, None, (12, 20), (19, 20)]
        assert board(view=replace(town(), quiet=15, patience=None)).quiet is None

    def test_and_in_a_chase_from_the_thirtieth_round(self) -> None:
        """N53; never where the table has switched it off, and never beside the other count."""
        view = replace(town((SEEN, policeman(), policeman(), policeman())), quiet=15, patience=20)
        shown = [board(view=replace(view, chase=rounds, longest_chase=40)).quiet for rounds in (0, 29, 30, 39)]
        assert shown == [None, None, (30, 40), (39, 40)]
        assert board(view=replace(view, chase=39, longest_chase=None)).quiet is None

    def test_who_is_out_is_drawn_as_away(self) -> None:
        """N36."""
        view = town((HIDDEN, replace(policeman(), out=True), policeman(), policeman()))
        assert [sitting.present for sitting in board(view=view).seats] == [True, False, True, True]
        assert [sitting.hidden for sitting in board(view=view).seats] == [True, False, False, False]


class TestSecrecy:
    @given(views(), st.data())
    def test_no_value_of_a_card_face_down_changes_a_board(self, view: InvisibleManView, data: st.DataObject) -> None:
        """rulings.md 2.4, N12, N13: what a seat knows of its own cards shows on no board, not even by a mistake."""
        values = st.none() | st.integers(1, 4)
        other = replace(view, cards=tuple(replace(card, value=data.draw(values)) for card in view.cards))
        people = PEOPLE[: len(view.seats)]
        assert model.key(model.board(view, (), people)) == model.key(model.board(other, (), people))

    @given(views(), hands)
    def test_no_hand_changes_a_board_or_an_end(self, view: InvisibleManView, held: HandView) -> None:
        """docs/rulings.md 2.4: the group sees counts."""
        other, people = replace(view, hand=held), PEOPLE[: len(view.seats)]
        assert model.board(view, (), people) == model.board(other, (), people)
        assert model.finale(view, people) == model.finale(other, people)

    def test_the_order_in_which_a_view_lists_cards_does_not_show(self) -> None:
        cards = (*laid("no", "bank", 2, 9), *laid("yes", "bank", 5), *laid("yes", "park", 1))
        assert board(view=town(cards=cards)) == board(view=town(cards=cards[::-1]))

    def test_what_one_seat_got_is_on_no_board(self) -> None:
        """A private event that strays into `told` shows nothing."""
        drew, got = Drew(seat=1, deck="yes", count=1), Got(audience=1, yes=(3,))
        assert board(drew, got) == board(drew)
        assert board(drew, replace(drew, audience=1)) == board(drew)

    def test_a_hand_shows_no_card_on_the_board(self) -> None:
        """It is a picture of its own; the discards and the round are in no picture at all."""
        view = replace(town(), hand=HandView(yes=(1, 2)))
        assert model.hand(view, 1) == model.hand(replace(view, cards=laid("yes", "bank", 1), round=9), 1)


class TestHands:
    def test_a_policeman_holds_signals_with_their_digits_and_yes_cards(self) -> None:
        """docs/town.md: the school hits with 1, 2 and 3."""
        held = model.hand(replace(town(), hand=HandView(signals=("school",), yes=(1, 3, 3))), 2)
        assert held.cards == (
            model.HeldCard("signal", "school", digits=(1, 2, 3)),
            model.HeldCard("yes", value=1),
            model.HeldCard("yes", value=3, many=2),
        )
        assert not held.hidden

    def test_the_invisible_man_holds_no_cards_and_cloaks(self) -> None:
        held = model.hand(replace(town(), hand=HandView(no=(2, 4, 2), cloaks=(123, 13456))), 0)
        assert held.cards == (
            model.HeldCard("no", value=2, many=2),
            model.HeldCard("no", value=4),
            model.HeldCard("cloak", digits=(1, 2, 3)),
            model.HeldCard("cloak", digits=(1, 3, 4, 5, 6)),
        )
        assert held.hidden

    def test_digits_that_are_hidden_from_the_viewer_are_not_drawn(self) -> None:
        """N15 with hidden digits: the picture knows no more than the view."""
        view = replace(town(), digits={}, hand=HandView(signals=("school",)))
        assert model.hand(view, 1).cards == (model.HeldCard("signal", "school"),)

    def test_a_view_without_a_hand_gives_an_empty_one(self) -> None:
        assert model.hand(town(), 1).cards == ()


class TestKeys:
    def test_everything_that_is_drawn_counts(self) -> None:
        view = town(cards=laid("no", "bank", 1))
        others = [
            key(replace(view, to_act=1)),
            key(replace(view, piles=CardCounts(10, 12, 12, 15))),
            key(replace(view, cards=laid("no", "bank", 2))),
            key(replace(view, cards=laid("yes", "bank", 1))),
            key(replace(view, cards=laid("no", "park", 1))),
            key(replace(view, opened=("school",))),
            key(replace(view, cells=("r8_4",))),
            key(replace(view, doors=("school",))),
            key(replace(view, die=3)),
            key(replace(view, quiet=12, patience=20)),
            key(replace(view, invisible=1)),
            key(town((HIDDEN, policeman("w2"), policeman(), policeman()), view.cards)),
            key(town((HIDDEN, policeman(charges=9), policeman(), policeman()), view.cards)),
            key(view, [Walked(seat=1, path=("r7_4", "w2"))]),
            key(view, players=(Player("Anne"), *PEOPLE[1:])),
            key(view, players=(Player("Anna", present=False), *PEOPLE[1:])),
        ]
        assert len({key(view), *others}) == len(others) + 1

    def test_what_is_not_drawn_does_not_name_a_new_picture(self) -> None:
        view = town()
        assert key(view) == key(replace(view, round=7, phase="cards", actions=2, quiet=3, patience=20))

    def test_who_sits_there_is_drawn_by_name_only(self) -> None:
        one, other = (Player("Anna", Person("telegram", str(number))) for number in (1, 2))
        assert key(town(), players=(one, *PEOPLE[1:])) == key(town(), players=(other, *PEOPLE[1:]))

    def test_scenes_of_different_sorts_never_share_a_key(self) -> None:
        lobby = Lobby[model.TownSitting](())
        keys = {model.key(lobby), model.key(model.TownFinale((), (), 0)), model.key(model.HeldCards(0, True, ()))}
        assert len(keys) == 3

    def test_a_name_is_cleaned_before_it_is_drawn(self) -> None:
        """survive-72."""
        assert model.sitting(Player("\u202eAnna\n"), hidden=False).name == "Anna"

    def test_nobody_hides_in_the_lobby(self) -> None:
        """N3: who hides is chosen or drawn when the game begins."""
        assert [sitting.hidden for sitting in model.lobby(PEOPLE).seats] == [False] * 4

    def test_an_end_without_an_outcome_crowns_nobody(self) -> None:
        assert model.finale(town(), PEOPLE).winners == ()
        assert model.finale(replace(town(), outcome=Outcome((2,))), PEOPLE).winners == (2,)

    def test_a_sign_is_told_by_all_it_says(self) -> None:
        signs = {msgspec.json.encode(Sign("value", "yes", value, many)) for value in (1, 2) for many in (1, 2)}
        assert len(signs) == 4


def key(view: InvisibleManView, moves: Sequence[InvisibleEvent] = (), players: Sequence[Player] = PEOPLE) -> str:
    return model.key(model.board(view, list(enumerate(moves, 1)), players))
