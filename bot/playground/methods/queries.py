"""Answers to callback and inline queries (A5, A12)."""

from __future__ import annotations

from bot.playground.errors import bad_request
from bot.playground.params import Params
from bot.playground.text import utf16_length
from bot.playground.world import World

_TOAST = 200
_MOST_RESULTS = 50
_LINKS = ("https://t.me/", "http://t.me/", "t.me/", "tg://")


async def answer_callback_query(world: World, params: Params) -> bool:
    text, url = params.text("text"), params.text("url")
    if utf16_length(text) > _TOAST:
        raise bad_request("MESSAGE_TOO_LONG")
    if url and not url.startswith(_LINKS):
        raise bad_request("URL_INVALID")
    world.queries.answer(params.text("callback_query_id"), text, alert=params.flag("show_alert"), url=url)
    return True


async def answer_inline_query(world: World, params: Params) -> bool:
    results = params.json("results", "can't parse results JSON object")
    if not isinstance(results, list):
        raise bad_request("expected an Array of inline query results")
    if len(results) > _MOST_RESULTS:
        raise bad_request("RESULTS_TOO_MUCH")
    button = params.json("button", "can't parse button JSON object") or {}
    world.queries.answer_inline(params.text("inline_query_id"), results, button)
    return True
