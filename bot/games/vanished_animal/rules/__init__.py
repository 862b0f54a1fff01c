"""The rules of The Vanished Animal: pure functions of plain data."""
