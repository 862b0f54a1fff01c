"""What the parts of the bot tell of their work, for whoever counts it. This meter keeps nothing.

Platforms, tables and pictures are each given a `Meter`. Where metrics are on it is `bot.metrics.Metrics`, which counts.
Nothing that is told names a person, a chat, a table or a secret, and each word is one of a few: a word of which there
could be many would be a time series of its own for each.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Literal, TypeAlias

import msgspec

PressResult: TypeAlias = Literal["accepted", "refused", "repeated", "flood", "failed"]
"""What became of a press: done or shown; refused to who pressed; come twice; one of too many; ended by an error."""
UpdateFault: TypeAlias = Literal["flood", "unreadable", "forged", "malformed", "slow"]
"""Why an update was not looked at: one of too many of one person; not understood; posted to the webhook without its
secret, with a body that is none, or too slowly."""
PictureSource: TypeAlias = Literal["upload", "cache", "shared", "drawn"]
"""Where a picture came from: uploaded before; drawn before; being drawn for somebody else; drawn for this."""


class PressOrigin(msgspec.Struct, frozen=True):
    """The platform of a press, and when it came in (seconds of the event loop's clock)."""

    platform: str
    received: float


class Meter:
    """Is told what happens, from the event loop alone. Spans of time are seconds."""

    counts = False
    """Whether anything is made of what is told, so that what costs something need not be measured in vain."""

    # -- presses -------------------------------------------------------------------------------------------------------

    def handling(self, platform: str, received: float) -> AbstractContextManager[object]:
        """Take what the present task does inside for the work of a press, which came in at `received`."""
        return nullcontext()

    def press_here(self) -> PressOrigin | None:
        """Return the press that the present task is handling, None for none."""
        return None

    def pressed(self, platform: str, result: PressResult) -> None:
        """Note what became of a press."""

    def answered(self, platform: str, seconds: float) -> None:
        """Note that the platform has taken the answer to a press, so long after the press came in."""

    def unanswered(self, platform: str) -> None:
        """Note that a press got no answer."""

    # -- what is shown -------------------------------------------------------------------------------------------------

    def coalesced(self, kind: str) -> None:
        """Note that something was to be shown that waited to be shown already: one call serves both."""

    def shown(self, kind: str, press: PressOrigin, seconds: float) -> None:
        """Note that what a press led to is shown, so long after the press came in."""

    def delivery_failed(self, kind: str, error: Exception) -> None:
        """Note that an attempt to show or send something has failed."""

    # -- platforms -----------------------------------------------------------------------------------------------------

    def slowed_down(self, platform: str, seconds: float) -> None:
        """Note that a platform has refused a call (429) and wants to be left alone for so long."""

    def update_refused(self, platform: str, fault: UpdateFault) -> None:
        """Note that an update was not looked at."""

    # -- work beside the event loop ------------------------------------------------------------------------------------

    def pictured(self, source: PictureSource) -> None:
        """Note that a picture was wanted, and where it came from."""

    def drew(self, seconds: float) -> None:
        """Note that a picture was drawn, and how long that took, the wait for the process that draws included."""

    def thought(self, game: str, level: str, seconds: float) -> None:
        """Note that a computer has chosen a move, and how long that took, the wait for its turn included."""


UNMETERED = Meter()
"""For parts of which nobody counts what they do."""
