"""The database: its schema, migrations and queries. Imports nothing of `bot`."""
