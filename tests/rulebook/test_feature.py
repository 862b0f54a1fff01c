"""`/rules` as people use it: contents, pages, turning them, looking a word up."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.presentation import Game
from bot.games import registry
from bot.i18n.catalogs import Catalogs
from bot.i18n.names import utf16_length
from bot.messaging import Button, Post, Span, plain_text
from bot.rulebook.book import COMMON, Rulebook
from bot.rulebook.feature import Open, RulesFeature
from tests.helpers.cases import each
from tests.rulebook.conftest import Rules

LOCALES = Path(__file__).parents[2] / "locales"
LANGUAGES = Catalogs(LOCALES).locales
GAMES = tuple(game.key for game in registry.GAMES)


@pytest.fixture(params=LANGUAGES)
def locale(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def buttons(post: Post) -> list[Button]:
    return [button for row in post.keyboard for button in row]


def press(feature: RulesFeature, catalogs: Catalogs, button: Button, locale: str = "en") -> Post:
    prefix, _, rest = button.token.partition(".")
    assert prefix == "r"
    return feature.press(rest, catalogs.translator(locale))


def bare(post: Post) -> str:
    return plain_text(post.text).replace("\u2068", "").replace("\u2069", "")


def contents(feature: RulesFeature, catalogs: Catalogs, game: str, locale: str = "en") -> Post:
    return feature.press(f"{locale}.{game}", catalogs.translator(locale))


def test_rules_asks_for_the_game_first(feature: RulesFeature, book: Rulebook, catalogs: Catalogs) -> None:
    post = feature.command("", catalogs.translator("en"))
    assert bare(post) == "Which game? Choose one, or put a word or a question after /rules."
    titles = [game.presenter.title(catalogs.translator("en")) for game in registry.GAMES]
    assert [button.text for button in buttons(post)] == titles
    assert press(feature, catalogs, buttons(post)[0]) == contents(feature, catalogs, "court_hats")


@pytest.mark.parametrize("game", GAMES)
def test_the_contents_stand_in_rows_of_two(
    feature: RulesFeature, book: Rulebook, catalogs: Catalogs, game: str
) -> None:
    tr = catalogs.translator("en")
    post = contents(feature, catalogs, game)
    title = book.title(game, tr)
    assert bare(post) == f"{title}: the rules. Choose a section, or put a word or a question after /rules."
    titles = [section.title for section in book.sections(game, "en")]
    assert [button.text for button in buttons(post)] == [*titles, "Another game"]
    assert all(len(row) <= 2 for row in post.keyboard)
    assert post.silent, "looking a rule up notifies nobody"


@pytest.mark.parametrize("game", registry.GAMES, ids=GAMES)
def test_rules_and_the_name_of_a_game_open_its_contents(
    feature: RulesFeature, catalogs: Catalogs, game: Game, locale: str
) -> None:
    """As after /play and /learn: its short word, or its title in any language."""
    tr = catalogs.translator(locale)
    for name in (game.word, game.word.upper(), game.presenter.title(tr), f" {game.presenter.title(tr)} "):
        assert feature.command(name, tr) == contents(feature, catalogs, game.key, locale)
    assert feature.command(game.presenter.title(catalogs.translator("en")), tr) == feature.command(game.word, tr)


def test_the_name_of_the_game_that_is_played_opens_its_contents_with_what_may_be_done_now(
    feature: RulesFeature, catalogs: Catalogs
) -> None:
    tr = catalogs.translator("en")
    here = Open("court_hats", "swap")
    assert feature.command("hats", tr, here) == feature.command("", tr, here)
    assert feature.command("animal", tr, here) == contents(feature, catalogs, "vanished_animal")


def test_rules_and_a_word_open_the_section(feature: RulesFeature, catalogs: Catalogs) -> None:
    post = feature.command("magic hats", catalogs.translator("en"))
    assert post.text[0] == Span("Magic hats", "bold")


def test_a_word_of_several_games_asks_which(feature: RulesFeature, catalogs: Catalogs) -> None:
    post = feature.command("swap", catalogs.translator("en"))
    assert bare(post) == "That’s in more than one game. Which one do you mean?"
    assert [b.text for b in buttons(post)] == ["⇄ Swap · Court Hats", "⇄ Swap · The Vanished Animal", "Contents"]
    assert press(feature, catalogs, buttons(post)[1]).text[0] == Span("⇄ Swap", "bold")


class TestAtATable:
    """A running table's game and phase come first."""

    def test_the_contents_of_its_game_open_with_what_may_be_done_now(
        self, feature: RulesFeature, catalogs: Catalogs, locale: str
    ) -> None:
        tr = catalogs.translator(locale)
        post = feature.command("", tr, Open("invisible_man", "cloak"))
        (first,) = post.keyboard[0]
        assert first.token == f"r.{locale}.invisible_man.cloak"
        assert [b.token for b in buttons(post)].count(first.token) == 1
        assert sorted(b.token for b in buttons(post)) == sorted(
            b.token for b in buttons(contents(feature, catalogs, "invisible_man", locale))
        )

    def test_in_english(self, feature: RulesFeature, catalogs: Catalogs) -> None:
        post = feature.command(" ", catalogs.translator("en"), Open("court_hats", "turn"))
        assert buttons(post)[0].text == "Now: Your turn"

    def test_a_lobby_opens_its_game_alone(self, feature: RulesFeature, catalogs: Catalogs) -> None:
        post = feature.command("", catalogs.translator("en"), Open("vanished_animal"))
        assert post == contents(feature, catalogs, "vanished_animal")

    @pytest.mark.parametrize("game", ["court_hats", "vanished_animal"])
    def test_a_word_of_several_games_means_the_one_played(
        self, feature: RulesFeature, book: Rulebook, catalogs: Catalogs, game: str
    ) -> None:
        post = feature.command("swap", catalogs.translator("en"), Open(game, "turn"))
        section = book.section(game, "en", "swap")
        assert section
        assert post.text[2:] == section.text

    def test_a_word_of_another_game_is_found_all_the_same(self, feature: RulesFeature, catalogs: Catalogs) -> None:
        post = feature.command("cloak", catalogs.translator("en"), Open("court_hats", "turn"))
        assert post.text[0] == Span("The Cloak", "bold")

    def test_a_game_without_rules_is_no_harm(self, feature: RulesFeature, catalogs: Catalogs) -> None:
        tr = catalogs.translator("en")
        assert feature.command("", tr, Open("chess", "turn")) == feature.command("", tr)


