"""Writes the lecturer's page on a class: marks, their distribution, and what went wrong."""

from __future__ import annotations

import builtins
import html
import math
import re
import statistics
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

from ..verdict.find import Exercise
from ..verdict.host import UNCHECKABLE, UNREADABLE
from ..verdict.symptoms import IN_A_PRODUCT, OTHER_ARGUMENTS, STOPS, TRANSPOSED
from ..verdict.terms import FORBIDDEN
from ..verdict.text import as_html, clean
from .alike import Pair
from .assignment import number
from .gradebook import Gradebook, Mark
from .layouts import Student
from .results import Verdict
from .spreadsheet import failures
from .standing import in_statistics, strangers, to_mark, without_mark

RAISED = "raised "
"""Stands before the name of the exception, if the attempt raised one."""
EXITS = f"{STOPS}: {SystemExit.__name__}."
PUBLIC = {*dir(builtins), "AxisError", "LinAlgError"}
"""Names of exceptions that no student gave: Python's own, and NumPy's."""
SIZES = re.compile(
    f" {re.escape(IN_A_PRODUCT)}( {re.escape(TRANSPOSED)})?$".replace(r"\{\}", r"\d+")
)
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
NONE: Mapping[str, str] = MappingProxyType({})
ROUNDED = (
    "Points are added first, and rounded to hundredths where they are shown: what is shown of the "
    "exercises may differ from the sum by some hundredths."
)
BARS = 10
"""Bars that show the distribution: of a tenth of the points each, or fewer, of whole points."""


@dataclass
class Misconception:
    """What several students got wrong alike."""

    exercise: str
    explanation: str
    students: set[str] = field(default_factory=set)
    shown: tuple[tuple[str, str], ...] = ()
    """The shortest of the calls that show it, with results, and without a student's name.

    It is of a student without another mistake: of one with two, the other may show in the numbers.
    """
    asked: tuple[tuple[str, str], ...] = ()
    """The shortest of all calls that show it, with what is expected, and nobody's result."""

    @property
    def example(self) -> tuple[tuple[str, str], ...]:
        """What is shown of it."""
        return self.shown or self.asked


def misconceptions(book: Gradebook) -> list[Misconception]:
    """Return the mistakes in this class: those that the grader knows, and what it saw in numbers.

    The most frequent come first.
    """
    found: dict[tuple[str, str], Misconception] = {}
    exercises = {exercise.slug: exercise for exercise in book.exercises}
    for student, slug, verdict in _verdicts(book):
        for finding in verdict["findings"]:
            title, text = verdict["title"], _explanation(finding, exercises[slug])
            if text == EXITS and not book.marks[student, slug].ran:
                continue  # no misconception; the page has it where it has what did not run
            each = found.setdefault((slug, finding["bug"] or text), Misconception(title, text))
            each.students.add(student)
            if text in map(FORBIDDEN.format, exercises[slug].forbids):
                continue  # its words say all, and any call would do
            if len(verdict["findings"]) == 1:
                each.shown = _shorter(each.shown, anonymous(finding["evidence"]))
            asked = [line for line in finding["evidence"] if line[0] != "received"]
            each.asked = _shorter(each.asked, anonymous(asked))
    return sorted(found.values(), key=lambda each: -len(each.students))


def _explanation(finding: Mapping[str, Any], exercise: Exercise) -> str:
    """Return the explanation of a mistake, without the message of a student's exception."""
    text = str(finding["explanation"])
    refusals = map(FORBIDDEN.format, exercise.forbids)
    if refusal := next((each for each in refusals if text.endswith(each)), ""):
        return refusal
    if uncheckable := next(filter(text.startswith, (UNCHECKABLE, UNREADABLE)), ""):
        return f"{uncheckable}."
    if text.startswith(OTHER_ARGUMENTS):
        return text.partition(" Yours is ")[0]
    if not text.startswith(STOPS):
        return text
    received = _public(str(dict(finding["evidence"]).get("received", "")))
    product = SIZES.search(text)
    return f"{STOPS}: {received.removeprefix(RAISED)}.{product[0] if product else ''}"


def _public(received: str) -> str:
    """Return a result, in which an exception has no name that a student gave."""
    if received.startswith(RAISED) and received.removeprefix(RAISED) not in PUBLIC:
        return f"{RAISED}{Exception.__name__}"
    return received


