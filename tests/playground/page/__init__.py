"""The page of the playground, in a real browser."""
