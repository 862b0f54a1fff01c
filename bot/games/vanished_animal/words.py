"""The Vanished Animal in words: what its things are called, and each public move told as one line.

Names of animals are said in the nominative only ("Hat 3: owl"), and no sentence about a player depends on the
player's gender, so that every language can say them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.games.game import Seat
from bot.games.scene import Player
from bot.games.vanished_animal.moves import (
    Ended,
    Kept,
    Left,
    Looked,
    Named,
    RoundBegan,
    RoundEnded,
    Swapped,
    VanishedEvent,
)
from bot.port import Rich, Span
from bot.words import Message, Words, msg

__all__ = ["ANIMALS", "CHOICES", "OPTIONS", "PRESETS", "REFUSALS", "SIGNS", "TITLE", "ring", "tell_move"]

# NOTE: The game's title is our own; do not use the title of a published game.
TITLE = msg("The Vanished Animal")

ANIMALS: Mapping[str, Message] = {
    "rabbit": msg("rabbit"),
    "dove": msg("dove"),
    "frog": msg("frog"),
    "mouse": msg("mouse"),
    "hedgehog": msg("hedgehog"),
    "owl": msg("owl"),
}
"""What the six animals are called."""

SIGNS: Mapping[str, str] = {"rabbit": "🐇", "dove": "🕊", "frog": "🐸", "mouse": "🐭", "hedgehog": "🦔", "owl": "🦉"}
"""The sign of each animal on its button."""

OPTIONS: Mapping[str, Message] = {
    # NOTE: Options stand on buttons as "option: value"; both together should stay within 40 letters.
    "swap": msg("Swap after a look"),
    "expert": msg("Second swap"),
    # NOTE: Which hats may the second swap take?
    "fresh": msg("Second swap takes"),
    # NOTE: Who sees at the end of a round what lay under the hats?
    "reveal": msg("At a round's end"),
}
"""What the options of the rules are called."""

CHOICES: Mapping[tuple[str, str], Message] = {
    ("swap", "must"): msg("always"),
    ("swap", "may"): msg("if you like"),
    ("expert", "off"): msg("none"),
    ("expert", "on"): msg("if you like"),
    ("fresh", "off"): msg("any two hats"),
    # NOTE: Two hats that the first swap did not move.
    ("fresh", "on"): msg("two other hats"),
    ("reveal", "all"): msg("all hats are shown"),
    # NOTE: Only the player who names an animal looks into the box.
    ("reveal", "namer"): msg("hats stay covered"),
}
"""What the values of the options are called."""

PRESETS: Mapping[str, Message] = {
    "classic": msg("Classic"),
    # NOTE: After the swap two more hats may be swapped.
    "expert": msg("Experts"),
}
"""What the variants of the rules are called."""

REFUSALS: Mapping[str, Message] = {
    "not_your_turn": msg("It is not your turn."),
    "no_such_hat": msg("There is no hat in that place."),
    "no_such_animal": msg("There is no such animal."),
    "same_hat": msg("Choose two different hats."),
    "not_the_hat": msg("One of the two must be the hat that was looked into."),
    "not_fresh": msg("The second swap takes two hats that the first did not move."),
    "must_swap": msg("The hat that was looked into must change places with another."),
    "look_first": msg("Look into a hat first; the swap comes after it."),
    "swap_first": msg("The swap comes first: it belongs to your look."),
    "name_first": msg("Choose an animal first, then press ✔."),
    "game_over": msg("The game is over."),
    "unknown_action": msg("This button no longer works."),
}
"""Why a move is refused, by the rules' reason code."""


def ring(hats: Sequence[str], words: Words) -> str:
    """List the animals under the hats of the ring by their numbers."""
    return " · ".join(
        words.say("{hat} {animal}", hat=number, animal=ANIMALS[animal]) for number, animal in enumerate(hats, start=1)
    )


def tell_move(number: int, event: VanishedEvent, players: Sequence[Player], words: Words) -> Rich:
    """Tell one public event as one line, a turn with its number. Raises TypeError for an event that is not public."""

    def name(seat: Seat) -> str:
        return words.name(players[seat].name)

    match event:
        case RoundBegan(round=count, starter=starter):
            return words.rich("Round {round}: the hats are mixed. {name} begins.", round=count, name=name(starter))
        case Looked(seat=seat, hat=hat):
            return words.rich(
                "{number}. {name} looked into hat {hat}.", number=str(number), name=name(seat), hat=hat + 1
            )
        case Swapped(seat=seat, a=a, b=b):
            values = {"number": number, "name": name(seat), "a": a + 1, "b": b + 1}
            return words.rich("{number}. {name} swapped hats {a} and {b}.", **values)
        case Kept(seat=seat):
            return words.rich("{number}. {name} left the hats where they are.", number=str(number), name=name(seat))
        case Named(seat=seat):
            return _tell_named(number, event, name(seat), words)
        case RoundEnded(winner=winner):
            return _tell_round(event, name(winner), words)
        case Left(seat=seat):
            return words.rich("{name} left the game.", name=name(seat))
        case Ended():
            return words.rich("The game is over.")
    raise TypeError(type(event).__name__)


def _tell_named(number: int, event: Named, name: str, words: Words) -> Rich:
    values = {"number": number, "name": name, "animal": ANIMALS[event.animal]}
    if event.right:
        return words.rich("{number}. {name} named: {animal}. Right!", **values)
    return words.rich("{number}. {name} named: {animal}. Wrong, and out of this round.", **values)


def _tell_round(event: RoundEnded, name: str, words: Words) -> Rich:
    """Say who won the round and what for, and as much of what lay where as all may know (D13)."""
    if event.prize == "wand":
        line = words.rich("{name} won the round and takes the magic wand!", name=name)
    else:
        line = words.rich("{name} won the round and takes a hat token!", name=name)
    if event.box is not None:
        line += (Span(" "), *words.rich("In the box: {animal}.", animal=ANIMALS[event.box]))
    if event.hats is not None:
        line += (Span(" "), *words.rich("In the hats: {hats}.", hats=ring(event.hats, words)))
    return line
