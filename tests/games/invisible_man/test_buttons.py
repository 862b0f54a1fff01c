"""The buttons of The Invisible Man: what stands in the group and what in the hand, and how each is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.engine.presentation import Choice, FirstPress
from bot.engine.rules import Action, Seat, replace
from bot.errors import Refusal
from bot.games.invisible_man import buttons
from bot.games.invisible_man.buttons import read as read_code
from bot.games.invisible_man.presentation import InvisibleManPresenter
from bot.games.invisible_man.rules.moves import Appear, Draw, EndCards, MovePawn, PlaceCard, Roll, Shed, ShiftCard
from bot.games.invisible_man.rules.state import InvisibleManState
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.text import ICONS, PLACES, REFUSALS, signed
from bot.i18n.catalogs import Catalogs
from bot.i18n.names import utf16_length
from bot.i18n.translator import Translator
from bot.messaging import plain_text
from tests.helpers.cases import each

from .states import RULES, at_the_door, begin, chased, lay, play, roll, searching, turn_of, with_part

PRESENTER = InvisibleManPresenter()
CATALOGS = Catalogs(Path(__file__).parents[3] / "locales")
LANGUAGES = sorted(path.name for path in (Path(__file__).parents[3] / "locales").iterdir() if path.is_dir())


@pytest.fixture(scope="module")
def english() -> Translator:
    return CATALOGS.translator("en")


def group(state: InvisibleManState, tr: Translator) -> list[list[Choice]]:
    return [list(row) for row in buttons.choices(RULES.view(state, None), tr)]


def hand(state: InvisibleManState, seat: Seat, tr: Translator, half: str | None = None) -> list[list[Choice]]:
    return [list(row) for row in buttons.hand_choices(RULES.view(state, seat), seat, tr, half)]


def codes(rows: list[list[Choice]]) -> list[list[str]]:
    return [[choice.code for choice in row] for row in rows]


def read(state: InvisibleManState, code: str, half: str | None = None, seat: Seat | None = None) -> Action | FirstPress:
    pressing = RULES.to_act(state) if seat is None else seat
    assert pressing is not None
    return PRESENTER.decode(RULES.view(state, pressing), pressing, half, code)


def refused(state: InvisibleManState, code: str, half: str | None = None, seat: Seat | None = None) -> str:
    with pytest.raises(Refusal) as refusal:
        read(state, code, half, seat)
    return next(reason for reason, message in REFUSALS.items() if message == refusal.value.message)


def laying() -> InvisibleManState:
    """The Invisible Man holds +1, +1, +4 and has a NO and policeman 1 a YES in the town."""
    state = lay(with_part(begin(3), 0, no=(4, 1, 1)), ("no", "park", 2, 0), ("yes", "bank", 3, 1))
    return roll(state, 1)[0]


def caught() -> InvisibleManState:
    state = turn_of(chased(begin(3), "r7_1", {1: "r6_1"}, (246, 135)), 1, "move", die=1)
    return play(state, MovePawn("r7_1"))[0]


class TestInTheGroup:
    def test_first_there_is_only_the_die(self, english: Translator) -> None:
        assert group(begin(), english) == [[Choice("🎲 Roll", "r")]]
        assert read(begin(), "r") == Roll()

    def test_a_four_offers_two_piles(self, english: Translator) -> None:
        state, _ = roll(begin(), 4)
        assert group(state, english) == [[Choice("Draw a NO", "dn"), Choice("Draw a Cloak", "dc")]]
        assert [read(state, code) for code in ("dn", "dc")] == [Draw("no"), Draw("cloak")]

    def test_cards_of_the_hand_go_by_position_for_their_count_is_public(self, english: Translator) -> None:
        rows = group(laying(), english)
        assert rows[0] == [Choice("✅ Done", "x")]
        laid = Choice("↔#1", "c1")
        assert rows[1] == [*(Choice(f"✋ {n}", f"h{n}") for n in (1, 2, 3)), laid], "the NO in the town, not the YES"
        assert sorted(code for row in codes(rows[2:]) for code in row) == sorted(f"@{place}" for place in TOWN.places)

    @pytest.mark.parametrize(
        ("held", "lying", "rows"),
        [
            (0, 0, [["x"]]),
            (2, 0, [["x", "h1", "h2"]]),
            (2, 2, [["x", "h1", "h2"], ["c1", "c2"]]),
            (3, 1, [["x"], ["h1", "h2", "h3", "c1"]]),
            (3, 2, [["x"], ["h1", "h2", "h3"], ["c1", "c2"]]),
            (9, 0, [["x"], ["h1", "h2", "h3", "h4", "h5"], ["h6", "h7", "h8", "h9"]]),
        ],
    )
    def test_cards_take_few_rows_so_that_the_map_is_seen_on_a_phone(
        self, english: Translator, held: int, lying: int, rows: list[list[str]]
    ) -> None:
        state, _ = roll(begin(), 1)
        for _ in range(lying):
            state = lay(state, ("no", "park", 1, 0))
        state = with_part(state, 0, no=((1, 2, 3) * 3)[:held])
        assert codes(group(state, english))[: len(rows)] == rows

    def test_places_are_in_rows_as_full_as_each_other(self, english: Translator) -> None:
        state = replace(laying(), opened=("hotel", "school", "bank"))
        assert [len(row) for row in group(state, english)][-3:] == [6, 6, 5]

    def test_a_card_and_a_place_lay_it(self) -> None:
        state = laying()
        half = read(state, "h3")
        assert isinstance(half, FirstPress)
        assert (half.code, half.toast.values["value"]) == ("v4", signed(4)), "the hand is sorted, as it is shown"
        assert read(state, "@hotel", "h3") == PlaceCard(4, "hotel")
        assert read(state, "@hotel", "h1") == PlaceCard(1, "hotel")

    def test_a_card_in_the_town_and_a_place_move_it(self) -> None:
        half = read(laying(), "c1")
        assert isinstance(half, FirstPress)
        assert half.code == "c1"
        assert read(laying(), "@hotel", "c1") == ShiftCard(1, "hotel")

    def test_the_card_chosen_last_counts(self) -> None:
        half = read(laying(), "c1", "h3")
        assert isinstance(half, FirstPress)
        assert half.code == "c1"

    def test_pressing_the_first_half_again_changes_nothing(self) -> None:
        assert read(laying(), "h2", "h2") == read(laying(), "h2")

    def test_a_place_without_a_card_is_asked_back(self) -> None:
        assert refused(laying(), "@hotel") == "card_first"

    def test_where_there_is_no_choice_of_a_card_one_press_is_enough(self) -> None:
        """All cards of the hand are alike and none could be moved."""
        state, _ = roll(with_part(begin(), 0, no=(2, 2)), 1)
        assert read(state, "@hotel") == PlaceCard(2, "hotel")

    def test_where_a_card_could_be_moved_too_it_must_be_chosen(self) -> None:
        state, _ = roll(lay(with_part(begin(), 0, no=(2, 2)), ("no", "park", 1, 0)), 1)
        assert refused(state, "@hotel") == "card_first"

    def test_a_policeman_moves_any_yes(self, english: Translator) -> None:
        """N48."""
        state, _ = roll(turn_of(lay(begin(3), ("yes", "bank", 3, 1), ("no", "bank", 3, 0)), 2), 1)
        assert codes(group(state, english))[1] == ["h1", "h2", "h3", "c1"]
        assert read(state, "@park", "c1") == ShiftCard(1, "park")

    def test_checked_places_are_not_offered(self, english: Translator) -> None:
        state = replace(laying(), opened=("hotel", "school"))
        offered = {code for row in codes(group(state, english)) for code in row}
        assert not {"@hotel", "@school"} & offered
        assert "@bank" in offered

    def test_cells_go_by_number_and_places_by_sign_and_name(self, english: Translator) -> None:
        """Without its Signal a place is offered all the same: the group's buttons know no hand (N19)."""
        state = with_part(searching(1, 3), 1, signals=("library",))
        rows = group(state, english)
        cells = RULES.view(state, None).cells
        shown = [choice for row in rows for choice in row if choice.code[0] == "m"]
        assert shown == [Choice(str(n), f"m{cell}") for n, cell in enumerate(cells, 1)]
        assert rows[-1][-1] == Choice("🏭 Factory", "@factory")
        assert read(state, f"m{cells[0]}") == MovePawn(cells[0])
        assert read(state, "@factory") == MovePawn("factory")

    def test_cells_to_appear_on_go_by_number(self, english: Translator) -> None:
        state = replace(with_part(begin(3), 2, cell="r5_3"), found="bank", phase="appear", turn=1)
        assert group(state, english) == [[Choice("1", "mr5_2"), Choice("2", "mr5_4")]]
        assert read(state, "mr5_4") == Appear("r5_4")

    def test_cloaks_go_by_position(self, english: Translator) -> None:
        """N43: whoever has no private chat sees their digits by a private answer."""
        assert group(caught(), english) == [[Choice("Cloak 1", "k1"), Choice("Cloak 2", "k2")]]
        assert [read(caught(), code) for code in ("k1", "k2")] == [Shed(135), Shed(246)]

    def test_nothing_is_offered_after_the_end(self, english: Translator) -> None:
        over = RULES.leave(begin(), 0, None).state  # type: ignore[arg-type]
        assert group(over, english) == []

    @pytest.mark.parametrize("secret", [{"no": (1, 2, 3)}, {"no": (4, 4, 4)}])
    def test_the_buttons_are_the_same_whatever_the_hand_holds(
        self, english: Translator, secret: dict[str, object]
    ) -> None:
        state = laying()
        assert group(with_part(state, 0, **secret), english) == group(state, english)
        moving = searching(1, 3)
        assert group(with_part(moving, 1, signals=("factory", "bank", "park")), english) == group(moving, english)


