"""Says what a learner is told: as text, as HTML in a notebook, and as JSON."""

from __future__ import annotations

import contextlib
import html
import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from .load import EXCEPTION
from .loaded import is_numpy, is_tensor, loaded_torch, np, numpy_is_loaded
from .same import ROUNDING, Aspect, as_array, aspect_of, is_number, leaves, plain, same
from .text import as_html
from .wire import Handle

if TYPE_CHECKING:
    from pathlib import Path

    from .attempt import Step
    from .diagnose import Diagnosis, Finding
    from .find import Exercise
    from .run import CheckResult, Status

MARKS = {"pass": "✓", "fail": "✗", "error": "!", "timeout": "⧗", "crash": "†", "not run": "–"}
GRAVEST_FIRST: tuple[Status, ...] = ("crash", "timeout", "error", "not run", "fail", "pass")
DOUBTFUL: tuple[Status, ...] = ("crash", "timeout")
"""Verdicts that may be due to what else runs on the machine, so that the attempt is tried again."""
TRIED_TWICE = "Tried twice: a timeout or a crash is tried once more, alone, and that one counts."
MAX_TOLD_CHECKS = 2
"""Of how many failing checks that no finding explains the messages are shown."""
MEND_FIRST = "Mend first what is told here: the other checks may fail for the same reason."
CUT = (
    "The search for known mistakes came to the end of its time: not all of them were tried "
    "together, and there may be more."
)
LOOKS_LIKE = "What this looks like"
"""The heading of a mistake that is known."""
LOOKS_LIKE_AMONG_OTHERS = f'{LOOKS_LIKE} ("received" shows other mistakes as well)'
"""The heading of one whose evidence shows others as well."""
MOSTLY = "What most of the wrong answers look like, but not all"
"""The heading of a mistake that would have given other answers in some of the calls."""
TOLD_BELOW = " (see below)"
"""What stands behind a check's sentence if a finding tells why it fails."""
BESIDES = "And besides"
"""The heading of a mistake that is not the only one."""
MIXED = f'{BESIDES} ("received" shows other mistakes as well)'
"""The heading of one that is not the only one, and whose evidence shows the others as well."""
MAX_EVIDENCE_CHARACTERS = 120
"""The length of the longest answer that is shown whole; of a longer one, the first number that
differs is shown."""
MAX_CHANGE_CHARACTERS = 60
"""The length of the longest changed argument of which is shown what it became."""
MAX_ARGUMENT_CHARACTERS = 160
"""The length of the longest argument that is shown as it is in a call; of a longer one, the numbers
are rounded, or, if that is as long, the shapes are shown."""
DIGITS = (4, 7, 10, 17)
"""Numbers of significant digits: the first with which two answers are seen to differ is used."""
ROUNDED = "≈"
"""What stands before an argument whose numbers are rounded."""
ARRAY = re.compile(r"array\((.*?)(?:,\s+shape=(\([\d, ]*\)))?(?:,\s+dtype=(\w+))?\)", re.DOTALL)
"""An array as NumPy's `repr` writes it; it adds the shape where it leaves numbers out."""
OWN_TYPE = re.compile(r"[^:]+, line \d+: (\w+)")
"""How an exception's line begins that arose in the attempt's file: with its own type."""
MAX_PRINTED_LINES = 6
MAX_PRINTED_LINE_CHARACTERS = 100
MAX_SHOWN_CHARACTERS = 600
"""How much of a message or a value is shown."""


WIDEST = 98
"""Characters of a line of prose at most, however wide a terminal is."""
WIDEST_EXPLANATION = 84
"""Those of an explanation."""


