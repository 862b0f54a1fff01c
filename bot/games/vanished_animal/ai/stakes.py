"""What a round is worth: who would win the game if this seat won the round (D4, D16)."""

from __future__ import annotations

from functools import lru_cache

from bot.games.vanished_animal.ai.race import Values
from bot.games.vanished_animal.rules.view import VanishedSeat


@lru_cache(maxsize=256)
def stakes(seats: tuple[VanishedSeat, ...]) -> tuple[Values, ...]:
    """Return by the winner of this round each seat's chance of the wand, if rounds to come are anybody's alike."""
    tokens = frozenset(seat for seat, held in enumerate(seats) if held.hat)
    present = tuple(seat for seat, held in enumerate(seats) if held.present)
    return tuple(_won(seat, tokens, present, len(seats)) for seat in range(len(seats)))


def _won(winner: int, tokens: frozenset[int], present: tuple[int, ...], seats: int) -> Values:
    """Return the chances after a round: the wand to whom had a token, and a token to whom had none."""
    if winner in tokens:
        return tuple(float(seat == winner) for seat in range(seats))
    after = tokens | {winner}
    rounds = [_won(seat, after, present, seats) for seat in present]
    return tuple(sum(values[seat] for values in rounds) / len(rounds) for seat in range(seats))
