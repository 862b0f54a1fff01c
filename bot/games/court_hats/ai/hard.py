"""How the hard computer plays Court Hats: it weighs every action by what it, and what the others, can win after it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.computer_random import ComputerRandom
from bot.engine.rules import Seat, Swap
from bot.games.court_hats.ai.odds import Odds, odds_of
from bot.games.court_hats.ai.reading import Reading, TrackedHat, read
from bot.games.court_hats.ai.stakes import Stakes, stakes_of
from bot.games.court_hats.rules.moves import MAGIC, CourtAction, CourtEvent, HatOpened, OpenHat, Peek
from bot.games.court_hats.rules.view import CourtHatsView

OPENS = 0.88
"""How likely somebody opens a hat in their turn who has seen that it fits."""
GAMBLES = 0.03
"""How likely somebody opens a hat in their turn of which they have seen nothing."""
DOUBT = 0.55
"""How much less a swap hints at a pair when it may have made one at either of its two places."""
NEXT = (0.92, 0.6, 0.4, 0.25)
"""What the best, the second best, ... thing to open is worth now, since it is opened one, two, ... rounds later."""
PLANS = (0.5, 0.25, 0.12)
"""Likewise for hats that must be swapped first."""
PATIENCE = range(6, 13)
"""Turns without an opened hat after which a pair is offered to all, drawn anew for each such time (H26)."""
IDLE = 0.02
"""How much less a swap is worth than a peek that is no better: it confuses those who watch."""


def choose(
    view: CourtHatsView, seen: Sequence[CourtEvent], legal: Sequence[CourtAction], rng: ComputerRandom
) -> CourtAction:
    """Return the action of greatest worth; equals by lot.

    Where everybody knows everything, the first to swap loses a pair to the next, and the last pair may win for the
    other. So nobody would ever do it, had not each its own patience.
    """
    me = view.to_act
    assert me is not None, "only the seat to act is asked"
    patience = rng.of(f"patience/{_last_opened(seen)}").choice(PATIENCE)
    scales = Scales(view, read(me, view, seen), me)
    dice = rng.of(f"choice/{len(seen)}")
    settling = [action for action in legal if scales.settles(action)] if view.unopened >= patience else []
    if settling and view.unopened >= 2 * patience:
        # What one makes another may break again without knowing it, for ever: only chance ends that.
        return dice.choice([action for action in settling if isinstance(action, OpenHat)] or settling)
    return max(settling or legal, key=lambda action: scales.weigh(action) + dice.uniform(0, IDLE / 2))


def _last_opened(seen: Sequence[CourtEvent]) -> int:
    return max((number for number, event in enumerate(seen) if isinstance(event, HatOpened)), default=0)


class Scales:
    """Weighs actions for one seat, in points."""

    def __init__(self, view: CourtHatsView, reading: Reading, me: Seat) -> None:
        self.me = me
        self.row = view.row
        self.hats = reading.hats
        self.habits = reading.habits
        self.odds = odds_of(view, reading)
        self.stakes: Stakes = stakes_of(view, me)
        self.others = [seat for seat, held in enumerate(view.seats) if held.present and seat != me]
        self.chip = self.stakes.chip
        self.slots = [slot for slot, kind in enumerate(view.row) if kind is not None]
        self.gain, self.loss = [0.0] * len(view.row), [0.0] * len(view.row)
        self.plan = [0.0] * len(view.row)
        for slot in self.slots:
            hat = self._hat(slot)
            self.gain[slot], self.loss[slot] = self._prospect(slot, self.odds[slot], self._takers(hat, slot))
            self.plan[slot] = self._plan(slot, self.odds[slot])

    def weigh(self, action: CourtAction) -> float:
        """Return what an action is worth: what it wins at once, and all that may be won or lost after it."""
        match action:
            case OpenHat(slot=slot):
                return self._open(slot)
            case Peek(slot=slot):
                return self._peek(slot)
            case Swap(a=a, b=b):
                return self._swap(a, b)

    def settles(self, action: CourtAction) -> bool:
        """Return whether an action wins a pair, likely enough, or makes one that somebody can open next."""
        match action:
            case OpenHat(slot=slot):
                return self._fits(slot, slot)
            case Swap(a=a, b=b):
                return self._fits(a, b) or self._fits(b, a)
            case _:
                return False

    def _fits(self, slot: int, to: int) -> bool:
        return self.odds[slot].get(self.row[to] or "", 0.0) > 0.5

    def _hat(self, slot: int) -> TrackedHat:
        hat = self.hats[slot]
        assert hat is not None
        return hat

    def _takers(self, hat: TrackedHat, slot: int, hint: float = 0.0) -> list[float]:
        """Return for each opponent the probability that they open this hat next, if it fits where it lies.

        `hint` is how plainly one's own swap shows that it might.
        """
        hinted = bool(hat.hinted) and hat.hinted[-1][1] == self.row[slot]
        takers = []
        for seat in self.others:
            if seat in hat.aware:
                takers.append(OPENS)
            elif hinted and hat.hinted[-1][0] != seat:
                takers.append(self.habits[seat].theft)
            else:
                takers.append(max(GAMBLES, hint * self.habits[seat].theft))
        return takers

    def _prospect(self, slot: int, odds: Odds, takers: Sequence[float]) -> tuple[float, float]:
        """Return what opening a hat next turn may bring, and what others may win by it before."""
        kind = self.row[slot]
        assert kind is not None
        pair, magic = odds.get(kind, 0.0), odds.get(MAGIC, 0.0)
        stays, lost = 1.0, 0.0
        for seat, takes in zip(self.others, takers, strict=True):
            lost += stays * takes * self.stakes.rival[seat]
            stays *= 1 - takes
        gain = stays * (pair * self.stakes.pair + magic * self.stakes.magic) - (1 - pair - magic) * self.chip
        return max(0.0, gain), pair * lost

    def _plan(self, slot: int, odds: Odds) -> float:
        """Return what a hat may bring that fits elsewhere: swapped there, and opened if nobody was faster."""
        hat, worth = self._hat(slot), 0.0
        for to in self.slots:
            kind = self.row[to]
            chance = odds.get(kind, 0.0) if kind is not None and to != slot else 0.0
            if chance > 0.3:
                gain, loss = self._prospect(to, {kind: chance} if kind else {}, self._takers(hat, to, hint=1.0))
                worth = max(worth, gain - loss)
        return worth

    def _after(self, gain: Sequence[float], loss: Sequence[float], plan: Sequence[float]) -> float:
        """Return what comes after an action: one thing a turn, the best first, for all, while there are pairs left."""
        left = self.stakes.left
        worth = sum(share * value for share, value in zip(NEXT[:left], sorted(gain, reverse=True), strict=False))
        worth += sum(share * value for share, value in zip(PLANS[:left], sorted(plan, reverse=True), strict=False))
        losses = sorted(loss, reverse=True)[:left]
        return worth - sum(losses[: len(self.others)]) - 0.3 * sum(losses[len(self.others) :])

    def _with(self, changes: dict[int, tuple[float, float, float]]) -> float:
        """Weigh what comes after, with other prospects for some slots."""
        gain, loss, plan = self.gain[:], self.loss[:], self.plan[:]
        for slot, (brings, costs, may) in changes.items():
            gain[slot], loss[slot], plan[slot] = brings, costs, may
        return self._after(gain, loss, plan)

    def _open(self, slot: int) -> float:
        kind, odds = self.row[slot], self.odds[slot]
        assert kind is not None
        pair, magic = odds.get(kind, 0.0), odds.get(MAGIC, 0.0)
        won = pair * self.stakes.pair + magic * self.stakes.magic - (1 - pair - magic) * (self.chip + 0.05)
        goes_on = 1.0 if self.stakes.left > 1 else 1 - pair
        return won + goes_on * self._with({slot: (0.0, 0.0, 0.0)})

    def _peek(self, slot: int) -> float:
        odds = self.odds[slot]
        if len(odds) == 1:
            return self._after(self.gain, self.loss, self.plan)
        takers, worth = self._takers(self._hat(slot), slot), 0.0
        for kind, chance in odds.items():
            sure = {kind: 1.0}
            gain, loss = self._prospect(slot, sure, takers)
            worth += chance * self._with({slot: (gain, loss, self._plan(slot, sure))})
        return worth

    def _swap(self, a: int, b: int) -> float:
        at_a, at_b = self._hat(b), self._hat(a)
        hint = DOUBT if self.me in at_a.aware and self.me in at_b.aware else 1.0
        changes = {}
        for slot, hat, odds in ((a, at_a, self.odds[b]), (b, at_b, self.odds[a])):
            takers = self._takers(hat, slot, hint=hint if self.me in hat.aware else 0.0)
            changes[slot] = (*self._prospect(slot, odds, takers), 0.0)
        return self._with(changes) - IDLE
