"""`/rules`: pages with buttons, and excerpts to paste into any chat.

A token is `r.<language>[.<game>[.<section>[.<question>]]]`. It names the language, so that a page stays in that of who
asked for it, whoever presses a button. It names nothing else: a page is the same at any time and for anybody.

What is looked up is opened at once: a short section as a whole, of a longer one its first paragraph, which is the short
answer, and the one that fits best; a question that stands in a section alone with its answer. A button reads on. Where
the answer is less sure, buttons to what else was found stand below; where nothing fits well, or sections of several
games do, there are only buttons.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from bot.i18n.names import utf16_length
from bot.i18n.translator import Translator
from bot.messaging import Button, Keyboard, LookupResult, LookupResults, Post, RichText, Span, plain_text
from bot.rulebook.book import Found, Question, Rulebook, Section

PREFIX = "r"
"""The first part of every token of this feature."""
RULES_PAYLOAD = "rules"
"""The payload of the link that opens the rules in the private chat."""
MOST_EXCERPTS = 10
_SURE, _ALONE = 30, 22
"""A hit with this score (0-100) is opened at once, with less if it is well ahead; lesser ones are offered."""
_ABOUT = 0.985
"""What has this part of the best one's score matches about as well."""
_CERTAIN, _BEHIND = 75, 0.85
"""From this score on, and where the others have less than this part of it, nothing else is offered below."""
_NEAR, _MORE = 0.6, 2
"""So many others are offered under an opened section, if they have this part of its score."""
_OFFERED = 6
_LONG = 700
"""UTF-16 units of a section that is shown as a whole to who looked something up; of a longer one, what fits best."""
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

        The name of a game asks for its contents. The argument may also be the id of an excerpt, which a client sends
        when one is chosen from the list.
        """
        if argument.startswith(f"{PREFIX}."):
            return self.press(argument.removeprefix(f"{PREFIX}."), tr)
        if not argument.strip():
            return self._contents(here.game, tr, here.section) if here.game in self._book.games else self._start(tr)
        named = self._book.named(argument)
        if named is not None:
            return self._contents(named, tr, here.section if here.game == named else "")
        hits = self._book.search(argument, tr.locale, _OFFERED, here.game)
        meant = _meant(hits)
        if len(meant) == 1:
            return self._found(argument, meant[0], hits, tr)
        return self._choose(meant, tr) if meant else self._offer(argument, hits, tr)

    def opened(self, query: str, tr: Translator, here: Open = NOWHERE) -> tuple[Found, ...]:
        """Return what a query opens at once; several where games have it and the asker is asked which is meant."""
        return _meant(self._book.search(query, tr.locale, _OFFERED, here.game))

    def press(self, rest: str, tr: Translator) -> Post:
        """Return the page of a token, given without its prefix; the contents for an unknown one."""
        locale, _, where = rest.partition(".")
        if self._book.catalogs.match(locale):
            tr = self._book.catalogs.translator(locale)
        game, key, question = (*where.split(".", 2), "", "")[:3]
        if game not in self._book.games:
            return self._start(tr)
        section = self._book.section(game, tr.locale, key)
        return self._page(section, tr, question) if section else self._contents(game, tr)

    def look_up(self, query: str, tr: Translator, here: Open = NOWHERE) -> LookupResults:
        """Return the sections that match a query; for an empty one, the contents of each game."""
        if not query.strip():
            games = sorted(self._book.games, key=lambda game: game != here.game)
            return self._findings((self._summary(game, tr) for game in games), tr)
        hits = self._book.search(query, tr.locale, MOST_EXCERPTS, here.game)
        return self._findings((self._excerpt(hit, tr) for hit in hits), tr)

    def nothing(self, tr: Translator) -> LookupResults:
        """Return no excerpt, only the link to the private chat."""
        return self._findings((), tr)

    def _findings(self, excerpts: Iterable[LookupResult], tr: Translator) -> LookupResults:
        # NOTE: Button above the results of a search in Telegram; at most 64 letters.
        return LookupResults(tuple(excerpts)[:MOST_EXCERPTS], tr.t("All the rules in our private chat"), RULES_PAYLOAD)

    def _summary(self, game: str, tr: Translator) -> LookupResult:
        title = self._book.title(game, tr)
        sections = [section.title for section in self._book.sections(game, tr.locale)]
        text = (Span(title, "bold"), Span("\n"), *(Span(f"\n• {section}") for section in sections))
        return LookupResult(_token(tr, game), title, _shortened(" · ".join(sections)), text)

    def _excerpt(self, hit: Found, tr: Translator) -> LookupResult:
        game = self._book.title(hit.section.game, tr)
        title, answer = (
            (hit.question.title, hit.question.answer) if hit.question else (hit.section.title, hit.section.text)
        )
        text = (Span(title, "bold"), Span(f"\n{game}\n\n"), *answer)
        line = plain_text(answer).partition("\n")[0]
        return LookupResult(
            _token_of(hit, tr), title, _shortened(tr.t("{option}: {value}", option=game, value=line)), text
        )

    def _start(self, tr: Translator) -> Post:
        """Return the contents of the only game, or the choice of games."""
        games = self._book.games
        if len(games) == 1:
            return self._contents(games[0], tr)
        # NOTE: Above buttons with the games.
        text = tr.rich("Which game? Choose one, or put a word or a question after /rules.")
        return Post(text, keyboard=tuple((self._to_game(game, tr),) for game in games), silent=True)

    def _contents(self, game: str, tr: Translator, now: str = "") -> Post:
        """Return a game's contents; the section for what may be done `now` has the first row."""
        title = Span(self._book.title(game, tr), "bold")
        # NOTE: Above buttons with the sections of the rules.
        text = tr.rich("{game}: the rules. Choose a section, or put a word or a question after /rules.", game=title)
        sections = self._book.sections(game, tr.locale)
        first = tuple((_now(section, tr),) for section in sections if section.id == now)
        rest = _in_twos([_to(section, tr) for section in sections if section.id != now])
        return Post(text, keyboard=(*first, *rest, *self._way_home(tr)), silent=True)

    def _page(self, section: Section, tr: Translator, question: str = "") -> Post:
        """Return a section, or one of its questions alone by its number."""
        if question.isdecimal() and int(question) < len(section.questions):
            asked = section.questions[int(question)]
            about = self._book.section(section.game, tr.locale, asked.about) if asked.about else None
            return self._answer(about or section, asked, tr)
        text: RichText = (Span(section.title, "bold"), Span("\n\n"), *section.text)
        return Post(text, keyboard=self._turning(section, tr), silent=True)

    def _answer(self, section: Section, question: Question, tr: Translator) -> Post:
        """Return a question with its answer, and a button to the section that tells more."""
        return self._part(section, (Span(question.title, "bold"), Span("\n\n"), *question.answer), tr)

    def _part(self, section: Section, text: RichText, tr: Translator) -> Post:
        """Return a page that shows a part of a section, with a way to read on."""
        whole = Button(f"📖 {section.title}", _token(tr, section.game, section.id))
        return Post(text, keyboard=((whole,), (self._contents_button(section.game, tr),)), silent=True)

    def _found(self, asked: str, hit: Found, hits: Sequence[Found], tr: Translator) -> Post:
        """Return the page of a hit; others that are not far behind have buttons of their own."""
        page = self._answer(hit.section, hit.question, tr) if hit.question else self._best_of(hit.section, asked, tr)
        others = [other for other in hits if other is not hit and other.score >= _NEAR * hit.score][:_MORE]
        if hit.score >= _CERTAIN and all(other.score < _BEHIND * hit.score for other in others):
            return page
        return replace(page, keyboard=(*((self._else(other, hit, tr),) for other in others), *page.keyboard))

    def _best_of(self, section: Section, asked: str, tr: Translator) -> Post:
        """Return a section as a whole; of a long one the short answer and what fits best, with a way to read on."""
        if utf16_length(plain_text(section.text)) <= _LONG:
            return self._page(section, tr)
        parts = self._book.passages(section, asked, tr.locale)
        text = (Span(section.title, "bold"), *(span for part in parts for span in (Span("\n\n"), *part)))
        return self._part(section, text, tr)

    def _else(self, other: Found, hit: Found, tr: Translator) -> Button:
        title = other.section.title
        if other.section.game != hit.section.game and not other.section.common:
            title = f"{title} · {self._book.title(other.section.game, tr)}"
        return Button(f"🔎 {title}", _token_of(other, tr))

    def _turning(self, section: Section, tr: Translator) -> Keyboard:
        """Return the buttons under a section: the one before, the one after, the contents."""
        sections = self._book.sections(section.game, tr.locale)
        at = next(index for index, other in enumerate(sections) if other.id == section.id)
        around = [_to(other, tr) for other in (*sections[max(0, at - 1) : at], *sections[at + 1 : at + 2])]
        return (tuple(around), (self._contents_button(section.game, tr),))

    def _contents_button(self, game: str, tr: Translator) -> Button:
        # NOTE: Button: back to the list of sections.
        return Button(tr.t("Contents"), _token(tr, game))

    def _offer(self, asked: str, hits: Sequence[Found], tr: Translator) -> Post:
        query = tr.name(asked)
        if not hits:
            contents = self._start(tr)
            # NOTE: Nothing was found for what was looked up. {query} is what the reader wrote.
            nothing = tr.rich("The rules don’t mention “{query}”.", query=query)
            return Post((*nothing, Span("\n\n"), *contents.text), keyboard=contents.keyboard, silent=True)
        # NOTE: Above sections of the rules that may answer. {query} is what the reader wrote, a word or a whole
        # question.
        text = tr.rich("No exact match for “{query}”. Did you mean one of these?", query=query)
        return Post(text, keyboard=(*self._to_each(hits, tr), (self._home(tr),)), silent=True)

    def _choose(self, hits: Sequence[Found], tr: Translator) -> Post:
        """Ask which game is meant, if several match."""
        # NOTE: Above buttons with the games whose rules have what was looked up.
        text = tr.rich("That’s in more than one game. Which one do you mean?")
        return Post(text, keyboard=(*self._to_each(hits, tr), (self._home(tr),)), silent=True)

    def _to_each(self, hits: Sequence[Found], tr: Translator) -> Keyboard:
        """Return a button for each hit, with its game if there are several."""
        if len(self._book.games) == 1:
            return _in_twos([Button(hit.section.title, _token_of(hit, tr)) for hit in hits])
        return tuple((self._to_found(hit, tr),) for hit in hits)

    def _to_found(self, hit: Found, tr: Translator) -> Button:
        title = hit.section.title
        label = title if hit.section.common else f"{title} · {self._book.title(hit.section.game, tr)}"
        return Button(label, _token_of(hit, tr))

    def _to_game(self, game: str, tr: Translator) -> Button:
        return Button(self._book.title(game, tr), _token(tr, game))

    def _way_home(self, tr: Translator) -> Keyboard:
        return ((Button(tr.t("Another game"), _token(tr)),),) if len(self._book.games) > 1 else ()

    def _home(self, tr: Translator) -> Button:
        # NOTE: Button: back to the list of sections.
        return Button(tr.t("Contents"), _token(tr))


