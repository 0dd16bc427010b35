"""A wheel for Pyodide is looked for in order, downloaded once, and kept."""

import hashlib
import io
from http.client import IncompleteRead
from pathlib import Path

import pytest

from normbook.sphinx.python import wheels
from normbook.sphinx.python.lock import Lock
from normbook.sphinx.python.wheels import find_wheel


@pytest.mark.parametrize(
    ("name", "fits"),
    [
        ("numpy-2.2.5-cp313-cp313-pyodide_2025_0_wasm32.whl", True),
        ("numpy-2.3.1-cp313-cp313-pyemscripten_2025_0_wasm32.whl", True),
        ("numpy-2.2.5-cp313-cp313-pyodide_2024_0_wasm32.whl", False),
        ("numpy-2.2.5-cp312-cp312-pyodide_2025_0_wasm32.whl", False),
        ("numpy-2.2.5-cp313-cp313-manylinux_2_17_x86_64.whl", False),
        ("numpydoc-1.8-py3-none-any.whl", False),
        ("numpy.whl", False),
    ],
)
def test_a_wheel_fits_if_it_was_compiled_for_this_pyodide(elsewhere, name, fits, write_wheel):
    named, _, _ = elsewhere
    write_wheel(named / name)
    assert (find_wheel(Lock.read(), "numpy") is not None) == fits


def test_the_latest_version_is_taken(elsewhere, write_wheel):
    named, _, _ = elsewhere
    for version in ("2.2.5", "2.10.0", "2.3.0"):
        write_wheel(named / f"numpy-{version}-cp313-cp313-pyodide_2025_0_wasm32.whl")
    found = find_wheel(Lock.read(), "numpy")
    assert found is not None
    assert "2.10.0" in found.name


def test_half_a_wheel_is_refused_by_name(elsewhere):
    named, _, _ = elsewhere
    (named / "numpy-2.2.5-cp313-cp313-pyodide_2025_0_wasm32.whl").write_bytes(b"PK\x03\x04")
    with pytest.raises(RuntimeError, match=r"numpy-2\.2\.5.*not a whole wheel: delete it"):
        find_wheel(Lock.read(), "numpy")


def test_a_folder_that_is_not_there_is_refused(elsewhere, monkeypatch):
    monkeypatch.setenv("NORMBOOK_PYODIDE_WHEELS", "no/such/folder")
    with pytest.raises(RuntimeError, match=r"NORMBOOK_PYODIDE_WHEELS.*no/such/folder"):
        find_wheel(Lock.read(), "numpy")


class Answer(io.BytesIO):
    """What `urlopen` returns."""


def test_a_download_is_kept_in_the_cache(tmp_path, monkeypatch):
    lock = Lock("1", {}, {"a": {"file_name": "a.whl", "sha256": hashlib.sha256(b"a").hexdigest()}})
    monkeypatch.setattr(wheels, "cache_folders", lambda: [tmp_path / "new" / "cache"])
    monkeypatch.setattr(wheels.urllib.request, "urlopen", lambda *_, timeout: Answer(b"a"))
    path = wheels.fetch_wheel(lock, "a")
    assert path == tmp_path / "new" / "cache" / "a.whl"
    assert [each.name for each in path.parent.iterdir()] == ["a.whl"]
    assert path.read_bytes() == b"a"


def test_a_download_that_is_not_what_pyodide_names_is_dropped(tmp_path, monkeypatch):
    lock = Lock("1", {}, {"a": {"file_name": "a.whl", "sha256": hashlib.sha256(b"a").hexdigest()}})
    monkeypatch.setattr(wheels, "cache_folders", lambda: [tmp_path])
    monkeypatch.setattr(wheels.urllib.request, "urlopen", lambda *_, timeout: Answer(b"other"))
    assert wheels.fetch_wheel(lock, "a") is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("error", [OSError("no network"), IncompleteRead(b"half", 4)])
def test_no_network_and_one_that_breaks_off_are_no_error(monkeypatch, error):
    def refuse(*_: object, timeout: float) -> None:
        raise error

    monkeypatch.setattr(wheels.urllib.request, "urlopen", refuse)
    assert wheels.download("https://example.org", "") is None


def test_where_the_user_s_cache_cannot_be_written_the_book_keeps_the_wheel(
    tmp_path, monkeypatch, write_wheel
):
    name = "numpy-2.2.5-cp313-cp313-pyodide_2025_0_wasm32.whl"
    write_wheel(tmp_path / name)
    content = (tmp_path / name).read_bytes()
    (tmp_path / "file").touch()
    monkeypatch.delenv("NORMBOOK_PYODIDE_WHEELS", raising=False)
    monkeypatch.setattr(wheels, "user_cache", lambda: tmp_path / "file" / "normbook")
    monkeypatch.setattr(wheels, "OWN_CACHE", tmp_path / "own")
    monkeypatch.setattr(wheels, "download", lambda *_: content)
    real = Lock.read()
    named = {**real.packages["numpy"], "file_name": name}
    lock = Lock(real.version, real.info, {**real.packages, "numpy": named})
    kept = wheels.fetch_wheel(lock, "numpy")
    assert kept == tmp_path / "own" / name
    assert kept.read_bytes() == content
    assert find_wheel(lock, "numpy") == kept


def test_without_a_home_wheels_are_kept_where_the_system_says_or_by_the_book(monkeypatch):
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(wheels.sys, "platform", "linux")
    monkeypatch.setattr(wheels.Path, "home", no_home)
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    assert wheels.cache_folders() == [Path("/caches/normbook"), wheels.OWN_CACHE]
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert wheels.cache_folders() == [wheels.OWN_CACHE]


def test_the_cache_is_where_the_system_keeps_caches(monkeypatch):
    monkeypatch.setattr(wheels.sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    assert wheels.user_cache() == Path("/caches/normbook")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert wheels.user_cache() == Path.home() / ".cache" / "normbook"
    monkeypatch.setattr(wheels.sys, "platform", "darwin")
    assert wheels.user_cache() == Path.home() / "Library" / "Caches" / "normbook"
    monkeypatch.setattr(wheels.sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", "/local")
    assert wheels.user_cache() == Path("/local/normbook")
