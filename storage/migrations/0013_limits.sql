-- How often a bot has called its platform, counted for all processes on one PostgreSQL (storage/limits.py). On SQLite
-- the one process counts in memory, and these stay empty. Times are microseconds since 1970, by the database's clock.
CREATE TABLE call_counters (
    bot TEXT PRIMARY KEY,
    since INTEGER NOT NULL, -- from when on all calls are known
    at INTEGER NOT NULL -- when a process asked last
) STRICT, WITHOUT ROWID;
-- The calls that count in a window: from when on each may be made, and when it is over at the latest.
CREATE TABLE call_windows (
    bot TEXT NOT NULL,
    name TEXT NOT NULL,
    begins TEXT NOT NULL, -- '{1,2,3}'
    ends TEXT NOT NULL, -- the same of their ends, in the same order
    at INTEGER NOT NULL, -- when it was used last
    PRIMARY KEY (bot, name)
) STRICT, WITHOUT ROWID;
-- How many of the token's calls each process may make, until when it may, and how many it would like to make.
CREATE TABLE call_shares (
    bot TEXT NOT NULL,
    process TEXT NOT NULL,
    places INTEGER NOT NULL,
    wish INTEGER NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (bot, process)
) STRICT, WITHOUT ROWID;
-- What the platform has asked for: until when no call is made, and until when nothing new is sent.
CREATE TABLE call_pauses (
    bot TEXT NOT NULL,
    name TEXT NOT NULL,
    paused INTEGER NOT NULL,
    held INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    PRIMARY KEY (bot, name)
) STRICT, WITHOUT ROWID;