def anonymous(evidence: Iterable[Sequence[str]]) -> tuple[tuple[str, str], ...]:
    """Return a call and its results; nothing, if the result has words of the student's own."""
    told = {str(label): _public(str(text)) for label, text in evidence if label != "printed"}
    asked = " ".join(text for label, text in told.items() if label != "received")
    if any(text not in asked for text in QUOTED.findall(told.get("received", ""))):
        return ()
    return tuple(told.items())


def _verdicts(book: Gradebook) -> Iterator[tuple[str, str, Verdict]]:
    """Yield student, exercise and verdict of each answer that counts in statistics, but stubs."""
    without = {student.key for student in strangers(book)}
    for (student, slug), mark in book.marks.items():
        if mark.verdict is not None and mark.is_answer and student not in without:
            yield student, slug, mark.verdict


def _shorter(
    one: tuple[tuple[str, str], ...], other: tuple[tuple[str, str], ...]
) -> tuple[tuple[str, str], ...]:
    """Return the shorter of two examples; either, if the other is empty."""
    return min(filter(None, (one, other)), key=_length, default=())


def _length(evidence: Sequence[tuple[str, str]]) -> int:
    return sum(len(text) for _, text in evidence)


def failing_checks(book: Gradebook) -> list[tuple[int, str, str]]:
    """Return the checks whose failing no finding explains, the most frequent first.

    Each comes with the number of students who fail it, its exercise's title and its sentence. Of
    an attempt that does not run the reason is told once, for all checks.
    """
    students: dict[tuple[str, str], set[str]] = defaultdict(set)
    for student, slug, verdict in _verdicts(book):
        if not book.marks[student, slug].ran:
            continue
        explained = {
            name for each in verdict["findings"] for name in (*each["checks"], each["first"])
        }
        for check in verdict["checks"]:
            if check["status"] != "pass" and check["name"] not in explained:
                students[verdict["title"], check["sentence"]].add(student)
    counted = [(len(names), *check) for check, names in students.items()]
    return sorted(counted, key=lambda each: -each[0])


def class_page(
    book: Gradebook,
    pairs: Sequence[Pair] = (),
    purposes: Mapping[str, str] = NONE,
    remarks: Sequence[str] = (),
) -> str:
    """Return one page that needs no other file.

    Parameters
    ----------
    book
        The gradebook.
    pairs
        The answers that are alike.
    purposes
        What the files beside it are for, by their names.
    remarks
        Lines on the class for which there is no other heading.
    """
    count = len(book.works) - len(strangers(book))
    title = f"{book.assignment.title}: {counted(count, 'student')}"
    parts = [f"<p><strong>{shown(text)}</strong></p>" for text in book.fence]
    parts += [_distribution(book), _exercises(book), _mistakes(book), _marks(book)]
    parts += [_remarks(remarks), _list("Did not run", _stopped(book))]
    parts += [_refused(book), _alike(pairs), _files(purposes)]
    return whole_page(title, "\n".join(parts))


def whole_page(title: str, body: str) -> str:
    """Return a page of HTML in the style of the gradebook."""
    heading = shown(title)
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{heading}</title>\n<style>{STYLE}</style>\n"
        f"<main>\n<h1>{heading}</h1>\n{body}\n</main>\n</html>\n"
    )


def shown(text: str) -> str:
    """Return text as HTML, without markup and control characters."""
    return html.escape(clean(text))


def told(explanation: str) -> str:
    """Return an explanation as HTML; what stands between backticks is code."""
    return as_html(clean(explanation))


def _distribution(book: Gradebook) -> str:
    """Return the distribution of the totals, as a table with a bar for each step of the points."""
    students = in_statistics(book)
    totals = [book.total(student) for student in students if book.is_complete(student)]
    if not totals:
        return ""
    left, excused = len(students) - len(totals), len(book.students) - len(to_mark(book))
    outside = len(strangers(book))  # what stands above the marks names nobody
    without = f" Without {left} of whom not all is graded." if left else ""
    without += f" Without {outside} not in the roster." if outside else ""
    without += f" Without {excused} whom Canvas excuses." if excused else ""
    step = _step(book)
    counts = [0] * math.ceil(book.possible / step)
    for total in totals:
        counts[min(int(total / step), len(counts) - 1)] += 1
    bars = "\n".join(
        f"<tr><th scope='row'>{number(step * i)} to "
        f"{number(min(step * (i + 1), book.possible))}</th><td>{count}</td>"
        f"<td><span class='bar' style='width: {30 * count / max(counts):.2f}rem'></span></td></tr>"
        for i, count in enumerate(counts)
    )
    mean = sum(totals, Fraction(0)) / len(totals)
    median = statistics.median(totals)
    return (
        f"<p>{number(book.possible)} points possible; mean {number(mean)}, "
        f"median {number(median)}, best {number(max(totals))}.{without}</p>\n"
        "<h2>How the points are distributed</h2>\n"
        f"<table><thead><tr><th scope='col'>points</th><th scope='col'>students</th><th></th></tr>"
        f"</thead>\n<tbody>\n{bars}\n</tbody></table>"
    )