@dataclass(frozen=True)
class Report:
    """The verdict on one attempt."""

    slug: str
    title: str
    worth: int = 0
    """The points that the exercise is worth."""
    checks: tuple[CheckResult, ...] = ()
    diagnosis: Diagnosis | None = None
    message: str = ""
    """Why there are no checks: a file that does not load, a name that does not exist."""
    ended: Status = "error"
    """The verdict if there are no checks."""
    remark: str = ""
    """What is wrong with a file that was graded all the same."""
    tries: int = 1
    """How often it was tried: twice, if the first verdict was one of `DOUBTFUL`."""

    @property
    def points(self) -> int:
        """The points that the attempt earned."""
        return sum(check.points for check in self.checks)

    @property
    def solved(self) -> bool:
        """Whether it earned them all."""
        return bool(self.checks) and all(check.status == "pass" for check in self.checks)

    @property
    def status(self) -> Status:
        """The verdict as a whole: the gravest of the checks'."""
        found = {check.status for check in self.checks}
        return next((status for status in GRAVEST_FIRST if status in found), self.ended)

    @property
    def verdict(self) -> str:
        """The status, and whether it took two tries."""
        return self.status if self.tries == 1 else f"{self.status}, tried twice"

    @property
    def note(self) -> str:
        """What is said above the checks: a remark, and that an attempt was tried twice."""
        return " ".join(filter(None, [self.remark, "" if self.tries == 1 else TRIED_TWICE]))

    @property
    def overall(self) -> str:
        """What is said once for all checks: why there are none, or the message that all have.

        Where the attempt answered in none, with the call that it did not answer first.
        """
        messages = set() if self.findings else {check.message for check in self.checks}
        if self.message or len(messages) != 1:
            return self.message
        return messages.pop() + (with_call(self.checks[0]) if self.checks[0].unanswered else "")

    def as_dict(self) -> dict[str, Any]:
        """Return the report as JSON's types."""
        untold = self.untold
        return {
            "slug": self.slug,
            "title": self.title,
            "points": self.points,
            "worth": self.worth,
            "status": self.status,
            "tries": self.tries,
            "message": self.message,
            "overall": self.overall,
            "note": self.note,
            "advice": self.advice,
            "checks": [
                {
                    "name": check.name,
                    "sentence": check.sentence,
                    "status": check.status,
                    "points": check.points,
                    "worth": check.worth,
                    "message": words(check),
                    "told": check.name not in untold,
                }
                for check in self.checks
            ],
            "findings": [
                {
                    "bug": finding.bug,
                    "heading": heading,
                    "explanation": finding.explanation,
                    "evidence": list(evidence(finding, self.entry)),
                    "checks": list(finding.checks),
                    "first": finding.first,
                    "failing": self._failing(finding),
                }
                for heading, finding in self.told
            ],
        }

    def to_json(self) -> str:
        """Return the report as JSON."""
        return json.dumps(self.as_dict(), indent=2, ensure_ascii=False)

    @property
    def wrong(self) -> tuple[frozenset[str], frozenset[str]]:
        """What hints are chosen by: the mutants that are named, then what else fails.

        That is the checks for which no named mutant stands: most hints help with a broad check, few
        of them with the mistake that makes it fail.
        """
        named = [finding for finding in self.findings if finding.bug]
        failed = frozenset(check.name for check in self.checks if check.status != "pass")
        return (
            frozenset(finding.bug for finding in named),
            failed.difference(*(finding.checks for finding in named)),
        )

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with the attempt."""
        return self.diagnosis.findings if self.diagnosis is not None else ()

    @property
    def entry(self) -> str:
        """What the tests call."""
        return self.diagnosis.entry if self.diagnosis is not None else ""

    @property
    def told(self) -> Iterator[tuple[str, Finding]]:
        """The findings, each with its heading."""
        for number, finding in enumerate(self.findings):
            besides = MIXED if finding.mixed else BESIDES
            yield besides if number else _heading(finding), finding

    @property
    def shown_checks(self) -> tuple[CheckResult, ...]:
        """The checks that are listed: those without a finding; none, if `overall` says all."""
        if self.overall:
            return ()
        explained = self._explained
        return tuple(check for check in self.checks if check.name not in explained)

    @property
    def untold(self) -> frozenset[str]:
        """The names of checks whose messages are not shown.

        A finding stands for some. Of the others that fail, the first `MAX_TOLD_CHECKS` are told: a
        later one asks about another mistake, and misleads if an earlier one spoils its numbers. An
        exception is told that none before it was.
        """
        failing = [check for check in self.shown_checks if check.status != "pass"]
        told = failing[:MAX_TOLD_CHECKS]
        later = failing[MAX_TOLD_CHECKS:]
        new = {each.name for each in self._ended_anew(told, later)}
        return self._explained.union(each.name for each in later if each.name not in new)

    def _ended_anew(
        self, told: Iterable[CheckResult], others: Iterable[CheckResult]
    ) -> Iterator[CheckResult]:
        """Yield those of other checks that ended with an exception, say, that is not told yet."""
        said = {check.message for check in told}
        explained = " ".join(finding.explanation for finding in self.findings)
        for check in others:
            is_said = check.message in said or check.message.removeprefix(EXCEPTION) in explained
            if check.status not in ("pass", "fail") and not is_said:
                said.add(check.message)
                yield check

    @property
    def advice(self) -> str:
        """What to do if more checks fail than are told, or the search for mistakes was cut off."""
        is_cut = self.diagnosis is not None and self.diagnosis.is_cut
        told = MEND_FIRST if self.untold - self._explained else "", CUT if is_cut else ""
        return " ".join(filter(None, told))

    def _failing(self, finding: Finding) -> str:
        """Say in how many failing checks a finding shows."""
        return count_failing(finding, alone=len(self.findings) == 1)

    @property
    def _explained(self) -> frozenset[str]:
        """The names of the checks that a finding stands for."""
        return frozenset(name for finding in self.findings for name in finding.checks)

    def to_text(self, width: int | None = None) -> str:
        """Return the report as text, its prose in lines that fit a terminal of that width."""
        beside = min(width or WIDEST, WIDEST) - 2
        below = min(beside - 2, WIDEST_EXPLANATION)
        lines = [f"{self.title}: {self.points} of {self.worth} points"]
        lines += [f"  {line}" for line in _prose(self.note, beside)]
        if self.overall:
            lines += [f"  {line}" for line in shorten(self.overall).splitlines()]
        told = [check for check in self.checks if check.name not in self.untold]
        explained = (check for check in self.checks if check.name in self._explained)
        untold = self.untold.difference(each.name for each in self._ended_anew(told, explained))
        for check in () if self.overall else self.checks:
            told_below = TOLD_BELOW if check.name in self._explained else ""
            score = f"{MARKS[check.status]} {check.points}/{check.worth}"
            lines.append(f"  {score}  {check.sentence}{told_below}")
            if check.name not in untold:
                lines += [f"         {line}" for line in words(check).splitlines()]
        lines += [f"  {line}" for line in _prose(self.advice, beside)]
        for heading, finding in self.told:
            lines += ["", f"  {heading}"]
            lines += (f"    {line}" for line in _prose(finding.explanation, below))
            lines += [f"    {label:<9} {text}" for label, text in evidence(finding, self.entry)]
            lines += [f"    {text}" for text in [self._failing(finding)] if text]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.to_text()

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return (
            '<div class="nb-report">'
            f"<p><strong>{html.escape(self.title)}: "
            f"{self.points} of {self.worth} points</strong></p>"
            + (f"<p>{html.escape(self.note)}</p>" if self.note else "")
            + (f"<pre>{html.escape(shorten(self.overall))}</pre>" if self.overall else "")
            + _checks_html(self.shown_checks, self.untold)
            + (f"<p>{self.advice}</p>" if self.advice else "")
            + "".join(self._finding_html(*told) for told in self.told)
            + "</div>"
        )

    def _finding_html(self, heading: str, finding: Finding) -> str:
        rows = "".join(
            f"<dt>{label}</dt><dd><code>{html.escape(text)}</code></dd>"
            for label, text in evidence(finding, self.entry)
        )
        explained = [check for check in self.checks if check.name in finding.checks]
        return (
            f'<div class="nb-diagnosis"><p><strong>{heading}</strong></p>'
            f"<p>{as_html(finding.explanation)}</p><dl>{rows}</dl>"
            + (
                f"<details><summary>{self._failing(finding)}</summary>"
                f"{_checks_html(explained)}</details>"
                if explained
                else ""
            )
            + "</div>"
        )


def _prose(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_long_words=False)


def _heading(finding: Finding) -> str:
    if finding.bug:
        looks_like = LOOKS_LIKE_AMONG_OTHERS if finding.mixed else LOOKS_LIKE
        return MOSTLY if finding.mostly else looks_like
    return "Where it stops" if "raised" in finding.step.answer else "What the numbers show"


def _checks_html(checks: Sequence[CheckResult], untold: frozenset[str] = frozenset()) -> str:
    rows = "".join(
        f'<li class="nb-check nb-{check.status.replace(" ", "-")}">'
        f'<span class="nb-mark" aria-hidden="true">{MARKS[check.status]}</span> '
        f"{html.escape(check.sentence)} "
        f'<span class="nb-points">({check.status}, {check.points}/{check.worth})</span>'
        + (
            f"<pre>{html.escape(words(check))}</pre>"
            if check.message and check.name not in untold
            else ""
        )
        + "</li>"
        for check in checks
    )
    return f'<ul style="list-style: none; padding-left: 0.5em">{rows}</ul>' if rows else ""


def words(check: CheckResult) -> str:
    """Return a check's message, with its call, if that is known, and what was printed."""
    printed = (f"\nprinted {line}" for line in beginning(check.printed))
    return shorten(check.message) + with_call(check) + "".join(printed)


