"""The fields and files of a call, sent as a query string, a form, a multipart form or JSON."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from aiohttp import web

from bot.playground.errors import bad_request, too_large
from bot.playground.multipart import parts

_MOST_BYTES = 50 << 20
_TRUE = frozenset({"true", "yes", "1"})


@dataclass(slots=True, frozen=True)
class Upload:
    name: str
    content: bytes


class Params:
    """The fields and files of one call, converted as the server converts them."""

    def __init__(self, fields: dict[str, Any], files: dict[str, Upload]) -> None:
        self.fields = fields
        self.files = files

    def __contains__(self, name: str) -> bool:
        return self.fields.get(name) not in (None, "")

    def text(self, name: str) -> str:
        value = self.fields.get(name)
        return "" if value is None else str(value)

    def integer(self, name: str, default: int = 0) -> int:
        """Return a field as a number, the default for what is none."""
        try:
            return int(self.fields.get(name, default))
        except (TypeError, ValueError):
            return default

    def flag(self, name: str) -> bool:
        return self.text(name).lower() in _TRUE

    def json(self, name: str, error: str) -> Any:
        """Return a field that is JSON, None if it is missing. Raise ApiError with the given text."""
        value = self.fields.get(name)
        if not isinstance(value, str):
            return value
        if not value:
            return None
        try:
            return msgspec.json.decode(value)
        except msgspec.DecodeError as cause:
            raise bad_request(error) from cause

    def inner(self, name: str, error: str) -> Params:
        """Return the fields of a field that is a JSON object, none if it is missing. Raise ApiError."""
        value = self.json(name, error)
        if value is not None and not isinstance(value, dict):
            raise bad_request(error)
        return Params(value or {}, self.files)

    def upload(self, reference: str) -> Upload | None:
        """Return the file meant by `attach://name`, or by a field's own name."""
        return self.files.get(reference.removeprefix("attach://"))

    def shown(self) -> dict[str, Any]:
        """Return all fields for the call log, files by hash and size."""
        shown = dict(self.fields)
        for name, upload in self.files.items():
            digest = hashlib.sha256(upload.content).hexdigest()
            shown[name] = {"file": upload.name, "sha256": digest, "size": len(upload.content)}
        return shown


async def read_params(request: web.Request) -> Params:
    """Read a call. Raise ApiError if its body is too large or cannot be read."""
    fields: dict[str, Any] = dict(request.query)
    files: dict[str, Upload] = {}
    if not request.body_exists:
        return Params(fields, files)
    request = request.clone(client_max_size=_MOST_BYTES)
    try:
        if request.content_type == "multipart/form-data":
            _read_parts(request.headers.get("Content-Type", ""), await request.read(), fields, files)
        elif request.content_type == "application/json":
            fields |= _object(await request.read())
        else:
            fields |= parse_qsl((await request.read()).decode(errors="replace"), keep_blank_values=True)
    except web.HTTPRequestEntityTooLarge as error:
        raise too_large() from error
    return Params(fields, files)


def _object(body: bytes) -> dict[str, Any]:
    try:
        decoded = msgspec.json.decode(body)
    except msgspec.DecodeError as error:
        raise bad_request("can't parse JSON object") from error
    return decoded if isinstance(decoded, dict) else {}


def _read_parts(kind: str, body: bytes, fields: dict[str, Any], files: dict[str, Upload]) -> None:
    try:
        for part in parts(kind, body):
            if part.filename is None:
                fields[part.name] = part.content.decode(errors="replace")
            else:
                files[part.name] = Upload(part.filename, part.content)
    except ValueError as error:
        raise bad_request("can't find boundary") from error
