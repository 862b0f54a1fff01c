"""The root of Underhat's errors, and those that storage raises. The whole tree is drawn in `bot/errors.py`."""


class UnderhatError(Exception):
    """Any error this project raises on purpose."""


class DamagedRecord(UnderhatError):
    """What was read from storage or from a history does not fit the schema or the rules."""


class DatabaseLocked(UnderhatError):
    """Another program keeps the database locked, for longer than a start waits."""


class StaleVersion(UnderhatError):
    """Another writer changed the row first; load it anew and decide again."""


class CannotWrite(UnderhatError):
    """Nothing can be written just now: the disk is full, or the file may only be read. Nothing is damaged by it."""
