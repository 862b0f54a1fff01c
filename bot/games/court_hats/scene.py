"""Court Hats on the screen: the board, its buttons, what a peek whispers, and the end."""

from __future__ import annotations

from collections.abc import Sequence

from bot.errors import Refusal
from bot.games import phrases
from bot.games.court_hats import picture, twin
from bot.games.court_hats.moves import CourtAction, CourtEvent, Ended, Open, Peek, Saw, Swap
from bot.games.court_hats.view import CourtView
from bot.games.court_hats.words import CHARACTERS, CHOICES, HATS, OPTIONS, PRESETS, REFUSALS, TITLE, tell_move
from bot.games.game import Action, Event, Seat
from bot.games.naming import Named, Names
from bot.games.scene import Choice, First, Half, Hand, Player, Scene, Secret
from bot.port import Picture, Rich, Span, plain
from bot.words import Words, msg

__all__ = ["CourtScenes"]

_PEEK, _SWAP, _OPEN = "p", "s", "o"
_ROWS = ((_PEEK, "👁"), (_SWAP, "⇄"), (_OPEN, "🎩"))
"""The rows of buttons: the letter of the code, which the slot's digit follows, and the sign on the button."""


class CourtScenes(Named):
    """Court Hats in words, buttons and pictures (`bot.games.scene.Scenes`)."""

    names = Names(TITLE, OPTIONS, CHOICES, PRESETS, REFUSALS)

    def lobby(self, players: Sequence[Player], words: Words) -> Picture:
        """Draw the table before the game: who sits there."""
        return picture.lobby(players, phrases.seated(TITLE, players, words))

    def board(
        self, view: CourtView, told: Sequence[tuple[int, Event]], players: Sequence[Player], words: Words
    ) -> Scene:
        """Show the public board and tell what no board has told yet; after the end, the end scene."""
        public = [(number, event) for number, event in told if isinstance(event, CourtEvent) and event.audience is None]
        moves = tuple(tell_move(number, event, players, words) for number, event in public)
        if view.to_act is None:
            return _end(view, public, moves, players, words)
        headline = phrases.turn(players[view.to_act], words)
        body = twin.running(view, players, words)
        numbers, events = [number for number, _ in public], [event for _, event in public]
        drawn = picture.tableau(view, events, players, phrases.described(headline, body), numbers=numbers)
        return Scene(headline, moves, body, drawn, _choices(view, words))

    def secret(self, event: Saw, view: CourtView, players: Sequence[Player], words: Words) -> Secret:
        """Show the one who peeked the hat that lies there; a glance over the shoulder shows which slot, no more."""
        del view, players  # the event says it all
        hat = Span(words.tell(HATS[event.hat]), "spoiler")
        if event.hat in CHARACTERS:
            text = words.rich(
                "Hat {slot}: {hat} ({character}).",
                slot=event.slot + 1,
                hat=hat,
                character=CHARACTERS[event.hat],
            )
        else:
            text = words.rich("Hat {slot}: {hat}! Whoever opens it keeps it.", slot=event.slot + 1, hat=hat)
        return Secret(_hidden(text), plain(text), picture.peeked(event.slot, event.hat, plain(text)))

    def first(self, who: str, words: Words) -> First:
        """Say how the lobby speaks of who begins (H2)."""
        return First(
            ask=words.say("Who begins?"),
            claim=words.say("I am the youngest"),
            line=words.say("Begins: {who}", who=who or words.say("drawn by lot")),
        )

    def hand(self, view: CourtView, seat: Seat, players: Sequence[Player], words: Words) -> Hand | None:
        """Nothing is held in this game: what was seen is to be remembered."""
        return None

    def decode(self, view: CourtView, seat: Seat, half: str | None, code: str) -> Action | Half:
        """Read a button's code: a letter and a slot; a swap is two of them. Raises Refusal."""
        kind, slot = _read(code)
        if seat != view.to_act:
            raise Refusal(self.refusal("game_over" if view.to_act is None else "not_your_turn"))
        if view.row[slot] is None:
            raise Refusal(self.refusal("no_such_slot"))
        if kind == _PEEK:
            return Peek(slot)
        if kind == _OPEN:
            return Open(slot)
        first = _first_half(view, half)
        if first is None or first == slot:
            return Half(code, msg("Hat {slot} is chosen. Now press ⇄ at the hat to swap it with.", slot=slot + 1))
        return Swap(*sorted((first, slot)))

    def done(self, action: CourtAction, words: Words) -> str:
        """Say in a toast what the presser has just done."""
        match action:
            case Peek(slot=slot):
                return words.say("A peek at hat {slot}: look into your private chat.", slot=slot + 1)
            case Swap(a=a, b=b):
                return words.say("Hats {a} and {b} have changed places.", a=a + 1, b=b + 1)
            case Open(slot=slot):
                return words.say("Hat {slot} is opened.", slot=slot + 1)

    def advice(self, view: CourtView, seat: Seat | None, words: Words) -> str:
        """Say what may be done now."""
        if view.to_act is None:
            return words.tell(REFUSALS["game_over"])
        if seat is None or not view.seats[seat].present:
            return words.say("You are watching: hats are peeked at, swapped and opened by the buttons under the board.")
        if seat != view.to_act:
            return words.say("Not your turn yet. Watch who peeks where, and which hats change places.")
        turn = words.say("Your turn: peek at a hat (👁), swap two (⇄) or open one (🎩).")
        return " ".join((turn, *twin.bans(view, words)))

    def section(self, view: CourtView, seat: Seat | None) -> str:
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


def _first_half(view: CourtView, half: str | None) -> int | None:
    """Find the slot chosen first, None if there is none that still holds a hat."""
    if half is None:
        return None
    kind, slot = _read(half)
    return slot if kind == _SWAP and view.row[slot] is not None else None


def _choices(view: CourtView, words: Words) -> tuple[tuple[Choice, ...], ...]:
    slots = [slot for slot, kind in enumerate(view.row) if kind is not None]
    return tuple(
        tuple(Choice(f"{sign}{words.number(slot + 1)}", f"{letter}{slot}") for slot in slots) for letter, sign in _ROWS
    )


def _hidden(text: Rich) -> Rich:
    """Hide all from the first spoiler on: what is said about a hat gives it away as its name does."""
    first = [span.style for span in text].index("spoiler")
    return (*text[:first], Span(plain(text[first:]), "spoiler"))


def _end(
    view: CourtView,
    told: Sequence[tuple[int, CourtEvent]],
    moves: tuple[Rich, ...],
    players: Sequence[Player],
    words: Words,
) -> Scene:
    """Show who won and why, and the hats left lying, which only the event of the end knows."""
    left = next((event.hats for _, event in told if isinstance(event, Ended)), ())
    headline = phrases.victory(view.outcome, players, words)
    body = twin.final(view, left, players, words)
    return Scene(headline, moves, body, picture.finale(view, left, players, phrases.described(headline, body)))
