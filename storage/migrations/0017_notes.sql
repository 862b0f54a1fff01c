-- What several processes remember together of a place for a while, as one alone does in memory: who watches there, that
-- it is closed to us, how many messages lie below its board.
CREATE TABLE notes (
    platform TEXT NOT NULL,
    chat TEXT NOT NULL,
    topic TEXT NOT NULL,
    kind TEXT NOT NULL,
    person TEXT NOT NULL, -- '' for the place itself
    text TEXT NOT NULL,
    number REAL NOT NULL,
    until REAL NOT NULL,
    PRIMARY KEY (platform, chat, topic, kind, person)
) STRICT, WITHOUT ROWID;
