-- What has ended lately may still have its end to show; what ended long ago is deleted.
CREATE INDEX tables_by_end ON tables (finished) WHERE finished IS NOT NULL;

-- An invitation is replaced when its person asks again, and goes with its table.
CREATE INDEX invites_by_table ON invites (table_id);
CREATE INDEX invites_by_person ON invites (platform, person);
CREATE INDEX invites_by_age ON invites (at);

-- Where a picture was uploaded is remembered by the process alone.
DROP TABLE file_ids;
