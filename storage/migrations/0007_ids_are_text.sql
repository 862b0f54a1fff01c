-- Ids of people, chats, topics and messages are strings, since not every platform numbers them. SQLite cannot change a
-- column's type, so the tables are built anew; foreign keys are off while migrations run. Ids inside `record` and
-- `stale` stay as they are: both ways of writing them are read (`storage.ids.decode_json`).
CREATE TABLE new_tables (
    id TEXT PRIMARY KEY,
    platform TEXT NOT NULL,
    chat TEXT NOT NULL,
    topic TEXT NOT NULL DEFAULT '0',
    status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'ended', 'closed')),
    version INTEGER NOT NULL,
    record BLOB NOT NULL,
    state BLOB,
    opened REAL NOT NULL,
    finished REAL
) STRICT, WITHOUT ROWID;
INSERT INTO new_tables SELECT id, platform, CAST(chat AS TEXT), CAST(topic AS TEXT), status, version, record, state,
    opened, finished FROM tables;
DROP TABLE tables;
ALTER TABLE new_tables RENAME TO tables;
CREATE UNIQUE INDEX one_table_a_place ON tables (platform, chat, topic) WHERE status IN ('lobby', 'playing');
CREATE INDEX tables_by_place ON tables (platform, chat, topic, finished);
CREATE INDEX tables_by_end ON tables (finished) WHERE finished IS NOT NULL;

CREATE TABLE new_sitting (
    platform TEXT NOT NULL,
    person TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    PRIMARY KEY (platform, person, table_id)
) STRICT, WITHOUT ROWID;
INSERT INTO new_sitting SELECT platform, CAST(person AS TEXT), table_id FROM sitting;
DROP TABLE sitting;
ALTER TABLE new_sitting RENAME TO sitting;
CREATE INDEX sitting_by_table ON sitting (table_id);

CREATE TABLE new_whispers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    platform TEXT NOT NULL,
    person TEXT NOT NULL,
    number INTEGER NOT NULL,
    event BLOB NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('waiting', 'blocked', 'shown')),
    message TEXT,
    remove_at REAL
) STRICT;
INSERT INTO new_whispers SELECT id, table_id, seat, platform, CAST(person AS TEXT), number, event, status,
    CAST(message AS TEXT), remove_at FROM whispers;
-- An id is never given twice, also when the newest rows are gone: buttons and deadlines name it.
DELETE FROM sqlite_sequence WHERE name = 'new_whispers';
INSERT INTO sqlite_sequence SELECT 'new_whispers', seq FROM sqlite_sequence WHERE name = 'whispers';
DROP TABLE whispers;
ALTER TABLE new_whispers RENAME TO whispers;
CREATE INDEX whispers_by_person ON whispers (platform, person);
CREATE INDEX whispers_by_table ON whispers (table_id);

CREATE TABLE new_boards (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    message TEXT,
    revision INTEGER NOT NULL,
    told INTEGER NOT NULL,
    rung INTEGER NOT NULL,
    stale BLOB NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO new_boards SELECT table_id, CAST(message AS TEXT), revision, told, rung, stale FROM boards;
DROP TABLE boards;
ALTER TABLE new_boards RENAME TO boards;

CREATE TABLE new_hands (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    message TEXT,
    shown TEXT NOT NULL,
    platform TEXT,
    person TEXT,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO new_hands SELECT table_id, seat, CAST(message AS TEXT), shown, platform, CAST(person AS TEXT) FROM hands;
DROP TABLE hands;
ALTER TABLE new_hands RENAME TO hands;

CREATE TABLE new_people (
    platform TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    language TEXT NOT NULL,
    locale TEXT,
    reachable INTEGER,
    here INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (platform, id)
) STRICT, WITHOUT ROWID;
INSERT INTO new_people SELECT platform, CAST(id AS TEXT), name, language, locale, reachable, here FROM people;
DROP TABLE people;
ALTER TABLE new_people RENAME TO people;

CREATE TABLE new_chats (
    platform TEXT NOT NULL,
    chat TEXT NOT NULL,
    topic TEXT NOT NULL DEFAULT '0',
    title TEXT NOT NULL,
    settings BLOB NOT NULL,
    closed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (platform, chat, topic)
) STRICT, WITHOUT ROWID;
INSERT INTO new_chats SELECT platform, CAST(chat AS TEXT), CAST(topic AS TEXT), title, settings, closed FROM chats;
DROP TABLE chats;
ALTER TABLE new_chats RENAME TO chats;

CREATE TABLE new_invites (
    payload TEXT PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    platform TEXT NOT NULL,
    person TEXT NOT NULL,
    press TEXT NOT NULL,
    at REAL NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO new_invites SELECT payload, table_id, platform, CAST(person AS TEXT), press, at FROM invites;
DROP TABLE invites;
ALTER TABLE new_invites RENAME TO invites;
CREATE INDEX invites_by_table ON invites (table_id);
CREATE INDEX invites_by_person ON invites (platform, person);
CREATE INDEX invites_by_age ON invites (at);

CREATE TABLE new_results (
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    platform TEXT NOT NULL,
    chat TEXT NOT NULL,
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    seats INTEGER NOT NULL,
    computers INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    points INTEGER,
    finished REAL NOT NULL,
    rated INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO new_results SELECT table_id, seat, platform, CAST(chat AS TEXT), CAST(person AS TEXT), game, seats,
    computers, rank, points, finished, rated FROM results;
DROP TABLE results;
ALTER TABLE new_results RENAME TO results;
CREATE INDEX results_by_chat ON results (platform, chat, game, person);
CREATE INDEX results_by_person ON results (platform, person);
CREATE INDEX results_to_rate ON results (finished, table_id) WHERE rated = 0 AND computers = 0;

CREATE TABLE new_ratings (
    platform TEXT NOT NULL,
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    shown INTEGER NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (platform, person, game)
) STRICT, WITHOUT ROWID;
INSERT INTO new_ratings SELECT platform, CAST(person AS TEXT), game, mu, sigma, shown, games FROM ratings;
DROP TABLE ratings;
ALTER TABLE new_ratings RENAME TO ratings;
CREATE INDEX ratings_by_height ON ratings (platform, game, shown);
