"""Tests of what all platforms share."""
