"""Grades a class into a gradebook; goes on where an earlier run stopped.

This process reads files and keeps verdicts; workers grade (`workers.py`). A worker gets the bytes
of one file at a time, so that what is graded is what was hashed, and no disk has to be shared.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from ..fence.limits import DEFAULT_SECONDS, Limits
from ..terminal import say
from ..verdict.errors import UserError
from ..verdict.find import Exercise, find_all
from ..verdict.text import in_one_line
from .alike import Pair, alike
from .assignment import NAME, Assignment, read_assignment, unweighted, worth_line
from .conditions import Conditions
from .earlier import Earlier, changed_marks, read_earlier, refuse_another_s, remove_left_over
from .exports import PURPOSES, SYSTEMS, exports_of
from .extensions import extended, keys_of
from .feedback import feedback_of
from .gradebook import JSON, NOT_GRADED, Gradebook, as_json, write_files
from .handback import handback_of, moodle_folders
from .headings import composed
from .layouts import EXPECTED, NothingHandedInError, find_places
from .notices import notices, remarks, told_of
from .page import class_page, counted
from .people import named, with_roster, without_roster
from .progress import Progress
from .release import is_released
from .results import Attempt, NotGraded, Results, Verdict
from .roster import RosterError, names_by_number, read_columns, read_roster
from .schedule import Task, grade_tasks
from .spreadsheet import details_csv, gradebook_csv
from .standing import strangers
from .submissions import Loose, Submission, Work, find_loose, find_work
from .validate import is_sound
from .workers import Workers, cluster, processes, require_packages
from .worksheet import of_status, timed

INCOMPLETE = 1
"""The exit status where the grader failed on an attempt."""
INTERRUPTED = 130
"""The exit status of a command that Ctrl+C ended."""


def grade_class(
    folder: Path,
    out: Path,
    assignment: Path | None = None,
    roster: Path | None = None,
    seconds: float = DEFAULT_SECONDS,
    regrade: bool = False,
    jobs: int | None = None,
    scheduler: str | None = None,
    seed: int | None = None,
    only: Collection[str] = (),
) -> int:
    """Grade a folder of submissions into a gradebook; go on where an earlier run stopped.

    Parameters
    ----------
    folder
        What was handed in: a folder for each student, or what Moodle or Canvas saves.
    out
        Where the files of `files_of` are written, and ``results.jsonl``, which gets each verdict as
        soon as it is known.
    assignment
        The file that says what is graded. Unless it is given, that is ``assignment.toml`` in
        ``folder``; without one, all exercises are graded of which there is an answer, or a
        file that was to be one.
    roster
        A CSV of who is in the class, as `roster` reads it; those who handed something in, unless
        given.
    seconds
        Processor seconds that each attempt may take.
    regrade
        Whether to grade anew what has a verdict already.
    jobs
        How many processes grade; one a processor, unless given.
    scheduler
        The address of a Dask cluster that grades instead.
    seed
        Draws other numbers, with which each check that passes is tried again, so that answers
        learnt by heart fail. Unless it is given, it is that of the assignment, if there is one.
    only
        Whom to grade anew, by name; all others keep the verdicts that they have. All, unless given.

    Returns
    -------
    int
        0; 1 if the grader failed on an attempt, so that it is not graded; 130 if Ctrl+C ended it.

    Raises
    ------
    AssignmentError
        If the file that says what is graded makes no sense, an extension could be of several, or
        ``only`` names nobody, or several.
    RosterError
        If the roster is no roster, or has nobody of those who handed something in.
    AnothersGradebookError
        If the folder ``out`` has the gradebook of another folder or assignment.
    NothingHandedInError
        If nothing was handed in.
    CannotGradeError
        If attempts cannot be isolated here, a package that an exercise needs is missing, workers
        do not start, or the folder ``out`` is in use.
    """
    if only and regrade:
        raise UserError("--regrade grades all anew, and --only some: give one of the two.")
    if is_released(folder):
        raise NothingHandedInError(RELEASED.format(folder))
    if out.resolve() == folder.resolve():
        raise UserError(OUT_IS_FOLDER.format(out))
    people = read_roster(roster) if roster else []
    columns = read_columns(roster) if roster else {}
    collected = _collect(folder, out, assignment, names_by_number(people))
    if not any(work.submissions or work.not_understood for work in collected.works):
        raise NothingHandedInError(f"There is no attempt in {folder}; {wanted(collected.strays)}")
    known = (
        with_roster(collected.works, people, collected.loose)
        if roster
        else without_roster(collected.works, collected.loose)
    )
    if not known.knows_some:
        raise RosterError(NOBODY_OF_THESE.format(roster))
    anew = keys_of(only, known)
    stated, known = extended(collected.stated, known)
    stated, known = of_status(stated, known)
    known = timed(known, stated)
    # What a group handed in stands in the work of each member, and is graded once.
    submissions = list(
        {
            (each.student.key, each.exercise.slug): each
            for work in known.works
            for each in work.submissions
        }.values()
    )
    if assignment is None and not (folder / NAME).exists():
        say(in_one_line(unstated(folder, stated)))
    if scheduler is None:
        require_packages({submission.exercise for submission in submissions})
    out.mkdir(parents=True, exist_ok=True)
    workers = partial(cluster, scheduler) if scheduler else partial(processes, jobs)
    with Results(out / "results.jsonl") as results:  # no other run writes until this has ended
        earlier = read_earlier(out)
        if earlier is not None:
            slugs, keys = [e.slug for e in stated.exercises], [w.student.key for w in known.works]
            refuse_another_s(out, earlier, folder, stated.title, slugs, keys)
        if regrade:
            results.begin_anew()
        if seed is None:
            seed = stated.seed
        progress = Progress(len(submissions), sys.stderr)
        # Of a group the work is graded once, under the key of its folder.
        graded_anew = {
            each.student.key
            for work in known.works
            if work.student.key in anew
            for each in work.submissions
        }
        kept = graded_anew if only else None
        run = Run(submissions, results, Limits(seconds), progress, seed, kept)
        try:
            run.grade(workers)
        except KeyboardInterrupt:
            graded = sum(not isinstance(each, NotGraded) for each in run.verdicts.values())
            say(f"\nStopped; {graded} of {len(submissions)} attempts are graded.")
            without = ", without --regrade," if regrade else ""
            say(f"The same command{without} goes on from there.")
            return INTERRUPTED
        book = Gradebook(
            stated,
            known.works,
            run.verdicts,
            known.people,
            columns,
            str(folder.resolve()),
            collected.moodle_folders,
            known.notices,
            datetime.now(UTC),
        )
        files = _write(book, collected.strays, out, earlier, run.graded_anew())
    say(worth_line(book.assignment))
    attempts = counted(len(submissions), "attempt")
    outside = len(strangers(book))
    students = counted(len(book.works) - outside, "student")
    beside = f" and {outside} not in the roster" if outside else ""
    say(f"{attempts} of {students}{beside}: {out / 'gradebook.html'}")
    for line in imports(out, files):
        say(in_one_line(line))
    return INCOMPLETE if any(mark.status == NOT_GRADED for mark in book.marks.values()) else 0


def _write(
    book: Gradebook,
    strays: Sequence[str],
    out: Path,
    earlier: Earlier | None,
    graded_anew: Sequence[str],
) -> Collection[str]:
    """Write a gradebook in place of an earlier one, and say what a lecturer has to look at.

    Returns
    -------
    collection
        The names of its files.
    """
    pairs = alike(book)
    files = files_of(book, pairs, strays)
    # Before others are written: Ada.html and ada.html are one file on some systems.
    removed = remove_left_over(out, earlier, files) if earlier is not None else []
    write_files(out, files)
    changed = changed_marks(earlier, book) if earlier is not None else ()
    said = [*graded_anew, *changed, *notices(book, strays, files), *told_of(pairs)]
    said += [f"Removed, as nobody in the class is in it now: {out / name}" for name in removed]
    for line in said:
        say(in_one_line(line))
    return files


IN_RESULTS = "last in results.jsonl"
"""Where the verdicts of this run stand."""
RELEASED = (
    "{} is a repository that was given out, or that of one student. Name the folder that holds "
    "what came in, with a folder for each student."
)
OUT_IS_FOLDER = (
    "--out is {}, the folder of submissions itself, where the next run would take what this one "
    "writes for a student's. Name another folder with --out."
)
NOBODY_OF_THESE = (
    "{} has nobody of those who handed something in: neither names nor numbers agree. Name the "
    "table of this class, as Canvas or Moodle exports it."
)


@dataclass(frozen=True)
class Collected:
    """What lies in a folder of submissions."""

    stated: Assignment
    """What is graded."""
    works: Sequence[Work]
    strays: Sequence[str]
    """The names of files that do not say whose they are."""
    loose: Sequence[Loose]
    """Those of them that may be students' work."""
    moodle_folders: Mapping[str, str]
    """Moodle's folders, by the student's key."""


