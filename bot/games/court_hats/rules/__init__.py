"""The rules of Court Hats: pure functions of plain data."""
