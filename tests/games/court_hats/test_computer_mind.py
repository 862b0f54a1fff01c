"""What computers of Court Hats hold in mind: never what they have forgotten, and odds that add up."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.engine.computer_random import ComputerRandom
from bot.engine.rules import Swap
from bot.games.court_hats.ai.memory import FACTS, HELD, childlike, lately
from bot.games.court_hats.ai.odds import odds_of, unseen
from bot.games.court_hats.ai.reading import read
from bot.games.court_hats.rules.moves import KINDS, MAGIC, CourtEvent, HatOpened, Peek, Redealt, RowSwapped, SawHat
from tests.games.lawful import any_options

from .played_game import PlayedGame, anywhere
from .states import EMPTY, RULES, lay

RANDOMS = st.integers(0, 2**32).map(random.Random)
SEATS = 3
Memory = Callable[[Sequence[CourtEvent]], Mapping[int, str]]
CHILD: Memory = lambda seen: childlike(seen, ComputerRandom("child"), SEATS)  # noqa: E731


@pytest.mark.parametrize("memory", [lately, CHILD])
@given(options=any_options(RULES), rng=RANDOMS)
@settings(max_examples=30, deadline=None)
def test_what_is_forgotten_stays_forgotten(memory: Memory, options: dict[str, str], rng: random.Random) -> None:
    """With each event what is remembered shrinks, but for the hat that the event itself shows."""
    seen = anywhere(options, SEATS, rng).seen[0]
    before: Mapping[int, str] = {}
    for length, event in enumerate(seen, 1):
        now = memory(seen[:length])
        fresh = (event.slot, event.hat) if isinstance(event, SawHat | HatOpened) else None
        known = sorted(before.values()) if isinstance(event, RowSwapped) else sorted(before.items())
        left = [item for item in now.items() if item != fresh]
        for item in [hat for _, hat in left] if isinstance(event, RowSwapped) else left:
            known.remove(item)  # type: ignore[arg-type]  # or it was not there
        before = now


@given(any_options(RULES), RANDOMS)
@settings(max_examples=40, deadline=None)
def test_what_normal_remembers_is_true(options: dict[str, str], rng: random.Random) -> None:
    sitting = anywhere(options, SEATS, rng)
    for seen in sitting.seen:
        remembered = lately(seen)
        assert {slot: held.hat for slot in remembered if (held := sitting.state.row[slot])} == remembered


def test_normal_remembers_a_dozen_facts() -> None:
    """One hat, then eleven other facts, then a twelfth."""
    saw = SawHat(audience=0, slot=0, hat="king")
    other = [SawHat(audience=0, slot=1, hat="cook")] * (FACTS - 1)
    assert lately([saw, *other]) == {0: "king", 1: "cook"}
    assert lately([saw, *other, other[0]]) == {1: "cook"}
    idle = [RowSwapped(seat=1, a=4, b=5)] * 30
    assert lately([saw, *idle]) == {0: "king"}, "swaps of what it does not remember are no facts"
    assert lately([saw, Redealt(restart=False)]) == {}


@given(any_options(RULES), RANDOMS)
@settings(max_examples=30, deadline=None)
def test_easy_remembers_three_hats_at_most(options: dict[str, str], rng: random.Random) -> None:
    assert all(len(CHILD(seen)) <= HELD for seen in anywhere(options, SEATS, rng).seen)


def test_easy_errs_and_forgets() -> None:
    saw, swap = SawHat(audience=0, slot=0, hat="king"), RowSwapped(seat=1, a=0, b=1)
    minds = [childlike([saw, swap], ComputerRandom(str(number)), 2) for number in range(60)]
    assert {0: "king"} in minds, "it was not noticed that the hat is gone"
    assert {1: "king"} in minds
    idle = [RowSwapped(seat=1, a=4, b=5)]
    assert any(not childlike([saw, *idle * 4], ComputerRandom(str(number)), 2) for number in range(60))
    assert all(not childlike([saw, *idle * 8], ComputerRandom(str(number)), 2) for number in range(60)), (
        "four rounds of two"
    )


class TestOdds:
    def test_at_first_every_hat_is_as_likely_as_there_are_of_it(self) -> None:
        """H1: two of each of ten kinds and four magic hats, 24 in all."""
        state = lay()
        odds = odds_of(RULES.view(state, 0), read(0, RULES.view(state, 0), []))
        assert odds == [{**dict.fromkeys(KINDS, 2 / 24), MAGIC: 4 / 24}] * 7

    def test_hats_won_and_hats_seen_are_not_counted(self) -> None:
        """24 less two dragons' and one cook's that were won, a magic hat taken, and the princess's in slot 2."""
        seats = (replace(EMPTY, pairs=("dragon", "dragon")), replace(EMPTY, pairs=("cook",), magic=1), EMPTY)
        row = (("king", "king"), ("king", "maid"), ("wizard", "princess"), *((kind, kind) for kind in KINDS[4:8]))
        sitting = PlayedGame(lay(row, seats=seats)).do(Peek(2))
        view = RULES.view(sitting.state, 0)
        reading = read(0, view, sitting.seen[0])
        odds = odds_of(view, reading)
        assert odds[2] == {"princess": 1.0}
        assert sum(unseen(view, reading).values()) == 24 - 3 - 1 - 1
        assert odds[0] == pytest.approx(
            {**dict.fromkeys(["king", "wizard", "jester", "knight", "maid", "witch", "pirate"], 2 / 19)}
            | {"princess": 1 / 19, "cook": 1 / 19, MAGIC: 3 / 19}
        )

    @given(any_options(RULES), RANDOMS)
    @settings(max_examples=40, deadline=None)
    def test_odds_add_up_and_never_rule_out_the_truth(self, options: dict[str, str], rng: random.Random) -> None:
        sitting = anywhere(options, SEATS, rng)
        for seat, seen in enumerate(sitting.seen):
            view = RULES.view(sitting.state, seat)
            reading = read(seat, view, seen)
            piles = sum(hat is not None and hat.kind is None for hat in reading.hats) + view.hat_pile
            assert sum(unseen(view, reading).values()) == piles
            for slot, odds in zip(sitting.state.row, odds_of(view, reading), strict=True):
                assert (slot is None) == (not odds)
                if slot:
                    assert odds[slot.hat] > 0
                    assert sum(odds.values()) == pytest.approx(1)

    def test_who_leaves_alone_what_they_saw_knows_that_it_does_not_fit(self) -> None:
        sitting = PlayedGame(lay()).do(Peek(3), Peek(0), Peek(4), Peek(5))
        view = RULES.view(sitting.state, 2)
        odds = odds_of(view, read(2, view, sitting.seen[2]))
        assert odds[3]["princess"] < 0.3 * odds[6]["maid"], "seat 0 has had a turn since it peeked at slot 3"
        assert odds[0]["dragon"] == odds[6]["maid"], "seat 1 has not"

    def test_who_swaps_what_they_saw_means_to_make_a_pair(self) -> None:
        sitting = PlayedGame(lay()).do(Peek(3), Peek(0), Peek(4), Swap(2, 3))
        view = RULES.view(sitting.state, 1)
        odds = odds_of(view, read(1, view, sitting.seen[1]))
        assert odds[2]["wizard"] > 0.5
        assert odds[3]["princess"] < 0.2, "seat 0 has not seen the hat that went there"

    def test_a_seat_whose_swaps_mean_nothing_is_believed_less(self) -> None:
        sitting = PlayedGame(lay()).do(Peek(3), Peek(0), Peek(4), Swap(2, 3), Peek(2))
        view = RULES.view(sitting.state, 1)
        habits = read(1, view, sitting.seen[1]).habits
        assert (habits[0].meant, habits[0].swapped) == (4.0, 5.5), "it was the wizard's hat, as the swap said"
        sitting = PlayedGame(lay()).do(Peek(5), Peek(0), Peek(4), Swap(2, 5), Peek(2))
        habits = read(1, RULES.view(sitting.state, 1), sitting.seen[1]).habits
        assert (habits[0].meant, habits[0].swapped) == (3.0, 5.5), "it was the jester's"
        assert habits[0].purpose < habits[1].purpose