def _collect(
    folder: Path, out: Path, assignment: Path | None, known: Mapping[str, Collection[str]]
) -> Collected:
    """Return what was handed in; ``known`` are the roster's names, as `find_places` takes them."""
    places, strays = find_places(folder, out, known)
    strays = [path for path in strays if path.name != NAME]
    here = folder / NAME
    if assignment is None and not here.exists():
        works = list(find_work(places, find_all()))
        answered = {each.exercise for work in works for each in work.submissions}
        answered.update(
            each.exercise for work in works for each in work.not_understood if each.exercise
        )
        stated = unweighted([each for each in find_all() if each in answered])
    else:
        stated = read_assignment(assignment or here)
        zone = stated.due.tzinfo if stated.due else None
        works = list(find_work(places, stated.exercises, zone))
    names = [composed(path.name) for path in strays]
    loose = list(find_loose(strays, stated.exercises))
    return Collected(stated, works, names, loose, moodle_folders(places))


def wanted(strays: Sequence[str]) -> str:
    """Return what to do with a folder in which no attempt was found, only these files."""
    packed = ", ".join(name for name in strays if name.lower().endswith(".zip"))
    return f"unpack {packed}, and name the folder with what was in it." if packed else EXPECTED


def unstated(folder: Path, graded: Assignment) -> str:
    """Return a line on what is graded, where no file says it."""
    slugs = ", ".join(exercise.slug for exercise in graded.exercises) or "no exercises"
    also = (
        f" To grade by the one that lies here: --assignment {NAME}." if Path(NAME).exists() else ""
    )
    return f"No {NAME} in {folder}{os.sep}: graded are {slugs}; nothing is late.{also}"


