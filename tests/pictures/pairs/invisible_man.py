"""The pairs of this game."""

from __future__ import annotations

from tests.pictures.pairs import Apart, StandOut

STAND_OUT: StandOut = {}
APART: Apart = {}
