"""A Discord on loopback: real sockets, REST and gateway, and people who see and press. Knows nothing of the bot."""
