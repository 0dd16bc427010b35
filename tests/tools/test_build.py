"""What a build warns of is said again at its end."""

import sys
from types import SimpleNamespace

import build
import pytest


@pytest.fixture
def built(monkeypatch) -> list[list[str]]:
    """What Jupyter Book was asked."""
    asked: list[list[str]] = []
    monkeypatch.setattr(build.gc, "disable", lambda: None)
    book = SimpleNamespace(main=asked.append)
    monkeypatch.setitem(build.sys.modules, "jupyter_book.cli.main", book)
    monkeypatch.setitem(build.sys.modules, build.UNNEEDED, None)
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    return asked


def test_a_build_that_warns_of_nothing_says_nothing(built, capsys):
    build.main("--quiet")
    assert [command[-1] for command in built] == ["--quiet"]
    assert capsys.readouterr().out == ""


def test_what_was_warned_of_stands_at_the_end_too(built, capsys, monkeypatch):
    def fail(command: list[str]) -> None:
        sys.stderr.write("a.md:3: WARNING: '0.7' is claimed\n")
        print("reading sources …", file=sys.stderr)
        sys.exit(1)

    monkeypatch.setattr(build.sys.modules["jupyter_book.cli.main"], "main", fail)
    with pytest.raises(SystemExit):
        build.main()
    said = capsys.readouterr().err.splitlines()
    assert said[-2:] == ["== To mend:", "a.md:3: WARNING: '0.7' is claimed"]
    assert said[:2] == ["a.md:3: WARNING: '0.7' is claimed", "reading sources …"]
