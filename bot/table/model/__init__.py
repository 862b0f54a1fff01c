"""What a table is, as plain values and pure functions."""
