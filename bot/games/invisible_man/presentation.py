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
    Player,
    Presenter,
    Reference,
    StarterLabels,
    Told,
    public,
    told_of,
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
    DECKS,
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
from bot.messaging import Picture, RichText, Span, joined, merged, plain_text


class InvisibleManPresenter(Presenter):
    starter_is_alone = True
    labels = Labels(TITLE, OPTIONS, CHOICES, PRESETS, REFUSALS, PITCH, MINUTES, {ROUTINE: lazy("Roll for me")})

    @override
    def starter_labels(self, who: Span | None, tr: Translator) -> StarterLabels:
        return StarterLabels(
            ask=tr.t("Who is the Invisible Man?"),
            claim=tr.t("I am the Invisible Man"),
            line=merged(tr.rich("The Invisible Man: {who}", who=who or tr.t("whoever the lot picks"))),
        )

    @override
    def draw_lobby(self, players: Sequence[Player], alt: str) -> Picture:
        return pictures.lobby(players, alt)

    @override
    def tell(self, told: Told, players: Sequence[Player], tr: Translator) -> tuple[RichText, ...]:
        return tell(told, players, tr)

    @override
    def headline(self, view: InvisibleManView, players: Sequence[Player], tr: Translator) -> RichText:
        assert view.to_act is not None, "somebody is called"
        return (*turn(players[view.to_act], tr), Span(" – "), Span(_task(view, tr)))

    @override
    def tell_on_board(self, told: Told, players: Sequence[Player], tr: Translator) -> tuple[RichText, ...]:
        return tell_in_short(told, players, tr)

    @override
    def status(self, view: InvisibleManView, players: Sequence[Player], tr: Translator) -> RichText:
        return alt_text.status(view, tr)

    @override
    def describe(self, view: InvisibleManView, told: Told, players: Sequence[Player], tr: Translator) -> RichText:
        if view.to_act is None:
            return alt_text.final(view, players, tr)
        opened = joined(
            (self.headline(view, players, tr), *tell_in_short(told, players, tr), self.status(view, players, tr))
        )
        return alt_text.running(view, opened, players, tr)

    @override
    def draw(self, view: InvisibleManView, told: Told, players: Sequence[Player], alt: str) -> Picture:
        if view.to_act is None:
            return pictures.finale(view, players, alt)
        return pictures.town(view, told, players, alt)

    @override
    def choices(self, view: InvisibleManView, tr: Translator) -> Choices:
        return buttons.choices(view, tr)

    @override
    def looks(self, view: InvisibleManView, tr: Translator) -> tuple[Choice, ...]:
        return (Choice(tr.t("🗺 Places"), place_names.CODE),)

    @override
    def look(self, view: InvisibleManView, code: str, tr: Translator) -> Reference:
        return place_names.look(tr) if code == place_names.CODE else super().look(view, code, tr)

    @override
    def hand(self, view: InvisibleManView, seat: Seat, players: Sequence[Player], tr: Translator) -> Hand | None:
        if view.to_act is None or view.hand is None:
            return None
        text = alt_text.hand(view, seat, tr)
        drawn = pictures.hand(view, seat, plain_text(text))
        return Hand(text, alt_text.hand_alert(view, tr), drawn, buttons.hand_choices(view, seat, tr))

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
            return tr.t("You are watching: policemen look for the Invisible Man, who has no pawn until he is hit.")
        if view.seats[seat].out:
            return tr.t("You are out of charges and watch the hunt.")
        if seat != view.to_act:
            return _waiting(view, seat, tr)
        if pending:
            return tr.t("A card is chosen. Press the place where it shall lie, or another card to take that instead.")
        if self.shown_by_hand(view) and view.phase == "cards":
            where = tr.t("Your private hand says which ✋ is which card.")
            return f"{_advice(view, tr)}. {where}"
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
        self, played: Sequence[PlayedScene], told: int, players: Sequence[Player], tr: Translator
    ) -> Iterable[RichText]:
        return retold.retell(played, told, players, tr)

    @override
    def uncover(self, played: Sequence[PlayedScene], players: Sequence[Player], tr: Translator) -> RichText:
        return joined(retold.uncover(played, players, tr))

    @override
    def draw_uncovered(self, played: Sequence[PlayedScene], told: int, players: Sequence[Player], alt: str) -> Picture:
        trail, possible = hindsight.trail(played, told), hindsight.possible(played)
        view, events = played[-1].view, public(told_of(played, told))
        return pictures.uncovered(view, played[-1].truth, trail, possible, events, players, alt)

    @override
    def knew(self, played: Sequence[PlayedScene], players: Sequence[Player], tr: Translator) -> Iterable[RichText]:
        return retold.knew(played, players, tr)

    @override
    def moments(self, played: Sequence[PlayedScene], players: Sequence[Player], tr: Translator) -> Iterable[RichText]:
        return [retold.moment(best, players, tr) for best in hindsight.moments(played)]


