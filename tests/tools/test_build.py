"""Two builds in one folder: the second one waits."""

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
