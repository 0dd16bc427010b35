"""What an attempt sees of the files of Python has no copy of this package."""

import sys
import zipfile
from pathlib import Path

import pytest

from normbook.grader.fence import view
from normbook.grader.fence.view import view_without


@pytest.fixture
def python(tmp_path, monkeypatch):
    """Return the root of a Python of which nothing else is seen."""
    site = tmp_path / "base/lib/python3.12/site-packages"
    for folder in (site / "numpy", tmp_path / "venv/lib", tmp_path / "clone/src/normbook"):
        folder.mkdir(parents=True)
    monkeypatch.setattr(view, "SYSTEM_FOLDERS", ())
    monkeypatch.setattr(sys, "base_prefix", str(tmp_path / "base"))
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "venv"))
    monkeypatch.setattr(sys, "path", ["", str(site), str(tmp_path / "clone/src")])
    return tmp_path


def seen(python: Path, path: str) -> bool:
    """Whether what is in a file, or in a folder's files, may be read."""
    path = python / path
    found = view_without(python / "clone/src/normbook")
    return any(each == path or each in path.parents for each in found.read)


def write(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("")


SITE = "base/lib/python3.12/site-packages"


@pytest.mark.parametrize(
    "copy",
    [
        "clone/src/normbook/exercises/layer_norm/solution.py",
        f"{SITE}/normbook/exercises/layer_norm/solution.py",
        f"{SITE}/normbook-0.1.0-py3-none-any.whl",
        f"{SITE}/normbook.zip",
        "base/lib/normbook/solution.py",
        "venv/lib/python3.12/site-packages/normbook/solution.py",
        "venv/lib/python3.13/site-packages/normbook/solution.py",
        "clone/src/src/normbook/solution.py",
    ],
)
def test_a_copy_is_hidden_and_what_lies_beside_it_is_not(python, copy):
    beside = str(Path(copy).parents[len(Path(copy).parts) - 3] / "other" / "module.py")
    write(python / copy)
    write(python / beside)
    assert not seen(python, copy)
    assert seen(python, beside)
    assert seen(python, f"{SITE}/numpy")


def test_folders_in_which_something_is_hidden_can_be_listed(python):
    write(python / SITE / "normbook/solution.py")
    found = view_without(python / "clone/src/normbook")
    assert python / SITE in found.listed
    assert python / SITE / "normbook" in found.hidden
    assert not {*found.listed} & {*found.read}


def test_a_link_to_a_copy_is_followed(python):
    write(python / SITE / "shared/copy/solution.py")
    (python / SITE / "normbook").symlink_to(python / SITE / "shared/copy")
    assert not seen(python, f"{SITE}/shared/copy/solution.py")
    assert not seen(python, f"{SITE}/normbook")


@pytest.mark.parametrize("name", ["normbook/solution.py", "src/normbook/solution.py"])
def test_an_archive_on_the_path_is_hidden_if_it_has_a_copy(python, monkeypatch, name):
    archive, other = python / "all.zip", python / "other.zip"
    for path, member in ((archive, name), (other, "harmless/normbook.py")):
        with zipfile.ZipFile(path, "w") as file:
            file.writestr(member, "")
    (python / "no.zip").write_text("no archive")
    monkeypatch.setattr(sys, "path", [*sys.path, *map(str, python.glob("*.zip"))])
    assert not seen(python, "all.zip")
    assert not seen(python, "no.zip")
    assert seen(python, "other.zip")
