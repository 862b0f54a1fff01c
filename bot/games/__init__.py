"""The games. Pure: no I/O, no clock, no platform."""