def _step(book: Gradebook) -> Fraction:
    """Return how many points a bar stands for: a whole number, where students earn whole points."""
    tenth = book.possible / BARS
    weights = (book.assignment.possible[each] / each.points for each in book.exercises)
    whole = all(weight.denominator == 1 for weight in weights)
    return Fraction(math.ceil(tenth)) if whole else tenth


def _exercises(book: Gradebook) -> str:
    """Return a table of how many tried and solved each exercise, and what they earned."""
    rows = []
    for exercise in book.exercises:
        marks = [book.mark(student, exercise) for student in in_statistics(book)]
        tried = [mark for mark in marks if mark.is_answer]
        solved = sum(mark.status == "pass" for mark in tried)
        refused = sum(mark.is_open for mark in marks)
        mean = sum((mark.points for mark in tried), Fraction(0)) / max(len(tried), 1)
        possible = number(book.assignment.possible[exercise])
        cells = [len(tried), solved, number(mean), possible, refused]
        data = "".join(f"<td>{cell}</td>" for cell in cells)
        rows.append(f"<tr><th scope='row'>{shown(exercise.title)}</th>{data}</tr>")
    columns = ("exercise", "answers", "solved", "mean of these", "possible", "not graded")
    head = "".join(f"<th scope='col'>{column}</th>" for column in columns)
    return (
        f"<h2>Exercises</h2>\n<table><thead><tr>{head}</tr></thead>\n<tbody>\n"
        + "\n".join(rows)
        + "\n</tbody></table>"
    )


def _mistakes(book: Gradebook) -> str:
    """Return what the class got wrong, as lists."""
    items = "\n".join(
        f"<li><p><b>{len(each.students)} × {shown(each.exercise)}.</b> "
        f"{told(each.explanation)}</p>{evidence(each.example)}</li>"
        for each in misconceptions(book)
    )
    checks = "\n".join(
        f"<li>{count} × {shown(title)}: {shown(sentence)}</li>"
        for count, title, sentence in failing_checks(book)
    )
    known = f"<ol>\n{items}\n</ol>" if items else "<p>No mistake that the grader can name.</p>"
    listed = f"<h3>Checks that fail for other reasons</h3>\n<ul>\n{checks}\n</ul>" if checks else ""
    return f"<h2>What the class got wrong</h2>\n{known}\n{listed}"


def evidence(example: Sequence[Sequence[str]]) -> str:
    """Return the call that shows a mistake, what it returned, and what was expected, as HTML."""
    rows = "".join(
        f"<dt>{shown(label)}</dt><dd><code>{shown(text)}</code></dd>" for label, text in example
    )
    return f"<dl>{rows}</dl>" if rows else ""


def _marks(book: Gradebook) -> str:
    """Return the table of marks, a row for each student."""
    head = "".join(
        f'<th scope="col">{shown(exercise.title)}<br>'
        f"<small>of {number(book.assignment.possible[exercise])}</small></th>"
        for exercise in book.exercises
    )
    rows = "\n".join(_row(book, student) for student in book.students)
    is_off = any(rounds(book, student) for student in book.students)
    note = f"<p>{shown(ROUNDED)}</p>\n" if is_off else ""
    return (
        f'<h2>Marks</h2>\n{note}<table>\n<thead><tr><th scope="col">student</th>{head}'
        f'<th scope="col">in all</th></tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>'
    )


def rounds(book: Gradebook, student: Student) -> bool:
    """Whether a student's points, as they are shown, do not add up to the sum that is shown."""
    marks = [book.mark(student, exercise) for exercise in book.exercises]
    parts = sum((Fraction(number(mark.points)) for mark in marks), Fraction(0))
    possible = (number(each) for each in book.assignment.possible.values())
    best = sum(map(Fraction, possible), Fraction(0))
    return parts != Fraction(number(book.total(student))) or best != Fraction(number(book.possible))


