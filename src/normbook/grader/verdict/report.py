"""Says what a learner is told: as text, as HTML in a notebook, and as JSON."""

from __future__ import annotations

import html
import json
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .evidence import evidence
from .host import without_result
from .load import EXCEPTION
from .show import beginning, noted, shorten
from .text import as_html

if TYPE_CHECKING:
    from pathlib import Path

    from .diagnose import Diagnosis, Finding
    from .find import Exercise
    from .run import CheckResult, Status

MARKS = {"pass": "✓", "fail": "✗", "error": "!", "timeout": "…", "crash": "†", "not run": "–"}
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
        """The checks that HTML lists above the findings: those without one.

        None, if `overall` says all.
        """
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
    raised = finding.step.answer.get("raised")
    if raised and without_result(raised["line"]):
        return "What comes back"
    return "Where it stops" if raised else "What the numbers show"


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
