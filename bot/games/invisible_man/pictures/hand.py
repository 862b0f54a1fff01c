"""What one seat holds, large, for one pair of eyes: Signals and Yes cards, or No cards and Cloaks."""

from __future__ import annotations

from PIL import Image

from bot.games.invisible_man.pictures import pieces
from bot.games.invisible_man.pictures.model import HeldCard, HeldCards
from bot.games.invisible_man.pictures.town_map import building
from bot.pictures import encode
from bot.pictures.canvas import Canvas, dashed, panel
from bot.pictures.kept import kept
from bot.pictures.palette import COLOURS, PLACES

MARGIN, GAP = 24, 20
CARD_WIDTH, CARD_HEIGHT = 200, 248
FEW, MANY = 4, 5
"""Cards in a row: only a very large hand is shown smaller."""
FRAME = 14
EDGE = 4
"""How far what shows of a card may stand out at its left and above."""
PLACE = "town"
NIGHT = PLACES[PLACE]["night"]


def draw_hand(hand: HeldCards) -> bytes:
    """Draw a hand as PNG, as many rows as it takes; an empty hand is an empty place.

    Cards don't touch each other, so each is painted and brought into the palette once.
    """
    columns = FEW if len(hand.cards) <= 4 * FEW else MANY
    rows = max(1, -(-len(hand.cards) // columns))
    width, height = 2 * MARGIN + columns * (CARD_WIDTH + GAP) - GAP, 2 * MARGIN + rows * (CARD_HEIGHT + GAP) - GAP + 8
    image = Image.new("P", (width, height), _night().getpixel((0, 0)))
    cards = hand.cards or (None,)
    for place, held in enumerate(cards):
        row, column = divmod(place, columns)
        in_row = min(columns, len(cards) - row * columns)
        left = (width - in_row * (CARD_WIDTH + GAP) + GAP) // 2 + column * (CARD_WIDTH + GAP)
        image.paste(_cell(held), (left - EDGE, MARGIN + row * (CARD_HEIGHT + GAP) - EDGE))
    return encode.whole(image, PLACE)


@kept
def _night() -> Image.Image:
    return Canvas(1, 1, NIGHT).quantised(PLACE)


@kept
def _cell(held: HeldCard | None) -> Image.Image:
    """Return a card, or an empty place, with the ground around it, in the palette."""
    canvas = Canvas(CARD_WIDTH + GAP, CARD_HEIGHT + GAP, NIGHT)
    if held is None:
        canvas.paste(dashed(CARD_WIDTH, CARD_HEIGHT), EDGE, EDGE)
    else:
        _card(canvas, held, EDGE, EDGE)
    return canvas.quantised(PLACE)


def _card(canvas: Canvas, held: HeldCard, left: int, top: int) -> None:
    shade = COLOURS["ink"]
    for sheet in range(min(3, held.many) - 1, -1, -1):
        canvas.paste(
            panel(CARD_WIDTH, CARD_HEIGHT, shade, radius=22, edge=shade), left + 5 + 4 * sheet, top + 6 + 4 * sheet
        )
        canvas.paste(panel(CARD_WIDTH, CARD_HEIGHT, COLOURS["paper"], radius=22), left + 4 * sheet, top + 4 * sheet)
    ground = panel(
        CARD_WIDTH - 2 * FRAME,
        CARD_HEIGHT - 2 * FRAME,
        pieces.BACKS[held.sort],
        radius=14,
        edge=pieces.BACKS[held.sort],
    )
    canvas.paste(ground, left + FRAME, top + FRAME)
    middle = left + CARD_WIDTH / 2
    if held.sort in ("yes", "no"):
        canvas.centre(pieces.emblem(held.sort, 84), middle, top + 72)
        canvas.write(f"+{held.value}", middle, top + 170, 96, pieces.INKS[held.sort])
        if held.many > 1:
            canvas.centre(panel(84, 58, COLOURS["paper"], radius=26), left + CARD_WIDTH - 32, top + 28)
            canvas.write(f"×{held.many}", left + CARD_WIDTH - 32, top + 28, 46)
        return
    picture = building(held.place, 132) if held.sort == "signal" else pieces.sign("cloak", 120)
    canvas.centre(picture, middle, top + 92)
    _digits(canvas, held.digits, middle, top + CARD_HEIGHT - 52)


def _digits(canvas: Canvas, digits: tuple[int, ...], middle: float, y: float) -> None:
    """Write the digits that hit or save, each on its own slip; five still fit a card."""
    pitch, size = {4: (41, 48), 5: (33, 42)}.get(len(digits), (50, 50))
    start = middle - pitch * (len(digits) - 1) / 2
    for place, digit in enumerate(digits):
        x = start + pitch * place
        canvas.centre(panel(pitch - 1, 60, COLOURS["paper"], radius=8, weight=2), x, y)
        canvas.write(digit, x, y, size)
