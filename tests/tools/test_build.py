"""Two builds in one folder: the second one waits. What one warns of is said again at its end."""

import sys
import threading
from types import SimpleNamespace

import build
import pytest
from filelock import FileLock


@pytest.fixture
def built(tmp_path, monkeypatch) -> list[list[str]]:
    """What Jupyter Book was asked, in a folder of the test's own."""
    asked: list[list[str]] = []
    monkeypatch.setattr(build, "LOCK", tmp_path / "_build" / "build.lock")
    monkeypatch.setattr(build.gc, "disable", lambda: None)
    book = SimpleNamespace(main=asked.append)
    monkeypatch.setitem(build.sys.modules, "jupyter_book.cli.main", book)
    monkeypatch.setitem(build.sys.modules, build.UNNEEDED, None)
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    return asked


def test_a_build_that_is_alone_says_nothing(built, capsys):
    build.main("--quiet")
    assert [command[-1] for command in built] == ["--quiet"]
    assert capsys.readouterr().out == ""


def test_a_second_build_waits_for_the_first_and_says_so(built, capsys):
    said = threading.Event()
    second = threading.Thread(target=build.main)
    with FileLock(build.LOCK):
        second.start()
        while second.is_alive() and not said.wait(0.01):
            if "this one begins when that one ends" in capsys.readouterr().out:
                said.set()
        assert built == []
    second.join()
    assert len(built) == 1


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