def files_of(
    book: Gradebook, pairs: Sequence[Pair] = (), strays: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the files of a gradebook, by name, texts and bytes.

    ``pairs`` are the answers that are alike, ``strays`` the files that do not say whose they are.
    """
    pages = feedback_of(book)
    files: dict[str, Any] = {
        "gradebook.csv": gradebook_csv(book),
        "details.csv": details_csv(book),
        **exports_of(book),
        **handback_of(book, pages),
        **pages,
    }
    purposes = {name: text for name, text in PURPOSES.items() if name in files}
    files["gradebook.html"] = class_page(book, pairs, purposes, list(remarks(book, strays, files)))
    return {**files, JSON: as_json(book, files)}


def imports(out: Path, files: Collection[str]) -> Iterator[str]:
    """Yield a line on each file that Canvas or Moodle takes."""
    yield from (f"{out / name}: {PURPOSES[name]}" for name in SYSTEMS if name in files)


class Run:
    """One run over all submissions.

    Parameters
    ----------
    submissions
        What is to be graded.
    results
        What is graded already, and where verdicts are kept.
    limits
        What each attempt may use.
    progress
        Shows how far the run is.
    seed
        Draws other numbers, if given; see `grade_class`.
    only
        The keys of those who are graded anew, while others keep their verdicts; None for nobody.
    """

    def __init__(
        self,
        submissions: Sequence[Submission],
        results: Results,
        limits: Limits,
        progress: Progress,
        seed: int | None = None,
        only: Collection[str] | None = None,
    ) -> None:
        self._submissions, self._results = submissions, results
        self._only = only
        self._progress = progress
        exercises = {submission.exercise for submission in submissions}
        self._conditions = {each: Conditions.of(each, limits, seed) for each in exercises}
        self._changes: dict[str, list[str]] = defaultdict(list)
        self.verdicts: dict[tuple[str, str], Verdict | NotGraded] = {}
        """The verdicts so far, by the student's key and the exercise's name."""

    def grade(self, workers: Workers) -> None:
        """Grade the submissions that have no verdict under these conditions yet."""
        with contextlib.closing(grade_tasks(self._tasks(), workers, self._waiting)) as graded:
            for task, verdict in graded:
                if not isinstance(verdict, NotGraded):  # which the next run tries once more
                    self._results.add(_attempt(task), task.conditions, verdict)
                self._note(task.student, task.exercise, verdict, new=True)

    def _waiting(self, tasks: Collection[Task]) -> None:
        """Say whose answers are at work."""
        called = {each.student.key: each.student.called for each in self._submissions}
        names = (f"{called[task.student]} ({task.exercise.slug})" for task in tasks)
        self._progress.waiting(list(map(in_one_line, names)))

    def graded_anew(self) -> list[str]:
        """Return why attempts were graded again that had a verdict, a line for each reason."""
        found = sorted(self._changes.items(), key=lambda each: -len(each[1]))
        return [
            f"{len(whose)} graded anew: {why}: {named(list(dict.fromkeys(whose)), IN_RESULTS)}."
            for why, whose in found
        ]

    def _tasks(self) -> Iterator[Task]:
        """Yield what is to be graded; before, note all that is graded already.

        What is left is then what takes time, and for how long can be told.
        """
        tasks = []
        for submission in self._submissions:
            exercise = submission.exercise
            conditions = self._conditions[exercise]
            task = Task(submission.student.key, exercise, submission.source, conditions)
            attempt = _attempt(task)
            known = self._known(attempt, conditions)
            if known is not None and is_sound(known, exercise):
                self._note(task.student, exercise, known)
            else:
                for why in self._results.changes(attempt, conditions):
                    self._changes[why].append(submission.student.called)
                tasks.append(task)
        yield from tasks

    def _known(self, attempt: Attempt, conditions: Conditions) -> Verdict | None:
        """Return the verdict that an attempt keeps, if it has one."""
        if self._only is None:
            return self._results.get(attempt, conditions)
        return None if attempt[0] in self._only else self._results.last(attempt)

    def _note(
        self, student: str, exercise: Exercise, verdict: Verdict | NotGraded, new: bool = False
    ) -> None:
        self.verdicts[student, exercise.slug] = verdict
        self._progress.step(new)


def _attempt(task: Task) -> Attempt:
    return task.student, task.exercise.slug, hashlib.sha256(task.source).hexdigest()
