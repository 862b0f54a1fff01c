-- Private answers that show something of a table, with what deletes each: a process that is killed cannot do it.
CREATE TABLE answers (
    bot TEXT NOT NULL,
    message TEXT NOT NULL,
    token TEXT NOT NULL,
    until REAL NOT NULL,
    PRIMARY KEY (bot, message)
) STRICT, WITHOUT ROWID;
