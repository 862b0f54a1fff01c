"""Hostile updates of both platforms: made from the platforms' own shapes, and what must hold after them."""
