-- What a bot's processes have to know of each other, and of those before them, to connect to a gateway.
-- Each login of a shard in the last day: more than so many a day, and the platform resets the token.
CREATE TABLE logins (
    bot TEXT NOT NULL,
    shard INTEGER NOT NULL,
    at REAL NOT NULL
) STRICT;
CREATE INDEX logins_of_a_bot ON logins (bot, at);
-- When a process that uses this database last served a shard.
CREATE TABLE shards (
    bot TEXT NOT NULL,
    shard INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (bot, shard)
) STRICT, WITHOUT ROWID;
