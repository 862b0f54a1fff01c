"""The Invisible Man: one player has no place on the map until a shot of paint finds him; the others hunt."""
