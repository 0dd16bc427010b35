"""An address that is no page leads to a search and to the chapters; an old one to the new."""

import re
from types import SimpleNamespace

import pytest
from bs4 import BeautifulSoup
from docutils import nodes

from normbook.sphinx import missing


@pytest.fixture
def app(tmp_path):
    (tmp_path / "book").mkdir()
    titles = {"book/index": "Inside <Out>", "book/rms_norm": "RMSNorm"}
    env = SimpleNamespace(
        titles={name: nodes.title("", title) for name, title in titles.items()},
        toctree_includes={"book/index": ["book/rms_norm"]},
    )
    config = SimpleNamespace(root_doc="book/index", html_baseurl="https://a.example/book-of/")
    builder = SimpleNamespace(name="html")
    return SimpleNamespace(outdir=tmp_path, env=env, config=config, builder=builder)


def test_the_page_for_no_page_has_a_search_and_the_chapters(app):
    missing.write_missing(app, None)
    text = (app.outdir / "404.html").read_text()
    page = BeautifulSoup(text, "html.parser")
    assert page.title.text == "No such page: Inside <Out>"
    assert page.form["action"] == "search.html"
    assert [link["href"] for link in page.select("li a")] == ["book/rms_norm.html"]
    assert page.select_one("p a")["href"] == "book/index.html"
    assert page.select_one("header a").text == "Inside <Out>"
    assert page.select_one("header a")["href"] == "book/index.html"
    assert 'const published = "/book-of/";' in text
    assert "[[" not in text


def test_the_page_for_no_page_asks_for_its_letters_at_once_as_the_others_do(app):
    """Letters that come later are not shown."""
    missing.write_missing(app, None)
    page = BeautifulSoup((app.outdir / "404.html").read_text(), "html.parser")
    asked = [link["href"] for link in page.select("link[rel=preload][as=font][crossorigin]")]
    shown = re.findall(r'url\("([^"]*)"\)', page.style.text)
    assert asked == shown


def test_a_page_that_was_renamed_leads_to_the_new_one(app, monkeypatch):
    monkeypatch.setattr(missing, "MOVED", {"rms": "rms_norm"})
    missing.write_missing(app, None)
    moved = (app.outdir / "book" / "rms.html").read_text()
    assert 'content="0; url=rms_norm.html"' in moved


@pytest.mark.parametrize(("error", "builder"), [(ValueError(), "html"), (None, "linkcheck")])
def test_a_build_that_failed_or_makes_no_site_writes_nothing(app, error, builder):
    app.builder.name = builder
    missing.write_missing(app, error)
    assert not (app.outdir / "404.html").exists()
