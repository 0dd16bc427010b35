"""What the site serves for Python in a browser: found where it lies, and enough to grade."""

import hashlib
import io
import json
import shutil
import subprocess
import zipfile
from pathlib import Path, PurePosixPath

import pytest

from normbook.grader import find
from normbook.grader.verdict.grade import grade_file
from normbook.sphinx import python
from normbook.sphinx.python import (
    Lock,
    compile_archives,
    find_wheel,
    is_wanted,
    precompiled,
    pure_archive,
    write_python,
)

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(
    not python.PYODIDE.is_dir(), reason="npm's package pyodide is not installed: npm ci"
)


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """A named folder and a cache, both empty, and a distribution that nobody reaches."""
    named, cache = tmp_path / "named", tmp_path / "cache"
    named.mkdir()
    monkeypatch.setenv("NORMBOOK_PYODIDE_WHEELS", str(named))
    monkeypatch.setattr(python, "cache_folder", lambda: cache)
    asked: list[str] = []
    monkeypatch.setattr(python, "download", lambda address, sha256: asked.append(address))
    return named, cache, asked


@pytest.fixture
def package(tmp_path):
    """Return a wheel of this package with what grading reads."""
    path = tmp_path / "_static" / "normbook-0.1.0-py3-none-any.whl"
    path.parent.mkdir()
    source = ROOT / "src"
    with zipfile.ZipFile(path, "w") as archive:
        for folder in ("grader", "exercises"):
            for file in sorted((source / "normbook" / folder).rglob("*.*")):
                if "__pycache__" not in file.parts and file.is_file():
                    archive.write(file, file.relative_to(source))
        archive.write(source / "normbook" / "__init__.py", "normbook/__init__.py")
    return path


@pytest.fixture(scope="module")
def kept(tmp_path_factory) -> Path:
    """Where what was compiled is kept between builds."""
    return tmp_path_factory.mktemp("kept")


@pytest.fixture
def write(kept):
    """Return a function that writes the folder beside a wheel, and returns it and its manifest."""

    def write(package: Path) -> tuple[Path, dict]:
        folder = package.parent / "python"
        write_python(folder, package, kept)
        return folder, json.loads((folder / "manifest.json").read_text())

    return write


# ---- the manifest


def write_wheel(path: Path, content: str = "") -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("content", content)


def test_the_manifest_names_every_file_with_its_size_and_hash(elsewhere, write, package):
    folder, manifest = write(package)
    entries = manifest["core"] + manifest["packages"]["grader"]
    for entry in entries:
        content = (folder / entry["file"]).read_bytes()
        assert entry["size"] == len(content)
        assert entry["sha256"] == hashlib.sha256(content).hexdigest()
    named = {(folder / entry["file"]).resolve() for entry in entries}
    there = {path for path in folder.iterdir() if path.name != "manifest.json"}
    assert named == there | {package}
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


def test_a_wheel_is_looked_for_in_the_named_folder_and_then_in_the_cache(elsewhere, write, package):
    named, cache, asked = elsewhere
    cache.mkdir()
    name = "numpy-2.2.5-cp313-cp313-pyodide_2025_0_wasm32.whl"
    for folder in (cache, named):
        write_wheel(folder / name, folder.name)
        served, manifest = write(package)
        assert (served / name).read_bytes() == (folder / name).read_bytes()
        assert manifest["packages"]["numpy"][0]["size"] == (folder / name).stat().st_size
    assert asked == []


def test_a_wheel_of_an_earlier_build_is_removed(elsewhere, write, package):
    named, _, _ = elsewhere
    first, second = (f"numpy-2.2.{n}-cp313-cp313-pyodide_2025_0_wasm32.whl" for n in (5, 6))
    for name in (first, second):
        write_wheel(named / name)
        folder, _ = write(package)
    assert [path.name for path in folder.glob("*.whl")] == [second]


def test_matplotlib_s_needs_are_downloaded_where_someone_has_matplotlib(elsewhere, write, package):
    named, _, asked = elsewhere
    write_wheel(named / "matplotlib-3.8.4-cp313-cp313-pyodide_2025_0_wasm32.whl")
    write_wheel(named / "numpy-2.2.5-cp313-cp313-pyodide_2025_0_wasm32.whl")
    _, manifest = write(package)
    files = {entry["file"]: entry for entry in manifest["packages"]["matplotlib"]}
    assert "fallback" not in files["matplotlib-3.8.4-cp313-cp313-pyodide_2025_0_wasm32.whl"]
    assert len(asked) == len(files) - 1


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
def test_a_wheel_fits_if_it_was_compiled_for_this_pyodide(elsewhere, name, fits):
    named, _, _ = elsewhere
    write_wheel(named / name)
    assert (find_wheel(Lock.read(), "numpy") is not None) == fits


