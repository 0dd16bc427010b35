"""The archive holds what grading imports, licences, and no more."""

import io
import zipfile
from pathlib import PurePosixPath

import pytest

from normbook.sphinx.python import archive
from normbook.sphinx.python.archive import is_wanted, pure_archive


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
    ],
)
def test_a_file_is_wanted_if_grading_imports_it(inner, wanted):
    assert is_wanted(PurePosixPath(inner)) == wanted
