"""The Invisible Man in words: what its things are called, and each public event as one line (rulings 2.3, N51).

Names are used in the nominative only ("Theatre: ..."), and no sentence about a player depends on the player's gender,
so that every language can say them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from bot.engine.presentation import COMMON_REFUSALS, Player
from bot.engine.rules import Seat, SeatLeft
from bot.games.invisible_man.rules.moves import (
    Appeared,
    Caught,
    Checked,
    Cloaked,
    Deck,
    Drew,
    Ending,
    Escaped,
    HandsDealt,
    HuntEnded,
    InvisibleEvent,
    NumberedEvents,
    Out,
    Passed,
    Placed,
    Reshuffled,
    RevealedCard,
    Rolled,
    Shifted,
    Shot,
    SignalOpened,
    Walked,
)
from bot.games.invisible_man.rules.town import TOWN
from bot.i18n.lazy import LazyText, lazy, lazy_plural
from bot.i18n.names import isolate, left_to_right, utf16_length
from bot.i18n.translator import Translator
from bot.messaging import RichText, Span, plain_text

# NOTE: The game's title, the name of the role, and an answer in the lesson. It is our own; do not use the title of a
# published game.
TITLE = lazy("The Invisible Man")
# NOTE: What the game is about, in one line for somebody who has never heard of it: at most 160 characters.
PITCH = lazy(
    "One of you is hiding somewhere in town. The others check place after place and shoot paint, and then "
    "the chase is on!"
)
MINUTES = 45

PLACES: Mapping[str, LazyText] = {
    # NOTE: Names of the places on the map. They are buildings: not people (a barber's, not a barber). They stand alone
    # or after a colon.
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
    # NOTE: A building on the map, not the person: a shop.
    "barber": lazy("Barber’s"),
    "market": lazy("Market"),
    "circus": lazy("Circus"),
    "cinema": lazy("Cinema"),
    "depot": lazy("Tram Depot"),
    "park": lazy("Park Pavilion"),
    "hotel": lazy("Hotel"),
    # NOTE: A building on the map, not the person: a shop.
    "tailor": lazy("Tailor’s"),
    "stadium": lazy("Stadium"),
    "firehouse": lazy("Fire Station"),
    TOWN.laboratory: lazy("Laboratory"),
    TOWN.station: lazy("Police Station"),
    "w1": lazy("Factory Bridge"),
    "w2": lazy("Central Bridge"),
    "w3": lazy("East Bridge"),
    # NOTE: A landing stage for boats.
    "w4": lazy("South Pier"),
    "w5": lazy("Upper Pier"),
}
"""The cells that have a name; streets have the label of a chess board."""

ICONS: Mapping[str, str] = {
    "library": "📚",
    "theatre": "🎭",
    "school": "🏫",
    "observatory": "🔭",
    "post": "📮",
    "bank": "🏦",
    "museum": "🦕",
    "bakery": "🍞",
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

BUTTONS: Mapping[str, LazyText] = {
    # NOTE: Places on buttons: the sign, then one short word for the same place. Up to 8 letters stand three in a row on
    # a phone, up to 13 two in a row.
    "library": lazy("📚 Library"),
    "theatre": lazy("🎭 Theatre"),
    "school": lazy("🏫 School"),
    "observatory": lazy("🔭 Observatory"),
    # NOTE: The Post Office.
    "post": lazy("📮 Post"),
    "bank": lazy("🏦 Bank"),
    "museum": lazy("🦕 Museum"),
    "bakery": lazy("🍞 Bakery"),
    "hospital": lazy("🏥 Hospital"),
    "factory": lazy("🏭 Factory"),
    # NOTE: The short name of the same building, for a button: the shop, not the person.
    "barber": lazy("💈 Barber’s"),
    "market": lazy("🛒 Market"),
    "circus": lazy("🎪 Circus"),
    "cinema": lazy("🎬 Cinema"),
    # NOTE: The Tram Depot.
    "depot": lazy("🚋 Trams"),
    "park": lazy("🌳 Park"),
    "hotel": lazy("🏨 Hotel"),
    # NOTE: The short name of the same building, for a button: the shop, not the person.
    "tailor": lazy("🧵 Tailor’s"),
    "stadium": lazy("⚽ Stadium"),
    "firehouse": lazy("🚒 Fire Station"),
    TOWN.laboratory: lazy("🧪 Lab"),
}

DECKS: Mapping[str, LazyText] = {
    # NOTE: The card that names a place and its digits.
    "signal": lazy("Signals"),
    # NOTE: A witness card: the policemen's say YES, he was here; the Invisible Man's say NO.
    "yes": lazy("YES"),
    "no": lazy("NO"),
    # NOTE: The plural is the name of a pile, as in "Cloaks: 3".
    "cloak": lazy("Cloaks"),
}

CARDS: Mapping[str, LazyText] = {
    # NOTE: One card of that pile, or "Signal ×3": a word in a line of signs, such as "🃏 Signal".
    "signal": lazy("Signal"),
    "yes": DECKS["yes"],
    "no": DECKS["no"],
    "cloak": lazy("Cloak"),
}
"""What one card of a deck is called."""

OPTIONS: Mapping[str, LazyText] = {
    # NOTE: Options stand on buttons as "option: value"; both together should stay within 40 letters.
    # NOTE: May the Invisible Man enter a refuge with more steps on the die than he needs?
    "stop_short": lazy("Into a refuge"),
    "reshuffle": lazy("Discards"),
    "first_cloak": lazy("Invisible Man starts with"),
    "rotate": lazy("First policeman"),
    # NOTE: The digits that hit, which stand on the Signals.
    "hidden_digits": lazy("Signal numbers"),
    # NOTE: What 20 rounds without a check or a chase bring.
    "stalemate": lazy("20 quiet rounds"),
    # NOTE: How many rounds one chase may last at most; then the Invisible Man wins.
    "chase_limit": lazy("Longest chase"),
}

CHOICES: Mapping[tuple[str, str], LazyText] = {
    # NOTE: May a refuge be entered only by the exact roll?
    ("stop_short", "off"): lazy("exact roll"),
    ("stop_short", "on"): lazy("exact roll or higher"),
    # NOTE: What becomes of discarded cards: they stay out, or are shuffled to a new pile when one is empty.
    ("reshuffle", "off"): lazy("out of the game"),
    ("reshuffle", "on"): lazy("reshuffled"),
    ("first_cloak", "off"): lazy("no Cloak"),
    ("first_cloak", "on"): lazy("one Cloak"),
    # NOTE: Who plays first among the policemen in each round.
    ("rotate", "off"): lazy("always the same"),
    ("rotate", "on"): lazy("changes every round"),
    # NOTE: Are the digits of the Signals known to everybody, or only to the player who holds the Signal?
    ("hidden_digits", "off"): lazy("known to all"),
    ("hidden_digits", "on"): lazy("hidden"),
    # NOTE: Or: the game goes on. Options of "20 quiet rounds".
    ("stalemate", "on"): lazy("Invisible Man wins"),
    ("stalemate", "off"): lazy("the hunt goes on"),
    # NOTE: Option of "Longest chase": after so many rounds of it the Invisible Man wins.
    ("chase_limit", "on"): lazy("40 rounds"),
    ("chase_limit", "off"): lazy("no limit"),
}

PRESETS: Mapping[str, LazyText] = {
    "classic": lazy("Classic"),
}

REFUSALS: Mapping[str, LazyText] = {
    **COMMON_REFUSALS,
    "roll_first": lazy("Roll the die first."),
    "not_now": lazy("You can’t do that right now."),
    # NOTE: Alerts that refuse what a player has tapped, with the reason; "you" is that player.
    "no_such_card": lazy("That card isn’t there any more."),
    "no_such_place": lazy("There’s no such place."),
    "same_place": lazy("That card is already there. Choose another place."),
    "checked": lazy("That place’s Signal has been revealed, so the place is out of play."),
    "laboratory": lazy("The police can’t enter the Laboratory."),
    "chase": lazy("The police can’t enter buildings during a chase."),
    "out_of_reach": lazy("You can’t get there with this roll."),
    # NOTE: Told to one policeman in private: the Signal of that place is not in that hand.
    "no_signal": lazy("You don’t have the Signal for that place, so you can’t go in."),
    "card_first": lazy("Choose a card first, then its place."),
}
"""Why a move is refused, by the rules' reason code."""

