"""Court Hats in words: what its things are called, and each public move told as one line.

Names of kinds and hats are said in the nominative only ("Hat 3: crown"), and no sentence about a player depends on
the player's gender, so that every language can say them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from bot.engine.presentation import COMMON_REFUSALS, NumberedEvents, Player
from bot.engine.rules import Seat, SeatLeft
from bot.games.court_hats.rules.moves import (
    MAGIC,
    CourtEnded,
    CourtEvent,
    HatOpened,
    LayoutDealt,
    Peeked,
    Redealt,
    RowSwapped,
)
from bot.i18n.lazy import LazyText, lazy
from bot.i18n.translator import Translator
from bot.messaging import RichText, Span

# NOTE: The game's title is our own; do not use the title of a published game.
TITLE = lazy("Court Hats")
# NOTE: What the game is about, in one line for somebody who has never heard of it: at most 160 characters.
PITCH = lazy(
    "Seven people at court, each under a face-down hat. Peek, swap, remember, and open a hat when you’re sure it fits."
)
MINUTES = 15

CHARACTERS: Mapping[str, LazyText] = {
    "dragon": lazy("dragon"),
    "king": lazy("king"),
    "wizard": lazy("wizard"),
    "princess": lazy("princess"),
    "jester": lazy("jester"),
    "knight": lazy("knight"),
    "maid": lazy("maid"),
    "witch": lazy("witch"),
    "cook": lazy("cook"),
    "pirate": lazy("pirate"),
}
"""What the ten characters are called."""

HATS: Mapping[str, LazyText] = {
    # NOTE: The dragon's hat: a cap with horns.
    "dragon": lazy("horns"),
    "king": lazy("crown"),
    # NOTE: Drawn as a tall cone with stars. It must not sound like the witch's hat or the magic hat.
    "wizard": lazy("wizard’s hat"),
    "princess": lazy("tiara"),
    # NOTE: Drawn with three points and bells.
    "jester": lazy("fool’s cap"),
    "knight": lazy("plumed helmet"),
    "maid": lazy("kerchief"),
    # NOTE: Drawn with a broad brim, a bent tip and a buckle.
    "witch": lazy("witch’s hat"),
    "cook": lazy("chef’s hat"),
    "pirate": lazy("pirate hat"),
    # NOTE: Fits nobody; who opens it keeps it, and it cancels one chip at the end.
    MAGIC: lazy("magic hat"),
}
"""What the hats are called, by the kind they fit."""

SIGNS: Mapping[str, str] = {
    "dragon": "🐉",
    "king": "👑",
    "wizard": "🧙",
    "princess": "👸",
    "jester": "🃏",
    "knight": "🛡",
    "maid": "🧺",
    "witch": "🧹",
    "cook": "🍳",
    "pirate": "🦜",
    MAGIC: "✨",
}
"""The sign of each hat in an alert, which holds no picture."""

OPTIONS: Mapping[str, LazyText] = {
    # NOTE: Options stand on buttons as "option: value"; both together should stay within 40 letters.
    "swap_ban": lazy("Swapping straight back"),
    # NOTE: May one peek at the very hat that the player before has just peeked at?
    "peek_ban": lazy("Repeating the last peek"),
    "magic_hats": lazy("Magic hats"),
    "dead_layout": lazy("When no hat fits"),
    "short_game": lazy("Game length"),
    # NOTE: Who wins when several have the most points.
    "tie_break": lazy("Ties"),
    # NOTE: Do many turns in a row in which nobody opens a hat end the game?
    "stalemate": lazy("No hat opened"),
}
"""What the options of the rules are called."""

CHOICES: Mapping[tuple[str, str], LazyText] = {
    ("swap_ban", "on"): lazy("not allowed"),
    ("swap_ban", "off"): lazy("allowed"),
    ("peek_ban", "off"): lazy("allowed"),
    ("peek_ban", "on"): lazy("not allowed"),
    ("magic_hats", "on"): lazy("in the deck"),
    # NOTE: Without magic hats the game is harder: no chip can be cancelled.
    ("magic_hats", "off"): lazy("left out (harder)"),
    # NOTE: The cards in the row and the piles are laid out anew; what was won stays.
    ("dead_layout", "redeal"): lazy("deal again"),
    # NOTE: As a new layout, but what was won goes back too.
    ("dead_layout", "restart"): lazy("start over"),
    ("short_game", "off"): lazy("17 pairs"),
    ("short_game", "on"): lazy("14 pairs (short)"),
    # NOTE: All who have the most points win together.
    ("tie_break", "shared"): lazy("shared victory"),
    # NOTE: Of those with the most points, whoever has the fewest penalty chips wins.
    ("tie_break", "fewer_chips"): lazy("fewest chips wins"),
    # NOTE: The game is over after 60 turns in a row in which nobody opened a hat. Option of "No hat opened".
    ("stalemate", "on"): lazy("over after 60 turns"),
    # NOTE: Option of "No hat opened": the game never ends by that.
    ("stalemate", "off"): lazy("no limit"),
}
"""What the values of the options are called."""

PRESETS: Mapping[str, LazyText] = {
    # NOTE: The usual rules: two hats just swapped may not be swapped straight back.
    "sheet_000": lazy("Classic"),
    # NOTE: As Classic, and the hat just peeked at may not be peeked at by the next player.
    "sheet_003": lazy("Strict"),
    # NOTE: No move is ever forbidden.
    "sheet_004": lazy("Free"),
}
"""What the editions of the rules are called."""

REFUSALS: Mapping[str, LazyText] = {
    **COMMON_REFUSALS,
    "no_such_slot": lazy("There’s no hat in that spot."),
    "same_slot": lazy("Choose two different hats."),
    "swap_ban": lazy("Those two have only just been swapped. You can’t swap them straight back."),
    "peek_ban": lazy("The player before you has just peeked at that hat. Choose another one."),
}
"""Why a move is refused, by the rules' reason code."""


