"""Before and after the game, and the one animal that a secret shows."""

from __future__ import annotations

from bot.engine.rules import Seat
from bot.games.vanished_animal.pictures import figures
from bot.games.vanished_animal.pictures.model import SecretAnimal, VanishedFinale, VanishedSitting
from bot.games.vanished_animal.pictures.plates import tokens
from bot.games.vanished_animal.rules.moves import ANIMALS, HATS
from bot.pictures.canvas import Canvas, panel
from bot.pictures.encode import png
from bot.pictures.marks import beams, disc
from bot.pictures.palette import COLOURS, SEATS
from bot.pictures.plates import Area, Lobby, abreast, framed, greyed, lobby_row

WIDTH, HEIGHT, GAP = 1280, 720, 12
TABLE_Y = 430
BOX_X, WAND_Y = 1136, 126
RESULTS_HEIGHT, STAGE_Y = 404, 432


def draw_lobby(lobby: Lobby[VanishedSitting]) -> bytes:
    """Draw who sits at the table: five animals look out of their hats, the sixth is in the box; places wait."""
    canvas = Canvas(WIDTH, HEIGHT)
    _show(canvas)
    canvas.bar(0, TABLE_Y, WIDTH, HEIGHT, COLOURS["bark"])
    canvas.bar(0, TABLE_Y, WIDTH, TABLE_Y + 8, COLOURS["ink"])
    canvas.bar(0, TABLE_Y + 8, WIDTH, TABLE_Y + 22, COLOURS["bark-shade"])
    lobby_row(canvas, lobby.seats, len(SEATS), dashes="skin-shade")
    return png(canvas.image)


def _show(canvas: Canvas) -> None:
    """Stand five hats on the table's rim, each with its animal, and the shut box among them, shining."""
    canvas.paste(beams(WIDTH, TABLE_Y, BOX_X, WAND_Y, reach=1500), 0, 0)
    for place, kind in enumerate(ANIMALS[:HATS]):
        sprite = figures.opened_hat(kind, 190)
        canvas.paste(sprite, 118 + 200 * place - sprite.width / 2, TABLE_Y + 6 - sprite.height)
    box = figures.box(188)
    canvas.paste(box, BOX_X - box.width / 2, TABLE_Y + 4 - box.height)
    canvas.centre(figures.icon("wand", 136), BOX_X, WAND_Y)


def draw_finale(finale: VanishedFinale) -> bytes:
    """Draw the winner crowned, everybody's tokens, and what lay where in the last round (D13)."""
    canvas = Canvas(WIDTH, HEIGHT)
    for seat, (left, width) in enumerate(abreast(len(finale.seats), WIDTH, GAP)):
        _result(canvas, finale, seat, (left, GAP, width, RESULTS_HEIGHT))
    _stage(canvas, finale)
    return png(canvas.image)


def _result(canvas: Canvas, finale: VanishedFinale, seat: Seat, area: Area) -> None:
    left, top, width, _ = area
    sitting, won, middle = finale.seats[seat], seat in finale.winners, left + width / 2
    framed(canvas, area, golden=won)
    canvas.icon(f"seat-{seat}", middle, top + 106, 116)
    if won:
        canvas.icon("winner", middle, top + 46, 76)
    canvas.write(sitting.name, middle, top + 204, 36, width=width - 36)
    if sitting.held is not None:
        tokens(canvas, sitting.held, middle - 66, top + 314, 118)
    if not sitting.present:
        greyed(canvas, area)
        canvas.icon("away", left + width - 44, top + 44, 52)


def _stage(canvas: Canvas, finale: VanishedFinale) -> None:
    """Stand the last round's hats and box in a row, turned up as far as all may see them."""
    canvas.bar(0, STAGE_Y, WIDTH, HEIGHT, COLOURS["felt-shade"])
    pitch = (WIDTH - 80) / (HATS + 1)
    for hat in range(HATS):
        x = 40 + pitch * (hat + 0.5)
        sprite = figures.hat(160) if finale.faces is None else figures.opened_hat(finale.faces[hat], 160)
        canvas.paste(sprite, x - sprite.width / 2, HEIGHT - 18 - sprite.height)
        disc(canvas, hat + 1, x, HEIGHT - 46, 56)
    box = figures.box(160) if finale.box is None else figures.opened_box(finale.box, 172)
    canvas.paste(box, 40 + pitch * (HATS + 0.5) - box.width / 2, HEIGHT - 14 - box.height)


def draw_secret(secret: SecretAnimal) -> bytes:
    canvas = Canvas(720, 540)
    canvas.paste(panel(464, 504, COLOURS["felt-shade"], radius=30, edge=COLOURS["felt-shade"]), 134, 24)
    canvas.paste(panel(460, 500, figures.GROUND[secret.animal], radius=28, weight=6), 128, 16)
    opened = figures.opened_box if secret.hat is None else figures.opened_hat
    sprite = opened(secret.animal, 312)
    canvas.paste(sprite, 358 - sprite.width / 2, 500 - sprite.height)
    if secret.hat is None:
        canvas.centre(figures.icon("hush", 112), 590, 92)
        return png(canvas.image)
    disc(canvas, secret.hat + 1, 128, 92, 116)
    canvas.icon("eye", 590, 92, 116)
    return png(canvas.image)
