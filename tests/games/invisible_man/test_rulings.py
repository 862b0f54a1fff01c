"""Every ruling N1-N53 of The Invisible Man is held by a test that is there, or by the room that it belongs to."""

from __future__ import annotations

from pathlib import Path

from tests.games.rulings import missing
from tests.helpers.cases import each

HERE = Path(__file__).parent
ROOMS = ("tests/table/",)
"""Where rulings are held that are not the rules': who sits where, who leaves."""

COVERED: dict[str, tuple[str, ...]] = {
    "N1": ("test_setup.py::test_the_invisible_man_draws_three_no_for_each_policeman_once",),
    "N2": ("test_setup.py::test_policemen_begin_on_the_station_with_ten_charges_three_signals_and_three_yes",),
    "N3": (
        "test_setup.py::test_the_invisible_man_moves_first_then_the_policemen_clockwise",
        "test_ends.py::test_the_same_policeman_begins_every_round",
        "test_ends.py::test_where_the_table_wants_it_another_begins_each_round",
        "tests/table/",
    ),
    "N4": (
        "test_hidden.py::test_he_has_as_many_actions_as_there_are_policemen",
        "test_hidden.py::test_policemen_who_are_out_do_not_count",
    ),
    "N5": (
        "test_hidden.py::test_he_may_place_as_many_times_as_he_has_actions_then_his_turn_is_over",
        "test_hidden.py::test_he_may_use_fewer_actions_or_none",
        "test_hidden.py::test_he_may_place_and_move_the_same_card_in_one_turn",
    ),
    "N6": (
        "test_police.py::test_it_is_optional",
        "test_police.py::test_with_nothing_to_lay_or_move_he_is_not_asked",
    ),
    "N7": ("test_police.py::test_roll_then_yes_then_walk_then_check",),
    "N8": (
        "test_hidden.py::test_a_move_must_change_the_place",
        "test_hidden.py::test_a_checked_place_takes_no_card",
        "test_hidden.py::test_cards_lie_on_places_only",
        "test_police.py::test_where_only_one_place_is_left_a_card_can_be_laid_but_not_moved",
    ),
    "N9": (
        "test_hidden.py::test_with_one_pile_empty_the_card_comes_from_the_other",
        "test_hidden.py::test_with_both_piles_empty_there_is_nothing",
    ),
    "N10": ("test_hidden.py::test_a_six_with_no_signal_left_in_the_pile_brings_nothing",),
    "N11": (
        "test_hidden.py::test_a_six_opens_the_top_signal_and_takes_no_action",
        "test_ends.py::test_his_own_six_may_open_the_last_and_win_at_once",
    ),
    "N12": ("test_hidden.py::test_he_sees_the_values_of_all_no_on_the_board_and_nobody_else_does",),
    "N13": (
        "test_hidden.py::test_cards_are_numbered_in_the_order_they_are_laid_and_keep_their_numbers",
        "test_police.py::test_he_may_move_a_colleagues_yes_without_looking",
    ),
    "N14": ("test_hidden.py::test_he_sees_the_values_of_all_no_on_the_board_and_nobody_else_does",),
    "N15": (
        "test_setup.py::test_digits_are_those_of_the_town_and_known_to_all",
        "test_setup.py::test_hidden_digits_are_dealt_anew_and_known_to_the_holder_alone",
        "test_setup.py::test_an_open_signal_shows_its_hidden_digits_to_all",
    ),
    "N16": ("test_rulebook.py::test_policemen_may_talk_but_show_no_cards",),
    "N17": (
        "test_walking.py::test_a_way_has_exactly_as_many_steps_as_the_roll_and_no_cell_twice",
        "test_walking.py::test_every_fork_may_be_taken",
        "test_walking.py::test_where_no_way_is_long_enough_the_longest_counts",
        "test_town.py::test_every_cell_and_roll_has_a_way_of_full_length",
    ),
    "N18": (
        "test_walking.py::test_buildings_end_a_way_and_are_never_passed",
        "test_walking.py::test_a_place_is_left_by_its_hatched_cell_the_factory_also_by_its_wharf",
    ),
    "N19": (
        "test_walking.py::test_without_its_signal_a_place_is_offered_to_all_eyes_and_refused_to_him",
        "test_walking.py::test_a_checked_place_is_closed",
    ),
    "N20": (
        "test_walking.py::test_he_enters_a_place_with_its_signal_by_an_exact_or_a_greater_roll",
        "test_walking.py::test_he_cannot_enter_with_too_small_a_roll",
        "test_walking.py::test_entering_is_voluntary",
    ),
    "N21": ("test_walking.py::test_a_policeman_must_use_the_whole_roll",),
    "N22": (
        "test_walking.py::test_policemen_share_cells_and_pass_each_other",
        "test_walking.py::test_he_may_run_past_policemen_but_not_stop_on_one",
        "test_walking.py::test_with_every_end_taken_he_must_stop_on_a_policeman_and_is_caught",
        "test_walking.py::test_of_several_there_the_next_in_order_catches_him",
        "test_walking.py::test_a_refuge_is_better_than_a_taken_cell",
        "test_chase.py::test_a_capture_in_his_own_turn_may_be_escaped_too",
    ),
    "N23": (
        "test_walking.py::test_a_river_cell_is_one_step_however_far",
        "test_town.py::test_bridges_and_piers_are_joined_to_each_other_and_to_their_banks",
    ),
    "N24": (
        "test_walking.py::test_he_may_neither_pass_the_station_nor_stop_there",
        "test_walking.py::test_policemen_may_stop_on_the_station",
        "test_leaving.py::test_if_the_captor_leaves_the_catch_is_the_next_ones",
    ),
    "N25": (
        "test_police.py::test_with_an_empty_pile_the_hand_stays_empty",
        "test_police.py::test_where_the_table_wants_it_discards_make_a_new_pile",
        "test_police.py::test_an_empty_hand_is_filled_as_soon_as_there_are_discards_again",
    ),
    "N26": (
        "test_police.py::test_the_last_yes_that_leaves_the_hand_brings_three",
        "test_police.py::test_it_brings_what_is_left",
        "test_police.py::test_the_last_signal_used_brings_three",
    ),
    "N27": ("test_hidden.py::test_a_six_discards_every_card_of_that_place_face_down",),
    "N28": (
        "test_police.py::test_no_signal_and_an_empty_pile_leave_all_else",
        "test_ends.py::test_policemen_with_no_signal_draw_at_once",
    ),
    "N29": (
        "test_contest.py::test_the_signal_leaves_the_hand_and_stays_open",
        "test_contest.py::test_a_miss_leaves_the_place_closed",
    ),
    "N30": ("test_hidden.py::test_hands_have_no_limit", "test_police.py::test_hands_have_no_limit"),
    "N31": ("test_contest.py::test_everything_there_is_turned_up_and_counts",),
    "N32": (
        "test_contest.py::test_with_no_cards_there_are_only_dice",
        "test_contest.py::test_with_cards_of_one_side_the_other_has_its_die",
    ),
    "N33": ("test_contest.py::test_a_tie_is_the_invisible_mans",),
    "N34": (
        "test_contest.py::test_a_won_contest_must_be_followed_by_a_shot",
        "test_contest.py::test_a_lost_contest_costs_no_charge_and_no_shot",
    ),
    "N35": (
        "test_contest.py::test_the_last_charge_that_misses_puts_out_at_once",
        "test_contest.py::test_the_last_charge_that_hits_stays_for_the_chase",
        "test_chase.py::test_who_spent_it_on_this_chase_may_still_catch",
        "test_chase.py::test_he_is_out_when_the_chase_ends_without_a_capture",
    ),
    "N36": (
        "test_ends.py::test_the_pawn_goes_and_he_has_lost",
        "test_ends.py::test_his_signals_go_under_the_pile",
        "test_ends.py::test_his_yes_are_discarded_face_down_and_those_on_the_board_stay",
        "test_ends.py::test_policemen_with_no_signal_draw_at_once",
    ),
    "N37": (
        "test_contest.py::test_with_a_policeman_on_the_hatched_cell_he_chooses_a_cell_beside_it",
        "test_contest.py::test_with_one_free_cell_beside_it_there_is_nothing_to_choose",
        "test_contest.py::test_the_station_is_no_cell_to_appear_on",
        "test_contest.py::test_with_all_cells_beside_it_taken_the_nearest_free_one_counts",
        "test_contest.py::test_the_shooter_inside_never_blocks",
        "test_town.py::test_every_place_has_its_own_hatched_cell_with_two_free_neighbours",
    ),
    "N38": (
        "test_walking.py::test_he_enters_a_refuge_by_an_exact_roll_only",
        "test_walking.py::test_where_the_table_allows_it_he_stops_short_at_a_refuge",
    ),
    "N39": (
        "test_walking.py::test_only_places_with_a_no_are_refuges",
        "test_walking.py::test_the_laboratory_is_a_refuge_only_with_no_no_on_the_board",
        "test_chase.py::test_nobody_lays_or_moves_a_card_so_the_refuges_stay",
    ),
    "N40": (
        "test_walking.py::test_he_enters_no_place_and_checks_none",
        "test_police.py::test_in_a_chase_there_is_neither_a_draw_nor_a_yes",
    ),
    "N41": (
        "test_walking.py::test_he_uses_the_whole_roll_or_stops_on_the_pawn",
        "test_walking.py::test_he_need_not_approach",
    ),
    "N42": ("test_chase.py::test_policemen_after_the_shooter_run_before_his_first_flight",),
    "N43": (
        "test_chase.py::test_a_cloak_saves_by_its_digits",
        "test_chase.py::test_it_is_spent_either_way_and_lies_open",
        "test_chase.py::test_with_several_he_chooses_and_the_story_pauses",
        "test_chase.py::test_one_cloak_a_capture_and_the_next_in_order_plays_in_the_search",
        "test_chase.py::test_the_next_capture_may_use_another",
        "test_chase.py::test_a_chosen_cloak_that_fails_is_a_capture",
    ),
    "N44": ("test_chase.py::test_reaching_it_ends_the_chase_and_the_first_policeman_is_next",),
    "N45": (
        "test_ends.py::test_his_own_six_may_open_the_last_and_win_at_once",
        "test_ends.py::test_so_may_a_check_that_finds_nobody",
        "test_chase.py::test_on_the_last_signal_the_chase_is_finished_first",
    ),
    "N46": (
        "test_ends.py::test_with_one_left_of_several_the_game_goes_on",
        "test_ends.py::test_with_none_left_the_invisible_man_wins_at_once",
    ),
    "N47": (
        "test_ends.py::test_twenty_quiet_rounds_end_the_game_for_the_invisible_man",
        "test_ends.py::test_a_table_may_switch_it_off",
        "test_ends.py::test_a_check_begins_the_count_anew",
        "test_ends.py::test_a_chase_keeps_it_at_nothing",
        "test_presentation.py::test_quiet_rounds_are_shown_from_the_twelfth",
    ),
    "N48": ("test_police.py::test_he_may_move_a_colleagues_yes_without_looking",),
    "N49": (
        "test_setup.py::test_the_invisible_man_draws_three_no_for_each_policeman_once",
        "test_ends.py::test_charges_are_a_real_limit_for_one_policeman_alone",
    ),
    "N50": (
        "test_leaving.py::test_without_the_invisible_man_the_policemen_draw",
        "test_leaving.py::test_a_policeman_leaves_as_one_without_charges_is_out",
        "tests/table/",
    ),
    "N51": ("test_contest.py::test_the_dice_are_the_next_of_the_games_own",),
    "N52": ("test_ends.py::test_there_is_one_winner_and_there_are_no_points",),
    "N53": (
        "test_ends.py::test_the_fortieth_round_of_a_chase_is_the_last",
        "test_ends.py::test_the_round_in_which_it_began_counts",
        "test_ends.py::test_who_is_caught_in_the_last_round_is_caught",
        "test_ends.py::test_each_chase_is_counted_for_itself",
        "test_setup.py::test_records_of_before_the_limit_of_a_chase_are_played_without_one",
        "test_presentation.py::test_the_rounds_of_a_chase_are_shown_from_the_thirtieth",
        "test_machine.py::test_no_game_is_longer_than_its_limits_whatever_people_do",
        "test_machine.py::no_chase_outlasts_its_limit",
    ),
}


def test_every_ruling_is_in_the_table() -> None:
    assert list(COVERED) == [f"N{number}" for number in range(1, 54)]
    assert all(COVERED.values())


@each("ruling", COVERED)
def test_what_the_table_names_is_there(ruling: str) -> None:
    assert missing(COVERED[ruling], HERE, ROOMS) == []
