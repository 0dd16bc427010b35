"""What grading imports is compiled at build time, and only where something of it has changed."""

import io
import zipfile

from normbook.sphinx.python import compilation
from normbook.sphinx.python.archive import pure_archive
from normbook.sphinx.python.compilation import compile_archives, precompile


def test_what_grading_imports_is_compiled_and_the_same_each_time(package, kept):
    first = precompile(pure_archive(), package.read_bytes(), kept)
    assert compile_archives(pure_archive(), package.read_bytes()) == first
    library, packages = (zipfile.ZipFile(io.BytesIO(content)) for content in first)
    assert {"argparse.pyc", "typing.pyc"} <= set(library.namelist())
    assert "typing.py" not in library.namelist(), "the source would only weigh"
    assert {"antigravity.py", "statistics.py"} <= set(library.namelist()), "not imported: as it is"
    assert not {"ftplib.py", "encodings/cp862.py", "multiprocessing/pool.py"} & {
        *library.namelist()
    }
    assert {
        "_pytest/config/__init__.pyc",
        "normbook/grader/__pycache__/page.cpython-313.pyc",
    } <= set(packages.namelist())
    assert "_pytest/config/__init__.py" not in packages.namelist()


def wheel(grader: bytes, norms: bytes = b"") -> bytes:
    """Return a wheel with a module that grades and one that does not."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("normbook/grader/page.py", grader)
        archive.writestr("normbook/norms/scaling.py", norms)
    return file.getvalue()


def test_what_was_compiled_is_kept_until_something_of_it_changes(tmp_path, monkeypatch):
    compiled: list[bytes] = []

    def compile_archives(packages: bytes, package: bytes) -> tuple[bytes, bytes]:
        compiled.append(package)
        return b"library of " + package, packages

    monkeypatch.setattr(compilation, "compile_archives", compile_archives)
    one, two = wheel(b"1"), wheel(b"2")
    for package in (one, one, two, one):
        assert precompile(b"p", package, tmp_path / "kept") == (b"library of " + package, b"p")
    assert compiled == [one, two, one]
    assert len(list((tmp_path / "kept").iterdir())) == 1


def test_what_does_not_grade_is_not_compiled_again(tmp_path, monkeypatch):
    monkeypatch.setattr(compilation, "compile_archives", lambda packages, package: (package, b""))
    before = precompile(b"p", wheel(b"1"), tmp_path / "kept")
    assert precompile(b"p", wheel(b"1", norms=b"new"), tmp_path / "kept") == before


def test_compiled_code_of_this_package_is_compared_with_its_source(package, kept):
    _, packages = precompile(pure_archive(), package.read_bytes(), kept)
    with zipfile.ZipFile(io.BytesIO(packages)) as archive:
        compiled = [name for name in archive.namelist() if name.endswith(".pyc")]
        flags = {n: int.from_bytes(archive.read(n)[4:8], "little") for n in compiled}
    ours = {name for name in compiled if name.startswith("normbook/")}
    assert {flags[name] for name in ours} == {0b11}  # by hash, and checked
    assert {flags[name] for name in flags.keys() - ours} == {0b01}  # there is no source
