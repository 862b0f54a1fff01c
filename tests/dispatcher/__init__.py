"""Tests of the front desk: commands, menus, floods, repeats."""
