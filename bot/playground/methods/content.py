"""What a message is made of, as read from a call: text, caption, photo, keyboard."""

from __future__ import annotations

from bot.playground import errors
from bot.playground.errors import bad_request
from bot.playground.keyboards import Markup, read_markup
from bot.playground.model import Entity, Photo
from bot.playground.params import Params
from bot.playground.text import parse, units
from bot.playground.world import World

__all__ = ["CAPTION", "TEXT", "caption_of", "check_length", "markup_of", "photo_of", "text_of"]

TEXT = 4096
CAPTION = 1024

Rich = tuple[str, list[Entity]]


def text_of(world: World, params: Params) -> Rich:
    """Give the text and its entities. Raises ApiError."""
    text, entities = _rich(world, params, "text", "entities")
    if not text:
        raise bad_request(errors.TEXT_EMPTY)
    return text, entities


def caption_of(world: World, params: Params) -> Rich:
    """Give the caption and its entities, empty if there is none. Raises ApiError."""
    return _rich(world, params, "caption", "caption_entities")


def _rich(world: World, params: Params, name: str, entities: str) -> Rich:
    listed = params.json(entities, "can't parse entities JSON object")
    return parse(params.text(name), params.text("parse_mode"), listed, world.person)


def check_length(text: str, most: int, refusal: str) -> None:
    """Judge a length in UTF-16 code units, after entities. Raises ApiError."""
    if units(text) > most:
        raise bad_request(refusal)


def markup_of(params: Params) -> Markup:
    """Give the reply markup as the server reads it. Raises ApiError."""
    return read_markup(params.json("reply_markup", "can't parse reply keyboard markup JSON object"))


def photo_of(world: World, params: Params, reference: str) -> Photo:
    """Give the photo that an upload or a file id means. Raises ApiError."""
    if upload := params.upload(reference or "photo"):
        return world.photos.add(upload.name, upload.content)
    if not reference:
        raise bad_request(errors.PHOTO_MISSING)
    if reference.startswith("attach://"):
        raise bad_request(errors.WRONG_FILE)
    if reference.startswith(("http://", "https://")):
        raise bad_request("failed to get HTTP URL content")
    photo = world.photos.find(reference)
    if photo is None:
        raise bad_request(errors.WRONG_FILE)
    return photo
