"""The database: schema, migrations, the few questions asked of it."""
