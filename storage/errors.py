"""The root of Underhat's errors, and those that storage raises. The whole tree is drawn in `bot/errors.py`."""

import sqlite3


class UnderhatError(Exception):
    """Any error this project raises on purpose."""


class DamagedRecord(UnderhatError):
    """What was read from storage or from a history does not fit the schema or the rules."""


class StaleVersion(UnderhatError):
    """Another writer changed the row first; load it anew and decide again."""


class CannotWrite(UnderhatError, sqlite3.OperationalError):
    """Nothing can be written just now: the disk is full, or the file may only be read. Nothing is damaged by it.

    It is one of SQLite's errors too, for those who do without the database, whatever is the matter with it.
    """
