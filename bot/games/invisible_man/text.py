"""What the things of The Invisible Man are called.

Every name is said in the nominative only ("Theatre: ..."), and no sentence about a player depends on the player's
gender, so that every language can say them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.games.invisible_man.rules.moves import Ending
from bot.games.invisible_man.rules.town import TOWN
from bot.i18n.names import isolate
from bot.i18n.translator import LazyText, Translator, lazy

# NOTE: The game's title is our own; do not use the title of a published game.
TITLE = lazy("The Invisible Man")

DIE = "🎲"

PLACES: Mapping[str, LazyText] = {
    "library": lazy("City Library"),
    "theatre": lazy("Theatre"),
    "school": lazy("School"),
    "observatory": lazy("Observatory"),
    "post": lazy("Post Office"),
    "bank": lazy("Bank"),
    "museum": lazy("Museum"),
    "bakery": lazy("Bakery"),
    "hospital": lazy("Hospital"),
    "factory": lazy("Factory"),
    "barber": lazy("Hairdresser"),
    "market": lazy("Market"),
    "circus": lazy("Circus"),
    "cinema": lazy("Cinema"),
    "depot": lazy("Tram Depot"),
    "park": lazy("Park Pavilion"),
    "hotel": lazy("Hotel"),
    "tailor": lazy("Tailor"),
    "stadium": lazy("Stadium"),
    "firehouse": lazy("Fire Station"),
    TOWN.laboratory: lazy("Laboratory"),
    TOWN.station: lazy("Police Station"),
    "w1": lazy("Factory Bridge"),
    "w2": lazy("Central Bridge"),
    "w3": lazy("East Bridge"),
    "w4": lazy("South Pier"),
    "w5": lazy("Upper Pier"),
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

DECKS: Mapping[str, LazyText] = {
    # NOTE: The card that names a place and its digits.
    "signal": lazy("Signals"),
    # NOTE: A witness card: the policemen's say YES, he was here; the Invisible Man's say NO.
    "yes": lazy("YES"),
    "no": lazy("NO"),
    "cloak": lazy("Cloaks"),
}
"""What the four kinds of cards are called."""

OPTIONS: Mapping[str, LazyText] = {
    # NOTE: Options stand on buttons as "option: value"; both together should stay within 40 letters.
    # NOTE: May the Invisible Man enter a refuge with more steps on the die than he needs?
    "stop_short": lazy("Into a refuge"),
    "reshuffle": lazy("Discards"),
    "first_cloak": lazy("The Invisible Man starts with"),
    "rotate": lazy("First policeman"),
    # NOTE: The digits that hit, which stand on the Signals.
    "hidden_digits": lazy("Digits of Signals"),
    # NOTE: What 20 rounds without a check or a chase bring.
    "stalemate": lazy("20 quiet rounds"),
}
"""What the options of the rules are called."""

CHOICES: Mapping[tuple[str, str], LazyText] = {
    ("stop_short", "off"): lazy("exact roll"),
    ("stop_short", "on"): lazy("stopping short"),
    ("reshuffle", "off"): lazy("stay away"),
    ("reshuffle", "on"): lazy("shuffled back"),
    ("first_cloak", "off"): lazy("no Cloak"),
    ("first_cloak", "on"): lazy("one Cloak"),
    ("rotate", "off"): lazy("always the same"),
    ("rotate", "on"): lazy("rotates"),
    ("hidden_digits", "off"): lazy("known"),
    ("hidden_digits", "on"): lazy("hidden"),
    ("stalemate", "on"): lazy("he wins"),
    ("stalemate", "off"): lazy("play on"),
}
"""What the values of the options are called."""

PRESETS: Mapping[str, LazyText] = {
    "classic": lazy("Classic"),
}
"""What the editions of the rules are called."""

REFUSALS: Mapping[str, LazyText] = {
    "not_your_turn": lazy("It is not your turn."),
    "game_over": lazy("The game is over."),
    "unknown_action": lazy("This button no longer works."),
    "roll_first": lazy("First roll the die."),
    "not_now": lazy("That cannot be done now."),
    "no_such_card": lazy("That card is not there."),
    "no_such_place": lazy("There is no such place."),
    "same_place": lazy("The card lies there already; choose another place."),
    "checked": lazy("The Signal of that place lies open; nothing more happens there."),
    "laboratory": lazy("Policemen may not enter the Laboratory."),
    "chase": lazy("In a chase nobody enters a place."),
    "out_of_reach": lazy("That cannot be reached with this roll."),
    # NOTE: Told to one policeman in private: the Signal of that place is not in that hand.
    "no_signal": lazy("You hold no Signal of that place, so you cannot enter it."),
    "card_first": lazy("First choose a card, then its place."),
}
"""Why a move is refused, by the rules' reason code."""

ENDINGS: Mapping[Ending, LazyText] = {
    "caught": lazy("The Invisible Man is caught."),
    "signals": lazy("All Signals lie open and the Invisible Man is free."),
    "charges": lazy("No policeman has a charge left."),
    "patience": lazy("Nothing has happened for 20 rounds: the chief calls off the search."),
    "left": lazy("The other side has left the game."),
}
"""Why a game ended."""


def place(cell: str, tr: Translator) -> str:
    """Show a building by its sign and name, for a button or a line of its own."""
    return f"{ICONS[cell]} {tr.translate(PLACES[cell])}"


def where(cell: str, tr: Translator) -> str:
    """Name any cell: by its name if it has one, a street by its label."""
    if cell in ICONS:
        return place(cell, tr)
    if cell in PLACES:
        return tr.translate(PLACES[cell])
    return kept(TOWN.label(cell), tr)


def kept(text: str, tr: Translator) -> str:
    """Keep what reads from left to right (a label, a sum) together in right-to-left text."""
    return isolate(text) if tr.rtl else text


def plus(value: int, tr: Translator) -> str:
    """Show a card's value: +2."""
    return kept(f"+{tr.number(value)}", tr)


def digits(hits: Iterable[int] | int, tr: Translator) -> str:
    """Show the digits of a Signal or, given its number, of a Cloak."""
    each = (int(digit) for digit in str(hits)) if isinstance(hits, int) else hits
    return " ".join(tr.number(digit) for digit in each)
