"""The things a Telegram is made of: people, chats, topics, members, messages, photos."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

__all__ = [
    "ADMIN_RIGHTS",
    "PERMISSIONS",
    "Chat",
    "ChatKind",
    "Entity",
    "Keyboard",
    "Member",
    "Message",
    "Photo",
    "Status",
    "Topic",
    "User",
]

ChatKind = Literal["private", "group", "supergroup", "channel"]
Status = Literal["creator", "administrator", "member", "restricted", "left", "kicked"]
Entity = dict[str, Any]
Keyboard = list[list[dict[str, Any]]]
"""Rows of buttons as the Bot API shows them, already checked."""

PERMISSIONS = (
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
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
)
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
_NOT_FOR_MEMBERS = {"can_change_info", "can_pin_messages", "can_manage_topics"}


@dataclass(slots=True, eq=False)
class User:
    """An account. `started`: wrote to the bot once; `links_forbidden`: no buttons to their profile."""

    id: int
    first_name: str
    last_name: str = ""
    username: str = ""
    language_code: str = ""
    is_bot: bool = False
    is_premium: bool = False
    started: bool = False
    blocked: bool = False
    deactivated: bool = False
    links_forbidden: bool = False

    @property
    def name(self) -> str:
        """Give the full name as clients show it."""
        return f"{self.first_name} {self.last_name}".strip()


@dataclass(slots=True, eq=False)
class Member:
    """What one account is in one chat. `rights` of an administrator, `permissions` of a restricted member."""

    person: User
    status: Status = "member"
    rights: frozenset[str] = frozenset()
    permissions: frozenset[str] = frozenset()
    anonymous: bool = False

    @property
    def inside(self) -> bool:
        """Tell whether this account is in the chat now."""
        return self.status not in ("left", "kicked")

    @property
    def admin(self) -> bool:
        """Tell whether this account administers the chat."""
        return self.status in ("creator", "administrator")

    def has_right(self, right: str) -> bool:
        """Tell whether this account may do what only administrators do."""
        return self.status == "creator" or (self.status == "administrator" and right in self.rights)


@dataclass(slots=True, eq=False)
class Topic:
    """One topic of a forum; its id is the id of the service message that opened it."""

    id: int
    name: str
    closed: bool = False


@dataclass(slots=True, eq=False, frozen=True)
class Photo:
    """A photo on Telegram's servers. `sha256` names its bytes."""

    file_id: str
    unique_id: str
    width: int
    height: int
    size: int
    sha256: str


@dataclass(slots=True, eq=False)
class Message:
    """One message. `text` is the caption where there is a photo; `receiver` makes it ephemeral.

    `service` holds the fields of a service message as the Bot API names them. `other_markup` marks a reply markup that
    is no inline keyboard.
    """

    id: int
    chat: Chat
    date: int
    sender: User | None
    text: str = ""
    entities: list[Entity] = field(default_factory=list)
    photo: Photo | None = None
    keyboard: Keyboard | None = None
    sender_chat: Chat | None = None
    topic: int | None = None
    thread: int | None = None
    reply_to: Message | None = None
    service: dict[str, Any] | None = None
    spoiler: bool = False
    protected: bool = False
    caption_above: bool = False
    silent: bool = False
    other_markup: bool = False
    edited: int | None = None
    receiver: User | None = None
    ephemeral_id: int = 0
    media_edits: int = 0


@dataclass(slots=True, eq=False)
class Chat:
    """A private chat, group, supergroup or channel with its history by message id, oldest first."""

    id: int
    kind: ChatKind
    title: str = ""
    username: str = ""
    forum: bool = False
    members: dict[int, Member] = field(default_factory=dict)
    permissions: frozenset[str] = frozenset(PERMISSIONS) - _NOT_FOR_MEMBERS
    messages: dict[int, Message] = field(default_factory=dict)
    whispers: dict[tuple[int, int], Message] = field(default_factory=dict)
    topics: dict[int, Topic] = field(default_factory=dict)
    pinned: list[int] = field(default_factory=list)
    migrated_to: int | None = None
    deleted: bool = False
    last_bot: int | None = None
    instance: str = ""
    last_id: int = 0

    @property
    def private(self) -> bool:
        """Tell whether this is a private chat with the bot."""
        return self.kind == "private"

    def member(self, person: User) -> Member | None:
        """Give the membership of an account, past ones included."""
        return self.members.get(person.id)

    def holds(self, person: User) -> bool:
        """Tell whether an account is in this chat now."""
        member = self.members.get(person.id)
        return member is not None and member.inside

    def permits(self, person: User, permission: str) -> bool:
        """Tell whether a member may do what ordinary members may be forbidden."""
        member = self.members.get(person.id)
        if self.private or member is None:
            return self.private
        if member.admin:
            return True
        if permission not in self.permissions:
            return False
        return member.status != "restricted" or permission in member.permissions
