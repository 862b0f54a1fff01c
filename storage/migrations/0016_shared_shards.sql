-- What the processes that share one PostgreSQL have to know of each other to serve one bot there. A process that is
-- alone, on SQLite, writes none of it.
-- How many shards a bot has: one number for all its processes.
CREATE TABLE gateways (
    bot TEXT NOT NULL PRIMARY KEY,
    shards INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- The processes that serve shards, in the order in which they came. `shards` are those that one serves alone, with
-- commas between them; empty: its share of all others.
CREATE TABLE shard_servers (
    bot TEXT NOT NULL,
    process TEXT NOT NULL,
    number INTEGER NOT NULL,
    shards TEXT NOT NULL,
    PRIMARY KEY (bot, process)
) STRICT, WITHOUT ROWID;
-- Who serves a shard, and what resumes its session: another process goes on with it, without a login.
ALTER TABLE shards ADD COLUMN process TEXT NOT NULL DEFAULT '';
ALTER TABLE shards ADD COLUMN session TEXT NOT NULL DEFAULT '';
ALTER TABLE shards ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
ALTER TABLE shards ADD COLUMN gateway TEXT NOT NULL DEFAULT '';
-- Who takes a private answer away in its time, the table that it is about, and a digest of its reader and its subject,
-- by which a newer one about the same finds it.
ALTER TABLE answers ADD COLUMN process TEXT NOT NULL DEFAULT '';
ALTER TABLE answers ADD COLUMN table_id TEXT NOT NULL DEFAULT '';
ALTER TABLE answers ADD COLUMN about TEXT NOT NULL DEFAULT '';
CREATE INDEX answers_about_a_table ON answers (bot, table_id);
-- Until when nobody tries to write to a person who takes no direct messages.
ALTER TABLE private_channels ADD COLUMN refused_until REAL NOT NULL DEFAULT 0;
-- The server of each channel that was used: what is told of a server reaches one process, its channels any.
CREATE TABLE channels (
    bot TEXT NOT NULL,
    channel TEXT NOT NULL,
    guild TEXT NOT NULL,
    PRIMARY KEY (bot, channel)
) STRICT, WITHOUT ROWID;
CREATE INDEX channels_of_a_guild ON channels (bot, guild);
