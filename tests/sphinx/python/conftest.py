"""A wheel to publish, an empty place to look for others, and Python's folder of the site."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from normbook.sphinx.python import wheels
from normbook.sphinx.python.core import PYODIDE
from normbook.sphinx.python.manifest import write_python

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def needs_pyodide() -> None:
    if not PYODIDE.is_dir():
        pytest.skip("npm's package pyodide is not installed: npm ci")


@pytest.fixture
def write_wheel() -> Callable[..., None]:
    """Return a function that writes a file with a wheel's name and form."""

    def write(path: Path, content: str = "") -> None:
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("content", content)

    return write


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """A named folder and a cache, both empty, and a distribution that nobody reaches."""
    named, cache = tmp_path / "named", tmp_path / "cache"
    named.mkdir()
    monkeypatch.setenv("NORMBOOK_PYODIDE_WHEELS", str(named))
    monkeypatch.setattr(wheels, "cache_folders", lambda: [cache])
    asked: list[str] = []
    monkeypatch.setattr(wheels, "download", lambda address, sha256: asked.append(address))
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
        for name in ("__init__.py", "extras.py", "threads.py"):
            archive.write(source / "normbook" / name, f"normbook/{name}")
    return path


@pytest.fixture(scope="session")
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
