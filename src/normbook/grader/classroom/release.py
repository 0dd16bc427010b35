"""Writes a repository for students: stubs, prompts, and a workflow that grades what they push.

No test, solution or mutant is in it: what grades is the package, at the version that its
``requirements.txt`` names. Marks are the instructor's to give, on a machine of theirs.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from urllib.parse import urlsplit

from ..verdict.find import Exercise, find_all

SCHEMES = ("https", "git+https", "git+ssh")


class ReleaseError(RuntimeError):
    """The repository cannot be written as asked; the message says what to change."""


def release(
    folder: Path, exercises: Sequence[Exercise] = (), source: str | None = None
) -> list[Path]:
    """Write a repository for students, or add exercises to one.

    Parameters
    ----------
    folder
        Where; new, empty, or a repository written before. Nothing in it is overwritten.
    exercises
        Which to give out; none means all.
    source
        The address that students install ``normbook`` from; this version, from the package index,
        unless given.

    Returns
    -------
    list of Path
        The files that were written.

    Raises
    ------
    ReleaseError
        If the folder holds something else, or has one of the exercises already; if its
        requirements do not suffice for those that are added; if the source names no version.
    """
    given = exercises or find_all()
    there = [exercise for exercise in find_all() if _is_in(folder, exercise)]
    requirement = require([*there, *given], source)
    files = {name: text for exercise in given for name, text in files_of(exercise).items()}
    if _is_vacant(folder):
        files |= {**COMMON, "requirements.txt": REQUIREMENTS + requirement + "\n"}
    else:
        _refuse_unless_added(folder, sorted({e.slug for e in there} & {e.slug for e in given}))
        _refuse_unless_required(folder / "requirements.txt", requirement)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    return [folder / name for name in files]


def files_of(exercise: Exercise) -> dict[str, str]:
    """Return what students get of an exercise: the stub and the prompt."""
    needs = ", ".join(exercise.requires) or "Python alone"
    prompt = (
        f"# {exercise.title}\n\n"
        f"{exercise.points} points · {exercise.difficulty} · about {exercise.minutes} minutes · "
        f"needs {needs}\n\n"
        f"{exercise.prompt.rstrip()}\n\n"
        f"Your place: `exercises/{exercise.slug}.py`. To grade it: `normbook grade "
        f"{exercise.slug}`.\n"
    )
    return {
        f"exercises/{exercise.slug}.py": exercise.stub,
        f"prompts/{exercise.slug}.md": prompt,
    }


def require(exercises: Sequence[Exercise], source: str | None = None) -> str:
    """Return the line of ``requirements.txt`` that grades these exercises.

    Raises
    ------
    ReleaseError
        If the source names no version, or would give away a password; if there is no source, and
        this package was not installed, so that its version is not known.
    """
    torch = any("torch" in exercise.requires for exercise in exercises)
    package = "normbook[grader,nn]" if torch else "normbook[grader]"
    if source is not None:
        return f"{package} @ {_checked(source)}"
    try:
        return f"{package}=={version('normbook')}"
    except PackageNotFoundError:
        raise ReleaseError(
            "This normbook is not installed, so its version is not known. Say where students get "
            "it: --source git+https://…@TAG"
        ) from None


def _checked(source: str) -> str:
    """Return an address, if pip can read it, it stays the same, and it holds no secret."""
    address = urlsplit(source)
    if address.scheme not in SCHEMES or not address.hostname or len(source.split()) != 1:
        raise ReleaseError(
            f"The source is {source!r}; expected an address that begins with "
            f"{', '.join(f'{scheme}://' for scheme in SCHEMES)}."
        )
    if address.password or (address.username and address.scheme != "git+ssh"):
        raise ReleaseError(
            "The source holds a name or password, which every student would read. Take it out."
        )
    if address.scheme.startswith("git+") and not address.path.partition("@")[2]:
        raise ReleaseError(
            f"The source {source!r} names no version, so the checks could change during the term. "
            "Add a tag or a commit: …@TAG"
        )
    return source


def _is_in(folder: Path, exercise: Exercise) -> bool:
    return any(os.path.lexists(folder / name) for name in files_of(exercise))


def _is_vacant(folder: Path) -> bool:
    """Whether there is nothing in a folder, but perhaps git's own."""
    return not folder.exists() or all(path.name == ".git" for path in folder.iterdir())


