"""The chat platforms: a package for each."""
