"""F16, T14: a table in the comments of a channel's post, a thread that is no topic."""

from __future__ import annotations

import pytest

from bot.playground.model import Chat, Message
from tests.helpers.clock import MovingClock
from tests.helpers.party import Party


class Comments:
    """A channel's discussion, and the thread of one of its posts."""

    def __init__(self, party: Party) -> None:
        self.party = party
        self.channel = party.world.create_channel("Hat news", party.ann)
        self.chat: Chat = party.world.create_discussion(self.channel, party.people)
        self.root = self.post()

    def post(self) -> Message:
        """Write in the channel, and return the copy under which its comments are."""
        self.party.world.channel_post(self.channel, "A new hat!")
        return list(self.chat.messages.values())[-1]

    def threads(self) -> set[int | None]:
        """List where the bot's messages are: roots of threads, None for the bottom of the group."""
        return {message.thread for message in self.party.messages(self.chat)}


@pytest.fixture
async def comments(party: Party) -> Comments:
    return Comments(party)


async def begin(party: Party, comments: Comments) -> None:
    await party.say(party.ann, "/play hats", comments.chat, reply_to=comments.root.id)
    for person in (party.ann, party.bob):
        await party.press(person, "Join", party.board(comments.chat))
    await party.press(party.ann, "I’m the youngest", party.board(comments.chat))
    await party.press(party.ann, "Start", party.board(comments.chat))


async def test_its_boards_are_among_the_comments(party: Party, comments: Comments, clock: MovingClock) -> None:
    await begin(party, comments)
    await party.press(party.ann, "👁1", party.table_board(comments.chat))
    clock.advance(600)  # who is to move does not watch, so the board is posted anew
    await party.press(party.bob, "👁2", party.table_board(comments.chat))
    await party.restart()
    await party.say(party.ann, "/board", comments.chat, reply_to=comments.root.id)
    assert comments.threads() == {comments.root.id}


async def test_another_post_has_a_table_of_its_own(party: Party, comments: Comments) -> None:
    await begin(party, comments)
    other = comments.post()
    await party.say(party.cleo, "/play hats", comments.chat, reply_to=other.id)
    assert comments.threads() == {comments.root.id, other.id}


async def test_a_reply_to_another_comment_is_among_the_comments_too(party: Party, comments: Comments) -> None:
    """Where the bot has heard of the thread; a press on a board in it is enough."""
    said = party.world.say(party.bob, comments.chat, "Who wants to play?", reply_to=comments.root.id)
    await party.say(party.bob, "/top", comments.chat, reply_to=comments.root.id)
    await party.say(party.ann, "/play hats", comments.chat, reply_to=said.id)
    assert comments.threads() == {comments.root.id}
    await party.restart()
    await party.press(party.ann, "Join", party.board(comments.chat))
    before = party.board(comments.chat)
    await party.say(party.bob, "/board", comments.chat, reply_to=said.id)
    assert party.board(comments.chat) is not before
    assert comments.threads() == {comments.root.id}


async def test_an_administrator_knows_the_comments_of_every_post(party: Party, comments: Comments) -> None:
    """It is told of each post, and so needs no command that replies to one."""
    party.world.promote(party.world.bot, comments.chat)
    post = comments.post()
    said = party.world.say(party.bob, comments.chat, "Who wants to play?", reply_to=post.id)
    await party.say(party.ann, "/play hats", comments.chat, reply_to=said.id)
    assert comments.threads() == {post.id}


async def test_a_thread_of_replies_is_no_place_of_its_own(party: Party, comments: Comments) -> None:
    """survive-82."""
    said = party.world.say(party.bob, comments.chat, "Who wants to play?")
    await party.say(party.ann, "/play hats", comments.chat, reply_to=said.id)
    assert comments.threads() == {None}


async def test_a_post_that_is_deleted_costs_no_board(party: Party, comments: Comments) -> None:
    await begin(party, comments)
    party.world.remove_message(comments.root)
    before = len(party.messages(comments.chat))
    party.manager.boards.request(party.table(comments.chat), anew=True)
    await party.settle()
    assert len(party.messages(comments.chat)) == before, "the new one stands, the old one is gone"
    assert comments.threads() == {None}
