"""How one finds a button of a lobby that is not on its front page: behind Options, and back from there."""

from __future__ import annotations

from collections.abc import Sequence

PAGES = 3
"""Pages between any two buttons, one of them shown."""
FRONT = ("Start", "⏱ Pace", "❔ How to play", "🤖 Add a computer")


def is_called(shown: str, label: str) -> bool:
    """Return whether a button is meant by a label, or by how it begins or ends."""
    return shown == label or shown.removeprefix("✓ ").startswith(label) or shown.endswith(label)


def way_to(label: str, shown: Sequence[str]) -> str:
    """Return which of the buttons shown leads to the page of another; empty if that is there, or nothing leads on."""
    if any(is_called(text, label) for text in shown):
        return ""
    if "Options" in shown:
        return "Options"
    rules = next((text for text in shown if text.startswith("Rules")), "")
    if rules and not label.startswith(FRONT):
        return rules
    return "Back" if "Back" in shown else ""
