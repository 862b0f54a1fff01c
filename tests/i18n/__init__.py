"""Words: catalogs, names, and that nothing shown goes past them."""