def with_call(check: CheckResult) -> str:
    """Return a line with a check's call, if that is known."""
    return f"\ncall {noted(check.call)}" if check.call else ""


def beginning(printed: str) -> list[str]:
    """Return the first lines of what an attempt printed, each cut to a length that is read."""
    lines = printed.splitlines()
    shown = [
        line
        if len(line) <= MAX_PRINTED_LINE_CHARACTERS
        else f"{line[:MAX_PRINTED_LINE_CHARACTERS]} …"
        for line in lines[:MAX_PRINTED_LINES]
    ]
    return shown if len(lines) <= MAX_PRINTED_LINES else [*shown, "…"]


def failed(exercise: Exercise, message: str, status: Status = "error") -> Report:
    """Return the report on an attempt that could not be tried."""
    return Report(
        exercise.slug, exercise.title, worth=exercise.points, message=message, ended=status
    )


def missing(exercise: Exercise, path: Path) -> Report:
    """Return the report where there is no attempt."""
    message = f"There is no {path}. Begin with: normbook start {exercise.slug}"
    return failed(exercise, message, "not run")


def count_failing(finding: Finding, alone: bool = True) -> str:
    """Say how many checks a finding stands for, and what that does not say.

    A check asks several things, and fails by one of them: it may be by another mistake, and is, for
    all that is known, where the finding is not ``alone``.
    """
    count = len(finding.checks)
    if not count:
        return ""
    more = " more" if finding.first else ""
    checks, come, asks = f"{count}{more} failing checks", "come", "they ask"
    if count == 1:
        checks, come, asks = f"1{more} failing check", "comes", "that asks"
    if not alone:
        return f"{checks} {come} of it, or of another mistake named here."
    return f"It shows in {checks}. What else {asks} may be right."


