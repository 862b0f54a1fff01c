"""What must hold for every text, form, moment and order of events, found by trying many (hypothesis)."""

from __future__ import annotations

import asyncio
import string
from collections import deque
from typing import Any

import msgspec
from aiohttp.base_protocol import BaseProtocol
from aiohttp.streams import StreamReader
from aiohttp.test_utils import make_mocked_request
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.playground.errors import ApiError
from bot.playground.keyboards import read_keyboard
from bot.playground.model import User
from bot.playground.params import Params, Upload, read_params
from bot.playground.rate_limits import RateLimits, WindowCounter
from bot.playground.text import found_entities, read_text, utf16_length
from bot.playground.updates import UpdateQueue
from tests.playground.tools import ManualClock

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
moments = st.lists(st.floats(0, 40), max_size=60)


def nobody(_number: int) -> User | None:
    return None


def attempt(text: str, listed: Any) -> tuple[str, list[dict[str, Any]], str]:
    """Return what was read, or nothing and the error."""
    try:
        return *read_text(text, listed, nobody), ""
    except ApiError as refusal:
        return "", [], refusal.description


def part(text: str, offset: int, length: int) -> str:
    """Cut by UTF-16 code units."""
    raw = text.encode("utf-16-le")
    return raw[2 * offset : 2 * (offset + length)].decode("utf-16-le")


@given(texts, st.integers(0, 80), st.integers(1, 80))
def test_listed_entities_end_within_the_text(text: str, offset: int, length: int) -> None:
    listed = [{"type": "bold", "offset": offset, "length": length}]
    kept, entities, refusal = attempt(text, listed)
    assert bool(refusal) is (offset + length > utf16_length(text))
    assert not refusal or "ends after the end of the text" in refusal
    assert all(entity["offset"] + entity["length"] <= utf16_length(kept) for entity in entities)


@given(st.text(st.sampled_from("/@ab_ 😀ж.:https"), max_size=40))
def test_what_clients_find_begins_as_it_must(text: str) -> None:
    begins = {"bot_command": "/", "mention": "@", "url": "http"}
    for entity in found_entities(text):
        assert part(text, entity["offset"], entity["length"]).startswith(begins[entity["type"]])


names = st.text(string.ascii_letters + string.digits + "_-", min_size=1, max_size=12)


@given(texts, texts, texts)
@example("0", " ", "0")
def test_an_entity_stays_on_its_words_when_the_text_is_trimmed(before: str, inside: str, after: str) -> None:
    """survive-68: names with any sign in them."""
    listed = [{"type": "bold", "offset": utf16_length(before), "length": utf16_length(inside)}]
    text, entities, _ = attempt(before + inside + after, listed)
    assert text == (before + inside + after).strip()
    bold = [part(text, entity["offset"], entity["length"]) for entity in entities if entity["type"] == "bold"]
    assert [words.strip() for words in bold] == ([inside.strip()] if inside.strip() else [])


@given(st.dictionaries(names, texts, max_size=5), st.dictionaries(names, st.binary(max_size=200), max_size=3))
def test_a_multipart_form_is_read_as_it_was_written(fields: dict[str, str], files: dict[str, bytes]) -> None:
    fields = {name: value for name, value in fields.items() if name not in files}
    boundary = "boundary-that-is-in-no-value"
    body = b""
    for name, value in fields.items():
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'
        body += head.encode() + value.encode() + b"\r\n"
    for name, content in files.items():
        head = (
            f"--{boundary}\r\nContent-Type: image/png\r\n"
            f'Content-Disposition: form-data; name="{name}"; filename="{name}.png"\r\n\r\n'
        )
        body += head.encode() + content + b"\r\n"
    body += f"--{boundary}--\r\n".encode()
    params = asyncio.run(posted(body, f'multipart/form-data; boundary="{boundary}"'))
    assert params.fields == fields
    assert params.files == {name: Upload(f"{name}.png", content) for name, content in files.items()}


async def posted(body: bytes, content_type: str) -> Params:
    """Read a call with this body."""
    payload = StreamReader(BaseProtocol(asyncio.get_running_loop()), 2**16, loop=asyncio.get_running_loop())
    payload.feed_data(body)
    payload.feed_eof()
    return await read_params(make_mocked_request("POST", "/", {"Content-Type": content_type}, payload=payload))


