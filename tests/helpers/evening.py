"""An evening of friends who all speak one language: a whole game, every command, and all that anybody read."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from bot.playground.model import Message, User
from bot.playground.world import World
from tests.helpers.party import Party
from tests.table.playing import finish

NAMES = ("Анна 1", "בוריס 2", "Čeněk 3", "Δάφνη 4")
"""Names of which none can be taken for a word of the texts that are looked at."""
COMMANDS = (
    *("board", "hand", "rules", "settings", "language", "privacy", "help", "leave", "stop", "verify"),
    *("pause", "pause", "top", "stats"),
)
MOST_PRESSES = 120


def all_read(world: World) -> Iterator[str]:
    """Yield every text, caption, button, toast and alert that went out, in order."""
    for call in world.calls:
        params: dict[str, Any] = call.params
        media = json.loads(params.get("media", "{}"))
        yield from filter(None, (params.get("text"), params.get("caption"), media.get("caption")))
        for row in json.loads(params.get("reply_markup") or "{}").get("inline_keyboard", ()):
            yield from (button["text"] for button in row)


async def play_evening(party: Party, word: str, seed: int = 1) -> None:
    """Open a table, try every setting and command, play to the end, ask how it was dealt."""
    host, *others = party.people[:3]
    await party.say(host, f"/play {word}")
    for person in (host, *others):
        await _press(party, person, party.board(), "join")
    await _look_around(party, host)
    await _press(party, host, party.board(), "start")
    assert party.table_status() == "playing"
    await _ask_everything(party, host)
    await _ask_everything(party, others[0], private=True)
    if word == "hats":
        await finish(party)
    else:
        await _press_at_random(party, random.Random(seed))
    assert party.table_status() == "ended", (party.table_record(), [m.text for m in party.messages()[-3:]])
    await party.say(host, "/verify")
    await party.say(host, "/rules")


async def _look_around(party: Party, host: User) -> None:
    """Press everything in the lobby that leads to another page or says something, and come back."""
    pages = ("page_rules", "page_games", "page_remove")
    options = ("page_options", *(press for page in pages for press in (page, "page_options")))
    begins = ("starter", "youngest", "youngest")
    for verb in (*options, *begins, "fair", "page_", "page_computers", "page_", "learn"):
        for token in [token for token in _tokens(party.board()) if token.rpartition(".")[2] == verb]:
            await party.send(host, party.board(), token)
            await party.settle()


async def _ask_everything(party: Party, person: User, *, private: bool = False) -> None:
    chat = party.world.private(person) if private else party.group
    for command in COMMANDS:
        await party.say(person, f"/{command}", chat)
    await party.send(person, party.table_board(), f"{party.table().record.id}.-.advice")


async def _press_at_random(party: Party, rng: random.Random) -> None:
    """Press buttons of the board and the hand as whoever is to move, mostly those that bring the game on."""
    for _ in range(MOST_PRESSES):
        if party.table_status() != "playing":
            return
        mover = party.mover()
        shown = [each for each in (party.table_board(), *party.private(mover)) if _moves(each)]
        chosen = rng.choice(shown)  # what lies in a hand has many buttons, at times good for nothing now
        moves = [(chosen, token) for token in _moves(chosen)]
        onwards = [move for move in moves if move[0].chat is not party.group or move[1].endswith((".y", ".x"))]
        message, token = rng.choice(onwards if onwards and rng.random() < 0.7 else moves)
        await party.send(mover, message, token)
        await party.settle()
    await _go_home(party)


async def _go_home(party: Party) -> None:
    """End a game that goes on and on: the host removes everybody else."""
    record = party.table_record()
    host = next(person for person in party.people if record.host and str(person.id) == record.host.id)
    for seat in record.seats:
        if party.table_status() == "playing" and seat.person != record.host:
            await party.pass_time(60.0)  # so that nobody is asked to slow down
            await party.send(host, party.table_board(), f"{record.id}.-.kicked_{seat.key}")
            await party.settle()


def _tokens(message: Message) -> list[str]:
    return [str(button.get("callback_data", "")) for row in message.keyboard or [] for button in row]


def _moves(message: Message) -> list[str]:
    """List the tokens that are moves of a game."""
    return [t for t in _tokens(message) if t.count(".") == 2 and t.split(".")[1] not in ("-", "")]


async def _press(party: Party, person: User, message: Message, verb: str) -> None:
    """Press the first button whose meaning begins so, and follow the link it opens."""
    token = next(token for token in _tokens(message) if token.rpartition(".")[2].startswith(verb))
    toast = await party.send(person, message, token)
    if toast.url:
        party.world.open_link(person, toast.url)
    await party.settle()
