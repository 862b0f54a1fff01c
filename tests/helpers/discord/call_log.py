"""The log of all calls: requests and answers, pings, and what every person was shown."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.helpers.discord.model import Message, User

_KEPT = 200_000


@dataclass
class Request:
    """One REST call. `route` is the path with names for ids; `files` are (name, SHA-256, bytes).

    `channel`: which it is for, by its path or by its interaction; 0 for none.
    """

    at: float
    method: str
    route: str
    path: str
    channel: int = 0
    body: Any = None
    files: list[tuple[str, str, int]] = field(default_factory=list)
    status: int = 0
    code: int | None = None
    answer: str = ""
    retry_after: float = 0.0
    """For how many seconds a 429 asks to be left alone."""

    @property
    def call(self) -> str:
        """Return `METHOD route`."""
        return f"{self.method} {self.route}"

    @property
    def ok(self) -> bool:
        """Return whether the call took effect."""
        return 200 <= self.status < 300


@dataclass(frozen=True)
class ShownMessage:
    """One version of a message (or the choices of an autocomplete), and the ids of the people who got it.

    `pictures` are SHA-256 of the attachments; `private`: an ephemeral or a direct message, for one person alone.
    """

    at: float
    channel: int
    message: int
    viewers: frozenset[int]
    private: bool
    text: str
    alts: tuple[str, ...]
    files: tuple[str, ...]
    custom_ids: tuple[str, ...]
    labels: tuple[str, ...]
    pictures: tuple[str, ...]

    @property
    def words(self) -> str:
        """Return everything in letters that these people got, what only a modified client shows included."""
        return "\n".join((self.text, *self.alts, *self.files, *self.custom_ids, *self.labels))


@dataclass(frozen=True)
class Ping:
    """One message that notified somebody, or a whole channel."""

    message: int
    users: frozenset[int]
    everyone: bool
    silent: bool


class DiscordCallLog:
    """Everything, oldest first; `tally` counts calls by `METHOD route` and status, `invalid` those that lead to a ban.

    `pictures` keeps the bytes of every attachment by SHA-256 where a test wants them (`keep_pictures`).
    """

    def __init__(self) -> None:
        self.requests: deque[Request] = deque(maxlen=_KEPT)
        self.tally: Counter[tuple[str, int]] = Counter()
        self.shown: list[ShownMessage] = []
        self.pings: list[Ping] = []
        self.invalid = 0
        self.keep_pictures = False
        self.pictures: dict[str, bytes] = {}

    def ended(self, request: Request, *, shared: bool = False) -> None:
        """Note how a call ended."""
        self.requests.append(request)
        self.tally[request.call, request.status] += 1
        if request.status in (401, 403) or (request.status == 429 and not shared):
            self.invalid += 1

    def show(self, at: float, message: Message) -> None:
        """Note a new version of a message for those who see it."""
        private = message.viewer is not None or message.channel.guild is None
        viewers = [message.viewer] if message.viewer else message.channel.viewers()
        self.shown.append(
            ShownMessage(
                at,
                message.channel.id,
                message.id,
                frozenset(user.id for user in viewers),
                private,
                message.text,
                tuple(message.alts),
                tuple(each.name for each in message.attachments),
                (*(b.custom_id or b.url for b in message.buttons), *(s.custom_id for s in message.selects)),
                tuple(_labels(message)),
                tuple(each.sha256 for each in message.attachments),
            )
        )
        if self.keep_pictures:
            self.pictures.update({each.sha256: each.data for each in message.attachments})

    def show_choices(self, at: float, channel: int, user: User, choices: list[dict[str, Any]]) -> None:
        """Note what an autocomplete offered somebody."""
        labels = tuple(f"{each.get('name')}\n{each.get('value')}" for each in choices)
        self.shown.append(ShownMessage(at, channel, 0, frozenset({user.id}), True, "", (), (), (), labels, ()))

    def seen_by(self, user: User) -> Iterator[ShownMessage]:
        """Return everything a person got, oldest first."""
        return (each for each in self.shown if user.id in each.viewers)

    def only_for(self, user: User) -> Iterator[ShownMessage]:
        """Return what a person got that nobody else did."""
        return (each for each in self.shown if each.private and each.viewers == {user.id})

    def refused(self) -> list[Request]:
        """List the calls that were refused."""
        return [each for each in self.requests if not each.ok]


def _labels(message: Message) -> Iterator[str]:
    for button in message.buttons:
        yield f"{button.emoji} {button.label}".strip()
    for select in message.selects:
        yield select.placeholder
        for label, value in select.options:
            yield f"{label}\n{value}"