class TestWhatIsFound:
    """A page of what was looked up: opened at once, with ways to what else it may have been."""

    @pytest.fixture
    def small(self, tmp_path: Path) -> Rules:
        rules = Rules(tmp_path)
        rules.write(
            "en",
            "g",
            "goal: Aim\nalso: purpose\n\nWin.",
            "swap: Swap\nalso: exchange\n\nTwo pieces change places.\n\n**May pieces rest?** Only at night.",
            "walk: Walking\n\nOne may walk over a bridge, or swap it.",
            "credits: Thanks\n\nThank you.",
        )
        rules.write("en", "h", "goal: Aim\n\nLose.", "swap: Swap\n\nBalls change places.", "credits: Thanks\n\nThanks.")
        rules.write(
            "en", COMMON, "time: Clock\nalso: time limit\n\nA turn takes a minute.\n\n**Too slow?** It is over."
        )
        return rules

    @pytest.fixture
    def found(self, small: Rules) -> RulesFeature:
        return RulesFeature(small.book())

    def test_a_question_comes_alone_with_a_way_to_read_on(self, found: RulesFeature, catalogs: Catalogs) -> None:
        post = found.command("may my pieces rest", catalogs.translator("en"), Open("g"))
        assert bare(post) == "May pieces rest?\n\nOnly at night."
        assert post.text[0].style == "bold"
        assert buttons(post)[0].text == "📖 Swap"
        assert "Two pieces change places" in bare(press(found, catalogs, buttons(post)[0]))

    def test_a_section_comes_as_a_whole(self, found: RulesFeature, catalogs: Catalogs) -> None:
        post = found.command("exchange", catalogs.translator("en"), Open("g"))
        assert bare(post).startswith("Swap\n\nTwo pieces change places.\n\nMay pieces rest?")
        assert post == found.press("en.g.swap", catalogs.translator("en"))

    def test_a_question_about_another_section_counts_as_that_one(self, small: Rules, catalogs: Catalogs) -> None:
        asked = "questions: Questions\n\n**May pieces fly?** Never. <!-- about: moves -->\n"
        small.write("en", "h", f"moves: Moves\n\nThey walk.\n\n## {asked}")
        small.write("da", "h", "moves: Træk\n\nDe går.\n\n## questions: Spørgsmål\n\n**Må brikker flyve?** Aldrig.\n")
        found = RulesFeature(small.book())
        for locale, query, answer, whole in (
            ("en", "fly", "Never.", "📖 Moves"),
            ("da", "flyve", "Aldrig.", "📖 Træk"),
        ):
            post = found.command(query, catalogs.translator(locale), Open("h"))
            assert bare(post).endswith(answer)
            assert buttons(post)[0].text == whole

    def test_of_a_long_section_come_the_short_answer_and_what_fits_best(self, small: Rules, catalogs: Catalogs) -> None:
        filler = "\n\n".join(f"{word} and so on and on. " * 10 for word in ("River", "Forest", "Mountain", "Valley"))
        small.write("en", "h", f"map: The map\n\nA **map** of it all.\n\n{filler}\n\n- Lakes: swim\n- Roads: `/go`\n")
        found, tr = RulesFeature(small.book()), catalogs.translator("en")
        post = found.command("lake map", tr, Open("h"))
        assert bare(post) == "The map\n\nA map of it all.\n\n• Lakes: swim\n• Roads: /go"
        assert [span.text for span in post.text if span.style] == ["The map", "map", "/go"]
        assert buttons(post)[0].text == "📖 The map"
        assert "Valley" in bare(press(found, catalogs, buttons(post)[0]))
        assert bare(found.command("the map", tr, Open("h"))) == "The map\n\nA map of it all."

    def test_less_sure_ones_have_buttons_below(self, found: RulesFeature, catalogs: Catalogs) -> None:
        post = found.command("swap on the bridge", catalogs.translator("en"), Open("g"))
        assert post.text[0] == Span("Swap", "bold")
        assert buttons(post)[0].text == "🔎 Walking"
        assert press(found, catalogs, buttons(post)[0]).text[0] == Span("Walking", "bold")

    def test_what_is_the_same_in_all_games_asks_for_none(self, found: RulesFeature, catalogs: Catalogs) -> None:
        for asked in ("clock", "time limit"):
            assert found.command(asked, catalogs.translator("en")).text[0] == Span("Clock", "bold")
        assert bare(found.command("am I too slow", catalogs.translator("en"))).startswith("Too slow?")
        assert len(buttons(found.command("swap", catalogs.translator("en")))) == 3, "and what is not does"

    def test_it_is_that_of_the_game_here(self, found: RulesFeature, catalogs: Catalogs) -> None:
        post = found.command("clock", catalogs.translator("en"), Open("h"))
        assert post == found.press("en.h.time", catalogs.translator("en"))

    def test_a_game_may_be_named(self, found: RulesFeature, catalogs: Catalogs) -> None:
        post = found.command("halma swap", catalogs.translator("en"))
        assert bare(post) == "Swap\n\nBalls change places."

    def test_a_question_is_an_excerpt(self, found: RulesFeature, catalogs: Catalogs) -> None:
        first = found.look_up("pieces rest", catalogs.translator("en")).excerpts[0]
        assert (first.title, plain_text(first.text)) == ("May pieces rest?", "May pieces rest?\nGolf\n\nOnly at night.")
        assert bare(found.command(first.id, catalogs.translator("de"))) == "May pieces rest?\n\nOnly at night."

    @pytest.mark.parametrize("number", ["7", "-1", "x", "", "1.2"])
    def test_a_question_that_is_gone_is_its_section(self, found: RulesFeature, catalogs: Catalogs, number: str) -> None:
        tr = catalogs.translator("en")
        assert found.press(f"en.g.swap.{number}", tr) == found.press("en.g.swap", tr)


