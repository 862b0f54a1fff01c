"""The contract of a game's scenes: views and events put into words, buttons and pictures.

A table holds a `Game`, rules and scenes together, and knows no game by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from bot.engine.computer import ComputerPlayer
from bot.engine.rules import Action, Event, Rules, Seat
from bot.i18n.translator import LazyText, Translator
from bot.messaging import Picture, RichText, Span
from storage.ids import Person


class Player(msgspec.Struct, frozen=True):
    """Who holds a seat: the name as the platform gives it, and whether they still play."""

    name: str
    person: Person | None = None
    present: bool = True


class Choice(msgspec.Struct, frozen=True):
    """A button that means `code` in this game; the table makes it a token of the present decision."""

    text: str
    code: str


class BoardView(msgspec.Struct, frozen=True):
    """The public board. The caption is `headline`, then each of `moves` on its own line, then `body`.

    `moves` has one line for each event it was given to tell, in order.
    `body` is the text twin of the picture: a blind player can play from it. The table sends the first moves in a
    message of their own when all do not fit.
    """

    headline: RichText
    moves: tuple[RichText, ...]
    body: RichText
    picture: Picture
    choices: tuple[tuple[Choice, ...], ...] = ()


class Secret(msgspec.Struct, frozen=True):
    """A private event shown to its seat. `alert` is the same in at most 200 characters, for a private answer."""

    text: RichText
    alert: str
    picture: Picture | None = None


class Hand(msgspec.Struct, frozen=True):
    """What a seat holds, shown to it alone: one private message, kept up to date by editing.

    `alert` is the same in at most 200 characters, for a private answer. `choices` are the buttons for what this seat
    alone may choose now; their codes are decoded as those of the board.
    """

    text: RichText
    alert: str
    picture: Picture | None = None
    choices: tuple[tuple[Choice, ...], ...] = ()


class StarterLabels(msgspec.Struct, frozen=True):
    """How a lobby speaks of the first seat: the question, the claim of who wants it, the line that says who has it.

    Court Hats asks who begins and lets the youngest claim it; another game asks who is hunted.
    """

    ask: str
    claim: str
    line: RichText


class FirstPress(msgspec.Struct, frozen=True):
    """The first half of a choice of two: it is remembered and advances nothing."""

    code: str
    toast: LazyText


class Presenter(Protocol):
    """A game put into words, buttons and pictures; works from views and events alone.

    `players` are in seat order. Every text is in the language of `words`.
    """

    def title(self, tr: Translator) -> str:
        """Give the game's title."""
        ...

    def option(self, name: str, tr: Translator) -> str:
        """Name an option."""
        ...

    def choice(self, option: str, value: str, tr: Translator) -> str:
        """Name one value of an option."""
        ...

    def preset(self, name: str, tr: Translator) -> str:
        """Name a preset."""
        ...

    def lobby(self, players: Sequence[Player], tr: Translator) -> Picture:
        """Draw the table before the game: who sits there."""
        ...

    def board(
        self, view: Any, told: Sequence[tuple[int, Event]], players: Sequence[Player], tr: Translator
    ) -> BoardView:
        """Show the public board and tell the events in `told`, each with its number, that no board has told yet.

        `view` is the public one. After the end it is the end scene.
        """
        ...

    def secret(self, event: Any, view: Any, players: Sequence[Player], tr: Translator) -> Secret | None:
        """Show one private event to the seat it is for; None where that seat's hand shows it. `view` is that seat's."""
        ...

    def first(self, who: Span | None, tr: Translator) -> StarterLabels:
        """Say how the lobby speaks of the first seat; `who` is the name that `line` tells, if there is one."""
        ...

    def hand(self, view: Any, seat: Seat, players: Sequence[Player], tr: Translator) -> Hand | None:
        """Show what a seat holds; None in a game where nothing is held. `view` is that seat's."""
        ...

    def decode(self, view: Any, seat: Seat, half: str | None, code: str) -> Action | FirstPress:
        """Read a button's code. `view` is that of the seat that presses. Raises Refusal for a code that can't be meant.

        `half` is the first half chosen before, if any. The result is not yet judged by the rules.
        """
        ...

    def done(self, action: Any, tr: Translator) -> str:
        """Say in a toast (200 characters) what the presser has just done."""
        ...

    def refusal(self, reason: str) -> LazyText:
        """Put the reason code of an IllegalAction into words."""
        ...

    def advice(self, view: Any, seat: Seat | None, tr: Translator) -> str:
        """Say in at most 200 characters what may be done now; `view` is that seat's (None: an onlooker's)."""
        ...

    def section(self, view: Any, seat: Seat | None) -> str:
        """Give the id of the section of the rules for what may be done now (None: for an onlooker).

        `view` is the public one, since a group may be shown the answer.
        """
        ...


class Game(msgspec.Struct, frozen=True):
    """Everything a table needs of one game; `word` is what `/play` calls it."""

    key: str
    word: str
    rules: Rules[Any]
    presenter: Presenter
    computer: ComputerPlayer
