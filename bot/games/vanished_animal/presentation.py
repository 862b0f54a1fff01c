"""The Vanished Animal on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from typing_extensions import override

from bot.engine.presentation import Choices, FirstPress, Labels, Player, Presenter, Secret, Told, public, told_of
from bot.engine.replay import PlayedScene
from bot.engine.rules import Action, Seat, Swap
from bot.games.vanished_animal import alt_text, buttons, hindsight, pictures, retold
from bot.games.vanished_animal.rules.moves import (
    Keep,
    Learned,
    Look,
    Name,
    Named,
    RoundEnded,
    SawAnimal,
    VanishedAction,
    VanishedEvent,
)
from bot.games.vanished_animal.rules.view import VanishedAnimalView
from bot.games.vanished_animal.text import (
    ANIMALS,
    CHOICES,
    MINUTES,
    OPTIONS,
    PITCH,
    PRESETS,
    REFUSALS,
    SIGNS,
    TITLE,
    tell,
)
from bot.i18n.lazy import lazy
from bot.i18n.translator import Translator
from bot.messaging import Picture, RichText, Span, plain_text


class VanishedAnimalPresenter(Presenter):
    labels = Labels(TITLE, OPTIONS, CHOICES, PRESETS, REFUSALS, PITCH, MINUTES)
    drawn_starter = lazy("whoever the lot picks")

    @override
    def draw_lobby(self, players: Sequence[Player], alt: str) -> Picture:
        return pictures.lobby(players, alt)

    @override
    def tell(self, told: Told, players: Sequence[Player], tr: Translator) -> tuple[RichText, ...]:
        return tell(told, players, tr)

    @override
    def status(self, view: VanishedAnimalView, players: Sequence[Player], tr: Translator) -> RichText:
        return alt_text.status(view, players, tr)

    @override
    def describe(self, view: VanishedAnimalView, told: Told, players: Sequence[Player], tr: Translator) -> RichText:
        if view.to_act is None:
            return ()  # the status tells what everybody has, and the last move what lay where (D13)
        return alt_text.running(view, tr)

    @override
    def draw(self, view: VanishedAnimalView, told: Told, players: Sequence[Player], alt: str) -> Picture:
        if view.to_act is None:
            return pictures.finale(view, _last_round(told), players, alt)
        return pictures.tableau(view, told, players, alt)

    @override
    def choices(self, view: VanishedAnimalView, tr: Translator) -> Choices:
        return buttons.choices(view, tr)

    @override
    def is_mid_turn(self, view: VanishedAnimalView) -> bool:
        return view.phase == "swap" and not view.may_keep

    @override
    def read(self, view: VanishedAnimalView, seat: Seat, pending: str | None, code: str) -> Action | FirstPress:
        return buttons.read(view, pending, code)

    @override
    def secret(
        self, event: SawAnimal | Learned, view: VanishedAnimalView, players: Sequence[Player], tr: Translator,
        number: int | None = None,
    ) -> Secret:  # fmt: skip
        name = tr.translate(ANIMALS[event.animal])
        text = _saw(event, Span(name, "spoiler"), tr, number)
        alert = plain_text(_saw(event, Span(f"{SIGNS[event.animal]} {name}"), tr, number))
        if isinstance(event, SawAnimal):
            return Secret(text, alert, pictures.peeked(event.hat, event.animal, plain_text(text)))
        return Secret(text, alert, pictures.missing(event.animal, plain_text(text)))

    @override
    def done(
        self, action: VanishedAction, events: Sequence[VanishedEvent], view: VanishedAnimalView, seat: Seat,
        tr: Translator,
    ) -> str:  # fmt: skip
        match action:
            case Look(hat=hat):
                return tr.t(
                    "Your look into hat {hat}: press 🤫, or see your chat with Underhat. Then swap here.", hat=hat + 1
                )
            case Swap(a=a, b=b):
                return tr.t("Hats {a} and {b} have changed places.", a=a + 1, b=b + 1)
            case Keep():
                return tr.t("The hats stay where they are.")
            case Name(animal=animal):
                return _named(animal, events, tr)

    @override
    def voids(self, event: VanishedEvent) -> bool:
        return isinstance(event, RoundEnded)

    @override
    def hint(self, view: VanishedAnimalView, turn: int, tr: Translator) -> str:
        if view.phase != "turn":
            return tr.t("⇄ Any other hat will do: remember where yours goes.")
        if turn == 0:
            return tr.t("👁 Look into any hat: you alone see the animal. Then it changes places with another.")
        return tr.t("Whoever names the animal in the box wins the round; a wrong name puts you out. Not sure? 👁")

    @override
    def advice(self, view: VanishedAnimalView, seat: Seat | None, tr: Translator, pending: str | None = None) -> str:
        if view.to_act is None:
            return super().advice(view, seat, tr)
        if seat is None or not view.seats[seat].present:
            return tr.t("You are watching: one animal has vanished, and whoever names it wins the round.")
        if view.seats[seat].out:
            return tr.t("You are out until this round ends. Say nothing of what you know!")
        if seat != view.to_act:
            return tr.t(
                "Whoever names the missing animal first wins the round. Not your turn yet: follow the hats that you "
                "know."
            )
        return _your_turn(view, pending, tr)

    @override
    def section(self, view: VanishedAnimalView, seat: Seat | None) -> str:
        if view.to_act is None:
            return "end"
        if seat is None or not view.seats[seat].present:
            return "goal"
        if view.seats[seat].out:
            return "name"
        return "turn" if view.phase == "turn" else "swap"

    @override
    def retell(
        self, played: Sequence[PlayedScene], told: int, players: Sequence[Player], tr: Translator
    ) -> Iterable[RichText]:
        return retold.retell(played, told, players, tr)

    @override
    def uncover(self, played: Sequence[PlayedScene], players: Sequence[Player], tr: Translator) -> RichText:
        return retold.uncover(played, players, tr)

    @override
    def draw_uncovered(self, played: Sequence[PlayedScene], told: int, players: Sequence[Player], alt: str) -> Picture:
        now = hindsight.uncovered(played)
        events = [*told_of(played[:-1], told - 1)] if told > 1 else []
        events += [(played[-1].number, event) for event in now.events]
        return pictures.looked_back(
            played[-1].view,
            public(events),
            players,
            alt,
            faces=now.truth.hats,
            box=now.truth.box,
            knowers=tuple(tuple(sorted(seen)) for seen in now.sights.hats),
            box_knowers=tuple(sorted(now.sights.box)),
        )

    @override
    def knew(self, played: Sequence[PlayedScene], players: Sequence[Player], tr: Translator) -> Iterable[RichText]:
        return retold.knew(played, players, tr)

    @override
    def moments(self, played: Sequence[PlayedScene], players: Sequence[Player], tr: Translator) -> Iterable[RichText]:
        return [retold.moment(best, players, tr) for best in hindsight.moments(played)]


def _saw(event: SawAnimal | Learned, animal: Span, tr: Translator, number: int | None) -> RichText:
    """Return the sentence on an animal that was seen, in a hat at this move or in the box, which never moves.

    Where the hat is now is the player's to remember.
    """
    if isinstance(event, SawAnimal):
        if number is None:
            return tr.rich("Hat {hat}: {animal}.", hat=event.hat + 1, animal=animal)
        return tr.rich(
            "Move {number}: in hat {hat} you saw: {animal}.", number=str(number), hat=event.hat + 1, animal=animal
        )
    return tr.rich("In the box: {animal}. Tell nobody until the round is over.", animal=animal)


def _named(animal: str, events: Sequence[VanishedEvent], tr: Translator) -> str:
    """Tell whether it was the right animal, and what that has brought."""
    ended = next((event for event in events if isinstance(event, RoundEnded)), None)
    if ended is None:
        return tr.t(
            "{animal}: wrong, so you sit out this round. In the box: press 🤫, or look into your chat with Underhat.",
            animal=ANIMALS[animal],
        )
    if any(isinstance(event, Named) and event.right for event in events):
        if ended.prize == "wand":
            return tr.t("{animal}: right! The magic wand is yours: you win the game!", animal=ANIMALS[animal])
        return tr.t("{animal}: right! You win the round and take a hat token.", animal=ANIMALS[animal])
    over = tr.t("The game is over.") if ended.prize == "wand" else ""
    box = next((event.animal for event in events if isinstance(event, Learned)), ended.box)
    told = tr.t("In the box: {animal}.", animal=ANIMALS[box]) if box else ""
    wrong = tr.t("{animal}: wrong, and the round is over.", animal=ANIMALS[animal])
    return " ".join(part for part in (wrong, told, over) if part)


def _your_turn(view: VanishedAnimalView, pending: str | None, tr: Translator) -> str:
    """Return what is sensible for the seat to act in the part of its turn that is due."""
    name, hat = buttons.chosen(pending)
    if name is not None:
        return tr.t(
            "Chosen: {animal}. ✔ names it; choose another animal, or look 👁, to take it back.", animal=ANIMALS[name]
        )
    if hat is not None:
        return tr.t(
            "Hat {slot} is chosen for a swap. Press ⇄ at another hat, or ⇄{slot} again to take it back.", slot=hat + 1
        )
    if view.phase == "turn":
        return tr.t(
            "Five animals are in the ring: name the sixth, and the round is yours; a wrong name puts you out. Not sure "
            "yet? Look 👁 into a hat that you do not know."
        )
    due = " ".join(alt_text.due(view, tr))
    if view.phase == "again":
        return tr.t("{due}. Any two will confuse the others; or leave them.", due=due)
    if view.may_keep:
        return tr.t("{due} Any will do, if you remember where yours goes; or leave them.", due=due)
    return tr.t("{due} Any will do, if you remember where yours goes.", due=due)


def _last_round(told: Told) -> RoundEnded | None:
    """Return the event that knows what lay under the hats."""
    return next((event for _, event in reversed(told) if isinstance(event, RoundEnded)), None)
