"""The Vanished Animal at a table, through the Telegram adapter: what friends press and see, and what stays secret."""

from __future__ import annotations

from pathlib import Path

from bot.games.vanished_animal.text import SIGNS
from bot.playground.model import Message, User
from tests.helpers.clock import MovingClock
from tests.helpers.party import Party, labels, party_at


def button(animal: str) -> str:
    """Return the label of an animal's button."""
    return SIGNS[animal]


async def begin(party: Party, *people: User, preset: str = "") -> None:
    """Open a table of this game, seat people, let the first one begin, start."""
    await party.say(people[0], "/play animal")
    for person in people:
        await party.press(person, "Join")
    if preset:
        await party.press(people[0], "Options")
        await party.press(people[0], preset)
        await party.press(people[0], "Back")
    await party.press(people[0], "I’m the youngest")
    await party.press(people[0], "Start")


async def look_and_swap(party: Party, hat: int, partner: int) -> None:
    """Look into a hat (1-5) as the player to move, and swap it with another."""
    mover = party.mover()
    await party.press(mover, f"👁{hat}", party.table_board())
    await party.press(mover, f"⇄{partner}", party.table_board())


async def name(party: Party, animal: str) -> None:
    """Name an animal as the player to move."""
    mover = party.mover()
    await party.press(mover, button(animal), party.table_board())
    await party.press(mover, "✔", party.table_board())


def caption(message: Message) -> str:
    return (message.text or "").replace("\u2068", "").replace("\u2069", "")


async def test_a_game_of_three_from_the_lobby_to_the_wand(database: Path, clock: MovingClock) -> None:
    async with party_at(database, clock) as party:
        ann, bob, cleo = party.people[:3]
        await begin(party, ann, bob, cleo)
        assert party.mover() == ann
        await look_and_swap(party, 1, 2)
        assert party.mover() == bob
        await name(party, party.table().state.hats[0].animal)
        assert "Wrong, so no more turns this round." in caption(party.table_board())
        assert party.mover() == cleo
        await name(party, party.table().state.box.animal)
        assert "Cleo won the round and a hat token!" in caption(party.table_board())
        assert "Round 2: the hats have been mixed. Ann goes first." in caption(party.table_board())
        await name(party, party.table().state.hats[0].animal)
        await name(party, party.table().state.hats[0].animal)
        assert party.table_status() == "ended"
        assert "🏆 Cleo wins!" in caption(party.table_board())
        assert "the magic wand!" in caption(party.table_board())


async def test_a_look_goes_to_the_one_who_looks_and_to_nobody_else(database: Path, clock: MovingClock) -> None:
    """3.2, D18."""
    async with party_at(database, clock) as party:
        ann, bob = party.people[:2]
        await begin(party, ann, bob)
        animal = party.table().state.hats[2].animal
        before = len(party.private(bob))
        await party.press(ann, "👁3", party.table_board())
        assert f"you looked into hat 3. You saw: {animal}." in caption(party.private(ann)[-1])
        assert len(party.private(bob)) == before
        told = caption(party.table_board())
        assert "Ann looked into hat 3." in told
        assert "Now swap hat 3 with any other hat." in told
        assert [text for text in labels(party.table_board()) if text[0] in "👁⇄"] == ["⇄1", "⇄2", "⇄4", "⇄5"]


async def test_the_truth_goes_to_the_wrong_namer_and_to_nobody_else(database: Path, clock: MovingClock) -> None:
    """D10."""
    async with party_at(database, clock) as party:
        ann, bob, cleo = party.people[:3]
        await begin(party, ann, bob, cleo)
        missing = party.table().state.box.animal
        before = [len(party.private(person)) for person in (bob, cleo)]
        await name(party, party.table().state.hats[4].animal)
        assert f"In the box: {missing}." in caption(party.private(ann)[-1])
        assert [len(party.private(person)) for person in (bob, cleo)] == before
        assert "In the box:" not in caption(party.table_board())


async def test_experts_swap_twice_or_leave_the_hats(database: Path, clock: MovingClock) -> None:
    """D8."""
    async with party_at(database, clock) as party:
        ann, bob = party.people[:2]
        await begin(party, ann, bob, preset="Expert")
        await look_and_swap(party, 1, 2)
        assert party.mover() == ann
        await party.press(ann, "⇄3", party.table_board())
        await party.press(ann, "⇄5", party.table_board())
        assert "Ann looked into hat 1, swapped it with 2, then 3 with 5." in caption(party.table_board())
        assert party.mover() == bob
        await look_and_swap(party, 1, 2)
        await party.press(bob, "Don’t swap", party.table_board())
        assert "Bob looked into hat 1 and swapped it with 2." in caption(party.table_board())
        assert party.mover() == ann


async def test_a_game_goes_on_after_a_restart_between_look_and_swap(database: Path, clock: MovingClock) -> None:
    """survive-1: the swap that is due is still due."""
    async with party_at(database, clock) as party:
        ann, bob = party.people[:2]
        await begin(party, ann, bob)
        await party.press(ann, "👁3", party.table_board())
        await party.restart()
        await party.press(ann, "⇄5", party.table_board())
        assert "Ann looked into hat 3 and swapped it with 5." in caption(party.table_board())
        assert party.mover() == bob


async def test_an_animal_is_named_only_when_it_was_chosen(database: Path, clock: MovingClock) -> None:
    """A slip of the thumb puts nobody out."""
    async with party_at(database, clock) as party:
        ann, bob = party.people[:2]
        await begin(party, ann, bob)
        toast = await party.press(ann, "✔", party.table_board())
        assert toast.text == "Choose an animal first, then tap ✔."
        toast = await party.press(ann, button("owl"), party.table_board())
        assert (toast.text or "").startswith("Tap ✔ to name: owl.")
        assert party.table().state.turns == 0
        assert party.mover() == ann
