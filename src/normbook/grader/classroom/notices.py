"""Tells a lecturer what to look at: lines for the terminal, most of which the page has, too."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from ..verdict.find import Exercise
from .alike import Pair, written_alike
from .assignment import NAME, number
from .exports import SYSTEMS, left_out, other_maxima, where_in_canvas
from .gradebook import NOT_DUE, NOT_GRADED, NOTHING, UNKNOWN, Gradebook, Mark
from .layouts import Student
from .page import counted
from .people import named, some
from .standing import to_mark, told_of_standing
from .submissions import Work
from .worksheet import disagreements

IN_DETAILS = "in details.csv"
"""Where each answer stands, with when it came."""
MAX_TOLD = 20
"""How many are listed on the terminal, of alike answers and of ungraded ones for one reason."""


def notices(book: Gradebook, strays: Sequence[str], files: Collection[str]) -> Iterator[str]:
    """Yield lines on what a lecturer has to look at."""
    yield from listed(book)
    yield from remarks(book, strays, files)


def listed(book: Gradebook) -> Iterator[str]:
    """Yield lines on what the page has under headings of its own."""
    if failures := by_reason(book, book.students, reason_of(NOT_GRADED)):
        yield "Not graded, as the grader itself failed; the same command tries these once more:"
        for why, answers in failures.items():
            told = ", ".join(f"{who.called} ({what.slug})" for who, what in answers[:MAX_TOLD])
            more = len(answers) - MAX_TOLD
            also = f" and {more} more, in gradebook.html" if more > 0 else ""
            yield f"  {why}: {told}{also}"
    refused = [(work.student, each) for work in book.works for each in work.not_understood]
    if refused:
        yield "Not understood, and not graded:"
        for student, each in refused:
            yield f"  {student.called}: {each}"
    notes = [(work.student, note) for work in book.works for note in work.notes]
    if notes:
        also = ", and of extensions" if book.assignment.extensions else ""
        yield f"Of several answers to an exercise{also}:"
        for student, note in notes:
            yield f"  {student.called}: {note}"


def remarks(book: Gradebook, strays: Sequence[str], files: Collection[str]) -> Iterator[str]:
    """Yield lines on the class that stand on its page as they are."""
    yield from book.notices
    yield from in_canvas(book)
    if book.assignment.late.percent_a_day and book.assignment.due is None:
        yield f"There is no due in {NAME}: nothing counts as late, and percent_a_day costs nothing."
    yield from not_due(book)
    yield from told_of_standing(book, files)
    yield from of_unknown_time(book)
    yield from disagreements(book)
    for name in SYSTEMS:
        if name in files and (missing := left_out(book, name)):
            those = ", ".join(student.called for student in missing)
            yield f"Not in {name}, as nothing tells their number there: {those}"
    for name, system_says in MAXIMA.items():
        for maximum in other_maxima(book, name) if name in files else ():
            most, ours = number(maximum), number(book.possible)
            mended = f"points = {most} in {NAME} makes" if maximum else f"{ours} there would make"
            yield (
                f"{system_says} {most}, and this assignment is worth {ours}: who has all right "
                f"would get {ours} of {most}. {mended} the two alike."
            )
    if "canvas.csv" in files and (told := where_in_canvas(book)):
        yield told
    if "canvas.csv" in files and (nothing := without_anything_in_canvas(book)):
        yield ZERO_IN_CANVAS.format(some(nothing))
    if found := written_alike(book):
        yield WRITTEN_ALIKE.format(", ".join(each.slug for each in found))
    if copied := [f"{w.student.called} ({some(w.copies)})" for w in book.works if w.copies]:
        yield COPIED.format(some(copied))
    if elsewhere := [f"{w.student.called}: {b}" for w in book.works for b in w.branches]:
        yield OTHER_BRANCHES.format(some(elsewhere))
    empty = [w.student.called for w in book.works if w.is_empty and not w.is_missing]
    if empty:
        yield EMPTY_FOLDERS.format(some(empty))
    if strays:
        yield f"Nobody's, as far as their names tell: {', '.join(strays)}"


COPIED = (
    "Copies of the book were handed in, whose own files, its solutions above all, are nobody's "
    "answer and were passed over: {}"
)
OTHER_BRANCHES = (
    "What is checked out is graded, and other branches have what is missing there: {}. Where such "
    "a branch is to count, check it out in the student's folder, and grade again."
)
EMPTY_FOLDERS = (
    "Folders without a file, which count as nothing handed in: {}. Was their work unpacked whole?"
)
WRITTEN_ALIKE = (
    "Too short, or written alike by most, to tell who wrote with whom; only files that are equal "
    "to the byte and have words of their own would be listed: {}"
)
MAXIMA = {"canvas.csv": "Canvas's points possible are", "moodle.csv": "Moodle's maximum grade is"}
"""How a line begins on a system's best grade, by the file that the system imports."""


def of_unknown_time(book: Gradebook) -> Iterator[str]:
    """Yield lines on the answers of which nothing tells how late they came, by what might tell."""

    def source_of(mark: Mark) -> str | None:
        if mark.handed_in is None or mark.late != UNKNOWN:
            return None
        return CHANGED if mark.handed_in.differs else mark.handed_in.told_by

    for source, answers in by_reason(book, book.students, source_of).items():
        line = UNKNOWN_TIMES.get(source, UNKNOWN_TIMES["the file"])
        yield line.format(counted(len(answers), "answer"), named(names_of(answers), IN_DETAILS))


