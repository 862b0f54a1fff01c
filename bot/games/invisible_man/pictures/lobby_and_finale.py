"""Before and after the game, as high as a phone shows large."""

from __future__ import annotations

from PIL import Image

from bot.engine.rules import Seat
from bot.games.invisible_man.pictures import pieces
from bot.games.invisible_man.pictures.model import TownFinale, TownSitting
from bot.games.invisible_man.pictures.plates import counts
from bot.games.invisible_man.pictures.town_map import building
from bot.games.invisible_man.rules.town import TOWN
from bot.pictures import sprites
from bot.pictures.canvas import SQUARE, WIDTH, Canvas, panel
from bot.pictures.kept import kept
from bot.pictures.palette import COLOURS, PLACES, SEATS
from bot.pictures.plates import Area, Lobby, abreast, framed, greyed, lobby_quarters, name_line
from bot.pictures.typography import text

NIGHT = PLACES["town"]["night"]
GAP = 12
STREET_Y = 716
"""Where the street lies in the lobby, below it who sits at the table."""
SEATED: Area = (GAP, STREET_Y + 24, WIDTH - 2 * GAP, SQUARE[1] - STREET_Y - 24 - GAP)
STAGE, RESULT_HEIGHT, ABREAST = 640, 140, 2
"""The end: where the plates begin, how high a plate is, how many stand side by side."""
ROOFS = ("library", "bakery", "circus", "factory", "museum", "bank", "school")
"""What stands behind the winners."""
FAR = ("post", "museum", "school", "theatre", "bank", "library", "stadium", "circus")
NEAR = ("bakery", "barber", "factory", "hotel", "tailor", "firehouse")
FIGURES = ((1, 176, 230), (3, 838, 230), (2, 690, 250), (0, 420, 390))
"""Who runs down the street of the lobby: seat, middle, width; the last in front."""


def draw_lobby(lobby: Lobby[TownSitting]) -> bytes:
    """Draw the town at noon, the Invisible Man with the police around him, and who sits at the table."""
    canvas = Canvas(*SQUARE, COLOURS["sky"])
    canvas.cover(_noon(), 0, 0)
    lobby_quarters(canvas, lobby.seats, len(SEATS), SEATED)
    return canvas.png("town")


@kept
def _noon() -> Image.Image:
    """Return the town on its hill, the far row above, and who runs down the street."""
    canvas = Canvas(*SQUARE, COLOURS["sky"])
    clouds = ((110, 84, 90), (200, 104, 70), (640, 64, 100), (740, 80, 70), (920, 150, 80))
    puffs = "".join(f'<ellipse cx="{x}" cy="{y}" rx="{r}" ry="{r // 4}"/>' for x, y, r in clouds)
    hill = f'<ellipse cx="500" cy="740" rx="760" ry="500" fill="{COLOURS["leaf"]}"/>'
    drawing = f'<g fill="{COLOURS["paper"]}">{puffs}</g>{hill}'
    canvas.paste(sprites.drawn(drawing, (0, 0, WIDTH, STREET_Y), WIDTH, STREET_Y), 0, 0)
    for place, name in enumerate(FAR):
        x = 66 + 124 * place
        canvas.centre(building(name, 124), x, 236 + round(abs(x - 500) ** 1.7 / 460))
    for place, name in enumerate(NEAR):
        x = (70, 250, 420, 590, 760, 930)[place]
        canvas.centre(building(name, 168), x, 420 + round(abs(x - 500) ** 1.6 / 460))
    for seat, x, wide in FIGURES:
        figure = pieces.pawn(seat, hidden=seat == 0, width=wide)
        canvas.paste(figure, x - wide / 2, STREET_Y - figure.height + 4)
    canvas.bar(0, STREET_Y, WIDTH, SQUARE[1], NIGHT)
    canvas.bar(0, STREET_Y, WIDTH, STREET_Y + 10, COLOURS["ink"])
    return canvas.image


