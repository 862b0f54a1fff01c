"""Committed randomness: one secret seed, labelled streams of dice and shuffles."""


class Chance:
    """The streams of one game."""
