"""Command line tools for developers."""
