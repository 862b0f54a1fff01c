"""For how many processes a PostgreSQL server has connections (`underhat doctor`)."""

from __future__ import annotations

import msgspec

from storage.postgres import CONNECTIONS, Connection, address_of, visiting
from storage.postgres_leases import session_name

PER_STORE = CONNECTIONS + 1
"""How many connections an open store has at most, with the one that holds its leases."""

_ROOM = """
WITH sessions AS (
    SELECT usename, datname, application_name,
        datname = current_database() AND starts_with(application_name, $1) AS ours
    FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
), counted AS (
    SELECT count(*) FILTER (WHERE NOT ours) AS others,
        count(*) FILTER (WHERE NOT ours AND usename = current_user) AS of_the_user,
        count(*) FILTER (WHERE NOT ours AND datname = current_database()) AS in_the_database,
        count(*) FILTER (WHERE ours AND starts_with(application_name, $2)) AS running
    FROM sessions
)
SELECT least(
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) - others,
    nullif(rolconnlimit, -1) - of_the_user,
    nullif(datconnlimit, -1) - in_the_database
), running
FROM counted, pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()
"""
"""What the server, the user and the database allow (-1: any number), less what others have; and how many run."""


class Room(msgspec.Struct, frozen=True):
    """How many connections are left to all our processes together, and how many of these run."""

    connections: int
    running: int

    def processes(self, each: int) -> int:
        """Return for how many processes that is enough, which open so many each."""
        return max(0, self.connections) // each


async def room(url: str) -> Room:
    """Connect to a database and return what room its server has. Raise as `storage.postgres.connect`."""
    address = address_of(url)

    def ask(connection: Connection) -> Room:
        name = str(address["application_name"])
        ((left, running),) = connection.execute(_ROOM, (name, session_name(name, ""))).fetchall()
        return Room(left, running)

    async with visiting(address) as (link, _):
        return await link.do(ask)
