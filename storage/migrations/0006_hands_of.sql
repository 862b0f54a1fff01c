-- A seat may change hands while a game runs, so the message that shows what it holds says whose chat it lies in.
ALTER TABLE hands ADD COLUMN platform TEXT;
ALTER TABLE hands ADD COLUMN person INTEGER;
