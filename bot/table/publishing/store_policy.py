"""What publishers do about errors of the database, beside those of a platform."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar

import structlog

from bot.concurrency.publisher import Reaction, Retry
from bot.errors import DamagedRecord, StoreAway

K = TypeVar("K", bound=Hashable)
_LOG = structlog.get_logger(__name__)


def store_policy(table_of: Callable[[K], str]) -> Mapping[type[Exception], Reaction[K]]:
    """Return reactions for keys of tables: wait while the database is away, and leave a damaged table alone."""

    async def tell_damage(key: K, error: DamagedRecord) -> Retry:
        _LOG.error("table_damaged", table=table_of(key), reason=str(error))  # the reason says it all
        return Retry.NEVER

    return {StoreAway: Retry.BACK_OFF, DamagedRecord: tell_damage}
