"""The built site's name: one a content, in every page and in the worker."""

import re

import pytest

from normbook.sphinx.offline import name_build

PAGE = '<meta charset="utf-8">\n<meta name="nb-build" content="">\n<h1>One</h1>'


@pytest.fixture
def site(tmp_path):
    """A folder as the build leaves it."""

    def write(name: str, text: str) -> None:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    write("book/one.html", PAGE)
    write("plain.html", "<p>not ours</p>")
    write("_static/site.mjs", "1")
    write("_static/offline.js", "work();")
    return write


def built(tmp_path) -> str:
    """Build again: Sphinx leaves a page as it is, if nothing of it changed."""
    (tmp_path / "_static" / "offline.js").write_text("work();", encoding="utf-8")
    return name_build(tmp_path)


def test_the_worker_lies_at_the_root_and_it_and_the_pages_have_one_name(site, tmp_path):
    name = name_build(tmp_path)
    assert re.fullmatch("[0-9a-f]{12}", name)
    worker = (tmp_path / "offline.js").read_text(encoding="utf-8")
    assert worker == f'self.NORMBOOK_BUILD = "{name}";\nwork();'
    assert f'<meta name="nb-build" content="{name}">' in (tmp_path / "book/one.html").read_text()
    assert (tmp_path / "plain.html").read_text() == "<p>not ours</p>"
    assert not (tmp_path / "_static" / "offline.js").exists()


def test_the_same_site_has_the_same_name(site, tmp_path):
    assert name_build(tmp_path) == built(tmp_path) == built(tmp_path)


@pytest.mark.parametrize(
    ("file", "counts"),
    [("_static/site.mjs", True), ("book/two.html", True), ("_sources/book/one.md", False)],
)
def test_another_content_has_another_name(site, tmp_path, file, counts):
    before = name_build(tmp_path)
    site(file, "2")
    assert (built(tmp_path) != before) is counts
