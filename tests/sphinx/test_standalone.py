"""Each explorable has a page of its own, which other pages can frame."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from jinja2 import Environment

from normbook.sphinx import standalone
from normbook.sphinx.node import prerenderer
from normbook.widgets import Epsilon
from normbook.widgets.explorable import find_slugs

TEMPLATE = Path(standalone.__file__).parent / "templates" / "standalone.html"
BASE = "https://example.org/book/"


def pages(builder: str = "html") -> dict[str, dict]:
    """Return the content of each page, by name."""
    config = SimpleNamespace(html_baseurl=BASE)
    app = SimpleNamespace(builder=SimpleNamespace(name=builder), config=config)
    return {name: content for name, content, _ in standalone.pages(app)}


@pytest.fixture
def drawn(monkeypatch) -> list[dict]:
    """What was asked to be drawn."""
    requests = []

    def render(request):
        requests.append(request)
        return "<p>picture</p>"

    monkeypatch.setattr(prerenderer, "render", render)
    return requests


def test_every_explorable_that_can_be_told_in_words_has_a_page(drawn):
    assert pages().keys() == {f"explorable/{slug}" for slug in find_slugs() if slug != "quiz"}


def test_a_page_finds_module_record_and_chapters_from_its_own_folder(drawn):
    place = pages()["explorable/training"]["place"]
    assert 'data-module="../_static/explorables/training.mjs"' in place
    assert 'data-record="../_static/records/training.json"' in place
    assert '"base": "../book/"' in place
    assert place.count("<div") == place.count("</div>")


def test_its_words_are_paragraphs_and_lists(drawn):
    words = pages()["explorable/atlas"]["alternative"]
    assert re.sub("<(?!/?(p|ul|li)>)", "", words) == words
    assert re.findall("</?[pu]l?>", words) == ["<p>", "</p>"] * 2 + ["<ul>", "</ul>"]
    assert "<li>Filter for RMSNorm: two orders of casts" in words
    assert "- " not in words


def test_the_frame_that_is_offered_leads_to_the_page(drawn):
    frame = pages()["explorable/pipeline"]["frame"]
    assert frame.startswith(f'<iframe src="{BASE}explorable/pipeline.html" title="LayerNorm in ')
    assert 'allow="clipboard-write"' in frame  # else "Copy link" within it cannot


def test_its_title_may_have_any_character(drawn, monkeypatch):
    kinds = [type("Odd", (Epsilon,), {"title": '"1 < 2"'})]
    monkeypatch.setattr(standalone, "alone", lambda: kinds)
    assert 'title="&quot;1 &lt; 2&quot;"' in pages()["explorable/epsilon"]["frame"]
    [content] = pages().values()
    template = Environment().from_string(re.sub("{%.*?%}", "", TEMPLATE.read_text()))
    page = template.render(content, docstitle="A & B", pathto=lambda *_: "")
    assert "<title>&#34;1 &lt; 2&#34; · A &amp; B</title>" in page
    assert "<h1>&#34;1 &lt; 2&#34;</h1>" in page
    assert "<cite>A &amp; B</cite>" in page


def test_notebooks_and_other_builds_have_no_such_page(drawn):
    assert pages("linkcheck") == {}


def test_a_page_is_described_in_plain_words(drawn):
    for page in pages().values():
        assert "<" not in page["words"]
        assert page["alternative"].startswith("<p>")
