"""What arena games prove: win rates with 95% intervals, verdicts, and the table that says so."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, pvariance

Z = 1.959964
"""Standard deviations on either side of 95% of a normal distribution."""
WANTED = (("normal", "random"), ("normal", "easy"), ("hard", "normal"))
"""Who is to beat whom."""


def wilson(rate: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95% interval. A shared win is a share: it varies less than a whole one, so the interval is wide
    rather than narrow."""
    if not games:
        return 0.0, 1.0
    middle = (rate + Z * Z / (2 * games)) / (1 + Z * Z / games)
    reach = Z / (1 + Z * Z / games) * math.sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))
    return middle - reach, middle + reach


def difference(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return the 95% interval of the difference of two mean shares, in games that are apart from each other."""
    spread = Z * math.sqrt(pvariance(one) / len(one) + pvariance(other) / len(other))
    gap = fmean(one) - fmean(other)
    return gap - spread, gap + spread


@dataclass
class Record:
    """All games of one pairing: the level of each part, and by game the share of the victory that each part had."""

    levels: tuple[str, ...]
    shares: list[tuple[float, ...]] = field(default_factory=list)
    unfinished: int = 0
    moves: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    longest: dict[str, float] = field(default_factory=dict)

    def add(
        self,
        shares: Sequence[tuple[float, ...]],
        unfinished: int,
        moves: Mapping[str, int],
        seconds: Mapping[str, float],
        longest: Mapping[str, float],
    ) -> None:
        """Take in some more games."""
        self.shares += shares
        self.unfinished += unfinished
        for level, count in moves.items():
            self.moves[level] = self.moves.get(level, 0) + count
            self.seconds[level] = self.seconds.get(level, 0.0) + seconds[level]
            self.longest[level] = max(self.longest.get(level, 0.0), longest[level])

    def of(self, part: int) -> list[float]:
        """Return the shares of one part by game."""
        return [shares[part] for shares in self.shares]

    def rate(self, part: int) -> str:
        """Write the win rate of one part with its interval."""
        rate = fmean(self.of(part))
        low, high = wilson(rate, len(self.shares))
        return f"{100 * rate:.1f}% ({100 * low:.1f}–{100 * high:.1f})"

    def line(self) -> str:
        rates = ", ".join(f"{level} {self.rate(part)}" for part, level in enumerate(self.levels))
        return f"{rates}; {len(self.shares)} games, {self.unfinished} unfinished"


def report(game: str, roles: tuple[str, str] | None, records: Sequence[Record], levels: Sequence[str]) -> str:
    """Write a game's chapter: its win rates, its verdicts, what a move takes."""
    games = max((len(record.shares) for record in records), default=0)
    chapter = [f"**{game}**, {games} games per pairing. {_times(records, levels)}", ""]
    if roles is None:
        chapter += [*_duels(records), *_mixed(records)]
        verdicts = [_verdict(better, worse, "", _duel(records, better, worse)) for better, worse in WANTED]
    else:
        chapter += _sides(roles, records, levels)
        verdicts = list(_role_verdicts(roles, records))
    unfinished = sum(record.unfinished for record in records)
    if unfinished:
        chapter += ["", f"{unfinished} games did not finish, and count as won by nobody."]
    return "\n".join([*chapter, "", *(f"- {verdict}" for verdict in verdicts if verdict), ""])


def _times(records: Sequence[Record], levels: Sequence[str]) -> str:
    parts = []
    for level in levels:
        moves = sum(record.moves.get(level, 0) for record in records)
        if level != "random" and moves:
            seconds = sum(record.seconds.get(level, 0.0) for record in records)
            longest = max(record.longest.get(level, 0.0) for record in records)
            parts.append(f"{level} {1000 * seconds / moves:.1f} (at most {1000 * longest:.0f})")
    return f"Milliseconds per move: {', '.join(parts)}."


def _duels(records: Sequence[Record]) -> Iterator[str]:
    yield "| Two seats | wins (95%) | against |"
    yield "|---|---|---|"
    for record in records:
        if len(record.levels) == 2:
            yield f"| {record.levels[0]} | {record.rate(0)} | {record.levels[1]} |"


def _mixed(records: Sequence[Record]) -> Iterator[str]:
    for record in records:
        if len(record.levels) == 4:
            yield from ("", "| Four seats, one of each | wins (95%) |", "|---|---|")
            yield from (f"| {level} | {record.rate(part)} |" for part, level in enumerate(record.levels))


def _duel(records: Sequence[Record], better: str, worse: str) -> tuple[float, float] | None:
    """Return how far above one half the better one's rate is, as an interval."""
    for record in records:
        if record.levels == (better, worse):
            low, high = wilson(fmean(record.of(0)), len(record.shares))
            return low - 0.5, high - 0.5
    return None


def _sides(roles: tuple[str, str], records: Sequence[Record], levels: Sequence[str]) -> Iterator[str]:
    """Write how often the lone side wins, a table for each number of opponents."""
    for others in sorted({len(record.levels) - 1 for record in records}):
        against = {record.levels[:2]: record for record in records if len(record.levels) - 1 == others}
        yield f"| {roles[0]} wins against {roles[1]} of {others} (95%) | {' | '.join(levels)} |"
        yield "|---" * (len(levels) + 1) + "|"
        for one in levels:
            yield f"| {one} | {' | '.join(against[one, other].rate(0) for other in levels)} |"
        if others < max(len(record.levels) - 1 for record in records):
            yield ""


def _role_verdicts(roles: tuple[str, str], records: Sequence[Record]) -> Iterator[str]:
    """Judge levels in each role by how they fare against the same opponents: those of the two levels themselves."""
    for others in sorted({len(record.levels) - 1 for record in records}):
        lone = {record.levels[:2]: record.of(0) for record in records if len(record.levels) - 1 == others}
        for better, worse in WANTED:
            both = (better, worse)
            if not all((one, other) in lone for one in both for other in both):
                continue
            rows = {level: lone[level, better] + lone[level, worse] for level in both}
            yield _verdict(
                better, worse, f" as {roles[0]} against {roles[1]} of {others}", difference(rows[better], rows[worse])
            )
            columns = {level: lone[better, level] + lone[worse, level] for level in both}
            who = f" as {roles[1]} of {others}"
            yield _verdict(better, worse, who, difference(columns[worse], columns[better]))


def _verdict(better: str, worse: str, where: str, gap: tuple[float, float] | None) -> str:
    if gap is None:
        return ""
    answer = "yes" if gap[0] > 0 else "no"
    return f"{better} beats {worse}{where}: **{answer}** (better by {100 * gap[0]:+.1f} to {100 * gap[1]:+.1f} points)"
