"""The objects of the simulated Telegram. Classes are called as in the Bot API: `User`, `Chat`, `Message`."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

ChatKind = Literal["private", "group", "supergroup", "channel"]
MemberStatus = Literal["creator", "administrator", "member", "left", "kicked"]
Entity = dict[str, Any]
KeyboardRows = list[list[dict[str, Any]]]
"""Rows of inline buttons as JSON objects of the Bot API, already checked."""

MEMBER_PERMISSIONS = frozenset(
    {
        "can_send_messages",
        "can_send_audios",
        "can_send_documents",
        "can_send_photos",
        "can_send_videos",
        "can_send_video_notes",
        "can_send_voice_notes",
        "can_send_polls",
        "can_send_other_messages",
        "can_add_web_page_previews",
        "can_react_to_messages",
        "can_edit_tag",
        "can_invite_users",
    }
)
"""What ordinary members of a new group may do."""
ADMIN_RIGHTS = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_pin_messages",
    "can_manage_topics",
)


@dataclass(slots=True, eq=False)
class User:
    """An account, of a person or a bot.

    `latin` is the name in Latin letters where it is written in others, for the page alone: the bot never sees it.

    `active`: has said or pressed something. `started`: has written to the bot in private. `links_forbidden`: refuses
    buttons that link to the profile.
    """

    id: int
    first_name: str
    last_name: str = ""
    username: str = ""
    language_code: str = ""
    latin: str = ""
    is_bot: bool = False
    active: bool = False
    started: bool = False
    blocked: bool = False
    deactivated: bool = False
    links_forbidden: bool = False

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


UserLookup = Callable[[int], User | None]
"""Finds a user by id among those the bot has met, the only ones it may name."""


@dataclass(slots=True, eq=False)
class Member:
    """The status of a user in a chat. `rights` are those of an administrator."""

    person: User
    status: MemberStatus = "member"
    rights: frozenset[str] = frozenset()
    anonymous: bool = False

    @property
    def inside(self) -> bool:
        return self.status not in ("left", "kicked")

    @property
    def admin(self) -> bool:
        return self.status in ("creator", "administrator")

    def has_right(self, right: str) -> bool:
        return self.status == "creator" or (self.status == "administrator" and right in self.rights)


@dataclass(slots=True, eq=False)
class Topic:
    """A topic of a forum. Its id is that of the service message that opened it."""

    id: int
    name: str
    closed: bool = False


@dataclass(slots=True, eq=False, frozen=True)
class Photo:
    """An uploaded photo; `size` in bytes."""

    file_id: str
    unique_id: str
    width: int
    height: int
    size: int
    sha256: str


@dataclass(slots=True, eq=False, frozen=True)
class Video:
    """An uploaded video; `duration` in seconds, as the sender says."""

    file_id: str
    unique_id: str
    width: int
    height: int
    duration: int
    content: bytes


@dataclass(slots=True, eq=False)
class Message:
    """A message; `text` is the caption where there is a photo or a video.

    `topic` is a forum topic, `thread` the root of a reply chain in a supergroup: the Bot API gives both as
    `message_thread_id`. `service` holds the Bot API fields of a service message, `media_edits` counts those begun.
    `automatic`: a channel's post that was forwarded to its discussion group, where comments are replies to it.
    """

    id: int
    chat: Chat
    date: int
    sender: User | None
    text: str = ""
    entities: list[Entity] = field(default_factory=list)
    photo: Photo | None = None
    video: Video | None = None
    keyboard: KeyboardRows | None = None
    sender_chat: Chat | None = None
    topic: int | None = None
    thread: int | None = None
    reply_to: Message | None = None
    service: dict[str, Any] | None = None
    spoiler: bool = False
    protected: bool = False
    silent: bool = False
    edited: int | None = None
    media_edits: int = 0
    automatic: bool = False


@dataclass(slots=True, eq=False)
class Chat:
    """A chat and its history by message id, oldest first. `instance` is the `chat_instance` of callback queries.

    What groups may have: `hides_members` from bots that are no administrators, `slow_seconds` between two messages of
    one member, a `moderated` chat deletes at once what bots send, and `stars` is the price of a message; administrators
    are exempt from all four. `bot_wrote` is when the bot last sent something there. `discussion` is the group of a
    channel's comments.
    """

    id: int
    kind: ChatKind
    title: str = ""
    forum: bool = False
    members: dict[int, Member] = field(default_factory=dict)
    permissions: frozenset[str] = MEMBER_PERMISSIONS
    messages: dict[int, Message] = field(default_factory=dict)
    topics: dict[int, Topic] = field(default_factory=dict)
    migrated_to: int | None = None
    deleted: bool = False
    last_id: int = 0
    hides_members: bool = False
    slow_seconds: int = 0
    moderated: bool = False
    stars: int = 0
    bot_wrote: float = -math.inf
    discussion: Chat | None = None

    @property
    def private(self) -> bool:
        return self.kind == "private"

    @property
    def instance(self) -> str:
        return str(abs(self.id) * 7919)

    def member(self, person: User) -> Member | None:
        """Return the membership of a user, also of one who has left."""
        return self.members.get(person.id)

    def holds(self, person: User) -> bool:
        member = self.members.get(person.id)
        return member is not None and member.inside

    def permits(self, person: User, permission: str) -> bool:
        """Return whether a member has a permission that administrators can take from ordinary members."""
        member = self.members.get(person.id)
        if self.private or member is None:
            return self.private
        return member.admin or permission in self.permissions
