"""How a game is shown: what a table gets from a game's `Presenter`, and the base class of presenters.

A table holds a `Game`, rules and presenter together, and knows no game by name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

import msgspec
from msgspec.structs import replace

from bot.engine.computer import ComputerPlayer
from bot.engine.lesson import Lesson
from bot.engine.replay import PlayedScene
from bot.engine.rules import Action, Outcome, Rules, Seat
from bot.errors import Refusal
from bot.i18n.lazy import LazyText, lazy
from bot.i18n.translator import Translator
from bot.messaging import Picture, RichText, Span, alternative_text, merged
from storage.ids import Person


class Player(msgspec.Struct, frozen=True):
    """Who holds a seat: the name as the platform gives it, whether they still play, whether a computer moves for it."""

    name: str
    person: Person | None = None
    present: bool = True
    computer: bool = False


class Choice(msgspec.Struct, frozen=True):
    """A button that means `code` in this game; the table makes it a token of the present decision.

    `ahead`: of the one that follows it. A turn of two presses has the buttons of both from the start, so that between
    them no new board is waited for.
    """

    text: str
    code: str
    ahead: bool = False


Choices: TypeAlias = tuple[tuple[Choice, ...], ...]
"""Rows of buttons."""
NumberedEvents: TypeAlias = Sequence[tuple[int, Any]]
"""Events with their numbers, as they are told on a board."""


class BoardView(msgspec.Struct, frozen=True):
    """The public board. The caption is `headline`, then each of `moves` on its own line, then `status`; then, folded
    up, `body`.

    `moves` has one entry for each public event that was to be told, in order; it is empty where the entry of a later
    event tells it along, as one line tells a turn of several actions. `status` is the score and what is asked in a few
    lines, `body` all else that the picture shows, so that a blind player can play from the text. Nothing is said twice.
    The table sends the first moves in a message of their own when all do not fit.
    """

    headline: RichText
    moves: tuple[RichText, ...]
    body: RichText
    picture: Picture
    choices: Choices = ()
    status: RichText = ()
    looks: tuple[Choice, ...] = ()
    """Buttons for everybody that only show something; their codes are those of `Presenter.look`."""


class Reference(msgspec.Struct, frozen=True):
    """What a button shows that changes nothing, to whoever presses it: a title and a picture, and `text`, all of it.

    `pages` say the same in at most 200 characters each, for answers that hold no more: one page a press.
    """

    pages: tuple[str, ...]
    title: RichText
    text: RichText
    picture: Picture | None = None


class Secret(msgspec.Struct, frozen=True):
    """A private event shown to its seat. `alert` is the same in at most 200 characters, for a private answer."""

    text: RichText
    alert: str
    picture: Picture | None = None


class Hand(msgspec.Struct, frozen=True):
    """What a seat holds, shown to it alone: one private message, kept up to date by editing.

    `alert` is the same in at most 200 characters, for a private answer. `choices` are the buttons for what this seat
    alone may choose now; their codes are decoded as those of the board. They may stay for turns, and are judged by what
    holds when they are pressed: a code has to mean one thing, or nothing, in whatever phase that is.
    """

    text: RichText
    alert: str
    picture: Picture | None = None
    choices: Choices = ()


class Glimpse(msgspec.Struct, frozen=True):
    """One stop of a replay, all face up: what has just happened line by line, how all lies, and its picture."""

    moves: tuple[RichText, ...]
    body: RichText
    picture: Picture


class StarterLabels(msgspec.Struct, frozen=True):
    """How a lobby speaks of the first seat: the question, the claim of who wants it, the line that says who has it."""

    ask: str
    claim: str
    line: RichText


class FirstPress(msgspec.Struct, frozen=True):
    """The first half of a choice of two: it is remembered and advances nothing. An empty code takes it back."""

    code: str
    toast: LazyText


COMMON_REFUSALS: Mapping[str, LazyText] = {
    # NOTE: Alert to somebody who tapped too early.
    "not_your_turn": lazy("It’s not your turn."),
    # NOTE: Alert, and a line over the final board.
    "game_over": lazy("The game is over."),
    # NOTE: Alert: the button belongs to an old message, or what it did is no longer possible.
    "unknown_action": lazy("This button no longer works."),
}
"""Why any game refuses an action, by the reason code of an IllegalAction."""


class Labels(msgspec.Struct, frozen=True):
    """What the things are called that every game has.

    `choices` go by option and value, `refusals` by the reason code of an IllegalAction, the COMMON_REFUSALS among them.
    `pitch` says in one line what the game is about, to somebody who has never heard of it; `minutes` is about how long
    it takes.
    """

    title: LazyText
    options: Mapping[str, LazyText]
    choices: Mapping[tuple[str, str], LazyText]
    presets: Mapping[str, LazyText]
    refusals: Mapping[str, LazyText]
    pitch: LazyText
    minutes: int
    aids: Mapping[str, LazyText] = {}
    """What a table may have done or asked for its players, by `ROUTINE` and `ASK`."""


ROUTINE, ASK = "roll", "ask"
"""The aids there are: presses that decide nothing are made for the player; a dear press is asked for once more."""


class Presenter(ABC):
    """A game put into words, buttons and pictures, from views and events alone.

    Abstract is what every game has to say; the rest has defaults that do for a game in which nothing is held or seen
    in private and a turn is one press. `players` are in seat order. Every text is in the language of `tr`.
    """

    labels: ClassVar[Labels]
    starter_is_alone: ClassVar[bool] = False
    """Whether who begins plays another part than all others; who knows the one is new to the other."""
    # NOTE: After "First player:", in place of a name, as long as nobody has claimed to go first: the bot will choose.
    drawn_starter: ClassVar[LazyText] = lazy("chosen at random")
    """Who begins where nobody claims to."""

    def title(self, tr: Translator) -> str:
        """Return the game's title."""
        return tr.translate(self.labels.title)

    def pitch(self, tr: Translator) -> str:
        """Return in one line what the game is about."""
        return tr.translate(self.labels.pitch)

    @property
    def minutes(self) -> int:
        """About how many minutes a game takes that is played without a break."""
        return self.labels.minutes

    def option(self, name: str, tr: Translator) -> str:
        """Return what an option is called."""
        return tr.translate(self.labels.options[name])

    def choice(self, option: str, value: str, tr: Translator) -> str:
        """Return what one value of an option is called."""
        return tr.translate(self.labels.choices[option, value])

    def preset(self, name: str, tr: Translator) -> str:
        """Return what a preset is called."""
        return tr.translate(self.labels.presets[name])

    def refusal(self, reason: str) -> LazyText:
        """Return the text for the reason code of an IllegalAction."""
        return self.labels.refusals.get(reason, COMMON_REFUSALS["unknown_action"])

    def starter_labels(self, who: Span | None, tr: Translator) -> StarterLabels:
        """Return how the lobby speaks of the first seat; `who` is the name that `line` tells, if there is one."""
        return StarterLabels(
            # NOTE: Button of the lobby: each tap offers the next player; also a question above "I'm the youngest".
            ask=tr.t("Who goes first?"),
            # NOTE: Button in a row of two (20 letters): the youngest player goes first, so who taps it does. Make it
            # free of gender.
            claim=tr.t("I’m the youngest"),
            # NOTE: A line of the lobby. {who} is a name, or "chosen at random".
            line=merged(tr.rich("First player: {who}", who=who or tr.translate(self.drawn_starter))),
        )

    def lobby(self, players: Sequence[Player], tr: Translator) -> Picture:
        """Return the picture of the table before the game."""
        return self.draw_lobby(players, seated(self.labels.title, players, tr))

    def board(self, view: Any, events: NumberedEvents, players: Sequence[Player], tr: Translator) -> BoardView:
        """Return the public board, telling those events in `events` that are public. `view` is the public one.

        After the end it shows how the game ended.
        """
        public = [(number, event) for number, event in events if event.audience is None]
        moves = self.tell_on_board(public, players, tr)
        over = view.to_act is None
        headline = victory(view.outcome, players, tr) if over else self.headline(view, players, tr)
        status = self.status(view, players, tr)
        body = self.describe(view, public, players, tr)
        picture = self.draw(view, public, players, alternative_text(headline, status, body))
        choices, looks = ((), ()) if over else (self.choices(view, tr), self.looks(view, tr))
        return BoardView(headline, moves, body, picture, choices, status, looks)

    def headline(self, view: Any, players: Sequence[Player], tr: Translator) -> RichText:
        """Return the line that calls the seat to act."""
        return turn(players[view.to_act], tr)

    @abstractmethod
    def tell(self, events: NumberedEvents, players: Sequence[Player], tr: Translator) -> tuple[RichText, ...]:
        """Return one line for each of these public events; an empty one where the line of a later event tells it."""

    def tell_on_board(self, events: NumberedEvents, players: Sequence[Player], tr: Translator) -> tuple[RichText, ...]:
        """Return the same lines, shorter where much is told and a caption would have no room for all of it."""
        return self.tell(events, players, tr)

    def status(self, view: Any, players: Sequence[Player], tr: Translator) -> RichText:
        """Return the score, and what is asked or forbidden now: as little as a reader needs at every move."""
        return ()

    @abstractmethod
    def describe(self, view: Any, events: NumberedEvents, players: Sequence[Player], tr: Translator) -> RichText:
        """Return all that the board's picture shows beside moves and status, during the game and after its end."""

    @abstractmethod
    def draw(self, view: Any, events: NumberedEvents, players: Sequence[Player], alt: str) -> Picture:
        """Return the board's picture, while the game runs and after its end."""

    @abstractmethod
    def draw_lobby(self, players: Sequence[Player], alt: str) -> Picture:
        """Return the picture of the table before the game: who sits there."""

    @abstractmethod
    def choices(self, view: Any, tr: Translator) -> Choices:
        """Return the buttons under the board for what is to be chosen now."""

    def looks(self, view: Any, tr: Translator) -> tuple[Choice, ...]:
        """Return the buttons under the board that only show something, to anybody."""
        return ()

    def look(self, view: Any, code: str, tr: Translator) -> Reference:
        """Return what a button of `looks` shows; `view` is the public one. Raise Refusal."""
        raise Refusal(COMMON_REFUSALS["unknown_action"])

    def decode(self, view: Any, seat: Seat, pending: str | None, code: str) -> Action | FirstPress:
        """Read a button's code. Raise Refusal for one that can't be meant, or from a seat that is not to act.

        `view` is that of the seat that presses, `pending` the code of the FirstPress before, if any. The result is not
        yet judged by the rules.
        """
        if seat != view.to_act:
            raise Refusal(COMMON_REFUSALS["game_over" if view.to_act is None else "not_your_turn"])
        return self.read(view, seat, pending, code)

    def forced(self, view: Any, seat: Seat) -> Action | None:
        """Return what the seat to act cannot but do, as all can tell from what lies open; None where it may choose.

        The table does it for the seat. `view` is that seat's, but whether there is a choice must follow from what
        everybody sees: how soon a move is made tells all that there was none.
        """
        return None

    def routine(self, view: Any, seat: Seat) -> Action | None:
        """Return a press that decides nothing, such as the throw of a die; as `forced`, but some like to make it."""
        return None

    def question(self, action: Any) -> LazyText | None:
        """Return what to ask before an action that a slip of the thumb makes dear, None for any other."""
        return None

    def is_mid_turn(self, view: Any) -> bool:
        """Return whether the seat to act is between two presses for which the buttons stand on the board already."""
        return False

    @abstractmethod
    def read(self, view: Any, seat: Seat, pending: str | None, code: str) -> Action | FirstPress:
        """Read the code of a button that the seat to act has pressed; otherwise as `decode`."""

    def done(self, action: Any, events: Sequence[Any], view: Any, seat: Seat, tr: Translator) -> str:
        """Return a toast of at most 200 characters on what came of the presser's action, empty for none.

        `events` are those that the seat may know, `view` is that seat's afterwards. A toast is read over shoulders and
        by whoever holds the phone, so it tells what everybody sees and, of a secret, only the way to it.
        """
        return ""

    def news(self, event: Any) -> LazyText | None:
        """Return what to tell whoever presses a button that an event has just made out of date, beside that it has.

        That is for what upsets the whole table and is easily missed; None for all else.
        """
        return None

    def voids(self, event: Any) -> bool:
        """Return whether what was told in private before this public event is worth nothing now, as in a new round."""
        return False

    def secret(
        self, event: Any, view: Any, players: Sequence[Player], tr: Translator, number: int | None = None
    ) -> Secret | None:
        """Return how the seat it is for sees a private event; None if its hand shows it. `view` is that seat's.

        It may be shown again moves later: with the `number` of its action it is told as what was seen then, not as what
        is. A lesson, where it is always new, leaves that out.
        """
        return None

    def hand(
        self, view: Any, seat: Seat, players: Sequence[Player], tr: Translator, pending: str | None = None
    ) -> Hand | None:
        """Return what a seat holds, None if nothing is held.

        `view` is that seat's, `pending` the code of its FirstPress that waits, if any.
        """
        return None

    def hint(self, view: Any, turn: int, tr: Translator) -> str:
        """Return one line of help for the seat to act, who has never finished this game; empty for none.

        `turn` counts its turns before this one in the present `chapter`. `view` is the public one, since all read it
        under the board.
        """
        return ""

    def chapter(self, event: Any) -> str | None:
        """Return what begins with a public event and is played so differently that its first turns are helped anew.

        The game begins with "", to which it may come back; None where nothing begins.
        """
        return None

    def shown_by_hand(self, view: Any) -> bool:
        """Return whether the buttons of the hand of the seat to act say more than those of the board.

        `view` is the public one, since all are told where that hand is.
        """
        return False

    def advice(self, view: Any, seat: Seat | None, tr: Translator, pending: str | None = None) -> str:
        """Return in at most 200 characters what the aim is and what is sensible now.

        `view` is that seat's (None: an onlooker's), `pending` the code of the seat's FirstPress that waits, if any.
        """
        if view.to_act is None:
            return tr.translate(COMMON_REFUSALS["game_over"])
        if seat is None:
            # NOTE: Answer to "What now?" for somebody who only watches, and in /help.
            return tr.t("The board is a picture; you play with the buttons under it.")
        # NOTE: Alert: the player asked what is awaited, or voted not to wait for somebody, and it is their own turn.
        return tr.t("It’s your turn, so go ahead.") if seat == view.to_act else tr.t("It’s not your turn.")

    def section(self, view: Any, seat: Seat | None) -> str:
        """Return the id of the section of the rules for what may be done now (None: for an onlooker).

        `view` is the public one, since a group may be shown the answer.
        """
        if view.to_act is None:
            return "end"
        return "goal" if seat is None else "turn"

    # -- after the end ------------------------------------------------------------------------------------------------

    def glimpse(self, played: Sequence[PlayedScene], count: int, players: Sequence[Player], tr: Translator) -> Glimpse:
        """Return a stop of a replay after the last of these scenes; the last `count` of them have just happened."""
        moves = tuple(self.retell(played, count, players, tr))
        body = self.uncover(played, players, tr)
        picture = self.draw_uncovered(played, count, players, alternative_text(*moves, body))
        return Glimpse(moves, body, picture)

    def retell(
        self, played: Sequence[PlayedScene], count: int, players: Sequence[Player], tr: Translator
    ) -> Iterable[RichText]:
        """Return one line for each event of the last `count` scenes, what only one seat saw among them."""
        return self.tell(public(last_events(played, count)), players, tr)

    def uncover(self, played: Sequence[PlayedScene], players: Sequence[Player], tr: Translator) -> RichText:
        """Return in words how all lay after the last of these scenes, and who could know it."""
        return self.describe(played[-1].view, public(last_events(played, 1)), players, tr)

    def draw_uncovered(self, played: Sequence[PlayedScene], count: int, players: Sequence[Player], alt: str) -> Picture:
        """Return the picture of all that lay hidden after the last of these scenes, marked with who could know it."""
        return self.draw(played[-1].view, public(last_events(played, count)), players, alt)

    def knew(self, played: Sequence[PlayedScene], players: Sequence[Player], tr: Translator) -> Iterable[RichText]:
        """Return what every seat knew when the game ended, line by line."""
        return ()

    def moments(self, played: Sequence[PlayedScene], players: Sequence[Player], tr: Translator) -> Iterable[RichText]:
        """Return the moments of a game that are worth telling, the best first, each in one line."""
        return ()


