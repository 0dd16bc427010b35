"""After an interruption, at any moment, the next run goes on, and makes what it would have made."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no process groups to signal")

TOOLS = Path(__file__).parents[2] / "tools"
STAND_IN = Path(__file__).with_name("stand_in.py")
PROGRAMS = (
    *("python", "npm", "npx", "node", "pytest", "ruff", "mypy", "lint-imports", "zizmor"),
    "check-jsonschema",
)
PROJECT = {
    "requirements.txt": "numpy",
    "requirements-dev.txt": "pytest",
    "constraints.txt": "numpy==2",
    "pyproject.toml": "name",
    "package.json": "esbuild",
    "package-lock.json": "esbuild 1",
    "tools/bundle.mjs": "bundles",
    "_config.yml": "title",
    "_toc.yml": "order",
    "book/one.md": "the first chapter",
    "book/two.md": "the second chapter",
    "src/normbook/norm.py": "def norm",
    "src/normbook/widgets/bars.mjs": "bars",
    "tests/js/one.test.mjs": "a test",
    ".github/workflows/test.yml": "a job",
}
EDITS = {"book/two.md": "the second chapter, edited", "src/normbook/widgets/bars.mjs": "new bars"}
SIGNALS = {"SIGINT": 130, "SIGKILL": -9}
"""Each with how `book.py` ends."""
NOT_MADE = {"moments", "done"}


@dataclass(frozen=True)
class Project:
    """A small project, which is built by the book's own commands and stand-ins of all else."""

    root: Path

    def write(self, name: str, text: str) -> None:
        """Write a file."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run(self, command: str, **environment: str) -> int:
        """Run a command in a process group of its own; return how it ended."""
        done = subprocess.run(
            [sys.executable, "-ES", "tools/book.py", command],
            cwd=self.root,
            env={**os.environ, **environment},
            capture_output=True,
            start_new_session=True,
        )
        return done.returncode

    def moments(self) -> int:
        """Return how many moments there were so far."""
        return (self.root / "moments").stat().st_size

    def made(self) -> dict[str, str]:
        """Return all that is there, by name, as if it were elsewhere."""
        return {
            path.relative_to(self.root).as_posix(): path.read_text().replace(str(self.root), "…")
            for path in self.root.rglob("*")
            if path.is_file() and path.name not in NOT_MADE and "__pycache__" not in path.parts
        }

    def edit(self) -> None:
        """Edit a chapter and an explorable."""
        for name, text in EDITS.items():
            self.write(name, text)


def begun(root: Path) -> Project:
    """Return a project of which nothing is built."""
    project = Project(root)
    for name in ("alone.py", "book.py", "steps.py", "install.py", "run_all.py"):
        project.write(f"tools/{name}", (TOOLS / name).read_text())
    for name, text in PROJECT.items():
        project.write(name, text)
    for name in PROGRAMS:
        script = f'#!/bin/sh\nexec {sys.executable} -ES {STAND_IN} {name} "$@"\n'
        project.write(f".venv/bin/{name}", script)
        (root / ".venv/bin" / name).chmod(0o755)
    (root / ".venv/packages").mkdir()
    return project


def copy(project: Project, to: Path) -> Project:
    """Return a copy of a project, as old as it is, that takes itself for one never copied."""
    shutil.copytree(project.root, to, copy_function=shutil.copy2)
    placed = to / ".venv" / ".reader"
    when = placed.stat().st_mtime_ns
    placed.write_text(placed.read_text().replace(str(project.root), str(to)))
    os.utime(placed, ns=(when, when))
    return Project(to)


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Project:
    """A project that was built without an interruption."""
    project = begun(tmp_path_factory.mktemp("built"))
    assert project.run("html") == 0
    return project


@pytest.fixture(scope="module")
def edited(tmp_path_factory) -> Project:
    """One that was edited before it was built."""
    project = begun(tmp_path_factory.mktemp("edited"))
    project.edit()
    assert project.run("html") == 0
    return project


EVERY = 24 if sys.platform == "linux" else 20
"""The moments of a build from nothing; on Linux PyTorch is a package of its own."""
AFTER_AN_EDIT = 10
"""Those of one after the edits."""


def interrupted(project: Project, command: str, at: int, name: str) -> None:
    """Run a command that is interrupted."""
    assert project.run(command, STOP_AT=str(at), SIGNAL=name) == SIGNALS[name]


def test_there_are_as_many_moments_as_are_tried(built, edited, tmp_path):
    assert built.moments() == EVERY
    project = copy(built, tmp_path / "copy")
    project.edit()
    assert project.run("html") == 0
    assert project.moments() == EVERY + AFTER_AN_EDIT


@pytest.mark.parametrize("at", range(1, EVERY + 1, 3))
def test_a_build_goes_on_after_an_interruption(built, tmp_path, at):
    project = begun(tmp_path / "project")
    interrupted(project, "html", at, list(SIGNALS)[at % 2])
    assert project.run("html") == 0
    assert project.made() == built.made()
    done = (project.root / "done").read_text().splitlines()
    whole = [line for line in done if line.startswith(("npm", "node tools"))]
    assert len(whole) == len(set(whole)), "what was whole was made again"


@pytest.mark.parametrize("at", range(1, AFTER_AN_EDIT + 1))
def test_a_build_after_an_edit_goes_on_after_an_interruption(built, edited, tmp_path, at):
    project = copy(built, tmp_path / "copy")
    project.edit()
    interrupted(project, "html", EVERY + at, list(SIGNALS)[at % 2])
    assert project.run("html") == 0
    assert project.made() == edited.made()


@pytest.mark.parametrize("name", ["book/two.md", "src/normbook/norm.py"])
def test_of_a_source_that_was_removed_nothing_stays(built, tmp_path, name):
    without = begun(tmp_path / "without")
    (without.root / name).unlink()
    assert without.run("html") == 0
    project = copy(built, tmp_path / "copy")
    (project.root / name).unlink()
    assert project.run("html") == 0
    assert project.made() == without.made()


@pytest.mark.parametrize(("at", "name"), [(15, "SIGKILL"), (25, "SIGINT"), (31, "SIGKILL")])
def test_the_tests_go_on_after_an_interruption(built, tmp_path, at, name):
    project = begun(tmp_path / "project")
    interrupted(project, "test", at, name)
    assert project.run("test") == 0
    assert project.made().items() >= built.made().items()
    reports = sorted(path.stem for path in (project.root / "_build/tests").iterdir())
    assert reports == ["test-browser", "test-js", "test-python", "test-site"]
