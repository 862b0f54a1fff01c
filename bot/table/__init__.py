"""One chat's table: lobby, seats, turns, clock, history. Knows no game by name and no platform."""
