"""Grades with Gradescope: writes the zip to upload, and is the program that the zip runs.

A lecturer uploads the zip. ``setup.sh`` runs once, then ``run_autograder`` for each submission, in
``/autograder``, where ``source/`` has what the zip held, ``submission/`` what was handed in, and
``results/results.json`` is to be written. Due dates and lateness are Gradescope's own. See
https://gradescope-autograders.readthedocs.io/en/latest/specs/.
"""

from __future__ import annotations

import json
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...files import write_whole
from ..fence.limits import DEFAULT_SECONDS, Limits
from ..fence.lockdown import weakness
from ..verdict.find import Exercise
from ..verdict.publish import gradescope_findings, gradescope_tests
from ..verdict.report import Report, failed
from ..verdict.run import CheckResult
from .assignment import NAME, Assignment, read_assignment
from .feedback import COPY
from .in_time import grade_in_time
from .layouts import Place, Student
from .people import some
from .requirement import SOURCES
from .submissions import Submission, Work, find_work
from .workers import require_packages

EXECUTABLE, PLAIN = 0o755, 0o644
"""Modes of files."""
SECONDS_IN_ALL = 480
"""How long a run may take: below the ten minutes after which Gradescope, unless set otherwise, ends
it, and gives 0 for all; see https://gradescope-autograders.readthedocs.io/en/latest/troubleshooting/.
"""
NOT_YET = "The run ended before it was graded."
STUDENT = Student("submission", "submission")


def write_autograder(
    path: Path,
    requirements: str,
    assignment: str,
    own: Sequence[Exercise] = (),
    wheels: Sequence[tuple[str, bytes]] = (),
) -> None:
    """Write the zip; an existing file is not overwritten.

    Parameters
    ----------
    path
        The file.
    requirements
        The text of ``requirements.txt``.
    assignment
        The text of ``assignment.toml``.
    own
        The exercises in it that are the lecturer's own. They come along whole, with solution and
        wrong answers, so that mistakes are named.
    wheels
        The wheels that the requirements take from beside them: their places and contents.
    """
    files: list[tuple[str, str | bytes, int]] = [
        ("setup.sh", SETUP, EXECUTABLE),
        ("run_autograder", RUN, EXECUTABLE),
        ("requirements.txt", requirements, PLAIN),
        (NAME, assignment, PLAIN),
    ]
    for exercise in own:
        files += [(name, content, PLAIN) for name, content in _files_of(exercise)]
    files += [(name, content, PLAIN) for name, content in wheels]
    with path.open("xb") as file, zipfile.ZipFile(file, "w") as archive:
        for name, content, mode in files:
            info = zipfile.ZipInfo(name)
            info.external_attr = mode << 16
            archive.writestr(info, content)


def _files_of(exercise: Exercise) -> Iterator[tuple[str, bytes]]:
    """Yield the places in the zip of an exercise's files, with their contents."""
    for path in sorted(exercise.folder.rglob("*")):
        if path.suffix in SOURCES:
            below = path.relative_to(exercise.folder).as_posix()
            yield f"exercises/{exercise.slug}/{below}", path.read_bytes()


SETUP = """\
#!/usr/bin/env bash
# Gradescope runs this once, as root: it installs Python and what grades.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
apt-get update
for python in python3.13 python3.12 python3.11; do
    if apt-get install --yes --no-install-recommends "$python" "$python-venv"; then
        break
    fi
done
"$python" -m venv .venv
.venv/bin/python -m pip install --requirement requirements.txt
"""

RUN = """\
#!/usr/bin/env bash
# Gradescope runs this for each submission.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
if [ -d source/exercises ]; then  # the lecturer's own, beside the book's
    export NORMBOOK_EXERCISES="$PWD/source/exercises"
fi
source/.venv/bin/python -I -m normbook.grader.classroom.gradescope \\
    source/assignment.toml submission results/results.json
"""


# ---- what run_autograder runs ----


def main(
    assignment: Path, submission: Path, results: Path, seconds: float = SECONDS_IN_ALL
) -> None:
    """Grade what was handed in within a time; write the results with each answer's.

    Raises
    ------
    CannotGradeError
        If a package is missing, or the grader failed: without results, Gradescope says that it
        failed, and gives no 0.
    """
    stated = read_assignment(assignment)
    (work,) = find_work([Place(STUDENT, submission)], stated.exercises)
    require_packages({submission.exercise for submission in work.submissions})
    results.parent.mkdir(exist_ok=True)
    graded: dict[Exercise, Report] = {}
    try:
        _write(results, as_results(stated, work, graded))
        for exercise, report in _grade(work.submissions, seconds, stated.seed):
            graded[exercise] = report
            _write(results, as_results(stated, work, graded))
    except BaseException:
        results.unlink(missing_ok=True)
        raise


def _write(path: Path, results: dict[str, Any]) -> None:
    """Write results, whole: the platform may read them at any moment."""
    write_whole(path, json.dumps(results).encode())


def as_results(
    assignment: Assignment, work: Work, graded: Mapping[Exercise, Report]
) -> dict[str, Any]:
    """Return what ``results.json`` holds, as far as answers are graded."""
    tests: list[dict[str, Any]] = []
    for exercise in assignment.exercises:
        if possible := assignment.possible[exercise]:  # Gradescope shows 0 of 0 as failed
            report = graded.get(exercise) or _absent(work, exercise)
            tests += gradescope_tests(report, possible / exercise.points)
    fence = [text for text in [weakness()] if text]
    said = [*fence, *gradescope_findings(graded.values()), *work.notes]
    said += [f"Not understood: {each}" for each in work.not_understood]
    said += [COPY.format(some(work.copies))] if work.copies else []
    return {"output": "\n\n".join(said), "output_format": "text", "tests": tests}


def _grade(
    submissions: Sequence[Submission], seconds: float, seed: int | None
) -> Iterator[tuple[Exercise, Report]]:
    """Yield the report on each answer."""
    for each in submissions:
        if each.exercise.unmet:
            yield each.exercise, failed(each.exercise, f"It {each.exercise.unmet}", "not run")
    met = [each for each in submissions if not each.exercise.unmet]
    yield from grade_in_time(met, seconds, Limits(DEFAULT_SECONDS), seed)


def _absent(work: Work, exercise: Exercise) -> Report:
    """Return the report on an exercise without an answer, or with one that is not graded yet."""
    if any(each.exercise is exercise for each in work.submissions):
        return failed(exercise, NOT_YET, "not run")
    refused = work.refused(exercise)
    message = str(refused) if refused else "Nothing was handed in."
    asked = "what was handed in is understood" if refused else "an answer was handed in"
    check = CheckResult(asked, "fail", 0, exercise.points, message)
    return replace(failed(exercise, message), checks=(check,))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]))
