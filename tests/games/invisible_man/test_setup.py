"""How a game begins: hands, piles, seats, options. N1-N3, N15, N49 and docs/rulings.md 2.2."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from bot.engine.randomness import CommittedRandom
from bot.errors import DamagedRecord
from bot.games.invisible_man.rules.moves import Got, HandsDealt, Roll
from bot.games.invisible_man.rules.options import MAX_CHASE_ROUNDS, OPTIONS, PRESETS, settle
from bot.games.invisible_man.rules.state import InvisibleManState
from bot.games.invisible_man.rules.town import TOWN

from .states import DEFAULTS, RNG, RULES, begin, cards, onto_the_street, play, rest, roll

WHOLE: dict[str, Counter[Any]] = {
    "signal": Counter(TOWN.places.keys()),
    "yes": Counter(TOWN.yes),
    "no": Counter(TOWN.no),
    "cloak": Counter(TOWN.cloaks),
}


@pytest.mark.parametrize("seats", RULES.seats)
def test_all_cards_of_the_four_decks_are_in_the_game(seats: int) -> None:
    """20 Signals, 21 YES, 21 NO, 15 Cloaks (rulings.md 2.1)."""
    state = begin(seats)
    assert cards(state) == WHOLE
    assert {deck: sum(count.values()) for deck, count in WHOLE.items()} == {
        "signal": 20,
        "yes": 21,
        "no": 21,
        "cloak": 15,
    }


@pytest.mark.parametrize(("seats", "no"), [(2, 3), (3, 6), (4, 9)])
def test_the_invisible_man_draws_three_no_for_each_policeman_once(seats: int, no: int) -> None:
    """N1, N49: three, six or nine, and no more of them in the turns after."""
    state = begin(seats)
    assert len(state.parts[0].no) == no
    assert len(state.no.left) == 21 - no
    after, _ = roll(state, 1)
    assert len(after.parts[0].no) == no


@pytest.mark.parametrize("seats", RULES.seats)
def test_policemen_begin_on_the_station_with_ten_charges_three_signals_and_three_yes(seats: int) -> None:
    """N2: before the first roll."""
    step = RULES.begin({}, seats, 0, RNG)
    for seat in range(1, seats):
        part = step.state.parts[seat]
        assert (part.charges, part.cell, len(part.signals), len(part.yes)) == (10, TOWN.station, 3, 3)
        assert (part.no, part.cloaks) == ((), ())
    assert step.state.rolls == 0
    assert step.state.pawn is None


@pytest.mark.parametrize("invisible", range(4))
def test_the_invisible_man_moves_first_then_the_policemen_clockwise(invisible: int) -> None:
    """N3: the seat that starts is the one that hides."""
    state = begin(4, invisible)
    assert state.policemen == tuple((invisible + step) % 4 for step in (1, 2, 3))
    order = []
    while state.round == 1:
        order.append(state.turn)
        state = rest(play(state, Roll(), 1)[0])
        if state.phase == "move":
            state = onto_the_street(state)
    assert order == [(invisible + step) % 4 for step in range(4)]


def test_the_deal_is_told_and_every_hand_to_its_owner_alone() -> None:
    step = RULES.begin({"first_cloak": "on"}, 3, 1, RNG)
    assert step.events[0] == HandsDealt(invisible=1)
    for event, part in zip(step.events[1:], step.state.parts, strict=True):
        assert isinstance(event, Got)
        assert (event.signals, event.yes, event.no, event.cloaks) == (part.signals, part.yes, part.no, part.cloaks)
    assert [event.audience for event in step.events] == [None, 0, 1, 2]


def test_the_options_are_these_and_the_defaults_are_the_sheets() -> None:
    assert DEFAULTS == {
        "stop_short": "off",
        "reshuffle": "off",
        "first_cloak": "off",
        "rotate": "off",
        "hidden_digits": "off",
        "stalemate": "on",
        "chase_limit": "on",
    }
    assert [(preset.name, preset.values) for preset in PRESETS] == [("classic", DEFAULTS)]
    assert all(set(option.choices) == {"on", "off"} for option in OPTIONS)


@pytest.mark.parametrize("name", DEFAULTS)
def test_an_option_is_read_by_its_own_name(name: str) -> None:
    other = {"on": "off", "off": "on"}[DEFAULTS[name]]
    before, after = settle(DEFAULTS), settle({**DEFAULTS, name: other})
    changed = {field for field in before.__struct_fields__ if getattr(before, field) != getattr(after, field)}
    assert changed == {name}
    assert getattr(after, name) == (other == "on")


def test_records_of_before_the_limit_of_a_chase_are_played_without_one() -> None:
    """N53, N-a: what a table agreed, and a running game was dealt by, stays as it was."""
    agreed = {name: value for name, value in DEFAULTS.items() if name != "chase_limit"}
    assert settle(agreed).longest_chase is None
    assert settle({**agreed, "chase_limit": "on"}).longest_chase == MAX_CHASE_ROUNDS == 40
    running = msgspec.to_builtins(RULES.begin(agreed, 2, 0, RNG).state)
    del running["settings"]["chase_limit"], running["chase"]
    state = msgspec.convert(running, InvisibleManState)
    assert RULES.view(state, None).longest_chase is None
    assert state == RULES.begin(agreed, 2, 0, RNG).state


@pytest.mark.parametrize("options", [{"stop_short": "perhaps"}, {"night": "on"}])
def test_unknown_options_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(DamagedRecord):
        settle(options)


@pytest.mark.parametrize(("seats", "starter"), [(1, 0), (5, 0), (3, 3), (2, -1)])
def test_other_numbers_of_seats_are_refused(seats: int, starter: int) -> None:
    with pytest.raises(DamagedRecord):
        RULES.begin({}, seats, starter, RNG)


def test_the_invisible_man_can_be_given_a_cloak_to_begin_with() -> None:
    assert len(begin(first_cloak="on").parts[0].cloaks) == 1
    assert begin().parts[0].cloaks == ()


def test_digits_are_those_of_the_town_and_known_to_all() -> None:
    """N15."""
    state = begin(3)
    assert all(RULES.view(state, viewer).digits == TOWN.hits for viewer in (None, 0, 1, 2))


def test_hidden_digits_are_dealt_anew_and_known_to_the_holder_alone() -> None:
    """N15: the town's own are in the rules for all to read, so hiding those would hide nothing."""
    state = begin(3, hidden_digits="on")
    assert sorted(state.digits.values()) == sorted(TOWN.hits.values())
    assert state.digits != TOWN.hits
    assert RULES.view(state, None).digits == RULES.view(state, 0).digits == {}
    for seat in (1, 2):
        held = state.parts[seat].signals
        assert RULES.view(state, seat).digits == {place: state.digits[place] for place in held}


def test_an_open_signal_shows_its_hidden_digits_to_all() -> None:
    """N15."""
    state = begin(3, hidden_digits="on")
    after, events = roll(state, 6)
    place = state.signals[0]
    assert RULES.view(after, None).digits == {place: state.digits[place]}
    assert next(event for event in events if hasattr(event, "hits")).hits == state.digits[place]


def test_another_key_deals_other_cards() -> None:
    assert RULES.begin({}, 4, 0, CommittedRandom(b"other")).state != begin(4)
    assert begin(4) == begin(4)