class TestInTheHand:
    def test_cards_go_by_their_values_each_once(self, english: Translator) -> None:
        rows = hand(laying(), 0, english)
        assert rows[0][1:] == [Choice("✋ +1", "v1"), Choice("✋ +4", "v4")]
        assert codes(rows) == [["x", "v1", "v4"], ["c1"]]
        assert not [code for row in codes(rows) for code in row if code[0] == "l"]
        assert hand(laying(), 0, english, "v4")[: len(rows)] == rows, "and below them the places"
        half = read(laying(), "v4")
        assert isinstance(half, FirstPress)
        assert read(laying(), "lbank", half.code) == PlaceCard(4, "bank")
        assert read(laying(), "x") == EndCards()

    def test_a_policeman_has_the_doors_whose_signal_he_holds(self, english: Translator) -> None:
        state = with_part(searching(1, 3), 1, signals=("factory", "library"))
        assert [Choice("🚪 🏭", "efactory"), Choice("🚪 📚", "elibrary")] in hand(state, 1, english)
        assert read(state, "efactory", seat=1) == MovePawn("factory")
        assert hand(with_part(state, 1, signals=("library",)), 1, english) == [], "it is too far"

    def test_they_are_the_same_when_cards_are_laid_and_when_he_walks(self, english: Translator) -> None:
        state = with_part(searching(1, 3), 1, signals=("factory",))
        assert hand(replace(state, phase="cards", actions=1), 1, english) == hand(state, 1, english) != []

    def test_a_place_to_lay_a_card_at_is_no_door_and_a_door_no_place_for_a_card(self) -> None:
        """The hand's buttons stay while the game goes on: tapped twice, a place lays a card and is not entered."""
        moving = with_part(searching(1, 3), 1, signals=("factory",))
        assert refused(moving, "lfactory", seat=1) == "not_now"
        assert refused(laying(), "ebank", "v4") == "not_now"
        assert refused(begin(), "lbank") == "not_now"

    def test_cloaks_go_by_their_digits(self, english: Translator) -> None:
        assert hand(caught(), 0, english) == [[Choice("1 3 5", "s135"), Choice("2 4 6", "s246")]]
        assert read(caught(), "s246") == Shed(246)

    def test_only_whoever_is_to_choose_has_buttons(self, english: Translator) -> None:
        assert hand(laying(), 1, english) == []
        assert hand(caught(), 1, english) == []
        assert hand(begin(), 0, english) == [], "the die is thrown in the group, where all see it"
        flight = turn_of(chased(begin(), "r12_1", {1: "r2_1"}), 0, "move", die=2)
        assert hand(flight, 0, english) == [], "all about a flight is public"


