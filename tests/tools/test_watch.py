"""What `make watch` serves: the last site that was built whole; and a page hears of changes."""

import json
import os
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from urllib.request import urlopen

import pytest
import watch
from alone import has_locked
from serve import Server
from steps import LOCK, CommandFailedError, Session
from watch import CHANGES, Served, Sources, WatchHandler, as_loaded
from watchfiles import Change

import book

PAGE = '<meta name="nb-build" content="{}"><p>{}</p>'


@pytest.fixture
def site(tmp_path):
    folder = tmp_path / "site"
    (folder / "book").mkdir(parents=True)
    (folder / "book" / "one.html").write_text(PAGE.format("abc", "one"))
    (folder / "site.css").write_text("p {}")
    (folder / "offline.js").write_text("keep()")
    return folder


@pytest.fixture
def served(tmp_path, site):
    served = Served(tmp_path / "served")
    served.take_site(site)
    return served


@pytest.fixture
def address(served):
    server = Server(("127.0.0.1", 0), partial(WatchHandler, served))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_build_of_the_same_site_changes_nothing(served, site):
    before = served.version
    (site / "book" / "one.html").write_text(PAGE.format("def", "one"))
    served.take_site(site)
    assert served.version == before


def test_browsers_hear_of_what_changed_since_their_page_and_of_what_is_wrong(served, site):
    since = served.version
    (site / "site.css").write_text("p { color: red }")
    served.take_site(site)
    served.tell(book="a comma is missing")
    served.tell(bundles="")
    news = served.news(since)
    assert next(news) == {
        "version": since + 1,
        "changed": ["/site.css"],
        "errors": "a comma is missing",
    }
    served.tell(book="")
    assert next(news) == {"version": since + 1, "changed": [], "errors": ""}


def test_what_the_site_has_no_more_is_not_served(served, site):
    (site / "site.css").unlink()
    served.take_site(site)
    assert not (served.folder / "site.css").exists()


def test_a_page_has_the_client_and_the_folder_has_it_not(served, address):
    with urlopen(f"{address}/book/one.html") as answer:
        page = answer.read().decode()
    assert page.startswith('<meta name="nb-build" content=""><p>one</p>')
    assert f'<script data-since="{served.version}">' in page
    assert "EventSource" not in (served.folder / "book" / "one.html").read_text()


def test_a_browser_that_waits_is_told(served, site, address):
    with urlopen(f"{address}{CHANGES}?since={served.version}", timeout=10) as answer:
        assert answer.headers["Content-Type"] == "text/event-stream"
        news = {"version": served.version, "changed": [], "errors": ""}
        assert json.loads(answer.readline()[6:]) == news
        assert answer.readline() == b"\n"
        (site / "site.css").write_text("p { color: red }")
        served.take_site(site)
        served.tell(book="")
        assert json.loads(answer.readline()[6:])["changed"] == ["/site.css"]


def test_a_browser_that_has_left_is_waited_for_no_longer(served, address, monkeypatch):
    monkeypatch.setattr(watch, "BEAT", 0.02)
    before = threading.active_count()
    with urlopen(f"{address}{CHANGES}?since={served.version}", timeout=10) as answer:
        assert [answer.readline() for _ in range(4)][2] == b":\n"
        assert threading.active_count() > before
    deadline = time.monotonic() + 20
    while threading.active_count() > before:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_service_worker_of_an_earlier_site_is_told_to_go(served, address):
    with urlopen(f"{address}/offline.js") as answer:
        worker = answer.read().decode()
    assert "keep()" not in worker
    assert "unregister()" in worker


@pytest.fixture
def build_that(tmp_path, monkeypatch):
    """What builds by a process that ends so, a stamp from long ago, and what Sphinx has read."""
    stamp, environment = tmp_path / ".built", tmp_path / "environment.pickle"
    environment.write_text("before")
    stamp.write_text("book/one.md\n")
    os.utime(stamp, ns=(7, 7))
    monkeypatch.setattr(watch, "BUILT", stamp)
    monkeypatch.setattr(watch, "ENVIRONMENT", environment)
    monkeypatch.setattr(watch, "refresh_wheel", lambda: "")

    def build_that(end: Callable[[], int]) -> str:
        class Process(SimpleNamespace):
            def start(self) -> None:
                assert not stamp.exists()
                environment.write_text("after")

            def join(self) -> None:
                self.exitcode = end()

        builder = watch.Builder()
        monkeypatch.setattr(builder, "_context", SimpleNamespace(Process=Process))
        return builder.build()

    return SimpleNamespace(build=build_that, stamp=stamp, environment=environment)


@pytest.mark.parametrize(("status", "read"), [(0, "after"), (1, "before")])
def test_a_build_leaves_the_site_s_stamp_as_old_as_it_was(build_that, status, read):
    assert bool(build_that.build(lambda: status)) is bool(status)
    assert build_that.stamp.stat().st_mtime_ns == 7
    assert build_that.stamp.read_text() == "book/one.md\n"
    assert build_that.environment.read_text() == read


