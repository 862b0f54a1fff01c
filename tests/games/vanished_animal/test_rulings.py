"""Every ruling D1-D20 of The Vanished Animal is held by a test that is there, or by the room that it belongs to."""

from __future__ import annotations

from pathlib import Path

from tests.games.rulings import missing
from tests.helpers.cases import each

HERE = Path(__file__).parent
PICTURES = "../../pictures/test_vanished_animal_pictures.py"
ROOMS = ("tests/table/", "tests/rulebook/")
"""Where rulings are held that are not the game's own: who sits and starts, what is read."""

COVERED: dict[str, tuple[str, ...]] = {
    "D1": (
        "test_turns.py::test_must_follow_a_look",
        "test_turns.py::test_may_be_left_out_where_the_table_wants_it",
        "test_turns.py::test_must_still_make_the_first",
    ),
    "D2": (f"{PICTURES}::test_all_six_cards_lie_open_at_any_time",),
    "D3": ("test_setup.py::test_any_animal_may_be_missing_and_lie_anywhere",),
    "D4": (
        "test_rounds.py::test_wins_the_round_and_a_hat_token",
        "test_rounds.py::test_wins_the_wand_and_the_game_the_second_time",
    ),
    "D5": (
        "test_turns.py::test_is_exactly_one_action_and_nobody_can_pass",
        "test_turns.py::test_has_no_second_action_after_a_look",
    ),
    "D6": (
        "test_turns.py::test_may_go_into_each_of_the_five_and_never_into_the_box",
        "test_turns.py::test_may_go_where_one_has_looked_before",
    ),
    "D7": (
        "test_turns.py::test_takes_the_hat_looked_into_and_any_of_the_other_four",
        "test_turns.py::test_of_two_other_hats_is_refused",
    ),
    "D8": (
        "test_turns.py::test_may_swap_any_two_hats_after_the_swap",
        "test_turns.py::test_may_leave_the_second_swap_out",
        "test_turns.py::test_swap_two_hats_that_have_not_moved_where_the_table_wants_it",
        "test_turns.py::test_have_no_swap_after_a_name",
    ),
    "D9": (
        "test_turns.py::test_may_be_any_of_the_six",
        "test_turns.py::test_needs_no_look_before",
        "test_presentation.py::test_an_animal_that_all_know_to_be_in_the_ring_is_warned_of",
    ),
    "D10": (
        "test_rounds.py::test_puts_the_namer_out_of_the_round_and_the_next_one_plays",
        "test_rounds.py::test_tells_the_truth_to_the_namer_and_to_nobody_else",
        "test_knowledge.py::test_a_wrong_name_tells_all_that_it_is_wrong_and_no_more",
        f"{PICTURES}::test_a_card_named_in_vain_is_crossed_out",
    ),
    "D11": (
        "test_rounds.py::test_wins_at_once_without_naming_even_if_he_never_looked",
        "test_rounds.py::test_of_two_wins_by_one_wrong_guess_of_the_other",
    ),
    "D12": ("test_rounds.py::test_is_forgiven_with_the_next_round",),
    "D13": (
        "test_rounds.py::test_shows_the_box_and_all_hats_to_all",
        "test_rounds.py::test_shows_only_what_a_right_name_told_where_the_table_wants_it",
        "test_rounds.py::test_leaves_the_box_to_the_wrong_namer_where_the_table_wants_it",
        f"{PICTURES}::test_a_rounds_end_opens_the_box_and_hangs_up_photos_of_the_hats",
    ),
    "D14": (
        "test_rounds.py::test_is_begun_by_the_seat_left_of_the_winner",
        "test_rounds.py::test_is_begun_so_also_after_a_win_as_the_last_one_left",
        "test_rounds.py::test_skips_nobody_who_was_out",
    ),
    "D15": ("test_turns.py::test_turns_of_a_round_are_counted_and_never_limited",),
    "D16": (
        "test_rounds.py::test_one_each_is_the_most_since_the_second_win_takes_the_wand",
        "test_machine.py::every_round_but_the_last_gave_one_hat_token",
    ),
    "D17": ("test_setup.py::test_whoever_is_to_start_starts_the_first_round", "tests/table/"),
    "D18": (
        "test_knowledge.py::test_no_view_and_no_choice_depends_on_what_is_under_the_hats",
        "test_knowledge.py::test_ids_are_new_in_every_round_and_follow_from_the_place_alone",
        "test_knowledge.py::test_a_new_round_does_not_depend_on_the_last",
        f"{PICTURES}::test_animals_that_nobody_may_know_change_no_pixel",
    ),
    "D19": (
        "test_turns.py::test_tells_who_looked_where_what_was_swapped_and_what_was_named_and_no_animal_under_a_hat",
        "test_knowledge.py::test_only_the_truth_and_looks_are_private_and_only_a_rounds_end_names_animals_to_all",
    ),
    "D20": (
        "test_leaving.py::test_a_seat_that_leaves_is_passed_over_from_then_on",
        "test_leaving.py::test_the_last_one_left_in_the_round_wins_it_and_the_others_come_back",
        "test_leaving.py::test_the_last_one_in_the_game_wins_it",
    ),
}


def test_every_ruling_is_in_the_table() -> None:
    assert list(COVERED) == [f"D{number}" for number in range(1, 21)]
    assert all(COVERED.values())


@each("ruling", COVERED)
def test_what_the_table_names_is_there(ruling: str) -> None:
    assert missing(COVERED[ruling], HERE, ROOMS) == []
