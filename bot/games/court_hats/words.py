"""Court Hats in words: what its things are called, and each public move told as one line.

Names of kinds and hats are said in the nominative only ("Hat 3: crown"), and no sentence about a player depends on
the player's gender, so that every language can say them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.games.court_hats.moves import MAGIC, CourtEvent, Dealt, Ended, Left, Opened, Peeked, Redealt, Swapped
from bot.games.game import Seat
from bot.games.scene import Player
from bot.port import Rich
from bot.words import Message, Words, msg

__all__ = ["CHARACTERS", "CHOICES", "HATS", "OPTIONS", "PRESETS", "REFUSALS", "TITLE", "tell_move"]

# NOTE: The game's title is our own; do not use the title of a published game.
TITLE = msg("Court Hats")

CHARACTERS: Mapping[str, Message] = {
    "dragon": msg("dragon"),
    "king": msg("king"),
    "wizard": msg("wizard"),
    "princess": msg("princess"),
    "jester": msg("jester"),
    "knight": msg("knight"),
    "maid": msg("maid"),
    "witch": msg("witch"),
    "cook": msg("cook"),
    "pirate": msg("pirate"),
}
"""What the ten characters are called."""

HATS: Mapping[str, Message] = {
    "dragon": msg("horns"),
    "king": msg("crown"),
    # NOTE: Drawn as a tall cone with stars. It must not sound like the witch's hat or the magic hat.
    "wizard": msg("wizard's hat"),
    "princess": msg("tiara"),
    # NOTE: Drawn with three points and bells.
    "jester": msg("fool's cap"),
    "knight": msg("plumed helmet"),
    "maid": msg("kerchief"),
    # NOTE: Drawn with a broad brim, a bent tip and a buckle.
    "witch": msg("witch's hat"),
    "cook": msg("chef's hat"),
    "pirate": msg("pirate hat"),
    # NOTE: Fits nobody; who opens it keeps it, and it cancels one chip at the end.
    MAGIC: msg("magic hat"),
}
"""What the hats are called, by the kind they fit."""

OPTIONS: Mapping[str, Message] = {
    # NOTE: Options stand on buttons as "option: value"; both together should stay within 40 letters.
    "swap_ban": msg("Swapping straight back"),
    # NOTE: May one peek at the very hat that the player before has just peeked at?
    "peek_ban": msg("Peeking where just peeked"),
    "magic_hats": msg("Magic hats"),
    "dead_layout": msg("When no hat fits"),
    "short_game": msg("Length"),
    "tie_break": msg("Equal points"),
}
"""What the options of the rules are called."""

CHOICES: Mapping[tuple[str, str], Message] = {
    ("swap_ban", "on"): msg("not allowed"),
    ("swap_ban", "off"): msg("allowed"),
    ("peek_ban", "off"): msg("allowed"),
    ("peek_ban", "on"): msg("not allowed"),
    ("magic_hats", "on"): msg("in the deck"),
    # NOTE: Without magic hats the game is harder: no chip can be cancelled.
    ("magic_hats", "off"): msg("left out (harder)"),
    # NOTE: The cards in the row and the piles are laid out anew; what was won stays.
    ("dead_layout", "redeal"): msg("new layout"),
    # NOTE: As a new layout, but what was won goes back too.
    ("dead_layout", "restart"): msg("start from nothing"),
    ("short_game", "off"): msg("17 pairs"),
    ("short_game", "on"): msg("14 pairs (short)"),
    ("tie_break", "shared"): msg("shared victory"),
    ("tie_break", "fewer_chips"): msg("fewer chips win"),
}
"""What the values of the options are called."""

PRESETS: Mapping[str, Message] = {
    # NOTE: The usual rules: two hats just swapped may not be swapped straight back.
    "sheet_000": msg("Classic"),
    # NOTE: As Classic, and the hat just peeked at may not be peeked at by the next player.
    "sheet_003": msg("Strict"),
    # NOTE: No move is ever forbidden.
    "sheet_004": msg("Free"),
}
"""What the editions of the rules are called."""

REFUSALS: Mapping[str, Message] = {
    "not_your_turn": msg("It is not your turn."),
    "no_such_slot": msg("There is no hat in that place."),
    "same_slot": msg("Choose two different hats."),
    "swap_ban": msg("These two hats were swapped just now and may not be swapped straight back."),
    "peek_ban": msg("The player before you peeked at this hat just now; choose another one."),
    "game_over": msg("The game is over."),
    "unknown_action": msg("This button no longer works."),
}
"""Why a move is refused, by the rules' reason code."""


def tell_move(number: int, event: CourtEvent, players: Sequence[Player], words: Words) -> Rich:
    """Tell one public event as one line, a turn with its number. Raises TypeError for an event that is not public."""

    def name(seat: Seat) -> str:
        return words.name(players[seat].name)

    match event:
        case Dealt(starter=starter):
            return words.rich("The cards are laid out. {name} begins.", name=name(starter))
        case Peeked(seat=seat, slot=slot):
            return words.rich(
                "{number}. {name} peeked at hat {slot}.", number=str(number), name=name(seat), slot=slot + 1
            )
        case Swapped(seat=seat, a=a, b=b):
            values = {"number": number, "name": name(seat), "a": a + 1, "b": b + 1}
            return words.rich("{number}. {name} swapped hats {a} and {b}.", **values)
        case Opened(seat=seat):
            return _tell_opened(number, event, name(seat), words)
        case Redealt(restart=restart):
            return _tell_redealt(restart, words)
        case Left(seat=seat):
            return words.rich("{name} left the game.", name=name(seat))
        case Ended():
            return words.rich("The game is over.")
    raise TypeError(type(event).__name__)


def _tell_opened(number: int, event: Opened, name: str, words: Words) -> Rich:
    values = {
        "number": number,
        "name": name,
        "slot": event.slot + 1,
        "character": CHARACTERS[event.character],
        "hat": HATS[event.hat],
    }
    if event.result == "miss":
        return words.rich("{number}. {name} opened hat {slot} ({character}): {hat}. A miss, one chip.", **values)
    if event.result == "magic":
        return words.rich(
            "{number}. {name} opened hat {slot} ({character}): a magic hat! A new hat lies there.", **values
        )
    if event.refill is None:
        return words.rich("{number}. {name} opened hat {slot} ({character}): it fits! The place closes.", **values)
    refill = CHARACTERS[event.refill]
    return words.rich(
        "{number}. {name} opened hat {slot} ({character}): it fits! Next comes: {refill}.", refill=refill, **values
    )


def _tell_redealt(restart: bool, words: Words) -> Rich:
    if restart:
        return words.rich("No hat on the table could fit: all cards, won ones too, are shuffled and laid out anew.")
    return words.rich("No hat on the table could fit: the rest is shuffled and laid out anew. Won cards stay.")
