"""How it shows that the database cannot be used for a while."""

import sqlite3

from storage.errors import CannotWrite

STORE_AWAY = (CannotWrite, sqlite3.OperationalError)
"""What passes by itself: nothing can be written just now, or another program keeps the database locked."""
