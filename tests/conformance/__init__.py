"""One list of what happens at tables, played on Telegram and on Discord: `python -m tests.conformance` shows it."""
