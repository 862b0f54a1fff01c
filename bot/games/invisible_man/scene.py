"""The Invisible Man on the screen: the board, its buttons, the hands, and the end."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games import phrases
from bot.games.game import Action, Event, Seat
from bot.games.invisible_man import codes, hand, keyboard, picture, twin
from bot.games.invisible_man.moves import (
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
from bot.games.invisible_man.telling import tell
from bot.games.invisible_man.view import InvisibleView
from bot.games.invisible_man.words import CHOICES, DECKS, OPTIONS, PRESETS, REFUSALS, TITLE, digits, plus, where
from bot.games.naming import Named, Names
from bot.games.scene import First, Half, Hand, Player, Scene, Secret
from bot.port import Picture, Rich, Span, plain
from bot.words import Words

__all__ = ["InvisibleScenes"]


class InvisibleScenes(Named):
    """The Invisible Man in words, buttons and pictures (`bot.games.scene.Scenes`)."""

    names = Names(TITLE, OPTIONS, CHOICES, PRESETS, REFUSALS)

    def first(self, who: str, words: Words) -> First:
        """Say how the lobby speaks of the first seat: it is the one that all others hunt (N3)."""
        return First(
            ask=words.say("Who is the Invisible Man?"),
            claim=words.say("I am the Invisible Man"),
            line=words.say("The Invisible Man: {who}", who=who or words.say("whoever the lot picks")),
        )

    def lobby(self, players: Sequence[Player], words: Words) -> Picture:
        """Draw the table before the game: who sits there."""
        return picture.lobby(players, phrases.seated(TITLE, players, words))

    def board(
        self, view: InvisibleView, told: Sequence[tuple[int, Event]], players: Sequence[Player], words: Words
    ) -> Scene:
        """Show the town and tell what no board has told yet; after the end, the end scene."""
        public = [(number, event) for number, event in told if isinstance(event, InvisibleEvent)]
        public = [(number, event) for number, event in public if event.audience is None]
        moves = tell(public, players, words)
        if view.to_act is None:
            headline, body = phrases.victory(view.outcome, players, words), twin.final(view, players, words)
            return Scene(headline, moves, body, picture.finale(view, players, phrases.described(headline, body)))
        headline = _call(view, players[view.to_act], words)
        body = twin.running(view, headline, players, words)
        numbers, events = [number for number, _ in public], [event for _, event in public]
        alt = phrases.described(headline, body)
        drawn = picture.town(view, events, players, alt, numbers=numbers, reach=view.cells)
        return Scene(headline, moves, body, drawn, keyboard.public(view, words))

    def secret(self, event: Event, view: InvisibleView, players: Sequence[Player], words: Words) -> Secret | None:
        """Show nothing: what is drawn is in the hand."""
        del event, view, players, words
        return None

    def hand(self, view: InvisibleView, seat: Seat, players: Sequence[Player], words: Words) -> Hand | None:
        """Show what a seat holds, with the buttons that only it may see; None once the game is over."""
        del players
        if view.to_act is None or view.hand is None:
            return None
        text = hand.describe(view, seat, words)
        drawn = picture.hand(view, seat, plain(text))
        return Hand(text, hand.alert(view, words), drawn, keyboard.private(view, seat, words))

    def decode(self, view: InvisibleView, seat: Seat, half: str | None, code: str) -> Action | Half:
        """Read a button's code. Raises Refusal."""
        return codes.decode(view, seat, half, code)

    def done(self, action: InvisibleAction, words: Words) -> str:
        """Say in a toast what the presser has just done."""
        match action:
            case Roll():
                return words.say("The die is thrown.")
            case Draw(deck=deck):
                return words.say("Drawn: {deck}. See your hand.", deck=DECKS[deck])
            case Place(value=value, place=place):
                return words.say(
                    "Laid face down: {value}, {place}.", value=plus(value, words), place=where(place, words)
                )
            case Shift(card=card, place=place):
                return words.say("Card {card} moved: {place}.", card=card, place=where(place, words))
            case Pass():
                return words.say("No more cards in this turn.")
            case Move(cell=cell) | Appear(cell=cell):
                return words.say("You are here now: {cell}.", cell=where(cell, words))
            case Shed(cloak=cloak):
                return words.say("Thrown off: the Cloak {digits}.", digits=digits(cloak, words))

    def advice(self, view: InvisibleView, seat: Seat | None, words: Words) -> str:
        """Say what may be done now."""
        if view.to_act is None:
            return words.tell(REFUSALS["game_over"])
        if seat is None:
            return words.say("You are watching: policemen look for the Invisible Man, who has no pawn until he is hit.")
        if view.seats[seat].out:
            return words.say("You are out of charges and watch the hunt.")
        if seat != view.to_act:
            return words.say("Not your turn yet. Your hand is in your private chat.")
        return _advice(view, words)

    def section(self, view: InvisibleView, seat: Seat | None) -> str:
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


def _advice(view: InvisibleView, words: Words) -> str:
    match view.phase:
        case "roll":
            return words.say("Your turn: roll the die.")
        case "draw":
            return words.say("Choose the pile: a NO makes a place safer, a Cloak may save you when you are caught.")
        case "cards":
            return words.say("Choose a card, ✋ of your hand or ↔ on the board, then press its place. Or do no more.")
        case "appear":
            return words.say("Choose the numbered cell where you are seen.")
        case "cloak":
            return words.say("You are caught! Choose the Cloak to throw off; the private message shows what they are.")
    if view.to_act == view.invisible:
        return words.say("Flee: press a numbered cell, or a refuge if one can be reached.")
    return words.say("Walk: press a numbered cell, or a place whose Signal you hold.")


def _call(view: InvisibleView, player: Player, words: Words) -> Rich:
    """Call the one who is to choose and say what for."""
    return (*phrases.turn(player, words), Span(" – "), Span(_task(view, words)))


def _task(view: InvisibleView, words: Words) -> str:
    die = view.die or 0
    match view.phase:
        case "roll":
            return words.say("roll the die")
        case "draw":
            return words.say("🎲 {die}, choose a pile", die=die)
        case "cards" if view.to_act == view.invisible:
            return words.say("🎲 {die}, NO cards: up to {count}", die=die, count=view.actions)
        case "cards":
            return words.say("🎲 {die}, a YES card or none", die=die)
        case "appear":
            return words.say("choose where to be seen")
        case "cloak":
            return words.say("choose a Cloak")
    if view.seats[view.invisible].cell is not None:
        return words.say("🎲 {die}, run!", die=die)
    return words.say("🎲 {die}, walk", die=die)
