"""Values that nobody expects, and updates broken by them: fields missing, null, of another type, huge, or not text."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from math import ceil
from typing import Any, TypeAlias, TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

T = TypeVar("T")
Draw: TypeAlias = Callable[[st.SearchStrategy[Any]], Any]

LONE = "\ud83c"
"""The first half of an emoji, which JSON can carry and no encoding can."""
MARKS = "\u202e\u2067evil\u2069\u200b\ufeff\x00\r\n"
LETTERS = "𝔘𓀀🎩👩‍👩‍👧‍👦" * 20
MARKUP = "<img src=x onerror=alert(1)><script>alert(1)</script></b>*_`[x](javascript:1)||@everyone <@1> <t:0:R>"


def nested(depth: int) -> Any:
    """Return lists in lists in objects."""
    made: Any = "deep"
    for level in range(depth):
        made = [made] if level % 2 else {"message": made}
    return made


NUMBERS = (0, -1, 1, 2**31, -(2**31), 2**53, 2**63 - 1, 2**63, -(2**63) - 1, 10**30, 0.5, -1e308, True, False)
TEXTS = ("", " ", "0", "-1", "x" * 5_000, LONE, f"a{LONE}b", MARKS, LETTERS, MARKUP, "٣", "9" * 30, "null")
JUNK: tuple[Any, ...] = (None, *NUMBERS, *TEXTS, [], [[]], {}, {"id": None}, [{"id": 1}, None, 2], nested(40))

values: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from(JUNK),
    st.integers(),
    st.text(max_size=12),
    st.floats(allow_nan=False, allow_infinity=False),
)
names = ("Ann", "", MARKS, LETTERS, MARKUP, LONE, "ﷺ" * 10, "Z͑ͫ" * 30, "0", "Bob")
texts = st.one_of(st.sampled_from(TEXTS), st.text(max_size=20))
_TOGETHER = 20
"""Updates that are made in one example: a third of the time is hypothesis's own for each."""


def _pool(of: st.SearchStrategy[T]) -> st.SearchStrategy[list[T]]:
    return st.lists(of, min_size=_TOGETHER, max_size=_TOGETHER)


class Dice:
    """What some updates are made with: hypothesis draws the values that nobody expects, and all choices follow from it.

    A choice drawn by hypothesis itself takes 50 times as long, and an update is made of forty. The choices are others
    for other values too, since hypothesis likes to try much of an example again.
    """

    def __init__(self, draw: Draw) -> None:
        self._values, self._texts = draw(_pool(values)), draw(_pool(texts))
        number = draw(st.randoms(use_true_random=True)).getrandbits(64)
        self._random = random.Random(ascii((number, self._values, self._texts)))

    def value(self) -> Any:
        """Return anything that JSON can carry."""
        return deepcopy(self.of(self._values))

    def text(self) -> str:
        """Return a text that nobody expects."""
        return str(self.of(self._texts))

    def of(self, options: Sequence[T]) -> T:
        """Return one of the options."""
        return self._random.choice(options)

    def one_in(self, times: int) -> bool:
        """Return True one time in so many."""
        return self._random.randrange(times) == 0

    def between(self, least: int, most: int) -> int:
        """Return a number from `least` to `most`."""
        return self._random.randint(least, most)


def broken(dice: Dice, whole: dict[str, Any], keep: Sequence[str] = ()) -> None:
    """Break an update in a few places, or in none; what `keep` names stays as it is."""
    for _ in range(dice.of((0,) * 9 + (1, 1, 1, 2, 4))):
        places = [place for place in _places(whole) if place[1] not in keep]
        if not places:
            return
        within, key = dice.of(places)
        how = dice.of(("put", "put", "drop", "add", "twice"))
        if how == "drop":
            del within[key]
        elif how == "put":
            within[key] = dice.value()
        elif how == "twice":
            within[key] = [within[key], within[key]]
        elif isinstance(within, dict):
            named = dice.of(("is_bot", "sender_chat", "via_bot", "data", "new_field", "id", "type"))
            within[named] = dice.value()


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place of an update: what it is in, and its key or index there."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(items):
        yield value, key
        yield from _places(inner)


def generated(make: Callable[[Dice], T], count: int, number: int) -> list[T]:
    """Return so many values that are made with dice, the same for the same number."""
    made: list[T] = []

    @seed(number)
    @settings(
        max_examples=ceil(count / _TOGETHER),
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(_some(make))
    def collect(some: list[T]) -> None:
        made.extend(some)

    collect()
    return made[:count]


@st.composite
def _some(draw: Draw, make: Callable[[Dice], T]) -> list[T]:
    dice = Dice(draw)
    return [make(dice) for _ in range(_TOGETHER)]
