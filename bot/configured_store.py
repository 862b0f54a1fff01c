"""Opens the database that the settings name; what is wrong with it is said as what is wrong with the setting."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
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
    try:
        store = await Store.open(where, _say_locked if isinstance(where, Path) else _say_away)
    except (OSError, StoreError, DamagedRecord) as error:
        if isinstance(error, StoreAway) and not isinstance(error, CannotWrite):
            raise  # which is no fault of the setting
        raise wrong_database(settings, f"wants a database that opens: {error}") from error
    try:
        yield store
    finally:
        await store.close()


def wrong_database(settings: Settings, wants: str) -> SettingError:
    """Return the error that says what `DATABASE_URL` should be instead; the password is not shown."""
    return SettingError(f"DATABASE_URL: got {without_password(settings.database_url)}, {wants}")


def _say_locked(seconds: float) -> None:
    _LOG.warning("database_locked", waits=seconds)


def _say_away(seconds: float) -> None:
    _LOG.warning("database_away", waits=seconds)
