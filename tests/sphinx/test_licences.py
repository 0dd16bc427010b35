"""One file has the licence of all that the site serves."""

from types import SimpleNamespace

import pytest

from normbook.sphinx import licences


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Write the file of a site whose bundles hold one package, twice, and return it."""
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / licences.NAME).write_text("a-package 1.0 (MIT)\n", encoding="utf-8")
    monkeypatch.setattr(licences, "DIST", tmp_path / "dist")
    (tmp_path / "_static").mkdir()
    app = SimpleNamespace(outdir=tmp_path, builder=SimpleNamespace(name="html"))
    for _ in range(2):
        licences.write_licences(app, None)
    return (tmp_path / "_static" / licences.NAME).read_text(encoding="utf-8")


def test_bundles_theme_and_python_are_named_once_each(written):
    titles = [part.partition("\n")[0] for part in written.split(licences.LINE)]
    assert titles[0] == "a-package 1.0 (MIT)"
    assert [title.split()[0] for title in titles[1:3]] == list(licences.THEME)
    assert len(titles) == len(set(titles))
    assert written.count("Redistribution and use in source and binary forms") >= 2


def test_pyodide_says_where_its_source_is(written):
    if not licences.PYODIDE.is_dir():
        pytest.skip("npm's package pyodide is not installed: npm ci")
    assert "https://github.com/pyodide/pyodide/tree/0." in written


def test_a_build_that_failed_writes_none(tmp_path):
    app = SimpleNamespace(outdir=tmp_path, builder=SimpleNamespace(name="html"))
    licences.write_licences(app, RuntimeError("failed"))
    assert list(tmp_path.iterdir()) == []
