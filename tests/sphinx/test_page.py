"""What a page loads, which pages are written anew, and what is left of the theme in the site."""

import re
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest
from docutils import nodes
from docutils.utils import new_document
from sphinx.builders.html._assets import _CascadingStyleSheet, _JavaScript

from normbook.sphinx import page


def scripts(pagename: str, *names: str) -> list[str]:
    """Return which of some scripts a page still loads."""
    context = {"css_files": [], "script_files": [_JavaScript(name) for name in names]}
    page.trim(None, pagename, "page.html", context, None)
    return [str(script.filename) for script in context["script_files"]]


def test_a_page_loads_one_style():
    styles = ["_static/pygments.css", "_static/site.css?v=1", "_static/theme/site.css.css"]
    names = [_CascadingStyleSheet(name.partition("?")[0]) for name in styles]
    context = {"css_files": names, "script_files": []}
    page.trim(None, "index", "page.html", context, None)
    assert [str(style.filename) for style in context["css_files"]] == ["_static/site.css"]


def test_a_page_loads_the_book_s_script_alone():
    named = ["_static/doctools.js", "_static/site.mjs", "_static/search.mjs", ""]
    assert scripts("index", *named) == ["_static/site.mjs"]


def test_the_search_page_has_what_its_own_scripts_need():
    named = [f"_static/{each}" for each in ("doctools.js", "site.mjs", "search.mjs")]
    assert scripts("search", *named, "_static/thebe.js") == named


# ---- which pages are written anew


@pytest.fixture
def env() -> SimpleNamespace:
    return SimpleNamespace(
        titles={"a": nodes.title("", "First"), "b": nodes.title("", "Second")},
        domaindata={"std": {"labels": {}, "terms": {}}, "math": {"objects": {}}},
        all_docs={"a": 1.0, "b": 2.0},
        metadata={"a": {}, "b": {}},
        docname="b",
    )


def test_all_pages_are_written_once_and_none_if_nothing_is_said_anew(env):
    assert page.write_all(None, env) == {"a", "b"}
    assert page.write_all(None, env) == set()


@pytest.mark.parametrize(
    ("domain", "part"), [("std", "labels"), ("std", "terms"), ("math", "objects")]
)
def test_all_pages_are_written_if_what_they_refer_to_has_changed(env, domain, part):
    page.write_all(None, env)
    env.domaindata[domain][part]["key"] = ("a", "anchor")
    assert page.write_all(None, env) == {"a", "b"}


def test_all_pages_are_written_if_a_title_has_changed(env):
    page.write_all(None, env)
    env.titles["b"] = nodes.title("", "Last")
    assert page.write_all(None, env) == {"a", "b"}


def test_all_pages_are_written_if_a_formula_with_a_number_has_changed(env):
    """Some deck may recall it."""
    app, doctree = SimpleNamespace(env=env), new_document("b")
    formulas = [nodes.math_block("", "y = x", label=label) for label in ("stream", None)]
    doctree += formulas
    page.note_formulas(app, doctree)
    page.write_all(None, env)
    for formula, written in zip(formulas, ({"a", "b"}, set()), strict=True):
        formula[0] = nodes.Text("y = 2 x")
        page.note_formulas(app, doctree)
        assert page.write_all(None, env) == written


# ---- the built site


@pytest.fixture
def site(tmp_path, monkeypatch) -> tuple[SimpleNamespace, list[list[str]]]:
    """A built site, and the commands that were run for it."""
    static = tmp_path / "_static"
    for name in [*page.UNUSED, "site.css.map", "deep/a.map", "mystnb.1f.css", "doctools.js"]:
        path = static / name
        if not path.suffix:
            path = path / "file"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    front = tmp_path / "book" / "intro.html"
    front.parent.mkdir()
    front.write_text(
        '<head>\n  <meta name="description" content="A book" />\n  <meta name="viewport">\n'
        '  <link rel="alternate" href="../feed.xml">\n<link rel="canonical" href="https://a/b">\n'
    )
    commands: list[list[str]] = []
    monkeypatch.setattr(subprocess, "run", lambda command, check: commands.append(command))
    app = SimpleNamespace(
        srcdir=tmp_path.parent,
        outdir=tmp_path,
        builder=SimpleNamespace(name="html"),
        config=SimpleNamespace(root_doc="book/intro"),
        env=SimpleNamespace(titles={"book/intro": nodes.title("", "Inside <Out>")}),
    )
    return app, commands


def left(app: SimpleNamespace) -> list[str]:
    static = Path(app.outdir, "_static")
    return sorted(str(p.relative_to(static)) for p in static.rglob("*") if p.is_file())


