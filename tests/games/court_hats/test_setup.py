"""Court Hats is laid as docs/rulings.md 1.1-1.5 say, and lets a table choose what they name."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Swap
from bot.errors import DamagedRecord
from bot.games.court_hats.rules.moves import KINDS, MAGIC, MAX_UNOPENED, CourtAction, LayoutDealt, OpenHat, Peek
from bot.games.court_hats.rules.options import settle
from bot.games.court_hats.rules.state import CourtHatsState, is_dead

from .states import RNG, RULES, cards, play

DEAD_OPENING = CommittedRandom((3507).to_bytes(32, "big"))
"""The first key, counted up from 0, whose first shuffle is dead with magic hats (1 opening in 6588 is)."""


def test_the_deck_has_ten_kinds_twice_and_four_magic_hats() -> None:
    characters, hats = cards(RULES.begin({}, 2, 0, RNG).state)
    assert len(set(KINDS)) == 10
    assert Counter(characters) == dict.fromkeys(KINDS, 2)
    assert Counter(hats) == {**dict.fromkeys(KINDS, 2), MAGIC: 4}


def test_seven_characters_lie_with_a_hat_each_and_nobody_has_anything() -> None:
    state = RULES.begin({}, 4, 0, RNG).state
    assert len(state.row) == 7
    assert all(state.row)
    assert (len(state.characters), len(state.hats)) == (13, 17)
    assert [(seat.pairs, seat.magic, seat.chips, seat.present) for seat in state.seats] == [((), 0, 0, True)] * 4
    assert not is_dead(state.row)


def test_without_magic_hats_both_piles_have_thirteen() -> None:
    state = RULES.begin({"magic_hats": "off"}, 2, 0, RNG).state
    assert MAGIC not in cards(state)[1]
    assert (len(state.characters), len(state.hats)) == (13, 13)
    assert not RULES.view(state, None).magic_hats


@pytest.mark.parametrize("starter", [0, 1, 2])
def test_whoever_is_to_start_starts_and_the_turn_goes_clockwise(starter: int) -> None:
    step = RULES.begin({}, 3, starter, RNG)
    assert step.events == (LayoutDealt(starter=starter),)
    order, state = [], step.state
    for slot in range(4):
        order.append(RULES.to_act(state))
        state, _ = play(state, Peek(slot))
    assert order == [(starter + turn) % 3 for turn in range(4)]


def test_a_dead_opening_is_dealt_anew_before_anybody_sees_it() -> None:
    step = RULES.begin({}, 2, 0, DEAD_OPENING)
    assert step.state.deals == 2, "the first shuffle of this key is dead"
    assert not is_dead(step.state.row)
    assert step.events == (LayoutDealt(starter=0),)
    assert len(step.state.hats) == 17


def test_the_same_key_deals_the_same_game() -> None:
    """survive-7: who waits for a restart gets no other cards."""
    first = RULES.begin({}, 4, 2, CommittedRandom(b"k" * 32)).state
    assert RULES.begin({}, 4, 2, CommittedRandom(b"k" * 32)).state == first
    assert RULES.begin({}, 4, 2, CommittedRandom(b"l" * 32)).state != first


def test_the_options_are_these_and_their_defaults_are_those_of_sheet_000() -> None:
    assert [(option.name, option.choices) for option in RULES.options] == [
        ("swap_ban", ("on", "off")),
        ("peek_ban", ("off", "on")),
        ("magic_hats", ("on", "off")),
        ("dead_layout", ("redeal", "restart")),
        ("short_game", ("off", "on")),
        ("tie_break", ("shared", "fewer_chips")),
        ("stalemate", ("on", "off")),
    ]
    assert settle(RULES.presets[0].values) == settle({})


def test_records_of_before_the_limit_are_played_without_one() -> None:
    """H26, N-b: what a table agreed, and a running game was dealt by, stays as it was."""
    before = {"swap_ban": "on", "peek_ban": "off", "magic_hats": "on", "dead_layout": "redeal", "short_game": "off"}
    assert settle(before).patience is None
    assert settle({**before, "stalemate": "on"}).patience == MAX_UNOPENED
    running = msgspec.to_builtins(RULES.begin(before, 2, 0, RNG).state)
    del running["settings"]["stalemate"]
    state = msgspec.convert(running, CourtHatsState)
    assert RULES.view(state, None).patience is None


def test_each_edition_sets_its_bans_and_nothing_else() -> None:
    assert {preset.name: preset.values for preset in RULES.presets} == {
        "sheet_000": {"swap_ban": "on", "peek_ban": "off"},
        "sheet_003": {"swap_ban": "on", "peek_ban": "on"},
        "sheet_004": {"swap_ban": "off", "peek_ban": "off"},
    }


@pytest.mark.parametrize("options", [{"swap_ban": "maybe"}, {"vote": "on"}, {"": ""}, {"magic_hats": ""}])
def test_options_that_do_not_exist_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(DamagedRecord):
        RULES.begin(options, 2, 0, RNG)


@pytest.mark.parametrize(("seats", "starter"), [(1, 0), (5, 0), (0, 0), (2, 2), (2, -1)])
def test_two_to_four_play_and_one_of_them_starts(seats: int, starter: int) -> None:
    assert list(RULES.seats) == [2, 3, 4]
    with pytest.raises(DamagedRecord):
        RULES.begin({}, seats, starter, RNG)


def test_a_state_is_plain_data_that_json_holds_whole() -> None:
    """survive-12"""
    state, _ = play(RULES.begin({}, 3, 1, RNG).state, Peek(0), Swap(1, 2), OpenHat(3), Swap(5, 6))
    assert msgspec.json.decode(msgspec.json.encode(state), type=RULES.state_type) == state
    assert RULES.state_type is CourtHatsState


@pytest.mark.parametrize("action", [Peek(3), Swap(1, 4), OpenHat(0)])
def test_an_action_survives_json_and_is_told_apart_by_its_tag(action: CourtAction) -> None:
    encoded = msgspec.json.encode(action)
    assert msgspec.json.decode(encoded, type=RULES.action_type) == action


def test_a_swap_names_the_same_two_slots_in_either_order() -> None:
    assert Swap(5, 2) == Swap(2, 5)
    assert (Swap(5, 2).a, Swap(5, 2).b) == (2, 5)
    assert msgspec.json.decode(b'{"type":"swap","a":5,"b":2}', type=RULES.action_type) == Swap(2, 5)
