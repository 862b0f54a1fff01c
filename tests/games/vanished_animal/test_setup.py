"""How a game and each of its rounds begin (docs/rulings.md 3.1, D3, D17, D18), and what a table can choose."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from bot.engine.randomness import CommittedRandom
from bot.errors import DamagedRecord
from bot.games.vanished_animal.rules.moves import ANIMALS, Name, RoundBegan
from bot.games.vanished_animal.rules.options import OPTIONS, PRESETS, settle
from bot.games.vanished_animal.rules.state import VanishedAnimalState
from bot.games.vanished_animal.rules.view import VanishedSeat

from .states import RNG, RULES, lay, play, right, ring, tokens


def begun(number: int) -> VanishedAnimalState:
    return RULES.begin({}, 2, 0, CommittedRandom(number.to_bytes(32, "big"))).state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_five_hats_stand_in_the_ring_and_the_sixth_is_in_the_box(seats: int) -> None:
    state = RULES.begin({}, seats, 0, RNG).state
    assert len(state.hats) == 5
    assert sorted([*ring(state), state.box.animal]) == sorted(ANIMALS)
    assert len(set(ANIMALS)) == 6


def test_any_animal_may_be_missing_and_lie_anywhere() -> None:
    """D3. Of 600 rounds each of six is in the box about 100 times: 60-140 is more than four deviations wide."""
    states = [begun(number) for number in range(600)]
    for place in (lambda state: state.box.animal, lambda state: state.hats[0].animal):
        found = Counter(map(place, states))
        assert set(found) == set(ANIMALS)
        assert all(60 <= count <= 140 for count in found.values())


def test_a_round_is_mixed_from_a_stream_of_its_own() -> None:
    """The first five of the stream's order go into the ring, the last into the box."""
    state = RULES.begin({}, 3, 0, RNG).state
    assert (*ring(state), state.box.animal) == RNG.stream("round/1").shuffled(ANIMALS)
    state, _ = play(state, right(state))
    assert (*ring(state), state.box.animal) == RNG.stream("round/2").shuffled(ANIMALS)


def test_what_was_done_in_a_round_changes_nothing_of_the_next() -> None:
    one = lay()
    other = lay(("owl", "dove", "frog", "mouse", "hedgehog"))
    after = [play(state, right(state))[0] for state in (one, other)]
    assert ring(after[0]) == ring(after[1])
    assert tokens(after[0]) == tokens(after[1])


@pytest.mark.parametrize("starter", range(4))
def test_whoever_is_to_start_starts_the_first_round(starter: int) -> None:
    """D17: the lobby settles who; the youngest, the host's choice, or the lot."""
    step = RULES.begin({}, 4, starter, RNG)
    assert step.events == (RoundBegan(round=1, starter=starter),)
    assert RULES.to_act(step.state) == starter
    assert RULES.view(step.state, None).starter == starter


def test_nobody_has_a_token_and_all_are_in() -> None:
    assert RULES.begin({}, 3, 0, RNG).state.seats == (VanishedSeat(hat=False, wand=False, out=False, present=True),) * 3


@pytest.mark.parametrize(("seats", "starter"), [(1, 0), (5, 0), (0, 0), (3, 3), (2, -1)])
def test_other_tables_cannot_play(seats: int, starter: int) -> None:
    with pytest.raises(DamagedRecord):
        RULES.begin({}, seats, starter, RNG)


def test_two_to_four_may_play() -> None:
    assert list(RULES.seats) == [2, 3, 4]


def test_the_options_are_these_and_the_first_of_each_is_the_default() -> None:
    """D1, D8, D13."""
    assert [(option.name, option.choices) for option in OPTIONS] == [
        ("swap", ("must", "may")),
        ("expert", ("off", "on")),
        ("fresh", ("off", "on")),
        ("reveal", ("all", "namer")),
    ]
    usual = settle({})
    assert (usual.optional, usual.expert, usual.fresh, usual.open) == (False, False, False, True)
    other = settle({"swap": "may", "expert": "on", "fresh": "on", "reveal": "namer"})
    assert (other.optional, other.expert, other.fresh, other.open) == (True, True, True, False)


def test_the_presets_are_the_sheets_rules_and_its_variant() -> None:
    assert [preset.name for preset in PRESETS] == ["classic", "expert"]
    assert [settle(preset.values).expert for preset in PRESETS] == [False, True]
    assert settle(PRESETS[0].values) == settle({})


@pytest.mark.parametrize("options", [{"swap": "never"}, {"box": "on"}, {"expert": ""}])
def test_what_is_no_option_is_refused(options: dict[str, str]) -> None:
    with pytest.raises(DamagedRecord):
        RULES.begin(options, 2, 0, RNG)


def test_a_state_is_plain_data() -> None:
    """survive-12"""
    state, _ = play(lay(options={"expert": "on"}), Name("rabbit"))
    assert msgspec.json.decode(msgspec.json.encode(state), type=RULES.state_type) == state