class TestReading:
    @each(
        "code",
        ["", "h", "hx", "h²", "h999999", "q1", "@nowhere", "m", "mnowhere", "@", "rr", "v-1", "@r5_3", "🎲", "c1.2"],
    )
    def test_what_no_button_says_is_refused(self, code: str) -> None:
        assert refused(laying(), code) == "unknown_action"

    @pytest.mark.parametrize("code", ["h0", "h4", "v3", "c2", "c9"])
    def test_a_card_that_is_not_there_is_refused(self, code: str) -> None:
        assert refused(laying(), code) == "no_such_card"

    @pytest.mark.parametrize("code", ["k0", "k3"])
    def test_so_is_a_cloak(self, code: str) -> None:
        assert refused(caught(), code) == "no_such_card"

    @pytest.mark.parametrize("code", ["h1", "v1", "c1"])
    def test_a_card_is_chosen_among_the_card_actions_only(self, code: str) -> None:
        assert refused(begin(), code) == "not_now"

    @pytest.mark.parametrize("seat", [1, 2])
    def test_others_are_refused(self, seat: Seat) -> None:
        assert refused(laying(), "h1", seat=seat) == "not_your_turn"

    def test_after_the_end_all_are_refused(self) -> None:
        over = RULES.leave(begin(), 0, None).state  # type: ignore[arg-type]
        assert refused(over, "r", seat=1) == "game_over"

    def test_what_the_rules_refuse_is_read_all_the_same(self) -> None:
        """The rules judge; the reader only reads."""
        assert read(begin(), "x") == EndCards()
        assert read(at_the_door(begin(), 1, "bank"), "@lab") == MovePawn("lab")

    def test_a_policemans_half_of_another_time_is_judged_by_his_hand_of_now(self) -> None:
        state, _ = roll(turn_of(with_part(begin(), 1, yes=(1,)), 1), 1)
        with pytest.raises(Refusal):
            read_code(RULES.view(state, 1), 1, "h3", "@bank")


