-- What a platform has told a bot, and the next process of that bot has to know.
-- The channel of a person's private chat, where a platform has one that must be opened: opening many is suspicious.
CREATE TABLE private_channels (
    platform TEXT NOT NULL,
    person TEXT NOT NULL,
    bot TEXT NOT NULL,
    channel TEXT NOT NULL,
    PRIMARY KEY (platform, person, bot)
) STRICT, WITHOUT ROWID;
-- Until when a call is refused that may be made a few times and then not for hours.
CREATE TABLE flood_waits (
    bot TEXT NOT NULL,
    method TEXT NOT NULL,
    until REAL NOT NULL,
    PRIMARY KEY (bot, method)
) STRICT, WITHOUT ROWID;