@pytest.mark.parametrize("gone", ["stamp", "environment"])
def test_of_a_book_that_is_not_whole_none_is_built(build_that, gone):
    getattr(build_that, gone).unlink()
    assert build_that.build(lambda: 0) == watch.NOT_WHOLE
    assert not getattr(build_that, gone).exists()


def test_a_build_and_what_is_taken_of_it_are_alone(tmp_path, monkeypatch):
    told, held = threading.Event(), []

    def note(*_: object) -> str:
        with (tmp_path / LOCK).open("a") as file:
            held.append(not has_locked(file.fileno()))
        return ""

    monkeypatch.setattr(watch, "ROOT", tmp_path)
    watcher = watch.Watcher.__new__(watch.Watcher)  # without esbuild
    watcher._builder = SimpleNamespace(build=note)
    watcher._served = SimpleNamespace(take_site=note, tell=lambda **_: told.set())
    watcher._waiting = queue.SimpleQueue()
    watcher._waiting.put([Path("one.md")])
    threading.Thread(target=watcher.build_all, daemon=True).start()
    assert told.wait(10)
    assert held == [True, True]


def test_a_build_that_is_interrupted_leaves_no_stamp(build_that):
    def interrupt() -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_that.build(interrupt)
    assert not build_that.stamp.exists()


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package with its wheel, and the builds of that: each names what had changed."""
    builds: list[list[str]] = []
    source = tmp_path / "src/normbook/norms/layer_norm.py"
    for path in (source, tmp_path / book.BUNDLES.stamp):
        path.parent.mkdir(parents=True)
        path.touch()
        os.utime(path, ns=(7, 7))

    def make(session: Session, changed: list[str]) -> None:
        builds.append(changed)
        if "wrong" in source.read_text():
            raise CommandFailedError(1)

    monkeypatch.setattr(watch, "ROOT", tmp_path)
    monkeypatch.setattr(book, "WHEEL", replace(book.WHEEL, make=make))
    assert watch.refresh_wheel() == ""
    os.utime(tmp_path / book.WHEEL.stamp, ns=(8, 8))
    builds.clear()
    return SimpleNamespace(source=source, builds=builds)


def test_the_wheel_that_the_page_s_python_comes_from_is_built_when_it_is_due(package):
    package.source.write_text("eps = 1e-3")
    assert watch.refresh_wheel() == watch.refresh_wheel() == ""
    assert package.builds == [["src/normbook/norms/layer_norm.py"]]


def test_a_wheel_that_fails_is_built_again(package):
    package.source.write_text("wrong")
    assert watch.refresh_wheel() == watch.refresh_wheel() == watch.NO_WHEEL
    package.source.write_text("right")
    assert watch.refresh_wheel() == ""
    assert len(package.builds) == 3


def test_no_style_waits_for_the_wheel(package):
    package.source.with_suffix(".css").touch()
    assert watch.refresh_wheel() == ""
    assert package.builds == []


def test_without_a_wheel_no_book_is_built(build_that, monkeypatch):
    monkeypatch.setattr(watch, "refresh_wheel", lambda: watch.NO_WHEEL)
    assert build_that.build(lambda: pytest.fail("built")) == watch.NO_WHEEL


@pytest.mark.parametrize(
    ("path", "watched"),
    [
        ("/book/one.md", True),
        ("/src/normbook/widgets/axes/widget.mjs", True),
        ("/src/normbook/widgets/_dist/explorables/axes.mjs", False),
        ("/src/normbook/norms/__pycache__/a.pyc", False),
        ("/book/sedKz01Ab", False),
    ],
)
def test_what_a_build_writes_starts_no_other(path, watched):
    assert Sources()(Change.modified, path) is watched


def test_of_a_build_that_failed_only_what_is_of_the_book_is_shown():
    said = (
        "[IPKernelApp] WARNING | Kernel is running over TCP without encryption.\n"
        "/lib/sphinx_external_toc/events.py:9: FutureWarning: an option\n  app.connect(it)\n"
        "book/one.md:3: WARNING: no such label\n"
    )
    assert watch.NOISE.sub("", said) == "book/one.md:3: WARNING: no such label\n"


def test_a_style_comes_to_pages_behind_the_theme_s_rules(tmp_path, monkeypatch):
    kept, bundles = tmp_path / "styles", tmp_path / "_dist"
    for name in ("styles/0f.css", "_dist/site.css", "_dist/axes.css"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(path.name)
    monkeypatch.setattr(watch, "STYLES", kept)
    assert as_loaded(bundles / "site.css") == b"0f.css\nsite.css"
    assert as_loaded(bundles / "axes.css") == b"axes.css"
