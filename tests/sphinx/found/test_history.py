"""When a page was changed and whether it was released: what Git knows, and nothing else."""

import os
import subprocess
from pathlib import Path

import pytest

from normbook.sphinx.found.history import changed, released


def git(folder: Path, *arguments: str, day: str = "2026-01-01") -> None:
    told = {"NAME": "Ada", "EMAIL": "ada@example.org", "DATE": f"{day}T12:00:00+0000"}
    by = {f"GIT_{who}_{key}": text for who in ("AUTHOR", "COMMITTER") for key, text in told.items()}
    subprocess.run(["git", *arguments], cwd=folder, env=os.environ | by, check=True)


@pytest.fixture
def folder(tmp_path) -> Path:
    """A repository in which two files were written on one day, and one changed on another."""
    work = tmp_path / "work"
    work.mkdir()
    git(work, "init")
    for name in ("one.md", "two.md"):
        (work / name).write_text("old")
    git(work, "add", ".")
    git(work, "commit", "--message", "Both")
    (work / "two.md").write_text("new")
    git(work, "commit", "--all", "--message", "The second", day="2026-02-02")
    return work


def test_each_file_has_the_day_of_its_last_commit(folder):
    assert changed(folder) == {"one.md": "2026-01-01", "two.md": "2026-02-02"}


def test_a_file_that_was_changed_since_has_none(folder):
    (folder / "one.md").write_text("newer")
    assert changed(folder) == {"two.md": "2026-02-02"}


def test_a_history_that_was_cut_short_says_nothing(folder, tmp_path):
    git(tmp_path, "clone", "--depth=1", folder.as_uri(), "short")
    assert changed(tmp_path / "short") == {}


def test_without_a_repository_nothing_is_known(tmp_path):
    assert changed(tmp_path) == {}


def test_without_git_nothing_is_known(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert changed(tmp_path / ".") == {}


def test_what_a_release_has_was_released_with_the_last_of_them(folder):
    git(folder, "tag", "v0.1.0", "HEAD~")
    git(folder, "tag", "v0.2.0")
    git(folder, "tag", "talk")
    (folder / "three.md").write_text("new")
    git(folder, "add", ".")
    git(folder, "commit", "--message", "The third", day="2026-03-03")
    assert released(folder, "two.md") == "v0.2.0"
    assert released(folder, "three.md") == ""


def test_without_a_release_nothing_was_released(folder):
    assert released(folder, "one.md") == ""
