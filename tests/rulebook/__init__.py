"""The rulebook: its text, its search, its pages."""
