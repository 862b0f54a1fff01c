"""Court Hats on the screen: the board, its buttons, what a peek whispers, and the end."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine import common_text
from bot.engine.labels import LabelledPresenter, Labels
from bot.engine.presentation import BoardView, Choice, FirstPress, Hand, Player, Secret, StarterLabels
from bot.engine.rules import Action, Event, Seat, Swap
from bot.errors import Refusal
from bot.games.court_hats import alt_text, pictures
from bot.games.court_hats.rules.moves import CourtAction, CourtEnded, CourtEvent, OpenHat, Peek, SawHat
from bot.games.court_hats.rules.view import CourtHatsView
from bot.games.court_hats.text import CHARACTERS, CHOICES, HATS, OPTIONS, PRESETS, REFUSALS, TITLE, tell_move
from bot.i18n.translator import Translator, lazy
from bot.messaging import Picture, RichText, Span, merged, plain_text

_PEEK, _SWAP, _OPEN = "p", "s", "o"
_ROWS = ((_PEEK, "👁"), (_SWAP, "⇄"), (_OPEN, "🎩"))
"""The rows of buttons: the letter of the code, which the slot's digit follows, and the sign on the button."""


class CourtHatsPresenter(LabelledPresenter):
    """Court Hats in words, buttons and pictures (`bot.engine.presentation.Scenes`)."""

    names = Labels(TITLE, OPTIONS, CHOICES, PRESETS, REFUSALS)

    def lobby(self, players: Sequence[Player], tr: Translator) -> Picture:
        """Draw the table before the game: who sits there."""
        return pictures.lobby(players, common_text.seated(TITLE, players, tr))

    def board(
        self, view: CourtHatsView, told: Sequence[tuple[int, Event]], players: Sequence[Player], tr: Translator
    ) -> BoardView:
        """Show the public board and tell what no board has told yet; after the end, the end scene."""
        public = [(number, event) for number, event in told if isinstance(event, CourtEvent) and event.audience is None]
        moves = tuple(tell_move(number, event, players, tr) for number, event in public)
        if view.to_act is None:
            return _end(view, public, moves, players, tr)
        headline = common_text.turn(players[view.to_act], tr)
        body = alt_text.running(view, players, tr)
        numbers, events = [number for number, _ in public], [event for _, event in public]
        drawn = pictures.tableau(view, events, players, common_text.described(headline, body), numbers=numbers)
        return BoardView(headline, moves, body, drawn, _choices(view, tr))

    def secret(self, event: SawHat, view: CourtHatsView, players: Sequence[Player], tr: Translator) -> Secret:
        """Show the one who peeked the hat that lies there; a glance over the shoulder shows which slot, no more."""
        del view, players  # the event says it all
        hat = Span(tr.translate(HATS[event.hat]), "spoiler")
        if event.hat in CHARACTERS:
            text = tr.rich(
                "Hat {slot}: {hat} ({character}).",
                slot=event.slot + 1,
                hat=hat,
                character=CHARACTERS[event.hat],
            )
        else:
            text = tr.rich("Hat {slot}: {hat}! Whoever opens it keeps it.", slot=event.slot + 1, hat=hat)
        return Secret(_hidden(text), plain_text(text), pictures.peeked(event.slot, event.hat, plain_text(text)))

    def first(self, who: Span | None, tr: Translator) -> StarterLabels:
        """Say how the lobby speaks of who begins (H2)."""
        return StarterLabels(
            ask=tr.t("Who begins?"),
            claim=tr.t("I am the youngest"),
            line=merged(tr.rich("Begins: {who}", who=who or tr.t("drawn by lot"))),
        )

    def hand(self, view: CourtHatsView, seat: Seat, players: Sequence[Player], tr: Translator) -> Hand | None:
        """Nothing is held in this game: what was seen is to be remembered."""
        return None

    def decode(self, view: CourtHatsView, seat: Seat, half: str | None, code: str) -> Action | FirstPress:
        """Read a button's code: a letter and a slot; a swap is two of them. Raises Refusal."""
        kind, slot = _read(code)
        if seat != view.to_act:
            raise Refusal(self.refusal("game_over" if view.to_act is None else "not_your_turn"))
        if view.row[slot] is None:
            raise Refusal(self.refusal("no_such_slot"))
        if kind == _PEEK:
            return Peek(slot)
        if kind == _OPEN:
            return OpenHat(slot)
        first = _first_half(view, half)
        if first is None or first == slot:
            return FirstPress(
                code, lazy("Hat {slot} is chosen. Now press ⇄ at the hat to swap it with.", slot=slot + 1)
            )
        return Swap(*sorted((first, slot)))

    def done(self, action: CourtAction, tr: Translator) -> str:
        """Say in a toast what the presser has just done."""
        match action:
            case Peek(slot=slot):
                return tr.t("A peek at hat {slot}: look into your private chat.", slot=slot + 1)
            case Swap(a=a, b=b):
                return tr.t("Hats {a} and {b} have changed places.", a=a + 1, b=b + 1)
            case OpenHat(slot=slot):
                return tr.t("Hat {slot} is opened.", slot=slot + 1)

    def advice(self, view: CourtHatsView, seat: Seat | None, tr: Translator) -> str:
        """Say what may be done now."""
        if view.to_act is None:
            return tr.translate(REFUSALS["game_over"])
        if seat is None or not view.seats[seat].present:
            return tr.t("You are watching: hats are peeked at, swapped and opened by the buttons under the board.")
        if seat != view.to_act:
            return tr.t("Not your turn yet. Watch who peeks where, and which hats change places.")
        turn = tr.t("Your turn: peek at a hat (👁), swap two (⇄) or open one (🎩).")
        return " ".join((turn, *alt_text.bans(view, tr)))

    def section(self, view: CourtHatsView, seat: Seat | None) -> str:
        """Give the id of the section of the rules for what may be done now."""
        if view.to_act is None:
            return "end"
        return "goal" if seat is None or not view.seats[seat].present else "turn"


