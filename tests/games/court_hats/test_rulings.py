"""Every ruling H1-H29 of Court Hats is held by a test that is there, or by the room that it belongs to."""

from __future__ import annotations

from pathlib import Path

from tests.games.rulings import missing
from tests.helpers.cases import each

HERE = Path(__file__).parent
ROOMS = ("tests/table/", "tests/pictures/", "tests/rulebook/")
"""Where rulings are held that are not the rules': who sits and starts, what is drawn, what is read."""

COVERED: dict[str, tuple[str, ...]] = {
    "H1": ("test_setup.py::test_the_deck_has_ten_kinds_twice_and_four_magic_hats",),
    "H2": ("test_setup.py::test_whoever_is_to_start_starts_and_the_turn_goes_clockwise", "tests/table/"),
    "H3": (
        "test_setup.py::test_the_options_are_these_and_their_defaults_are_those_of_sheet_000",
        "test_setup.py::test_each_edition_sets_its_bans_and_nothing_else",
        "test_tail.py::test_a_short_game_ends_with_the_first_gap",
    ),
    "H4": (
        "test_bans.py::test_the_pair_just_swapped_is_not_swapped_back",
        "test_bans.py::test_any_turn_in_between_lifts_the_swap_ban",
    ),
    "H5": (
        "test_bans.py::test_sheet_003_bans_the_peek_just_made_by_the_seat_before",
        "test_bans.py::test_bans_never_take_the_last_action_away",
    ),
    "H6": ("test_bans.py::test_a_seat_may_peek_again_where_it_peeked_before",),
    "H7": (
        "test_turns.py::test_a_slot_is_not_swapped_with_itself",
        "test_turns.py::test_a_swap_may_take_hats_that_nobody_has_seen",
    ),
    "H8": ("test_turns.py::test_a_hat_may_be_opened_that_nobody_has_peeked_at",),
    "H9": (
        "test_turns.py::test_a_miss_is_shown_to_all_costs_a_chip_and_goes_back_to_its_place",
        "test_turns.py::test_a_missed_hat_is_not_in_the_next_view",
        "tests/pictures/",
    ),
    "H10": ("test_turns.py::test_a_peeked_magic_hat_stays_for_anybody_to_open",),
    "H11": ("test_turns.py::test_a_magic_hat_is_kept_replaced_over_the_same_character_and_gives_no_second_action",),
    "H12": (
        "test_knowledge.py::test_tokens_follow_from_what_all_have_seen_and_not_from_the_cards",
        "test_dead.py::test_a_redeal_lays_a_full_row_of_hats_that_were_never_there",
    ),
    "H13": (
        "test_tail.py::test_the_fourteenth_pair_closes_its_slot_although_hats_are_left",
        "test_tail.py::test_a_closed_slot_can_be_neither_peeked_nor_swapped_nor_opened",
    ),
    "H14": ("test_tail.py::test_other_slots_keep_their_numbers_when_one_closes",),
    "H15": (
        "test_tail.py::test_the_seventeenth_pair_ends_the_game_at_once_and_turns_up_what_is_left",
        "test_tail.py::test_no_seat_gets_another_turn_after_the_last_pair",
    ),
    "H16": ("test_setup.py::test_a_dead_opening_is_dealt_anew_before_anybody_sees_it",),
    "H17": (
        "test_dead.py::test_a_match_that_leaves_a_dead_layout_is_followed_by_a_new_deal",
        "test_dead.py::test_a_magic_hat_taken_can_leave_a_dead_layout_too",
        "test_dead.py::test_a_redeal_keeps_what_was_won_and_passes_the_turn_on_as_ever",
        "test_dead.py::test_a_redeal_lifts_every_ban",
        "test_dead.py::test_a_restart_puts_won_cards_and_chips_back_and_deals_the_whole_deck",
    ),
    "H18": ("test_dead.py::test_a_redeal_that_is_dead_again_is_dealt_until_it_lives",),
    "H19": ("test_turns.py::test_chips_are_counted_past_the_sixteen_of_the_box",),
    "H20": ("test_score.py::test_the_most_points_win_and_totals_may_be_negative",),
    "H21": (
        "test_score.py::test_points_are_pairs_less_the_chips_that_no_magic_hat_cancels",
        "test_score.py::test_magic_hats_cancel_only_their_owners_chips",
        "test_score.py::test_during_play_chips_and_magic_hats_stand_side_by_side",
    ),
    "H22": (
        "test_score.py::test_a_tie_is_a_shared_victory",
        "test_score.py::test_chips_before_cancelling_break_a_tie_where_the_table_wants_it",
        "test_score.py::test_then_more_magic_hats_break_it",
    ),
    "H23": ("test_leaving.py::test_cards_and_chips_of_a_seat_that_left_are_kept",),
    "H24": (
        "test_knowledge.py::test_a_view_has_no_place_for_a_hat_a_token_or_a_past_peek",
        "test_knowledge.py::test_peeks_of_others_and_swaps_tell_a_viewer_nothing",
    ),
    "H25": ("tests/rulebook/",),
    "H26": (
        "test_turns.py::test_turns_without_an_opened_hat_are_counted_and_unlimited_where_the_table_wants_it",
        "test_turns.py::test_so_many_turns_without_an_opened_hat_end_the_game_and_it_is_scored_as_it_stands",
        "test_turns.py::test_an_opened_hat_even_the_wrong_one_begins_the_count_anew",
        "test_setup.py::test_records_of_before_the_limit_are_played_without_one",
        "test_machine.py::so_many_turns_without_an_opened_hat_are_never_exceeded",
    ),
    "H27": (
        "test_knowledge.py::test_no_view_and_no_choice_depends_on_hidden_cards",
        "test_knowledge.py::test_opening_tells_that_hat_and_the_refill_and_no_more",
        "tests/pictures/",
    ),
    "H28": (
        "test_leaving.py::test_a_seat_that_leaves_is_passed_over_from_then_on",
        "test_leaving.py::test_with_one_seat_left_the_game_ends_and_is_scored_as_it_stands",
        "tests/table/",
    ),
    "H29": (
        "test_setup.py::test_without_magic_hats_both_piles_have_thirteen",
        "test_tail.py::test_with_no_magic_hats_both_piles_are_empty_together",
    ),
}


def test_every_ruling_is_in_the_table() -> None:
    assert list(COVERED) == [f"H{number}" for number in range(1, 30)]
    assert all(COVERED.values())


@each("ruling", COVERED)
def test_what_the_table_names_is_there(ruling: str) -> None:
    assert missing(COVERED[ruling], HERE, ROOMS) == []
