"""Computers of every level: lawful, blind, forgetful in one way only, of measured strength, and never without end."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.engine.computer import LEVELS, Level
from bot.engine.computer_random import ComputerRandom
from bot.engine.rules import Event, Swap
from bot.games.vanished_animal.ai import PATIENCE, VanishedAnimalComputer
from bot.games.vanished_animal.ai.memory import DOZEN, Forgetful, remember
from bot.games.vanished_animal.rules.moves import ANIMALS, HATS, Look, Name, RingSwapped, SawAnimal
from bot.games.vanished_animal.rules.options import OPTIONS as ALL_OPTIONS
from tests.games.lawful import any_options

from .played_game import PlayedGame, begun, winner
from .states import RULES, lay

OPTIONS = any_options(RULES)
SEEDS = st.integers(0, 2**32)
ANY_LEVEL = st.sampled_from(LEVELS)


class TestEveryLevel:
    @given(OPTIONS, st.integers(2, 4), SEEDS, ANY_LEVEL)
    @settings(max_examples=25, deadline=None)
    def test_chooses_a_legal_action_wherever_random_play_leads(
        self, options: dict[str, str], seats: int, seed: int, level: Level
    ) -> None:
        rng, game = random.Random(seed), begun(options, seats, seed)
        for _ in range(40):
            if game.state.over:
                break
            assert game.choice(level) in game.legal()
            game.do(rng.choice([action for action in game.legal() if not isinstance(action, Name)] or game.legal()))
            if rng.random() < 0.05 and game.state.phase == "turn":
                game.do(rng.choice(game.legal()))

    @given(SEEDS, ANY_LEVEL, st.permutations(ANIMALS), st.integers(0, 6))
    @settings(max_examples=40, deadline=None)
    def test_chooses_the_same_whatever_lies_where_it_has_not_looked(
        self, seed: int, level: Level, animals: list[str], turns: int
    ) -> None:
        """Non-interference, by play: what differs is under hats that the seat to act has not seen."""
        rng = random.Random(seed)
        one = PlayedGame(lay(animals[:HATS]))
        looked = rng.sample(range(HATS), HATS)[:2]
        free = [hat for hat in range(6) if hat not in looked]
        moved = dict(zip(free, rng.sample(free, len(free)), strict=True))
        other = PlayedGame(lay([animals[moved.get(hat, hat)] for hat in range(6)][:HATS]))
        where = list(range(HATS))  # the place of each hat
        for turn in range(turns):
            hat = looked[turn // 3 % 2] if turn % 3 == 0 else rng.randrange(HATS)
            a, b = where[hat], rng.choice([place for place in range(HATS) if place != where[hat]])
            for game in (one, other):
                game.do(Look(a), Swap(a, b))
            where = [b if place == a else a if place == b else place for place in where]
        if turns % 3 == 0:
            assert one.seen[0] == other.seen[0]
            assert one.choice(level) == other.choice(level)

    @given(SEEDS, ANY_LEVEL)
    @settings(max_examples=15, deadline=None)
    def test_keeps_nothing_between_calls(self, seed: int, level: Level) -> None:
        """The same arguments give the same action, whoever was asked what meanwhile."""
        rng, game = random.Random(seed), begun({"expert": "on"}, 3, seed)
        asked = []
        for _ in range(12):
            view, legal, seen = RULES.view(game.state, game.state.turn), game.legal(), [*game.seen[game.state.turn]]
            asked.append((view, seen, legal, game.choice(level, "a")))
            game.do(rng.choice([action for action in legal if not isinstance(action, Name)]))
        computer = VanishedAnimalComputer()
        for view, seen, legal, action in reversed(asked):
            assert computer.choose(level, view, seen, legal, ComputerRandom(f"a/{view.to_act}")) == action

    @pytest.mark.parametrize("level", LEVELS)
    def test_names_at_last_in_a_round_without_end(self, level: Level) -> None:
        """D15: the rules know no void round, so nobody looks for ever."""
        view = replace(RULES.view(lay(), 0), turns=PATIENCE)
        action = VanishedAnimalComputer().choose(level, view, [], RULES.legal(lay(), 0), ComputerRandom("x"))
        assert isinstance(action, Name)

    @pytest.mark.parametrize("values", [*itertools.product(*(option.choices for option in ALL_OPTIONS))], ids=" ".join)
    def test_plays_every_variant_of_the_rules_to_the_end(self, values: tuple[str, ...]) -> None:
        options = dict(zip((option.name for option in ALL_OPTIONS), values, strict=True))
        table: tuple[Level, ...] = ("hard", "easy", "normal", "hard")
        for seats in RULES.seats:
            assert winner(table[:seats], 7, options) in range(seats)


class TestMemory:
    @given(SEEDS, st.sampled_from(("easy", "normal")))
    @settings(max_examples=12, deadline=None)
    def test_what_is_forgotten_stays_forgotten(self, seed: int, level: Forgetful) -> None:
        """An animal comes to mind only in the moment in which one is seen."""
        rng, game = random.Random(seed), begun({}, 3, seed)
        for _ in range(40):
            game.do(rng.choice([action for action in game.legal() if not isinstance(action, Name)]))
        before: set[str] = set()
        seen, rng_of_seat = game.seen[1], ComputerRandom(str(seed))
        for count in range(1, len(seen) + 1):
            now = {*remember(level, 1, seen[:count], rng_of_seat).lies}
            assert now <= before or isinstance(seen[count - 1], SawAnimal)
            before = now

    def test_normal_keeps_a_dozen_facts(self) -> None:
        seen: list[Event] = [SawAnimal(audience=0, hat=0, animal="owl"), SawAnimal(audience=0, hat=4, animal="frog")]
        for count in range(DOZEN):
            lies = remember("normal", 0, seen, ComputerRandom("x")).lies
            assert ("owl" in lies) == (count + 1 < DOZEN), "the frog and each swap of it are facts that came later"
            assert "frog" in lies
            seen.append(RingSwapped(seat=1, a=3, b=4))

    def test_normal_follows_what_it_remembers(self) -> None:
        seen: list[Event] = [
            SawAnimal(audience=0, hat=0, animal="owl"),
            RingSwapped(seat=1, a=0, b=3),
            RingSwapped(seat=0, a=2, b=3),
        ]
        assert remember("normal", 0, seen, ComputerRandom("x")).lies == {"owl": 2}

    def test_easy_forgets_sooner_than_normal_and_errs(self) -> None:
        """Of 200 lonely facts: the owl is forgotten within a few turns, and now and then it was never an owl."""
        owl: list[Event] = [SawAnimal(audience=0, hat=0, animal="owl")]
        later: list[Event] = [RingSwapped(seat=1, a=3, b=4)] * 20
        fresh = [{*remember("easy", 0, owl, ComputerRandom(str(n))).lies} for n in range(200)]
        kept = [{*remember("easy", 0, owl + later, ComputerRandom(str(n))).lies} for n in range(200)]
        assert 0 < sum(animals != {"owl"} for animals in fresh) < 40
        assert 100 < sum(not animals for animals in kept) < 200
        assert remember("normal", 0, owl + later, ComputerRandom("x")).lies == {"owl": 0}


class TestStrength:
    """Small samples from fixed seeds and wide margins; `make arena` measures."""

    @pytest.mark.parametrize(("better", "worse", "least"), [("normal", "easy", 34), ("hard", "normal", 34)])
    def test_a_better_level_wins_more_duels(self, better: Level, worse: Level, least: int) -> None:
        levels = [(better, worse), (worse, better)]
        assert sum(levels[seed % 2][winner(levels[seed % 2], seed)] == better for seed in range(60)) >= least

    def test_no_seat_of_four_hard_players_wins_all_or_nothing(self) -> None:
        """rulings.md 3.3: without gambling whoever starts would win each round. Expected are 8 of 32."""
        wins = [winner(("hard",) * 4, 4 * seed) for seed in range(32)]
        assert all(1 <= wins.count(seat) <= 20 for seat in range(4)), "the starter is seat 0 in each"
