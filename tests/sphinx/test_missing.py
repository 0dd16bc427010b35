"""An address that is no page leads to a search and to the chapters; an old one to the new."""

import json
import re
import subprocess
from contextlib import nullcontext
from types import SimpleNamespace

import pytest
from bs4 import BeautifulSoup
from docutils import nodes
from sphinx.errors import ConfigError

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


@pytest.mark.parametrize(
    ("path", "root"),
    [
        ("/book-of/book/nothing.html", "/book-of/"),
        ("/nothing.html", "/"),
        ("/copy/nothing", "/copy/"),
        ("/copy/book/nothing.html", "/copy/"),
        ("/copy/slides/nothing.html", "/copy/"),
        ("/copy/explorable/nothing.html", "/copy/"),
        ("/copy/_static/data/nothing.json", "/copy/"),
        ("/notebook/book/nothing.html", "/notebook/"),
        ("/notebook/nothing.html", "/notebook/"),
        ("/book/slides/nothing.html", "/book/"),
    ],
)
def test_the_page_for_no_page_finds_the_root_of_the_site_or_of_a_copy(app, path, root):
    missing.write_missing(app, None)
    page = BeautifulSoup((app.outdir / "404.html").read_text(), "html.parser")
    host = f"const location = {{ pathname: {json.dumps(path)} }};"
    host += "const document = { write: (text) => process.stdout.write(text) };"
    run = ["node", "-e", host + page.script.text]
    written = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    assert written == f'<base href="{root}">'


def test_the_page_for_no_page_asks_for_its_letters_at_once_as_the_others_do(app):
    """Letters that come later are not shown."""
    missing.write_missing(app, None)
    page = BeautifulSoup((app.outdir / "404.html").read_text(), "html.parser")
    asked = [link["href"] for link in page.select("link[rel=preload][as=font][crossorigin]")]
    shown = re.findall(r'url\("([^"]*)"\)', page.style.text)
    assert asked == shown


@pytest.fixture
def rms_has_moved(app, monkeypatch):
    monkeypatch.setattr(missing, "MOVED", {"book/rms": "book/rms_norm", "explorable/rms": "book/a"})
    for name in ("slides/rms_norm.html", "explorable/axes.html", "_sources/book/rms_norm.ipynb"):
        path = app.outdir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    missing.write_missing(app, None)


@pytest.mark.usefixtures("rms_has_moved")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("book/rms", "rms_norm.html"),
        ("slides/rms", "rms_norm.html"),
        ("explorable/rms", "../book/a.html"),
    ],
)
def test_what_was_renamed_leads_to_the_new_one_and_to_its_section(app, old, new):
    page = BeautifulSoup((app.outdir / f"{old}.html").read_text(), "html.parser")
    assert page.script.text == f'location.replace("{new}" + location.search + location.hash);'
    assert page.select_one("noscript meta")["content"] == f"0; url={new}"
    assert page.select_one("link[rel=canonical]")["href"] == new
    assert page.a["href"] == new


@pytest.mark.usefixtures("rms_has_moved")
def test_what_was_renamed_has_its_notebook_at_the_old_address_too(app):
    assert (app.outdir / "_sources/book/rms.ipynb").read_text() == "_sources/book/rms_norm.ipynb"


def test_what_never_had_a_deck_leads_on_without_one(app, monkeypatch):
    monkeypatch.setattr(missing, "MOVED", {"book/rms": "book/rms_norm"})
    missing.write_missing(app, None)
    assert not (app.outdir / "slides").exists()


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("book/rms", "book/rms_norm", None),
        ("explorable/old", "explorable/axes", None),
        ("book/rms", "book/rms_nrom", "book/rms_nrom is no page"),
        ("rms", "rms_norm", "rms_norm is no page"),
        ("book/rms_norm", "book/rms_norm", "book/rms_norm is a page still"),
        ("explorable/axes", "book/rms_norm", "explorable/axes is a page still"),
    ],
)
def test_a_slip_in_what_has_moved_ends_the_build_at_its_begin(
    tmp_path, monkeypatch, old, new, wrong
):
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "rms_norm.md").touch()
    monkeypatch.setattr(missing, "MOVED", {old: new})
    with pytest.raises(ConfigError, match=wrong) if wrong else nullcontext():
        missing.check_moved(SimpleNamespace(srcdir=tmp_path), None)


@pytest.mark.parametrize(("error", "builder"), [(ValueError(), "html"), (None, "linkcheck")])
def test_a_build_that_failed_or_makes_no_site_writes_nothing(app, error, builder):
    app.builder.name = builder
    missing.write_missing(app, error)
    assert not (app.outdir / "404.html").exists()