def draw_finale(finale: TownFinale) -> bytes:
    """Draw who won, large and crowned, and what everyone had left; in a game that was stopped all stand there alike."""
    rows = -(-len(finale.seats) // ABREAST)
    canvas = Canvas(WIDTH, STAGE + (RESULT_HEIGHT + GAP) * rows, NIGHT)
    canvas.paste(_scene(celebrated=bool(finale.winners)), 0, 0)
    if finale.winners:
        _winners(canvas, finale)
    else:
        _everybody(canvas, finale)
    _counter(canvas, finale.opened)
    columns = abreast(ABREAST, WIDTH, GAP)
    for seat in range(len(finale.seats)):
        row, column = divmod(seat, ABREAST)
        left, width = columns[column]
        _result(canvas, finale, seat, (left, STAGE + (RESULT_HEIGHT + GAP) * row, width, RESULT_HEIGHT))
    return canvas.png("town")


@kept
def _scene(*, celebrated: bool) -> Image.Image:
    """Return the stage: beams of light over the roofs of the town, or the quiet night."""
    turned = "".join(f'<path d="M0 0L1400 -90V90Z" transform="rotate({turn})"/>' for turn in range(0, 360, 18))
    middle = WIDTH // 2
    drawing = (
        f'<rect width="{WIDTH}" height="{STAGE}" fill="{NIGHT}"/>'
        f'<g fill="{COLOURS["violet-shade"]}" transform="translate({middle} 330)">{turned if celebrated else ""}</g>'
        f'<rect y="{STAGE - 34}" width="{WIDTH}" height="34" fill="{COLOURS["ink"]}"/>'
    )
    scene = sprites.drawn(drawing, (0, 0, WIDTH, STAGE), WIDTH, STAGE).copy()
    for place, name in enumerate(ROOFS):
        house = building(name, 132)
        scene.alpha_composite(house, (place * (WIDTH - 132) // (len(ROOFS) - 1), STAGE - 34 - 126))
    return scene


def _winners(canvas: Canvas, finale: TownFinale) -> None:
    """Show the winners under a crown; who caught somebody holds the handcuffs, and the caught one stands by."""
    hidden = next((seat for seat, sitting in enumerate(finale.seats) if sitting.hidden), None)
    caught = bool(finale.winners) and hidden is not None and hidden not in finale.winners
    count = len(finale.winners) + caught
    pitch, wide = (330, 330) if count < 3 else (980 // count, 980 // count - 24)
    start = WIDTH / 2 - pitch * (count - 1) / 2
    feet = STAGE - 16
    for place, seat in enumerate(finale.winners):
        x = start + pitch * place
        figure = pieces.pawn(seat, hidden=finale.seats[seat].hidden, width=wide)
        canvas.centre(figure, x, feet - figure.height / 2)
        canvas.icon("winner", x, feet - figure.height - wide // 6, wide * 2 // 5)
    if caught and hidden is not None:
        x = start + pitch * (count - 1)
        figure = pieces.pawn(hidden, hidden=True, width=wide * 3 // 4)
        canvas.centre(figure, x, feet - figure.height / 2)
        canvas.centre(pieces.sign("cuffs", wide // 2), x - pitch * 0.46, feet - wide // 5)


def _everybody(canvas: Canvas, finale: TownFinale) -> None:
    pitch = 960 // len(finale.seats)
    for seat, sitting in enumerate(finale.seats):
        figure = pieces.pawn(seat, hidden=sitting.hidden, width=min(pitch - 40, 240))
        canvas.centre(figure, 20 + pitch * (seat + 0.5), STAGE - 16 - figure.height / 2)


def _counter(canvas: Canvas, opened: int) -> None:
    """Write how many Signals lie open, in a pill as wide as it needs."""
    written = f"{opened}/{len(TOWN.places)}"
    wide = 110 + text_width(written, 48)
    canvas.paste(panel(wide, 76, COLOURS["parchment"], radius=36), WIDTH - wide - 16, 16)
    canvas.centre(pieces.sign("opened", 58), WIDTH - wide + 28, 54)
    canvas.write(written, WIDTH - 40, 54, 48, align="right")


def text_width(written: str, size: int) -> int:
    sprite = text(written, size)
    return 0 if sprite is None else sprite.width


def _result(canvas: Canvas, finale: TownFinale, seat: Seat, area: Area) -> None:
    left, top, width, height = area
    sitting, won = finale.seats[seat], seat in finale.winners
    framed(canvas, area, golden=won)
    canvas.centre(pieces.pawn(seat, hidden=sitting.hidden, width=84), left + 62, top + height / 2)
    name_line(canvas, seat, sitting, (left + 116, top + 18, width - 136, 50), acting=False)
    if sitting.open is not None:
        counts(canvas, sitting.open, (left + 120, top + 76, width - 130, 52), hidden=sitting.hidden)
    if not sitting.present:
        greyed(canvas, area)
