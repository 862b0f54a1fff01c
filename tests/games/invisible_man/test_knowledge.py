"""Non-interference: what a viewer may not know changes nothing that reaches them. rulings.md 2.4, N12-N15, N27."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Action, Event, Seat, replace
from bot.games.invisible_man.rules.moves import Checked, Cloaked, Got, MovePawn, PlaceCard, SignalOpened
from bot.games.invisible_man.rules.state import Discard, InvisibleManState, Pile
from bot.games.invisible_man.rules.town import TOWN
from bot.games.invisible_man.rules.view import CardView, HandView, InvisibleManView, TownSeat
from tests.games.knowledge import seen_of, told
from tests.games.lawful import any_options

from .states import RNG, RULES, at_the_door, lay, play, with_dice

OPTIONS = any_options(RULES)
RANDOMS = st.integers(0, 2**32).map(random.Random)
VIEWERS: tuple[Seat | None, ...] = (None, 0, 1, 2)
seen = partial(seen_of, RULES)
SECRETS = ("no", "cloak", "yes", "signal", "digits")
REVEALS = (SignalOpened, Checked, Cloaked)


def somewhere(options: dict[str, str], rng: random.Random, steps: int = 160) -> InvisibleManState:
    """Play a random way into a game of four, never to its end; places are entered more often than not."""
    committed = CommittedRandom(rng.randbytes(32))
    state = RULES.begin(options, 4, rng.randrange(4), committed).state
    for _ in range(rng.randrange(steps)):
        seat = RULES.to_act(state)
        assert seat is not None
        legal = RULES.legal(state, seat)
        doors = [action for action in legal if isinstance(action, MovePawn) and action.cell in TOWN.buildings]
        after = RULES.play(state, seat, rng.choice(doors if doors and rng.random() < 0.6 else legal), committed).state
        if RULES.outcome(after) is not None:
            break
        state = after
    return state


class Pool:
    """Values of one kind that lie where a viewer cannot look: taken out in order, shuffled, put back in order."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.values, self.mixed = rng, [], iter(())  # type: ignore[var-annotated]

    def take(self, values: tuple[Any, ...]) -> None:
        self.values.extend(values)

    def mix(self) -> None:
        self.rng.shuffle(self.values)
        self.mixed = iter(self.values)

    def give(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(next(self.mixed) for _ in values)


def permuted(
    state: InvisibleManState, rng: random.Random, viewer: Seat | None, secret: str, at: str | None = None
) -> InvisibleManState:
    """Permute one kind of secret that the viewer may not know; cards on the place `at` and its Signal stay."""
    if secret == "signal":
        return _signals(state, rng, viewer, at)
    if secret == "digits":
        return _digits(state, rng, viewer, at)
    return _values(state, rng, viewer, secret, at)


def _values(
    state: InvisibleManState, rng: random.Random, viewer: Seat | None, deck: str, at: str | None
) -> InvisibleManState:
    hand = {"yes": "yes", "no": "no", "cloak": "cloaks"}[deck]
    pile: Pile = getattr(state, deck)
    others = [seat for seat in range(len(state.parts)) if seat != viewer]
    under = [card for card in state.laid if card.kind == deck and card.by != viewer and card.place != at]
    closed = [spent for spent in pile.spent if not spent.shown]
    pool = Pool(rng)
    sources = [pile.left, *(getattr(state.parts[seat], hand) for seat in others)]
    for source in (*sources, tuple(card.value for card in under), tuple(spent.value for spent in closed)):
        pool.take(source)
    pool.mix()
    left = pool.give(pile.left)
    parts = list(state.parts)
    for seat in others:
        held: dict[str, Any] = {hand: pool.give(getattr(parts[seat], hand))}
        parts[seat] = replace(parts[seat], **held)
    laid = {card.number: pool.give((card.value,))[0] for card in under}
    spent = tuple(one if one.shown else Discard(pool.give((one.value,))[0], False) for one in pile.spent)
    mixed: dict[str, Any] = {deck: Pile(left, spent, pile.shuffles)}
    return replace(
        state,
        parts=tuple(parts),
        laid=tuple(replace(card, value=laid.get(card.number, card.value)) for card in state.laid),
        **mixed,
    )


def _signals(state: InvisibleManState, rng: random.Random, viewer: Seat | None, at: str | None) -> InvisibleManState:
    pool = Pool(rng)
    others = [seat for seat in range(len(state.parts)) if seat != viewer]

    def loose(signals: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(signal for signal in signals if signal != at)

    for source in (state.signals, *(state.parts[seat].signals for seat in others)):
        pool.take(loose(source))
    pool.mix()

    def refilled(signals: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(signal if signal == at else pool.give((signal,))[0] for signal in signals)

    pile, parts = refilled(state.signals), list(state.parts)
    for seat in others:
        parts[seat] = replace(parts[seat], signals=refilled(parts[seat].signals))
    return replace(state, signals=pile, parts=tuple(parts))


def _digits(state: InvisibleManState, rng: random.Random, viewer: Seat | None, at: str | None) -> InvisibleManState:
    if not state.settings.hidden_digits:
        return state
    known = {*state.opened, at, *(() if viewer is None else state.parts[viewer].signals)}
    closed = [place for place in state.digits if place not in known]
    mixed = rng.sample([state.digits[place] for place in closed], len(closed))
    return replace(state, digits={**state.digits, **dict(zip(closed, mixed, strict=True))})


def the_same(action: Action, state: InvisibleManState, other: InvisibleManState, seat: Seat) -> Action:
    """Return what is the same action to all eyes in another state: a card of the hand goes by its position."""
    if not isinstance(action, PlaceCard):
        return action
    hand = "no" if seat == state.invisible else "yes"
    position = getattr(state.parts[seat], hand).index(action.value)
    return PlaceCard(getattr(other.parts[seat], hand)[position], action.place)


@pytest.mark.parametrize("secret", SECRETS)
@given(options=OPTIONS, rng=RANDOMS)
def test_no_view_and_no_choice_depends_on_a_secret(secret: str, options: dict[str, str], rng: random.Random) -> None:
    state = somewhere(options, rng)
    for viewer in (*VIEWERS, 3):
        assert seen(state, viewer) == seen(permuted(state, rng, viewer, secret), viewer)


@pytest.mark.parametrize("secret", SECRETS)
@given(options=OPTIONS, rng=RANDOMS, viewer=st.sampled_from(VIEWERS))
def test_nothing_that_happens_tells_a_secret_until_it_is_turned_up(
    secret: str, options: dict[str, str], rng: random.Random, viewer: Seat | None
) -> None:
    """The same actions to all eyes give the same events and views, up to a lawful reveal."""
    state = somewhere(options, rng)
    other = permuted(state, rng, viewer, secret)
    for _ in range(25):
        seat = RULES.to_act(state)
        assert seat is not None
        action = rng.choice(RULES.legal(state, seat))
        if isinstance(action, MovePawn) and action.cell in TOWN.places and seat != state.invisible:
            return
        after = RULES.play(state, seat, action, RNG)
        if any(isinstance(event, REVEALS) for event in after.events) or draws_for(after.events, viewer):
            return
        other_after = RULES.play(other, seat, the_same(action, state, other, seat), RNG)
        assert told(after.events, viewer) == told(other_after.events, viewer)
        state, other = after.state, other_after.state
        assert seen(state, viewer) == seen(other, viewer)
        if RULES.outcome(state) is not None:
            return


def draws_for(events: tuple[Event, ...], viewer: Seat | None) -> bool:
    """Return whether a viewer drew cards: what lay in the pile is then lawfully the viewer's to know."""
    return any(isinstance(event, Got) and event.audience == viewer for event in events)


@pytest.mark.parametrize("secret", SECRETS)
@given(options=OPTIONS, rng=RANDOMS, viewer=st.sampled_from((None, 0, 2)))
def test_a_check_tells_that_place_and_no_more(
    secret: str, options: dict[str, str], rng: random.Random, viewer: Seat | None
) -> None:
    """rulings.md 2.4: the Signal, all cards of the place, the dice; no other card that anybody holds or has laid."""
    state = RULES.begin(options, 3, 0, CommittedRandom(rng.randbytes(32))).state
    signals = tuple(signal for signal in state.signals if signal != "bank")
    part = state.parts[2]
    parts = (*state.parts[:2], replace(part, signals=tuple(s for s in part.signals if s != "bank")))
    state = at_the_door(replace(state, signals=signals, parts=parts), 1, "bank")
    state = lay(state, ("yes", "bank", 3, 1), ("no", "bank", 2, 0), ("yes", "hotel", 2, 2), ("no", "hotel", 4, 0))
    state = with_dice(state, *(rng.randint(1, 6) for _ in range(3)))
    other = permuted(state, rng, viewer, secret, at="bank")
    (after, events), (other_after, other_events) = play(state, MovePawn("bank")), play(other, MovePawn("bank"))
    assert told(events, viewer) == told(other_events, viewer)
    if not draws_for(events, viewer):
        assert seen(after, viewer) == seen(other_after, viewer)


@pytest.mark.parametrize("secret", ["no", "yes"])
@given(options=OPTIONS, rng=RANDOMS, viewer=st.sampled_from(VIEWERS))
def test_a_signal_opened_by_a_six_tells_no_value(
    secret: str, options: dict[str, str], rng: random.Random, viewer: Seat | None
) -> None:
    """N27: the cards of that place go face down."""
    state = RULES.begin(options, 4, 0, CommittedRandom(rng.randbytes(32))).state
    place = state.signals[0]
    state = with_dice(lay(state, ("yes", place, 3, 1), ("no", place, 2, 0), ("yes", place, 1, 2)), 6)
    other = permuted(state, rng, viewer, secret)
    legal = RULES.legal(state, 0)
    after, other_after = (RULES.play(moment, 0, legal[0], RNG) for moment in (state, other))
    assert told(after.events, viewer) == told(other_after.events, viewer)
    assert seen(after.state, viewer) == seen(other_after.state, viewer)


def test_the_permutations_really_change_what_is_hidden() -> None:
    """Else all of the above would prove nothing."""
    rng = random.Random(4)
    state = somewhere({"hidden_digits": "on"}, rng)
    for secret in SECRETS:
        assert any(permuted(state, rng, None, secret) != state for _ in range(5)), secret


@pytest.mark.parametrize(
    ("struct", "fields"),
    [
        (CardView, ("number", "kind", "place", "value")),
        (TownSeat, ("cards", "charges", "cell", "out")),
        (HandView, ("signals", "yes", "no", "cloaks")),
    ],
)
def test_a_view_has_no_place_for_more_than_table_2_4(struct: type[Any], fields: tuple[str, ...]) -> None:
    assert struct.__struct_fields__ == fields


def test_only_a_seats_own_view_has_a_hand_and_nothing_else_differs_but_values_and_digits() -> None:
    state = lay(somewhere({}, random.Random(7)), ("yes", "hotel", 1, 1), ("no", "hotel", 1, 0))
    public = RULES.view(state, None)
    assert public.hand is None
    bare: Callable[[InvisibleManView], InvisibleManView] = lambda view: msgspec.structs.replace(  # noqa: E731
        view, hand=None, cards=tuple(msgspec.structs.replace(card, value=None) for card in view.cards)
    )
    for seat in range(4):
        assert bare(RULES.view(state, seat)) == public
    assert all(card.value is None for card in public.cards)
