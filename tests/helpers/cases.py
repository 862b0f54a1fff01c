"""Cases that take no time at all, as one test with a loop: each test is collected anew in every process."""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

Test = Callable[..., Any]


def each(names: str | Sequence[str], cases: Iterable[Any], ids: Iterable[object] = ()) -> Callable[[Test], Test]:
    """Run the body of a test, coroutine or not, for every case, where `pytest.mark.parametrize` makes a test of each.

    `names` are those of its arguments; where there are several, a case has a value for each. What else the test asks
    for is made once for all. The first case that fails is named, by its id if there are any.
    """
    arguments = [names] if isinstance(names, str) else list(names)
    given = [(case,) if isinstance(names, str) else tuple(case) for case in cases]
    called = [*map(str, ids)] or [*map(repr, given)]
    assert given, "a test without a case shows nothing"

    @contextlib.contextmanager
    def named(name: str) -> Iterator[None]:
        try:
            yield
        except BaseException as failure:
            failure.add_note(f"case: {name}")
            raise

    def looped(test: Test) -> Test:
        if inspect.iscoroutinefunction(test):

            @functools.wraps(test)
            async def tried(*args: Any, **more: Any) -> None:
                for case, name in zip(given, called, strict=True):
                    with named(name):
                        await test(*args, **dict(zip(arguments, case, strict=True)), **more)

        else:

            @functools.wraps(test)
            def tried(*args: Any, **more: Any) -> None:
                for case, name in zip(given, called, strict=True):
                    with named(name):
                        test(*args, **dict(zip(arguments, case, strict=True)), **more)

        asked = inspect.signature(test)
        rest = [parameter for name, parameter in asked.parameters.items() if name not in arguments]
        tried.__signature__ = asked.replace(parameters=rest)  # type: ignore[attr-defined]
        return tried

    return looped
