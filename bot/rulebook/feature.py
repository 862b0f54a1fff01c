"""`/rules`: pages with buttons, as plain values.

A token is `r.<language>[.<game>[.<section>]]`. It carries the page's language, so that a page stays in the language of
the one who asked, whoever turns it. It carries nothing else: a page is the same at any time and for anybody.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.port import Button, Post, Rich, Span
from bot.rulebook.book import Found, Rulebook, Section
from bot.words import Words

__all__ = ["PREFIX", "RulesFeature"]

PREFIX = "r"
"""The first part of every token of this feature."""
_SURE = 80
"""A hit this sure (0-100) is opened at once; anything less is offered."""
_OFFERED = 6

_Keyboard = tuple[tuple[Button, ...], ...]


class RulesFeature:
    """Shows the rulebook by pages; every answer is a message in the asker's language."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._book = rulebook

    def command(self, argument: str, words: Words) -> Post:
        """Answer `/rules`: the contents, or the section that fits the words asked for."""
        if not argument.strip():
            return self._start(words)
        hits = self._book.search(argument, words.locale, _OFFERED)
        if hits and hits[0].score >= _SURE:
            return self._page(hits[0].section, words)
        return self._offer(argument, hits, words)

    def press(self, rest: str, words: Words) -> Post:
        """Turn to the page that a token names, given without its prefix; nonsense turns to the contents."""
        locale, _, where = rest.partition(".")
        if self._book.library.match(locale):
            words = self._book.library.words(locale)
        game, _, key = where.partition(".")
        if game not in self._book.games:
            return self._start(words)
        section = self._book.section(game, words.locale, key)
        return self._page(section, words) if section else self._contents(game, words)

    def _start(self, words: Words) -> Post:
        """Show the contents of the only game, or the choice of games."""
        games = self._book.games
        if len(games) == 1:
            return self._contents(games[0], words)
        text = words.rich("Which game? Choose one, or write a word after /rules.")
        return Post(text, keyboard=tuple((self._to_game(game, words),) for game in games), silent=True)

    def _contents(self, game: str, words: Words) -> Post:
        title = Span(self._book.title(game, words), "bold")
        text = words.rich("The rules of {game}. Choose a section, or write a word after /rules.", game=title)
        sections = self._book.sections(game, words.locale)
        home = ((self._home(words),),) if len(self._book.games) > 1 else ()
        return Post(text, keyboard=(*_in_twos([_to(section, words) for section in sections]), *home), silent=True)

    def _page(self, section: Section, words: Words) -> Post:
        text: Rich = (Span(section.title, "bold"), Span("\n\n"), *section.text)
        return Post(text, keyboard=self._turning(section, words), silent=True)

    def _turning(self, section: Section, words: Words) -> _Keyboard:
        """Give the buttons under a section: the one before, the contents, the one after."""
        sections = self._book.sections(section.game, words.locale)
        at = next(index for index, other in enumerate(sections) if other.id == section.id)
        around = [_to(other, words) for other in (*sections[max(0, at - 1) : at], *sections[at + 1 : at + 2])]
        contents = Button(words.say("Contents"), _token(words, section.game))
        return (tuple(around), (contents,))

    def _offer(self, asked: str, hits: Sequence[Found], words: Words) -> Post:
        query = words.name(asked)
        if not hits:
            contents = self._start(words)
            nothing = words.rich("The rules say nothing of “{query}”.", query=query)
            return Post((*nothing, Span("\n\n"), *contents.text), keyboard=contents.keyboard, silent=True)
        text = words.rich("No section is called “{query}”. Perhaps one of these?", query=query)
        buttons = [_to(hit.section, words) for hit in hits]
        return Post(text, keyboard=(*_in_twos(buttons), (self._home(words),)), silent=True)

    def _to_game(self, game: str, words: Words) -> Button:
        return Button(self._book.title(game, words), _token(words, game))

    def _home(self, words: Words) -> Button:
        return Button(words.say("Contents"), _token(words))


def _to(section: Section, words: Words) -> Button:
    return Button(section.title, _token(words, section.game, section.id))


def _token(words: Words, *where: str) -> str:
    return ".".join((PREFIX, words.locale, *where))


def _in_twos(buttons: Sequence[Button]) -> _Keyboard:
    return tuple(tuple(buttons[start : start + 2]) for start in range(0, len(buttons), 2))
