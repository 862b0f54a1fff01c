-- Which process has an update in hand: its name among those that serve the database (`storage/leases.py`), '' where it was
-- handed over, '?' of a version that had no names.
ALTER TABLE inbox ADD COLUMN owner TEXT NOT NULL DEFAULT '?';
