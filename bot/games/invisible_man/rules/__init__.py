"""The rules of The Invisible Man: pure functions of plain data."""