CHANGED = "a changed clone"
UNKNOWN_TIMES = {
    CHANGED: (
        "Git does not tell when {} came, and none counts as late: in the clones they are not as "
        "committed, but changed there, or by a setting of Git. They are of: {}"
    ),
    "Canvas": (
        "Canvas marked {} as late, of students with an extension; it does not say when they came, "
        "and none counts as late: {}"
    ),
    "Git": (
        "Git does not tell when {} came, and none counts as late: the clones have a part of the "
        "history alone, or a commit with no possible date. In each of these, git fetch "
        "--unshallow, then grade again: {}"
    ),
    "the file": (
        "Of {} nothing but the file's own time tells when they came, and none counts as late; "
        "by_file_times = true in the assignment makes it count. They are of: {}"
    ),
}
"""Lines on answers of which nothing tells how late they came, by what might tell."""


def not_due(book: Gradebook) -> Iterator[str]:
    """Yield a line for each due date that has not passed, on those whose work is missing so far."""
    waiting = by_reason(book, to_mark(book), reason_of(NOT_DUE))
    for reason, answers in waiting.items():
        names = whose(answers)
        yield f"Not due yet, so that what is missing is open, and no 0 ({reason}): {names}"


def in_canvas(book: Gradebook) -> Iterator[str]:
    """Yield lines on what Canvas's files do not tell."""
    late = [
        (student, exercise)
        for student in book.students
        for exercise in book.exercises
        if (mark := book.mark(student, exercise)).is_marked_late and mark.late == "1"
    ]
    if late:
        names = named(names_of(late), IN_DETAILS)
        yield COUNTED_AS_A_DAY.format(counted(len(late), "answer"), names)
        if book.assignment.late.percent_a_day:
            yield TWICE
    marked = to_mark(book)
    lacking = [
        work.student.called
        for work in book.works
        if work.student in marked and is_in_canvas(work) and lacks_some(book, work.student)
    ]
    if lacking:
        yield LAST_ATTEMPT.format(some(lacking))


def without_anything_in_canvas(book: Gradebook) -> list[str]:
    """Return whom Canvas knows, and who get a 0 as they handed in nothing."""
    return [
        student.called
        for student in to_mark(book)
        if book.people[student.key].in_canvas
        and {book.mark(student, exercise).status for exercise in book.exercises} == {NOTHING}
    ]


ZERO_IN_CANVAS = (
    "Nothing of these is here, and canvas.csv gives them a 0: {}. Canvas's files tell of no "
    "extension: whoever has one there and handed in nothing yet needs a line in [extensions]."
)
COUNTED_AS_A_DAY = (
    "Canvas marked {} as late, against its own due date, and does not tell by how much: each "
    "counts as one day late, whatever due, grace_minutes and by_file_times say: {}"
)
TWICE = (
    "  Let Canvas's own late policy be off (Gradebook, Settings, Late Policies): it would take "
    "points off once more."
)
LAST_ATTEMPT = (
    "Some exercises were handed in to Canvas, and others not, by {}. Its download has the last "
    "attempt alone: if there was an earlier download, unpack this one over it, into the same "
    "folder, and what came with earlier attempts counts, too."
)


def is_in_canvas(work: Work) -> bool:
    """Whether Canvas collected a work; that of a group's member keeps the group's name there."""
    whose = (work.student, *(each.student for each in work.submissions))
    return any(each.system == "Canvas" for each in whose)


def lacks_some(book: Gradebook, student: Student) -> bool:
    """Whether a student handed in some exercises, and nothing for others."""
    statuses = {book.mark(student, exercise).status for exercise in book.exercises}
    return NOTHING in statuses and len(statuses) > 1


def by_reason(
    book: Gradebook, students: Iterable[Student], reason_for: Callable[[Mark], str | None]
) -> dict[str, list[tuple[Student, Exercise]]]:
    """Group answers by the reason that there is for their marks; None leaves an answer out."""
    found: dict[str, list[tuple[Student, Exercise]]] = defaultdict(list)
    for student in students:
        for exercise in book.exercises:
            reason = reason_for(book.mark(student, exercise))
            if reason is not None:
                found[reason].append((student, exercise))
    return found


def reason_of(status: str) -> Callable[[Mark], str | None]:
    """Return what gives the reason of a mark with this status, and None for any other mark."""
    return lambda mark: mark.reason if mark.status == status else None


def whose(answers: Iterable[tuple[Student, Exercise]]) -> str:
    """Return the names of those whose answers these are, each once."""
    return some(names_of(answers))


def names_of(answers: Iterable[tuple[Student, Exercise]]) -> list[str]:
    """Return the names of those whose answers these are, each once."""
    return list(dict.fromkeys(student.called for student, _ in answers))


def told_of(pairs: Sequence[Pair]) -> Iterator[str]:
    """Yield lines on answers that are alike."""
    if pairs:
        yield "Alike beyond what the exercise asks for; look at both before you think of a reason:"
        yield from (f"  {pair.exercise.slug}: {pair}" for pair in pairs[:MAX_TOLD])
    if len(pairs) > MAX_TOLD:
        yield f"  and {counted(len(pairs) - MAX_TOLD, 'pair')} more, in gradebook.html"