def test_every_legal_action_can_be_pressed_and_every_button_is_read(english: Translator) -> None:
    """In every phase: by the hand's buttons and by the group's."""
    policeman, _ = roll(turn_of(lay(begin(3), ("yes", "bank", 3, 1)), 1), 1)
    appearing = replace(with_part(begin(3), 2, cell="r5_3"), found="bank", phase="appear", turn=1)
    moments = [begin(), roll(begin(), 5)[0], laying(), policeman, searching(1, 6), caught(), appearing]
    for state in moments:
        seat = RULES.to_act(state)
        assert seat is not None
        rows = group(state, english)
        assert all(0 < len(row) <= buttons.COLUMNS for row in rows)
        assert set(RULES.legal(state, seat)) <= pressed(state, seat, rows)
        if state.phase in ("cards", "cloak"):
            assert set(RULES.legal(state, seat)) == lawful(
                state, pressed(state, seat, hand(state, seat, english, "v1"))
            )


def pressed(state: InvisibleManState, seat: Seat, rows: list[list[Choice]]) -> set[Action]:
    """Gather what every press, and every two presses, would mean."""
    later = "@le" if state.phase == "cards" else "@l"
    single = [read(state, choice.code, seat=seat) for row in rows for choice in row if choice.code[0] not in later]
    halves = [None, *(meant.code for meant in single if isinstance(meant, FirstPress))]
    places = [choice.code for row in rows for choice in row if choice.code[0] in "@l"]
    found = {meant for meant in single if not isinstance(meant, FirstPress)}
    for half in halves if state.phase != "cards" else halves[1:]:
        found |= {meant for code in places if not isinstance(meant := read(state, code, half, seat), FirstPress)}
    return found


