"""A finished game can be proved, and whatever was changed about it is found (survive-96)."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from bot.engine.randomness import CommittedRandom, commitment, game_key
from bot.engine.replay import LEAVE, Difference, GameRecord, RecordedMove, replay, rng_of, starter_of, verify
from bot.engine.rules import Event
from bot.errors import DamagedRecord, RunningGame
from bot.games.court_hats.rules.game import CourtHatsRules
from bot.games.court_hats.rules.moves import CourtEnded, HatOpened, SawHat

from .court_hats.golden import GAMES, recorded

RULES = CourtHatsRules()
HISTORY, LINES = recorded(**GAMES["four_and_one_leaves"])
HISTORY = replace(HISTORY, moves=tuple(line.move for line in LINES if line.move))
EVENTS: list[tuple[Event, ...]] = [line.events for line in LINES]
OTHER_SEED = bytes(31) + b"\x01"


def test_a_game_that_was_played_as_committed_is_fair() -> None:
    verdict = verify(RULES, HISTORY, EVENTS)
    assert verdict.fair
    assert verdict.seed_fits
    assert verdict.steps == len(LINES) == 1 + len(HISTORY.moves)
    assert (verdict.broken, verdict.difference) == (None, None)


def test_the_commitment_may_be_written_in_capitals() -> None:
    assert verify(RULES, replace(HISTORY, commitment=HISTORY.commitment.upper()), EVENTS).fair


def test_a_seed_that_was_not_committed_is_found() -> None:
    verdict = verify(RULES, replace(HISTORY, commitment=commitment(OTHER_SEED)), EVENTS)
    assert not verdict.fair
    assert not verdict.seed_fits
    assert verdict.difference is None, "the game was dealt from the seed shown, only not from the one promised"


def test_cards_dealt_from_another_seed_are_found() -> None:
    changed = replace(HISTORY, seed=OTHER_SEED.hex(), commitment=commitment(OTHER_SEED), abandoned=True)
    verdict = verify(RULES, changed, EVENTS)
    assert verdict.seed_fits
    assert not verdict.fair
    assert verdict.difference is not None


@pytest.mark.parametrize(
    "change",
    [
        {"presses": ("a", "b", "c", "d")},
        {"seats": ("test:2", "test:1", "test:3", "test:4")},
        {"options": HISTORY.options | {"magic_hats": "off"}},
        {"game": "other"},
        {"starter": (starter_of(None, 4, rng_of(HISTORY)) + 1) % 4},
    ],
    ids=lambda change: next(iter(change)),
)
def test_whatever_was_agreed_otherwise_is_found(change: dict[str, object]) -> None:
    changed = replace(HISTORY, abandoned=True, **change)
    assert not verify(RULES, changed, EVENTS).fair


def index_of(kind: type[Event]) -> tuple[int, int]:
    """Find the first event of a kind: its step and its place in it."""
    return next((n, i) for n, events in enumerate(EVENTS) for i, event in enumerate(events) if isinstance(event, kind))


def with_event(step: int, index: int, *events: Event) -> list[tuple[Event, ...]]:
    """Return the record with one event replaced by these."""
    told = list(EVENTS)
    told[step] = (*told[step][:index], *events, *told[step][index + 1 :])
    return told


@pytest.mark.parametrize("kind", [SawHat, HatOpened, CourtEnded])
def test_an_event_told_otherwise_is_found_where_it_is(kind: type[Event]) -> None:
    step, index = index_of(kind)
    false = replace(EVENTS[step][index], **({"hats": ()} if kind is CourtEnded else {"hat": "none"}))
    assert verify(RULES, HISTORY, with_event(step, index, false)).difference == Difference(step, index)


def test_an_event_told_to_the_wrong_seat_is_found() -> None:
    step, index = index_of(SawHat)
    leaked = replace(EVENTS[step][index], audience=None)
    assert verify(RULES, HISTORY, with_event(step, index, leaked)).difference == Difference(step, index)


def test_an_event_left_out_and_one_too_many_are_found() -> None:
    step, index = index_of(SawHat)
    saw = EVENTS[step][index]
    assert verify(RULES, HISTORY, with_event(step, index)).difference == Difference(step, index)
    assert verify(RULES, HISTORY, with_event(step, index, saw, saw)).difference == Difference(step, index + 1)


def test_a_step_left_out_and_one_too_many_are_found() -> None:
    last = len(EVENTS) - 1
    assert verify(RULES, HISTORY, EVENTS[:-1]).difference == Difference(last, 0)
    assert verify(RULES, HISTORY, [*EVENTS, EVENTS[0]]).difference == Difference(last + 1, 0)


@pytest.mark.parametrize(
    "move",
    [
        RecordedMove(0, "{}"),
        RecordedMove(0, "not JSON"),
        RecordedMove(0, '{"type":"fly","slot":1}'),
        RecordedMove(0, '{"type":"peek","slot":"1"}'),
        RecordedMove(0, '{"type":"peek","slot":99}'),
        RecordedMove(9, '{"type":"peek","slot":1}'),
    ],
    ids=["empty", "not JSON", "unknown", "mistyped", "no such slot", "no such seat"],
)
def test_a_move_that_nobody_can_have_made_is_found_where_it_is(move: RecordedMove) -> None:
    changed = replace(HISTORY, moves=(*HISTORY.moves[:5], move, *HISTORY.moves[5:]))
    verdict = verify(RULES, changed, EVENTS)
    assert (verdict.fair, verdict.broken, verdict.steps) == (False, 6, 6)
    assert verdict.difference is None, "what came before is as it was told"


def test_a_move_after_the_end_is_found() -> None:
    changed = replace(HISTORY, moves=(*HISTORY.moves, RecordedMove(0, '{"type":"peek","slot":1}')))
    assert verify(RULES, changed, EVENTS).broken == len(LINES)


@pytest.mark.parametrize(
    "change",
    [{"options": {"vote": "on"}}, {"seats": ()}, {"seats": ("test:1",)}, {"starter": 4}],
    ids=["option", "nobody", "alone", "starter"],
)
def test_a_game_that_these_rules_cannot_deal_is_found_at_the_deal(change: dict[str, object]) -> None:
    verdict = verify(RULES, replace(HISTORY, **change), EVENTS)
    assert (verdict.fair, verdict.broken, verdict.steps) == (False, 0, 0)


def test_another_version_of_the_rules_accuses_nobody() -> None:
    older = replace(HISTORY, rules_version=RULES.version - 1)
    verdict = verify(RULES, older, EVENTS)
    assert (verdict.other_rules, verdict.seed_fits, verdict.broken, verdict.difference) == (True, True, None, None)
    assert not verdict.fair
    with pytest.raises(DamagedRecord, match="version"):
        next(replay(RULES, older))


@pytest.mark.parametrize("seed", ["", "zz", "00" * 31])
def test_a_damaged_seed_fits_no_commitment(seed: str) -> None:
    verdict = verify(RULES, replace(HISTORY, seed=seed), EVENTS)
    assert (verdict.seed_fits, verdict.broken, verdict.fair) == (False, 0, False)
    with pytest.raises(DamagedRecord):
        rng_of(replace(HISTORY, seed=seed))


def test_a_game_that_still_runs_is_refused() -> None:
    with pytest.raises(RunningGame):
        verify(RULES, replace(HISTORY, moves=HISTORY.moves[:-1]), EVENTS[:-1])
    with pytest.raises(RunningGame):
        verify(RULES, replace(HISTORY, moves=()), EVENTS[:1])


def test_a_game_stopped_before_its_end_can_be_proved_as_far_as_it_went() -> None:
    stopped = replace(HISTORY, moves=HISTORY.moves[:10], abandoned=True)
    verdict = verify(RULES, stopped, EVENTS[:11])
    assert verdict.fair
    assert verdict.steps == 11


def test_a_replay_gives_the_states_that_play_gives() -> None:
    """survive-7: the same history is the same game, in every process and at any time."""
    rng = rng_of(HISTORY)
    steps = list(replay(RULES, HISTORY))
    for step, move, after in zip(steps, HISTORY.moves, steps[1:], strict=False):
        if move.action == LEAVE:
            assert RULES.leave(step.state, move.seat, rng).state == after.state
        else:
            action = next(a for a in RULES.legal(step.state, move.seat) if encoded(a) == move.action)
            assert RULES.play(step.state, move.seat, action, rng).state == after.state


def encoded(action: object) -> str:
    return msgspec.json.encode(action).decode()


def test_the_key_is_made_of_all_that_was_agreed() -> None:
    key = game_key(
        bytes.fromhex(HISTORY.seed),
        game=HISTORY.game,
        rules_version=HISTORY.rules_version,
        options=HISTORY.options,
        seats=HISTORY.seats,
        presses=HISTORY.presses,
    )
    assert CommittedRandom(key).stream("any").shuffled(range(50)) == rng_of(HISTORY).stream("any").shuffled(range(50))


def test_a_starter_that_was_agreed_on_starts() -> None:
    assert [starter_of(seat, 3, CommittedRandom(bytes(32))) for seat in range(3)] == [0, 1, 2]


def test_a_starter_that_is_drawn_comes_from_a_stream_of_its_own() -> None:
    rng = CommittedRandom(bytes(32))
    assert starter_of(None, 4, rng) == rng.stream("starter").below(4)


def test_every_seat_may_be_drawn_to_start() -> None:
    drawn = [starter_of(None, 4, CommittedRandom(bytes([n]) * 32)) for n in range(64)]
    assert set(drawn) == {0, 1, 2, 3}


def test_a_history_is_plain_data() -> None:
    assert msgspec.json.decode(msgspec.json.encode(HISTORY), type=GameRecord) == HISTORY
