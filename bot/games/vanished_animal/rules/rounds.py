"""How rounds begin and end: mixing, reveal, tokens, next starter. docs/rulings.md 3.1, D4, D11-D14, D18."""

from __future__ import annotations

from msgspec.structs import replace

from bot.engine.randomness import CommittedRandom
from bot.engine.rules import Event, Seat, Step, put
from bot.games.vanished_animal.rules.moves import ANIMALS, HATS, Prize, RoundBegan, RoundEnded, VanishedEnded
from bot.games.vanished_animal.rules.options import VanishedAnimalOptions
from bot.games.vanished_animal.rules.state import RingHat, VanishedAnimalState, next_seat
from bot.games.vanished_animal.rules.view import VanishedSeat


def first_round(
    settings: VanishedAnimalOptions, seats: int, starter: Seat, rng: CommittedRandom
) -> Step[VanishedAnimalState]:
    """Begin a game: nobody has a token, and whom the table chose starts (D17)."""
    hats, box = _mixed(1, rng)
    state = VanishedAnimalState(settings, hats, box, (VanishedSeat(),) * seats, turn=starter, starter=starter)
    return Step(state, (RoundBegan(round=1, starter=starter),))


def win_round(
    state: VanishedAnimalState, winner: Seat, events: tuple[Event, ...], rng: CommittedRandom, *, seen: bool
) -> Step[VanishedAnimalState]:
    """Award a hat token and begin the next round, or the wand, and the game with it (D4, D16, D20).

    `seen`: the missing animal was named, so that all know what is in the box.
    """
    prize: Prize = "wand" if state.seats[winner].hat or _alone(state) else "hat"
    closing = (*events, _reveal(state, winner, prize, seen=seen))
    state = replace(state, seats=_given(state.seats, winner, prize))
    if prize == "wand":
        return Step(state, (*closing, VanishedEnded(winner=winner)))
    began = _next_round(state, next_seat(state.seats, winner, everyone=True), rng)
    return Step(began, (*closing, RoundBegan(round=began.round, starter=began.starter)))


def _alone(state: VanishedAnimalState) -> bool:
    return sum(held.present for held in state.seats) == 1


def _given(seats: tuple[VanishedSeat, ...], winner: Seat, prize: Prize) -> tuple[VanishedSeat, ...]:
    held = seats[winner]
    won = replace(held, wand=True) if prize == "wand" else replace(held, hat=True)
    return put(seats, winner, won)


def _reveal(state: VanishedAnimalState, winner: Seat, prize: Prize, *, seen: bool) -> RoundEnded:
    """Return the end of the round: with all that lay where, or only what a right name has revealed (D13)."""
    if state.settings.open:
        hats = tuple(hat.animal for hat in state.hats)
        return RoundEnded(winner=winner, prize=prize, hats=hats, box=state.box.animal)
    return RoundEnded(winner=winner, prize=prize, box=state.box.animal if seen else None)


def _next_round(state: VanishedAnimalState, starter: Seat, rng: CommittedRandom) -> VanishedAnimalState:
    """Mix all six hats anew; who was out is back (D12), and `starter` begins (D14)."""
    number = state.round + 1
    hats, box = _mixed(number, rng)
    seats = tuple(replace(held, out=False) for held in state.seats)
    return VanishedAnimalState(state.settings, hats, box, seats, turn=starter, starter=starter, round=number)


def _mixed(number: int, rng: CommittedRandom) -> tuple[tuple[RingHat, ...], RingHat]:
    """Mix the hats of a round and put the last one unseen into the box (D3); draws from the stream `round/<number>`.

    Ids go by place and round, so that no id of one round is met in another (D18).
    """
    animals = rng.stream(f"round/{number}").shuffled(ANIMALS)
    first = (number - 1) * len(ANIMALS)
    hats = tuple(RingHat(animal, first + place) for place, animal in enumerate(animals))
    return hats[:HATS], hats[HATS]
