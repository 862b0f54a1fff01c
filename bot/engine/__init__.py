"""The contract of a game: rules, views, presentation, computer players, committed randomness, replay."""
