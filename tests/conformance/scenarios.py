"""The list: what happens at tables, row for row, whatever the platform."""

from __future__ import annotations

from tests.conformance.forged import FORGED
from tests.conformance.games import GAMES
from tests.conformance.leaving import LEAVING
from tests.conformance.lobby import LOBBY
from tests.conformance.moves import MOVES
from tests.conformance.places import PLACES
from tests.conformance.rows import Row
from tests.conformance.secrets import SECRETS
from tests.conformance.telling import TELLING

SCENARIOS: tuple[Row, ...] = (*LOBBY, *MOVES, *SECRETS, *TELLING, *LEAVING, *PLACES, *FORGED, *GAMES)

SIMCORD_LACKS = {
    "lobby race": "its people act one after the other",
    "double press": "its people act one after the other",
    "two at once": "its people act one after the other",
    "rematch asked for by two": "its people act one after the other",
    "a press told twice": "its gateway tells everything once",
    "stale press": "its people press only what is on a message now",
    **{str(row): "its people press only what is on a message now" for row in FORGED},
    "no right to post pictures": "it lets a bot send files wherever it may write",
    "bot removed and added again": "a server that the bot has left is gone for good, channels and all",
}
"""Rows that simcord cannot stage, and why; every one is played on the loopback Discord."""
