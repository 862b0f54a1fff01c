"""Structured logs without secrets.

Lines of the standard library's loggers take the same way as structlog's. Secrets are taken out of the finished line, so
that no field, message or traceback can carry one.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterable
from typing import Literal, TextIO

import structlog

HIDDEN = "[hidden]"

_TOKEN = re.compile(r"\d{6,}(?::|%3A)[A-Za-z0-9_-]{30,}|(?<=/bot)\d+(?::|%3A)[A-Za-z0-9_-]+", re.IGNORECASE)
_TALKATIVE = (
    *("aiohttp", "aiosqlite", "asyncio", "discord", "httpcore", "httpx", "PIL", "procrastinate", "psycopg"),
    "telegram",
)
"""Libraries of which only warnings are kept: they log each call, with the token in its URL and secrets in its text."""


def mask(line: str, secrets: Iterable[str] = ()) -> str:
    """Return a line without bot tokens and these secrets."""
    for secret in filter(None, secrets):
        line = line.replace(secret, HIDDEN)
    return _TOKEN.sub(HIDDEN, line)


def set_up_logs(
    level: str, style: Literal["console", "json"], secrets: Iterable[str] = (), stream: TextIO | None = None
) -> None:
    """Configure logging of the whole process from this level on, to standard error by default."""
    shared = _shared_processors()
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_Masked(style, handler.stream, tuple(secrets), shared))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(root.level, logging.WARNING))
    logging.captureWarnings(capture=True)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )


class _Masked(structlog.stdlib.ProcessorFormatter):
    """Renders a record of either kind and hides the secrets."""

    def __init__(
        self, style: str, stream: TextIO, secrets: tuple[str, ...], shared: list[structlog.typing.Processor]
    ) -> None:
        self._secrets = secrets
        super().__init__(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_renderers(style, stream)],
        )

    def format(self, record: logging.LogRecord) -> str:
        return mask(super().format(record), self._secrets)


def _shared_processors() -> list[structlog.typing.Processor]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]


def _renderers(style: str, stream: TextIO) -> list[structlog.typing.Processor]:
    if style == "json":
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)]
    # A plain traceback: the pretty one prints local variables, and those may hold a hand.
    plain = structlog.dev.plain_traceback
    return [structlog.dev.ConsoleRenderer(colors=stream.isatty(), exception_formatter=plain)]