def _row(book: Gradebook, student: Student) -> str:
    cells = "".join(_cell(book.mark(student, exercise)) for exercise in book.exercises)
    complete = book.is_complete(student)
    total = number(book.total(student)) if complete else "–"
    unsure = "" if complete else " <small>not all is graded</small>"
    if why := without_mark(book, student):
        total, unsure = "–", f" <small>{why}</small>"
    page = quote(book.feedback_files[student.key])
    name = f'<a href="{page}">{shown(student.called)}</a>'
    return f'<tr><th scope="row">{name}</th>{cells}<td><b>{total}</b>{unsure}</td></tr>'


def _cell(mark: Mark) -> str:
    notes = [] if mark.outcome == "pass" else [mark.outcome]
    if mark.lateness.days:
        days = counted(mark.lateness.days, "day")
        notes.append(f"late, counted as {days}" if mark.is_marked_late else f"{days} late")
    noted = f" <small>{shown(', '.join(notes))}</small>" if notes else ""
    return f"<td>{'–' if mark.is_open else number(mark.points)}{noted}</td>"


def counted(count: int, noun: str) -> str:
    """Return a number of things, one or several."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _refused(book: Gradebook) -> str:
    """Return what the grader failed on, what was not understood, and which of several counts."""
    return "".join(
        (
            _list("Not graded, as the grader itself failed", _failures(book)),
            _list("Not understood, and not graded", _refusals(book)),
            _list("Of several answers, and of extensions", _notes(book)),
        )
    )


def _stopped(book: Gradebook) -> Iterator[tuple[str, str]]:
    """Yield who handed in what returned no result at all, and why."""
    for student in book.students:
        for exercise in book.exercises:
            mark = book.mark(student, exercise)
            if mark.is_answer and not mark.ran:
                yield student.called, f"{exercise.title}: {mark.reason or mark.outcome}"


def _failures(book: Gradebook) -> Iterator[tuple[str, str]]:
    for work in book.works:
        for each in failures(book, work):
            yield work.student.called, each


def _notes(book: Gradebook) -> Iterator[tuple[str, str]]:
    for work in book.works:
        for note in work.notes:
            yield work.student.called, note


def _alike(pairs: Sequence[Pair]) -> str:
    """Return the list of answers that are alike, for the lecturer to look at."""
    if not pairs:
        return ""
    items = _items((pair.exercise.title, str(pair)) for pair in pairs)
    return f"<h2>Answers that are alike</h2>\n<p>{shown(LOOK)}</p>\n{items}"


def _remarks(remarks: Sequence[str]) -> str:
    """Return the list of what else the lecturer has to know of the class."""
    items = "".join(f"<li>{shown(line)}</li>\n" for line in remarks)
    return f"<h2>To look at</h2>\n<ul>\n{items}</ul>\n" if items else ""


def _files(purposes: Mapping[str, str]) -> str:
    """Return the list of the files beside this page, with what each is for."""
    items = "".join(
        f'<li><a href="{quote(name)}">{shown(name)}</a>: {shown(text)}</li>\n'
        for name, text in purposes.items()
    )
    return f"<h2>Beside this page</h2>\n<ul>\n{items}</ul>\n" if items else ""


def _refusals(book: Gradebook) -> Iterator[tuple[str, str]]:
    for work in book.works:
        for each in work.not_understood:
            yield work.student.called, str(each)


def _list(heading: str, lines: Iterator[tuple[str, str]]) -> str:
    items = _items(lines)
    return f"<h2>{heading}</h2>\n{items}" if items else ""


def _items(lines: Iterator[tuple[str, str]]) -> str:
    items = "".join(f"<li><b>{shown(a)}</b>: {shown(b)}</li>\n" for a, b in lines)
    return f"<ul>\n{items}</ul>\n" if items else ""


LOOK = (
    "These share most of the passages that few in the class have, and that are not in the book. "
    "Students may have worked together, asked the same person, or read the same page: look at both "
    "answers, and ask. Where all write the same, as in a short exercise, files alone are listed "
    "that are equal to the byte and have words that nobody else has."
)
STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { margin: 2rem auto; padding: 0 1rem; max-width: 72rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border-bottom: 1px solid #8888; padding: 0.2rem 0.6rem; text-align: right; }
th[scope="row"] { text-align: left; white-space: pre-wrap; overflow-wrap: anywhere; }
.bar { display: block; height: 1rem; background: #0b6e75; }
dl { display: grid; grid-template-columns: fit-content(12rem) 1fr; column-gap: 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
"""
