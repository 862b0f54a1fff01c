"""Chance is what docs/fairness.md says it is, and favours nothing."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.randomness import SEED_BYTES, CommittedRandom, RandomStream, commitment, game_key, new_seed

KEY = bytes(range(32))
AGREED: dict[str, Any] = {
    "game": "court_hats",
    "rules_version": 1,
    "options": {"swap_ban": "on", "peek_ban": "off"},
    "seats": ["telegram:7", "telegram:8"],
    "presses": ["p1", "p2"],
}


def block(label: str, number: int) -> bytes:
    """Compute a block of a stream as docs/fairness.md states it: label, then the counter in 8 bytes."""
    return hmac.new(KEY, label.encode() + number.to_bytes(8, "big"), hashlib.sha256).digest()


def test_every_seed_is_new_and_has_256_bits() -> None:
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {SEED_BYTES} == {32}


def test_a_commitment_is_the_sha256_of_the_seed() -> None:
    # FIPS 180-4's example for "abc"; any bytes will do as a seed here.
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_the_key_is_the_hmac_of_what_was_agreed_written_as_json() -> None:
    text = (
        '{"game":"court_hats","options":{"peek_ban":"off","swap_ban":"on"},"presses":["p1","p2"],'
        '"rules_version":1,"seats":["telegram:7","telegram:8"]}'
    )
    assert game_key(KEY, **AGREED) == hmac.new(KEY, text.encode(), hashlib.sha256).digest()


def test_the_order_in_which_options_were_chosen_does_not_matter() -> None:
    other = {**AGREED, "options": {"peek_ban": "off", "swap_ban": "on"}}
    assert game_key(KEY, **other) == game_key(KEY, **AGREED)


@pytest.mark.parametrize(
    "change",
    [
        {"game": "other"},
        {"rules_version": 2},
        {"options": {"swap_ban": "off", "peek_ban": "off"}},
        {"seats": ["telegram:8", "telegram:7"]},
        {"presses": ["p2", "p1"]},
        {"presses": ["p1,p2"]},
        {"seats": ["telegram:7"], "presses": ["telegram:8", "p1", "p2"]},
    ],
    ids=lambda change: "-".join(change),
)
def test_whatever_was_agreed_otherwise_makes_another_key(change: dict[str, object]) -> None:
    assert game_key(KEY, **{**AGREED, **change}) != game_key(KEY, **AGREED)


def test_another_seed_makes_another_key() -> None:
    assert game_key(bytes(32), **AGREED) != game_key(KEY, **AGREED)


def test_names_in_any_script_are_written_in_ascii() -> None:
    text = '{"game":"g","options":{},"presses":[],"rules_version":1,"seats":["\\u05d0"]}'
    key = game_key(KEY, game="g", rules_version=1, options={}, seats=["א"], presses=[])
    assert key == hmac.new(KEY, text.encode(), hashlib.sha256).digest()


def test_a_stream_is_its_blocks_one_after_another() -> None:
    stream = CommittedRandom(KEY).stream("deal/0")
    drawn = bytes(stream.below(256) for _ in range(100))
    assert drawn == b"".join(block("deal/0", number) for number in range(4))[:100]


def test_a_stream_begins_anew_whenever_it_is_asked_for() -> None:
    """survive-7: a process that comes back deals the same cards."""
    rng = CommittedRandom(KEY)
    first = rng.stream("deal/3/hats").shuffled(range(24))
    rng.stream("starter").die()
    assert rng.stream("deal/3/hats").shuffled(range(24)) == first
    assert CommittedRandom(KEY).stream("deal/3/hats").shuffled(range(24)) == first


def test_labels_and_keys_tell_streams_apart() -> None:
    labels = ["deal/1", "deal/11", "deal", "", "dice", "\x00"]
    drawn = {CommittedRandom(KEY).stream(label).shuffled(range(40)) for label in labels}
    drawn.add(CommittedRandom(bytes(32)).stream("deal/1").shuffled(range(40)))
    assert len(drawn) == len(labels) + 1


def test_every_number_below_n_comes_from_equally_many_bytes() -> None:
    for n in range(1, 257):
        accepted = 256 - 256 % n
        stream = RandomStream(range(256))
        counts = Counter(stream.below(n) for _ in range(accepted))
        assert counts == dict.fromkeys(range(n), accepted // n)


@pytest.mark.parametrize("n", [257, 1000, 40_000, 65_535, 65_536])
def test_ranges_past_256_are_drawn_from_two_bytes_as_evenly(n: int) -> None:
    accepted = 65_536 - 65_536 % n
    stream = RandomStream(byte for word in range(65_536) for byte in word.to_bytes(2, "big"))
    counts = Counter(stream.below(n) for _ in range(accepted))
    assert set(counts.values()) == {accepted // n}
    assert len(counts) == n


def test_what_would_favour_small_numbers_is_drawn_again() -> None:
    # 252 = 36 * 7, so 252 ... 255 are the remainder; the next byte, 10, gives 10 mod 7.
    assert RandomStream([252, 253, 254, 255, 10]).below(7) == 3


def test_the_only_number_below_one_takes_no_byte() -> None:
    assert RandomStream([]).below(1) == 0


@pytest.mark.parametrize("n", [0, -1])
def test_nothing_can_be_drawn_below_less_than_one(n: int) -> None:
    with pytest.raises(ValueError, match="below"):
        RandomStream([0]).below(n)


def test_a_die_shows_one_to_six_equally_often() -> None:
    stream = RandomStream(range(256))
    assert Counter(stream.die() for _ in range(252)) == dict.fromkeys(range(1, 7), 42)


def test_a_shuffle_can_give_every_order_and_each_in_one_way() -> None:
    # Four items need below(4), below(3), below(2); bytes smaller than those are taken as they are.
    orders = Counter(RandomStream(bytes_).shuffled("abcd") for bytes_ in product(range(4), range(3), range(2)))
    assert orders == dict.fromkeys(permutations("abcd"), 1)


def test_a_shuffle_goes_from_the_last_place_down() -> None:
    # Last place takes item 1 (b), then of a d c the third place takes item 0, then of c d the second takes item 1.
    assert RandomStream([1, 0, 1]).shuffled("abcd") == ("c", "d", "a", "b")


@given(st.lists(st.integers()), st.binary(min_size=32, max_size=32))
def test_a_shuffle_loses_and_adds_nothing(items: list[int], key: bytes) -> None:
    assert sorted(CommittedRandom(key).stream("any").shuffled(items)) == sorted(items)


def test_a_known_shuffle() -> None:
    """Computed here in another way: by counting through blocks and popping from a list."""
    source = iter(b"".join(block("deal/0/hats", number) for number in range(8)))
    left, expected = list(range(24)), []
    for size in range(24, 1, -1):
        byte = next(source)
        while byte >= 256 // size * size:
            byte = next(source)
        chosen = byte % size
        expected.append(left[chosen])
        left[chosen] = left[-1]
        left.pop()
    expected.append(left[0])
    assert CommittedRandom(KEY).stream("deal/0/hats").shuffled(range(24)) == tuple(reversed(expected))
