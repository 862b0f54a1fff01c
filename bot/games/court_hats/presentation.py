"""Court Hats on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from typing_extensions import override

from bot.engine.presentation import (
    ASK,
    Choices,
    FirstPress,
    Labels,
    NumberedEvents,
    Player,
    Presenter,
    Secret,
    last_events,
    public,
    verdict,
)
from bot.engine.replay import PlayedScene
from bot.engine.rules import Action, Seat, Swap
from bot.games.court_hats import alt_text, buttons, hindsight, pictures, retold
from bot.games.court_hats.rules.moves import (
    CourtAction,
    CourtEnded,
    CourtEvent,
    HatOpened,
    OpenHat,
    Peek,
    Redealt,
    SawHat,
)
from bot.games.court_hats.rules.view import CourtHatsView
from bot.games.court_hats.text import (
    CHARACTERS,
    CHOICES,
    HATS,
    MINUTES,
    OPTIONS,
    PITCH,
    PRESETS,
    REFUSALS,
    SIGNS,
    TITLE,
    tell,
)
from bot.i18n.lazy import LazyText, lazy
from bot.i18n.translator import Translator
from bot.messaging import Picture, RichText, Span, alternative_text, plain_text


class CourtHatsPresenter(Presenter):
    # NOTE: Label of an option, shown as “Ask before opening: yes”: a hat is opened only by a second tap.
    labels = Labels(TITLE, OPTIONS, CHOICES, PRESETS, REFUSALS, PITCH, MINUTES, {ASK: lazy("Ask before opening")})

    @override
    def draw_lobby(self, players: Sequence[Player], alt: str) -> Picture:
        return pictures.lobby(players, alt)

    @override
    def tell(self, events: NumberedEvents, players: Sequence[Player], tr: Translator) -> tuple[RichText, ...]:
        return tell(events, players, tr)

    @override
    def status(self, view: CourtHatsView, players: Sequence[Player], tr: Translator) -> RichText:
        return alt_text.status(view, players, tr)

    @override
    def describe(
        self, view: CourtHatsView, events: NumberedEvents, players: Sequence[Player], tr: Translator
    ) -> RichText:
        if view.to_act is None:
            return alt_text.final(view, _left_over(events), players, tr)
        return alt_text.running(view, players, tr)

    @override
    def draw(self, view: CourtHatsView, events: NumberedEvents, players: Sequence[Player], alt: str) -> Picture:
        if view.to_act is None:
            return pictures.finale(view, _left_over(events), players, alt)
        return pictures.tableau(view, events, players, alt)

    @override
    def choices(self, view: CourtHatsView, tr: Translator) -> Choices:
        return buttons.choices(view, tr)

    @override
    def question(self, action: CourtAction) -> LazyText | None:
        if isinstance(action, OpenHat):
            # NOTE: Toast after the first tap of two. 🎩{slot} is what the button says.
            return lazy("Tap 🎩{slot} again to open that hat.", slot=action.slot + 1)
        return None

    @override
    def read(self, view: CourtHatsView, seat: Seat, pending: str | None, code: str) -> Action | FirstPress:
        return buttons.read(view, pending, code)

    @override
    def secret(
        self, event: SawHat, view: CourtHatsView, players: Sequence[Player], tr: Translator, number: int | None = None
    ) -> Secret:
        name = tr.translate(HATS[event.hat])
        text = _saw(event, Span(name, "spoiler"), tr, number)
        alert = plain_text(_saw(event, Span(f"{SIGNS[event.hat]} {name}"), tr, number))
        return Secret(_hidden(text), alert, pictures.peeked(event.slot, event.hat, alternative_text(text)))

    @override
    def done(
        self, action: CourtAction, events: Sequence[CourtEvent], view: CourtHatsView, seat: Seat, tr: Translator
    ) -> str:
        if not isinstance(action, OpenHat) and any(isinstance(event, CourtEnded) for event in events):
            return verdict(view.outcome, seat, tr)  # what a last peek has seen is of no use and is not sent
        match action:
            case Peek(slot=slot):
                # NOTE: Toast. What is under the hat must not be in it. 🤫 is the sign of the button “My secret”.
                return tr.t("You peeked at hat {slot}. To see it, tap 🤫 or look at what I sent you.", slot=slot + 1)
            case Swap(a=a, b=b):
                # NOTE: Toast to the player who has just done it. {a} and {b} are numbers of hats.
                return tr.t("You swapped hats {a} and {b}.", a=a + 1, b=b + 1)
            case OpenHat():
                return " ".join(_opened(events, view, seat, tr))

    @override
    def voids(self, event: CourtEvent) -> bool:
        return isinstance(event, Redealt)

    @override
    def news(self, event: CourtEvent) -> LazyText | None:
        if isinstance(event, Redealt):
            return lazy(
                "🔀 All the hats have just been dealt again, so forget what you knew. Look at the newest board."
            )
        return None

    @override
    def hint(self, view: CourtHatsView, turn: int, tr: Translator) -> str:
        match turn:
            case 0:
                # NOTE: A line of help under the board in the first turns of a beginner.
                return tr.t("👁 is a good start: it shows a hat to you alone.")
            case 1:
                # NOTE: A line of help under the board in the first turns of a beginner.
                return tr.t("🎩 says that a hat fits. If it does, you win the pair; if not, you get a penalty chip.")
        # NOTE: A line of help under the board in the first turns of a beginner.
        return tr.t("⇄ takes a hat you know to where it fits. Open it on your next turn, if nobody has moved it.")

    @override
    def advice(self, view: CourtHatsView, seat: Seat | None, tr: Translator, pending: str | None = None) -> str:
        if view.to_act is None:
            return super().advice(view, seat, tr)
        if seat is None or not view.seats[seat].present:
            # NOTE: Alert to somebody who does not play and asks what to do.
            return tr.t("You’re watching. Players peek at, swap and open hats with the buttons below the board.")
        if seat != view.to_act:
            # NOTE: Alert to a player who asks what to do.
            return tr.t(
                "The most points wins: pairs minus penalty chips. It’s not your turn yet, so remember who peeks "
                "where and which hats are swapped."
            )
        chosen = buttons.chosen_slot(view, pending)
        if chosen is not None:
            # NOTE: Alert to a player who asks what to do between the two taps of a swap. ⇄{slot} is what the button
            # says.
            return tr.t(
                "Hat {slot} is selected. Tap ⇄ on another hat to swap the two, or tap ⇄{slot} again to cancel.",
                slot=chosen + 1,
            )
        claimed = buttons.claimed_slot(view, pending)
        question = None if claimed is None else self.question(OpenHat(claimed))
        if question is not None:
            return tr.translate(question)
        # NOTE: Alert to the player whose turn it is; up to two sentences on what is not allowed this turn may follow.
        # Short: all of it has 200 letters.
        turn = tr.t(
            "A pair is worth a point, and a wrong hat costs one. 👁 Peek at a hat, ⇄ swap two, or 🎩 open one that fits."
        )
        return " ".join((turn, *alt_text.bans(view, tr)))

    @override
    def section(self, view: CourtHatsView, seat: Seat | None) -> str:
        absent = seat is None or not view.seats[seat].present
        return super().section(view, None if absent else seat)

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
        last, events = played[-1], public(last_events(played, count))
        return pictures.uncovered(last.view, last.truth.hats, hindsight.knowers(played), events, players, alt)

    @override
    def knew(self, played: Sequence[PlayedScene], players: Sequence[Player], tr: Translator) -> Iterable[RichText]:
        return retold.knew(played, players, tr)

    @override
    def moments(self, played: Sequence[PlayedScene], players: Sequence[Player], tr: Translator) -> Iterable[RichText]:
        return [retold.moment(best, players, tr) for best in hindsight.moments(played)]


def _saw(event: SawHat, hat: Span, tr: Translator, number: int | None) -> RichText:
    """Return the sentence on a hat that was peeked at; with the number of the move it is of the past.

    The hat may have been moved since, and where it lies now is the player's to remember.
    """
    values = {"slot": event.slot + 1, "hat": hat}
    if event.hat not in CHARACTERS:
        if number is None:
            # NOTE: What a player saw when peeking, of a magic hat. Telegram blurs all from {hat} on.
            return tr.rich("Hat {slot}: {hat}! Whoever opens it keeps it.", **values)
        # NOTE: A secret that is shown again some moves later, when the hat may lie elsewhere.
        return tr.rich(
            "Move {number}: you peeked at hat {slot}. You saw: {hat}! Whoever opens it keeps it.",
            number=str(number),
            **values,
        )
    values["character"] = CHARACTERS[event.hat]
    if number is None:
        # NOTE: What a player saw when peeking: the hat, and the character it belongs to. Telegram blurs all from
        # {hat} on.
        return tr.rich("Hat {slot}: {hat} ({character}).", **values)
    # NOTE: A secret that is shown again some moves later, when the hat may lie elsewhere. {character} is whom the hat
    # belongs to.
    return tr.rich(
        "Move {number}: you peeked at hat {slot}. You saw: {hat} ({character}).", number=str(number), **values
    )


def _opened(events: Sequence[CourtEvent], view: CourtHatsView, seat: Seat, tr: Translator) -> Iterator[str]:
    """Tell what lay under the hat that was opened, and what it has set off."""
    for event in events:
        match event:
            case HatOpened(result="match"):
                # NOTE: Toast to the player who opened a hat.
                yield tr.t("It fits: the pair is yours!")
            case HatOpened(result="magic"):
                # NOTE: Toast to the player who opened a hat.
                yield tr.t("A magic hat, and you get to keep it!")
            case HatOpened(hat=hat):
                # NOTE: Toast to the player who opened a hat.
                yield tr.t("It doesn’t fit ({hat}): you get a chip.", hat=HATS[hat])
            case Redealt():
                # NOTE: Toast, after one of those on the hat that was opened.
                yield tr.t("No hat could fit any more, so the row has been dealt again.")
            case CourtEnded():
                yield verdict(view.outcome, seat, tr)


def _left_over(events: NumberedEvents) -> tuple[str | None, ...]:
    """Return the hats left lying at the end, which only the event of the end knows."""
    return next((event.hats for _, event in events if isinstance(event, CourtEnded)), ())


def _hidden(text: RichText) -> RichText:
    """Hide all from the first spoiler on: what is said about a hat gives it away as its name does."""
    first = [span.style for span in text].index("spoiler")
    return (*text[:first], Span(plain_text(text[first:]), "spoiler"))
