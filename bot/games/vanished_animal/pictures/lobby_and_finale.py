"""Before and after the game, and the one animal that a secret shows."""

from __future__ import annotations

from msgspec.structs import replace
from PIL import Image

from bot.engine.rules import Seat
from bot.games.vanished_animal.pictures import figures
from bot.games.vanished_animal.pictures.model import SecretAnimal, VanishedFinale, VanishedSitting
from bot.games.vanished_animal.pictures.plates import seat_plates, token
from bot.games.vanished_animal.pictures.stage import PLACE, Plan, bar, beams, finished, stage, tint
from bot.games.vanished_animal.rules.moves import ANIMALS, HATS
from bot.pictures import sprites
from bot.pictures.canvas import SQUARE, WIDTH, Canvas, panel
from bot.pictures.encode import HIGH
from bot.pictures.kept import kept
from bot.pictures.marks import disc
from bot.pictures.palette import COLOURS, SEATS
from bot.pictures.plates import Area, Lobby, framed, greyed, lobby_quarters, name_line

LOBBY = Plan(WIDTH, 860, wall=366, lip=594, drop=100, knot=280, pool=(500, 500, 440, 80))
LOBBY_PLATES = (12, 628, WIDTH - 24, 220)
FINALE = Plan(*SQUARE, wall=580, lip=836, drop=120, knot=420, pool=(500, 730, 450, 92), rays=(500, 330))
WINNER, NAME_Y = (150, 196, 700, 356), 414
"""The plate of who has won, and where the name begins on it: above that, one end looks like another."""
TABLE_Y, MARKS_END = 686, 206
"""Of a secret: where the table begins on which the animal stands, and what is above where the marks end."""
OTHERS_Y, OTHERS_HEIGHT, WIDEST, GAP = 866, 162, 480, 10
MOST_ABREAST = 3
"""Plates in a row: the four of a game that was stopped are two to a row, as during the game."""


def draw_lobby(lobby: Lobby[VanishedSitting]) -> bytes:
    """Draw who sits at the table: five animals look out of their hats, the sixth is in the box; places wait."""
    canvas = stage(LOBBY)
    _show(canvas)
    lobby_quarters(canvas, lobby.seats, len(SEATS), LOBBY_PLATES, dashes="skin-shade")
    return finished(canvas)


def _show(canvas: Canvas) -> None:
    """Stand three hats behind and two in front, each with its animal, and the shut box in the middle."""
    spots = ((306, 420, 190), (500, 398, 190), (694, 420, 190), (152, 584, 220), (848, 584, 220))
    for kind, (x, y, wide) in zip(ANIMALS[:HATS], spots, strict=True):
        sprite = figures.opened_hat(kind, wide)
        canvas.paste(sprite, x - sprite.width / 2, y - sprite.height)
    box = figures.box(206)
    canvas.paste(box, 500 - box.width / 2, 588 - box.height)
    canvas.centre(figures.icon("wand", 112), 652, 522)


