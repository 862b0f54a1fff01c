"""What a new or edited message would be: its body read, checked and put over what was there (platforms.md B5, B6)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import Any

from tests.helpers.discord import components as kit
from tests.helpers.discord.mentions import Named, named
from tests.helpers.discord.model import EPHEMERAL, SILENT, V2, Attachment, Message, walk
from tests.helpers.discord.refusals import Form, refused
from tests.helpers.discord.timing import Snowflakes

FILE_LIMIT = 10 << 20
"""The most bytes of one file."""
_SUPPRESS_EMBEDS = 1 << 2
_SETTABLE = _SUPPRESS_EMBEDS | SILENT | V2 | EPHEMERAL
_EDITABLE = _SUPPRESS_EMBEDS | V2
_LEGACY = ("content", "embeds", "poll", "sticker_ids")


@dataclass(frozen=True)
class File:
    """An uploaded file."""

    name: str
    data: bytes


Files = dict[int, File]
"""The uploads of a call by their number: `files[n]`."""


@dataclass
class Draft:
    """What a message is to hold."""

    content: str = ""
    embeds: list[dict[str, Any]] = field(default_factory=list)
    components: list[dict[str, Any]] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    named: Named = field(default_factory=Named)
    nonce: str = ""

    def put_on(self, message: Message) -> None:
        """Make a message hold this."""
        message.content = self.content
        message.embeds = self.embeds
        message.components = self.components
        message.attachments = self.attachments
        message.flags = self.flags


def draft(
    body: dict[str, Any],
    files: Files,
    ids: Snowflakes,
    base: str,
    *,
    old: Message | None = None,
    webhook: bool = False,
) -> Draft:
    """Read what a message is to be; `old` is the one that is edited, `base` where files are downloaded from.

    Raises Refusal for what Discord refuses.
    """
    form = Form()
    flags = _flags(body, old)
    made = Draft(
        content=body.get("content", old.content if old else "") or "",
        embeds=body.get("embeds", old.embeds if old else []) or [],
        components=body.get("components", old.components if old else []) or [],
        flags=flags,
        nonce=str(body.get("nonce") or ""),
    )
    form.length(("nonce",), made.nonce, 0, 25)
    form.length(("content",), made.content, 0, 2000)
    _embeds(form, made.embeds)
    if body.get("components"):
        kit.check(form, ("components",), body["components"], v2=bool(flags & V2))
    elif made.components and old and flags & V2 and not old.flags & V2:
        kit.check(form, ("components",), made.components, v2=True)
    if flags & V2:
        _no_legacy(form, made, body)
    made.attachments = _attachments(form, body, files, ids, base, old)
    made.components = [_resolved(form, each, made.attachments) for each in made.components]
    texts = [made.content, *(str(each["content"]) for each in walk(made.components) if each.get("type") == kit.TEXT)]
    made.named = named(form, "\n".join(texts), body.get("allowed_mentions"), webhook=webhook)
    form.done()
    if not (made.content or made.embeds or made.attachments or (flags & V2 and made.components)):
        raise refused(50006)
    return made


def _flags(body: dict[str, Any], old: Message | None) -> int:
    wanted = int(body.get("flags") or 0)
    if old is None:
        return wanted & _SETTABLE
    kept = old.flags & ~_SUPPRESS_EMBEDS if "flags" in body else old.flags
    return kept | wanted & _EDITABLE


def _no_legacy(form: Form, made: Draft, body: dict[str, Any]) -> None:
    present = {"content": made.content, "embeds": made.embeds, **{key: body.get(key) for key in _LEGACY[2:]}}
    for key, value in present.items():
        if value:
            words = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            form.fault((key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", words)


def _embeds(form: Form, embeds: list[dict[str, Any]]) -> None:
    if len(embeds) > 10:
        form.fault(("embeds",), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    total = 0
    for number, embed in enumerate(embeds):
        for key, most in (("title", 256), ("description", 4096)):
            form.length(("embeds", number, key), embed.get(key) or "", 0, most)
            total += len(embed.get(key) or "")
        footer = str((embed.get("footer") or {}).get("text") or "")
        author = str((embed.get("author") or {}).get("name") or "")
        form.length(("embeds", number, "footer", "text"), footer, 0, 2048)
        form.length(("embeds", number, "author", "name"), author, 0, 256)
        total += len(footer) + len(author)
        fields = embed.get("fields") or []
        if len(fields) > 25:
            form.fault(("embeds", number, "fields"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
        for place, each in enumerate(fields):
            form.length(("embeds", number, "fields", place, "name"), each.get("name"), 1, 256)
            form.length(("embeds", number, "fields", place, "value"), each.get("value"), 1, 1024)
            total += len(each.get("name") or "") + len(each.get("value") or "")
    if total > 6000:
        words = "Embed size exceeds maximum size of 6000"
        form.fault(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", words)


def _attachments(
    form: Form, body: dict[str, Any], files: Files, ids: Snowflakes, base: str, old: Message | None
) -> list[Attachment]:
    if any(len(file.data) > FILE_LIMIT for file in files.values()):
        raise refused(40005)
    had = {each.id: each for each in old.attachments} if old else {}
    listed = body.get("attachments")
    entries = [{"id": each.id} for each in had.values()] if listed is None else listed
    kept: list[Attachment] = []
    used: set[int] = set()
    for number, entry in enumerate(entries):
        key = int(entry.get("id", number))
        form.length(("attachments", number, "description"), entry.get("description") or "", 0, 1024)
        if key in had:
            words = entry.get("description", had[key].description) or ""
            kept.append(replace(had[key], description=words))
        elif key in files and key not in used:
            used.add(key)
            kept.append(_uploaded(entry, files[key], ids, base))
        else:
            words = "The attachment id is not one of the uploaded files"
            form.fault(("attachments", number, "id"), "ATTACHMENT_NOT_FOUND", words)
    kept += [_uploaded({}, file, ids, base) for key, file in sorted(files.items()) if key not in used]
    if len(kept) > 10:
        form.fault(("attachments",), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    return kept


def _uploaded(entry: dict[str, Any], file: File, ids: Snowflakes, base: str) -> Attachment:
    number = ids.next()
    name = str(entry.get("filename") or file.name)
    url = f"{base}/attachments/{number}/{name}?ex=6b000000&is=6a000000&hm=00"
    sha256 = hashlib.sha256(file.data).hexdigest()
    return Attachment(number, name, str(entry.get("description") or ""), file.data, sha256, url)


def _resolved(form: Form, component: dict[str, Any], attachments: list[Attachment]) -> dict[str, Any]:
    """Put the addresses of attachments where a component names them; a later edit may leave them dangling."""
    made = dict(component)
    for key in ("media", "file"):
        reference = made.get(key)
        if isinstance(reference, dict) and str(reference.get("url", "")).startswith("attachment://"):
            name = str(reference["url"]).removeprefix("attachment://")
            found = next((each for each in attachments if each.name == name), None)
            if found is None:
                words = "The referenced attachment was not found."
                form.fault(("components",), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", words)
            else:
                made[key] = {**reference, "url": found.url, "proxy_url": found.url, "attachment_id": str(found.id)}
    for key in ("components", "items"):
        if key in made:
            made[key] = [_resolved(form, each, attachments) for each in made[key] or []]
    if isinstance(made.get("accessory"), dict):
        made["accessory"] = _resolved(form, made["accessory"], attachments)
    return made