ENDINGS: Mapping[Ending, LazyText] = {
    # NOTE: Why the game is over: the last line of its log.
    "caught": lazy("The Invisible Man has been caught."),
    "signals": lazy("All the Signals have been revealed and the Invisible Man is still free."),
    # NOTE: No policeman is left who has a charge of paint.
    "charges": lazy("The police have run out of charges."),
    "patience": lazy("20 rounds without a check or a chase: the chief calls off the search."),
    "chase": lazy("40 rounds of chase: the chief calls off the search."),
    "left": lazy("The other side has left the game."),
}


def place(cell: str, tr: Translator) -> str:
    """Return the sign and name of a building, for a button or a line of its own."""
    return f"{ICONS[cell]} {tr.translate(PLACES[cell])}"


def where(cell: str, tr: Translator) -> str:
    """Return the name of any cell; a street has its label."""
    if cell in ICONS:
        return place(cell, tr)
    if cell in PLACES:
        return tr.translate(PLACES[cell])
    return kept_together(TOWN.label(cell), tr)


def kept_together(text: str, tr: Translator) -> str:
    """Keep what reads from left to right (a label, a sum) together in right-to-left text."""
    return isolate(text) if tr.rtl else text


def plus(value: int, tr: Translator) -> str:
    return tr.signed(value)


