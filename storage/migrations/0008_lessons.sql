-- How far a person is in the lesson of a game: the id of the next step, and whether they have been at its end.
CREATE TABLE lessons (
    platform TEXT NOT NULL,
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    step TEXT NOT NULL,
    done INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (platform, person, game)
) STRICT, WITHOUT ROWID;
