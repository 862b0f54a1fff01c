"""Discord: interactions become presses and commands, posts become messages of components."""
