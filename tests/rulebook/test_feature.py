"""`/rules` as people use it: contents, pages, turning them, looking a word up."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.port import Button, Post, Span, plain
from bot.rulebook import Rulebook, RulesFeature
from bot.rulebook.feature import Open
from bot.words import Library, units

LOCALES = Path(__file__).parents[2] / "locales"
LANGUAGES = Library(LOCALES).locales
GAMES = ("court_hats", "vanished_animal", "invisible_man")


@pytest.fixture(params=LANGUAGES)
def locale(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def buttons(post: Post) -> list[Button]:
    return [button for row in post.keyboard for button in row]


def press(feature: RulesFeature, library: Library, button: Button, locale: str = "en") -> Post:
    prefix, _, rest = button.token.partition(".")
    assert prefix == "r"
    return feature.press(rest, library.words(locale))


def bare(post: Post) -> str:
    return plain(post.text).replace("\u2068", "").replace("\u2069", "")


def contents(feature: RulesFeature, library: Library, game: str, locale: str = "en") -> Post:
    return feature.press(f"{locale}.{game}", library.words(locale))


def test_rules_asks_for_the_game_first(feature: RulesFeature, book: Rulebook, library: Library) -> None:
    post = feature.command("", library.words("en"))
    assert bare(post) == "Which game? Choose one, or write a word after /rules."
    assert [button.text for button in buttons(post)] == ["Court Hats", "The Vanished Animal", "The Invisible Man"]
    assert press(feature, library, buttons(post)[0]) == contents(feature, library, "court_hats")


@pytest.mark.parametrize("game", GAMES)
def test_the_contents_stand_in_rows_of_two(feature: RulesFeature, book: Rulebook, library: Library, game: str) -> None:
    words = library.words("en")
    post = contents(feature, library, game)
    assert bare(post) == f"The rules of {book.title(game, words)}. Choose a section, or write a word after /rules."
    titles = [section.title for section in book.sections(game, "en")]
    assert [button.text for button in buttons(post)] == [*titles, "Contents"]
    assert all(len(row) <= 2 for row in post.keyboard)
    assert post.silent, "looking a rule up rings nobody's phone"


def test_rules_and_a_word_open_the_section(feature: RulesFeature, library: Library) -> None:
    post = feature.command("magic hats", library.words("en"))
    assert post.text[0] == Span("Magic hats", "bold")


def test_a_word_of_several_games_asks_which(feature: RulesFeature, library: Library) -> None:
    post = feature.command("swap", library.words("en"))
    assert bare(post) == "More than one game has this. Which do you mean?"
    assert [b.text for b in buttons(post)] == ["⇄ Swap · Court Hats", "⇄ Swap · The Vanished Animal", "Contents"]
    assert press(feature, library, buttons(post)[1]).text[0] == Span("⇄ Swap", "bold")


class TestAtATable:
    """A running table's game and phase come first."""

    def test_the_contents_of_its_game_open_with_what_may_be_done_now(
        self, feature: RulesFeature, library: Library, locale: str
    ) -> None:
        words = library.words(locale)
        post = feature.command("", words, Open("invisible_man", "cloak"))
        (first,) = post.keyboard[0]
        assert first.token == f"r.{locale}.invisible_man.cloak"
        assert [b.token for b in buttons(post)].count(first.token) == 1
        assert sorted(b.token for b in buttons(post)) == sorted(
            b.token for b in buttons(contents(feature, library, "invisible_man", locale))
        )

    def test_in_english(self, feature: RulesFeature, library: Library) -> None:
        post = feature.command(" ", library.words("en"), Open("court_hats", "turn"))
        assert buttons(post)[0].text == "Now: Your turn"

    def test_a_lobby_opens_its_game_alone(self, feature: RulesFeature, library: Library) -> None:
        post = feature.command("", library.words("en"), Open("vanished_animal"))
        assert post == contents(feature, library, "vanished_animal")

    @pytest.mark.parametrize("game", ["court_hats", "vanished_animal"])
    def test_a_word_of_several_games_means_the_one_played(
        self, feature: RulesFeature, book: Rulebook, library: Library, game: str
    ) -> None:
        post = feature.command("swap", library.words("en"), Open(game, "turn"))
        section = book.section(game, "en", "swap")
        assert section
        assert post.text[2:] == section.text

    def test_a_word_of_another_game_is_found_all_the_same(self, feature: RulesFeature, library: Library) -> None:
        post = feature.command("cloak", library.words("en"), Open("court_hats", "turn"))
        assert post.text[0] == Span("The Cloak", "bold")

    def test_a_game_without_rules_is_no_harm(self, feature: RulesFeature, library: Library) -> None:
        words = library.words("en")
        assert feature.command("", words, Open("chess", "turn")) == feature.command("", words)


