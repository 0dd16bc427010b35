"""What is graded, what it is worth, and until when: ``assignment.toml``."""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from ..verdict.errors import UserError
from ..verdict.find import Exercise, NoExerciseError, find
from ..verdict.text import in_one_line
from . import EXAMPLE_DUE
from .submissions import HandedIn

NAME = "assignment.toml"
TITLE = "Exercises on layer normalization"
SECONDS_A_DAY = 86400


class AssignmentError(UserError):
    """The file is not as it should be; the message says what to mend."""


@dataclass(frozen=True)
class LatePolicy:
    """What lateness costs, as the table ``[late]`` states it."""

    grace_minutes: Fraction = Fraction(0)
    """Minutes after the due date in which nothing is late; after them days count from that date."""
    percent_a_day: Fraction = Fraction(0)
    """Percent of what an answer earned that each day begun costs."""
    at_most_percent: Fraction = Fraction(100)
    """Percent of what an answer earned that lateness costs at most."""
    by_file_times: bool = False
    """Whether a file's own time counts where nothing better is known: copying may change it."""


@dataclass(frozen=True)
class Lateness:
    """How late an answer came, and what that costs."""

    days: int | None
    """Days begun since the due date; None if nothing tells."""
    percent: Fraction = Fraction(0)
    """Percent of its points that this costs."""


IN_TIME = Lateness(0)


@dataclass(frozen=True)
class Assignment:
    """What is graded, and what it is worth."""

    weights: Mapping[Exercise, Fraction]
    """By exercise, by what its points are multiplied."""
    title: str = TITLE
    points: Fraction | None = None
    """What all exercises together are worth; if None, the sum of their weighed points."""
    due: datetime | None = None
    late: LatePolicy = field(default_factory=LatePolicy)
    extensions: Mapping[str, datetime] = field(default_factory=dict)
    """Later due dates of students, by name; once these are found (`extensions`), by their keys."""
    seed: int | None = None
    """If given, it draws other numbers than the tests', with which they are asked once more."""

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """The exercises, in order."""
        return tuple(self.weights)

    @cached_property
    def possible(self) -> Mapping[Exercise, Fraction]:
        """What each exercise is worth in this assignment."""
        weighed = {each: each.points * weight for each, weight in self.weights.items()}
        scale = 1 if self.points is None else self.points / sum(weighed.values())
        return {each: points * scale for each, points in weighed.items()}

    def earned(self, exercise: Exercise, points: int, lateness: Lateness) -> Fraction:
        """Return what the grader's points are worth here, less what lateness costs."""
        share = Fraction(points, exercise.points) * (1 - lateness.percent / 100)
        return self.possible[exercise] * share

    def lateness(self, handed_in: HandedIn, student: str = "") -> Lateness:
        """Return how late an answer came; the student, by key, may have an extension."""
        due = self.extensions.get(student, self.due)
        if due is None or handed_in.marked_late is False:
            return IN_TIME
        if handed_in.marked_late:
            # Canvas does not say how many days, and knows of no extension but its own: one counts.
            return Lateness(None) if student in self.extensions else self._lateness(1)
        unsure = handed_in.told_by == "the file" and not self.late.by_file_times
        if handed_in.time is None or unsure:
            return Lateness(None)
        if not self._is_late(handed_in.time, due):
            return IN_TIME
        return self._lateness(math.ceil((handed_in.time - due).total_seconds() / SECONDS_A_DAY))

    def still_due(self, student: str, at: datetime) -> datetime | None:
        """Return until when a student, by key, may hand in; None if that is over, or never is."""
        due = self.extensions.get(student, self.due)
        return due if due is not None and not self._is_late(at, due) else None

    def _is_late(self, time: datetime, due: datetime) -> bool:
        return (time - due).total_seconds() > self.late.grace_minutes * 60

    def _lateness(self, days: int) -> Lateness:
        percent = min(days * self.late.percent_a_day, self.late.at_most_percent)
        return Lateness(days, percent)


def number(points: Fraction) -> str:
    """Return points, rounded to hundredths, without zeros at the end."""
    whole, hundredths = divmod(math.floor(points * 100 + Fraction(1, 2)), 100)
    return f"{whole}.{hundredths:02}".rstrip("0").rstrip(".")


def worth_line(stated: Assignment) -> str:
    """Return what each exercise is worth, in a line."""
    each = ", ".join(f"{e.slug} {number(points)}" for e, points in stated.possible.items())
    return f"Worth {number(sum(stated.possible.values(), Fraction(0)))} points: {each}"


def due_line(due: datetime) -> str:
    """Return a due date as lecturers and students read it."""
    return f"due {due.isoformat(' ', 'minutes')}"


def unweighted(exercises: Sequence[Exercise]) -> Assignment:
    """Return the assignment of these exercises, where no file states one."""
    return Assignment({exercise: Fraction(1) for exercise in exercises})


# ---- the file ----


def read_assignment(path: Path) -> Assignment:
    """Return what a file states.

    Raises
    ------
    AssignmentError
        If it cannot be read, is not TOML, or states something that makes no sense.
    """
    try:
        settings = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise AssignmentError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError as error:
        raise AssignmentError(f"{path} cannot be read: {error}.") from None
    except tomllib.TOMLDecodeError as error:
        raise AssignmentError(f"{path} is not TOML: {error}.") from None
    try:
        return _parse(settings)
    except AssignmentError as error:
        raise AssignmentError(f"{path}: {error}") from None