def signed(value: int) -> str:
    """Return a card's value as `plus` does, for a sentence that is translated later."""
    return left_to_right(f"+{value}")


def tag(number: int) -> str:
    """Return a card's number as `card` does, for a sentence that is translated later."""
    return left_to_right(f"#{number}")


def card(number: int, tr: Translator) -> str:
    """Return the public number of a card that lies face down (N13), written so that nobody takes it for its value."""
    return kept_together(f"#{tr.number(number)}", tr)


def digits(hits: Iterable[int] | int, tr: Translator) -> str:
    """Return the digits of a Signal or, given its number, of a Cloak."""
    each = map(int, str(hits)) if isinstance(hits, int) else hits
    return " ".join(tr.number(digit) for digit in each)


IN_WORDS = 300
"""UTF-16 units of a board's moves up to which places are told by their names."""
_InATurn: TypeAlias = Rolled | Drew | Placed | Shifted | Passed | Walked
"""What a turn mostly consists of: all of it is told in one line."""


def tell(events: NumberedEvents, players: Sequence[Player], tr: Translator) -> tuple[RichText, ...]:
    """Return a line for each event; the first of a move carries the move's number, 0 is the deal.

    What a seat rolls, draws, lays, moves and walks in a turn is one line, that of the last of these events.
    """
    return tuple(_lines(events, players, tr, where))


def tell_in_short(events: NumberedEvents, players: Sequence[Player], tr: Translator) -> tuple[RichText, ...]:
    """Return the same, with places by their signs alone where the words would take up much of a caption."""
    lines = tell(events, players, tr)
    if sum(utf16_length(plain_text(line)) for line in lines) <= IN_WORDS:
        return lines
    return tuple(_lines(events, players, tr, sign))


def sign(cell: str, tr: Translator) -> str:
    """Return the sign of a building, the name or label of any other cell."""
    return ICONS.get(cell) or where(cell, tr)


def _lines(
    events: NumberedEvents, players: Sequence[Player], tr: Translator, named: Callable[[str, Translator], str]
) -> Iterator[RichText]:
    before = 0
    for part in _parts(events):
        first, last = part[0][0], part[-1][0]
        line = _told_together(part, players, tr, named)
        number = str(first) if first == last else isolate(f"{first}–{last}")
        yield from ((),) * (len(part) - 1)
        yield (*tr.rich("{number}. ", number=number), *line) if last != before else line
        before = last


def _parts(events: NumberedEvents) -> Iterator[list[tuple[int, InvisibleEvent]]]:
    """Put together what one line tells."""
    part: list[tuple[int, InvisibleEvent]] = []
    for number, event in events:
        before = part[-1][1] if part else None
        goes_on = isinstance(event, _InATurn) and isinstance(before, _InATurn) and event.seat == before.seat
        if part and (not goes_on or isinstance(event, Rolled)):
            yield part
            part = []
        part.append((number, event))
    if part:
        yield part