class TestExcerpts:
    """What `@bot words` offers to paste."""

    def test_are_sections_with_their_game_and_first_line(self, feature: RulesFeature, catalogs: Catalogs) -> None:
        found = feature.look_up("magic hats", catalogs.translator("en")).excerpts
        assert found[0].title == "Magic hats"
        assert found[0].line.startswith("Court Hats: ")
        assert plain_text(found[0].text).startswith("Magic hats\nCourt Hats\n\n")
        assert found[0].text[0].style == "bold"

    def test_without_words_are_the_contents_of_each_game(
        self, feature: RulesFeature, book: Rulebook, catalogs: Catalogs, locale: str
    ) -> None:
        tr = catalogs.translator(locale)
        found = feature.look_up(" ", tr).excerpts
        assert [excerpt.title for excerpt in found] == [book.title(game, tr) for game in GAMES]
        for game, excerpt in zip(GAMES, found, strict=True):
            text = plain_text(excerpt.text)
            assert all(f"• {section.title}" in text for section in book.sections(game, locale))

    def test_begin_with_the_game_at_whose_table_the_asker_sits(self, feature: RulesFeature, catalogs: Catalogs) -> None:
        here = Open("vanished_animal", "turn")
        assert feature.look_up("", catalogs.translator("en"), here).excerpts[0].title == "The Vanished Animal"
        assert feature.look_up("swap", catalogs.translator("en"), here).excerpts[0].id == "r.en.vanished_animal.swap"

    def test_are_ten_at_most_and_each_once(self, feature: RulesFeature, catalogs: Catalogs) -> None:
        found = feature.look_up("hat card turn swap game", catalogs.translator("en")).excerpts
        assert 3 < len(found) <= 10
        assert len({excerpt.id for excerpt in found}) == len(found)

    def test_fit_every_platform(self, feature: RulesFeature, book: Rulebook, catalogs: Catalogs, locale: str) -> None:
        tr = catalogs.translator(locale)
        for game in GAMES:
            for section in book.sections(game, locale):
                for excerpt in feature.look_up(section.title, tr).excerpts:
                    assert len(excerpt.id.encode()) <= 64
                    assert 0 < len(excerpt.line) <= 121
                    assert 0 < utf16_length(plain_text(excerpt.text)) <= 4096

    def test_lead_to_the_private_chat(self, feature: RulesFeature, catalogs: Catalogs, locale: str) -> None:
        """A button over inline results: 1 to 64 letters of `A-Za-z0-9_-` in its payload."""
        for found in (feature.look_up("", catalogs.translator(locale)), feature.nothing(catalogs.translator(locale))):
            assert found.payload == "rules"
            assert 0 < len(found.more) <= 64
        assert feature.nothing(catalogs.translator(locale)).excerpts == ()


