-- A table is one lobby and the game that grows out of it. `record` is who sits there and what was agreed, `state` the
-- present state of the game (both msgspec JSON); the history is in `actions`.
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    platform TEXT NOT NULL,
    chat INTEGER NOT NULL,
    topic INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'ended', 'closed')),
    version INTEGER NOT NULL,
    record BLOB NOT NULL,
    state BLOB,
    opened REAL NOT NULL,
    finished REAL
) STRICT, WITHOUT ROWID;

-- One game per group chat, whatever races.
CREATE UNIQUE INDEX one_table_a_place ON tables (platform, chat, topic) WHERE status IN ('lobby', 'playing');
CREATE INDEX tables_by_place ON tables (platform, chat, topic, finished);

CREATE TABLE sitting (
    platform TEXT NOT NULL,
    person INTEGER NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    PRIMARY KEY (platform, person, table_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX sitting_by_table ON sitting (table_id);

-- What was done, in order: number 0 is the deal. Events are told to their audience and kept for `verify`.
CREATE TABLE actions (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    seat INTEGER,
    action TEXT NOT NULL,
    events BLOB NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

-- Secrets on their way to one person, and those lying in a private chat until their time ends.
CREATE TABLE whispers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    platform TEXT NOT NULL,
    person INTEGER NOT NULL,
    number INTEGER NOT NULL,
    event BLOB NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('waiting', 'blocked', 'shown')),
    message INTEGER,
    remove_at REAL
) STRICT;
CREATE INDEX whispers_by_person ON whispers (platform, person);
CREATE INDEX whispers_by_table ON whispers (table_id);

-- The message that shows a table, what it has told, and older messages still to be removed.
CREATE TABLE boards (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    message INTEGER,
    revision INTEGER NOT NULL,
    told INTEGER NOT NULL,
    rung INTEGER NOT NULL,
    stale BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE people (
    platform TEXT NOT NULL,
    id INTEGER NOT NULL,
    name TEXT NOT NULL,
    language TEXT NOT NULL,
    locale TEXT,
    reachable INTEGER,
    PRIMARY KEY (platform, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE chats (
    platform TEXT NOT NULL,
    chat INTEGER NOT NULL,
    topic INTEGER NOT NULL DEFAULT 0,
    title TEXT NOT NULL,
    settings BLOB NOT NULL,
    closed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (platform, chat, topic)
) STRICT, WITHOUT ROWID;

-- A link that seats one person at one table; worth nothing to others.
CREATE TABLE invites (
    payload TEXT PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    platform TEXT NOT NULL,
    person INTEGER NOT NULL,
    press TEXT NOT NULL,
    at REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE seen (
    id TEXT PRIMARY KEY,
    at REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX seen_by_age ON seen (at);

CREATE TABLE deadlines (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX deadlines_by_time ON deadlines (at);

CREATE TABLE file_ids (
    platform TEXT NOT NULL,
    key TEXT NOT NULL,
    file TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (platform, key)
) STRICT, WITHOUT ROWID;