class TestExcerpts:
    """What `@bot words` offers to paste."""

    def test_are_sections_with_their_game_and_first_line(self, feature: RulesFeature, library: Library) -> None:
        found = feature.look_up("magic hats", library.words("en")).excerpts
        assert found[0].title == "Magic hats"
        assert found[0].line.startswith("Court Hats: ")
        assert plain(found[0].text).startswith("Magic hats\nCourt Hats\n\n")
        assert found[0].text[0].style == "bold"

    def test_without_words_are_the_contents_of_each_game(
        self, feature: RulesFeature, book: Rulebook, library: Library, locale: str
    ) -> None:
        words = library.words(locale)
        found = feature.look_up(" ", words).excerpts
        assert [excerpt.title for excerpt in found] == [book.title(game, words) for game in GAMES]
        for game, excerpt in zip(GAMES, found, strict=True):
            text = plain(excerpt.text)
            assert all(f"• {section.title}" in text for section in book.sections(game, locale))

    def test_begin_with_the_game_at_whose_table_the_asker_sits(self, feature: RulesFeature, library: Library) -> None:
        here = Open("vanished_animal", "turn")
        assert feature.look_up("", library.words("en"), here).excerpts[0].title == "The Vanished Animal"
        assert feature.look_up("swap", library.words("en"), here).excerpts[0].id == "r.en.vanished_animal.swap"

    def test_are_ten_at_most_and_each_once(self, feature: RulesFeature, library: Library) -> None:
        found = feature.look_up("hat card turn swap game", library.words("en")).excerpts
        assert 3 < len(found) <= 10
        assert len({excerpt.id for excerpt in found}) == len(found)

    def test_fit_every_platform(self, feature: RulesFeature, book: Rulebook, library: Library, locale: str) -> None:
        words = library.words(locale)
        for game in GAMES:
            for section in book.sections(game, locale):
                for excerpt in feature.look_up(section.title, words).excerpts:
                    assert len(excerpt.id.encode()) <= 64
                    assert 0 < len(excerpt.line) <= 121
                    assert 0 < units(plain(excerpt.text)) <= 4096

    def test_lead_to_the_private_chat(self, feature: RulesFeature, library: Library, locale: str) -> None:
        """A button over inline results: 1 to 64 letters of `A-Za-z0-9_-` in its payload."""
        for found in (feature.look_up("", library.words(locale)), feature.nothing(library.words(locale))):
            assert found.payload == "rules"
            assert 0 < len(found.more) <= 64
        assert feature.nothing(library.words(locale)).excerpts == ()


@pytest.mark.parametrize("game", GAMES)
def test_pages_can_be_turned_from_the_first_to_the_last(
    feature: RulesFeature, book: Rulebook, library: Library, locale: str, game: str
) -> None:
    sections = book.sections(game, locale)
    page = press(feature, library, buttons(contents(feature, library, game, locale))[0])
    for section in sections[1:]:
        page = press(feature, library, page.keyboard[0][-1])
        assert page.text[0] == Span(section.title, "bold")
    assert [button.text for button in page.keyboard[0]] == [sections[-2].title], "the last page leads back only"


@pytest.mark.parametrize("game", GAMES)
def test_a_page_leads_back_to_the_contents(feature: RulesFeature, library: Library, locale: str, game: str) -> None:
    start = contents(feature, library, game, locale)
    for button in buttons(start)[:-1]:
        page = press(feature, library, button)
        assert press(feature, library, page.keyboard[-1][0]) == start


def test_a_page_keeps_its_language_whoever_turns_it(feature: RulesFeature, library: Library) -> None:
    page = feature.command("поменять", library.words("ru"), Open("court_hats"))
    turned = press(feature, library, page.keyboard[0][-1], locale="he")
    assert turned.text[0] == Span("🎩 Открыть", "bold")
    assert press(feature, library, turned.keyboard[-1][0], locale="he").text[0].text.startswith("Правила игры")


