"""What the site serves for Python in a browser is found where it lies, and named."""

import hashlib
from pathlib import Path

import pytest
import zstandard

from normbook.sphinx.python import core, find_package
from normbook.sphinx.python.archive import contents
from normbook.sphinx.python.lock import Lock


def test_the_manifest_names_every_file_with_its_size_and_hash(elsewhere, write, package):
    folder, manifest = write(package)
    assert "exercises/layer_norm" in manifest["packages"]
    parts = manifest["core"], *manifest["packages"].values()
    entries = [entry for part in parts for entry in part if "fallback" not in entry]
    for entry in entries:
        content = (folder / entry["file"]).read_bytes()
        assert entry["size"] == len(content)
        assert entry["sha256"] == hashlib.sha256(content).hexdigest()
    named = {(folder / entry["file"]).resolve() for entry in entries}
    there = {path for path in folder.rglob("*.*") if path.name != "manifest.json"}
    assert named == there
    assert "MPL-2.0" in manifest["about"]


def test_what_is_nowhere_is_fetched_by_readers(elsewhere, write, package):
    _, _, asked = elsewhere
    _, manifest = write(package)
    [numpy] = manifest["packages"]["numpy"]
    assert numpy["fallback"].startswith(f"https://cdn.jsdelivr.net/pyodide/v{Lock.read().version}/")
    assert numpy["fallback"].endswith(numpy["file"])
    assert asked == [numpy["fallback"]], "one try for NumPy, and none for matplotlib"
    assert {entry["file"].split("-")[0] for entry in manifest["packages"]["matplotlib"]} == {
        *("contourpy", "cycler", "fonttools", "kiwisolver", "matplotlib", "pillow", "pyparsing"),
        *("python_dateutil", "pytz", "six"),
    }


def test_a_wheel_is_looked_for_in_the_named_folder_and_then_in_the_cache(
    elsewhere, write, package, write_wheel
):
    named, cache, asked = elsewhere
    cache.mkdir()
    name = "numpy-2.2.5-cp313-cp313-pyodide_2025_0_wasm32.whl"
    for folder in (cache, named):
        write_wheel(folder / name, folder.name)
        served, manifest = write(package)
        [numpy] = manifest["packages"]["numpy"]
        content = (served / numpy["file"]).read_bytes()
        assert contents(zstandard.decompress(content))["content"] == folder.name.encode()
        assert numpy["size"] == len(content)
    assert asked == []


def test_a_wheel_of_an_earlier_build_is_removed(elsewhere, write, package, write_wheel):
    named, _, _ = elsewhere
    first, second = (f"numpy-2.2.{n}-cp313-cp313-pyodide_2025_0_wasm32.whl" for n in (5, 6))
    for name in (first, second):
        write_wheel(named / name)
        folder, _ = write(package)
    names = [path.name for path in folder.glob("numpy-*")]
    assert names == [f"{Path(second).stem}.zip-zst"]


def test_matplotlib_s_needs_are_downloaded_where_someone_has_matplotlib(
    elsewhere, write, package, write_wheel
):
    named, _, asked = elsewhere
    write_wheel(named / "matplotlib-3.8.4-cp313-cp313-pyodide_2025_0_wasm32.whl")
    write_wheel(named / "numpy-2.2.5-cp313-cp313-pyodide_2025_0_wasm32.whl")
    _, manifest = write(package)
    files = {entry["file"]: entry for entry in manifest["packages"]["matplotlib"]}
    assert "fallback" not in files["matplotlib-3.8.4-cp313-cp313-pyodide_2025_0_wasm32.zip-zst"]
    assert len(asked) == len(files) - 1


def test_a_missing_core_names_the_fix(tmp_path, monkeypatch):
    monkeypatch.setattr(core, "PYODIDE", tmp_path)
    with pytest.raises(RuntimeError, match="npm ci"):
        core.find_core()


def test_a_missing_wheel_names_the_fix(tmp_path):
    with pytest.raises(RuntimeError, match=r"book\.py wheel"):
        find_package(tmp_path)