def test_the_settings_of_thebe_are_dropped_and_all_else_stays():
    doctree = new_document("page")
    settings = '<script type="text/x-thebe-config">{}</script>'
    doctree += [nodes.raw(text=text, format="html") for text in (settings, "<b>ours</b>")]
    page.drop_thebe(None, doctree, "page")
    assert [node.astext() for node in doctree.children] == ["<b>ours</b>"]


def test_what_no_page_loads_is_removed_and_all_else_stays(site):
    app, _ = site
    page.slim(app, None)
    assert left(app) == ["doctools.js"]


def test_what_the_last_build_copied_and_this_one_does_not_is_removed(tmp_path):
    def build(shared: str, builder: str = "html") -> list[str]:
        shutil.rmtree(bundles, ignore_errors=True)
        for path in (bundles / "code" / shared, static / "code" / shared):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        app.builder.name = builder
        page.drop_old(app, app.env)
        return left(app)

    bundles, wheel, static = tmp_path / "_dist", tmp_path / "a.whl", tmp_path / "site" / "_static"
    app = SimpleNamespace(
        confdir=tmp_path,
        outdir=tmp_path / "site",
        builder=SimpleNamespace(),
        config=SimpleNamespace(html_static_path=["_dist", str(wheel)]),
        env=SimpleNamespace(),
    )
    for name in ("own.css", wheel.name):
        (static / name).parent.mkdir(parents=True, exist_ok=True)
        (static / name).touch()
    wheel.touch()
    assert build("shared-1.mjs") == ["a.whl", "code/shared-1.mjs", "own.css"]
    wheel.unlink()
    assert build("shared-2.mjs") == ["code/shared-2.mjs", "own.css"]
    assert "code/shared-2.mjs" in build("shared-3.mjs", builder="linkcheck")
    assert build("shared-3.mjs") == ["code/shared-3.mjs", "own.css"]


def test_a_site_that_never_had_it_is_no_error(site):
    app, _ = site
    for name in page.UNUSED:
        path = app.outdir / "_static" / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    page.slim(app, None)
    assert left(app) == ["doctools.js"]


def test_the_site_s_address_leads_to_the_front_page(site):
    app, _ = site
    page.slim(app, None)
    text = (app.outdir / "index.html").read_text()
    assert 'content="0; url=book/intro.html"' in text
    assert '<a href="book/intro.html">Inside &lt;Out&gt;</a>' in text
    assert '<meta name="nb-build" content="">' in text, "where the build is named"
    assert '<meta name="description" content="A book" />' in text
    assert '<link rel="alternate" href="feed.xml">' in text
    assert '<link rel="canonical" href="https://a/b">' in text
    assert "viewport" not in text


def test_the_styles_are_joined_when_the_rest_is_done(site):
    app, commands = site
    page.slim(app, None)
    kept = str(app.srcdir / page.STYLES)
    assert commands == [["node", str(page.HERE / "styles.mjs"), str(app.outdir), kept]]
    assert Path(commands[0][1]).is_file()


@pytest.mark.parametrize(("error", "builder"), [(ValueError(), "html"), (None, "linkcheck")])
def test_a_build_that_failed_or_makes_no_site_is_left_alone(site, error, builder):
    app, commands = site
    app.builder.name = builder
    before = left(app)
    page.slim(app, error)
    assert left(app) == before
    assert not (app.outdir / "index.html").exists()
    assert commands == []


# ---- what it needs


def configuration() -> SimpleNamespace:
    return SimpleNamespace(templates_path=["theirs"], html_static_path=[])


def test_without_bundles_a_build_names_the_fix(tmp_path, monkeypatch):
    monkeypatch.setattr(page, "DIST", tmp_path)
    with pytest.raises(
        RuntimeError, match=r"site\.css is missing: run `python tools/book\.py bundles`"
    ):
        page.configure(SimpleNamespace(srcdir=tmp_path), configuration())


def test_our_templates_come_first_and_the_wheel_is_served(tmp_path, monkeypatch):
    monkeypatch.setattr(page, "DIST", tmp_path)
    (tmp_path / "site.css").write_text("")
    wheel = tmp_path / page.WHEEL / "normbook-1.whl"
    wheel.parent.mkdir(parents=True)
    wheel.write_text("")
    config = configuration()
    page.configure(SimpleNamespace(srcdir=tmp_path), config)
    assert config.templates_path == [str(page.HERE / "templates"), "theirs"]
    assert config.html_static_path == [str(tmp_path), str(wheel)]


def test_a_mark_that_is_read_out_otherwise_is_seen_where_a_browser_knows_no_such_words():
    styles = [style.read_text("utf8") for style in (page.HERE / "assets").rglob("*.css")]
    marks = [found for style in styles for found in re.findall(r'content: ("[^"]*") / ', style)]
    assert marks
    for mark in marks:
        before = rf"content: {re.escape(mark)};\s*content: {re.escape(mark)} / "
        assert any(re.search(before, style) for style in styles), mark
