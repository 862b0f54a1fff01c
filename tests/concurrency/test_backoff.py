"""Waits grow while tries fail, and begin anew after a success."""

from __future__ import annotations

from bot.concurrency.backoff import Backoff


def test_waits_double_up_to_the_longest() -> None:
    backoff = Backoff(0.2, 1.0)
    assert [backoff.next() for _ in range(5)] == [0.2, 0.4, 0.8, 1.0, 1.0]


def test_after_a_success_they_begin_anew() -> None:
    backoff = Backoff()
    waits = [backoff.next() for _ in range(3)]
    backoff.reset()
    assert waits == [0.5, 1.0, 2.0]
    assert backoff.next() == 0.5
