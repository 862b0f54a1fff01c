"""What is measured: a value, what it is held against, what is wanted, and the table of them."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal


@dataclass(frozen=True)
class Bound:
    """What a figure has to be; `better` is the direction in which it may be missed without harm."""

    better: Literal["higher", "lower", "neither"]
    limit: float = math.nan

    def holds(self, figure: float) -> bool:
        """Return whether a figure is within; what could not be measured (NaN) is not."""
        if self.better == "neither":
            return not math.isnan(figure)
        return figure >= self.limit if self.better == "higher" else figure <= self.limit

    def __str__(self) -> str:
        """Return it in words."""
        if self.better == "neither":
            return "-"
        return f"{'at least' if self.better == 'higher' else 'at most'} {self.limit:g}"


def at_least(limit: float) -> Bound:
    """Return the bound of what should be much."""
    return Bound("higher", limit)


def at_most(limit: float) -> Bound:
    """Return the bound of what should be little."""
    return Bound("lower", limit)


TOLD = Bound("neither")
"""Of what is measured to be known, and of which nothing is wanted."""


@dataclass(frozen=True)
class Ratio:
    """One line of the table.

    `base` is the same of the yardstick, None where the value itself is what counts; with `differs` it is what lies
    between the two that counts. `part` says which part of a row it is, `note` what helps to read it. `bound` is what
    is wanted of this part, if that is not what is wanted of the row.
    """

    value: float
    base: float | None = None
    unit: str = ""
    part: str = ""
    note: str = ""
    differs: bool = False
    bound: Bound | None = None

    @property
    def figure(self) -> float:
        """Return the number that is held against what is wanted."""
        if self.base is None:
            return self.value
        if self.differs:
            return self.value - self.base
        return self.value / self.base if self.base else math.inf


@dataclass
class Run:
    """One run of the bench: where files may lie, whether it is the short form, and what was measured already.

    `command` starts the product, as the arguments of a Python interpreter.
    """

    folder: Path
    short: bool = False
    command: Sequence[str] = ("-m", "bot")
    news: Callable[[str], None] = lambda _: None
    _known: dict[str, Any] = field(default_factory=dict)
    _folders: int = 0

    async def once(self, name: str, measure: Callable[[Run], Awaitable[Any]]) -> Any:
        """Measure what several rows are made of, the first time that one asks."""
        if name not in self._known:
            self._known[name] = await measure(self)
        return self._known[name]

    def pick(self, long: float, short: float) -> float:
        """Return one of two numbers: that of a whole run, or that of the short form."""
        return short if self.short else long

    def new_folder(self) -> Path:
        """Make an empty folder."""
        self._folders += 1
        made = self.folder / str(self._folders)
        made.mkdir()
        return made


@dataclass(frozen=True)
class Row:
    """What is measured, what it is held against, and what is wanted.

    `short` is what is wanted in the short form, None where it takes too long or is no ratio.
    """

    name: str
    what: str
    against: str
    wanted: Bound
    measure: Callable[[Run], Awaitable[Sequence[Ratio]]]
    short: Bound | None = None


@dataclass(frozen=True)
class Measured:
    """A row with one of its figures, or with the error that kept it from being measured."""

    row: Row
    ratio: Ratio
    wanted: Bound
    error: str = ""

    @property
    def reached(self) -> bool:
        """Return whether it is as wanted."""
        return not self.error and self.wanted.holds(self.ratio.figure)


async def measured(row: Row, run: Run) -> list[Measured]:
    """Measure a row. What it raises is a figure that is not reached."""
    wanted = (row.short if run.short else None) or row.wanted
    try:
        ratios = await row.measure(run)
    except Exception as error:  # noqa: BLE001 - the other rows are measured all the same
        told = f"{type(error).__name__}: {error}".splitlines()[0][:200]
        return [Measured(row, Ratio(math.nan), wanted, told)]
    own = wanted is row.wanted
    return [Measured(row, ratio, (ratio.bound if own else None) or wanted) for ratio in ratios]


HEAD = ("row", "what", "value", "against", "ratio", "wanted", "")


def table(found: Iterable[Measured]) -> str:
    """Return a Markdown table, a line for each figure."""
    lines = ["| " + " | ".join(HEAD) + " |", "|---|---|--:|--:|--:|---|---|"]
    lines += ["| " + " | ".join(_cells(each)) + " |" for each in found]
    return "\n".join(lines)


def _cells(each: Measured) -> Iterable[str]:
    row, ratio = each.row, each.ratio
    yield row.name
    yield ", ".join(filter(None, (row.what, ratio.part, ratio.note)))
    if each.error:
        yield from ("-", row.against, "-", str(each.wanted), f"**not measured**: {each.error}")
        return
    yield _told(ratio.value, ratio.unit)
    yield row.against if ratio.base is None else f"{_told(ratio.base, ratio.unit)} ({row.against})"
    yield (
        f"{ratio.figure:+.2f} {ratio.unit}".strip()
        if ratio.differs
        else f"{ratio.figure:.2f}" * (ratio.base is not None) or "-"
    )
    if each.wanted is TOLD:
        yield from ("-", "-" if each.reached else "**not measured**")
        return
    yield f"{each.wanted}{f' {ratio.unit}' if ratio.differs or ratio.base is None else ''}".strip()
    yield "reached" if each.reached else "**not reached**"


def _told(value: float, unit: str) -> str:
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    return f"{value:,.{digits}f} {unit}".strip()


def named(ratios: Sequence[Ratio], part: str) -> list[Ratio]:
    """Return ratios that say which part of a row they are."""
    return [replace(each, part=part) for each in ratios]
