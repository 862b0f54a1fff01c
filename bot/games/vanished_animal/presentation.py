"""The Vanished Animal on the screen: the board, its buttons, what is whispered, and the end."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine import common_text
from bot.engine.labels import LabelledPresenter, Labels
from bot.engine.presentation import BoardView, FirstPress, Hand, Player, Secret, StarterLabels
from bot.engine.rules import Action, Event, Seat, Swap
from bot.errors import Refusal
from bot.games.vanished_animal import alt_text, buttons, pictures
from bot.games.vanished_animal.rules.moves import (
    Keep,
    Learned,
    Look,
    Name,
    RoundEnded,
    SawAnimal,
    VanishedAction,
    VanishedEvent,
)
from bot.games.vanished_animal.rules.view import VanishedAnimalView
from bot.games.vanished_animal.text import ANIMALS, CHOICES, OPTIONS, PRESETS, REFUSALS, TITLE, tell_move
from bot.i18n.translator import Translator
from bot.messaging import Picture, RichText, Span, merged, plain_text


class VanishedAnimalPresenter(LabelledPresenter):
    """The Vanished Animal in words, buttons and pictures (`bot.engine.presentation.Scenes`)."""

    names = Labels(TITLE, OPTIONS, CHOICES, PRESETS, REFUSALS)

    def first(self, who: Span | None, tr: Translator) -> StarterLabels:
        """Say how the lobby speaks of the first seat: who begins; the youngest may claim it (D17)."""
        return StarterLabels(
            ask=tr.t("Who begins?"),
            claim=tr.t("I am the youngest"),
            line=merged(tr.rich("Begins: {who}", who=who or tr.t("whoever the lot picks"))),
        )

    def hand(self, view: VanishedAnimalView, seat: Seat, players: Sequence[Player], tr: Translator) -> Hand | None:
        """Show nothing: what was seen is remembered, not held."""
        return None

    def lobby(self, players: Sequence[Player], tr: Translator) -> Picture:
        """Draw the table before the game: who sits there."""
        return pictures.lobby(players, common_text.seated(TITLE, players, tr))

    def board(
        self, view: VanishedAnimalView, told: Sequence[tuple[int, Event]], players: Sequence[Player], tr: Translator
    ) -> BoardView:
        """Show the public board and tell what no board has told yet; after the end, the end scene."""
        public = [(n, event) for n, event in told if isinstance(event, VanishedEvent) and event.audience is None]
        moves = tuple(tell_move(number, event, players, tr) for number, event in public)
        if view.to_act is None:
            return _end(view, public, moves, players, tr)
        headline = common_text.turn(players[view.to_act], tr)
        body = alt_text.running(view, players, tr)
        numbers, events = [number for number, _ in public], [event for _, event in public]
        drawn = pictures.tableau(view, events, players, common_text.described(headline, body), numbers=numbers)
        return BoardView(headline, moves, body, drawn, buttons.choices(view, tr))

    def secret(
        self, event: SawAnimal | Learned, view: VanishedAnimalView, players: Sequence[Player], tr: Translator
    ) -> Secret:
        """Show the one who looked what is in the hat, or the one who named in vain what is in the box.

        A glance over the shoulder shows which hat, no more.
        """
        del view, players  # the event says it all
        animal = Span(tr.translate(ANIMALS[event.animal]), "spoiler")
        if isinstance(event, SawAnimal):
            text = tr.rich("Hat {hat}: {animal}.", hat=event.hat + 1, animal=animal)
            return Secret(text, plain_text(text), pictures.peeked(event.hat, event.animal, plain_text(text)))
        text = tr.rich("In the box: {animal}. Tell nobody until the round is over.", animal=animal)
        return Secret(text, plain_text(text), pictures.missing(event.animal, plain_text(text)))

    def decode(self, view: VanishedAnimalView, seat: Seat, half: str | None, code: str) -> Action | FirstPress:
        """Read a button's code. Raises Refusal."""
        if seat != view.to_act:
            raise Refusal(self.refusal("game_over" if view.to_act is None else "not_your_turn"))
        return buttons.meaning(view, half, code)

    def done(self, action: VanishedAction, tr: Translator) -> str:
        """Say in a toast what the presser has just done."""
        match action:
            case Look(hat=hat):
                return tr.t("A look into hat {hat}: see your private chat. Then swap here.", hat=hat + 1)
            case Swap(a=a, b=b):
                return tr.t("Hats {a} and {b} have changed places.", a=a + 1, b=b + 1)
            case Keep():
                return tr.t("The hats stay where they are.")
            case Name(animal=animal):
                return tr.t("Named: {animal}.", animal=ANIMALS[animal])

    def advice(self, view: VanishedAnimalView, seat: Seat | None, tr: Translator) -> str:
        """Say what may be done now."""
        if view.to_act is None:
            return tr.translate(REFUSALS["game_over"])
        if seat is None or not view.seats[seat].present:
            return tr.t("You are watching: one animal has vanished, and whoever names it wins the round.")
        if view.seats[seat].out:
            return tr.t("You are out until this round ends. Say nothing of what you know!")
        if seat != view.to_act:
            return tr.t("Not your turn yet. Watch who looks where, and which hats change places.")
        return _your_turn(view, tr)

    def section(self, view: VanishedAnimalView, seat: Seat | None) -> str:
        """Give the id of the section of the rules for what may be done now."""
        if view.to_act is None:
            return "end"
        if seat is None or not view.seats[seat].present:
            return "goal"
        if view.seats[seat].out:
            return "name"
        return "turn" if view.phase == "turn" else "swap"


def _your_turn(view: VanishedAnimalView, tr: Translator) -> str:
    """Say what the seat to act may do in the part of its turn that is due."""
    if view.phase == "turn":
        return tr.t("Your turn: look into a hat (👁), or name the missing animal: choose it, then press ✔.")
    due = " ".join(alt_text.due(view, tr))
    if view.phase == "again":
        return tr.t("{due}. Press ⇄ at both, or leave them.", due=due)
    if view.may_keep:
        return tr.t("{due} Press ⇄ at that one, or leave them.", due=due)
    return tr.t("{due} Press ⇄ at that one.", due=due)


def _end(
    view: VanishedAnimalView,
    told: Sequence[tuple[int, VanishedEvent]],
    moves: tuple[RichText, ...],
    players: Sequence[Player],
    tr: Translator,
) -> BoardView:
    """Show who has the wand, and what lay under the hats, which only the event of the round's end knows."""
    end = next((event for _, event in reversed(told) if isinstance(event, RoundEnded)), None)
    headline = common_text.victory(view.outcome, players, tr)
    body = alt_text.final(view, end, players, tr)
    return BoardView(headline, moves, body, pictures.finale(view, end, players, common_text.described(headline, body)))
