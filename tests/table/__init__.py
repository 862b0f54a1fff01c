"""Tables, by what a group of friends sees."""
