"""One list of what happens at tables, played alike on Telegram and on Discord: `python -m tests.conformance` shows it."""