def _told_together(
    part: NumberedEvents, players: Sequence[Player], tr: Translator, named: Callable[[str, Translator], str]
) -> RichText:
    event = part[-1][1]
    deeds = [deed for _, each in part if (deed := _deed(each, tr, named))]
    if not isinstance(event, _InATurn) or not deeds:
        return tell_event(event, players, tr)
    return tr.rich("{name}: {things}", name=tr.name(players[event.seat].name), things=" · ".join(deeds))


def _deed(event: InvisibleEvent, tr: Translator, named: Callable[[str, Translator], str]) -> str:
    """Return a part of a turn in a few signs, as they stand in the picture; empty where there is nothing to tell."""
    to = "←" if tr.rtl else "→"
    match event:
        case Rolled(die=die):
            return _die(die, tr)
        case Drew(deck=deck, count=count) if count:
            times = f" {kept_together(f'×{tr.number(count)}', tr)}" if count > 1 else ""
            return f"🃏 {tr.translate(CARDS[deck])}{times}"
        case Placed(kind=kind, card=number, place=cell):
            return f"{tr.translate(DECKS[kind])} {card(number, tr)} {to} {named(cell, tr)}"
        case Shifted(kind=kind, card=number, origin=origin, place=cell):
            which, moved = (
                f"{tr.translate(DECKS[kind])} {card(number, tr)}",
                f"{named(origin, tr)} {to} {named(cell, tr)}",
            )
            return tr.t("{name}: {things}", name=which, things=moved)
        case Walked(path=path):
            return f"{named(path[0], tr)} {to} {named(path[-1], tr)}"
    return ""


def tell_event(event: InvisibleEvent, players: Sequence[Player], tr: Translator) -> RichText:
    """Raise TypeError for an event that is not public."""

    def name(seat: Seat) -> Span:
        return tr.name(players[seat].name)

    match event:
        case HandsDealt(invisible=seat):
            return tr.rich(
                "The cards have been dealt. The Invisible Man: {name}. The police are waiting at the Station.",
                name=name(seat),
            )
        case Rolled(seat=seat, die=die):
            # NOTE: A line of the log, which all read; {die} is such as "🎲 5".
            return tr.rich("{name} rolled {die}.", name=name(seat), die=_die(die, tr))
        case Drew(seat=seat, deck=deck, count=count):
            return tr.rich(_drew(name(seat), deck, count))
        case Reshuffled(deck=deck, count=count):
            # NOTE: A line of the log: a pile was empty. {deck}: Signals, YES, NO or Cloaks, the name of the pile;
            # {count} cards.
            return tr.rich(
                "The discards have been shuffled into a new pile. {deck}: {count}.", deck=DECKS[deck], count=count
            )
        case SignalOpened(place=cell, yes=yes, no=no):
            values = {"place": Span(where(cell, tr), "bold"), "count": len(yes) + len(no)}
            if yes or no:
                # NOTE: A line of the log: the cards that lay on this place are discarded without anybody having seen
                # them.
                return tr.rich("A Signal is revealed: {place}. Cards discarded there face down: {count}.", **values)
            return tr.rich("A Signal is revealed: {place}.", **values)
        case Placed(seat=seat, kind=kind, card=number, place=cell):
            values = {"name": name(seat), "kind": DECKS[kind], "card": card(number, tr), "place": where(cell, tr)}
            # NOTE: A line of the log; {kind} is YES or NO, {card} its public number such as #4: "Ann placed NO #4 face
            # down: Bank."
            return tr.rich("{name} placed {kind} {card} face down: {place}.", **values)
        case Shifted(seat=seat, kind=kind, card=number, origin=origin, place=cell):
            values = {"name": name(seat), "kind": DECKS[kind], "card": card(number, tr)}
            values |= {"origin": where(origin, tr), "place": where(cell, tr)}
            # NOTE: A line of the log; {origin} and {place} are places. In right-to-left languages the arrow points the
            # other way: ←
            return tr.rich("{name} moved {kind} {card}: {origin} → {place}.", **values)
        case Passed(seat=seat):
            return tr.rich("{name} plays no more cards this turn.", name=name(seat))
        case Walked(seat=seat, path=path):
            values = {"name": name(seat), "origin": where(path[0], tr), "goal": where(path[-1], tr)}
            # NOTE: A line of the log; from one space or place to the other. In right-to-left languages: ←
            return tr.rich("{name} walked: {origin} → {goal}.", **values)
        case Checked():
            return _checked(event, name(event.seat), tr)
        case Shot(die=die, hit=hit, charges=charges):
            values = {"die": _die(die, tr), "charges": charges}
            if hit:
                # NOTE: A line of the log, after a check that the police have won.
                return tr.rich("A shot of paint: {die}. It’s a hit! Charges left: {charges}.", **values)
            return tr.rich("A shot of paint: {die}. It’s a miss. Charges left: {charges}.", **values)
        case Appeared(cell=cell):
            return tr.rich(
                "The Invisible Man has been spotted: {cell}. The chase is on!", cell=Span(where(cell, tr), "bold")
            )
        case Caught(seat=seat):
            # NOTE: A line of the log: a policeman stops on the pawn. A Cloak may still save the Invisible Man.
            return tr.rich("{name} has caught up with the Invisible Man!", name=name(seat))
        case Cloaked(cloak=cloak, die=die, saved=saved):
            values = {"digits": digits(cloak, tr), "die": _die(die, tr)}
            if saved:
                # NOTE: A line of the log: the Invisible Man got away, as the die shows one of the digits of the Cloak.
                return tr.rich(
                    "A Cloak ({digits}) and a roll of {die}: the policeman is left holding an empty Cloak!", **values
                )
            return tr.rich("A Cloak ({digits}) and a roll of {die}: it doesn’t help.", **values)
        case Escaped(place=cell):
            # NOTE: A line of the log: the pawn has run into a refuge, {place}, and is off the map.
            return tr.rich("The Invisible Man has vanished: {place}. The chase is over.", place=where(cell, tr))
        case Out(seat=seat):
            return tr.rich("{name} is out of the hunt.", name=name(seat))
        case SeatLeft(seat=seat):
            return tr.rich("{name} left the game.", name=name(seat))
        case HuntEnded(reason=reason):
            # NOTE: {why} is one of the whole sentences above, such as "The police have run out of charges."
            return tr.rich("The game is over. {why}", why=ENDINGS[reason])
    raise TypeError(type(event).__name__)


