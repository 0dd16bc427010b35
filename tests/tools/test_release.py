"""A release is gathered from what was built, under the version that its tag names."""

import hashlib
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
import release
from release import ReleaseError, gather, notes

import normbook
from book import CALL

CHANGES = """\
# Changes

## Unreleased

Added
: A.

## 1.2.0 (2026-05-06)

Added
: B.

## 1.1.0

C.
"""


@pytest.fixture
def build(tmp_path) -> Path:
    files = ["dist/normbook-1.2.0.tar.gz", "dist/normbook-1.2.0-py3-none-any.whl"]
    files += ["book.pdf", "html/index.html", "html/_sources/book/epsilon.ipynb"]
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    return tmp_path


def test_a_release_holds_package_site_book_notebooks_and_checksums(build):
    files = {path.name: path for path in gather("v1.2.0", build, CHANGES)}
    assert sorted(files) == [
        "SHA256SUMS",
        "normbook-1.2.0-notebooks.zip",
        "normbook-1.2.0-py3-none-any.whl",
        "normbook-1.2.0-site.zip",
        "normbook-1.2.0.pdf",
        "normbook-1.2.0.tar.gz",
    ]
    with ZipFile(files["normbook-1.2.0-site.zip"]) as site:
        assert "index.html" in site.namelist()
    sums = dict(line.split()[::-1] for line in files.pop("SHA256SUMS").read_text().splitlines())
    assert sums == {
        name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()
    }
    assert (build / "notes.md").read_text() == "Added\n: B.\n"


@pytest.mark.parametrize(
    ("tag", "missing"), [("v1.3.0", "normbook-1.3.0.tar.gz"), ("", "normbook-.tar.gz")]
)
def test_a_tag_of_another_version_releases_nothing(build, tag, missing):
    with pytest.raises(ReleaseError, match=missing):
        gather(tag, build, CHANGES)
    assert not (build / "release").exists()


def test_a_release_without_the_printed_book_is_none(build):
    (build / "book.pdf").unlink()
    with pytest.raises(ReleaseError, match=r"no book\.pdf"):
        gather("v1.2.0", build, CHANGES)


@pytest.mark.parametrize("arguments", [[], [""], ["v1.2.0", "v1.3.0"]])
def test_without_a_tag_the_command_says_how_to_give_one(arguments):
    command = [sys.executable, str(Path(release.__file__)), *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stderr == f"Say which tag: {CALL} release TAG=v0.2.0\n"
    assert done.returncode == 1


@pytest.mark.parametrize("heading", ["## 1.1.0", "## 1.2.0, of 6 May"])
def test_a_version_without_a_word_on_it_that_the_feed_finds_is_not_released(build, heading):
    with pytest.raises(ReleaseError, match="CHANGELOG"):
        gather("v1.2.0", build, f"{heading}\n\nC.\n")


def test_this_version_is_in_the_change_log():
    changes = (Path(__file__).parents[2] / "CHANGELOG.md").read_text()
    is_released = "dev" not in normbook.__version__
    assert notes(changes, normbook.__version__ if is_released else "Unreleased")