def evidence(finding: Finding, entry: str) -> Iterable[tuple[str, str]]:
    """Yield labels and texts: the call that shows a mistake, its answer, the expected, the printed.

    Numbers have as many digits as it takes to see that answer and expected answer differ.
    """
    answers: tuple[Any, Any] = finding.step.answer, finding.expected
    gradients = differing_gradients(*answers)
    answers = gradients or answers
    if max(len(show_answer(answer)) for answer in answers) > MAX_EVIDENCE_CHARACTERS:
        answers = first_difference(*answers, None if gradients else finding.beside)
    values = [answer.get("value") for answer in answers]
    most = MAX_EVIDENCE_CHARACTERS if same(*values) else MAX_SHOWN_CHARACTERS
    has_dtypes = _differ_in_dtype(*values)
    for digits in DIGITS:
        received, expected = (show_answer(answer, digits, most, has_dtypes) for answer in answers)
        if received != expected:
            break
    else:  # a list and an array are shown alike
        received, expected = (f"{_type_prefix(each)}{show_answer(each)}" for each in answers)
    before = [_statement(step, entry) for step in finding.before]
    call = show_operation(finding.step.operation, entry) + (".grad" if gradients else "")
    yield "call", noted("; ".join([*before, call]))
    yield "received", received
    yield "expected", expected
    yield from (("printed", line) for line in beginning(finding.step.printed))


