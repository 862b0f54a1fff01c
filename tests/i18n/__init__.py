"""Tests of translation: catalogs, names, and that every text shown goes through them."""
