"""All that reaches a viewer, as bytes: two states that give the same bytes cannot be told apart by that viewer."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from bot.engine.rules import Event, Rules, Seat

S = TypeVar("S")


def told(events: tuple[Event, ...], viewer: Seat | None) -> bytes:
    """Return the bytes of all events that reach a viewer."""
    return msgspec.json.encode([event for event in events if event.audience in (None, viewer)])


def seen_of(rules: Rules[S], state: S, viewer: Seat | None) -> bytes:
    """Return the bytes of a view, of the actions that this viewer is offered, and of whose turn it is."""
    offered = () if viewer is None else rules.legal(state, viewer)
    return msgspec.json.encode([rules.view(state, viewer), offered, rules.to_act(state)])
