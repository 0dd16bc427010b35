"""Grades a class into a gradebook; goes on where an earlier run stopped.

This process reads files and keeps verdicts; workers grade (`workers.py`). A worker gets the bytes
of one file at a time, so that what is graded is what was hashed, and no disk has to be shared.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from ..fence.limits import DEFAULT_SECONDS
from ..verdict.find import Exercise, find_all
from ..verdict.load import LoadError
from ..verdict.report import failed
from .gradebook import Gradebook
from .progress import Progress
from .results import Results, Verdict
from .schedule import Task, grade_tasks
from .submissions import Submission, find_students, find_submissions
from .validate import is_sound
from .workers import Workers, cluster, processes

INTERRUPTED = 130
"""The exit status of a command that Ctrl+C ended."""


def grade_class(
    folder: Path,
    out: Path,
    seconds: float = DEFAULT_SECONDS,
    jobs: int | None = None,
    scheduler: str | None = None,
) -> int:
    """Grade a folder of submissions into a gradebook; go on where an earlier run stopped.

    Parameters
    ----------
    folder
        With ``<student>/<slug>.py`` or ``<student>/exercises/<slug>.py``; nothing else is read.
    out
        Where ``gradebook.csv``, ``.json`` and ``.html`` go, and ``results.jsonl``, in which each
        verdict stands as soon as it is there.
    seconds
        What each attempt may take.
    jobs
        How many processes grade; one a processor, unless given.
    scheduler
        The address of a Dask cluster that grades instead.

    Returns
    -------
    int
        0, or 130 if Ctrl+C ended it.

    Raises
    ------
    LookupError
        If there is no attempt.
    RuntimeError
        If attempts cannot be isolated here, workers do not start, or the folder ``out`` is in use.
    """
    students = find_students(folder, out)
    submissions = find_submissions(folder, students)
    if not submissions:
        raise LookupError(f"There is no attempt in {folder}; expected <student>/<exercise>.py.")
    out.mkdir(parents=True, exist_ok=True)
    workers = partial(cluster, scheduler) if scheduler else partial(processes, jobs)
    with Results(out / "results.jsonl") as results:
        run = Run(submissions, results, Progress(len(submissions), sys.stderr))
        try:
            run.grade(workers, seconds)
        except KeyboardInterrupt:
            print(f"\nStopped; {len(run.verdicts)} of {len(submissions)} attempts are graded.")
            print("The same command goes on from there.")
            return INTERRUPTED
    handed_in = {submission.exercise.slug for submission in submissions}
    exercises = [exercise for exercise in find_all() if exercise.slug in handed_in]
    Gradebook(exercises, students, run.verdicts).write(out)
    print(f"{len(submissions)} attempts of {len(students)} students: {out / 'gradebook.html'}")
    return 0


class Run:
    """One run over all submissions.

    Parameters
    ----------
    submissions
        What is to be graded.
    results
        What is graded already, and where verdicts are kept.
    progress
        What is told of each verdict.
    """

    def __init__(
        self, submissions: Sequence[Submission], results: Results, progress: Progress
    ) -> None:
        self._submissions, self._results, self._progress = submissions, results, progress
        self.verdicts: dict[tuple[str, str], Verdict] = {}
        """By student and exercise."""

    def grade(self, workers: Workers, seconds: float) -> None:
        """Grade what has no verdict yet."""
        with contextlib.closing(grade_tasks(self._tasks(), workers, seconds)) as graded:
            for task, verdict in graded:
                self._results.add(task.student, task.exercise.slug, task.sha256, verdict)
                self._note(task.student, task.exercise, verdict, new=True)

    def _tasks(self) -> Iterator[Task]:
        """Yield what is to be graded; note what is graded already, and what cannot be read."""
        for submission in self._submissions:
            student, exercise = submission.student, submission.exercise
            try:
                task = Task(student, exercise, submission.read())
            except LoadError as error:
                self._note(student, exercise, failed(exercise, str(error)).as_dict())
                continue
            known = self._results.get(student, exercise.slug, task.sha256)
            if known is not None and is_sound(known, exercise):
                self._note(student, exercise, known)
            else:
                yield task

    def _note(self, student: str, exercise: Exercise, verdict: Verdict, new: bool = False) -> None:
        self.verdicts[student, exercise.slug] = verdict
        self._progress.step(new)
