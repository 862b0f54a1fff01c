"""An action being carried out, with what several rules share: cards drawn and discarded, turns and games ended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Event, Seat, Step, put, replace
from bot.games.invisible_man.rules.moves import Deck, Drew, Ending, Got, HuntEnded, InvisibleEvent, Out, Reshuffled
from bot.games.invisible_man.rules.state import Discard, InvisibleManState, LaidCard, Pile, SeatState
from bot.games.invisible_man.rules.town import TOWN

ValueDeck: TypeAlias = Literal["yes", "no", "cloak"]
"""The piles with discards: all but the Signals."""


def available(state: InvisibleManState, deck: Deck) -> int:
    """Count the cards that can still be drawn from a pile, discards included where they are shuffled back (N25)."""
    if deck == "signal":
        return len(state.signals)
    pile = _pile(state, deck)
    return len(pile.left) + (len(pile.spent) if state.settings.reshuffle else 0)


def _pile(state: InvisibleManState, deck: ValueDeck) -> Pile:
    return {"yes": state.yes, "no": state.no, "cloak": state.cloak}[deck]


class Transition:
    """A state on its way from one decision to the next, with the events so far."""

    def __init__(self, state: InvisibleManState, rng: CommittedRandom) -> None:
        self.state = state
        self.rng = rng
        self.events: list[Event] = []

    def step(self) -> Step[InvisibleManState]:
        return Step(self.state, tuple(self.events))

    def tell(self, *events: InvisibleEvent) -> None:
        self.events.extend(events)

    def part(self, seat: Seat) -> SeatState:
        return self.state.parts[seat]

    def set_part(self, seat: Seat, part: SeatState) -> None:
        self.state = replace(self.state, parts=put(self.state.parts, seat, part))

    def throw(self) -> int:
        """Throw the die. The n-th of a game comes from the stream `die/<n>`, counted from 0 (N51)."""
        die = self.rng.stream(f"die/{self.state.rolls}").die()
        self.state = replace(self.state, rolls=self.state.rolls + 1)
        return die

    def draw(self, seat: Seat, deck: Deck, count: int) -> None:
        """Draw this many cards, or what there is; only the seat learns which they are (N26)."""
        count = min(count, available(self.state, deck))
        if not count:
            return
        match deck:
            case "signal":
                got = Got(audience=seat, signals=self.state.signals[:count])
                self.state = replace(self.state, signals=self.state.signals[count:])
            case "yes":
                got = Got(audience=seat, yes=self._take(deck, count))
            case "no":
                got = Got(audience=seat, no=self._take(deck, count))
            case "cloak":
                got = Got(audience=seat, cloaks=self._take(deck, count))
        self.tell(Drew(seat=seat, deck=deck, count=count), got)
        part = self.part(seat)
        held = replace(part, signals=part.signals + got.signals, yes=part.yes + got.yes)
        self.set_part(seat, replace(held, no=part.no + got.no, cloaks=part.cloaks + got.cloaks))

    def _take(self, deck: ValueDeck, count: int) -> tuple[int, ...]:
        """Take the top cards, after shuffling the discards under a pile that is too small.

        The n-th shuffle of a kind draws from the stream `reshuffle/<kind>/<n>`, counted from 1.
        """
        pile = _pile(self.state, deck)
        if len(pile.left) < count:
            times = pile.shuffles + 1
            values = self.rng.stream(f"reshuffle/{deck}/{times}").shuffled(card.value for card in pile.spent)
            pile = Pile(pile.left + values, (), times)
            self.tell(Reshuffled(deck=deck, count=len(values)))
        self._set_pile(deck, replace(pile, left=pile.left[count:]))
        return pile.left[:count]

    def _set_pile(self, deck: ValueDeck, pile: Pile) -> None:
        match deck:
            case "yes":
                self.state = replace(self.state, yes=pile)
            case "no":
                self.state = replace(self.state, no=pile)
            case "cloak":
                self.state = replace(self.state, cloak=pile)

    def refill(self) -> None:
        """Let every policeman with no Signal, or no Yes, draw three of them, in order, as far as the piles go (N26).

        A hand is only empty with its pile, so this is one policeman as a rule; several when an empty pile got cards
        again (N25, N28, N36).
        """
        for seat in self.state.policemen:
            if not self.part(seat).signals:
                self.draw(seat, "signal", TOWN.opening.signals)
            if not self.part(seat).yes:
                self.draw(seat, "yes", TOWN.opening.yes)

    def discard(self, deck: ValueDeck, values: Iterable[int], *, shown: bool) -> None:
        """Put cards on the discards of their kind, face up or face down (N27)."""
        pile = _pile(self.state, deck)
        self._set_pile(deck, replace(pile, spent=(*pile.spent, *(Discard(value, shown) for value in values))))

    def clear(self, place: str, *, shown: bool) -> tuple[tuple[LaidCard, ...], tuple[LaidCard, ...]]:
        """Discard all cards of a place. Return the Yes and the No, each in the order they were laid."""
        there = [card for card in self.state.laid if card.place == place]
        self.state = replace(self.state, laid=tuple(card for card in self.state.laid if card.place != place))
        yes = tuple(card for card in there if card.kind == "yes")
        no = tuple(card for card in there if card.kind == "no")
        self.discard("yes", (card.value for card in yes), shown=shown)
        self.discard("no", (card.value for card in no), shown=shown)
        return yes, no

    @property
    def over(self) -> bool:
        return self.state.phase == "over"

    def win(self, winners: Iterable[Seat], reason: Ending) -> None:
        self.state = replace(self.state, phase="over", ending=reason, winners=tuple(sorted(winners)), queue=())
        self.tell(HuntEnded(reason=reason, winners=self.state.winners))

    def win_if_all_open(self) -> None:
        """End the game if every Signal lies open while the Invisible Man is hidden (N45)."""
        if not self.over and self.state.pawn is None and not self.state.unchecked:
            self.win((self.state.invisible,), "signals")

    def end_turn(self) -> None:
        """Pass the turn on: the Invisible Man, then every policeman in play, in the order of this round (N3)."""
        if self.over:
            return
        state = self.state
        queue = state.police_order if state.turn == state.invisible else state.queue
        if queue:
            self.state = replace(state, turn=queue[0], queue=queue[1:])
        else:
            self._end_round()
        if not self.over:
            self.state = replace(self.state, phase="roll", die=None, actions=0)

    def _end_round(self) -> None:
        """Begin the next round with the Invisible Man, unless the chief's patience has run out (N47, N53)."""
        state, settings = self.state, self.state.settings
        quiet = 0 if state.stirred or state.pawn else state.quiet + 1
        chase = state.chase + 1 if state.pawn else 0
        number = state.round + 1
        self.state = replace(state, turn=state.invisible, round=number, quiet=quiet, stirred=False, chase=chase)
        if quiet == settings.patience:
            self.win((state.invisible,), "patience")
        elif chase == settings.longest_chase:
            self.win((state.invisible,), "chase")

    def close_chase(self) -> None:
        """Take the pawn off the board; a policeman who spent the last charge on this chase is out now (N35, N43)."""
        self.set_part(self.state.invisible, replace(self.part(self.state.invisible), cell=None))
        self.state = replace(self.state, stirred=True, captor=None, chase=0)
        for seat in self.state.policemen:
            if not self.part(seat).charges:
                self.drop_out(seat, "charges")
        self.win_if_all_open()
        self.end_turn()

    def drop_out(self, seat: Seat, reason: Ending) -> None:
        """Take a policeman out of the game (N36); with none left the Invisible Man wins at once (N46).

        The Signals of that hand go to the bottom of the pile, shuffled by the stream `out/<seat>`; Yes on the board
        stay.
        """
        part, state = self.part(seat), self.state
        bottom = self.rng.stream(f"out/{seat}").shuffled(part.signals)
        queue = tuple(waiting for waiting in state.queue if waiting != seat)
        self.state = replace(state, signals=(*state.signals, *bottom), queue=queue)
        self.discard("yes", part.yes, shown=False)
        self.set_part(seat, replace(part, signals=(), yes=(), cell=None, out=True))
        self.tell(Out(seat=seat, signals=len(part.signals), yes=len(part.yes)))
        if self.state.policemen:
            self.refill()
        else:
            self.win((self.state.invisible,), reason)
