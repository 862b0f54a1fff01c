"""The crash matrix: a process that is killed around every call and every commit of a short game."""