def fullest(times: list[float], seconds: float) -> int:
    return max((sum(start <= moment < start + seconds for moment in times) for start in times), default=0)


@given(moments)
def test_a_window_knows_the_fullest_stretch(steps: list[float]) -> None:
    window, now, times = WindowCounter(60.0), 0.0, []
    for step in steps:
        now += step
        times.append(now)
        window.add(now)
    assert window.peak == fullest(times, 60.0)


@given(moments, st.integers(1, 5))
def test_no_minute_ever_holds_more_than_its_budget_and_waiting_as_told_is_enough(
    steps: list[float], limit: int
) -> None:
    """survive-24."""
    clock = ManualClock()
    budget = RateLimits(clock, group_per_minute=limit, per_second=0)
    granted: list[float] = []
    for step in steps:
        clock.move(step)
        try:
            budget.spend(-1)
        except ApiError as refusal:
            seconds = (refusal.parameters or {})["retry_after"]
            assert 0 < seconds <= 60
            clock.move(seconds)
            budget.spend(-1)
        granted.append(clock.now)
    assert fullest(granted, 60.0) <= limit


orders = st.lists(
    st.one_of(
        st.tuples(st.just("put"), st.integers(0, 3)),
        st.tuples(st.just("confirm"), st.integers(0, 12)),
        st.tuples(st.just("keep last"), st.integers(1, 4)),
        st.tuples(st.just("wait"), st.integers(1, 90_000)),
    ),
    max_size=40,
)


@given(orders)
def test_the_queue_keeps_what_is_neither_confirmed_nor_too_old(steps: list[tuple[str, int]]) -> None:
    """Against a plain list of (number, time of expiry)."""
    clock = ManualClock()
    queue = UpdateQueue(clock)
    expected: deque[tuple[int, float]] = deque()
    base = None
    count = 0
    for what, value in steps:
        if what == "put":
            queue.put("message", f"chat {value}", {"n": count})
            base = base or queue.pending[-1].id
            expected.append((base + count, clock.now + 86_400))
            count += 1
        elif what == "confirm" and base:
            queue.confirm(base + value)
            expected = deque(each for each in expected if each[0] >= base + value)
        elif what == "keep last":
            queue.confirm(-value)
            expected = deque(list(expected)[-value:])
        elif what == "wait":
            clock.move(value)
        expected = deque(each for each in expected if each[1] > clock.now)
        assert [update.id for update in queue.first(1000)] == [number for number, _ in expected]


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 2), st.booleans()), max_size=12))
def test_a_lane_keeps_its_order_whatever_is_held_back(steps: list[tuple[int, bool]]) -> None:
    """survive-32."""

    async def run() -> list[tuple[str, int]]:
        holds = iter([hold for _, hold in steps])
        queue = UpdateQueue(ManualClock(), hold_seconds=lambda: 0.001 if next(holds, False) else 0.0)
        for number, (lane, _) in enumerate(steps):
            queue.put("message", str(lane), {"n": number})
        await asyncio.sleep(0.005)
        bodies = [msgspec.json.decode(update.body) for update in queue.pending]
        return [(update.lane, body["message"]["n"]) for update, body in zip(queue.pending, bodies, strict=True)]

    told = asyncio.run(run())
    assert sorted(number for _, number in told) == list(range(len(steps)))
    for lane in {lane for lane, _ in told}:
        mine = [number for each, number in told if each == lane]
        assert mine == sorted(mine)


buttons = st.fixed_dictionaries({"text": st.sampled_from(["", "x", "Жук"]), "callback_data": st.just("d")})


@given(st.lists(st.lists(buttons, max_size=20), max_size=40))
def test_a_keyboard_never_grows_and_keeps_its_order(rows: list[list[dict[str, str]]]) -> None:
    """docs/platforms.md A5: 12 in a row, 300 in all."""
    keyboard = read_keyboard({"inline_keyboard": rows}) or []
    assert all(1 <= len(row) <= 12 for row in keyboard)
    assert sum(map(len, keyboard)) <= 300
    shown = [button for row in rows for button in [each for each in row if each["text"]][:12]]
    assert [button["text"] for row in keyboard for button in row] == [button["text"] for button in shown][:300]
