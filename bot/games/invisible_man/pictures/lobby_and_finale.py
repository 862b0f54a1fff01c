"""Before and after the game. 1280 x 720 pixels."""

from __future__ import annotations

from bot.engine.rules import Seat
from bot.games.invisible_man.pictures import pieces
from bot.games.invisible_man.pictures.model import TownFinale, TownSitting
from bot.games.invisible_man.pictures.plates import counts
from bot.games.invisible_man.pictures.town_map import building
from bot.games.invisible_man.rules.town import TOWN
from bot.pictures import sprites
from bot.pictures.canvas import Canvas, panel
from bot.pictures.encode import png
from bot.pictures.marks import beams
from bot.pictures.palette import COLOURS, SEATS
from bot.pictures.plates import Area, Lobby, abreast, framed, greyed, lobby_row

WIDTH, HEIGHT, GAP = 1280, 720, 12
STREET_Y = 430
RESULTS_Y, RESULTS_HEIGHT = 474, 234
FAR = ("post", "museum", "school", "bank", "observatory", "theatre", "library", "stadium", "circus", "cinema")
NEAR = ("bakery", "factory", "hotel", "barber", "tailor", "firehouse")
FIGURES = ((1, 292, 180), (0, 560, 270), (2, 830, 180), (3, 1034, 180))
"""Who runs down the street of the lobby: seat, middle, width."""


def draw_lobby(lobby: Lobby[TownSitting]) -> bytes:
    """Draw the town at noon, the Invisible Man with the police around him, and who sits at the table."""
    canvas = Canvas(WIDTH, HEIGHT, COLOURS["sky"])
    _skyline(canvas)
    for seat, x, wide in FIGURES:
        figure = pieces.pawn(seat, hidden=seat == 0, width=wide)
        canvas.paste(figure, x - wide / 2, STREET_Y - figure.height + 4)
    canvas.bar(0, STREET_Y, WIDTH, HEIGHT, COLOURS["felt"])
    canvas.bar(0, STREET_Y, WIDTH, STREET_Y + 8, COLOURS["ink"])
    lobby_row(canvas, lobby.seats, len(SEATS), name_at=184)
    return png(canvas.image)


def _skyline(canvas: Canvas) -> None:
    """Stand the town behind the street, the far row washed by the haze, on a hill."""
    hill = f'<ellipse cx="640" cy="450" rx="860" ry="280" fill="{COLOURS["leaf"]}"/>'
    clouds = ((150, 70, 90), (230, 84, 70), (880, 60, 100), (970, 74, 70), (1180, 120, 80))
    puffs = "".join(f'<ellipse cx="{x}" cy="{y}" rx="{r}" ry="{r // 4}"/>' for x, y, r in clouds)
    hill = f'<g fill="{COLOURS["paper"]}">{puffs}</g>{hill}'
    canvas.paste(sprites.raster(hill, (0, 0, WIDTH, STREET_Y), WIDTH, STREET_Y), 0, 0)
    for place, name in enumerate(FAR):
        x = 64 + 128 * place
        canvas.centre(building(name, 120), x, 166 + round(abs(x - 640) ** 1.6 / 420))
    for place, name in enumerate(NEAR):
        x = (84, 430, 706, 1134, 1226, 178)[place]
        canvas.centre(building(name, 140), x, STREET_Y - 64)


def draw_finale(finale: TownFinale) -> bytes:
    """Draw who won, large and crowned, and what everyone had left."""
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.paste(beams(WIDTH, HEIGHT, 640, 250), 0, 0)
    _winners(canvas, finale)
    for seat, (left, width) in enumerate(abreast(len(finale.seats), WIDTH, GAP)):
        _result(canvas, finale, seat, (left, RESULTS_Y, width, RESULTS_HEIGHT))
    return png(canvas.image)


def _winners(canvas: Canvas, finale: TownFinale) -> None:
    """Show the winners under a crown; who caught somebody holds the handcuffs, and the caught one stands by."""
    hidden = next((seat for seat, sitting in enumerate(finale.seats) if sitting.hidden), None)
    caught = bool(finale.winners) and hidden is not None and hidden not in finale.winners
    pitch = 300
    start = 640 - pitch * (len(finale.winners) - 1) / 2 - (150 if caught else 0)
    for place, seat in enumerate(finale.winners):
        x = start + pitch * place
        canvas.centre(pieces.pawn(seat, hidden=finale.seats[seat].hidden, width=270), x, 262)
        canvas.icon("winner", x, 56, 110)
    if caught and hidden is not None:
        x = start + pitch * len(finale.winners)
        canvas.centre(pieces.pawn(hidden, hidden=True, width=190), x, 314)
        canvas.centre(pieces.sign("cuffs", 130), x - 118, 400)
    canvas.paste(panel(196, 84, COLOURS["parchment"], radius=40), 1060, 24)
    canvas.centre(pieces.sign("closed", 56), 1108, 66)
    canvas.write(f"{finale.opened}/{len(TOWN.places)}", 1146, 66, 36, align="left")


def _result(canvas: Canvas, finale: TownFinale, seat: Seat, area: Area) -> None:
    left, top, width, _ = area
    sitting, won = finale.seats[seat], seat in finale.winners
    framed(canvas, area, golden=won)
    middle = left + width / 2
    canvas.icon(f"seat-{seat}", middle - 50, top + 66, 80)
    canvas.centre(pieces.pawn(seat, hidden=sitting.hidden, width=76), middle + 50, top + 66)
    canvas.write(sitting.name, middle, top + 146, 34, width=width - 36)
    if sitting.open is not None:
        wide = 170 if sitting.hidden else 246
        counts(canvas, sitting.open, (round(middle - wide / 2), top + 176, wide, 52), hidden=sitting.hidden)
    if not sitting.present:
        greyed(canvas, area)
