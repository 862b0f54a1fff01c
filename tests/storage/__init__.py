"""Tests of storage, each with a real file."""