def _differ_in_dtype(a: Any, b: Any) -> bool:
    """Return whether a number has another dtype in the one value than in the other."""
    x, y = (list(leaves(plain(each))) for each in (a, b))
    return len(x) == len(y) and any(
        is_number(i) and is_number(j) and aspect_of(i, Aspect.DTYPE) != aspect_of(j, Aspect.DTYPE)
        for i, j in zip(x, y, strict=True)
    )


def noted(call: str) -> str:
    """Return a call; where numbers in it are rounded, with a note that says so."""
    note = f"   ({ROUNDED} rounded to {DIGITS[0]} digits)" if ROUNDED in call else ""
    return call + note


def differing_gradients(a: dict[str, Any], b: dict[str, Any]) -> tuple[Any, Any] | None:
    """Return the gradients of two tensors if only these differ; None otherwise."""
    x, y = (plain(each.get("value")) for each in (a, b))
    if not all(getattr(each, "is_leaf", False) for each in (x, y)) or _shape(x) != _shape(y):
        return None
    if not same(x.detach(), y.detach()) or same(x.grad, y.grad):
        return None
    return {"value": x.grad}, {"value": y.grad}


def _type_prefix(answer: dict[str, Any]) -> str:
    """Return the name of an answer's type, with a space; empty for an exception."""
    return f"{type(answer['value']).__name__} " if "value" in answer else ""


def first_difference(
    a: dict[str, Any], b: dict[str, Any], beside: dict[str, Any] | None = None
) -> tuple[Any, Any]:
    """Return two answers cut to the first place at which their values differ.

    If there is one, it is a place where the first differs from a third answer as well: what other
    mistakes than the one that is to be shown give without it. A number that is NaN or infinite, and
    should not be, is shown before others.
    """
    if "value" not in a or "value" not in b:
        return a, b
    found = list(_differences("", a["value"], b["value"], (beside or {}).get("value")))
    telling = [each for each in found if beside is None or not same(each[1], each[3])] or found
    place, x, y, _ = next((each for each in telling if _is_spoilt(*each[1:3])), telling[0])
    return {**a, "value": x, "at": place}, {**b, "value": y, "at": place}


def _differences(place: str, a: Any, b: Any, c: Any) -> Iterator[tuple[str, Any, Any, Any]]:
    """Yield the places at which two values differ, and what each has there, and a third has.

    The whole values, if none is found.
    """
    items: list[Any] = []
    if isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys():
        items = [key for key in a if not same(a[key], b[key])]
    elif isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)) and len(a) == len(b):
        items = [i for i in range(len(a)) if not same(a[i], b[i])]
    elif is_number(a) and is_number(b) and _shape(a) == _shape(b) != ():
        x, y = as_array(a), as_array(b)
        z = as_array(c) if is_number(c) and _shape(c) == _shape(a) else np.full_like(y, np.nan)
        found = list(zip(*(~ROUNDING.agreeing(x, y)).nonzero(), strict=True))
        for at in found:
            yield f"{place}{[*map(int, at)]}", x[*at, ...], y[*at, ...], z[*at, ...]
        if found:
            return
    for item in items:
        yield from _differences(f"{place}[{item!r}]", a[item], b[item], _item(c, item))
    if not items:
        yield place, a, b, c


