"""Hard: it names when it is certain, gambles when waiting would lose, reckons what others know, and spoils it."""

from __future__ import annotations

import pytest

from bot.engine.computer_random import ComputerRandom
from bot.engine.rules import Swap
from bot.games.vanished_animal.ai.race import EVERYONE, Habit, Race, Values
from bot.games.vanished_animal.ai.record import RoundRecord
from bot.games.vanished_animal.ai.stakes import stakes
from bot.games.vanished_animal.rules.moves import HATS, Keep, Look, Name, Named, RoundEnded
from bot.games.vanished_animal.rules.view import VanishedSeat

from .played_game import PlayedGame
from .states import EXPERT, HELD, MAY, lay

GOOD, SHY = Habit(0.0, 1.0), Habit(0.0, 0.0)
TWO = (VanishedSeat(), VanishedSeat())
SEEDS = [str(n) for n in range(8)]


def own(seats: int) -> tuple[Values, ...]:
    """Return stakes where a round is worth one to its winner and nothing to others."""
    return tuple(tuple(float(seat == winner) for seat in range(seats)) for winner in range(seats))


def looks(game: PlayedGame, *hats: tuple[int, ...]) -> PlayedGame:
    """Look as the seats in turn, each into its hats, and keep the hats in place (D1, `may`)."""
    for turn in range(max(map(len, hats))):
        for seat_hats in hats:
            if turn < len(seat_hats):
                game.do(Look(seat_hats[turn]), Keep())
    return game


def duel(mine: tuple[int, ...], theirs: tuple[int, ...]) -> PlayedGame:
    """Look as often as both of two seats; the first is to act."""
    return looks(PlayedGame(lay(seats=TWO, options=MAY)), mine, theirs)


class TestRace:
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_is_fair_among_the_good(self, seats: int) -> None:
        """rulings.md 3.3: gambling takes away what the starter gains; of n seats each then wins one round in n."""
        race = Race(0, own(seats), (GOOD,) * seats)
        assert race.value(tuple(range(seats)), (0,) * HATS) == pytest.approx((1 / seats,) * seats)

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_goes_to_the_starter_where_nobody_gambles(self, seats: int) -> None:
        """rulings.md 3.3."""
        race = Race(0, own(seats), (GOOD, *(SHY,) * (seats - 1)))
        value = race.value(tuple(range(seats)), (0,) * HATS)
        assert value == pytest.approx((1.0, *(0.0,) * (seats - 1)))

    def test_gives_the_second_half_by_gambling_against_one_who_waits(self) -> None:
        """By hand: the starter will be sure on its sixth turn; the second names at two animals before that."""
        race = Race(1, own(2), (SHY, GOOD))
        assert race.value((0, 1), (0,) * HATS) == pytest.approx((0.5, 0.5))

    def test_is_won_by_whoever_is_sure_and_to_act(self) -> None:
        race = Race(0, own(2), (GOOD, GOOD))
        assert race.value((0, 1), (EVERYONE,) * HATS) == (1.0, 0.0)

    def test_a_wrong_name_tells_the_next_where_two_had_not_looked(self) -> None:
        """By hand: seats 0 and 1 have not seen one and the same hat, seat 2 has seen none.

        Naming, seat 0 is right once in two; else all know that hat, and seat 1 is sure: a half each.
        """
        race = Race(0, own(3), (GOOD,) * 3)
        assert race.named((0, 1, 2), (0b011,) * 4 + (0,)) == pytest.approx((0.5, 0.5, 0.0))

    def test_others_who_waste_their_turns_are_worth_waiting_for(self) -> None:
        careful = Race(0, own(2), (GOOD, GOOD)).value((0, 1), (0b11,) * 4 + (0,))
        careless = Race(0, own(2), (GOOD, Habit(0.35, 0.3))).value((0, 1), (0b11,) * 4 + (0,))
        assert careless[0] > careful[0] + 0.2


class TestStakes:
    def test_a_second_win_is_the_game_and_a_first_is_half_of_it(self) -> None:
        """D4: if seat 1 draws level, the next round decides."""
        assert stakes((HELD, VanishedSeat())) == ((1.0, 0.0), (0.5, 0.5))

    def test_who_left_wins_nothing(self) -> None:
        """D20."""
        assert all(values[2] == 0 for values in stakes((HELD, VanishedSeat(), VanishedSeat(present=False)))[:2])


