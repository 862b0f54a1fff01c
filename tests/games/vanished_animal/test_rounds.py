"""How a round is won and what comes of it: tokens, the wand, the reveal, the next starter (D4, D10-D14, D16)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.engine.rules import Outcome, Swap
from bot.games.vanished_animal.rules.moves import Learned, Look, Name, Named, RoundBegan, RoundEnded, VanishedEnded
from bot.games.vanished_animal.rules.view import VanishedSeat

from .states import HELD, NOBODY, PLAIN, RNG, RULES, lay, play, right, wrong

IN = VanishedSeat()
OUT = VanishedSeat(out=True)


class TestRightName:
    def test_wins_the_round_and_a_hat_token(self) -> None:
        """D4."""
        state, events = play(lay(), Name("owl"))
        assert events == (
            Named(seat=0, animal="owl", right=True),
            RoundEnded(winner=0, prize="hat", hats=PLAIN, box="owl"),
            RoundBegan(round=2, starter=1),
        )
        assert state.seats == (HELD, IN, IN)

    def test_whispers_nothing_since_all_know(self) -> None:
        assert all(event.audience is None for event in play(lay(), Name("owl"))[1])

    def test_wins_the_wand_and_the_game_the_second_time(self) -> None:
        """D4: the round wording of three sheets is a slip."""
        state, events = play(lay(seats=(IN, HELD, HELD), turn=1), Name("owl"))
        assert events == (
            Named(seat=1, animal="owl", right=True),
            RoundEnded(winner=1, prize="wand", hats=PLAIN, box="owl"),
            VanishedEnded(winner=1),
        )
        assert RULES.outcome(state) == Outcome((1,))
        assert RULES.view(state, None).outcome == Outcome((1,))
        assert state.seats[1] == VanishedSeat(hat=True, wand=True)

    def test_after_the_wand_nobody_acts(self) -> None:
        state, _ = play(lay(seats=(HELD, IN, IN)), Name("owl"))
        assert RULES.to_act(state) is None
        assert RULES.view(state, None).to_act is None
        assert [RULES.legal(state, seat) for seat in range(3)] == [(), (), ()]

    def test_reveals_hats_where_they_lie_after_all_swaps(self) -> None:
        """D13."""
        _, events = play(lay(), Look(0), Swap(0, 4), Name("owl"))
        ended = next(event for event in events if isinstance(event, RoundEnded))
        assert ended.hats == ("hedgehog", "dove", "frog", "mouse", "rabbit")


class TestWrongName:
    def test_puts_the_namer_out_of_the_round_and_the_next_one_plays(self) -> None:
        """D10: no more turns for who knows the truth."""
        state, _ = play(lay(), Name("frog"))
        assert state.seats == (OUT, IN, IN)
        seats = []
        for _ in range(4):
            seats.append(state.turn)
            state, _ = play(state, Look(0), Swap(0, 1))
        assert seats == [1, 2, 1, 2]

    def test_tells_the_truth_to_the_namer_and_to_nobody_else(self) -> None:
        """D10."""
        _, events = play(lay(turn=2), Name("dove"))
        assert [event for event in events if isinstance(event, Learned)] == [Learned(audience=2, animal="owl")]
        told = [event for event in events if event.audience is None]
        assert told == [Named(seat=2, animal="dove", right=False)]

    def test_is_forgiven_with_the_next_round(self) -> None:
        """D12: where a sheet says game it means the round."""
        state, _ = play(lay(), Name("frog"), Name("owl"))
        assert state.round == 2
        assert not any(seat.out for seat in state.seats)

    def test_crosses_go_with_the_round(self) -> None:
        """D10: the animals are mixed anew."""
        state, _ = play(lay(), Name("frog"), Name("owl"))
        assert RULES.view(state, None).excluded == ()


class TestLastOneLeft:
    def test_wins_at_once_without_naming_even_if_he_never_looked(self) -> None:
        """D11."""
        state, events = play(lay(), Name("frog"), Name("dove"))
        assert events[2:] == (
            Named(seat=1, animal="dove", right=False),
            Learned(audience=1, animal="owl"),
            RoundEnded(winner=2, prize="hat", hats=PLAIN, box="owl"),
            RoundBegan(round=2, starter=0),
        )
        assert state.seats == (IN, IN, HELD)

    def test_of_two_wins_by_one_wrong_guess_of_the_other(self) -> None:
        """D11."""
        state, events = play(lay(seats=(IN, IN)), Name("frog"))
        assert RoundEnded(winner=1, prize="hat", hats=PLAIN, box="owl") in events
        assert state.seats == (IN, HELD)

    def test_wins_the_game_with_it_if_it_is_the_second_round(self) -> None:
        """D4, D11."""
        state, events = play(lay(seats=(IN, HELD)), Name("frog"))
        assert events[-2:] == (RoundEnded(winner=1, prize="wand", hats=PLAIN, box="owl"), VanishedEnded(winner=1))
        assert RULES.outcome(state) == Outcome((1,))


class TestReveal:
    @pytest.mark.parametrize("name", [Name("owl"), Name("frog")])
    def test_shows_the_box_and_all_hats_to_all(self, name: Name) -> None:
        """D13: all are mixed again, so nothing leaks; also when nobody named the missing animal (D11)."""
        _, events = play(lay(seats=(IN, IN)), name)
        ended = next(event for event in events if isinstance(event, RoundEnded))
        assert (ended.hats, ended.box, ended.audience) == (PLAIN, "owl", None)

    def test_shows_only_what_a_right_name_told_where_the_table_wants_it(self) -> None:
        """D13: the option `namer`, as the sheets say it literally."""
        _, events = play(lay(options={"reveal": "namer"}), Name("owl"))
        assert RoundEnded(winner=0, prize="hat", hats=None, box="owl") in events

    def test_leaves_the_box_to_the_wrong_namer_where_the_table_wants_it(self) -> None:
        """D13: who won as the last one left never learns it."""
        _, events = play(lay(seats=(IN, IN), options={"reveal": "namer"}), Name("frog"))
        assert events[1:3] == (Learned(audience=0, animal="owl"), RoundEnded(winner=1, prize="hat"))


class TestNextRound:
    @pytest.mark.parametrize(("winner", "starter"), [(0, 1), (1, 2), (2, 0)])
    def test_is_begun_by_the_seat_left_of_the_winner(self, winner: int, starter: int) -> None:
        """D14."""
        state, events = play(lay(turn=winner), Name("owl"))
        assert events[-1] == RoundBegan(round=2, starter=starter)
        assert state.turn == starter

    def test_is_begun_so_also_after_a_win_as_the_last_one_left(self) -> None:
        """D14, D11: seat 2 won, seat 0 was out and begins."""
        state, _ = play(lay(), Name("frog"), Name("dove"))
        assert (state.turn, state.starter) == (0, 0)

    def test_skips_nobody_who_was_out(self) -> None:
        """D14: seats 1 and 2 were out; 1 sits left of the winner."""
        state, _ = play(lay(seats=(IN, OUT, OUT, IN)), Name("owl"))
        assert state.turn == 1

    def test_keeps_tokens(self) -> None:
        state, _ = play(lay(seats=(IN, HELD, HELD)), Name("owl"))
        assert state.seats == (HELD, HELD, HELD)


class TestTokens:
    def test_one_each_is_the_most_since_the_second_win_takes_the_wand(self) -> None:
        """D16: four hat tokens and one wand always suffice."""
        state = RULES.begin({}, 4, 0, RNG).state
        for seat in range(4):
            state = replace(state, turn=seat)
            state, _ = play(state, right(state))
            assert sum(held.hat for held in state.seats) == seat + 1
        assert RULES.outcome(state) is None
        state, _ = play(state, right(state))
        assert [held.wand for held in state.seats].count(True) == 1
        assert sum(held.hat for held in state.seats) == 4

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_a_game_has_at_most_one_round_more_than_players(self, seats: int) -> None:
        """rulings.md 3.3: 3, 4 and 5 rounds; here each round is won by the one who starts, who has won least."""
        state = RULES.begin({}, seats, 0, RNG).state
        rounds = 0
        while RULES.outcome(state) is None:
            rounds += 1
            state, _ = play(state, right(state))
        assert rounds == seats + 1

    def test_a_game_has_at_least_two_rounds(self) -> None:
        """rulings.md 3.3: the same seat wins both, the second time by the other's wrong guess."""
        state, _ = play(lay(seats=NOBODY[:2]), Name("owl"))
        state, events = play(state, wrong(state))
        assert events[-1] == VanishedEnded(winner=0)
        assert state.round == 2