def _item(values: Any, item: Any) -> Any:
    """Return what a list, a tuple or a dictionary has at a place; None, if it has no such place."""
    try:
        return values[item]
    except (TypeError, KeyError, IndexError):
        return None


def _is_spoilt(a: Any, b: Any) -> bool:
    """Return whether the first is NaN or infinite, and the second a number as others."""
    if not (is_number(a) and is_number(b) and _shape(a) == _shape(b) == ()):
        return False
    return bool(np.isfinite(as_array(b)) and not np.isfinite(as_array(a)))


def _shape(number: Any) -> Any:
    return aspect_of(number, Aspect.SHAPE)


def _statement(step: Step, entry: str) -> str:
    """Return a step before the one that is shown as a line of Python, which names what it gives."""
    if step.operation["do"] == "gradients":
        return _backward(step.operation)
    call = show_operation(step.operation, entry)
    if isinstance(step.answer.get("value"), Handle):
        return f"it = {call}"
    return f"y = {call}" if "output" in step.answer else call


def _backward(operation: dict[str, Any]) -> str:
    return f"y.backward({show(operation['gradient'])})"


def show_operation(operation: dict[str, Any], entry: str) -> str:
    """Return an operation as a learner would write it in Python."""
    match operation["do"]:
        case "call":
            name = entry if operation["on"] == 0 else "it"
            method = "" if operation["name"] is None else f".{operation['name']}"
            parts = [_argument(value) for value in operation["arguments"]]
            parts += [f"{key}={_argument(value)}" for key, value in operation["keywords"].items()]
            return f"{name}{method}({', '.join(parts)})"
        case "get":
            return f"it.{operation['name']}"
        case _:
            return f"the gradients of the inputs after {_backward(operation)}"


def _argument(value: Any) -> str:
    """Return an argument of a call in one line, whole, if need be with less of each number."""
    for text in (show(value), f"{ROUNDED} {show(value, DIGITS[0])}"):
        if len(text) <= MAX_ARGUMENT_CHARACTERS:
            return text
    return shorten(_shapes(value), 2 * MAX_ARGUMENT_CHARACTERS)


