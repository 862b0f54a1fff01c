"""The town: its map, Signals and decks, read from town.toml and checked once when it is loaded."""

from __future__ import annotations

import pkgutil
from typing import Literal, TypeAlias

import msgspec

from storage.errors import DamagedRecord

Kind: TypeAlias = Literal["road", "river", "station", "place", "lab"]
"""What a cell of the map is. Places and the Laboratory are buildings: a way ends in them, none leads through (N18)."""
Point: TypeAlias = tuple[float, float]


class PlaceData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place: where it stands, the cell beside it where the Invisible Man appears, the digits of its Signal."""

    at: Point
    hatched: str
    hits: tuple[int, ...]


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards are dealt: each policeman's Signals and Yes, the Invisible Man's No by number of policemen."""

    signals: int
    yes: int
    no: tuple[int, ...]


class Decks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards there are of each value from 1 up, and every Cloak as the number that its digits make."""

    yes: tuple[int, ...]
    no: tuple[int, ...]
    cloaks: tuple[int, ...]


class TownFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    station: str
    laboratory: str
    laboratory_at: Point
    charges: int
    edges: tuple[tuple[str, str], ...]
    opening: Opening
    decks: Decks
    road: dict[str, Point]
    river: dict[str, Point]
    places: dict[str, PlaceData]


class Town:
    """The map as a graph, and the decks. Made by `town_of`."""

    def __init__(self, file: TownFile) -> None:
        self.station, self.laboratory = file.station, file.laboratory
        self.charges, self.opening, self.edges = file.charges, file.opening, file.edges
        self.places = file.places
        self.road, self.river = tuple(file.road), tuple(file.river)
        self.at: dict[str, Point] = {
            **file.road,
            **file.river,
            **{place: data.at for place, data in file.places.items()},
            file.laboratory: file.laboratory_at,
        }
        self.hatched = {place: data.hatched for place, data in file.places.items()}
        self.hits = {place: data.hits for place, data in file.places.items()}
        self.yes, self.no = _values(file.decks.yes), _values(file.decks.no)
        self.cloaks = file.decks.cloaks
        self.next = {cell: tuple(_ends(cell, file.edges)) for cell in self.at}
        self.buildings = frozenset({*file.places, file.laboratory})

    def kind(self, cell: str) -> Kind:
        if cell in self.places:
            return "place"
        if cell == self.station:
            return "station"
        if cell == self.laboratory:
            return "lab"
        return "river" if cell in self.river else "road"

    def label(self, cell: str) -> str:
        """Name a cell as on a chess board: the column's letter from the west, the row's number from the north."""
        x, y = self.at[cell]
        return f"{chr(ord('A') + int(x) - 1)}{int(y)}"


def read() -> TownFile:
    """Read town.toml. Raise DamagedRecord."""
    data = pkgutil.get_data(__package__, "town.toml")
    assert data is not None, "the file is part of this package"
    try:
        return msgspec.toml.decode(data, type=TownFile)
    except msgspec.DecodeError as error:
        raise DamagedRecord(f"town.toml: {error}") from error


def town_of(file: TownFile) -> Town:
    """Make the town of a file. Raise DamagedRecord for a map on which the game could not be played."""
    town = Town(file)
    for fault, found in _faults(town).items():
        if found:
            raise DamagedRecord(f"town.toml: {fault}: {found}")
    return town


def _values(counts: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(value for value, count in enumerate(counts, 1) for _ in range(count))


def _ends(cell: str, edges: tuple[tuple[str, str], ...]) -> list[str]:
    return sorted(b if a == cell else a for a, b in edges if cell in (a, b))


def _faults(town: Town) -> dict[str, list[str]]:
    """Return what would break the rules: under each fault the cells or cards that have it, none on a sound map."""
    streets = {*town.road, *town.river}
    return {
        "no such cell": [cell for edge in town.edges for cell in edge if cell not in town.at],
        "a cell without a way": [cell for cell, near in town.next.items() if not near],
        "cannot be reached": sorted(set(town.at) - _reached(town)),
        "the Station is no street": [] if town.station in streets else [town.station],
        "not hatched beside it": [p for p, cell in town.hatched.items() if cell not in town.next[p]],
        "a hatched cell twice": sorted({c for c in town.hatched.values() if list(town.hatched.values()).count(c) > 1}),
        "a way between buildings": [b for b in town.buildings if not streets.issuperset(town.next[b])],
        "digits of no die": [p for p, hits in town.hits.items() if not hits or not set(hits) <= set(range(1, 7))],
        "a Cloak of no die": [str(c) for c in town.cloaks if not set(str(c)) <= set("123456")],
        "too few free cells beside": [p for p in town.places if len(_beside(town, town.hatched[p])) < 2],
    }


def _beside(town: Town, cell: str) -> list[str]:
    """List the neighbours where a pawn may appear: no building, not the Station (N37)."""
    return [near for near in town.next[cell] if near not in town.buildings and near != town.station]


def _reached(town: Town) -> set[str]:
    reached, edge = {town.station}, [town.station]
    while edge:
        new = {near for cell in edge for near in town.next.get(cell, ())} - reached
        reached |= new
        edge = sorted(new)
    return reached


TOWN = town_of(read())
"""The one town of this game."""
