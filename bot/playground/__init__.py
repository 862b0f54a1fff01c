"""A Telegram Bot API on loopback, and a page in front of it."""
