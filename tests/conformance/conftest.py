"""Lets the rows say what they saw where they fail."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite(
    *(f"tests.conformance.{rows}" for rows in ("lobby", "moves", "secrets", "leaving", "places", "games"))
)
