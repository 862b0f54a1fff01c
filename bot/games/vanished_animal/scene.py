"""The Vanished Animal on the screen: the board, its buttons, what is whispered, and the end."""

from __future__ import annotations

from collections.abc import Sequence

from bot.errors import Refusal
from bot.games import phrases
from bot.games.game import Action, Event, Seat
from bot.games.naming import Named, Names
from bot.games.scene import First, Half, Hand, Player, Scene, Secret
from bot.games.vanished_animal import codes, picture, twin
from bot.games.vanished_animal.moves import (
    Keep,
    Learned,
    Look,
    Name,
    RoundEnded,
    Saw,
    Swap,
    VanishedAction,
    VanishedEvent,
)
from bot.games.vanished_animal.view import VanishedView
from bot.games.vanished_animal.words import ANIMALS, CHOICES, OPTIONS, PRESETS, REFUSALS, TITLE, tell_move
from bot.port import Picture, Rich, Span, plain
from bot.words import Words

__all__ = ["VanishedScenes"]


class VanishedScenes(Named):
    """The Vanished Animal in words, buttons and pictures (`bot.games.scene.Scenes`)."""

    names = Names(TITLE, OPTIONS, CHOICES, PRESETS, REFUSALS)

    def first(self, who: str, words: Words) -> First:
        """Say how the lobby speaks of the first seat: who begins; the youngest may claim it (D17)."""
        return First(
            ask=words.say("Who begins?"),
            claim=words.say("I am the youngest"),
            line=words.say("Begins: {who}", who=who or words.say("whoever the lot picks")),
        )

    def hand(self, view: VanishedView, seat: Seat, players: Sequence[Player], words: Words) -> Hand | None:
        """Show nothing: what was seen is remembered, not held."""
        return None

    def lobby(self, players: Sequence[Player], words: Words) -> Picture:
        """Draw the table before the game: who sits there."""
        return picture.lobby(players, phrases.seated(TITLE, players, words))

    def board(
        self, view: VanishedView, told: Sequence[tuple[int, Event]], players: Sequence[Player], words: Words
    ) -> Scene:
        """Show the public board and tell what no board has told yet; after the end, the end scene."""
        public = [(n, event) for n, event in told if isinstance(event, VanishedEvent) and event.audience is None]
        moves = tuple(tell_move(number, event, players, words) for number, event in public)
        if view.to_act is None:
            return _end(view, public, moves, players, words)
        headline = phrases.turn(players[view.to_act], words)
        body = twin.running(view, players, words)
        numbers, events = [number for number, _ in public], [event for _, event in public]
        drawn = picture.tableau(view, events, players, phrases.described(headline, body), numbers=numbers)
        return Scene(headline, moves, body, drawn, codes.choices(view, words))

    def secret(self, event: Saw | Learned, view: VanishedView, players: Sequence[Player], words: Words) -> Secret:
        """Show the one who looked what is in the hat, or the one who named in vain what is in the box.

        A glance over the shoulder shows which hat, no more.
        """
        del view, players  # the event says it all
        animal = Span(words.tell(ANIMALS[event.animal]), "spoiler")
        if isinstance(event, Saw):
            text = words.rich("Hat {hat}: {animal}.", hat=event.hat + 1, animal=animal)
            return Secret(text, plain(text), picture.peeked(event.hat, event.animal, plain(text)))
        text = words.rich("In the box: {animal}. Tell nobody until the round is over.", animal=animal)
        return Secret(text, plain(text), picture.missing(event.animal, plain(text)))

    def decode(self, view: VanishedView, seat: Seat, half: str | None, code: str) -> Action | Half:
        """Read a button's code. Raises Refusal."""
        if seat != view.to_act:
            raise Refusal(self.refusal("game_over" if view.to_act is None else "not_your_turn"))
        return codes.meaning(view, half, code)

    def done(self, action: VanishedAction, words: Words) -> str:
        """Say in a toast what the presser has just done."""
        match action:
            case Look(hat=hat):
                return words.say("A look into hat {hat}: see your private chat. Then swap here.", hat=hat + 1)
            case Swap(a=a, b=b):
                return words.say("Hats {a} and {b} have changed places.", a=a + 1, b=b + 1)
            case Keep():
                return words.say("The hats stay where they are.")
            case Name(animal=animal):
                return words.say("Named: {animal}.", animal=ANIMALS[animal])

    def advice(self, view: VanishedView, seat: Seat | None, words: Words) -> str:
        """Say what may be done now."""
        if view.to_act is None:
            return words.tell(REFUSALS["game_over"])
        if seat is None or not view.seats[seat].present:
            return words.say("You are watching: one animal has vanished, and whoever names it wins the round.")
        if view.seats[seat].out:
            return words.say("You are out until this round ends. Say nothing of what you know!")
        if seat != view.to_act:
            return words.say("Not your turn yet. Watch who looks where, and which hats change places.")
        return _your_turn(view, words)

    def section(self, view: VanishedView, seat: Seat | None) -> str:
        """Give the id of the section of the rules for what may be done now."""
        if view.to_act is None:
            return "end"
        if seat is None or not view.seats[seat].present:
            return "goal"
        if view.seats[seat].out:
            return "name"
        return "turn" if view.phase == "turn" else "swap"


def _your_turn(view: VanishedView, words: Words) -> str:
    """Say what the seat to act may do in the part of its turn that is due."""
    if view.phase == "turn":
        return words.say("Your turn: look into a hat (👁), or name the missing animal: choose it, then press ✔.")
    due = " ".join(twin.due(view, words))
    if view.phase == "again":
        return words.say("{due}. Press ⇄ at both, or leave them.", due=due)
    if view.may_keep:
        return words.say("{due} Press ⇄ at that one, or leave them.", due=due)
    return words.say("{due} Press ⇄ at that one.", due=due)


def _end(
    view: VanishedView,
    told: Sequence[tuple[int, VanishedEvent]],
    moves: tuple[Rich, ...],
    players: Sequence[Player],
    words: Words,
) -> Scene:
    """Show who has the wand, and what lay under the hats, which only the event of the round's end knows."""
    end = next((event for _, event in reversed(told) if isinstance(event, RoundEnded)), None)
    headline = phrases.victory(view.outcome, players, words)
    body = twin.final(view, end, players, words)
    return Scene(headline, moves, body, picture.finale(view, end, players, phrases.described(headline, body)))