def _refuse_unless_added(folder: Path, again: Sequence[str]) -> None:
    """Refuse to write into a folder that is no release, or to give out an exercise again."""
    missing = [name for name in (*COMMON, "requirements.txt") if not (folder / name).is_file()]
    if missing:
        raise ReleaseError(
            f"{folder} is not empty, and is no repository that this command wrote: there is no "
            f"{missing[0]}. Name a new folder."
        )
    if again:
        raise ReleaseError(
            f"{folder} has {', '.join(again)} already, and nothing is overwritten. Name only the "
            "exercises to add."
        )


def _refuse_unless_required(path: Path, requirement: str) -> None:
    """Refuse to add exercises that the package students have could not grade."""
    if requirement not in path.read_text(encoding="utf-8").splitlines():
        raise ReleaseError(
            f"{path} lacks this line, which grades the exercises with those added:\n"
            f"{requirement}\nPut it in place of the line for normbook, then release again."
        )


REQUIREMENTS = "# What grades the exercises; its version is fixed, so that the checks are.\n"

README = """\
# Exercises on layer normalization

Each file in `exercises/` is an exercise for you to solve. Its task is in `prompts/`, in the file of
the same name.

## Begin

You need Python 3.11 or newer.

```console
python -m venv .venv
source .venv/bin/activate          # on Windows: .venv\\Scripts\\activate
python -m pip install -r requirements.txt
normbook watch                     # grades what you save
```

| | |
|---|---|
| `normbook grade layer_norm` | grades one exercise, once; without a name, all |
| `normbook hint layer_norm` | gives one hint, then the next |
| `pytest` | shows the same checks, and the same points |

Commit and push. Each push is graded; the points are on the page of its run, under *Actions*. The
run is green once every exercise is solved. In a fork, GitHub asks you to enable workflows first.

## How grading works

An exercise has several checks, and each check has points, so that a part of an answer earns a part
of the points. When your answer is wrong in a way that the grader knows, it says which
misconception it looks like, and shows a small input with what you return and what is expected.

Only `exercises/<name>.py` is read: put all you need into that file. It runs in a process of its
own, within limits of time and memory. On GitHub, and when your instructor grades, it also has no
network, and no files but Python's, which it can read; it can make none. It can import Python's own
library and what its task says it needs.

**A check in this repository is advice, not a mark.** The repository is yours: you can change the
workflow, the requirements, and so the points that are shown here. The package that grades also
contains the solutions. Neither helps with the mark, which is not taken from here.

## How the instructor grades

On a machine of their own, with a `normbook` of their own, from nothing but each student's
`exercises/<name>.py`. Whatever else a repository holds takes no part.

```console
git clone ADDRESS submissions/NAME     # once for each student
normbook grade-class submissions/      # writes the gradebook
```

Use the version that `requirements.txt` names, so that students saw the same checks.
"""

WORKFLOW = """\
name: grade

# Grades the attempts in exercises/, and shows the points on the run's page. It is feedback, not a
# mark: whoever owns this repository can change this file. A pull request from a fork is graded with
# no more rights than to read.

on:
  push:
  pull_request:
  workflow_dispatch:

permissions:
  contents: read

concurrency:
  group: grade-${{ github.event_name }}-${{ github.ref }}
  cancel-in-progress: true

jobs:
  grade:
    name: grade the exercises
    runs-on: ubuntu-24.04
    timeout-minutes: 20
    steps:
      - uses: actions/checkout@9c091bb21b7c1c1d1991bb908d89e4e9dddfe3e0 # v7.0.0
        with:
          persist-credentials: false
      - uses: actions/setup-python@5fda3b95a4ea91299a34e894583c3862153e4b97 # v7.0.0
        with:
          python-version: "3.12"
      - name: Install what grades
        run: python -m pip install --requirement requirements.txt
      - name: Grade
        run: normbook grade --isolated --json results.json
"""

IGNORED = """\
/.venv/
/results.json
/exercises/.earned.json
/exercises/.failing.json
/exercises/.hints.json
/exercises/*.bak
__pycache__/
.pytest_cache/
"""

COMMON = {"README.md": README, ".gitignore": IGNORED, ".github/workflows/grade.yml": WORKFLOW}