class Game(msgspec.Struct, frozen=True):
    """Everything a table needs of one game; `word` is what `/play` calls it. `lesson` teaches it, if there is one."""

    key: str
    word: str
    rules: Rules[Any]
    presenter: Presenter
    computer: ComputerPlayer
    lesson: Lesson | None = None


# What every game says alike.


def seated(title: LazyText, players: Sequence[Player], tr: Translator) -> str:
    """Return who sits at the table before the game."""
    if not players:
        # NOTE: Text for people who cannot see the picture of the lobby.
        return tr.t("{game}: nobody at the table yet.", game=title)
    names = tr.list(tr.name(player.name).text for player in players)
    # NOTE: Text for people who cannot see the picture of the lobby.
    return tr.t("{game}. At the table: {names}.", game=title, names=names)


def turn(player: Player, tr: Translator) -> RichText:
    """Return the line that calls the one who is to act; a mention makes that phone ring."""
    if player.person is None:
        # NOTE: Heading of the board: whose turn it is.
        return tr.rich("{name}’s turn", name=tr.name(player.name, "bold"))
    # NOTE: Heading of the board: whose turn it is.
    return tr.rich("{name}’s turn", name=tr.mention(player.name, player.person))


def holder(player: Player, tr: Translator, *, present: bool) -> RichText:
    """Return in bold who holds a seat, and that it was left if so."""
    if present:
        return (tr.name(player.name, "bold"),)
    # NOTE: A name in the list of players: this one has left the game.
    return tuple(replace(span, style="bold") for span in tr.rich("{name} (left)", name=tr.name(player.name)))


