"""Values that nobody expects, and updates broken by them: fields missing, null, of another type, huge, or not text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
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
    st.sampled_from(JUNK).map(deepcopy),
    st.integers(),
    st.text(max_size=12),
    st.floats(allow_nan=False, allow_infinity=False),
)
"""Copies: what is put into an update may be broken there."""
names = st.sampled_from(("Ann", "", MARKS, LETTERS, MARKUP, LONE, "ﷺ" * 10, "Z͑ͫ" * 30, "0", "Bob"))
texts = st.one_of(st.sampled_from(TEXTS), st.text(max_size=20))


def broken(draw: Draw, whole: dict[str, Any], keep: Sequence[str] = ()) -> None:
    """Break an update in a few places, or in none; what `keep` names stays as it is."""
    for _ in range(draw(st.sampled_from((0,) * 9 + (1, 1, 1, 2, 4)))):
        places = [place for place in _places(whole) if place[1] not in keep]
        if not places:
            return
        within, key = places[draw(st.integers(0, len(places) - 1))]
        how = draw(st.sampled_from(("put", "put", "drop", "add", "twice")))
        if how == "drop":
            del within[key]
        elif how == "put":
            within[key] = draw(values)
        elif how == "twice":
            within[key] = [within[key], within[key]]
        elif isinstance(within, dict):
            within[draw(st.sampled_from(("is_bot", "sender_chat", "via_bot", "data", "new_field", "id", "type")))] = (
                draw(values)
            )


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place of an update: what it is in, and its key or index there."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(items):
        yield value, key
        yield from _places(inner)


def generated(strategy: st.SearchStrategy[T], count: int, number: int) -> list[T]:
    """Return so many values of a strategy, the same for the same number."""
    made: list[T] = []

    @seed(number)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(value: T) -> None:
        made.append(value)

    collect()
    return made
