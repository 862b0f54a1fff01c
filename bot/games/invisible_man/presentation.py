"""The Invisible Man on the screen: the board, its buttons, the hands, and the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from typing_extensions import override

from bot.engine.presentation import (
    ROUTINE,
    Choice,
    Choices,
    FirstPress,
    Hand,
    Labels,
    NumberedEvents,
    Player,
    Presenter,
    Reference,
    StarterLabels,
    last_events,
    public,
    turn,
)
from bot.engine.replay import PlayedScene
from bot.engine.rules import Action, Seat
from bot.games.invisible_man import alt_text, buttons, hindsight, pictures, place_names, retold, toasts
from bot.games.invisible_man.rules.moves import (
    Appear,
    Caught,
    Cloaked,
    Escaped,
    InvisibleAction,
    InvisibleEvent,
    MovePawn,
    Roll,
    Shed,
    Shot,
)
from bot.games.invisible_man.rules.view import InvisibleManView
from bot.games.invisible_man.text import (
    CHOICES,
    MINUTES,
    OPTIONS,
    PITCH,
    PRESETS,
    REFUSALS,
    TITLE,
    tell,
    tell_in_short,
)
from bot.i18n.lazy import lazy
from bot.i18n.translator import Translator
from bot.messaging import Picture, RichText, Span, alternative_text, joined, merged


class InvisibleManPresenter(Presenter):
    starter_is_alone = True
    # NOTE: A switch: may the bot roll the die for this player when a turn begins with nothing else to choose?
    labels = Labels(TITLE, OPTIONS, CHOICES, PRESETS, REFUSALS, PITCH, MINUTES, {ROUTINE: lazy("Roll for me")})

    @override
    def starter_labels(self, who: Span | None, tr: Translator) -> StarterLabels:
        return StarterLabels(
            # NOTE: A button of the lobby, in a row with another: at most 20 letters. Who is to be the Invisible Man?
            ask=tr.t("Who hides?"),
            # NOTE: A button of the lobby, in a row with another: at most 20 letters. Whoever taps it becomes the
            # Invisible Man.
            claim=tr.t("I’ll hide"),
            # NOTE: A line of the lobby: {who} is the name of a player, or the words "chosen at random".
            line=merged(tr.rich("The Invisible Man: {who}", who=who or tr.t("chosen at random"))),
        )

    @override
    def draw_lobby(self, players: Sequence[Player], alt: str) -> Picture:
        return pictures.lobby(players, alt)

    @override
    def tell(self, events: NumberedEvents, players: Sequence[Player], tr: Translator) -> tuple[RichText, ...]:
        return tell(events, players, tr)

    @override
    def headline(self, view: InvisibleManView, players: Sequence[Player], tr: Translator) -> RichText:
        assert view.to_act is not None, "somebody is called"
        # NOTE: Heading of the board. {turn} is "Ann’s turn", {task} what is to be done: "roll the die".
        return tr.rich("{turn} – {task}", turn=turn(players[view.to_act], tr), task=_task(view, tr))

    @override
    def tell_on_board(self, events: NumberedEvents, players: Sequence[Player], tr: Translator) -> tuple[RichText, ...]:
        return tell_in_short(events, players, tr)

    @override
    def status(self, view: InvisibleManView, players: Sequence[Player], tr: Translator) -> RichText:
        return alt_text.status(view, tr)

    @override
    def describe(
        self, view: InvisibleManView, events: NumberedEvents, players: Sequence[Player], tr: Translator
    ) -> RichText:
        if view.to_act is None:
            return alt_text.final(view, players, tr)
        opened = joined(
            (self.headline(view, players, tr), *tell_in_short(events, players, tr), self.status(view, players, tr))
        )
        return alt_text.running(view, opened, players, tr)

    @override
    def draw(self, view: InvisibleManView, events: NumberedEvents, players: Sequence[Player], alt: str) -> Picture:
        if view.to_act is None:
            return pictures.finale(view, players, alt)
        return pictures.town(view, events, players, alt)

    @override
    def choices(self, view: InvisibleManView, tr: Translator) -> Choices:
        return buttons.choices(view, tr)

    @override
    def looks(self, view: InvisibleManView, tr: Translator) -> tuple[Choice, ...]:
        # NOTE: A button: it shows what all places on the map are called.
        return (Choice(tr.t("🗺 Places"), place_names.CODE),)

    @override
    def look(self, view: InvisibleManView, code: str, tr: Translator) -> Reference:
        return place_names.look(tr) if code == place_names.CODE else super().look(view, code, tr)

    @override
    def hand(
        self, view: InvisibleManView, seat: Seat, players: Sequence[Player], tr: Translator, pending: str | None = None
    ) -> Hand | None:
        if view.to_act is None or view.hand is None:
            return None
        text = alt_text.hand(view, seat, tr)
        drawn = pictures.hand(view, seat, alternative_text(text))
        return Hand(text, alt_text.hand_alert(view, tr), drawn, buttons.hand_choices(view, seat, tr, pending))

    @override
    def forced(self, view: InvisibleManView, seat: Seat) -> InvisibleAction | None:
        # Which doors a policeman may enter only that hand tells (N19): with a door near there is always a choice.
        if view.phase == "move" and len(view.cells) == 1 and not view.doors:
            return MovePawn(view.cells[0])
        if view.phase == "appear" and len(view.cells) == 1:
            return Appear(view.cells[0])
        if view.phase == "cloak" and view.hand is not None and len(view.hand.cloaks) == 1:
            return Shed(view.hand.cloaks[0])  # how many are held, all can see
        return None

    @override
    def routine(self, view: InvisibleManView, seat: Seat) -> InvisibleAction | None:
        return Roll() if view.phase == "roll" else None

    @override
    def read(self, view: InvisibleManView, seat: Seat, pending: str | None, code: str) -> Action | FirstPress:
        return buttons.read(view, seat, pending, code)

    @override
    def done(
        self, action: InvisibleAction, events: Sequence[InvisibleEvent], view: InvisibleManView, seat: Seat,
        tr: Translator,
    ) -> str:  # fmt: skip
        return toasts.done(action, events, view, seat, tr)

    @override
    def hint(self, view: InvisibleManView, turn: int, tr: Translator) -> str:
        if view.phase == "move" and view.pawn is None and turn > 0:
            return _of_steps(turn, tr)
        return _advice(view, tr)

    @override
    def chapter(self, event: InvisibleEvent) -> str | None:
        match event:
            case Shot(hit=True):
                return "chase"
            case Caught():
                return "caught"
            case Cloaked(saved=True) | Escaped():
                return ""
        return None

    @override
    def shown_by_hand(self, view: InvisibleManView) -> bool:
        if view.to_act is None:
            return False
        return view.phase == "cloak" or (view.phase == "cards" and _held(view) > 0)

    @override
    def advice(self, view: InvisibleManView, seat: Seat | None, tr: Translator, pending: str | None = None) -> str:
        if view.to_act is None:
            return super().advice(view, seat, tr)
        if seat is None:
            return tr.t(
                "You’re watching. The police are hunting the Invisible Man, who has no pawn until he’s been hit."
            )
        if view.seats[seat].out:
            return tr.t("You’re out of charges, but you can still watch the hunt.")
        if seat != view.to_act:
            return _waiting(view, seat, tr)
        if pending:
            # NOTE: Advice for a player who has tapped a card and now has to tap a place.
            return tr.t("Card selected. Tap the place where it should go, or tap another card instead.")
        if self.shown_by_hand(view) and view.phase == "cards":
            # NOTE: Added to advice; 🤫 is the button that shows a player the own cards, ✋ stands on buttons for
            # cards of the hand.
            where = tr.t("🤫 shows which ✋ is which card.")
            return f"{_advice(view, tr)} {where}"
        return _advice(view, tr)

    @override
    def section(self, view: InvisibleManView, seat: Seat | None) -> str:
        if view.to_act is None:
            return "end"
        if seat is None or view.seats[seat].out:
            return "goal"
        if view.phase == "cloak":
            return "cloak"
        if view.phase == "appear" or view.pawn is not None:
            return "chase"
        if view.turn == view.invisible:
            return "hidden"
        return "walk" if view.phase == "move" else "police"

    @override
    def retell(
        self, played: Sequence[PlayedScene], count: int, players: Sequence[Player], tr: Translator
    ) -> Iterable[RichText]:
        return retold.retell(played, count, players, tr)

    @override
    def uncover(self, played: Sequence[PlayedScene], players: Sequence[Player], tr: Translator) -> RichText:
        return joined(retold.uncover(played, players, tr))

    @override
    def draw_uncovered(self, played: Sequence[PlayedScene], count: int, players: Sequence[Player], alt: str) -> Picture:
        trail, possible = hindsight.trail(played, count), hindsight.possible(played)
        view, events = played[-1].view, public(last_events(played, count))
        return pictures.uncovered(view, played[-1].truth, trail, possible, events, players, alt)

    @override
    def knew(self, played: Sequence[PlayedScene], players: Sequence[Player], tr: Translator) -> Iterable[RichText]:
        return retold.knew(played, players, tr)

    @override
    def moments(self, played: Sequence[PlayedScene], players: Sequence[Player], tr: Translator) -> Iterable[RichText]:
        return [retold.moment(best, players, tr) for best in hindsight.moments(played)]


def _waiting(view: InvisibleManView, seat: Seat, tr: Translator) -> str:
    if seat == view.invisible:
        # NOTE: Advice for the Invisible Man while others play; 🤫 is the button that shows a player the own cards.
        return tr.t(
            "You win if all 20 Signals are revealed while you’re not on the map. It’s not your turn yet. "
            "🤫 shows your cards."
        )
    # NOTE: Advice for a policeman while others play; 🤫 is the button that shows a player the own cards.
    return tr.t("Only the one who catches the Invisible Man wins. It’s not your turn yet. 🤫 shows your cards.")


def _advice(view: InvisibleManView, tr: Translator) -> str:
    """Return the aim of the seat to act, and what is sensible in the phase of its turn."""
    assert view.to_act is not None, "somebody is to act"
    hides = view.to_act == view.invisible
    match view.phase:
        case "roll" if view.pawn is None and hides:
            # NOTE: Advice in an alert or under the board, for the player to act: at most 180 letters. Here the
            # Invisible Man.
            return tr.t(
                "Stay hidden until all 20 Signals are revealed. Roll: a 4 or 5 lets you draw a card, a 6 "
                "reveals a Signal."
            )
        case "roll" if view.pawn is None:
            # NOTE: Advice for a policeman, in the hunt.
            return tr.t(
                "Check places until a shot hits the Invisible Man, then catch him. Roll first: you walk "
                "exactly that far, or into a place on the way."
            )
        case "roll" if hides:
            # NOTE: Advice for the Invisible Man, in a chase.
            return tr.t(
                "Everyone can see you! Get into a place with a NO, or away from the police. Roll first: you "
                "run exactly that far."
            )
        case "roll":
            # NOTE: Advice for a policeman, in a chase.
            return tr.t(
                "The Invisible Man is in sight! Stop on his space to catch him. Roll first: you run exactly "
                "that far, and stop early only to catch him."
            )
        case "draw":
            return tr.t("Choose a pile: a NO makes a place safer, and a Cloak may save you when you’re caught.")
        case "cards" if _held(view) == 0:
            if hides:
                return tr.t(
                    "You have no NO to place. You may move one that’s in town: tap its ↔, then the new place. "
                    "Or tap ✅."
                )
            return tr.t(
                "You have no YES to place. You may move one that’s in town: tap its ↔, then the new place. Or tap ✅."
            )
        case "cards" if hides:
            return tr.t(
                "Place a NO where the police might look: it helps you there, and makes a refuge in a chase. "
                "Tap ✋, then the place. Or tap ✅."
            )
        case "cards":
            return tr.t(
                "Place a YES where you want to check: it’s die + YES against die + NO. Tap ✋, then the place. "
                "Or tap ✅."
            )
        case "appear":
            return tr.t("You’ve been hit! Choose where you appear: far from the police and near a refuge.")
        case "cloak":
            # NOTE: Advice for the Invisible Man; 🤫 shows the digits of each Cloak in the hand.
            return tr.t("You’ve been caught! Choose a Cloak to throw off. 🤫 shows their numbers.")
    if hides:
        return tr.t(
            "Run! You must use every step. Get into a refuge if you can reach one; if not, keep out of "
            "reach of the police."
        )
    if view.pawn is not None:
        return tr.t("Stop on the Invisible Man’s space to catch him. Too far? Then get between him and his refuge.")
    # NOTE: Advice for a policeman who has rolled; on the map the space outside each place is a striped circle.
    return tr.t(
        "Check a place whose Signal you hold, ideally one with a YES. Going in is one step from "
        "its striped space. Otherwise, walk your full roll."
    )


def _of_steps(turn: int, tr: Translator) -> str:
    """Return how steps count, one thing at a time."""
    if turn == 1:
        return tr.t(
            "Going into a place is one step from its striped space. If you don’t go in anywhere, you "
            "walk your full roll."
        )
    return tr.t("You can take the boat: from one bridge or pier ⚓ to the next is a single step, however far it looks.")


def _held(view: InvisibleManView) -> int:
    """Return how many cards the seat to act holds that it could lay, which all can see."""
    assert view.to_act is not None, "somebody is to act"
    cards = view.seats[view.to_act].cards
    return cards.no if view.to_act == view.invisible else cards.yes


def _task(view: InvisibleManView, tr: Translator) -> str:
    die = view.die or 0
    match view.phase:
        case "roll":
            # NOTE: What the player in front of it has to do: "Ann’s turn – roll the die". Everybody reads it. So the
            # next ones too.
            return tr.t("roll the die")
        case "draw":
            # NOTE: "Ann’s turn – 🎲 4: choose a pile" (a pile to draw from). {die} is the number rolled.
            return tr.t("🎲 {die}: choose a pile", die=die)
        case "cards" if _held(view) == 0:
            return tr.t("🎲 {die}: move a card (↔) or tap ✅", die=die)
        case "cards" if view.to_act == view.invisible:
            # NOTE: "Ann’s turn – 🎲 4: place or move up to 2 NO cards, or tap ✅". It may also be fewer, or none.
            return tr.plural(
                "🎲 {die}: place or move {count} NO card, or tap ✅",
                "🎲 {die}: place or move up to {count} NO cards, or tap ✅",
                view.actions,
                die=tr.number(die),
            )
        case "cards":
            return tr.t("🎲 {die}: place or move a YES, or tap ✅", die=die)
        case "appear":
            # NOTE: "Ann’s turn – choose where to appear": the Invisible Man was hit and chooses the space for the pawn.
            return tr.t("choose where to appear")
        case "cloak":
            # NOTE: "Ann’s turn – choose a Cloak": which of the Cloaks in the hand is thrown off.
            return tr.t("choose a Cloak")
    if view.pawn is not None:
        return tr.t("🎲 {die}: run!", die=die)
    return tr.t("🎲 {die}: walk", die=die)
