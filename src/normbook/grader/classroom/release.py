"""Writes a repository for students: stubs, prompts, and a workflow that grades what they push.

No solution or mutant lies open in it, and no test of the book's: what grades is the package, in the
wheel that its ``requirements.txt`` names. Exercises of one's own bring their tests along. Marks are
the instructor's to give, on a machine of theirs.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from ...extras import CPU
from ..verdict.find import COURSE, Exercise, find_all
from ..verdict.invariants import broken, place
from .assignment import NAME, AssignmentError, read_assignment, write_assignment
from .gradescope import write_autograder
from .requirement import (
    NN,
    PLACE,
    ReleaseError,
    beside,
    distribution_of,
    needs_torch,
    others,
    require,
    wheel_here,
)


def release(
    folder: Path,
    exercises: Sequence[Exercise] = (),
    source: str | None = None,
    wheel: Path | None = None,
    due: datetime | None = None,
) -> list[Path]:
    """Write a repository for students, or add exercises to one.

    Parameters
    ----------
    folder
        The folder: new, empty, or a repository written before. Nothing in it is overwritten, but
        what was given out of an exercise of the lecturer's own: its tests and its task, and never
        an answer.
    exercises
        The exercises to give out; none means all. One of the lecturer's own that was given out
        before is given out as it is now.
    source
        The address that students install ``normbook`` from; a wheel in the folder, unless given.
    wheel
        The wheel to put there, as the book's site has it, or a copy of the file at that address,
        for its hash; it is fetched, unless given.
    due
        The due date.

    Returns
    -------
    list of Path
        The files that were written.

    Raises
    ------
    ReleaseError
        If the folder holds something else, or has one of the book's exercises already; if it has
        its requirements and its due date, and others are given, or its requirements do not suffice
        for what is added; if the source names no version, or its file cannot be fetched; if an
        exercise of the lecturer's own is not in order.
    """
    given = exercises or find_all()
    _refuse_unless_in_order(given)
    mended = [each for each in given if each.is_own and _is_in(folder, each)]
    anew = {name for each in mended for name in files_of(each)}
    files = {name: text for exercise in given for name, text in files_of(exercise).items()}
    wheels: dict[str, bytes] = {}
    if _is_vacant(folder):
        files |= {**common(given), NAME: write_assignment(given, due, title_of(folder))}
        files["requirements.txt"] = requirements(require(given, source, wheel))
        if source is None:
            wheels[PLACE] = wheel_here(wheel)
    else:
        again = [each.slug for each in given if each not in mended and _is_in(folder, each)]
        _refuse_unless_added(folder, again, due is not None)
        _refuse_to_change(folder, source, wheel, due)
        _refuse_unless_required(folder / "requirements.txt", given)
        for exercise in mended:
            del files[answer_of(exercise)]
    contents = {**{name: text.encode() for name, text in files.items()}, **wheels}
    for name, content in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb" if name in anew else "xb") as file:
            file.write(content)
    return [folder / name for name in contents]


def overdue(folder: Path) -> str:
    """Return a line if the due date is over that a released repository states; else no text."""
    try:
        stated = read_assignment(folder / NAME)
    except AssignmentError:  # which is told where it is graded
        return ""
    now = datetime.now(UTC)
    if stated.due is None or stated.still_due("", now) is not None:
        return ""
    over = stated.due.isoformat(" ", "minutes")
    return (
        f"The due date is over, {over}: what is handed in from now on is late. "
        + CHANGE_DUE.format(folder / NAME)
    )


def is_released(folder: Path) -> bool:
    """Whether a folder is a repository that was released."""
    return not _missing(folder)


def refuse_what_is_new(
    folder: Path,
    exercises: Sequence[Exercise],
    source: str | None = None,
    wheel: Path | None = None,
    due: datetime | None = None,
) -> None:
    """Refuse all that a repository has not that was released: Gradescope grades what it has.

    Parameters are as of `release`.

    Raises
    ------
    ReleaseError
        If one of the exercises is not in it, or what it states is given.
    """
    _refuse_to_change(folder, source, wheel, due)
    new = ", ".join(each.slug for each in exercises if not _is_in(folder, each))
    if new:
        raise ReleaseError(
            f"{folder} is released, without {new}. First add that, without --gradescope, and its "
            f"weight to {folder / NAME}; then write the zip."
        )


def release_to_gradescope(folder: Path, path: Path, seed: int | None = None) -> None:
    """Write the zip with which Gradescope grades a repository that was released.

    A seed goes into the zip alone: what lies in the folder is read by students.

    Raises
    ------
    AssignmentError
        If ``assignment.toml`` makes no sense, or names an exercise that is not known here.
    ReleaseError
        If the file is there already, the requirements do not suffice or name a wheel that is
        missing, an exercise of the lecturer's own is not in order, or a seed is given and the
        folder has one.
    """
    requirements, assignment = (folder / name for name in ("requirements.txt", NAME))
    stated = read_assignment(assignment)
    _refuse_unless_in_order(stated.exercises)
    _refuse_unless_required(requirements, stated.exercises)
    text = assignment.read_text("utf-8-sig")
    if seed is not None:
        if stated.seed is not None:
            raise ReleaseError(f"{assignment} has a seed, which students read: take it out there.")
        text = f"seed = {seed}\n\n{text}"
    own = [exercise for exercise in stated.exercises if exercise.is_own]
    required = requirements.read_text("utf-8")
    try:
        write_autograder(path, required, text, own, _wheels(folder, required))
    except FileExistsError:
        raise ReleaseError(
            f"{path} is there already, and nothing is overwritten. Remove it first, or name "
            "another file."
        ) from None


def _wheels(folder: Path, required: str) -> list[tuple[str, bytes]]:
    """Return what a release's requirements take from its folder: places, with contents."""
    try:
        return [(name, (folder / name).read_bytes()) for name in beside(required.splitlines())]
    except OSError as error:
        raise ReleaseError(
            f"{folder / 'requirements.txt'} names a file that cannot be read: {error}"
        ) from None