def _meant(hits: Sequence[Found]) -> tuple[Found, ...]:
    """Return the hit to be opened, or one of each game where several match about as well; none where it is not sure."""
    if not hits or not _sure(hits):
        return ()
    if hits[0].section.common:
        return (hits[0],)
    alike = [hit for hit in hits if hit.score >= _ABOUT * hits[0].score and not hit.section.common]
    best = {hit.section.game: hit for hit in reversed(alike)}
    return tuple(hit for hit in alike if best[hit.section.game] is hit)


def _sure(hits: Sequence[Found]) -> bool:
    best, second = (*(hit.score for hit in hits), 0.0)[:2]
    return best >= _SURE or (best >= _ALONE and second < _BEHIND * best)


def _to(section: Section, tr: Translator) -> Button:
    return Button(section.title, _token(tr, section.game, section.id))


def _now(section: Section, tr: Translator) -> Button:
    # NOTE: Button under the rules: the section on what may be done now in the game of this chat.
    return Button(tr.t("Now: {section}", section=section.title), _token(tr, section.game, section.id))


def _token_of(hit: Found, tr: Translator) -> str:
    at = (hit.question.section, str(hit.question.number)) if hit.question else (hit.section.id,)
    return _token(tr, hit.section.game, *at)


def _token(tr: Translator, *where: str) -> str:
    return ".".join((PREFIX, tr.locale, *where))


def _in_twos(buttons: Sequence[Button]) -> Keyboard:
    return tuple(tuple(buttons[start : start + 2]) for start in range(0, len(buttons), 2))


def _shortened(text: str) -> str:
    """Cut a line between words."""
    if len(text) <= _LINE:
        return text
    return text[:_LINE].rpartition(" ")[0] + "…"