def lawful(state: InvisibleManState, actions: set[Action]) -> set[Action]:
    seat = RULES.to_act(state)
    assert seat is not None
    return actions & set(RULES.legal(state, seat))


@pytest.mark.parametrize("laid", range(0, 22, 3))
def test_the_fullest_keyboard_holds_every_choice(english: Translator, laid: int) -> None:
    """21 NO in hand and town, 20 places."""
    state = lay(with_part(begin(), 0, no=TOWN.no[laid:]), *(("no", "bank", 1, 0) for _ in range(laid)))
    rows = group(roll(state, 1)[0], english)
    assert max(map(len, rows)) <= 8
    assert sum(map(len, rows)) == 1 + 21 + 20


def test_the_longest_walk_holds_every_choice(english: Translator) -> None:
    """At most 32 cells and 17 doors, eight in a row: 6 rows."""
    longest = max(len(group(searching(1, 6, cell=cell), english)) for cell in TOWN.at if cell != TOWN.laboratory)
    assert longest <= 6


@pytest.mark.parametrize(("die", "rows"), [(1, 1), (2, 1), (3, 3), (4, 5), (5, 4), (6, 6)])
def test_a_walk_from_the_station_takes_few_rows(english: Translator, die: int, rows: int) -> None:
    """Eight numbers in a row, places three in a row under their names; nine places and more by their signs."""
    assert len(group(searching(1, die), english)) == rows


def test_many_places_stand_under_the_board_by_their_signs(english: Translator) -> None:
    """So that the map is seen beside them, which shows the same things; the hand, which has no map, names them."""
    places = [choice for row in group(laying(), english) for choice in row if choice.code.startswith("@")]
    assert [choice.text for choice in places] == [ICONS[choice.code[1:]] for choice in places]
    named = [choice for row in hand(laying(), 0, english, "v1") for choice in row if choice.code.startswith("l")]
    assert "🏦 Bank" in [choice.text for choice in named]
    assert {choice.code[1:] for choice in places} == {choice.code[1:] for choice in named}


@each("language", LANGUAGES)
def test_places_stand_two_or_three_in_a_row_under_short_names(language: str) -> None:
    """In every language: of 20 places in at most 9 rows none stands alone but the last, and none is a long name."""
    tr = CATALOGS.translator(language)
    rows = [row for row in hand(laying(), 0, tr, "v1") if row[0].code.startswith("l")]
    assert len(rows) <= 9
    assert all(2 <= len(row) <= 3 for row in rows[:-1])
    assert all(len(choice.text) <= 16 for row in rows for choice in row)
    assert max(len(choice.text) for row in rows if len(row) == 3 for choice in row) <= 12


@each("language", LANGUAGES)
def test_the_names_of_all_places_are_had_whole_on_tap(language: str) -> None:
    """In alerts of 200 characters, in a text, and beside the drawings; with the letter and number of the map."""
    tr = CATALOGS.translator(language)
    (button,) = PRESENTER.looks(RULES.view(begin(), None), tr)
    look = PRESENTER.look(RULES.view(begin(), None), button.code, tr)
    pages, text = "".join(look.pages), plain_text(look.text)
    for cell, name in PLACES.items():
        assert tr.translate(name) in pages
        assert tr.translate(name) in text
        if cell in TOWN.hatched:
            assert TOWN.label(TOWN.hatched[cell]) in text
    assert all(utf16_length(page) <= 200 for page in look.pages)
    places = [line for line in text.splitlines() if line.split(" ")[0] in ICONS.values()]
    rows = [int(line.rstrip("\u2069").split(" ")[-1].lstrip("\u2068")[1:]) for line in places]
    assert len(places) == 21
    assert max(rows.index(row) for row in (1, 4, 7, 10)) == rows.index(10), "from north to south"
    assert look.picture is not None
    assert look.picture.alt == f"{plain_text(look.title)}\n{text}"


def test_a_look_of_another_kind_is_refused(english: Translator) -> None:
    with pytest.raises(Refusal):
        PRESENTER.look(RULES.view(begin(), None), "elsewhere", english)
