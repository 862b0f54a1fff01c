-- Updates that a platform has handed over and that are not finished: the platform does not tell them again.
-- `number` is the platform's; it may begin anew after a week, but not below one that is unfinished.
CREATE TABLE inbox (
    bot TEXT NOT NULL,
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (bot, number)
) STRICT;