def tell(events: NumberedEvents, players: Sequence[Player], tr: Translator) -> tuple[RichText, ...]:
    """Return one line for each public event."""
    return tuple(tell_event(number, event, players, tr) for number, event in events)


def tell_event(number: int, event: CourtEvent, players: Sequence[Player], tr: Translator) -> RichText:
    """Return one line for a public event, a turn with its number. Raise TypeError for an event that is not public."""

    def name(seat: Seat) -> Span:
        return tr.name(players[seat].name)

    match event:
        case LayoutDealt(starter=starter):
            return tr.rich("The cards have been dealt. {name} goes first.", name=name(starter))
        case Peeked(seat=seat, slot=slot):
            # NOTE: Line of the log, as all that begin with {number}, the number of the move. Nothing may depend on
            # the player's gender.
            return tr.rich("{number}. {name} peeked at hat {slot}.", number=str(number), name=name(seat), slot=slot + 1)
        case RowSwapped(seat=seat, a=a, b=b):
            values = {"number": number, "name": name(seat), "a": a + 1, "b": b + 1}
            # NOTE: Line of the log. {number} is the number of the move, {a} and {b} those of the hats. Nothing may
            # depend on the player's gender; the present tense will do where the past would.
            return tr.rich("{number}. {name} swapped hats {a} and {b}.", **values)
        case HatOpened(seat=seat):
            return _tell_opened(number, event, name(seat), tr)
        case Redealt(restart=restart):
            return _tell_redealt(restart, tr)
        case SeatLeft(seat=seat):
            return tr.rich("{name} left the game.", name=name(seat))
        case CourtEnded(stalled=True):
            # NOTE: Line of the log: why the game has ended.
            return tr.rich("60 turns have passed with no hat opened, so the game is over.")
        case CourtEnded():
            return tr.rich("The game is over.")
    raise TypeError(type(event).__name__)


def _tell_opened(number: int, event: HatOpened, name: Span, tr: Translator) -> RichText:
    values = {
        "number": number,
        "name": name,
        "slot": event.slot + 1,
        "character": CHARACTERS[event.character],
        "hat": HATS[event.hat],
    }
    if event.result == "miss":
        # NOTE: Line of the log, short. {character} is who stands there.
        return tr.rich("{number}. {name} opened hat {slot} ({character}): {hat}. Wrong hat: one chip.", **values)
    if event.result == "magic":
        # NOTE: Line of the log, short.
        return tr.rich(
            "{number}. {name} opened hat {slot} ({character}): a magic hat! A new hat takes its place.", **values
        )
    if event.refill is None:
        # NOTE: Line of the log, short. There are no more characters in the pile.
        return tr.rich("{number}. {name} opened hat {slot} ({character}): it fits! That spot stays empty.", **values)
    refill = CHARACTERS[event.refill]
    # NOTE: Line of the log, short. {refill} is the character who stands in that spot from now on.
    return tr.rich(
        "{number}. {name} opened hat {slot} ({character}): it fits! Next up: {refill}.", refill=refill, **values
    )


def _tell_redealt(restart: bool, tr: Translator) -> RichText:
    """Tell in bold what nobody should miss: all that was known of the table is void."""
    if restart:
        line = tr.rich(
            "No hat on the table could fit, so all the cards, even the ones already won, have been shuffled "
            "and dealt again."
        )
    else:
        line = tr.rich(
            "No hat on the table could fit, so I’ve shuffled the cards nobody has won and dealt again. Everyone "
            "keeps what they’ve won."
        )
    return (Span("🔀 "), *(replace(span, style="bold") for span in line))
