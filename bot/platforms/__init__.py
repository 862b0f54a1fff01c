"""The platforms: each one a door into the same house."""