def files_of(exercise: Exercise) -> dict[str, str]:
    """Return the files that students get of an exercise: stub and prompt.

    For one of the lecturer's own, what grades it comes along, without solution and mutants.
    """
    needs = ", ".join(exercise.requires) or "Python alone"
    prompt = (
        f"# {exercise.title}\n\n"
        f"{exercise.points} points · {exercise.difficulty} · about {exercise.minutes} minutes · "
        f"needs {needs}\n\n"
        f"{exercise.prompt.rstrip()}\n\n"
        f"Your place: `{answer_of(exercise)}`. To grade it: `normbook grade {exercise.slug}`.\n"
    )
    files = {
        answer_of(exercise): exercise.stub,
        f"prompts/{exercise.slug}.md": prompt,
    }
    for name in OWN_FILES if exercise.is_own else ():
        files[f"{COURSE}/{exercise.slug}/{name}"] = (exercise.folder / name).read_text("utf-8")
    return files


def answer_of(exercise: Exercise) -> str:
    """Return where in the repository a student answers an exercise, which begins as its stub."""
    return f"exercises/{exercise.slug}.py"


def common(exercises: Sequence[Exercise]) -> dict[str, str]:
    """Return the files that every release has; the README names one of the exercises."""
    return {**COMMON, "README.md": README.replace(EXAMPLE, exercises[0].slug)}


def title_of(folder: Path) -> str:
    """Return the title of the assignment in a folder: Canvas and a gradebook tell two by it."""
    return f"Layer normalization: {folder.resolve().name}"


def _is_in(folder: Path, exercise: Exercise) -> bool:
    return any(os.path.lexists(folder / name) for name in files_of(exercise))


def _is_vacant(folder: Path) -> bool:
    """Whether a folder is missing, or has nothing but Git's own files."""
    return not folder.exists() or all(path.name == ".git" for path in folder.iterdir())


CHANGE_DUE = "To change the due date, edit due in {}, and in your copy of it."


def _missing(folder: Path) -> list[str]:
    """Return which of the files that every release has are not in a folder."""
    wanted = (*COMMON, NAME, "requirements.txt")
    return [name for name in wanted if not (folder / name).is_file()]


def _refuse_unless_in_order(exercises: Sequence[Exercise]) -> None:
    """Refuse to give out an exercise of the lecturer's own whose verdicts would be wrong."""
    for exercise in exercises:
        if exercise.is_own and (found := list(broken(exercise))):
            raise ReleaseError(
                "\n".join([f"{exercise.slug} is not in order. Mend this first:", *found])
                + f"\nThen: normbook check {place(exercise, '')}"
            )


def _refuse_to_change(
    folder: Path, source: str | None, wheel: Path | None, due: datetime | None
) -> None:
    """Refuse settings that a repository has already which was released."""
    if source or wheel or due:
        raise ReleaseError(
            f"{folder} has its requirements.txt and {NAME}: give no --source, --wheel and --due. "
            "Change the source in the first. " + CHANGE_DUE.format(folder / NAME)
        )


def _refuse_unless_added(folder: Path, again: Sequence[str], with_due: bool) -> None:
    """Refuse to write into a folder that is no release, or to give out an exercise again."""
    if missing := _missing(folder):
        raise ReleaseError(
            f"{folder} is not empty, and is no repository that this command wrote: there is no "
            f"{missing[0]}. Name a new folder."
        )
    if again:
        what_now = "Name only the exercises to add."
        if with_due:
            what_now = CHANGE_DUE.format(folder / NAME)
        raise ReleaseError(
            f"{folder} has {', '.join(again)} already, and nothing is overwritten. {what_now}"
        )