def victory(outcome: Outcome | None, players: Sequence[Player], tr: Translator) -> RichText:
    """Return the line that says who has won, one or several together."""
    names = [tr.name(players[seat].name, "bold") for seat in outcome.winners] if outcome else []
    if len(names) == 1:
        # NOTE: Heading of the final board.
        return tr.rich("🏆 {name} wins!", name=names[0])
    # NOTE: Heading of the final board, with two names or more: "Ann and Bob".
    return tr.rich("🏆 {names} share the victory!", names=tr.rich_list(((name,) for name in names), "bold"))


def verdict(outcome: Outcome | None, seat: Seat, tr: Translator) -> str:
    """Return what the end of a game means for the seat that has just moved."""
    if outcome is None or seat not in outcome.winners:
        # NOTE: Alert, and a line over the final board.
        return tr.t("The game is over.")
    # NOTE: In a lesson played alone, and to the winner alone.
    return tr.t("You win the game!") if len(outcome.winners) == 1 else tr.t("You share the victory!")


# What replays say alike.


def last_events(played: Sequence[PlayedScene], count: int) -> list[tuple[int, Any]]:
    """List all events of the last `count` scenes, numbered as their moves."""
    return [(scene.number, event) for scene in played[-count:] for event in scene.events]


def public(events: Iterable[tuple[int, Any]]) -> list[tuple[int, Any]]:
    """Leave out what one seat alone saw."""
    return [(number, event) for number, event in events if event.audience is None]


