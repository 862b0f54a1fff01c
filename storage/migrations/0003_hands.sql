-- The private message that shows what a seat holds; `shown` names what it shows.
CREATE TABLE hands (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    message INTEGER,
    shown TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