@each("game", GAMES)
def test_pages_can_be_turned_from_the_first_to_the_last(
    feature: RulesFeature, book: Rulebook, catalogs: Catalogs, locale: str, game: str
) -> None:
    sections = book.sections(game, locale)
    page = press(feature, catalogs, buttons(contents(feature, catalogs, game, locale))[0])
    for section in sections[1:]:
        page = press(feature, catalogs, page.keyboard[0][-1])
        assert page.text[0] == Span(section.title, "bold")
    assert [button.text for button in page.keyboard[0]] == [sections[-2].title], "the last page leads back only"


@each("game", GAMES)
def test_a_page_leads_back_to_the_contents(feature: RulesFeature, catalogs: Catalogs, locale: str, game: str) -> None:
    start = contents(feature, catalogs, game, locale)
    for button in buttons(start)[:-1]:
        page = press(feature, catalogs, button)
        assert press(feature, catalogs, page.keyboard[-1][0]) == start


def test_a_page_keeps_its_language_whoever_turns_it(feature: RulesFeature, catalogs: Catalogs) -> None:
    page = feature.command("поменять", catalogs.translator("ru"), Open("court_hats"))
    turned = press(feature, catalogs, page.keyboard[0][-1], locale="he")
    assert turned.text[0] == Span("🎩 Открыть", "bold")
    assert press(feature, catalogs, turned.keyboard[-1][0], locale="he").text[0].text.startswith("Правила игры")


def test_what_all_sections_share_is_offered_and_said_so(tmp_path: Path, catalogs: Catalogs) -> None:
    rules = Rules(tmp_path)
    rules.write(
        "en", "g", *(f"{name}: {name}\n\nTake a hat. {name}." for name in ("one", "two", "three", "four", "five"))
    )
    tr = catalogs.translator("en")
    post = RulesFeature(rules.book()).command("the hats", tr, Open("g"))
    assert bare(post) == "No exact match for “the hats”. Did you mean one of these?"
    assert [button.text for button in buttons(post)][-1] == "Contents"
    assert len(buttons(post)) == 6


