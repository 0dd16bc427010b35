"""The picture that goes with a link to a page."""

import shutil

import pytest
from docutils import nodes
from PIL import Image

from normbook.sphinx.found import cards
from normbook.sphinx.node import prerenderer

WORDS = "<p>No picture.</p>"
FIGURE = '<figure class="nb-figure"><svg viewBox="0 0 10 10">{}</svg></figure>'
SQUARE = '<path d="M0 0H10V10H0z" style="fill:{}"/>'
MODEL = """\
<div class="nb-mount" data-slug="pipeline"><div class="nb-explorable"><div class="nb-tone-y">
<svg class="nb-bars" viewBox="0 0 10 10"><path class="nb-bar" d="M0 0H10V10H0z"/></svg>
</div></div></div>"""
draw = cards.draw
MIDDLE = (600, 320)
TEAL, ORANGE, PAPER = (11, 110, 117), (184, 72, 12), (255, 253, 248)


@pytest.fixture
def card(app):
    """Return a function that makes a page's card."""

    def make(body: str, **context) -> Image.Image:
        found = {"nb_found": {"title": "LayerNorm & x̂"}, "nb_description": "A row, and its x̂."}
        cards.make(app, "book/one", "page.html", {**found, "body": body, **context}, None)
        drawn = Image.open(app.outdir / "cards" / "book" / "one.png")
        drawn.load()  # and close its file
        return drawn

    return make


def near(card: Image.Image, colour: tuple[int, int, int]) -> bool:
    """Whether the middle of a card has a colour; there is none that looks like another."""
    found = card.convert("RGB").getpixel(MIDDLE)
    return max(abs(one - other) for one, other in zip(found, colour, strict=True)) < 8


def test_a_card_has_the_size_that_others_ask_for(card):
    drawn = card(WORDS)
    assert (drawn.format, drawn.size) == ("PNG", (1200, 630))
    assert len(drawn.getcolors()) > 10, "there is a text"


def test_a_figure_has_the_colours_of_the_page(card):
    assert near(card(FIGURE.format(SQUARE.format("var(--nb-teal)"))), TEAL)


def test_a_model_has_the_colours_of_its_style(card):
    assert near(card(MODEL), ORANGE)


def test_it_is_the_first_that_is_shown(card):
    assert near(card(MODEL + FIGURE.format(SQUARE.format("var(--nb-teal)"))), ORANGE)


def test_without_a_picture_there_are_words(card):
    assert near(card(WORDS), PAPER)


def test_the_book_s_title_may_have_any_character(card, app):
    app.env.titles["book/index"] = nodes.title("", "Inside & Out")
    assert near(card(WORDS), PAPER)


def test_the_same_card_is_drawn_once(card, monkeypatch):
    first = card(WORDS)
    monkeypatch.setattr(prerenderer, "render", None)
    assert card(WORDS).tobytes() == first.tobytes()


def test_a_card_is_not_drawn_again_for_the_style_of_another_model(card, monkeypatch, tmp_path):
    copies = tmp_path / "explorables"
    shutil.copytree(cards.EXPLORABLES, copies)
    monkeypatch.setattr(cards, "EXPLORABLES", copies)
    drawn = []
    monkeypatch.setattr(cards, "draw", lambda *card: drawn.append(card) or draw(*card))
    card(MODEL)
    for slug, times in (("geometry", 1), ("pipeline", 2)):
        with (copies / f"{slug}.css").open("a") as style:
            style.write("/* changed */")
        card(MODEL)
        assert len(drawn) == times


@pytest.mark.parametrize("context", [{}, {"nb_found": {"title": "One"}, "nb_card": "book/two"}])
def test_a_page_that_names_no_card_of_its_own_has_none(app, context):
    cards.make(app, "book/one", "page.html", {"body": WORDS, **context}, None)
    assert not (app.outdir / "cards").exists()
