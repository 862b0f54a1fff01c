"""Changes what is stored of a game while its process is down."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any


def patch(database: Path, *changes: Any) -> None:
    """Change the state of the one table in a database whose process is down."""
    with sqlite3.connect(database) as connection:
        ((blob,),) = connection.execute("SELECT state FROM tables").fetchall()
        state = json.loads(blob)
        for change in changes:
            state = change(state)
        connection.execute("UPDATE tables SET state = ?", (json.dumps(state).encode(),))
    connection.close()
