"""Telegram: updates become presses and commands, posts become messages with inline keyboards."""
