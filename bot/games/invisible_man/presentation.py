"""The Invisible Man on the screen: the board, its buttons, the hands, and the end."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine import common_text
from bot.engine.labels import LabelledPresenter, Labels
from bot.engine.presentation import BoardView, FirstPress, Hand, Player, Secret, StarterLabels
from bot.engine.rules import Action, Event, Seat
from bot.games.invisible_man import alt_text, buttons, hand, keyboard, pictures
from bot.games.invisible_man.rules.moves import (
    Appear,
    Draw,
    InvisibleAction,
    InvisibleEvent,
    Move,
    Pass,
    Place,
    Roll,
    Shed,
    Shift,
)
from bot.games.invisible_man.rules.view import InvisibleManView
from bot.games.invisible_man.telling import tell
from bot.games.invisible_man.text import CHOICES, DECKS, OPTIONS, PRESETS, REFUSALS, TITLE, digits, plus, where
from bot.i18n.translator import Translator
from bot.messaging import Picture, RichText, Span, merged, plain_text


class InvisibleManPresenter(LabelledPresenter):
    """The Invisible Man in words, buttons and pictures (`bot.engine.presentation.Scenes`)."""

    names = Labels(TITLE, OPTIONS, CHOICES, PRESETS, REFUSALS)

    def first(self, who: Span | None, tr: Translator) -> StarterLabels:
        """Say how the lobby speaks of the first seat: it is the one that all others hunt (N3)."""
        return StarterLabels(
            ask=tr.t("Who is the Invisible Man?"),
            claim=tr.t("I am the Invisible Man"),
            line=merged(tr.rich("The Invisible Man: {who}", who=who or tr.t("whoever the lot picks"))),
        )

    def lobby(self, players: Sequence[Player], tr: Translator) -> Picture:
        """Draw the table before the game: who sits there."""
        return pictures.lobby(players, common_text.seated(TITLE, players, tr))

    def board(
        self, view: InvisibleManView, told: Sequence[tuple[int, Event]], players: Sequence[Player], tr: Translator
    ) -> BoardView:
        """Show the town and tell what no board has told yet; after the end, the end scene."""
        public = [(number, event) for number, event in told if isinstance(event, InvisibleEvent)]
        public = [(number, event) for number, event in public if event.audience is None]
        moves = tell(public, players, tr)
        if view.to_act is None:
            headline, body = common_text.victory(view.outcome, players, tr), alt_text.final(view, players, tr)
            return BoardView(
                headline, moves, body, pictures.finale(view, players, common_text.described(headline, body))
            )
        headline = _call(view, players[view.to_act], tr)
        body = alt_text.running(view, headline, players, tr)
        numbers, events = [number for number, _ in public], [event for _, event in public]
        alt = common_text.described(headline, body)
        drawn = pictures.town(view, events, players, alt, numbers=numbers, reach=view.cells)
        return BoardView(headline, moves, body, drawn, keyboard.public(view, tr))

    def secret(self, event: Event, view: InvisibleManView, players: Sequence[Player], tr: Translator) -> Secret | None:
        """Show nothing: what is drawn is in the hand."""
        del event, view, players, tr
        return None

    def hand(self, view: InvisibleManView, seat: Seat, players: Sequence[Player], tr: Translator) -> Hand | None:
        """Show what a seat holds, with the buttons that only it may see; None once the game is over."""
        del players
        if view.to_act is None or view.hand is None:
            return None
        text = hand.describe(view, seat, tr)
        drawn = pictures.hand(view, seat, plain_text(text))
        return Hand(text, hand.alert(view, tr), drawn, keyboard.private(view, seat, tr))

    def decode(self, view: InvisibleManView, seat: Seat, half: str | None, code: str) -> Action | FirstPress:
        """Read a button's code. Raises Refusal."""
        return buttons.decode(view, seat, half, code)

    def done(self, action: InvisibleAction, tr: Translator) -> str:
        """Say in a toast what the presser has just done."""
        match action:
            case Roll():
                return tr.t("The die is thrown.")
            case Draw(deck=deck):
                return tr.t("Drawn: {deck}. See your hand.", deck=DECKS[deck])
            case Place(value=value, place=place):
                return tr.t("Laid face down: {value}, {place}.", value=plus(value, tr), place=where(place, tr))
            case Shift(card=card, place=place):
                return tr.t("Card {card} moved: {place}.", card=card, place=where(place, tr))
            case Pass():
                return tr.t("No more cards in this turn.")
            case Move(cell=cell) | Appear(cell=cell):
                return tr.t("You are here now: {cell}.", cell=where(cell, tr))
            case Shed(cloak=cloak):
                return tr.t("Thrown off: the Cloak {digits}.", digits=digits(cloak, tr))

    def advice(self, view: InvisibleManView, seat: Seat | None, tr: Translator) -> str:
        """Say what may be done now."""
        if view.to_act is None:
            return tr.translate(REFUSALS["game_over"])
        if seat is None:
            return tr.t("You are watching: policemen look for the Invisible Man, who has no pawn until he is hit.")
        if view.seats[seat].out:
            return tr.t("You are out of charges and watch the hunt.")
        if seat != view.to_act:
            return tr.t("Not your turn yet. Your hand is in your private chat.")
        return _advice(view, tr)

    def section(self, view: InvisibleManView, seat: Seat | None) -> str:
        """Give the id of the section of the rules for what may be done now."""
        if view.to_act is None:
            return "end"
        if seat is None or view.seats[seat].out:
            return "goal"
        if view.phase == "cloak":
            return "cloak"
        if view.phase == "appear" or view.seats[view.invisible].cell is not None:
            return "chase"
        if view.turn == view.invisible:
            return "hidden"
        return "walk" if view.phase == "move" else "police"


def _advice(view: InvisibleManView, tr: Translator) -> str:
    match view.phase:
        case "roll":
            return tr.t("Your turn: roll the die.")
        case "draw":
            return tr.t("Choose the pile: a NO makes a place safer, a Cloak may save you when you are caught.")
        case "cards":
            return tr.t("Choose a card, ✋ of your hand or ↔ on the board, then press its place. Or do no more.")
        case "appear":
            return tr.t("Choose the numbered cell where you are seen.")
        case "cloak":
            return tr.t("You are caught! Choose the Cloak to throw off; the private message shows what they are.")
    if view.to_act == view.invisible:
        return tr.t("Flee: press a numbered cell, or a refuge if one can be reached.")
    return tr.t("Walk: press a numbered cell, or a place whose Signal you hold.")


def _call(view: InvisibleManView, player: Player, tr: Translator) -> RichText:
    """Call the one who is to choose and say what for."""
    return (*common_text.turn(player, tr), Span(" – "), Span(_task(view, tr)))


def _task(view: InvisibleManView, tr: Translator) -> str:
    die = view.die or 0
    match view.phase:
        case "roll":
            return tr.t("roll the die")
        case "draw":
            return tr.t("🎲 {die}, choose a pile", die=die)
        case "cards" if view.to_act == view.invisible:
            return tr.t("🎲 {die}, NO cards: up to {count}", die=die, count=view.actions)
        case "cards":
            return tr.t("🎲 {die}, a YES card or none", die=die)
        case "appear":
            return tr.t("choose where to be seen")
        case "cloak":
            return tr.t("choose a Cloak")
    if view.seats[view.invisible].cell is not None:
        return tr.t("🎲 {die}, run!", die=die)
    return tr.t("🎲 {die}, walk", die=die)
