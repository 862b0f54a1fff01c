"""What may be done and what happens in The Vanished Animal: animals, actions, events. docs/rulings.md 3.1, 3.2."""

from __future__ import annotations

from typing import Literal, TypeAlias

from bot.engine.rules import Action, Event, Seat, SeatLeft, Swap

ANIMALS: tuple[str, ...] = ("rabbit", "dove", "frog", "mouse", "hedgehog", "owl")
"""The six animals, one under each hat."""
HATS = 5
"""How many hats stand in the ring; the sixth is in the box."""
Prize: TypeAlias = Literal["hat", "wand"]
"""What a round is worth: a hat token, and to whom has one the wand, which is the game (D4)."""


class Look(Action, frozen=True, tag="look"):
    """Look into one hat of the ring (0-4), never into the box (D6)."""

    hat: int


class Keep(Action, frozen=True, tag="keep"):
    """Leave the hats where they are, where a swap is free (D1, D8)."""


class Name(Action, frozen=True, tag="name"):
    """Say which animal is missing (D9)."""

    animal: str


VanishedAction: TypeAlias = Look | Swap | Keep | Name


class RoundBegan(Event, frozen=True, kw_only=True, tag="began"):
    """All six hats were mixed and one went unseen into the box; rounds are counted from 1."""

    round: int
    starter: Seat


class Looked(Event, frozen=True, kw_only=True, tag="looked"):
    seat: Seat
    hat: int


class SawAnimal(Event, frozen=True, kw_only=True, tag="saw"):
    """The one who looked saw this animal; the audience is that seat."""

    hat: int
    animal: str


class RingSwapped(Event, frozen=True, kw_only=True, tag="swapped"):
    """Two hats changed places; `a` is the lower one. `again`: it was the experts' second swap."""

    seat: Seat
    a: int
    b: int
    again: bool = False


class Kept(Event, frozen=True, kw_only=True, tag="kept"):
    """The hats were left where they are. `again`: it was the experts' second swap that was not made."""

    seat: Seat
    again: bool = False


class Named(Event, frozen=True, kw_only=True, tag="named"):
    """A seat said which animal is missing: right, or wrong and out of the round (D10)."""

    seat: Seat
    animal: str
    right: bool


class Learned(Event, frozen=True, kw_only=True, tag="learned"):
    """Who named a wrong animal has looked into the box; the audience is that seat (D10)."""

    animal: str


class RoundEnded(Event, frozen=True, kw_only=True, tag="round_ended"):
    """A round was won. `hats` and `box` are the animals of the ring and the box, None where not all may see them (D13).

    A wand ends the game.
    """

    winner: Seat
    prize: Prize
    hats: tuple[str, ...] | None = None
    box: str | None = None


class VanishedEnded(Event, frozen=True, kw_only=True, tag="ended"):
    winner: Seat


VanishedEvent: TypeAlias = (
    RoundBegan | Looked | SawAnimal | RingSwapped | Kept | Named | Learned | RoundEnded | SeatLeft | VanishedEnded
)
