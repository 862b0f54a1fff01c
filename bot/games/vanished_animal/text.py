"""The Vanished Animal in words: what its things are called, and each public move told as one line.

Names of animals are said in the nominative only ("Hat 3: owl"), and no sentence about a player depends on the
player's gender, so that every language can say them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.engine.presentation import COMMON_REFUSALS, NumberedEvents, Player
from bot.engine.rules import Seat, SeatLeft
from bot.games.vanished_animal.rules.moves import (
    Kept,
    Looked,
    Named,
    RingSwapped,
    RoundBegan,
    RoundEnded,
    VanishedEnded,
    VanishedEvent,
)
from bot.i18n.lazy import LazyText, lazy
from bot.i18n.names import isolate
from bot.i18n.translator import Translator
from bot.messaging import RichText, Span

# NOTE: The game's title is our own; do not use the title of a published game.
TITLE = lazy("The Vanished Animal")
# NOTE: What the game is about, in one line for somebody who has never heard of it: at most 160 characters.
PITCH = lazy(
    "Six animals in six hats, and one has vanished. Watch the hats move, and be the first to name the missing one."
)
MINUTES = 15

ANIMALS: Mapping[str, LazyText] = {
    "rabbit": lazy("rabbit"),
    "dove": lazy("dove"),
    "frog": lazy("frog"),
    "mouse": lazy("mouse"),
    "hedgehog": lazy("hedgehog"),
    "owl": lazy("owl"),
}
"""What the six animals are called."""

SIGNS: Mapping[str, str] = {"rabbit": "🐇", "dove": "🕊", "frog": "🐸", "mouse": "🐭", "hedgehog": "🦔", "owl": "🦉"}
"""The sign of each animal on its button."""

OPTIONS: Mapping[str, LazyText] = {
    # NOTE: Options stand on buttons as "option: value"; both together should stay within 40 letters.
    "swap": lazy("Swap after a look"),
    "expert": lazy("Second swap"),
    # NOTE: Which hats may the second swap take?
    "fresh": lazy("Second swap moves"),
    # NOTE: Who sees at the end of a round what lay under the hats?
    "reveal": lazy("When a round ends"),
}
"""What the options of the rules are called."""

CHOICES: Mapping[tuple[str, str], LazyText] = {
    # NOTE: The value of “Swap after a look”.
    ("swap", "must"): lazy("always"),
    # NOTE: The value of “Swap after a look” and of “Second swap”.
    ("swap", "may"): lazy("if you like"),
    # NOTE: The value of “Second swap”.
    ("expert", "off"): lazy("none"),
    ("expert", "on"): lazy("if you like"),
    ("fresh", "off"): lazy("any two hats"),
    # NOTE: Two hats that the first swap did not move.
    ("fresh", "on"): lazy("two other hats"),
    ("reveal", "all"): lazy("all hats shown"),
    # NOTE: Only the player who names an animal looks into the box.
    ("reveal", "namer"): lazy("hats stay hidden"),
}
"""What the values of the options are called."""

PRESETS: Mapping[str, LazyText] = {
    "classic": lazy("Classic"),
    # NOTE: After the swap two more hats may be swapped.
    "expert": lazy("Expert"),
}
"""What the variants of the rules are called."""

REFUSALS: Mapping[str, LazyText] = {
    **COMMON_REFUSALS,
    "no_such_hat": lazy("There’s no hat in that spot."),
    "no_such_animal": lazy("There’s no such animal."),
    "same_hat": lazy("Choose two different hats."),
    "not_the_hat": lazy("One of the two must be the hat you looked into."),
    "not_fresh": lazy("For the second swap, choose two hats that the first one didn’t move."),
    "must_swap": lazy("The hat you looked into has to be swapped with another one."),
    "look_first": lazy("Look into a hat first. The swap comes after that."),
    "swap_first": lazy("Make your swap first: it’s part of looking."),
    "name_first": lazy("Choose an animal first, then tap ✔."),
}
"""Why a move is refused, by the rules' reason code."""


def ring(hats: Sequence[str], tr: Translator) -> str:
    """Return the animals under the hats of the ring, numbered."""
    return " · ".join(
        tr.t("{hat} {animal}", hat=number, animal=ANIMALS[animal]) for number, animal in enumerate(hats, start=1)
    )


def tell(events: NumberedEvents, players: Sequence[Player], tr: Translator) -> tuple[RichText, ...]:
    """Return one line for each public event; what a look led to is told with it, in the line of the last of them."""
    lines: list[RichText] = []
    for turn in _turns(events):
        line = _tell_turn(turn, players, tr)
        if line is None:
            lines += [tell_event(number, event, players, tr) for number, event in turn]
        else:
            lines += [*((),) * (len(turn) - 1), line]
    return tuple(lines)