def _parse(settings: dict[str, Any]) -> Assignment:
    _refuse_unknown(
        settings, {"title", "points", "due", "late", "extensions", "seed", "weights"}, ""
    )
    title = settings.get("title", TITLE)
    if not isinstance(title, str) or not title.strip():
        raise AssignmentError(f"title is {title!r}; expected a text, in quotes.")
    points, due = settings.get("points"), _due(settings.get("due"))
    return Assignment(
        weights=_weights(settings.get("weights")),
        title=title.strip(),
        points=None if points is None else _points(points),
        due=due,
        late=_late(settings.get("late", {})),
        extensions=_extensions(settings.get("extensions", {}), due),
        seed=_seed(settings.get("seed")),
    )


def _points(value: Any) -> Fraction:
    points = _number("points", value)
    if not points:
        raise AssignmentError("points is 0; expected what all exercises together are worth.")
    return points


def _weights(table: Any) -> dict[Exercise, Fraction]:
    if not isinstance(table, dict) or not table:
        raise AssignmentError(
            "there is no [weights]; expected a line for each exercise: layer_norm = 1."
        )
    weights = {}
    for slug, weight in table.items():
        try:
            exercise = find(slug)
        except NoExerciseError as error:
            raise AssignmentError(f"[weights]: {error.args[0]} {WHERE_OWN_ARE}") from None
        weights[exercise] = _number(f"the weight of {slug}", weight)
    if not any(weights.values()):
        raise AssignmentError("[weights]: all are 0, so that nothing is worth a point.")
    return weights


WHERE_OWN_ARE = "Exercises of your own are found with --exercises FOLDER."


def _due(value: Any, name: str = "due") -> datetime | None:
    if value is None:
        return None
    if isinstance(value, date) and not isinstance(value, datetime):
        raise AssignmentError(
            f"{name} is {value}, a day without a time; expected both: {value}T23:59:59+01:00."
        )
    if not isinstance(value, datetime):
        quotes = ", without quotes" if isinstance(value, str) else ""
        raise AssignmentError(
            f"{name} is {value!r}; expected a date and a time{quotes}: {EXAMPLE_DUE}."
        )
    if value.tzinfo is None:
        raise AssignmentError(
            f"{name} is {value.isoformat()}, which is at another moment in each time zone; add "
            f"yours: {value.isoformat()}+01:00, or Z for UTC."
        )
    return value


def _extensions(table: Any, due: datetime | None) -> dict[str, datetime]:
    if not isinstance(table, dict):
        raise AssignmentError(
            f"extensions is {table!r}; expected the heading of a table: [extensions]."
        )
    found = {}
    for name, value in table.items():
        until = _due(value, f"[extensions]: {name}")
        if due is None:
            raise AssignmentError("there are [extensions], and no due, so that nothing is late.")
        if until is None or until < due:
            raise AssignmentError(f"[extensions]: {name} is {value}, before due, {due}.")
        found[name] = until
    return found


def _seed(value: Any) -> int | None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
        raise AssignmentError(f"seed is {value!r}; expected a whole number, 0 or more.")
    return value


def _late(table: Any) -> LatePolicy:
    if not isinstance(table, dict):
        raise AssignmentError(f"late is {table!r}; expected the heading of a table: [late].")
    _refuse_unknown(table, LatePolicy.__dataclass_fields__, "[late]: ")
    policy: dict[str, Any] = {}
    for name, value in table.items():
        if name == "by_file_times":
            if not isinstance(value, bool):
                raise AssignmentError(f"{name} is {value!r}; expected true or false.")
            policy[name] = value
        else:
            policy[name] = _number(name, value, at_most=None if name == "grace_minutes" else 100)
    return LatePolicy(**policy)


def _number(name: str, value: Any, at_most: int | None = None) -> Fraction:
    """Return a setting that is a number of 0 or more, and at most ``at_most`` if that is given."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise AssignmentError(f"{name} is {value!r}; expected a number.")
    number = Fraction(str(value))
    if number < 0:
        raise AssignmentError(f"{name} is {value}; expected 0 or more.")
    if at_most is not None and number > at_most:
        raise AssignmentError(f"{name} is {value}; expected at most {at_most}.")
    return number


def _refuse_unknown(table: Mapping[str, Any], known: Any, where: str) -> None:
    if unknown := sorted(table.keys() - set(known)):
        raise AssignmentError(
            f"{where}there is no setting {unknown[0]!r}; there are: {', '.join(sorted(known))}."
        )


TEMPLATE = """\
# What is graded, what it is worth, and until when. `normbook grade-class` reads this file.

title = {title}     # the name that the assignment has in Canvas, and no other
# points = 20      # what all are worth together, each scaled alike; unless given, their sum
{due}

[late]
grace_minutes = 0        # who comes within these is in time; who comes later is late from due on
percent_a_day = 0        # of what the answer earned, for each day begun
at_most_percent = 100    # what lateness costs at most: by less than 100 nobody late loses all
by_file_times = false    # true: the file's own time counts where nothing else tells when

# [extensions]           # in your own copy alone: who has longer, as roster or folder names them
# "Ada Lovelace" = {example}

# The exercises: nothing else is graded. A weight multiplies an exercise's own points, which stand
# behind it; 0: none. Weights of 1 are no equal shares.
[weights]
{weights}
"""
NO_DUE = f"# due = {EXAMPLE_DUE}     # to the second; unless given, nothing is late"


def write_assignment(
    exercises: Sequence[Exercise], due: datetime | None = None, title: str = TITLE
) -> str:
    """Return a file that states these exercises, all settings as they are unless given."""
    return TEMPLATE.format(
        title=json.dumps(in_one_line(title), ensure_ascii=False),  # whose strings are TOML's, too
        example=EXAMPLE_DUE,
        due=NO_DUE if due is None else f"due = {due.isoformat()}",
        weights="\n".join(f"{each.slug} = 1  # {each.points} points" for each in exercises),
    )