def _shapes(value: Any) -> str:
    """Return a value with the shape of each array in place of its numbers."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key!r}: {_shapes(each)}' for key, each in value.items())}}}"
    if isinstance(value, (list, tuple)):
        texts = [_shapes(each) for each in value]
        if len(texts) > 1 and len(set(texts)) == 1:
            texts = [f"{len(texts)} times {texts[0]}"]
        comma = "," * (isinstance(value, tuple) and len(value) == 1)
        inside = f"{', '.join(texts)}{comma}"
        return f"[{inside}]" if isinstance(value, list) else f"({inside})"
    if is_number(value) and _shape(value) != ():
        kind = "tensor" if is_tensor(value) else "array"
        dtype = aspect_of(value, Aspect.DTYPE)
        usual = dtype == ("float32" if kind == "tensor" else "float64")
        return f"{kind if usual else dtype} {_shape(value)}"
    return show(value)


def show_answer(
    answer: dict[str, Any],
    digits: int = DIGITS[0],
    most: int = MAX_SHOWN_CHARACTERS,
    dtypes: bool = False,
) -> str:
    """Return an answer in one line, for a learner, its value cut to so many characters.

    With ``dtypes``, those of its arrays are named that are usual, too.
    """
    if "raised" in answer:
        return f"raised {kind_of(answer['raised'])}"
    became = answer.get("became", {})
    changed = [_changed(name, became.get(name), digits) for name in answer.get("changed", [])]
    at = f"{answer['at']} is " if answer.get("at") else ""
    return (
        at
        + shorten(show(plain(answer["value"]), digits, dtypes), most)
        + (f"   (and it changed {', '.join(changed)})" if changed else "")
    )


def _changed(name: str, became: Any, digits: int) -> str:
    """Return the name of a changed argument, with what it became, if that is known and short."""
    text = "" if became is None else show(became, digits)
    return f"{name} to {text}" if text and len(text) <= MAX_CHANGE_CHARACTERS else name


def kind_of(raised: dict[str, str]) -> str:
    """Return the name of an exception's own type, if it arose in the attempt's file.

    Otherwise, that of the builtin type which stands for it.
    """
    own = OWN_TYPE.match(raised.get("line", ""))
    return own[1] if own else raised["type"]


def show(value: Any, digits: int | None = None, dtypes: bool = False) -> str:
    """Return a value in one line, its numbers rounded to some digits, if any are given.

    Of an array the numbers are shown, and a dtype that is unusual; with ``dtypes``, any.
    """
    with _rounding(digits):
        text = _text(value, digits, dtypes)
    return shorten(" ".join(text.split()))


def _text(value: Any, digits: int | None, dtypes: bool) -> str:
    if isinstance(value, dict):
        texts = [f"{key!r}: {_text(each, digits, dtypes)}" for key, each in value.items()]
        return f"{{{', '.join(texts)}}}"
    if isinstance(value, Handle):
        return "an object"
    if isinstance(value, list):
        return f"[{', '.join(_text(each, digits, dtypes) for each in value)}]"
    if isinstance(value, tuple):
        texts = [_text(each, digits, dtypes) for each in value]
        return f"({', '.join(texts)}{',' * (len(value) == 1)})"
    if is_numpy(value) and isinstance(value, (np.number, np.bool_)):
        text = _float(value, digits) if value.dtype.kind == "f" else str(value)
        is_usual = not dtypes and value.dtype in ("f8", "i8", "?")
        return text if is_usual else f"{value.dtype}({text})"
    if isinstance(value, float):
        return _float(value, digits)
    if is_tensor(value):
        return _tensor(loaded_torch(), value, digits, dtypes)
    try:
        text = repr(value)
    except ValueError:  # an integer of so many digits that Python refuses to write them
        text = hex(value)
    if match := ARRAY.fullmatch(text):
        numbers, shape, dtype = match.groups()
        dtype = str(value.dtype) if dtypes else dtype
        written = f"{dtype}({numbers})" if dtype else numbers
        return f"{written} of shape {shape}" if shape else written
    return text


def _tensor(torch: Any, tensor: Any, digits: int | None, dtypes: bool) -> str:
    """Return a tensor as Python, in digits from which the same tensor can be made."""
    plain = tensor.detach()
    numbers = np.array2string(
        (plain.float() if plain.dtype == torch.bfloat16 else plain).numpy(),
        separator=", ",
        formatter={"float_kind": lambda number: _float(number, digits)},
    )
    usual = () if dtypes else (torch.float32, torch.int64, torch.bool)
    dtype = "" if tensor.dtype in usual else f", dtype={tensor.dtype}"
    return f"tensor({numbers}{dtype}{', requires_grad=True' if tensor.requires_grad else ''})"


def _float(number: Any, digits: int | None) -> str:
    """Return a float, with a decimal point or an exponent, so that it is seen to be no integer."""
    text = str(number) if digits is None else _rounded(number, digits)
    return f"{text}.0" if re.fullmatch(r"-?\d+", text) else text


def _rounding(digits: int | None) -> contextlib.AbstractContextManager[Any]:
    if not numpy_is_loaded():
        return contextlib.nullcontext()
    float_kind = _shortest if digits is None else partial(_rounded, digits=digits)
    return np.printoptions(threshold=20, formatter={"float_kind": float_kind})


def _rounded(number: Any, digits: int) -> str:
    """Return a number to some digits, 0 without a sign, which no comparison sees."""
    return f"{number + 0.0:.{digits}g}"


def _shortest(number: Any) -> str:
    """Return the fewest digits that tell a number from others of its dtype, 0 without a sign."""
    return "0" if number == 0 else str(number).removesuffix(".0")


def shorten(text: str, most: int = MAX_SHOWN_CHARACTERS) -> str:
    """Return the beginning of a text, so much as is read."""
    return text if len(text) <= most else text[:most] + " …"