def _waiting(view: InvisibleManView, seat: Seat, tr: Translator) -> str:
    if seat == view.invisible:
        return tr.t(
            "You win when all 20 Signals lie open and you are not on the map. Not your turn yet: see your hand."
        )
    return tr.t("Whoever catches the Invisible Man wins alone. Not your turn yet: see your hand.")


def _advice(view: InvisibleManView, tr: Translator) -> str:
    """Return the aim of the seat to act, and what is sensible in the phase of its turn."""
    assert view.to_act is not None, "somebody is to act"
    hides, kind = view.to_act == view.invisible, view.kind_of(view.to_act)
    match view.phase:
        case "roll" if view.pawn is None and hides:
            return tr.t(
                "Stay hidden until all 20 Signals lie open. Roll: a 4 or 5 brings you a card, a 6 opens a Signal."
            )
        case "roll" if view.pawn is None:
            return tr.t(
                "Check places until a shot makes him seen, then catch him. Roll first: you walk exactly so many steps, "
                "or into a place on the way."
            )
        case "roll" if hides:
            return tr.t(
                "You are seen: get into a place with a NO, or away from the police. Roll first: you run exactly so "
                "many steps."
            )
        case "roll":
            return tr.t(
                "He is seen: stop on his cell to catch him. Roll first: you run exactly so many steps, fewer only to "
                "catch him."
            )
        case "draw":
            return tr.t("Choose the pile: a NO makes a place safer, a Cloak may save you when you are caught.")
        case "cards" if _held(view) == 0:
            return tr.t(
                "You hold no {kind} to lay. You may move one in the town: its ↔, then the new place. Or leave all as "
                "it is: ✅",
                kind=DECKS[kind],
            )
        case "cards" if hides:
            return tr.t(
                "Lay a NO where the police will check: it helps you there, and is a refuge in a chase. First ✋, then "
                "the place; or ✅"
            )
        case "cards":
            return tr.t("Lay a YES where you will check: die + YES against die + NO. First ✋, then the place; or ✅")
        case "appear":
            return tr.t("You are hit! Choose where you are seen: far from the police, and near a refuge.")
        case "cloak":
            return tr.t("You are caught! Choose the Cloak to throw off; the private message shows what they are.")
    if hides:
        return tr.t(
            "Flee, using every step: into a refuge if one is in reach, else where no policeman comes with one roll."
        )
    if view.pawn is not None:
        return tr.t("Stop on his cell and you win. Too far? Then stand between him and his refuge.")
    return tr.t(
        "Check a place whose Signal you hold, best with a YES there. It is one step behind its door circle. Else you "
        "walk every step of the roll; from ⚓ to a bridge is one."
    )


def _of_steps(turn: int, tr: Translator) -> str:
    """Return how steps count, one thing at a time."""
    if turn == 1:
        return tr.t(
            "A place is one step behind its door circle. If you do not go into one, you walk every step of the roll."
        )
    return tr.t("By boat: from a pier ⚓ to the next bridge or pier is one step, however far it looks.")


def _held(view: InvisibleManView) -> int:
    """Return how many cards the seat to act holds that it could lay, which all can see."""
    assert view.to_act is not None, "somebody is to act"
    cards = view.seats[view.to_act].cards
    return cards.no if view.to_act == view.invisible else cards.yes


def _task(view: InvisibleManView, tr: Translator) -> str:
    die = view.die or 0
    match view.phase:
        case "roll":
            return tr.t("roll the die")
        case "draw":
            return tr.t("🎲 {die}, choose a pile", die=die)
        case "cards" if _held(view) == 0:
            return tr.t("🎲 {die}, move a laid card (↔) or ✅", die=die)
        case "cards" if view.to_act == view.invisible:
            return tr.t("🎲 {die}, NO cards: up to {count}", die=die, count=view.actions)
        case "cards":
            return tr.t("🎲 {die}, a YES card or none", die=die)
        case "appear":
            return tr.t("choose where to be seen")
        case "cloak":
            return tr.t("choose a Cloak")
    if view.pawn is not None:
        return tr.t("🎲 {die}, run!", die=die)
    return tr.t("🎲 {die}, walk", die=die)
