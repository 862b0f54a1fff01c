"""Court Hats: remember which hat lies over which character; peek, swap, bluff, claim."""