def _read(code: str) -> tuple[str, int]:
    """Take a code apart. Raises Refusal for anything that no button of ours says."""
    letters = [letter for letter, _ in _ROWS]
    if len(code) != 2 or code[0] not in letters or code[1] not in "0123456":
        raise Refusal(REFUSALS["unknown_action"])
    return code[0], int(code[1])


def _first_half(view: CourtHatsView, half: str | None) -> int | None:
    """Find the slot chosen first, None if there is none that still holds a hat."""
    if half is None:
        return None
    kind, slot = _read(half)
    return slot if kind == _SWAP and view.row[slot] is not None else None


def _choices(view: CourtHatsView, tr: Translator) -> tuple[tuple[Choice, ...], ...]:
    slots = [slot for slot, kind in enumerate(view.row) if kind is not None]
    return tuple(
        tuple(Choice(f"{sign}{tr.number(slot + 1)}", f"{letter}{slot}") for slot in slots) for letter, sign in _ROWS
    )


def _hidden(text: RichText) -> RichText:
    """Hide all from the first spoiler on: what is said about a hat gives it away as its name does."""
    first = [span.style for span in text].index("spoiler")
    return (*text[:first], Span(plain_text(text[first:]), "spoiler"))


def _end(
    view: CourtHatsView,
    told: Sequence[tuple[int, CourtEvent]],
    moves: tuple[RichText, ...],
    players: Sequence[Player],
    tr: Translator,
) -> BoardView:
    """Show who won and why, and the hats left lying, which only the event of the end knows."""
    left = next((event.hats for _, event in told if isinstance(event, CourtEnded)), ())
    headline = common_text.victory(view.outcome, players, tr)
    body = alt_text.final(view, left, players, tr)
    return BoardView(headline, moves, body, pictures.finale(view, left, players, common_text.described(headline, body)))
