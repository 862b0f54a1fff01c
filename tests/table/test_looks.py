"""Buttons that only show something, page by page in alerts."""

from __future__ import annotations

from tests.helpers.party import Party, labels
from tests.table.test_hands import begin


async def place_names(party: Party) -> str:
    """Return the next page of the names of places."""
    answer = await party.press(party.bob, "🗺 Places", party.table_board())
    assert answer.alert
    return answer.text


async def test_each_press_shows_the_next_page_from_north_to_south(party: Party) -> None:
    await begin(party, party.ann, party.bob)
    pages = [await place_names(party) for _ in range(4)]
    count = int(pages[0].split("/")[1].split(" ")[0])
    assert [page.split(" ")[1] for page in pages] == [f"{number % count + 1}/{count}" for number in range(4)]
    named = "".join(pages[:count])
    assert named.index("City Library C1") < named.index("Police Station G4") < named.index("Stadium")


async def test_who_looks_again_later_begins_at_the_first_page(party: Party) -> None:
    """A minute later, or when somebody has moved meanwhile."""
    await begin(party, party.ann, party.bob)
    first = await place_names(party)
    assert await place_names(party) != first
    await party.pass_time(61)
    assert await place_names(party) == first
    assert await place_names(party) != first
    assert "🎲 Roll" in labels(party.table_board())
    await party.press(party.ann, "🎲 Roll", party.table_board())
    assert await place_names(party) == first
