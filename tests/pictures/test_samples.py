"""What holds for every picture of every game, tried on the samples of each game."""

from __future__ import annotations

import hashlib
import pickle
from collections import Counter
from functools import cache

from bot.games.registry import GAMES
from bot.messaging import Picture
from tests.helpers.cases import each
from tests.pictures.looking import elsewhere, opened
from tests.pictures.samples import samples_of

SAMPLES = [(game.key, name, sample) for game in GAMES for name, sample in samples_of(game.key).items()]
every_sample = each("sample", [sample for _, _, sample in SAMPLES], ids=[f"{game}-{name}" for game, name, _ in SAMPLES])
DIGESTS = """
import hashlib
from bot.games.registry import GAMES
from tests.pictures.samples import samples_of
for game in GAMES:
    for sample in samples_of(game.key).values():
        print(hashlib.sha256(sample.draw()).hexdigest(), sample.key)
"""


@cache
def drawn(key: str) -> bytes:
    """Draw the sample with this key once for all tests here; that it always looks so is what the last one asks."""
    return next(sample.draw() for _, _, sample in SAMPLES if sample.key == key)


@every_sample
def test_it_has_a_size_that_every_platform_takes(sample: Picture) -> None:
    """Telegram scales down what is larger than 1280 on a side, and refuses a ratio over 20."""
    image = opened(drawn(sample.key))
    assert image.mode == "P"
    assert min(image.size) >= 300
    assert image.width != image.height, "Discord on Android crops what is exactly square"
    assert max(image.size) <= 1320


@every_sample
def test_it_is_light(sample: Picture) -> None:
    """Telegram spaces uploads above 100,000 bytes (docs/platforms.md A6); only a full board is a little heavier."""
    data = drawn(sample.key)
    assert len(data) < (130_000 if opened(data).height > 900 else 100_000)


@every_sample
def test_it_can_be_sent_to_the_process_that_draws(sample: Picture) -> None:
    assert pickle.dumps(sample.draw)


def test_each_has_a_name_a_key_and_a_look_of_its_own() -> None:
    assert set(Counter(name for _, name, _ in SAMPLES).values()) == {1}
    assert len({sample.key for _, _, sample in SAMPLES}) == len(SAMPLES)
    assert len({drawn(sample.key) for _, _, sample in SAMPLES}) == len(SAMPLES)


def test_another_process_draws_the_same_bytes_under_the_same_keys() -> None:
    """What was uploaded before a restart is sent again by reference. This process has another order of its sets."""
    expected = [f"{hashlib.sha256(drawn(sample.key)).hexdigest()} {sample.key}" for _, _, sample in SAMPLES]
    assert elsewhere(DIGESTS, PYTHONHASHSEED="77") == expected