@pytest.mark.parametrize("asked", ["swpa", "swapping", "SWAP", "how do I swap the hats?"])
def test_what_is_clear_is_opened_though_no_section_is_called_so(
    feature: RulesFeature, catalogs: Catalogs, asked: str
) -> None:
    post = feature.command(asked, catalogs.translator("en"), Open("court_hats"))
    assert post.text[0] == Span("⇄ Swap", "bold")


def test_what_is_nowhere_gets_the_contents_and_is_said_so(feature: RulesFeature, catalogs: Catalogs) -> None:
    post = feature.command("zqxvbj zzz", catalogs.translator("en"))
    assert bare(post).startswith("The rules don’t mention “zqxvbj zzz”.")
    assert post.keyboard == feature.command("", catalogs.translator("en")).keyboard


@pytest.mark.parametrize("query", ["\u202edaolnwod", "*_[x](y)`<b>", "@zqxvbj", "q" * 4000, "{zqx}"])
def test_what_was_asked_is_shown_as_text_and_isolated(feature: RulesFeature, catalogs: Catalogs, query: str) -> None:
    """survive-72, survive-75: a query comes back short, without direction marks, and in one plain run."""
    post = feature.command(query, catalogs.translator("en"))
    assert "\u202e" not in plain_text(post.text)
    assert utf16_length(plain_text(post.text)) < 250
    assert all(span.style in ("", "bold") for span in post.text)


def test_tokens_and_buttons_fit_every_platform(feature: RulesFeature, catalogs: Catalogs, locale: str) -> None:
    """survive-69: at most 64 ASCII bytes in any language; half a phone's width shows 24 letters, the whole 48."""
    tr = catalogs.translator(locale)
    posts = [feature.command("", tr), feature.command("hat", tr)]
    for game in GAMES:
        posts.append(contents(feature, catalogs, game, locale))
        posts += [press(feature, catalogs, button) for button in buttons(posts[-1])[:-1]]
    for row in (row for post in posts for row in post.keyboard):
        for button in row:
            assert button.token.isascii()
            assert len(button.token) <= 64
            assert 0 < len(button.text) <= (24 if len(row) > 1 else 64)


@each("game", GAMES)
def test_every_page_fits_one_message(feature: RulesFeature, catalogs: Catalogs, locale: str, game: str) -> None:
    for button in buttons(contents(feature, catalogs, game, locale)):
        assert utf16_length(plain_text(press(feature, catalogs, button).text)) <= 1900


@pytest.mark.parametrize("rest", ["", "xx", "ru.chess", "ru.court_hats.nonsense", "....", "r.r.r"])
def test_a_token_that_means_nothing_turns_to_the_contents(feature: RulesFeature, catalogs: Catalogs, rest: str) -> None:
    post = feature.press(rest, catalogs.translator("en"))
    assert buttons(post)[-1].token in ("r.en", "r.ru", f"r.en.{GAMES[-1]}", f"r.ru.{GAMES[-1]}")


@given(st.text(max_size=64))
def test_no_token_breaks_it(feature: RulesFeature, catalogs: Catalogs, rest: str) -> None:
    assert feature.press(rest, catalogs.translator("en")).keyboard


class TestSeveralGames:
    @pytest.fixture
    def two(self, tmp_path: Path, catalogs: Catalogs) -> RulesFeature:
        rules = tmp_path / "en" / "rules"
        rules.mkdir(parents=True)
        for game in ("chess", "go"):
            (rules / f"{game}.md").write_text(f"## goal: Goal of {game}\n\nWin at {game}.\n")
        titles = {"chess": lambda tr: "Chess", "go": lambda tr: "Go"}
        return RulesFeature(Rulebook(tmp_path, catalogs, titles))

    def test_one_is_chosen_first(self, two: RulesFeature, catalogs: Catalogs) -> None:
        start = two.command("", catalogs.translator("en"))
        assert bare(start) == "Which game? Choose one, or put a word or a question after /rules."
        assert [button.text for button in buttons(start)] == ["Chess", "Go"]
        contents = press(two, catalogs, buttons(start)[1])
        assert [button.text for button in buttons(contents)] == ["Goal of go", "Another game"]
        assert press(two, catalogs, buttons(contents)[-1]) == start

    def test_are_searched_together(self, two: RulesFeature, catalogs: Catalogs) -> None:
        assert two.command("goal of chess", catalogs.translator("en")).text[-1] == Span("Win at chess.")
