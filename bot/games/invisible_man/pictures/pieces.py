"""Pawns, cards and dice as sprites."""

from __future__ import annotations

from PIL import Image

from bot.engine.rules import Seat
from bot.games.invisible_man.pictures import town_map
from bot.pictures import sprites
from bot.pictures.canvas import Canvas, panel
from bot.pictures.palette import COLOURS, GROUNDS, OUTLINE

BACKS: dict[str, str] = {
    "yes": COLOURS["leaf-shade"],
    "no": COLOURS["red-shade"],
    "signal": GROUNDS["denim"],
    "cloak": GROUNDS["lilac"],
}
"""The colour of each kind of card. Yes and No differ in shape too: round corners, cut corners."""
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((48, 48),),
    2: ((28, 68), (68, 28)),
    3: ((26, 70), (48, 48), (70, 26)),
    4: ((29, 29), (67, 29), (29, 67), (67, 67)),
    5: ((27, 27), (69, 27), (48, 48), (27, 69), (69, 69)),
    6: ((29, 24), (67, 24), (29, 48), (67, 48), (29, 72), (67, 72)),
}


def sign(name: str, size: int) -> Image.Image:
    return sprites.raster(sprites.art(f"invisible_man/{name}"), (0, 0, 96, 96), size, size)


def emblem(kind: str, size: int) -> Image.Image:
    """Return what is drawn on a card's back, clear of its ground."""
    art = sprites.art(f"invisible_man/{kind}")
    if kind in ("yes", "no"):
        art = art.replace(COLOURS["leaf"], COLOURS["paper"]).replace(COLOURS["red"], COLOURS["paper"])
    return sprites.raster(art, (0, 0, 96, 96), size, size)


def pawn(seat: Seat, *, hidden: bool, width: int) -> Image.Image:
    """Return a seat's figure, a third higher than wide: the Invisible Man, or a policeman in the seat's cap."""
    name = "invisible" if hidden else f"policeman-{seat}"
    return sprites.raster(sprites.art(f"invisible_man/{name}"), (0, 0, 96, 128), width, width * 4 // 3)


def die(value: int, size: int) -> Image.Image:
    pips = "".join(f'<circle cx="{x}" cy="{y}" r="10"/>' for x, y in PIPS[value])
    drawing = (
        f'<rect x="4" y="4" width="88" height="88" rx="20" fill="{COLOURS["paper"]}"/>'
        f'<path d="M80 6C88 8 92 14 92 22V74C92 86 86 92 74 92H22C14 92 8 88 6 82C60 88 84 70 80 6Z"'
        f' fill="{COLOURS["steel"]}"/>'
        f'<rect x="4" y="4" width="88" height="88" rx="20" fill="none" stroke="{OUTLINE}" stroke-width="7"/>'
        f'<g fill="{OUTLINE}">{pips}</g>'
    )
    return sprites.raster(drawing, (0, 0, 96, 96), size, size)


def blank(kind: str, width: int, height: int) -> Image.Image:
    """Return the back of a card: round corners for Yes, cut ones for No, as on the marks of right and wrong."""
    inset, cut = 1.5, 11
    right, bottom = width - inset, height - inset
    style = f'fill="{BACKS[kind]}" stroke="{OUTLINE}" stroke-width="3" stroke-linejoin="round"'
    if kind == "no":
        corners = f"M{inset + cut} {inset}H{right - cut}L{right} {inset + cut}V{bottom - cut}L{right - cut} {bottom}"
        drawing = f'<path d="{corners}H{inset + cut}L{inset} {bottom - cut}V{inset + cut}Z" {style}/>'
    else:
        radius = 14 if kind == "yes" else 6
        drawing = f'<rect x="1.5" y="1.5" width="{width - 3}" height="{height - 3}" rx="{radius}" {style}/>'
    return sprites.raster(drawing, (0, 0, width, height), width, height)


def card(canvas: Canvas, kind: str, number: int, x: float, y: float) -> None:
    """Put a face-down card with its public number (N13)."""
    canvas.centre(blank(kind, *town_map.CARD), x, y)
    canvas.write(number, x, y, 28, "paper", width=town_map.CARD[0])


def heap(canvas: Canvas, kind: str, count: int, x: float, y: float, *, tall: bool = False) -> None:
    """Put a heap of face-down cards with how many they are; `x`, `y` is the middle of its first slot."""
    width, height = (town_map.CARD[0], 60) if tall else (68, town_map.CARD[1])
    left, top = x - town_map.CARD[0] / 2, y - town_map.CARD[1] / 2
    for sheet in (4, 2, 0):
        canvas.paste(blank(kind, width, height), left + sheet, top)
    if tall:
        canvas.centre(emblem(kind, 20), x, top + 17)
        canvas.write(count, x, top + 41, 28, "paper", width=width)
    else:
        canvas.centre(emblem(kind, 22), left + 17, y)
        canvas.write(count, left + 46, y, 28, "paper", width=width - 28)


def chip(canvas: Canvas, number: int, x: float, y: float, fill: str) -> None:
    digits = len(str(number))
    canvas.centre(panel(26 + 14 * digits, 40, fill, radius=18, weight=4), x, y)
    canvas.write(number, x, y, 30)
