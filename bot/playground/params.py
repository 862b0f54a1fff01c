"""What a call carries: a query string, a form, a multipart form or JSON, all read alike."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, unquote

import msgspec
from aiohttp import web

from bot.playground.errors import ApiError, bad_request, too_large

__all__ = ["Params", "Upload", "read_params", "read_parts"]

_MOST_BYTES = 50 << 20
_FIELD = re.compile(r'(?:^|;)\s*(name|filename)(\*?)=("(?:[^"\\]|\\.)*"|[^;]*)')
_TRUE = frozenset({"true", "yes", "1"})


@dataclass(slots=True, frozen=True)
class Upload:
    """A file that came with the call."""

    name: str
    content: bytes


class Params:
    """The fields and files of one call, read as the server reads them."""

    def __init__(self, fields: dict[str, Any], files: dict[str, Upload]) -> None:
        self.fields = fields
        self.files = files

    def __contains__(self, name: str) -> bool:
        return self.fields.get(name) not in (None, "")

    def text(self, name: str) -> str:
        """Give a field as text; empty if it is missing."""
        value = self.fields.get(name)
        return "" if value is None else str(value)

    def integer(self, name: str, default: int = 0) -> int:
        """Give a field as a number; the default for what is none."""
        try:
            return int(self.fields.get(name, default))
        except (TypeError, ValueError):
            return default

    def flag(self, name: str) -> bool:
        """Give a field as a yes or no."""
        return self.text(name).lower() in _TRUE

    def json(self, name: str, refusal: str) -> Any:
        """Give a field that is JSON, None if it is missing. Raises ApiError with the given text."""
        value = self.fields.get(name)
        if not isinstance(value, str):
            return value
        if not value:
            return None
        try:
            return msgspec.json.decode(value)
        except msgspec.DecodeError as error:
            raise bad_request(refusal) from error

    def inner(self, name: str, refusal: str) -> Params:
        """Give a field that is a JSON object as fields, none if it is missing. Raises ApiError."""
        value = self.json(name, refusal)
        if value is not None and not isinstance(value, dict):
            raise bad_request(refusal)
        return Params(value or {}, self.files)

    def upload(self, reference: str) -> Upload | None:
        """Give the file that `attach://name` or a field's own name means."""
        return self.files.get(reference.removeprefix("attach://"))

    def shown(self) -> dict[str, Any]:
        """Give all fields for the journal, files by hash and size."""
        shown = dict(self.fields)
        for name, upload in self.files.items():
            digest = hashlib.sha256(upload.content).hexdigest()
            shown[name] = {"file": upload.name, "sha256": digest, "size": len(upload.content)}
        return shown


async def read_params(request: web.Request) -> Params:
    """Read a call. Raises ApiError for a body that is too large or cannot be read."""
    fields: dict[str, Any] = dict(request.query)
    if not request.body_exists:
        return Params(fields, {})
    body = await _body(request)
    match request.content_type:
        case "application/json":
            fields |= _json(body)
            return Params(fields, {})
        case "multipart/form-data":
            files: dict[str, Upload] = {}
            read_parts(body, request.headers["Content-Type"], fields, files)
            return Params(fields, files)
        case _:
            fields |= dict(parse_qsl(body.decode(errors="replace"), keep_blank_values=True))
            return Params(fields, {})


async def _body(request: web.Request) -> bytes:
    if (request.content_length or 0) > _MOST_BYTES:
        raise too_large()
    chunks: list[bytes] = []
    size = 0
    async for chunk in request.content.iter_any():
        size += len(chunk)
        if size > _MOST_BYTES:
            raise too_large()
        chunks.append(chunk)
    return b"".join(chunks)


def _json(body: bytes) -> dict[str, Any]:
    try:
        decoded = msgspec.json.decode(body)
    except msgspec.DecodeError as error:
        raise ApiError(400, "Bad Request: can't parse JSON object") from error
    return decoded if isinstance(decoded, dict) else {}


def read_parts(body: bytes, content_type: str, fields: dict[str, Any], files: dict[str, Upload]) -> None:
    """Sort the parts of a multipart body into fields and files. Raises ApiError if nothing bounds them."""
    match = re.search(r'boundary=(?:"([^"]+)"|([^;\s]+))', content_type)
    if match is None:
        raise bad_request("can't find boundary")
    boundary = b"--" + (match[1] or match[2]).encode()
    for part in (b"\r\n" + body).split(b"\r\n" + boundary)[1:-1]:
        head, _, content = part.partition(b"\r\n\r\n")
        name, filename = _names(head.decode(errors="replace"))
        if filename is None:
            fields[name] = content.decode(errors="replace")
        else:
            files[name] = Upload(filename, content)


def _names(head: str) -> tuple[str, str | None]:
    line = next((line for line in head.split("\r\n") if line.lower().startswith("content-disposition:")), "")
    found: dict[str, str] = {}
    for key, star, raw in _FIELD.findall(line.partition(":")[2]):
        value = raw.strip().strip('"').replace('\\"', '"')
        found[key] = unquote(value.partition("''")[2]) if star else value
    return found.get("name", ""), found.get("filename")
