"""A game of The Invisible Man that has ended, in words: its replay, who held what, and its best moments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.presentation import Player, in_a_row, last_events, public, saw, seen_by, what_lay_where, with_names
from bot.engine.replay import PlayedScene
from bot.engine.rules import Seat
from bot.games.invisible_man import hindsight
from bot.games.invisible_man.hindsight import TownMoment
from bot.games.invisible_man.rules.moves import Got, LaidKind
from bot.games.invisible_man.rules.view import HandView, TownTruth
from bot.games.invisible_man.text import DECKS, ICONS, digits, plus, tell, where
from bot.i18n.lazy import lazy_plural
from bot.i18n.translator import Translator
from bot.messaging import RichText, Span


def retell(played: Sequence[PlayedScene], count: int, players: Sequence[Player], tr: Translator) -> Iterator[RichText]:
    """Tell the last scenes, and what each seat drew in them."""
    yield from tell(public(last_events(played, count)), players, tr)
    for _, event in last_events(played, count):
        if isinstance(event, Got) and event.audience is not None:
            drawn = cards(HandView(event.signals, event.yes, event.no, event.cloaks), played[-1].truth, tr)
            if drawn:
                yield saw(players[event.audience], drawn, tr)


def uncover(played: Sequence[PlayedScene], players: Sequence[Player], tr: Translator) -> Iterator[RichText]:
    """Return all hands, the cards on the places face up with who knew them, and where he could be thought."""
    truth: TownTruth = played[-1].truth
    yield from _hands(truth, players, tr)
    laid = [with_names(what, (by,), players, tr) for what, by in _laid(truth, tr)]
    if laid:
        # NOTE: In brackets after each card: the player who laid it.
        yield tr.rich("Cards on the places (and who knew them): {cards}", cards=in_a_row(laid))
    yield from _his_traces(played, tr)


def knew(played: Sequence[PlayedScene], players: Sequence[Player], tr: Translator) -> Iterator[RichText]:
    """Return where he was, then every place with the cards that lay on it and who had laid them, then all hands."""
    truth: TownTruth = played[-1].truth
    yield from _his_traces(played, tr)
    laid = list(_laid(truth, tr))
    if laid:
        yield what_lay_where(tr)
    for what, by in laid:
        yield seen_by(what, (by,), players, tr)
    yield from _hands(truth, players, tr)


def _hands(truth: TownTruth, players: Sequence[Player], tr: Translator) -> Iterator[RichText]:
    for seat, player in enumerate(players):
        held = cards(truth.hands[seat], truth, tr)
        if held:
            # NOTE: When the game is over: the cards in this hand.
            yield tr.rich("{name} holds: {cards}", name=tr.name(player.name, "bold"), cards=held)


def _his_traces(played: Sequence[PlayedScene], tr: Translator) -> Iterator[RichText]:
    """Return where he is seen or could still be, and the way of his last chase."""
    view = played[-1].view
    if view.pawn is not None:
        # NOTE: In the replay of a game that is over: the pawn stands on this space.
        yield tr.rich("The Invisible Man is in sight: {cell}", cell=where(view.pawn, tr))
    else:
        # NOTE: In the replay: {places} are signs such as 📚 🎭, the places whose Signal is not yet revealed.
        yield tr.rich(
            "The Invisible Man could still be here: {places}",
            places=" ".join(ICONS[at] for at in hindsight.possible(played)),
        )
    way = hindsight.trail(played)
    if way:
        # NOTE: In the replay: the spaces he ran over in the chase, with arrows between them.
        yield tr.rich("The Invisible Man’s route: {cells}", cells=" → ".join(where(cell, tr) for cell in way))


def _laid(truth: TownTruth, tr: Translator) -> Iterator[tuple[str, Seat]]:
    """Return the cards on the places, gathered by place, kind and who laid them, with that seat."""
    stacks: dict[tuple[str, LaidKind, Seat], list[str]] = {}
    for card, by in zip(truth.cards, truth.laid_by, strict=True):
        stacks.setdefault((card.place, card.kind, by), []).append(plus(card.value or 0, tr))
    for (at, kind, by), values in sorted(stacks.items(), key=lambda stack: stack[0]):
        yield f"{ICONS[at]} {tr.translate(DECKS[kind])} {' '.join(values)}", by


def cards(hand: HandView, truth: TownTruth, tr: Translator) -> str:
    """Return a hand in one line."""
    parts = [f"{ICONS[signal]} {digits(truth.digits[signal], tr)}" for signal in hand.signals]
    for deck, values in (("yes", hand.yes), ("no", hand.no)):
        if values:
            parts.append(f"{tr.translate(DECKS[deck])} {' '.join(plus(value, tr) for value in values)}")
    if hand.cloaks:
        cloaks = ", ".join(f"({digits(cloak, tr)})" for cloak in hand.cloaks)
        parts.append(f"{tr.translate(DECKS['cloak'])} {cloaks}")
    return " · ".join(parts)


def moment(best: TownMoment, players: Sequence[Player], tr: Translator) -> RichText:
    """Return one of the best moments in a line."""
    values = {"name": tr.name(players[best.seat].name, "bold"), "place": Span(where(best.cell, tr))}
    match best.sort:
        case "cloak":
            # NOTE: Best moments of a game that is over. {count} of the six digits of a die would have saved the
            # Invisible Man, who is {name}.
            return tr.rich(
                "🧥 Narrowest escape ({place}): {name}, thanks to a Cloak. Chance: {count} in 6.",
                count=best.count,
                **values,
            )
        case "refuge":
            return tr.rich(
                # NOTE: {name} is the Invisible Man, who reached the refuge {place}; {count} is how far behind the
                # nearest policeman was.
                lazy_plural(
                    "🏃 Narrowest escape ({place}): {name} got away with the police {count} step behind.",
                    "🏃 Narrowest escape ({place}): {name} got away with the police {count} steps behind.",
                    best.count,
                    **values,
                )
            )
        case "contest" if best.count == 0:
            # NOTE: {name} is the policeman who checked {place} and lost, as ties go to the Invisible Man.
            return tr.rich("⚖️ Closest check ({place}): {name} lost on a tie.", **values)
        case "contest":
            return tr.rich(
                # NOTE: {name} is the policeman who checked {place}; {count} is by how much NO was more than YES.
                lazy_plural(
                    "⚖️ Closest check ({place}): {name} lost by {count} point.",
                    "⚖️ Closest check ({place}): {name} lost by {count} points.",
                    best.count,
                    **values,
                )
            )
        case "shot":
            # NOTE: {name} is the policeman; {count} of the six digits of a die would have been a hit.
            return tr.rich(
                "🎯 Best shot ({place}): {name} scored a hit. Chance: {count} in 6.", count=best.count, **values
            )
    return tr.rich(
        # NOTE: {name} is the policeman who caught the Invisible Man at {place}, after a run of {count} steps.
        lazy_plural(
            "🏃 Longest chase ({place}): {name} made the catch after {count} step.",
            "🏃 Longest chase ({place}): {name} made the catch after {count} steps.",
            best.count,
            **values,
        )
    )
