"""`/rules`: pages with buttons, and excerpts to paste into any chat.

A token is `r.<language>[.<game>[.<section>]]`. It names the language, so that a page stays in that of who asked for it,
whoever presses a button. It names nothing else: a page is the same at any time and for anybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from bot.i18n.translator import Translator
from bot.messaging import Button, Keyboard, LookupResult, LookupResults, Post, RichText, Span, plain_text
from bot.rulebook.book import Found, Rulebook, Section

PREFIX = "r"
"""The first part of every token of this feature."""
RULES_PAYLOAD = "rules"
"""The payload of the link that opens the rules in the private chat."""
MOST_EXCERPTS = 10
_SURE = 80
"""A hit with this score (0-100) is opened at once; lesser ones are offered."""
_OFFERED = 6
_LINE = 120
"""Characters of the line that previews a section in a list."""


def contents_token(tr: Translator) -> str:
    """Return the token of a button that opens the rules at their beginning."""
    return _token(tr)


class Open(msgspec.Struct, frozen=True):
    """The game of the asker's table, and the section about what may be done there now; empty for none."""

    game: str = ""
    section: str = ""


NOWHERE = Open()


class RulesFeature:
    """Answers in the asker's language."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._book = rulebook

    def command(self, argument: str, tr: Translator, here: Open = NOWHERE) -> Post:
        """Answer `/rules` with the contents, or with the section that the argument asks for, first those of `here`.

        The argument may also be the id of an excerpt, which a client sends when one is chosen from the list.
        """
        if argument.startswith(f"{PREFIX}."):
            return self.press(argument.removeprefix(f"{PREFIX}."), tr)
        if not argument.strip():
            return self._contents(here.game, tr, here.section) if here.game in self._book.games else self._start(tr)
        hits = self._book.search(argument, tr.locale, _OFFERED, here.game)
        if not hits or hits[0].score < _SURE:
            return self._offer(argument, hits, tr)
        alike = _alike(hits)
        return self._choose(alike, tr) if len(alike) > 1 else self._page(hits[0].section, tr)

    def press(self, rest: str, tr: Translator) -> Post:
        """Return the page of a token, given without its prefix; the contents for an unknown one."""
        locale, _, where = rest.partition(".")
        if self._book.catalogs.match(locale):
            tr = self._book.catalogs.translator(locale)
        game, _, key = where.partition(".")
        if game not in self._book.games:
            return self._start(tr)
        section = self._book.section(game, tr.locale, key)
        return self._page(section, tr) if section else self._contents(game, tr)

    def look_up(self, query: str, tr: Translator, here: Open = NOWHERE) -> LookupResults:
        """Return the sections that match a query; for an empty one, the contents of each game."""
        if not query.strip():
            games = sorted(self._book.games, key=lambda game: game != here.game)
            return self._findings((self._summary(game, tr) for game in games), tr)
        hits = self._book.search(query, tr.locale, MOST_EXCERPTS, here.game)
        return self._findings((self._excerpt(hit.section, tr) for hit in hits), tr)

    def nothing(self, tr: Translator) -> LookupResults:
        """Return no excerpt, only the link to the private chat."""
        return self._findings((), tr)

    def _findings(self, excerpts: Iterable[LookupResult], tr: Translator) -> LookupResults:
        return LookupResults(tuple(excerpts)[:MOST_EXCERPTS], tr.t("All the rules in our private chat"), RULES_PAYLOAD)

    def _summary(self, game: str, tr: Translator) -> LookupResult:
        title = self._book.title(game, tr)
        sections = [section.title for section in self._book.sections(game, tr.locale)]
        text = (Span(title, "bold"), Span("\n"), *(Span(f"\n• {section}") for section in sections))
        return LookupResult(_token(tr, game), title, _shortened(" · ".join(sections)), text)

    def _excerpt(self, section: Section, tr: Translator) -> LookupResult:
        game = self._book.title(section.game, tr)
        text = (Span(section.title, "bold"), Span(f"\n{game}\n\n"), *section.text)
        line = plain_text(section.text).partition("\n")[0]
        return LookupResult(_token(tr, section.game, section.id), section.title, _shortened(f"{game}: {line}"), text)

    def _start(self, tr: Translator) -> Post:
        """Return the contents of the only game, or the choice of games."""
        games = self._book.games
        if len(games) == 1:
            return self._contents(games[0], tr)
        text = tr.rich("Which game? Choose one, or put a word or a question after /rules.")
        return Post(text, keyboard=tuple((self._to_game(game, tr),) for game in games), silent=True)

    def _contents(self, game: str, tr: Translator, now: str = "") -> Post:
        """Return a game's contents; the section for what may be done `now` has the first row."""
        title = Span(self._book.title(game, tr), "bold")
        text = tr.rich("{game}: the rules. Choose a section, or put a word or a question after /rules.", game=title)
        sections = self._book.sections(game, tr.locale)
        first = tuple((_now(section, tr),) for section in sections if section.id == now)
        rest = _in_twos([_to(section, tr) for section in sections if section.id != now])
        return Post(text, keyboard=(*first, *rest, *self._way_home(tr)), silent=True)

    def _page(self, section: Section, tr: Translator) -> Post:
        text: RichText = (Span(section.title, "bold"), Span("\n\n"), *section.text)
        return Post(text, keyboard=self._turning(section, tr), silent=True)

    def _turning(self, section: Section, tr: Translator) -> Keyboard:
        """Return the buttons under a section: the one before, the one after, the contents."""
        sections = self._book.sections(section.game, tr.locale)
        at = next(index for index, other in enumerate(sections) if other.id == section.id)
        around = [_to(other, tr) for other in (*sections[max(0, at - 1) : at], *sections[at + 1 : at + 2])]
        contents = Button(tr.t("Contents"), _token(tr, section.game))
        return (tuple(around), (contents,))

    def _offer(self, asked: str, hits: Sequence[Found], tr: Translator) -> Post:
        query = tr.name(asked)
        if not hits:
            contents = self._start(tr)
            nothing = tr.rich("The rules don't mention “{query}”.", query=query)
            return Post((*nothing, Span("\n\n"), *contents.text), keyboard=contents.keyboard, silent=True)
        text = tr.rich("No exact match for “{query}”. Did you mean one of these?", query=query)
        return Post(text, keyboard=(*self._to_each(hits, tr), (self._home(tr),)), silent=True)

    def _choose(self, hits: Sequence[Found], tr: Translator) -> Post:
        """Ask which game is meant, if several match."""
        text = tr.rich("That's in more than one game. Which one do you mean?")
        return Post(text, keyboard=(*self._to_each(hits, tr), (self._home(tr),)), silent=True)

    def _to_each(self, hits: Sequence[Found], tr: Translator) -> Keyboard:
        """Return a button for each hit, with its game if there are several."""
        if len(self._book.games) == 1:
            return _in_twos([_to(hit.section, tr) for hit in hits])
        return tuple((self._to_game_section(hit.section, tr),) for hit in hits)

    def _to_game_section(self, section: Section, tr: Translator) -> Button:
        label = f"{section.title} · {self._book.title(section.game, tr)}"
        return Button(label, _token(tr, section.game, section.id))

    def _to_game(self, game: str, tr: Translator) -> Button:
        return Button(self._book.title(game, tr), _token(tr, game))

    def _way_home(self, tr: Translator) -> Keyboard:
        return ((self._home(tr),),) if len(self._book.games) > 1 else ()

    def _home(self, tr: Translator) -> Button:
        return Button(tr.t("Contents"), _token(tr))


def _alike(hits: Sequence[Found]) -> list[Found]:
    """Return the hits that match as well as the best one, one of each game."""
    best = {hit.section.game: hit for hit in reversed(hits) if hit.score == hits[0].score}
    return [hit for hit in hits if best.get(hit.section.game) is hit]


def _to(section: Section, tr: Translator) -> Button:
    return Button(section.title, _token(tr, section.game, section.id))


def _now(section: Section, tr: Translator) -> Button:
    return Button(tr.t("Now: {section}", section=section.title), _token(tr, section.game, section.id))


def _token(tr: Translator, *where: str) -> str:
    return ".".join((PREFIX, tr.locale, *where))


def _in_twos(buttons: Sequence[Button]) -> Keyboard:
    return tuple(tuple(buttons[start : start + 2]) for start in range(0, len(buttons), 2))


def _shortened(text: str) -> str:
    """Cut a line between words."""
    if len(text) <= _LINE:
        return text
    return text[:_LINE].rpartition(" ")[0] + "…"
