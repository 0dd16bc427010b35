"""Writes the gradebook of a class: what each student earned, as CSV, JSON and a page."""

from __future__ import annotations

import collections
import csv
import html
import io
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..verdict.find import Exercise
from ..verdict.text import as_cell, clean
from .results import Verdict


@dataclass(frozen=True)
class Gradebook:
    """What each student earned at each exercise."""

    exercises: Sequence[Exercise]
    students: Sequence[str]
    verdicts: Mapping[tuple[str, str], Verdict]
    """By student and exercise; where there is none, there was no attempt."""

    def points(self, student: str, exercise: Exercise) -> int:
        """Return what a student earned at an exercise."""
        verdict = self.verdicts.get((student, exercise.slug))
        return 0 if verdict is None else int(verdict["points"])

    def status(self, student: str, exercise: Exercise) -> str:
        """Return how an attempt ended."""
        verdict = self.verdicts.get((student, exercise.slug))
        return "not run" if verdict is None else str(verdict["status"])

    def total(self, student: str) -> int:
        """Return what a student earned in all."""
        return sum(self.points(student, exercise) for exercise in self.exercises)

    @property
    def worth(self) -> int:
        """The points that there are in all."""
        return sum(exercise.points for exercise in self.exercises)

    def write(self, folder: Path) -> None:
        """Write ``gradebook.csv``, ``gradebook.json`` and ``gradebook.html``, each whole or not."""
        for name, text in (
            ("gradebook.csv", as_csv(self)),
            ("gradebook.json", as_json(self)),
            ("gradebook.html", as_html(self)),
        ):
            unfinished = folder / f"{name}.part"
            # A folder's name may be of bytes that are no text: they are shown as escapes.
            with unfinished.open("w", -1, "utf-8", "backslashreplace", newline="") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(folder / name)


def as_csv(book: Gradebook) -> str:
    """Return a row a student: points at each exercise, and their sum."""
    file = io.StringIO()
    writer = csv.writer(file, quoting=csv.QUOTE_ALL)
    writer.writerow(["student", *(exercise.slug for exercise in book.exercises), "total"])
    for student in book.students:
        points = [book.points(student, exercise) for exercise in book.exercises]
        writer.writerow([as_cell(student), *points, sum(points)])
    return file.getvalue()


def as_json(book: Gradebook) -> str:
    """Return all that is known: verdicts with their checks and messages."""
    nothing = {"points": 0, "status": "not run"}
    students = [
        {
            "student": student,
            "total": book.total(student),
            "attempts": {
                exercise.slug: book.verdicts.get((student, exercise.slug), nothing)
                for exercise in book.exercises
            },
        }
        for student in book.students
    ]
    exercises = [
        {"slug": exercise.slug, "title": exercise.title, "worth": exercise.points}
        for exercise in book.exercises
    ]
    whole = {"worth": book.worth, "exercises": exercises, "students": students}
    return json.dumps(whole, indent=1) + "\n"


def as_html(book: Gradebook) -> str:
    """Return one page that needs no other file: the points, and the bugs by how many have them."""
    head = "".join(
        f'<th scope="col">{html.escape(exercise.title)}<br><small>of {exercise.points}</small></th>'
        for exercise in book.exercises
    )
    rows = "\n".join(_row(book, student) for student in book.students)
    title = f"Gradebook: {len(book.students)} students, {book.worth} points"
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n"
        f'<main>\n<h1>{title}</h1>\n<table>\n<thead><tr><th scope="col">student</th>{head}'
        f'<th scope="col">in all</th></tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>\n'
        f"{_bugs(book)}</main>\n</html>\n"
    )


def _row(book: Gradebook, student: str) -> str:
    cells = ""
    for exercise in book.exercises:
        status = book.status(student, exercise)
        note = "" if status == "pass" else f" <small>{html.escape(status)}</small>"
        cells += f"<td>{book.points(student, exercise)}{note}</td>"
    name = html.escape(clean(student))
    return f'<tr><th scope="row">{name}</th>{cells}<td><b>{book.total(student)}</b></td></tr>'


def _bugs(book: Gradebook) -> str:
    """Return the misconceptions in this class, the most frequent first: what to teach next."""
    found = collections.Counter(
        (exercise.title, finding["explanation"])
        for student in book.students
        for exercise in book.exercises
        for finding in book.verdicts.get((student, exercise.slug), {}).get("findings", [])
        if finding["bug"]
    )
    items = "\n".join(
        f"<li><b>{count} × {html.escape(title)}.</b> {html.escape(explanation)}</li>"
        for (title, explanation), count in found.most_common()
    )
    return f"<h2>What went wrong, and how often</h2>\n<ul>\n{items}\n</ul>\n" if items else ""


STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { margin: 2rem auto; padding: 0 1rem; max-width: 72rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border-bottom: 1px solid #8888; padding: 0.2rem 0.6rem; text-align: right; }
th[scope="row"] { text-align: left; white-space: pre-wrap; overflow-wrap: anywhere; }
"""
