"""What presses and commands do."""
