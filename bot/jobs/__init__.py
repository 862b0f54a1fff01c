"""Work shared by all processes of one PostgreSQL, by procrastinate: who is free does what was requested anywhere."""
