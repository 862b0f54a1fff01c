"""The drawing kit: canvas, type, sprites, encoding."""