def saw(player: Player, what: str, tr: Translator) -> RichText:
    """Return what somebody saw that nobody else did."""
    # NOTE: In the replay, when all secrets are shown: what one player had been shown privately.
    return tr.rich("👁 {name} saw: {what}.", name=tr.name(player.name), what=what)


def had_seen(player: Player, what: Sequence[str], tr: Translator) -> RichText:
    """Return what somebody had seen of all that was hidden at the end."""
    name = tr.name(player.name, "bold")
    if not what:
        # NOTE: At the end of the game: none of the things that lay hidden had been seen by this player.
        return tr.rich("{name} hadn’t seen any of it.", name=name)
    # NOTE: At the end of the game: the things hidden from the others that this player had been shown. {what} is a
    # list.
    return tr.rich("{name} had seen: {what}", name=name, what=" · ".join(what))


def seen_by(what: str, seats: Iterable[Seat], players: Sequence[Player], tr: Translator) -> RichText:
    """Return what lay somewhere at the end, and the names of these seats, which had seen it."""
    names = [(tr.name(players[seat].name),) for seat in seats]
    # NOTE: Instead of the names of players.
    return (Span(f"{what}  👁 "), *(tr.rich_list(names) if names else tr.rich("nobody")))


def what_lay_where(tr: Translator) -> RichText:
    """Return the heading of what lay where when the game ended."""
    # NOTE: Heading, at the end of a game: the hidden things, each followed by who had seen it.
    return tr.rich("What was where, and who had seen it 👁")


def with_names(text: str, seats: Iterable[Seat], players: Sequence[Player], tr: Translator) -> RichText:
    """Return a text with the names of these seats in brackets, or without where there are none."""
    names = [(tr.name(players[seat].name),) for seat in seats]
    if not names:
        return (Span(text),)
    if len(names) == len(players):
        # NOTE: In brackets after a thing, instead of all players' names.
        everybody = tr.t("everyone")
        return (Span(f"{text} ({everybody})"),)
    return (Span(f"{text} ("), *tr.rich_list(names), Span(")"))


def in_a_row(parts: Iterable[RichText]) -> RichText:
    """Join parts of a line by points."""
    return tuple(span for part in parts for span in (Span(" · "), *part))[1:]
