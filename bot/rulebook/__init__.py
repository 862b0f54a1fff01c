"""The rules of the games, by sections: reading, search, `/rules`."""
