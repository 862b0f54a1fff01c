"""Opens the database that the settings name; what is wrong with it is said as what is wrong with the setting."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import structlog

from bot.errors import CannotWrite, DamagedRecord, SettingError, StoreAway, StoreError
from bot.settings import Settings, without_password
from storage.store import Store

_LOG = structlog.get_logger(__name__)


@asynccontextmanager
async def open_store(settings: Settings) -> AsyncIterator[Store]:
    """Yield the store, once it can be had: one that is locked or away is waited for, which is logged.

    Raise SettingError for one that cannot be opened, StoreAway for one that stays away.
    """
    where = settings.database
    with said_of_setting("DATABASE_URL", settings.database_url, "a database that opens"):
        store = await Store.open(where, _say_locked if isinstance(where, Path) else _say_away)
    try:
        yield store
    finally:
        await store.close()


@contextmanager
def said_of_setting(name: str, address: str, wants: str) -> Iterator[None]:
    """Raise what is wrong with a database as a SettingError that names its setting; the password is not shown.

    StoreAway is raised as it is: a database that is away is no fault of the setting. One that cannot be written is.
    """
    try:
        yield
    except (OSError, StoreError, DamagedRecord) as error:
        if isinstance(error, StoreAway) and not isinstance(error, CannotWrite):
            raise
        raise SettingError(f"{name}: got {without_password(address)}, wants {wants}: {error}") from error


def wrong_database(settings: Settings, wants: str) -> SettingError:
    """Return the error that says what `DATABASE_URL` should be instead; the password is not shown."""
    return SettingError(f"DATABASE_URL: got {without_password(settings.database_url)}, {wants}")


def _say_locked(seconds: float) -> None:
    _LOG.warning("database_locked", waits=seconds)


def _say_away(seconds: float) -> None:
    _LOG.warning("database_away", waits=seconds)
