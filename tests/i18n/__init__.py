"""Words: catalogues, names, and that nothing shown goes past them."""
