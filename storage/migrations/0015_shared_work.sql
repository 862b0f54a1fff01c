-- What processes that serve one database have to know of each other's work: until when a secret is left to the answer
-- to a press; of which seats a board says that they cannot be written to, a bit for each; after which action a board tells.
ALTER TABLE whispers ADD COLUMN not_before REAL NOT NULL DEFAULT 0;
ALTER TABLE boards ADD COLUMN unreached INTEGER NOT NULL DEFAULT 0;
ALTER TABLE boards ADD COLUMN told_after INTEGER;
