"""Tests of the dispatcher: commands, menus, floods, repeats."""