def draw_finale(finale: VanishedFinale) -> bytes:
    """Draw the winner in the light, everybody's tokens, and what lay where in the last round (D13)."""
    canvas = stage(FINALE)
    if finale.winners:  # nobody has won a game that was stopped
        canvas.cover(_celebrated(), 0, 0)
    canvas.part(NAME_Y)
    _last_ring(canvas, finale)
    first = finale.winners[:1]
    for seat in first:
        _winner(canvas, finale.seats[seat], seat)
    others = [seat for seat in range(len(finale.seats)) if seat not in first]
    if len(others) > MOST_ABREAST:
        seat_plates(canvas, finale.seats, (GAP, OTHERS_Y, WIDTH - 2 * GAP, OTHERS_HEIGHT), None)
        return finished(canvas)
    wide = min(WIDEST, (WIDTH - GAP) // len(others) - GAP)
    left = (WIDTH - len(others) * (wide + GAP) + GAP) // 2
    for place, seat in enumerate(others):
        _other(canvas, finale.seats[seat], seat, (left + place * (wide + GAP), OTHERS_Y, wide, OTHERS_HEIGHT))
    return finished(canvas)


def _winner(canvas: Canvas, sitting: VanishedSitting, seat: Seat) -> None:
    """Draw the plate of who has won: crowned between the token and the wand, with a name that all the hall can read."""
    left, top, width, height = WINNER
    middle, y = left + width / 2, top + 136
    canvas.paste(panel(width, height, COLOURS["gold"], radius=26, weight=6), left, top)
    inner = panel(width - 32, height - 32, COLOURS["paper"], radius=18, edge=COLOURS["gold-shade"], weight=4)
    canvas.paste(inner, left + 16, top + 16)
    canvas.icon(f"seat-{seat}", middle, y, 172)
    canvas.icon("winner", middle, top + 20, 150)
    canvas.write(sitting.name, middle, top + 286, 84, smallest=56, width=width - 70)
    if sitting.held is not None:
        token(canvas, "token", middle - 212, y, 150, there=sitting.held.hat)
        token(canvas, "wand", middle + 212, y, 150, there=sitting.held.wand)
    if sitting.robot:
        canvas.icon("robot", middle + 104, y + 58, 78)
    if not sitting.present:
        greyed(canvas, WINNER)


def _other(canvas: Canvas, sitting: VanishedSitting, seat: Seat, area: Area) -> None:
    left, top, width, height = area
    framed(canvas, area, golden=False)
    named = replace(sitting, present=True, robot=False)  # the line of the name is short enough
    name_line(canvas, seat, named, (left + 16, top + 8, width - 32, 70), acting=False, size=52)
    if sitting.robot:
        canvas.icon("robot", left + 46, top + height - 46, 60)
    if sitting.held is not None:
        token(canvas, "token", left + width / 2, top + height - 48, 76, there=sitting.held.hat)
    if not sitting.present:
        greyed(canvas, area)
        canvas.icon("away", left + width - 46, top + height - 46, 60)


@kept
def _celebrated() -> Image.Image:
    """Return the stage with confetti over it. It is shared: never draw on it."""
    colours = [COLOURS[name] for name in ("gold", "teal", "rose", "sky", "orange", "leaf")]
    flakes = "".join(
        f'<g transform="translate({60 + 173 * place % 880} {150 + 97 * place % 400}) rotate({47 * place % 180})">'
        f"{bar(-13, -8, 26, 16, colours[place % len(colours)], 4, radius=3)}</g>"
        for place in range(46)
    )
    canvas = stage(FINALE)
    canvas.paste(sprites.drawn(flakes, (0, 0, WIDTH, 600), WIDTH, 600), 0, 0)
    return canvas.image


def _last_ring(canvas: Canvas, finale: VanishedFinale) -> None:
    """Stand the last round's hats and box in a row, turned up as far as all may see them."""
    pitch, floor = 158, 830
    for hat in range(HATS):
        x = 106 + pitch * hat
        sprite = figures.hat(150) if finale.faces is None else figures.opened_hat(finale.faces[hat], 152)
        canvas.paste(sprite, x - sprite.width / 2, floor - sprite.height)
        disc(canvas, hat + 1, x, floor - 34, 58)
    box = figures.box(150) if finale.box is None else figures.opened_box(finale.box, 164)
    canvas.paste(box, 106 + pitch * HATS - box.width / 2, floor - box.height)


@kept
def _light() -> Image.Image:
    """Return what shines on a secret, as a mask: on each animal's ground in a colour of its own."""
    drawing = beams(500, 380, 1000, COLOURS["paper"], 20)
    return sprites.drawn(drawing, (0, 0, WIDTH, 860), WIDTH, 860).getchannel("A").crop((0, 0, WIDTH, TABLE_Y))


def draw_secret(secret: SecretAnimal) -> bytes:
    canvas = Canvas(WIDTH, 860, figures.GROUND[secret.animal])
    canvas.spray(_light(), 0, 0, tint(figures.GROUND[secret.animal]))
    canvas.bar(0, TABLE_Y, WIDTH, 860, COLOURS["skin-shade"])
    canvas.bar(0, TABLE_Y, WIDTH, TABLE_Y + 6, COLOURS["ink"])
    opened = figures.opened_box if secret.hat is None else figures.opened_hat
    sprite = opened(secret.animal, 520)
    canvas.paste(sprite, 500 - sprite.width / 2, 830 - sprite.height)
    if secret.hat is None:
        canvas.centre(figures.icon("hush", 150), 870, 120)
    else:
        disc(canvas, secret.hat + 1, 120, 120, 170)
        canvas.icon("eye", 874, 120, 160)
    canvas.part(MARKS_END)  # below, one hat looks like another
    return canvas.png(PLACE, band=HIGH)