class TestRecord:
    def test_follows_every_hat(self) -> None:
        game = PlayedGame(lay(seats=TWO)).do(Look(0), Swap(0, 3), Look(1), Swap(1, 3))
        record = RoundRecord(0, game.seen[0])
        assert record.known == {0: "rabbit"}
        assert record.standing == [3, 0, 2, 1, 4]
        assert record.watched == [{0}, {1}, set(), set(), set()]
        assert "rabbit" not in record.candidates

    def test_takes_a_seat_that_looks_again_for_careless_and_one_that_does_not_for_careful(self) -> None:
        game = duel((0, 1, 2, 3), (0, 0, 0, 0))
        record = RoundRecord(0, game.seen[0])
        assert record.carelessness(1) > 0.35 > 0.1 > record.carelessness(0)

    def test_takes_a_seat_for_careless_that_named_what_it_had_seen(self) -> None:
        """D13: known only when all hats are turned up."""
        game = duel((0,), (1,))
        before = RoundRecord(0, game.seen[0]).carelessness(1)
        hats = ("rabbit", "dove", "frog", "mouse", "hedgehog")
        named = [*game.seen[0], Named(seat=1, animal="dove", right=False)]
        after = RoundRecord(0, [*named, RoundEnded(winner=0, prize="hat", hats=hats, box="owl")])
        assert RoundRecord(0, named).carelessness(1) == before
        assert after.carelessness(1) > before

    def test_takes_a_seat_that_gambled_for_bolder(self) -> None:
        game = duel((0, 1, 2, 3), (0, 1, 2, 3))
        shy = RoundRecord(1, [*game.seen[1], *duel((0, 1, 2, 3, 4), (0, 1, 2, 3, 4)).seen[1]])
        bold = RoundRecord(1, [*game.seen[1], Named(seat=0, animal="owl", right=True)])
        assert bold.boldness(0) > shy.boldness(0)


class TestNames:
    def test_the_missing_animal_when_it_is_certain(self) -> None:
        assert duel((0, 1, 2, 3, 4), (0, 1, 2, 3, 4)).choice("hard") == Name("owl")

    def test_the_missing_animal_though_all_hats_were_moved(self) -> None:
        game = PlayedGame(lay(seats=TWO))
        hats = [*range(HATS)]
        for hat in range(HATS):
            for place in (hats[hat], 0):
                other = (place + 2) % HATS
                game.do(Look(place), Swap(place, other))
                moved = {place: other, other: place}
                hats = [moved.get(at, at) for at in hats]
        assert game.choice("hard") == Name("owl")

    def test_what_wrong_names_have_left(self) -> None:
        """D10: two animals are crossed out, three were seen."""
        four = (VanishedSeat(),) * 4
        game = looks(PlayedGame(lay(seats=four, options=MAY)), (0, 1, 2), (0, 0, 0), (0, 0, 0), (0, 0, 0))
        game.do(Look(0), Keep(), Name("mouse"), Name("hedgehog"), Look(0), Keep())
        assert game.choice("hard") == Name("owl")

    @pytest.mark.parametrize("seed", SEEDS)
    def test_one_of_two_when_the_other_will_be_sure(self, seed: str) -> None:
        """Waiting loses: the other has looked into all five."""
        game = PlayedGame(lay(seats=TWO, turn=1, options=MAY)).do(Look(4), Keep())
        looks(game, (0, 1, 2, 3), (0, 1, 2, 3))
        assert game.state.turn == 0
        assert game.choice("hard", seed) in (Name("owl"), Name("hedgehog"))

    def test_even_one_of_four_when_the_other_will_be_sure(self) -> None:
        """One chance in four is more than none."""
        game = PlayedGame(lay(seats=TWO, turn=1, options=MAY)).do(Look(4), Keep())
        looks(game, (0, 1, 1, 1), (0, 1, 2, 3))
        assert isinstance(game.choice("hard"), Name)

    def test_nothing_while_the_other_knows_little(self) -> None:
        game = duel((0, 1, 2, 3), (0, 0, 0, 0))
        assert game.choice("hard") == Look(4)


class TestLooks:
    @pytest.mark.parametrize("seed", SEEDS)
    def test_never_into_a_hat_that_it_has_seen(self, seed: str) -> None:
        assert duel((0, 1), (0, 0)).choice("hard", seed) in (Look(2), Look(3), Look(4))

    @pytest.mark.parametrize("seed", SEEDS)
    def test_not_where_an_animal_lies_that_was_named_in_vain(self, seed: str) -> None:
        """Who had seen all hats but one, and named in vain, has told what is in that one."""
        game = looks(PlayedGame(lay(options=MAY)), (0, 1, 2), (0, 1, 2), (0, 0, 0))
        game.do(Look(0), Keep(), Look(3), Keep(), Look(0), Keep(), Look(0), Keep(), Name("hedgehog"), Look(0), Keep())
        assert game.choice("hard", seed) == Look(3)


class TestSwaps:
    @pytest.mark.parametrize("seed", SEEDS)
    def test_a_hat_that_the_other_knows_with_one_that_it_does_not(self, seed: str) -> None:
        game = duel((0,), (1,)).do(Look(2))
        assert game.choice("hard", seed) == Swap(1, 2)

    @pytest.mark.parametrize("seed", SEEDS)
    def test_a_second_time_what_spoils_most(self, seed: str) -> None:
        """D8: one of the two hats that the other knows against one that it does not."""
        game = looks(PlayedGame(lay(seats=TWO, options={**MAY, **EXPERT})), (), ())
        game.do(Look(0), Keep(), Keep(), Look(1), Keep(), Keep(), Look(2), Keep())
        swap = game.choice("hard", seed)
        assert isinstance(swap, Swap)
        assert (swap.a == 1) != (swap.b == 1)


def test_the_generator_decides_among_equals() -> None:
    """The first look tells nothing: all hats are alike, and nobody can know which it will be."""
    game = PlayedGame(lay(seats=TWO))
    assert {game.choice("hard", str(n)) for n in range(60)} == {Look(hat) for hat in range(HATS)}
    assert ComputerRandom("1").of("a").random() == ComputerRandom("1").of("a").random()
