-- Whether a person wants secrets where they press for them, instead of by private message.
ALTER TABLE people ADD COLUMN here INTEGER NOT NULL DEFAULT 0;
