"""A held hand is one private message that is kept up to date, shown by The Invisible Man's cards."""

from __future__ import annotations

from bot.playground.model import Message, User
from tests.helpers.party import Party, labels


async def begin(party: Party, *people: User) -> None:
    """Seat people; the first is the Invisible Man, who is to roll."""
    await party.say(people[0], "/play invisible")
    for person in people:
        await party.press(person, "Join")
    await party.press(people[0], "I’ll hide")
    await party.press(people[0], "Start")


def hand(party: Party, person: User) -> Message:
    """Return the private message that shows a hand: there must be one."""
    hands = [m for m in party.private(person) if "NO: " in m.text or "YES: " in m.text]
    assert len(hands) == 1, [m.text for m in hands]
    return hands[0]


def tokens(message: Message) -> list[str]:
    """List what a message's buttons carry."""
    return [button["callback_data"] for row in message.keyboard or [] for button in row]


def edits(party: Party, person: User) -> int:
    """Count the edits of somebody's private messages."""
    chat = party.world.private(person).id
    return sum(call.method.startswith("editMessage") and call.chat == chat for call in party.world.calls)


async def press_on_to(party: Party, label: str, person: User | None = None) -> None:
    """Press the first button of each board until it is the turn of somebody before whom a button stands."""
    while label not in labels(party.table_board()) or person not in (None, party.mover()):
        await party.press(party.mover(), labels(party.table_board())[0], party.table_board())
        await party.settle()


class TestHands:
    async def test_everyone_gets_one_message_with_what_they_hold(self, party: Party) -> None:
        await begin(party, party.ann, party.bob)
        assert "NO: " in hand(party, party.ann).text
        assert "Signals: " in hand(party, party.bob).text
        assert hand(party, party.ann).photo

    async def test_nobody_else_gets_any_of_it(self, party: Party) -> None:
        await begin(party, party.ann, party.bob)
        group = [message.photo.sha256 for message in party.messages() if message.photo]
        for person in (party.ann, party.bob):
            held = hand(party, person)
            assert held.photo
            assert held.photo.sha256 not in group
            assert all(held.text.splitlines()[1] not in message.text for message in party.messages())

    async def test_it_is_edited_when_it_changes_and_rings_no_phone(self, party: Party) -> None:
        await begin(party, party.ann, party.bob)
        before = hand(party, party.ann)
        text = before.text
        await party.press(party.ann, "🎲")
        while "🎲" not in labels(party.table_board()) and "✅" not in "".join(labels(party.table_board())):
            await party.press(party.ann, labels(party.table_board())[0])
        held = hand(party, party.ann)
        assert held.id == before.id
        card = next(label for label in labels(held) if label.startswith("✋"))
        await party.press(party.ann, card, held)
        await party.settle()
        place = next(label for label in labels(held) if label.startswith("🏦"))
        await party.press(party.ann, place, held)
        assert hand(party, party.ann).id == before.id
        assert hand(party, party.ann).text != text
        assert "NO #1" in party.table_board().text

    async def test_a_card_that_is_chosen_is_marked_wherever_it_was_chosen(self, party: Party) -> None:
        """And nowhere but in its holder's hand."""
        await begin(party, party.ann, party.bob)
        await party.press(party.ann, "🎲")
        if "✅ Done" not in labels(party.table_board()):
            await party.press(party.ann, labels(party.table_board())[0])
        board, held = party.table_board(), hand(party, party.ann)
        keys, others = labels(board), labels(hand(party, party.bob))
        cards = [label for label in labels(held) if label.startswith("✋")]  # one for all that are worth the same
        for press, message in (("✋ 1", board), *((label, held) for label in cards[:2])):
            await party.press(party.ann, press, message)
            await party.settle()
            held = hand(party, party.ann)
            (marked,) = [label for label in labels(held) if label.startswith("☑️ ✋ +")]
            assert press in ("✋ 1", marked.removeprefix("☑️ "))
            assert labels(party.table_board()) == keys
            assert labels(hand(party, party.bob)) == others
        place = labels(held)[-1]  # any: one of them shows the first signal, where nothing can be placed
        await party.press(party.ann, place, held)
        assert not any("☑️" in label for label in labels(hand(party, party.ann)))

    async def test_no_edit_leaves_it_as_it_was(self, party: Party) -> None:
        await begin(party, party.ann, party.bob)
        everybody = (party.ann, party.bob)
        for _ in range(40):
            before = [(edits(party, who), hand(party, who).text, labels(hand(party, who))) for who in everybody]
            await party.press(party.mover(), labels(party.table_board())[0], party.table_board())
            await party.settle()
            if party.table_status() != "playing":
                break
            for who, (count, text, keys) in zip(everybody, before, strict=True):
                held = hand(party, who)
                assert edits(party, who) == count or (held.text, labels(held)) != (text, keys)

    async def test_its_buttons_stay_and_are_good_again_in_the_next_turn(self, party: Party) -> None:
        await begin(party, party.ann, party.bob)
        await press_on_to(party, "✅ Done", party.ann)
        held = hand(party, party.ann)
        card = next(label for label in labels(held) if label.startswith("✋"))
        await party.press(party.ann, "✅ Done", held)
        await party.settle()
        assert party.mover() is party.bob
        assert labels(held)[0] == "✅ Done"
        assert "turn" in (await party.press(party.ann, card, held)).text
        await press_on_to(party, "✅ Done", party.ann)
        assert "selected" in (await party.press(party.ann, card, held)).text
        await party.settle()
        assert any(label.startswith("☑️") for label in labels(held))

    async def test_a_place_in_it_that_is_tapped_twice_lays_one_card_and_is_not_entered(self, party: Party) -> None:
        await begin(party, party.ann, party.bob)
        await press_on_to(party, "✅ Done", party.bob)
        held = hand(party, party.bob)
        await party.press(party.bob, next(label for label in labels(held) if label.startswith("✋")), held)
        await party.settle()
        place = next(token for token in tokens(held) if ".l" in token)
        moves = party.table_record().moves
        first, second = await party.send(party.bob, held, place), await party.send(party.bob, held, place)
        assert second.text == "You can’t do that right now." != first.text
        assert party.table_record().moves == moves + 1

    async def test_can_be_asked_for_again_and_leaves_one_copy(self, party: Party) -> None:
        await begin(party, party.ann, party.bob)
        before = hand(party, party.bob)
        for command in ("/hand", "/hand"):
            await party.say(party.bob, command)
        assert hand(party, party.bob).id > before.id
        assert hand(party, party.bob).text == before.text

    async def test_is_shown_by_a_private_answer_where_the_chat_is_closed(self, party: Party) -> None:
        """survive-59: a refused private message stalls nobody."""
        await begin(party, party.ann, party.bob)
        shown = hand(party, party.bob).text.splitlines()[-1]
        party.world.block(party.bob)
        await party.settle()
        toast = await party.press(party.bob, "🤫", party.table_board())
        assert toast.alert
        assert shown.split(" ")[-1] in toast.text

    async def test_a_deleted_one_is_sent_anew_with_the_next_change(self, party: Party) -> None:
        await begin(party, party.ann, party.bob)
        party.world.delete_message(party.ann, party.world.private(party.ann), hand(party, party.ann).id)
        await party.press(party.ann, "🎲")
        if "✅" not in "".join(labels(party.table_board())):  # a 4 or a 5: a card is drawn from the pile chosen
            await party.press(party.ann, labels(party.table_board())[0], party.table_board())
        assert hand(party, party.ann)

    async def test_a_restart_sends_no_second_one(self, party: Party) -> None:
        await begin(party, party.ann, party.bob)
        before = hand(party, party.bob)
        await party.restart()
        assert hand(party, party.bob) is before

    async def test_is_taken_away_when_the_game_is_over(self, party: Party) -> None:
        await begin(party, party.ann, party.bob)
        await party.say(party.ann, "/stop")
        await party.press(party.ann, "Yes, end the game")
        for person in (party.ann, party.bob):
            assert not [m for m in party.private(person) if "NO: " in m.text or "YES: " in m.text]


