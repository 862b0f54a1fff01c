"""`/rules` as people use it: contents, pages, turning them, looking a word up."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.port import Button, Post, Span, plain
from bot.rulebook import Rulebook, RulesFeature
from bot.words import Library, units

LOCALES = Path(__file__).parents[2] / "locales"
LANGUAGES = sorted(path.name for path in LOCALES.iterdir() if path.is_dir())


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


def test_rules_shows_the_contents_in_rows_of_two(feature: RulesFeature, book: Rulebook, library: Library) -> None:
    post = feature.command("", library.words("en"))
    assert bare(post) == "The rules of Court Hats. Choose a section, or write a word after /rules."
    assert [button.text for button in buttons(post)] == [section.title for section in book.sections("court_hats", "en")]
    assert all(len(row) <= 2 for row in post.keyboard)
    assert post.silent, "looking a rule up rings nobody's phone"


def test_rules_swap_opens_the_section(feature: RulesFeature, library: Library) -> None:
    post = feature.command("swap", library.words("en"))
    assert post.text[0] == Span("⇄ Swap", "bold")
    assert "Press ⇄ at one place" in plain(post.text)


def test_pages_can_be_turned_from_the_first_to_the_last(
    feature: RulesFeature, book: Rulebook, library: Library, locale: str
) -> None:
    sections = book.sections("court_hats", locale)
    page = press(feature, library, buttons(feature.command("", library.words(locale)))[0])
    for section in sections[1:]:
        page = press(feature, library, page.keyboard[0][-1])
        assert page.text[0] == Span(section.title, "bold")
    assert [button.text for button in page.keyboard[0]] == [sections[-2].title], "the last page leads back only"


def test_a_page_leads_back_to_the_contents(feature: RulesFeature, library: Library, locale: str) -> None:
    contents = feature.command("", library.words(locale))
    for button in buttons(contents):
        page = press(feature, library, button)
        assert press(feature, library, page.keyboard[-1][0]) == contents


def test_a_page_keeps_its_language_whoever_turns_it(feature: RulesFeature, library: Library) -> None:
    page = feature.command("поменять", library.words("ru"))
    turned = press(feature, library, page.keyboard[0][-1], locale="he")
    assert turned.text[0] == Span("🎩 Открыть", "bold")
    assert press(feature, library, turned.keyboard[-1][0], locale="he").text[0].text.startswith("Правила игры")


def test_what_is_not_quite_a_title_is_offered_and_said_so(feature: RulesFeature, library: Library) -> None:
    post = feature.command("swpa", library.words("en"))
    assert bare(post) == "No section is called “swpa”. Perhaps one of these?"
    assert buttons(post)[0].text == "⇄ Swap"
    assert buttons(post)[-1].text == "Contents"


def test_what_is_nowhere_gets_the_contents_and_is_said_so(feature: RulesFeature, library: Library) -> None:
    post = feature.command("xylophone zzz", library.words("en"))
    assert bare(post).startswith("The rules say nothing of “xylophone zzz”.")
    assert post.keyboard == feature.command("", library.words("en")).keyboard


@pytest.mark.parametrize("query", ["\u202edaolnwod", "*_[x](y)`<b>", "@everyone", "q" * 4000, "{name}"])
def test_what_was_asked_is_shown_as_text_and_isolated(feature: RulesFeature, library: Library, query: str) -> None:
    """survive-72, survive-75: a query comes back short, without direction marks, and in one plain run."""
    post = feature.command(query, library.words("en"))
    assert "\u202e" not in plain(post.text)
    assert units(plain(post.text)) < 250
    assert all(span.style in ("", "bold") for span in post.text)


def test_tokens_fit_every_platform(feature: RulesFeature, library: Library, locale: str) -> None:
    """survive-69: at most 64 ASCII bytes in any language."""
    words = library.words(locale)
    posts = [feature.command("", words), feature.command("hat", words)]
    posts += [press(feature, library, button) for button in buttons(posts[0])]
    for button in (button for post in posts for button in buttons(post)):
        assert button.token.isascii()
        assert len(button.token) <= 64
        assert 0 < len(button.text) <= 24


def test_every_page_fits_one_message(feature: RulesFeature, library: Library, locale: str) -> None:
    for button in buttons(feature.command("", library.words(locale))):
        assert units(plain(press(feature, library, button).text)) <= 1024


@pytest.mark.parametrize(
    "rest", ["", "xx", "ru.chess", "ru.court_hats.nonsense", "....", "r.r.r", "ru.court_hats.goal.x"]
)
def test_a_token_that_means_nothing_turns_to_the_contents(feature: RulesFeature, library: Library, rest: str) -> None:
    post = feature.press(rest, library.words("en"))
    assert len(buttons(post)) == 17


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