def _refuse_unless_required(path: Path, exercises: Sequence[Exercise]) -> None:
    """Refuse exercises that could not be graded with what a ``requirements.txt`` brings."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if needs_torch(exercises) and not any(NN in line for line in lines):
        raise ReleaseError(
            f"{path} brings no PyTorch, which these exercises need. In it, put\n{CPU}\n"
            f"above the line for normbook, and write {NN} in that for [grader]; then release again."
        )
    brought = {distribution_of(line) for line in lines}
    if lacking := [line for line in others(exercises) if distribution_of(line) not in brought]:
        needed = "\n".join(lacking)
        raise ReleaseError(
            f"{path} does not bring all that these exercises need. Add to it\n{needed}\nand "
            "release again."
        )


OWN_FILES = ("exercise.toml", "prompt.md", "stub.py", "tests.py", "hints.md")
"""What students get of such an exercise."""


def requirements(lines: Sequence[str]) -> str:
    """Return ``requirements.txt``."""
    return "".join(f"{line}\n" for line in (REQUIREMENTS, *lines))


REQUIREMENTS = (
    "# What grades the exercises, always the same, so that the checks are. Run pip in this folder."
)

EXAMPLE = "EXERCISE"
"""Stands in the README for one of the exercises."""
README = """\
# Exercises on layer normalization

Each file in `exercises/` is an exercise for you to solve. Its task is in `prompts/`, in the file of
the same name.

## Begin

You need Python 3.11 or newer. In this folder:

```console
python -m venv .venv
source .venv/bin/activate          # on Windows: .venv\\Scripts\\activate
python -m pip install -r requirements.txt
normbook watch                     # grades what you save
```

Where Windows forbids the second line, as *running scripts is disabled* says, leave it out, and put
`.venv\\Scripts\\` before `python` and `normbook` below it.

| | |
|---|---|
| `normbook grade EXERCISE` | grades one exercise, once; without a name, all |
| `normbook prompt EXERCISE` | shows what an exercise asks |
| `normbook hint EXERCISE` | gives one hint, then the next |
| `pytest` | shows the same checks, and the same points |

## Hand in

As your course says. Where that is by uploading, as to Canvas, Moodle or Gradescope, upload the
files of `exercises/` that you worked on, all of them each time: the last upload counts, and what it
lacks may count as missing. Keep their names.

Where it is by Git, commit and push to the default branch, which alone counts. The last commit that
changes a file says when you handed it in, be it a comment alone: after the due date leave what is
finished as it is. A commit that is amended or rebased is a new one.

On GitHub each push is graded; the points are on the page of its run, under *Actions*. The run is
green once every exercise is solved. In a fork, GitHub asks you to enable workflows first.

## How grading works

An exercise has several checks, and its report shows what each is worth. A check that passes gives
all its points; one that fails gives none, and costs no others. So a mistake costs the checks in
which it shows: one that makes every number wrong, such as a wrong divisor, fails all checks that
compare numbers, and few points are left. When your answer is wrong in a way that the grader knows,
it says which misconception it looks like, and shows a small input with what you return and what is
expected.

Only `exercises/<name>.py` is read: put all you need into that file. On Linux and macOS it runs in a
process of its own, within limits of processor time and, on Linux, of memory, and each check stands
alone: a loop without end costs the points of the checks that it keeps from ending, no others. On
Windows you end such a loop yourself, with Ctrl+C. On GitHub, and when your instructor grades, your
file also has no network, and no files but Python's, which it can read; it can make none. It can
start no thread, no process and no `asyncio.run`. It can import Python's own library and what its
task says it needs. What is graded, what it is worth, until when, and what lateness costs, is in
`assignment.toml`.

**A check in this repository is advice, not a mark.** The repository is yours: you can change the
workflow, the requirements, and so the points that are shown here. That changes no mark, which is
not taken from here. The package that grades contains the solutions, too: to hand one in is to copy.

## How the instructor grades

On a machine of their own, with a `normbook` and an `assignment.toml` of their own, from nothing but
the answers. Whatever else a repository holds takes no part.

```console
git clone ADDRESS submissions/NAME                      # once for each student
normbook grade-class submissions/ --assignment assignment.toml
```

`submissions/` may as well be what Moodle or Canvas saves, unpacked. Answers are Python files,
notebooks, the file that the book's own page saves, and zips of these. The gradebook says what was
not understood. Of several answers to an exercise one with its name counts, the one last changed.
When an answer came is told by Git's commits, by Canvas's mark, or by Moodle's worksheet; a file's
own time counts only where `assignment.toml` says so, as copying changes it.

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

CONFTEST = """\
# With this, `pytest` shows the checks of what is in exercises/.
pytest_plugins = ["normbook.grader.pytest_plugin"]
"""

COMMON = {
    "README.md": README,
    ".gitignore": IGNORED,
    ".github/workflows/grade.yml": WORKFLOW,
    "conftest.py": CONFTEST,
}
