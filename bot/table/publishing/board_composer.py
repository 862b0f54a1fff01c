"""Makes the posts that show tables: each is made of one state, and tells its reader what is news to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from bot.engine.presentation import BoardView
from bot.engine.rules import Event, Seat
from bot.errors import Refusal
from bot.i18n.lazy import lazy
from bot.i18n.translator import Translator
from bot.messaging import Picture, Post, RichText, joined
from bot.table.core.history import LOOK_BACK, Deed, numbered_events, previous_move
from bot.table.core.novices import Novices, hints
from bot.table.core.played import PlayedGames
from bot.table.core.services import Services
from bot.table.core.table import Table
from bot.table.model.lobby import FIRST_GAME
from bot.table.pages.board_text import BoardPost, board_posts
from bot.table.pages.laurels import laurels
from bot.table.pages.lobby_page import closed_post, lobby_post
from bot.table.pages.status_rows import side_buttons, side_notes, standing_still, with_end_of_turn
from storage.rows import BoardRow

SideBySide = Callable[[Sequence[Picture]], Picture]


class BoardComposer:
    """Makes boards. `played` has games that have ended, `side_by_side` makes one picture of several."""

    def __init__(self, services: Services, played: PlayedGames, side_by_side: SideBySide | None) -> None:
        self._services = services
        self._played = played
        self._side_by_side = side_by_side
        self._novices = Novices(services)

    async def compose(
        self, table: Table, row: BoardRow, reported_before: int | None, unreached: set[Seat], *, whole: bool = False
    ) -> tuple[BoardPost, int | None]:
        """Return the next message, and the last action that the chat knew of before it.

        `row` is the board that stands, and `reported_before` the last action that the chat knew of before that, None
        where it is not known. `unreached` are the seats whose persons no message reaches. `whole`: it is the board,
        also where there is no room for all that the chat has not been told yet.

        Everything that has to be waited for comes first, the history last: the message is made of one state, which
        nobody can change meanwhile.
        """
        services, place = self._services, table.record.place
        tr = await table.translator()
        clock = (await services.chats.preferences(place)).turn_seconds(private=place.private)
        helped = await self._novices.to_act(table)
        crown = await self._laurels(table, tr)
        known = row.reported if reported_before is None else min(reported_before, row.reported)
        deeds = await services.histories.after(table, min(known, table.record.moves - LOOK_BACK))
        pictures = services.places.shows_pictures(place)
        in_answers = services.platforms.of(place).answers_privately and not place.private
        notes = self._unreached_notes(table, unreached, tr)
        notes += _notes(table, tr, pictures=pictures, in_answers=in_answers)
        record = table.record
        if record.status == "lobby":
            gallery = self._gallery(tr) if record.page in (FIRST_GAME, "games") else None
            post = lobby_post(record, table.game, tuple(services.games.values()), tr, gallery, clock)
            return _before_the_game(post, notes, pictures=pictures), known
        if table.state is None:
            return _before_the_game(closed_post(record, table.game, tr), notes, pictures=pictures), known
        if record.moves > row.reported:
            known = row.reported
        tale = _tale(table, deeds, known)
        notes += side_notes(record, table.awaited, tr)
        notes += hints(table, helped, unreached, tr)
        side = side_buttons(record, table.awaited, services.clock(), tr)
        limits = services.platforms.of(place).limits
        update = board_posts(
            record,
            _scene(table, tale, tr),
            tale,
            tr,
            limits,
            notes,
            side,
            reported=record.moves if whole else row.reported,
            pictures=pictures,
            laurels=crown,
        )
        return update, known

    async def present(self, table: Table, tr: Translator) -> Post:
        """Return the board of a game as it stands, for somebody who wants to see it elsewhere."""
        deeds = await self._services.histories.after(table, table.record.moves - LOOK_BACK)
        tale = _tale(table, deeds, table.record.moves)
        limits = self._services.platforms.of(table.record.place).limits
        record = table.record
        return board_posts(record, _scene(table, tale, tr), tale, tr, limits, reported=record.moves).post

    async def _laurels(self, table: Table, tr: Translator) -> list[RichText]:
        """Return what a victory is told with, none where nobody has won."""
        record, store = table.record, self._services.store
        outcome = table.game.rules.outcome(table.state) if record.status == "ended" else None
        if outcome is None:
            return []
        held = [(seat, record.seats[seat]) for seat in outcome.winners]
        streaks = {seat: await store.streak(row.person, record.id) for seat, row in held if row.occupied}
        try:
            played = await self._played.scenes(table)
        except Refusal:  # the end is shown all the same
            moments: list[RichText] = []
        else:
            moments = list(table.game.presenter.moments(played, record.players(), tr))
        return list(laurels(record, streaks, moments, tr))

    def _unreached_notes(self, table: Table, unreached: set[Seat], tr: Translator) -> list[RichText]:
        """Return lines to those whom no message reaches; one who presses the button needs none."""
        record, lines = table.record, []
        for seat in sorted(unreached):
            if record.status == "playing" and record.seats[seat].active:
                name = tr.mention(record.seats[seat].name, record.seats[seat].person)
                said = self._services.platforms.say(
                    record.place,
                    # NOTE: Under the board, Telegram: there is a secret for this player, but they have never opened
                    # the private chat.
                    private_chat=lazy(
                        "{name}, I can’t message you privately. Tap “🤫 My secret”, or open our chat.", name=name
                    ),
                    # NOTE: Under the board, Discord.
                    direct_messages=lazy(
                        "{name}, I can’t send you direct messages. Tap “🤫 My secret”, or allow them from this server.",
                        name=name,
                    ),
                )
                lines.append(tr.rich(said))
        return lines

    def _gallery(self, tr: Translator) -> Picture | None:
        pictures = [game.presenter.lobby((), tr) for game in self._services.games.values()]
        return self._side_by_side(pictures) if self._side_by_side and len(pictures) > 1 else None


def _tale(table: Table, deeds: Sequence[Deed], known: int) -> list[tuple[int, Event]]:
    """Return the public events since the previous move of who is to act, and all since `known`.

    What came before a new round or deal counts no more, and is told once only.
    """
    since = previous_move(deeds, table.view(None).to_act)
    fresh = (deed.number for deed in deeds if any(map(table.game.presenter.voids, deed.events)))
    since = max(since, max(fresh, default=0) - 1)
    return numbered_events([deed for deed in deeds if deed.number > min(known, since)])


def _scene(table: Table, tale: Sequence[tuple[int, Event]], tr: Translator) -> BoardView:
    record, view = table.record, table.view(None)
    if record.status == "closed":  # nobody is to act any more: it is shown as an end without a winner
        view = replace(view, to_act=None)
    scene = table.game.presenter.board(view, tale, record.players(), tr)
    if record.resting:
        return standing_still(record, scene, tr)
    return scene if table.awaited is None else with_end_of_turn(record, scene, tr)


def _notes(table: Table, tr: Translator, *, pictures: bool, in_answers: bool) -> list[RichText]:
    """Return lines about pictures that are not shown, and where cards are that no message brings (`in_answers`)."""
    record = table.record
    notes: list[RichText] = []
    if record.status == "playing" and not record.moves and in_answers and _holds_hands(table, tr):
        # NOTE: Under the first board, where secrets are shown by the button.
        notes.append(tr.rich("🃏 Your cards: tap “🤫 My secret”. Only you will see them."))
    if not pictures:
        notes.append(tr.rich("I’m not allowed to send pictures here. An administrator can change that."))
    return notes


def _holds_hands(table: Table, tr: Translator) -> bool:
    """Return whether the seats of a running game hold something that is shown to them alone."""
    players = table.record.players()
    seats = range(len(players)) if table.state is not None else ()
    return any(table.game.presenter.hand(table.view(seat), seat, players, tr) is not None for seat in seats)


def _before_the_game(post: Post, notes: list[RichText], *, pictures: bool) -> BoardPost:
    picture = post.picture if pictures else None
    return BoardPost(replace(post, text=joined([post.text, *notes]), picture=picture), -1, whole=True)
