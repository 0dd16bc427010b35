"""The archive holds what grading imports, licences, and no more."""

import io
import zipfile
from pathlib import PurePosixPath

import pytest
import zstandard

from normbook.sphinx.python import archive
from normbook.sphinx.python.archive import (
    archive_of,
    contents,
    exercises,
    is_wanted,
    packed_for_grading,
    packed_for_showing,
    packed_lean,
    pure_archive,
    shrunk,
)


def test_the_archive_is_the_same_for_the_same_versions():
    first = pure_archive()
    pure_archive.cache_clear()
    assert pure_archive() == first


def test_the_archive_holds_licences_and_no_lexer_that_pytest_does_not_import():
    names = zipfile.ZipFile(io.BytesIO(pure_archive())).namelist()
    assert len(names) == len(set(names))
    assert not [name for name in names if name.startswith(("/", "..")) or "__pycache__" in name]
    lexers = {PurePosixPath(n).stem for n in names if n.startswith("pygments/lexers/")}
    assert lexers == archive.PYGMENTS["lexers"]
    for name in archive.PURE:
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
        ("packaging/version.py", True),
        ("packaging/licenses/_spdx.py", False),
        ("pygments/cmdline.py", False),
    ],
)
def test_a_file_is_wanted_if_grading_imports_it(inner, wanted):
    assert is_wanted(PurePosixPath(inner)) == wanted


def test_what_is_packed_is_the_same_archive_and_smaller():
    alike = {f"mutants/{i}.py": b"def layer_norm(x, eps): ...\n" * 9 for i in range(50)}
    archive = archive_of(alike)
    assert shrunk(archive) == shrunk(archive)
    assert contents(zstandard.decompress(shrunk(archive))) == alike
    assert len(shrunk(archive)) < len(archive) / 4


def test_a_page_has_of_this_package_what_runs_in_it_alone_and_each_part_when_it_is_used():
    grading = ["__init__.py", "extras.py", "threads.py"]
    grading += ["grader/page.py", "grader/verdict/find.py"]
    showing = ["norms/scaling.py", "capstones/own_norm.py", "data/digits.json", "data/digits.npz"]
    showing += ["capstones/iris.py", "data/iris.csv", "playgrounds/epsilon.py"]
    showing += ["playgrounds/panel/page.py"]
    one, other = ["exercises/a/mutants/b.py", "exercises/a/tests.py"], ["exercises/ab/prompt.md"]
    left = [
        "grader/cli.py",
        "grader/commands/learning.py",
        "grader/fence/grade.py",
        "grader/classroom/gradebook.py",
        "capstones/transformer.py",
        "playgrounds/panel/notebook.py",
        "playgrounds/panel/panel.css",
        "sphinx/page.py",
        "widgets/__init__.py",
        "data/shakespeare.txt",
        "exercises/a/variants/c.py",
    ]
    names = [*grading, *showing, *one, *other, *left]
    wheel = archive_of({f"normbook/{name}": b"" for name in names})

    def names_of(archive: bytes) -> list[str]:
        return [name.removeprefix("normbook/") for name in contents(archive)]

    assert names_of(zstandard.decompress(packed_for_grading(wheel))) == grading
    assert names_of(zstandard.decompress(packed_for_showing(wheel))) == showing
    assert {slug: names_of(each) for slug, each in exercises(wheel).items()} == {
        "a": one,
        "ab": other,
    }


def test_a_wheel_is_served_without_what_no_page_can_use():
    used = {
        "numpy/linalg/_umath_linalg.so": b"1",
        "numpy/testing/b.py": b"2",
        "numpy.dist-info/LICENSE": b"3",
    }
    unused = ["numpy/core.pyi", "numpy/lib/x.a", "numpy/f2py/y.py", "numpy/linalg/tests/z.py"]
    unused += ["numpy/linalg/lapack_lite.cpython-313-wasm32-emscripten.so"]
    served = packed_lean(archive_of(used | dict.fromkeys(unused, b"")))
    assert contents(zstandard.decompress(served)) == used
