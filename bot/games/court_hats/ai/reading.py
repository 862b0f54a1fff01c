"""What the hard computer makes of all it has seen in Court Hats: which hat lies where, and who can know what of it.

Hats are followed one by one from the last deal on, and with each goes what others showed by their moves: somebody who
swaps a hat they have seen mostly does it to make a pair, and somebody who leaves a hat they have seen alone mostly
knows that it makes none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.engine.rules import Seat, SeatLeft
from bot.games.court_hats.rules.moves import CourtEvent, HatOpened, LayoutDealt, Peeked, Redealt, RowSwapped, SawHat
from bot.games.court_hats.rules.view import CourtHatsView


@dataclass(slots=True)
class TrackedHat:
    """One hat on the table.

    `kind` is what it is, where that is known. `aware` are the seats that have seen it. `hinted` are the kinds that a
    seat's swap suggested, the latest last; `left` the characters it lay over when somebody who knew it opened no hat.
    """

    kind: str | None = None
    aware: set[Seat] = field(default_factory=set)
    hinted: list[tuple[Seat, str]] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Habits:
    """How a seat has played so far. Counts begin with what is expected of a stranger.

    `meant` of `swapped` hats that it had seen and swapped went where they fit; of `offered` turns in which another's
    swap had hinted at a pair, it opened such a hat in `stole`.
    """

    meant: float = 3.0
    swapped: float = 4.5
    stole: float = 1.0
    offered: float = 2.0

    @property
    def purpose(self) -> float:
        """Return the probability that a swap of a hat it knows makes a pair."""
        return self.meant / self.swapped

    @property
    def theft(self) -> float:
        """Return the probability that it opens a hat at which another's swap hints."""
        return self.stole / self.offered


class Reading:
    """All that one seat can tell of the table: `hats` by slot, None where none lies, and the `habits` of each seat."""

    def __init__(self, me: Seat, row: Sequence[str | None], seats: int) -> None:
        self.me = me
        self.row = list(row)
        self.hats: list[TrackedHat | None] = [TrackedHat() if kind is not None else None for kind in row]
        self.habits = [Habits() for _ in range(seats)]

    def take(self, event: CourtEvent) -> None:
        match event:
            case SawHat(slot=slot, hat=kind):
                self._reveal(self._at(slot), kind)
            case Peeked(seat=seat, slot=slot):
                self._unopened(seat)
                self._at(slot).aware.add(seat)
            case RowSwapped(seat=seat, a=a, b=b):
                self._unopened(seat)
                self._swap(seat, a, b)
            case HatOpened():
                self._open(event)
            case _:
                pass

    def _at(self, slot: int) -> TrackedHat:
        hat = self.hats[slot]
        assert hat is not None, "events speak of hats that lie there"
        return hat

    def _reveal(self, hat: TrackedHat, kind: str) -> None:
        """Learn what a hat is, and so what those who swapped it had in mind."""
        if hat.kind is None:
            hat.kind = kind
            for seat, hinted in hat.hinted:
                self._judge(seat, right=hinted == kind)

    def _judge(self, seat: Seat, *, right: bool) -> None:
        self.habits[seat].swapped += 1
        self.habits[seat].meant += right

    def _unopened(self, seat: Seat) -> None:
        """Note that a seat opened nothing: what it knew of did not fit, and what was hinted at it did not take."""
        tempted = False
        for slot, hat in enumerate(self.hats):
            kind = self.row[slot]
            if hat is None or kind is None:
                continue
            if seat in hat.aware:
                if hat.kind is None and kind not in hat.left:
                    hat.left.append(kind)
            else:
                tempted |= any(by != seat and hinted == kind for by, hinted in hat.hinted)
        self.habits[seat].offered += tempted

    def _swap(self, seat: Seat, a: int, b: int) -> None:
        hats = self.hats
        hats[a], hats[b] = hats[b], hats[a]
        for slot in (a, b):
            hat, kind = self._at(slot), self.row[slot]
            assert kind is not None
            if seat in hat.aware:
                hat.hinted.append((seat, kind))
                if hat.kind is not None:
                    self._judge(seat, right=hat.kind == kind)

    def _open(self, event: HatOpened) -> None:
        slot, hat = event.slot, self._at(event.slot)
        if event.seat not in hat.aware and any(by != event.seat and kind == event.character for by, kind in hat.hinted):
            self.habits[event.seat].stole += 1
            self.habits[event.seat].offered += 1
        self._reveal(hat, event.hat)
        if event.result == "miss":
            hat.aware.update(range(len(self.habits)))
            return
        if event.result == "match":
            self.row[slot] = event.refill
        self.hats[slot] = TrackedHat() if self.row[slot] is not None else None


def read(me: Seat, view: CourtHatsView, seen: Sequence[CourtEvent]) -> Reading:
    """Return what can be read from all that happened since the last deal; what was before is void (H17)."""
    dealt = max((n for n, event in enumerate(seen) if isinstance(event, LayoutDealt | Redealt)), default=-1)
    since = [event for event in seen[dealt + 1 :] if not isinstance(event, SeatLeft)]
    row = list(view.row)
    for event in reversed(since):  # what lay there at first follows from what lies there now
        if isinstance(event, HatOpened):
            row[event.slot] = event.character
    reading = Reading(me, row, len(view.seats))
    for event in since:
        reading.take(event)
    return reading