def test_what_is_not_quite_a_title_is_offered_and_said_so(feature: RulesFeature, library: Library) -> None:
    post = feature.command("swpa", library.words("en"), Open("court_hats"))
    assert bare(post) == "No section is called “swpa”. Perhaps one of these?"
    assert buttons(post)[0].text == "⇄ Swap · Court Hats"
    assert buttons(post)[-1].text == "Contents"


def test_what_is_nowhere_gets_the_contents_and_is_said_so(feature: RulesFeature, library: Library) -> None:
    post = feature.command("xylophone zzz", library.words("en"))
    assert bare(post).startswith("The rules say nothing of “xylophone zzz”.")
    assert post.keyboard == feature.command("", library.words("en")).keyboard


@pytest.mark.parametrize("query", ["\u202edaolnwod", "*_[x](y)`<b>", "@everyone", "q" * 4000, "{zqx}"])
def test_what_was_asked_is_shown_as_text_and_isolated(feature: RulesFeature, library: Library, query: str) -> None:
    """survive-72, survive-75: a query comes back short, without direction marks, and in one plain run."""
    post = feature.command(query, library.words("en"))
    assert "\u202e" not in plain(post.text)
    assert units(plain(post.text)) < 250
    assert all(span.style in ("", "bold") for span in post.text)


@pytest.mark.parametrize("game", GAMES)
def test_tokens_and_buttons_fit_every_platform(feature: RulesFeature, library: Library, locale: str, game: str) -> None:
    """survive-69: at most 64 ASCII bytes in any language; half a phone's width shows 24 letters, the whole 48."""
    words = library.words(locale)
    posts = [contents(feature, library, game, locale), feature.command("", words), feature.command("hat", words)]
    posts += [press(feature, library, button) for button in buttons(posts[0])[:-1]]
    for row in (row for post in posts for row in post.keyboard):
        for button in row:
            assert button.token.isascii()
            assert len(button.token) <= 64
            assert 0 < len(button.text) <= (24 if len(row) > 1 else 64)


@pytest.mark.parametrize("game", GAMES)
def test_every_page_fits_one_message(feature: RulesFeature, library: Library, locale: str, game: str) -> None:
    for button in buttons(contents(feature, library, game, locale)):
        assert units(plain(press(feature, library, button).text)) <= 1024


@pytest.mark.parametrize(
    "rest", ["", "xx", "ru.chess", "ru.court_hats.nonsense", "....", "r.r.r", "ru.court_hats.goal.x"]
)
def test_a_token_that_means_nothing_turns_to_the_contents(feature: RulesFeature, library: Library, rest: str) -> None:
    post = feature.press(rest, library.words("en"))
    assert buttons(post)[-1].token in ("r.en", "r.ru", "r.en.invisible_man", "r.ru.invisible_man")


@given(st.text(max_size=64))
def test_no_token_breaks_it(feature: RulesFeature, library: Library, rest: str) -> None:
    assert feature.press(rest, library.words("en")).keyboard


class TestSeveralGames:
    @pytest.fixture
    def two(self, tmp_path: Path, library: Library) -> RulesFeature:
        rules = tmp_path / "en" / "rules"
        rules.mkdir(parents=True)
        for game in ("chess", "go"):
            (rules / f"{game}.md").write_text(f"## goal: Goal of {game}\n\nWin at {game}.\n")
        titles = {"chess": lambda words: "Chess", "go": lambda words: "Go"}
        return RulesFeature(Rulebook(tmp_path, library, titles))

    def test_one_is_chosen_first(self, two: RulesFeature, library: Library) -> None:
        start = two.command("", library.words("en"))
        assert bare(start) == "Which game? Choose one, or write a word after /rules."
        assert [button.text for button in buttons(start)] == ["Chess", "Go"]
        contents = press(two, library, buttons(start)[1])
        assert [button.text for button in buttons(contents)] == ["Goal of go", "Contents"]
        assert press(two, library, buttons(contents)[-1]) == start

    def test_are_searched_together(self, two: RulesFeature, library: Library) -> None:
        assert two.command("goal of chess", library.words("en")).text[-1] == Span("Win at chess.")
