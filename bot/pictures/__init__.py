"""The drawing kit: palette, sprites, type, canvas, encoding, and the cache that renders off the event loop.

It knows no game. Sprites are SVG, drawn for this project, and are rastered once; a frame is composed of them by Pillow
and written as a PNG in a fixed palette, so that the same drawing gives the same bytes.
"""
