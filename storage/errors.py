"""The root of Underhat's errors, and those that storage raises. The whole tree is drawn in `bot/errors.py`."""


class UnderhatError(Exception):
    """Any error this project raises on purpose."""


class DamagedRecord(UnderhatError):
    """What was read from storage or from a history does not fit the schema or the rules."""


class StaleVersion(UnderhatError):
    """Another writer changed the row first; load it anew and decide again."""


class StoreError(UnderhatError):
    """The database has failed, whatever it was."""


class DamagedFile(StoreError):
    """Part of the database's file cannot be read; what lies elsewhere in it can."""


class CannotOpen(StoreError):
    """The database is not to be had as it is set: the server refuses, there is no such one, it cannot hold ours."""


class StoreAway(StoreError):
    """The database cannot be used just now, which passes by itself: it is locked, full, out of reach, or closed."""


class DatabaseLocked(StoreAway):
    """Another program keeps the database locked, for longer than a start waits."""


class Deadlocked(StoreAway):
    """Two transactions waited for each other, and this one was given up for the other."""


class CannotWrite(StoreAway):
    """Nothing can be written just now: the disk is full, or the file may only be read. Nothing is damaged by it."""
