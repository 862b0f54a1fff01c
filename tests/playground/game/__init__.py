"""Whole games in a browser: the bot as its users start it, its page, and people who know only what they see."""