def _drew(name: Span, deck: Deck, count: int) -> LazyText:
    match deck:
        case "signal":
            # NOTE: A line of the log; nearly always one card. All see how many, nobody sees which.
            return lazy_plural("{name} drew {count} Signal.", "{name} drew {count} Signals.", count, name=name)
        case "yes":
            return lazy_plural("{name} drew {count} YES card.", "{name} drew {count} YES cards.", count, name=name)
        case "no":
            return lazy_plural("{name} drew {count} NO card.", "{name} drew {count} NO cards.", count, name=name)
        case "cloak":
            return lazy_plural("{name} drew {count} Cloak.", "{name} drew {count} Cloaks.", count, name=name)


def _checked(event: Checked, name: Span, tr: Translator) -> RichText:
    """Return who asked where, both sums with their cards and dice, and who is believed."""
    values = {
        "name": name,
        "place": Span(where(event.place, tr), "bold"),
        "digits": digits(event.hits, tr),
        "police": _sum(event.police_die, event.yes, event.police, tr),
        "invisible": _sum(event.invisible_die, event.no, event.invisible, tr),
    }
    if event.won:
        # NOTE: A line of the log: a policeman checks {place}; {digits} are those of its Signal, on which a shot would
        # hit; {police} and {invisible} are sums such as "🎲 5 + 2 = 7".
        return tr.rich(
            "{name} checks a place: {place} (hits on {digits}). YES {police}, NO {invisible}: the police "
            "win the check.",
            **values,
        )
    return tr.rich(
        "{name} checks a place: {place} (hits on {digits}). YES {police}, NO {invisible}: the "
        "Invisible Man wins the check.",
        **values,
    )


def _sum(die: int, cards: Sequence[RevealedCard], total: int, tr: Translator) -> str:
    """Write a side's sum; an equation reads from left to right in every language, so it is kept apart."""
    if not cards:
        return kept_together(_die(die, tr), tr)
    values = "".join(f" + {tr.number(card.value)}" for card in cards)
    return kept_together(f"{_die(die, tr)}{values} = {tr.number(total)}", tr)


def _die(die: int, tr: Translator) -> str:
    return f"🎲 {tr.number(die)}"
