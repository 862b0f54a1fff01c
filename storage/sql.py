"""Statements that are made of names, in words that both engines understand."""

from __future__ import annotations

from functools import cache


@cache
def upsert(table: str, key: str, rest: str, source: str = "", *, over: str = "") -> str:
    """Return a statement that inserts a row, or writes over the one that has the same key.

    `key` and `rest` are its columns, the values come in that order; or from `source`, a SELECT with a WHERE, without
    which SQLite would take ON CONFLICT for a join. `over`: these columns alone are written over, by default all.
    """
    columns = f"{key}, {rest}"
    values = source or f"VALUES ({', '.join('?' for _ in columns.split(', '))})"
    changes = ", ".join(f"{column} = excluded.{column}" for column in (over or rest).split(", "))
    return f"INSERT INTO {table} ({columns}) {values} ON CONFLICT ({key}) DO UPDATE SET {changes}"
