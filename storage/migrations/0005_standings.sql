-- How a finished game ended for each person who held a seat. It outlives its game, not its person. `computers` counts
-- the seats that a computer had, at the end or for a while; `points` is NULL in a game that has none; `rated`: it has
-- gone into the ratings.
CREATE TABLE results (
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    platform TEXT NOT NULL,
    chat INTEGER NOT NULL,
    person INTEGER NOT NULL,
    game TEXT NOT NULL,
    seats INTEGER NOT NULL,
    computers INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    points INTEGER,
    finished REAL NOT NULL,
    rated INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX results_by_chat ON results (platform, chat, game, person);
CREATE INDEX results_by_person ON results (platform, person);
CREATE INDEX results_to_rate ON results (finished, table_id) WHERE rated = 0 AND computers = 0;

-- How well a person plays a game: `mu` and `sigma` as the model has them, `shown` the whole number that people read,
-- `games` how many have gone into it.
CREATE TABLE ratings (
    platform TEXT NOT NULL,
    person INTEGER NOT NULL,
    game TEXT NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    shown INTEGER NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (platform, person, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_by_height ON ratings (platform, game, shown);
