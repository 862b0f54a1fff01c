"""The messages that tables and chat platforms exchange, and the two protocols by which they meet.

A platform (`bot/platforms/telegram`, `bot/platforms/discord`) implements `Platform` and hands its updates to an
`UpdateHandler`. Both sides use the plain values below and know nothing of each other.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Literal, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace

from storage.ids import MessageId, Person, Place

Style: TypeAlias = Literal["", "bold", "code", "mention", "spoiler"]


class Span(msgspec.Struct, frozen=True):
    """A run of text in one style. `person` is whom a mention notifies.

    `kind` is what the text is, in whatever style: a name that somebody chose, in which a platform must let nothing
    become a link or a command; or a command of ours, which a platform may show to press. `moment` is a time of day that
    the text tells (Unix seconds), 0 for none: where a platform can, readers see it in their own time zone instead.
    """

    text: str
    style: Style = ""
    person: Person | None = None
    kind: Literal["", "name", "command"] = ""
    moment: int = 0


RichText = tuple[Span, ...]
"""Styled text. Platforms turn it into entities or escaped markup; nobody writes markup by hand."""


def plain_text(text: Iterable[Span] | str) -> str:
    """Return the text without its styles."""
    return text if isinstance(text, str) else "".join([span.text for span in text])


def joined(lines: Iterable[RichText]) -> RichText:
    """Join lines with newlines; empty ones are left out."""
    shown = [line for line in lines if plain_text(line)]
    return tuple(span for line in shown for span in (Span("\n"), *line))[1:]


def alternative_text(*parts: RichText) -> str:
    """Return the words that describe a picture: these parts, one below the other; empty ones are left out."""
    return plain_text(joined(parts))


def merged(rich: Iterable[Span]) -> RichText:
    """Join neighbours that differ in nothing but their text."""
    runs: list[Span] = []
    for span in rich:
        if runs and _alike(runs[-1], span):
            runs[-1] = replace(span, text=runs[-1].text + span.text)
        else:
            runs.append(span)
    return tuple(runs)


def _alike(one: Span, other: Span) -> bool:
    """Return whether two spans differ in nothing but their text."""
    return (one.style, one.kind, one.moment, one.person) == (other.style, other.kind, other.moment, other.person)


class Caller(msgspec.Struct, frozen=True):
    """Who pressed or wrote, as the platform said this time; `language` is an IETF tag or empty."""

    person: Person
    name: str
    language: str = ""


class Press(msgspec.Struct, frozen=True):
    """One press of a button. `id` is unique and stable when the platform repeats the update.

    `message` is None for a button of a private answer: that is no message of the place. `shut`: the platform tells
    that nothing may be written in the place, so that nobody would see what a move does. `received`: when it came in, by
    the event loop's clock.
    """

    id: str
    place: Place
    caller: Caller
    token: str
    message: MessageId | None = None
    shut: bool = False
    received: float = 0.0


class Command(msgspec.Struct, frozen=True):
    """One slash command. `caller` is None for anonymous administrators and channels: `admin` tells which may rule.

    `answer`, where a platform has it, shows a post as the answer to this command (Discord: to the caller alone, unless
    the command is of interest to all); without it, answers are posted in `reply_to`, or else in the place: the
    dispatcher sets it where more answers to one person would crowd a group. `by_mention`: only where the bot is
    mentioned does it have access to the place (Discord's private threads).
    """

    id: str
    place: Place
    caller: Caller | None
    name: str
    argument: str = ""
    title: str = ""
    admin: bool = False
    answer: Callable[[Post], Awaitable[None]] | None = None
    reply_to: Place | None = None
    by_mention: bool = False


class Start(msgspec.Struct, frozen=True):
    """Somebody opened the private chat with the bot, with the opaque payload of a link (may be empty)."""

    id: str
    caller: Caller
    payload: str = ""


class LookupQuery(msgspec.Struct, frozen=True):
    """Somebody looks something up from any chat, while still typing (Telegram's inline mode)."""

    caller: Caller
    query: str


class Picture(msgspec.Struct, frozen=True):
    """A picture that is drawn only when it must be uploaded.

    Pictures with equal keys have equal bytes, so what was uploaded once is sent again by reference. `draw` is
    called in another thread or process, so it must be picklable, and returns a PNG; `alt` is the alternative text.
    """

    key: str
    draw: Callable[[], bytes]
    alt: str
    name: str = "board.png"


class Film(msgspec.Struct, frozen=True):
    """A silent MP4, whole: it is sent once, so nothing is kept of it. `seconds` is how long it takes."""

    content: bytes
    width: int
    height: int
    seconds: float
    name: str = "game.mp4"


ButtonStyle = Literal["", "primary", "success", "danger"]


class Button(msgspec.Struct, frozen=True):
    """A button with a token (at most 64 ASCII bytes) or, instead, a URL."""

    text: str
    token: str = ""
    url: str = ""
    style: ButtonStyle = ""


Keyboard: TypeAlias = tuple[tuple[Button, ...], ...]
"""Rows of buttons."""


class Post(msgspec.Struct, frozen=True):
    """A message. With a picture or a `film` (one of them) the text is its caption. `silent` notifies nobody.

    `details` are more text, folded up below the rest until the reader opens it; together both have to fit the limit.
    Where a platform shows no folded text below a picture it leaves them out, so they have to be in the picture's `alt`.
    `lasts`: seconds after which a platform that can removes a private answer; 0 for one that stays. `subject`: what a
    private answer is about, a table and what of it ("t1.hand"); a newer one about the same replaces it, and
    `Platform.take_back` removes it.
    """

    text: RichText
    picture: Picture | None = None
    keyboard: Keyboard = ()
    silent: bool = False
    spoiler: bool = False
    protect: bool = False
    lasts: float = 0.0
    details: RichText = ()
    subject: str = ""
    film: Film | None = None


def unfolded(post: Post) -> RichText:
    """Return all that a post says, its details in full below the rest."""
    return joined([post.text, post.details])


class Answer(msgspec.Struct, frozen=True):
    """The answer to a press: a toast or alert that only the presser sees.

    `open_private` is a link payload: the platform opens the private chat with the bot by it, in one tap. `edit`
    replaces the message of the button (rule pages and menus; boards are published), `remove` deletes it where only the
    platform can (an ephemeral one). `private` is a whole post for the presser alone, with buttons that work, for a
    platform that `answers_privately`; others show `text`, the same in short. `confirms`: the text tells no more than
    everyone will see anyway. `refused`: nothing was done. `repeated`: it was done at an earlier coming of the same
    press. `on_shown` is told once whether the presser has got the answer, so that what is in it alone is not lost with
    it.
    """

    text: RichText | str = ""
    alert: bool = False
    open_private: str = ""
    edit: Post | None = None
    private: Post | None = None
    remove: bool = False
    confirms: bool = False
    refused: bool = False
    repeated: bool = False
    on_shown: Callable[[bool], Awaitable[None]] | None = None


class LookupResult(msgspec.Struct, frozen=True):
    """A text to paste into a chat: how a list shows it, and what is pasted. `id` has at most 64 ASCII bytes."""

    id: str
    title: str
    line: str
    text: RichText


class LookupResults(msgspec.Struct, frozen=True):
    """The answer to a query, the best first; `more` labels the link to the private chat, which has this payload."""

    excerpts: tuple[LookupResult, ...]
    more: str
    payload: str


class Limits(msgspec.Struct, frozen=True):
    """What fits, in UTF-16 code units as the platform counts."""

    text: int
    caption: int
    toast: int


class SendPermit(Protocol):
    """The right to one send or edit in a place, already counted against its rate limit."""

    async def post(self, post: Post) -> MessageId:
        """Send a new message. Raise SlowDown at once while those are held (`Platform.post_wait`)."""

    async def edit(self, message: MessageId, post: Post) -> None:
        """Replace a message, its picture and its keyboard. The same content again is a success.

        Raise MessageGone if it cannot be edited, or cannot get a picture.
        """


PrivateTalk: TypeAlias = Literal["private chat", "direct messages"]
"""What people of a platform call their private conversation with the bot."""


class Platform(Protocol):
    """A platform, as a table uses it. Every method may raise any ChatError."""

    platform: str
    limits: Limits
    answers_privately: bool
    """Whether an answer can hold a whole post for the presser alone, so that no seat needs private messages."""
    private_talk: PrivateTalk
    """What its people call the private conversation: sentences that name it are written for each (`Platforms.say`)."""

    def is_old(self, message: MessageId) -> bool:
        """Return whether a message should be posted again instead of edited: some platforms limit edits of old ones."""

    def send_permit(self, place: Place) -> AbstractAsyncContextManager[SendPermit]:
        """Wait until one send or edit is allowed in this place; it counts at once.

        Waiters of one place are served in order. Compose after the wait, so that the latest state is sent. An unused
        permit is given back. `SlowDown` raised inside has been noted already: the next permit waits for it, unless it
        holds new messages alone.
        """

    def permit_wait(self, place: Place) -> float:
        """Return for how many seconds, about, whoever waits first for a send permit in a place must still wait."""

    def post_wait(self, place: Place) -> float:
        """Return for how many seconds the platform takes no new message in a place, 0 for none; it may take edits."""

    async def remove(self, place: Place, message: MessageId) -> None:
        """Delete a message, or its keyboard where deleting is not allowed. Success if it is gone already."""

    async def own_buttons(self, place: Place) -> Mapping[MessageId, Sequence[str]]:
        """Return our newest messages in a place with the tokens of their buttons; none where bots cannot read them."""

    async def send_private(self, person: Person, post: Post) -> MessageId:
        """Send a private message, ahead of boards in the token's rate limit. Raise PersonUnreachable."""

    async def send_secret(self, person: Person, post: Post, note: Callable[[MessageId], Awaitable[None]]) -> MessageId:
        """Send a private message with a secret and return its id, which `note` writes before the secret is shown.

        So whoever goes on after a kill can take it away. Raise PersonUnreachable. After any ChatError the message may
        be there without the secret, and its id be written: it can be edited or deleted.
        """

    async def edit_private(self, person: Person, message: MessageId, post: Post) -> None:
        """Replace a private message. Raise MessageGone if it cannot be edited, and PersonUnreachable."""

    async def delete_private(self, person: Person, message: MessageId, *, instead: Post | None = None) -> None:
        """Delete a private message. Success if it is gone already.

        One that may not be deleted any more loses its buttons, and shows `instead` (text alone) if that is given:
        whoever takes a secret away has to give it.
        """

    async def take_back(self, table: str) -> None:
        """Remove the private answers about a table that can still be removed, where answers hold whole posts."""

    async def can_reach(self, person: Person) -> bool:
        """Return whether a private message would arrive, without the person noticing."""

    async def is_admin(self, place: Place, person: Person) -> bool:
        """Return whether this person administers the chat. Raise AdminsUnknown where we are not told."""

    def private_link(self, payload: str = "") -> str:
        """Return the URL that opens the private chat with the bot."""

    def group_link(self, payload: str = "") -> str:
        """Return the URL that adds the bot to a group of the person's choice."""

    async def message_link(self, place: Place, message: MessageId) -> str:
        """Return the URL of a message in a group, or an empty string if it has none."""


class UpdateHandler(Protocol):
    """What a platform hands its updates to. Each method returns when everything that matters is committed.

    Where answers are still being sent, what is returned can be waited for: it ends when they are sent or given up.
    Until then the update is not finished: it is answered when it comes again after a kill. The next ones need not wait.
    """

    async def on_press(self, press: Press) -> Answer:
        """Carry out a press. A repeated id gets an empty answer and changes nothing."""

    async def on_command(self, command: Command) -> Awaitable[None] | None:
        """Carry out a slash command. Return its answers that are under way, if any."""

    async def on_lookup(self, query: LookupQuery) -> LookupResults:
        """Search the rules, in the asker's language."""

    async def on_start(self, start: Start) -> Awaitable[None] | None:
        """Greet, or seat the person an invitation was made for. Return the answers that are under way, if any."""

    async def on_chat_moved(self, old: Place, new: Place) -> None:
        """Move a chat's tables and settings to its new id. May be called twice."""

    async def on_bot_removed(self, place: Place) -> None:
        """Stop sending to a chat that the bot was removed from, until it is used again."""

    async def on_bot_added(self, place: Place) -> None:
        """Show again a table that waited for the bot to be back in its chat."""

    async def on_member_left(self, place: Place, person: Person) -> None:
        """Free the seats of somebody who has left a chat. May be called twice; not every platform tells."""

    async def on_reachability(self, person: Person, *, ok: bool) -> None:
        """Note that a person opened or closed the private chat."""
