"""Command line tools for developers: translation catalogs, the contact sheet of all pictures."""
