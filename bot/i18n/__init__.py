"""Translations: catalogs, the translator, names made safe to show."""