class TestChoosingAGame:
    async def test_a_first_table_asks_which_game_by_one_picture_of_all(self, party: Party) -> None:
        await party.say(party.ann, "/play")
        asked = party.board()
        assert asked.photo
        numbered = [label for label in labels(asked) if label[:1].isdigit() or label.startswith("✓ ")]
        assert [label.removeprefix("✓ ")[:2] for label in numbered] == ["1.", "2.", "3."]

    async def test_a_chosen_one_is_remembered_for_the_next_table(self, party: Party) -> None:
        await party.say(party.ann, "/play")
        await party.press(party.ann, "2.")
        assert "The Vanished Animal" in party.board().text
        await party.press(party.ann, "Close the table")
        await party.say(party.ann, "/play")
        assert "The Vanished Animal" in party.board().text
        assert "Options" in labels(party.board())

    async def test_goes_straight_to_a_game_by_its_word_or_title(self, party: Party) -> None:
        for words, title in (("animal", "The Vanished Animal"), ("court hats", "Court Hats"), ("hats", "Court Hats")):
            await party.say(party.ann, f"/play {words}")
            assert title in party.board().text
            await party.press(party.ann, "Close the table")

    async def test_each_game_keeps_its_own_options(self, party: Party) -> None:
        await party.say(party.ann, "/play hats")
        await party.press(party.ann, "Options")
        await party.press(party.ann, "Free")
        await party.press(party.ann, "Back")
        await party.press(party.ann, "Another game")
        await party.press(party.ann, "2.")
        await party.press(party.ann, "Another game")
        await party.press(party.ann, "1.")
        assert "Free" in party.board().text

    async def test_only_the_host_chooses(self, party: Party) -> None:
        await party.say(party.ann, "/play")
        await party.press(party.ann, "Join")
        toast = await party.send(party.bob, party.board(), party.token(party.board(), "2."))
        assert "host" in toast.text
