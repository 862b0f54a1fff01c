"""Tests of translation: catalogues, names, and that every text shown goes through them."""
