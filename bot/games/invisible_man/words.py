"""What the things of The Invisible Man are called.

Every name is said in the nominative only ("Theatre: ..."), and no sentence about a player depends on the player's
gender, so that every language can say them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.games.invisible_man.moves import Ending
from bot.games.invisible_man.town import TOWN
from bot.words import Message, Words, isolate, msg

__all__ = [
    "CHOICES",
    "DECKS",
    "DIE",
    "ENDINGS",
    "ICONS",
    "OPTIONS",
    "PLACES",
    "PRESETS",
    "REFUSALS",
    "TITLE",
    "digits",
    "kept",
    "place",
    "plus",
    "where",
]

# NOTE: The game's title is our own; do not use the title of a published game.
TITLE = msg("The Invisible Man")

DIE = "🎲"

PLACES: Mapping[str, Message] = {
    "library": msg("City Library"),
    "theatre": msg("Theatre"),
    "school": msg("School"),
    "observatory": msg("Observatory"),
    "post": msg("Post Office"),
    "bank": msg("Bank"),
    "museum": msg("Museum"),
    "bakery": msg("Bakery"),
    "hospital": msg("Hospital"),
    "factory": msg("Factory"),
    "barber": msg("Hairdresser"),
    "market": msg("Market"),
    "circus": msg("Circus"),
    "cinema": msg("Cinema"),
    "depot": msg("Tram Depot"),
    "park": msg("Park Pavilion"),
    "hotel": msg("Hotel"),
    "tailor": msg("Tailor"),
    "stadium": msg("Stadium"),
    "firehouse": msg("Fire Station"),
    TOWN.laboratory: msg("Laboratory"),
    TOWN.station: msg("Police Station"),
    "w1": msg("Factory Bridge"),
    "w2": msg("Central Bridge"),
    "w3": msg("East Bridge"),
    "w4": msg("South Pier"),
    "w5": msg("Upper Pier"),
}
"""What the cells are called that have a name; streets have the label of a chess board."""

ICONS: Mapping[str, str] = {
    "library": "📚",
    "theatre": "🎭",
    "school": "🏫",
    "observatory": "🔭",
    "post": "📮",
    "bank": "🏦",
    "museum": "🏺",
    "bakery": "🥐",
    "hospital": "🏥",
    "factory": "🏭",
    "barber": "💈",
    "market": "🛒",
    "circus": "🎪",
    "cinema": "🎬",
    "depot": "🚋",
    "park": "🌳",
    "hotel": "🏨",
    "tailor": "🧵",
    "stadium": "⚽",
    "firehouse": "🚒",
    TOWN.laboratory: "🧪",
}
"""The signs of the buildings, as their art shows them."""

DECKS: Mapping[str, Message] = {
    # NOTE: The card that names a place and its digits.
    "signal": msg("Signals"),
    # NOTE: A witness card: the policemen's say YES, he was here; the Invisible Man's say NO.
    "yes": msg("YES"),
    "no": msg("NO"),
    "cloak": msg("Cloaks"),
}
"""What the four kinds of cards are called."""

OPTIONS: Mapping[str, Message] = {
    # NOTE: Options stand on buttons as "option: value"; both together should stay within 40 letters.
    # NOTE: May the Invisible Man enter a refuge with more steps on the die than he needs?
    "stop_short": msg("Into a refuge"),
    "reshuffle": msg("Discards"),
    "first_cloak": msg("The Invisible Man starts with"),
    "rotate": msg("First policeman"),
    # NOTE: The digits that hit, which stand on the Signals.
    "hidden_digits": msg("Digits of Signals"),
    # NOTE: What 20 rounds without a check or a chase bring.
    "stalemate": msg("20 quiet rounds"),
}
"""What the options of the rules are called."""

CHOICES: Mapping[tuple[str, str], Message] = {
    ("stop_short", "off"): msg("exact roll"),
    ("stop_short", "on"): msg("stopping short"),
    ("reshuffle", "off"): msg("stay away"),
    ("reshuffle", "on"): msg("shuffled back"),
    ("first_cloak", "off"): msg("no Cloak"),
    ("first_cloak", "on"): msg("one Cloak"),
    ("rotate", "off"): msg("always the same"),
    ("rotate", "on"): msg("rotates"),
    ("hidden_digits", "off"): msg("known"),
    ("hidden_digits", "on"): msg("hidden"),
    ("stalemate", "on"): msg("he wins"),
    ("stalemate", "off"): msg("play on"),
}
"""What the values of the options are called."""

PRESETS: Mapping[str, Message] = {
    "classic": msg("Classic"),
}
"""What the editions of the rules are called."""

REFUSALS: Mapping[str, Message] = {
    "not_your_turn": msg("It is not your turn."),
    "game_over": msg("The game is over."),
    "unknown_action": msg("This button no longer works."),
    "roll_first": msg("First roll the die."),
    "not_now": msg("That cannot be done now."),
    "no_such_card": msg("That card is not there."),
    "no_such_place": msg("There is no such place."),
    "same_place": msg("The card lies there already; choose another place."),
    "checked": msg("The Signal of that place lies open; nothing more happens there."),
    "laboratory": msg("Policemen may not enter the Laboratory."),
    "chase": msg("In a chase nobody enters a place."),
    "out_of_reach": msg("That cannot be reached with this roll."),
    # NOTE: Told to one policeman in private: the Signal of that place is not in that hand.
    "no_signal": msg("You hold no Signal of that place, so you cannot enter it."),
    "card_first": msg("First choose a card, then its place."),
}
"""Why a move is refused, by the rules' reason code."""

ENDINGS: Mapping[Ending, Message] = {
    "caught": msg("The Invisible Man is caught."),
    "signals": msg("All Signals lie open and the Invisible Man is free."),
    "charges": msg("No policeman has a charge left."),
    "patience": msg("Nothing has happened for 20 rounds: the chief calls off the search."),
    "left": msg("The other side has left the game."),
}
"""Why a game ended."""


def place(cell: str, words: Words) -> str:
    """Show a building by its sign and name, for a button or a line of its own."""
    return f"{ICONS[cell]} {words.tell(PLACES[cell])}"


def where(cell: str, words: Words) -> str:
    """Name any cell: by its name if it has one, a street by its label."""
    if cell in ICONS:
        return place(cell, words)
    if cell in PLACES:
        return words.tell(PLACES[cell])
    return kept(TOWN.label(cell), words)


def kept(text: str, words: Words) -> str:
    """Keep what reads from left to right (a label, a sum) together in right-to-left text."""
    return isolate(text) if words.rtl else text


def plus(value: int, words: Words) -> str:
    """Show a card's value: +2."""
    return kept(f"+{words.number(value)}", words)


def digits(hits: Iterable[int] | int, words: Words) -> str:
    """Show the digits of a Signal or, given its number, of a Cloak."""
    each = (int(digit) for digit in str(hits)) if isinstance(hits, int) else hits
    return " ".join(words.number(digit) for digit in each)
