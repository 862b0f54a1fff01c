"""The Vanished Animal on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from typing_extensions import override

from bot.engine.presentation import (
    Choices,
    FirstPress,
    Labels,
    NumberedEvents,
    Player,
    Presenter,
    Secret,
    last_events,
    public,
)
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
from bot.i18n.translator import Translator
from bot.messaging import Picture, RichText, Span, alternative_text, plain_text


class VanishedAnimalPresenter(Presenter):
    labels = Labels(TITLE, OPTIONS, CHOICES, PRESETS, REFUSALS, PITCH, MINUTES)

    @override
    def draw_lobby(self, players: Sequence[Player], alt: str) -> Picture:
        return pictures.lobby(players, alt)

    @override
    def tell(self, events: NumberedEvents, players: Sequence[Player], tr: Translator) -> tuple[RichText, ...]:
        return tell(events, players, tr)

    @override
    def status(self, view: VanishedAnimalView, players: Sequence[Player], tr: Translator) -> RichText:
        return alt_text.status(view, players, tr)

    @override
    def describe(
        self, view: VanishedAnimalView, events: NumberedEvents, players: Sequence[Player], tr: Translator
    ) -> RichText:
        if view.to_act is None:
            return ()  # the status tells what everybody has, and the last move what lay where (D13)
        return alt_text.running(view, tr)

    @override
    def draw(self, view: VanishedAnimalView, events: NumberedEvents, players: Sequence[Player], alt: str) -> Picture:
        if view.to_act is None:
            return pictures.finale(view, _last_round(events), players, alt)
        return pictures.tableau(view, events, players, alt)

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
            return Secret(text, alert, pictures.peeked(event.hat, event.animal, alternative_text(text)))
        return Secret(text, alert, pictures.missing(event.animal, alternative_text(text)))

    @override
    def done(
        self, action: VanishedAction, events: Sequence[VanishedEvent], view: VanishedAnimalView, seat: Seat,
        tr: Translator,
    ) -> str:  # fmt: skip
        match action:
            case Look(hat=hat):
                # NOTE: Toast. The animal must not be in it. 🤫 is the sign of the button “My secret”.
                return tr.t(
                    "You looked into hat {hat}. To see it, tap 🤫 or look at what I sent you. Then make your swap "
                    "here.",
                    hat=hat + 1,
                )
            case Swap(a=a, b=b):
                return tr.t("You swapped hats {a} and {b}.", a=a + 1, b=b + 1)
            case Keep():
                # NOTE: Toast.
                return tr.t("You left the hats where they were.")
            case Name(animal=animal):
                return _named(animal, events, tr)

    @override
    def voids(self, event: VanishedEvent) -> bool:
        return isinstance(event, RoundEnded)

    @override
    def hint(self, view: VanishedAnimalView, turn: int, tr: Translator) -> str:
        if view.phase == "again":
            return ""  # the board itself says which two hats, and that it need not be
        if view.phase == "swap":
            # NOTE: A line of help under the board in the first turns of a beginner.
            return tr.t("⇄ Any other hat will do. Just remember where yours goes!")
        if turn == 0:
            # NOTE: A line of help under the board in the first turns of a beginner.
            return tr.t("👁 Look into any hat: only you see the animal. Then swap that hat with another one.")
        # NOTE: A line of help under the board in the first turns of a beginner.
        return tr.t("Name the animal in the box and you win the round, but guess wrong and you’re out. Not sure? 👁")

    @override
    def advice(self, view: VanishedAnimalView, seat: Seat | None, tr: Translator, pending: str | None = None) -> str:
        if view.to_act is None:
            return super().advice(view, seat, tr)
        if seat is None or not view.seats[seat].present:
            # NOTE: Alert to somebody who does not play and asks what to do.
            return tr.t("You’re watching. One animal has vanished, and whoever names it wins the round.")
        if view.seats[seat].out:
            # NOTE: Alert to a player who has seen what is in the box.
            return tr.t("You’re out until this round ends. Don’t give anything away!")
        if seat != view.to_act:
            # NOTE: Alert to a player who asks what to do.
            return tr.t(
                "Whoever names the missing animal first wins the round. It’s not your turn yet, so keep track "
                "of the hats you know."
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
        self, played: Sequence[PlayedScene], count: int, players: Sequence[Player], tr: Translator
    ) -> Iterable[RichText]:
        return retold.retell(played, count, players, tr)

    @override
    def uncover(self, played: Sequence[PlayedScene], players: Sequence[Player], tr: Translator) -> RichText:
        return retold.uncover(played, players, tr)

    @override
    def draw_uncovered(self, played: Sequence[PlayedScene], count: int, players: Sequence[Player], alt: str) -> Picture:
        now = hindsight.uncovered(played)
        events = [*last_events(played[:-1], count - 1)] if count > 1 else []
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
            # NOTE: What a player saw in a hat.
            return tr.rich("Hat {hat}: {animal}.", hat=event.hat + 1, animal=animal)
        # NOTE: A secret that is shown again some moves later, when the hat may stand elsewhere.
        return tr.rich(
            "Move {number}: you looked into hat {hat}. You saw: {animal}.",
            number=str(number),
            hat=event.hat + 1,
            animal=animal,
        )
    # NOTE: What a player sees who has named a wrong animal.
    return tr.rich("In the box: {animal}. Don’t tell anyone until the round is over.", animal=animal)


def _named(animal: str, events: Sequence[VanishedEvent], tr: Translator) -> str:
    """Tell whether it was the right animal, and what that has brought."""
    ended = next((event for event in events if isinstance(event, RoundEnded)), None)
    if ended is None:
        # NOTE: Toast. {animal} is the one that was named. 🤫 is the sign of the button “My secret”.
        return tr.t(
            "Wrong guess: {animal}. You sit out this round. To see what’s in the box, tap 🤫 or look at what "
            "I sent you.",
            animal=ANIMALS[animal],
        )
    if any(isinstance(event, Named) and event.right for event in events):
        if ended.prize == "wand":
            # NOTE: Toast. {animal} is the one that was named.
            return tr.t(
                "Right! In the box: {animal}. The magic wand is yours, and so is the game!", animal=ANIMALS[animal]
            )
        # NOTE: Toast. {animal} is the one that was named.
        return tr.t("Right! In the box: {animal}. You win the round and a hat token.", animal=ANIMALS[animal])
    over = tr.t("The game is over.") if ended.prize == "wand" else ""
    box = next((event.animal for event in events if isinstance(event, Learned)), ended.box)
    # NOTE: {animal} is the one that was missing.
    revealed = tr.t("In the box: {animal}.", animal=ANIMALS[box]) if box else ""
    # NOTE: Toast. {animal} is the one that was named.
    wrong = tr.t("Wrong guess: {animal}. The round is over.", animal=ANIMALS[animal])
    return " ".join(part for part in (wrong, revealed, over) if part)


def _your_turn(view: VanishedAnimalView, pending: str | None, tr: Translator) -> str:
    """Return what is sensible for the seat to act in the part of its turn that is due."""
    name, hat = buttons.chosen(pending)
    if name is not None:
        # NOTE: Alert to a player who asks what to do between the two taps of naming.
        return tr.t(
            "Selected: {animal}. Tap ✔ to name it. Changed your mind? Choose another animal, or look into a "
            "hat with 👁.",
            animal=ANIMALS[name],
        )
    if hat is not None:
        return tr.t(
            "Hat {slot} is selected. Tap ⇄ on another hat to swap the two, or tap ⇄{slot} again to cancel.",
            slot=hat + 1,
        )
    if view.phase == "turn":
        # NOTE: Alert to the player whose turn it is, who asks what to do: 200 letters at most.
        return tr.t(
            "Five animals are in the ring. Name the sixth and you win the round, but guess wrong and you’re "
            "out. Not sure yet? Tap 👁 to look into a hat you don’t know."
        )
    due = " ".join(alt_text.due(view, tr))
    if view.phase == "again":
        # NOTE: {due} is “One more swap, if you like – any two of these hats: 1, 3 and 4”.
        return tr.t("{due}. Choose two to confuse the others, or leave them where they are.", due=due)
    if view.may_keep:
        # NOTE: {due} is “Now swap hat 3 with any other hat.”
        return tr.t("{due} Just remember where yours goes. Or leave them where they are.", due=due)
    # NOTE: {due} is “Now swap hat 3 with any other hat.”
    return tr.t("{due} Just remember where yours goes!", due=due)


def _last_round(events: NumberedEvents) -> RoundEnded | None:
    """Return the event that knows what lay under the hats."""
    return next((event for _, event in reversed(events) if isinstance(event, RoundEnded)), None)
