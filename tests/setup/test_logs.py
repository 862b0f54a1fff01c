"""Logs: one way for all lines, ids of chat and game in them, and no secret or token (survive-61)."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from structlog.contextvars import bound_contextvars

from bot.logs import HIDDEN, mask, set_up_logs

TOKEN = "123456789:" + "Abc-_dEf" * 4 + "xyz"  # the form of BotFather's: digits, a colon, 35 characters
SECRET = "webhook_secret-1"


@pytest.fixture(autouse=True)
def logs_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level, config = root.handlers[:], root.level, structlog.get_config()
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.captureWarnings(capture=False)
    structlog.configure(**config)
    structlog.contextvars.clear_contextvars()


@pytest.fixture
def stream() -> io.StringIO:
    return io.StringIO()


def objects(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_json_is_one_object_a_line_with_level_logger_and_time(stream: io.StringIO) -> None:
    set_up_logs("INFO", "json", stream=stream)
    structlog.get_logger("bot.table").info("lobby_opened", seats=4)
    structlog.get_logger("bot.table").warning("lobby_closed")
    first, second = objects(stream)
    assert (first["event"], first["seats"], first["level"], first["logger"]) == ("lobby_opened", 4, "info", "bot.table")
    assert first["timestamp"].endswith("Z")
    assert second["level"] == "warning"


def test_console_is_a_line_for_people(stream: io.StringIO) -> None:
    set_up_logs("INFO", "console", stream=stream)
    structlog.get_logger("bot.table").info("lobby_opened", seats=4)
    (line,) = stream.getvalue().splitlines()
    assert "lobby_opened" in line
    assert "seats=4" in line
    assert "\x1b" not in line  # a file is not a terminal: no colours


def test_lines_below_the_level_are_dropped(stream: io.StringIO) -> None:
    set_up_logs("WARNING", "json", stream=stream)
    structlog.get_logger("bot.table").info("small_talk")
    logging.getLogger("bot.other").info("small talk")
    assert stream.getvalue() == ""


def test_the_standard_librarys_lines_take_the_same_way(stream: io.StringIO) -> None:
    set_up_logs("INFO", "json", stream=stream)
    with bound_contextvars(chat=-100, game="g1"):
        logging.getLogger("some.library").error("failed %s times", 3)
    (line,) = objects(stream)
    assert (line["event"], line["level"], line["chat"], line["game"]) == ("failed 3 times", "error", -100, "g1")


def test_setting_up_twice_writes_each_line_once(stream: io.StringIO) -> None:
    set_up_logs("INFO", "json", stream=io.StringIO())
    set_up_logs("INFO", "json", stream=stream)
    structlog.get_logger("bot.table").info("once")
    assert len(objects(stream)) == 1


def test_names_are_written_as_they_are(stream: io.StringIO) -> None:
    set_up_logs("INFO", "json", stream=stream)
    structlog.get_logger("bot").info("titled", title="שחק ♟")
    assert "שחק ♟" in stream.getvalue()


async def test_a_task_inherits_what_it_is_about_and_keeps_it_to_itself(stream: io.StringIO) -> None:
    set_up_logs("INFO", "json", stream=stream)
    log = structlog.get_logger("bot.table")

    async def work(chat: int) -> None:
        with bound_contextvars(chat=chat):
            await asyncio.sleep(0)
            log.info("worked")

    with bound_contextvars(game="g1"):
        await asyncio.gather(work(1), work(2))
    log.info("idle")
    first, second, last = objects(stream)
    assert [(first["chat"], first["game"]), (second["chat"], second["game"])] == [(1, "g1"), (2, "g1")]
    assert "chat" not in last
    assert "game" not in last


@pytest.mark.parametrize("style", ["console", "json"])
class TestNothingSecretIsSeen:
    """Whatever the way into a line, a token or a secret does not come out of it."""

    def say(self, style: Any, stream: io.StringIO) -> Any:
        set_up_logs("DEBUG", style, secrets=(TOKEN, SECRET), stream=stream)
        return structlog.get_logger("bot.platforms")

    def check(self, stream: io.StringIO) -> None:
        text = stream.getvalue()
        assert HIDDEN in text
        assert TOKEN not in text
        assert TOKEN.split(":")[1] not in text
        assert SECRET not in text

    def test_in_a_field(self, style: str, stream: io.StringIO) -> None:
        self.say(style, stream).info("called", url=f"https://api.example/bot{TOKEN}/getMe")
        self.check(stream)

    def test_deep_in_a_field(self, style: str, stream: io.StringIO) -> None:
        self.say(style, stream).info("called", request={"headers": [("X-Secret", SECRET)], "body": TOKEN.encode()})
        self.check(stream)

    def test_in_the_message(self, style: str, stream: io.StringIO) -> None:
        self.say(style, stream).info(f"token {TOKEN}")
        self.check(stream)

    def test_in_a_traceback(self, style: str, stream: io.StringIO) -> None:
        log = self.say(style, stream)
        try:
            raise ValueError(f"bad address bot{TOKEN}/getMe with {SECRET}")
        except ValueError:
            log.exception("call_failed")
        assert "ValueError" in stream.getvalue()
        self.check(stream)

    def test_in_a_librarys_line(self, style: str, stream: io.StringIO) -> None:
        self.say(style, stream)
        logging.getLogger("some.library").warning("POST %s", f"https://api.example/bot{TOKEN}/sendPhoto")
        self.check(stream)

    def test_in_a_warning(self, style: str, stream: io.StringIO) -> None:
        self.say(style, stream)
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.warn(f"odd token {TOKEN}", stacklevel=1)
        self.check(stream)

    def test_local_variables_stay_out_of_tracebacks(self, style: str, stream: io.StringIO) -> None:
        log = self.say(style, stream)

        def deal() -> None:
            hand = "-".join(["wizard", "under", "slot", "5"])
            raise ValueError(len(hand))

        try:
            deal()
        except ValueError:
            log.exception("deal_failed")
        assert "wizard-under-slot-5" not in stream.getvalue()


@pytest.mark.parametrize(
    "line",
    [
        f"https://api.telegram.org/bot{TOKEN}/getUpdates",
        f"https://api.telegram.org/file/bot{TOKEN}/photos/1.jpg",
        f"bare {TOKEN} token",
        f"quoted {TOKEN.replace(':', '%3A')} token",
        "http://127.0.0.1:8081/bot7:short/getMe",
    ],
)
def test_tokens_are_known_by_their_form(line: str) -> None:
    """A token that no setting names (another bot's, an old one) is hidden too."""
    masked = mask(line)
    assert HIDDEN in masked
    assert TOKEN.split(":")[1] not in masked
    assert "short" not in masked


@pytest.mark.parametrize("line", ["2026-11-27T10:20:30Z", "http://127.0.0.1:8080/healthz", "chat=-1001234567890:5", ""])
def test_what_is_no_token_stays(line: str) -> None:
    assert mask(line) == line


def test_an_empty_secret_hides_nothing() -> None:
    assert mask("a line", [""]) == "a line"


@pytest.mark.parametrize("name", ["httpx", "httpcore", "telegram", "aiohttp.access", "aiosqlite"])
def test_talkative_libraries_are_heard_from_warnings_on(name: str, stream: io.StringIO) -> None:
    set_up_logs("DEBUG", "json", stream=stream)
    logging.getLogger(name).info("HTTP Request: POST ...")
    assert stream.getvalue() == ""
    logging.getLogger(name).warning("trouble")
    assert [line["event"] for line in objects(stream)] == ["trouble"]