def _turns(events: NumberedEvents) -> Iterator[list[tuple[int, VanishedEvent]]]:
    """Put a look and what the same seat did with the hats after it together; other events stand alone."""
    turn: list[tuple[int, VanishedEvent]] = []
    for number, event in events:
        look = turn[0][1] if turn else None
        goes_on = isinstance(look, Looked) and isinstance(event, RingSwapped | Kept) and event.seat == look.seat
        if turn and not goes_on:
            yield turn
            turn = []
        turn.append((number, event))
    if turn:
        yield turn


def _tell_turn(turn: NumberedEvents, players: Sequence[Player], tr: Translator) -> RichText | None:
    """Return the line for a look and what came of it; None for anything else."""
    match [event for _, event in turn]:
        case [Looked(seat=seat, hat=hat), first, *more] if isinstance(first, RingSwapped | Kept):
            swapped = [event for event in more if isinstance(event, RingSwapped)]
        case _:
            return None
    values: dict[str, Any] = {
        "number": isolate(f"{turn[0][0]}–{turn[-1][0]}"),
        "name": tr.name(players[seat].name),
        "hat": hat + 1,
    }
    if swapped:
        values |= {"a": swapped[0].a + 1, "b": swapped[0].b + 1}
    if isinstance(first, RingSwapped):
        values["other"] = first.a + first.b - hat + 1  # a first swap moves the hat that was looked into
        if swapped:
            # NOTE: Line of the log, short. {number} holds the numbers of the moves, as “5–7”; all others but {name}
            # are numbers of hats. Nothing may depend on the player's gender.
            return tr.rich(
                "{number}. {name} looked into hat {hat}, swapped it with {other}, then {a} with {b}.", **values
            )
        # NOTE: Line of the log, short. {other} is the number of a hat.
        return tr.rich("{number}. {name} looked into hat {hat} and swapped it with {other}.", **values)
    if swapped:
        return tr.rich(
            "{number}. {name} looked into hat {hat}, left it there, then swapped hats {a} and {b}.", **values
        )
    return tr.rich("{number}. {name} looked into hat {hat} and left it there.", **values)


def tell_event(number: int, event: VanishedEvent, players: Sequence[Player], tr: Translator) -> RichText:
    """Return one line for a public event, a turn with its number. Raise TypeError for an event that is not public."""

    def name(seat: Seat) -> Span:
        return tr.name(players[seat].name)

    match event:
        case RoundBegan(round=count, starter=starter):
            return tr.rich(
                "Round {round}: the hats have been mixed. {name} goes first.", round=count, name=name(starter)
            )
        case Looked(seat=seat, hat=hat):
            return tr.rich("{number}. {name} looked into hat {hat}.", number=str(number), name=name(seat), hat=hat + 1)
        case RingSwapped(seat=seat, a=a, b=b):
            values = {"number": number, "name": name(seat), "a": a + 1, "b": b + 1}
            return tr.rich("{number}. {name} swapped hats {a} and {b}.", **values)
        case Kept(seat=seat):
            return tr.rich("{number}. {name} left the hats where they were.", number=str(number), name=name(seat))
        case Named(seat=seat):
            return _tell_named(number, event, name(seat), tr)
        case RoundEnded(winner=winner):
            return _tell_round(event, name(winner), tr)
        case SeatLeft(seat=seat):
            return tr.rich("{name} left the game.", name=name(seat))
        case VanishedEnded():
            return tr.rich("The game is over.")
    raise TypeError(type(event).__name__)


def _tell_named(number: int, event: Named, name: Span, tr: Translator) -> RichText:
    values = {"number": number, "name": name, "animal": ANIMALS[event.animal]}
    if event.right:
        # NOTE: Line of the log: the player has guessed which animal is in the box.
        return tr.rich("{number}. {name} named: {animal}. Right!", **values)
    # NOTE: Line of the log. Nothing may depend on the player's gender.
    return tr.rich("{number}. {name} named: {animal}. Wrong, so no more turns this round.", **values)


def _tell_round(event: RoundEnded, name: Span, tr: Translator) -> RichText:
    """Return who won the round and what for, and as much of what lay where as all may know (D13)."""
    if event.prize == "wand":
        # NOTE: With the wand the game is won.
        line = tr.rich("{name} won the round and the magic wand!", name=name)
    else:
        line = tr.rich("{name} won the round and a hat token!", name=name)
    if event.box is not None:
        line += (Span(" "), *tr.rich("In the box: {animal}.", animal=ANIMALS[event.box]))
    if event.hats is not None:
        # NOTE: {hats} is a list such as “1 frog · 2 owl”.
        line += (Span(" "), *tr.rich("In the hats: {hats}.", hats=ring(event.hats, tr)))
    return line