def test_the_latest_version_is_taken(elsewhere):
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


# ---- the download


class Answer(io.BytesIO):
    """What `urlopen` returns."""


def test_a_download_is_kept_in_the_cache(tmp_path, monkeypatch):
    lock = Lock("1", {}, {"a": {"file_name": "a.whl", "sha256": hashlib.sha256(b"a").hexdigest()}})
    monkeypatch.setattr(python, "cache_folder", lambda: tmp_path / "new" / "cache")
    monkeypatch.setattr(python.urllib.request, "urlopen", lambda *_, timeout: Answer(b"a"))
    path = python.fetch_wheel(lock, "a")
    assert path == tmp_path / "new" / "cache" / "a.whl"
    assert [each.name for each in path.parent.iterdir()] == ["a.whl"]
    assert path.read_bytes() == b"a"


def test_a_download_that_is_not_what_pyodide_names_is_dropped(tmp_path, monkeypatch):
    lock = Lock("1", {}, {"a": {"file_name": "a.whl", "sha256": hashlib.sha256(b"a").hexdigest()}})
    monkeypatch.setattr(python, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(python.urllib.request, "urlopen", lambda *_, timeout: Answer(b"other"))
    assert python.fetch_wheel(lock, "a") is None
    assert list(tmp_path.iterdir()) == []


def test_no_network_is_no_error(monkeypatch):
    def refuse(*_: object, timeout: float) -> None:
        raise OSError("no network")

    monkeypatch.setattr(python.urllib.request, "urlopen", refuse)
    assert python.download("https://example.org", "") is None


def test_the_cache_is_where_the_system_keeps_caches(monkeypatch):
    monkeypatch.setattr(python.sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    assert python.cache_folder() == Path("/caches/normbook")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert python.cache_folder() == Path.home() / ".cache" / "normbook"
    monkeypatch.setattr(python.sys, "platform", "darwin")
    assert python.cache_folder() == Path.home() / "Library" / "Caches" / "normbook"
    monkeypatch.setattr(python.sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", "/local")
    assert python.cache_folder() == Path("/local/normbook")


# ---- what is missing


def test_a_missing_core_names_the_fix(tmp_path, monkeypatch):
    monkeypatch.setattr(python, "PYODIDE", tmp_path)
    with pytest.raises(RuntimeError, match="npm ci"):
        python.find_core()


def test_a_missing_wheel_names_the_fix(tmp_path):
    with pytest.raises(RuntimeError, match="make wheel"):
        python.find_package(tmp_path)


# ---- the archive


def test_the_archive_is_the_same_for_the_same_versions():
    assert pure_archive() == pure_archive()


def test_the_archive_holds_licences_and_no_lexer_that_pytest_does_not_import():
    names = zipfile.ZipFile(io.BytesIO(pure_archive())).namelist()
    assert len(names) == len(set(names))
    assert not [name for name in names if name.startswith(("/", "..")) or "__pycache__" in name]
    lexers = {PurePosixPath(n).stem for n in names if n.startswith("pygments/lexers/")}
    assert lexers == python.PYGMENTS["lexers"]
    for name in python.PURE:
        assert [n for n in names if n.startswith(f"{name}-") and "LICENSE" in n.upper()], name


@pytest.mark.parametrize(
    ("inner", "wanted"),
    [
        ("_pytest/main.py", True),
        ("py.py", True),
        ("pygments/filters/__init__.py", True),
        ("pygments/lexers/python.py", True),
        ("pygments/lexers/cobol.py", False),
        ("pytest-9.2.0.dist-info/licenses/LICENSE", True),
        ("pytest-9.2.0.dist-info/RECORD", False),
        ("../../../bin/pytest", False),
        ("_pytest/py.typed", False),
    ],
)
def test_a_file_is_wanted_if_grading_imports_it(inner, wanted):
    assert is_wanted(PurePosixPath(inner)) == wanted


# ---- in Pyodide itself


def in_pyodide(folder: Path, packages: list[str], requests: list[list[str]]) -> list[dict]:
    """Return what normbook.grader.page answers in Pyodide, with what the site serves alone."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    script = Path(__file__).with_name("pyodide.mjs")
    done = subprocess.run(
        [node, str(script), str(folder), *packages],
        input=json.dumps(requests),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(answer) for answer in json.loads(done.stdout.splitlines()[-1])]


def same_in_pyodide(folder: Path, packages: list[str], slug: str) -> None:
    """Hold the page's reports on a solution, a stub and mutants to the command line's."""
    exercise = find(slug)
    paths = [exercise.solution, exercise.folder / "stub.py", *exercise.mutants[:3]]
    answers = in_pyodide(folder, packages, [["check", slug, p.read_text()] for p in paths])
    assert answers[0]["points"] == exercise.points
    assert answers[1]["points"] == 0
    for path, answer in zip(paths, answers, strict=True):
        expected = grade_file(exercise, path).as_dict()
        del answer["text"]
        for check in expected["checks"] + answer["checks"]:
            if check["status"] == "error":  # these two Pythons word an exception differently
                del check["message"]
        assert answer == json.loads(json.dumps(expected)), path.name


def test_an_exercise_without_numpy_is_graded_where_numpy_is_missing(elsewhere, write, package):
    folder, _ = write(package)
    same_in_pyodide(folder, ["grader"], "min_max_scale")


def test_an_exercise_with_numpy_is_graded(monkeypatch, write, package):
    if find_wheel(Lock.read(), "numpy") is None:
        pytest.skip("no wheel of NumPy for Pyodide: name its folder in NORMBOOK_PYODIDE_WHEELS")
    folder, _ = write(package)
    same_in_pyodide(folder, ["grader", "numpy"], "layer_norm")


def test_a_cell_runs_and_tampering_is_found_out(elsewhere, write, package):
    folder, _ = write(package)
    patched = "import pytest\npytest.main = lambda *a, **k: 0\ndef min_max_scale(x):\n    return x"
    cell, report, found = in_pyodide(
        folder,
        ["grader"],
        [
            ["run", "x = 2\nx + 1"],
            ["check", "min_max_scale", patched],
            ["run", "import js\njs.eval"],
        ],
    )
    assert cell == {"value": "3", "error": "", "figures": []}
    assert "Your code changed pytest.main" in report["message"]
    assert "AttributeError: eval" in found["error"], "the browser is out of reach"


# ---- what is compiled at build time


def test_what_grading_imports_is_compiled_and_the_same_each_time(package, kept):
    first = precompiled(pure_archive(), package.read_bytes(), kept)
    assert compile_archives(pure_archive(), package.read_bytes()) == first
    library, packages = (zipfile.ZipFile(io.BytesIO(content)) for content in first)
    assert {"argparse.pyc", "typing.pyc"} <= set(library.namelist())
    assert "typing.py" not in library.namelist(), "the source would only weigh"
    assert "antigravity.py" in library.namelist(), "what nobody imports stays as it is"
    assert {
        "_pytest/config/__pycache__/__init__.cpython-313.pyc",
        "normbook/grader/__pycache__/page.cpython-313.pyc",
    } <= set(packages.namelist())


def test_what_was_compiled_is_kept_until_something_of_it_changes(tmp_path, monkeypatch):
    compiled: list[bytes] = []

    def compile_archives(packages: bytes, package: bytes) -> tuple[bytes, bytes]:
        compiled.append(package)
        return b"library of " + package, packages

    monkeypatch.setattr(python, "compile_archives", compile_archives)
    for package in (b"one", b"one", b"two", b"one"):
        assert precompiled(b"p", package, tmp_path / "kept") == (b"library of " + package, b"p")
    assert compiled == [b"one", b"two", b"one"]
    assert len(list((tmp_path / "kept").iterdir())) == 1


def test_compiled_code_is_compared_with_its_source(package, kept):
    _, packages = precompiled(pure_archive(), package.read_bytes(), kept)
    with zipfile.ZipFile(io.BytesIO(packages)) as archive:
        names = [name for name in archive.namelist() if name.endswith(".pyc")]
        flags = {int.from_bytes(archive.read(name)[4:8], "little") for name in names}
    assert flags == {0b11}  # by hash, and checked
