"""The things a Discord is made of: users, guilds, roles, channels, messages, attachments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.helpers.discord.permissions import ADMINISTRATOR, EVERYBODY, Permission

TEXT, DM, PUBLIC_THREAD, PRIVATE_THREAD, FORUM = 0, 1, 11, 12, 15
EPHEMERAL, LOADING, SILENT, V2 = 1 << 6, 1 << 7, 1 << 12, 1 << 15
Component = dict[str, Any]


@dataclass(eq=False)
class User:
    """An account. `takes_dms`: whether direct messages of the bot arrive."""

    id: int
    name: str
    display: str = ""
    locale: str = "en-US"
    bot: bool = False
    takes_dms: bool = True

    @property
    def shown(self) -> str:
        """Return the name others see."""
        return self.display or self.name


@dataclass(eq=False)
class Role:
    """A role of a guild; the one with the guild's own id is everybody's."""

    id: int
    name: str
    permissions: int


@dataclass(eq=False)
class Member:
    """What one account is in one guild."""

    user: User
    joined: float
    roles: list[Role] = field(default_factory=list)
    nick: str = ""


@dataclass(eq=False)
class Guild:
    """A server. `unavailable`: in an outage. `uploads_limited`: Discord lets nobody upload files there."""

    id: int
    name: str
    owner: User
    locale: str = "en-US"
    members: dict[int, Member] = field(default_factory=dict)
    roles: dict[int, Role] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    unavailable: bool = False
    uploads_limited: bool = False

    def holds(self, user: User) -> bool:
        """Return whether an account is a member."""
        return user.id in self.members

    def permissions(self, user: User) -> int:
        """Return what a member may do in the guild as a whole."""
        member = self.members.get(user.id)
        if member is None:
            return 0
        bits = self.roles[self.id].permissions
        for role in member.roles:
            bits |= role.permissions
        return ADMINISTRATOR if bits & Permission.ADMINISTRATOR or user is self.owner else bits


@dataclass(eq=False)
class Attachment:
    """A file of a message, with its bytes."""

    id: int
    name: str
    description: str
    data: bytes
    sha256: str
    url: str


@dataclass(eq=False, frozen=True)
class Button:
    """A button as a person sees it."""

    label: str
    custom_id: str
    url: str = ""
    disabled: bool = False
    style: int = 2
    emoji: str = ""


@dataclass(eq=False, frozen=True)
class Select:
    """A list to choose from; `options` are (label, value)."""

    custom_id: str
    options: tuple[tuple[str, str], ...]
    placeholder: str = ""
    least: int = 1
    most: int = 1
    disabled: bool = False


@dataclass(eq=False)
class Message:
    """One message. `viewer` makes it ephemeral; `token` is that of the interaction that made it."""

    id: int
    channel: Channel
    author: User
    at: float
    content: str = ""
    embeds: list[dict[str, Any]] = field(default_factory=list)
    components: list[Component] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    kind: int = 0
    nonce: str = ""
    mentioned: list[User] = field(default_factory=list)
    mentions_everyone: bool = False
    reference: int | None = None
    edited: float | None = None
    viewer: User | None = None
    token: str = ""
    interaction: dict[str, Any] | None = None
    deleted: bool = False
    forgotten: bool = False
    version: int = 0

    @property
    def text(self) -> str:
        """Return all that can be read in the message, alt texts and buttons left out."""
        parts = [self.content]
        for embed in self.embeds:
            parts += [str(embed.get(key) or "") for key in ("title", "description")]
            parts += [f"{each.get('name', '')}\n{each.get('value', '')}" for each in embed.get("fields", ())]
            parts.append(str((embed.get("footer") or {}).get("text") or ""))
        parts += [str(each["content"]) for each in walk(self.components) if each["type"] == 10]
        return "\n".join(part for part in parts if part)

    @property
    def alts(self) -> list[str]:
        """List the alt texts."""
        texts = [each.description for each in self.attachments]
        for component in walk(self.components):
            texts += [str(item.get("description") or "") for item in component.get("items", ())]
            if component["type"] == 11:
                texts.append(str(component.get("description") or ""))
        return [text for text in texts if text]

    @property
    def buttons(self) -> list[Button]:
        """List the buttons in reading order."""
        return [_button(each) for each in walk(self.components) if each["type"] == 2]

    @property
    def selects(self) -> list[Select]:
        """List the selects in reading order."""
        return [_select(each) for each in walk(self.components) if each["type"] == 3]

    @property
    def loading(self) -> bool:
        """Return whether this is still the `thinking...` of a deferred answer."""
        return bool(self.flags & LOADING)

    def button(self, label: str) -> Button | None:
        """Return the button with a label (or, where there is none, the first whose label has it as a part)."""
        exact = [each for each in self.buttons if each.label == label]
        return next(iter(exact or [each for each in self.buttons if label in each.label]), None)


@dataclass(eq=False)
class Channel:
    """A channel, a thread (then `parent` is its channel) or the direct messages with one user.

    `holds_bot` is False in a private thread where the bot has not been mentioned.
    """

    id: int
    kind: int
    name: str = ""
    guild: Guild | None = None
    parent: Channel | None = None
    recipient: User | None = None
    overwrites: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    archived: bool = False
    locked: bool = False
    holds_bot: bool = True

    @property
    def thread(self) -> bool:
        """Return whether this is a thread."""
        return self.kind in (PUBLIC_THREAD, PRIVATE_THREAD)

    def permissions(self, user: User) -> int:
        """Return what an account may do here; threads inherit from their channel."""
        if self.guild is None:
            return EVERYBODY if user is self.recipient or user.bot else 0
        if self.parent is not None:
            return self.parent.permissions(user)
        member = self.guild.members.get(user.id)
        bits = self.guild.permissions(user)
        if member is None or bits == ADMINISTRATOR:
            return bits
        allow, deny, _ = self.overwrites.get(self.guild.id, (0, 0, 0))
        bits = bits & ~deny | allow
        allow = deny = 0
        for role in member.roles:
            more, less, _ = self.overwrites.get(role.id, (0, 0, 0))
            allow, deny = allow | more, deny | less
        bits = bits & ~deny | allow
        allow, deny, _ = self.overwrites.get(user.id, (0, 0, 0))
        return bits & ~deny | allow

    def allows(self, user: User, permission: int) -> bool:
        """Return whether an account has all of these bits; without VIEW_CHANNEL it has none."""
        bits = self.permissions(user)
        return bool(bits & Permission.VIEW_CHANNEL) and bits & permission == permission

    def viewers(self) -> list[User]:
        """List the people who see the channel."""
        if self.guild is None:
            return [self.recipient] if self.recipient else []
        people = [member.user for member in self.guild.members.values() if not member.user.bot]
        return [user for user in people if self.allows(user, Permission.VIEW_CHANNEL)]


def walk(components: list[Component]) -> Iterator[Component]:
    """Yield every component, nested ones after the one that holds them."""
    for component in components:
        yield component
        yield from walk(component.get("components", []))
        for key in ("accessory", "component"):
            if isinstance(component.get(key), dict):
                yield from walk([component[key]])


def _button(component: Component) -> Button:
    emoji = component.get("emoji") or {}
    return Button(
        component.get("label") or "",
        component.get("custom_id") or "",
        component.get("url") or "",
        bool(component.get("disabled")),
        component["style"],
        emoji.get("name") or "",
    )


def _select(component: Component) -> Select:
    options = tuple((each["label"], each["value"]) for each in component["options"])
    least, most = component.get("min_values", 1), component.get("max_values", 1)
    disabled = bool(component.get("disabled"))
    return Select(component["custom_id"], options, component.get("placeholder") or "", least, most, disabled)
