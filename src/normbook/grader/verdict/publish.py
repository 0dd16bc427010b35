"""Writes reports for machines: Exercism, Gradescope, JUnit, a page, a badge, GitHub's summary."""

from __future__ import annotations

import html
import json
import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from .evidence import evidence
from .report import Report
from .run import CheckResult
from .show import shorten

NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def publish(reports: Sequence[Report], outputs: Mapping[str, Path]) -> None:
    """Write each of the wanted files, and in a GitHub workflow its summary.

    Parameters
    ----------
    reports
        The reports on all attempts.
    outputs
        The names of formats, of those in ``WRITERS``, each with the file to write.
    """
    for name, path in outputs.items():
        # An attempt can say what no encoding has: half a surrogate pair.
        path.write_text(WRITERS[name](reports), encoding="utf-8", errors="replace")
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        with Path(summary).open("a", encoding="utf-8", errors="replace") as file:
            file.write(as_markdown(reports))


def summarize(reports: Sequence[Report]) -> str:
    """Return the points of each attempt, and their sum, as a table."""
    lines = [f"{r.slug:<26} {r.points:>3} of {r.worth:>3}  {r.verdict}" for r in reports]
    return "\n".join([*lines, f"{'in all':<26} {earned(reports):>3} of {worth(reports):>3}"])


def earned(reports: Sequence[Report]) -> int:
    """Return the points of all attempts together."""
    return sum(report.points for report in reports)


def worth(reports: Sequence[Report]) -> int:
    """Return the points that they could have earned."""
    return sum(report.worth for report in reports)


def lines_of(report: Report) -> list[CheckResult]:
    """Return the checks of a report; if it has none, one that says why."""
    return list(report.checks) or [
        CheckResult("the attempt loads", report.ended, 0, report.worth, report.message)
    ]


def as_exercism(reports: Sequence[Report]) -> str:
    """Return version 3 of Exercism's results.json, and our own fields beside its."""
    tests = [
        {
            "name": f"{report.title}: {check.sentence}",
            "status": {"pass": "pass", "fail": "fail"}.get(check.status, "error"),
            "message": check.message or None,
            "task_id": number,
            "points": check.points,
            "worth": check.worth,
        }
        for number, report in enumerate(reports, start=1)
        for check in lines_of(report)
    ]
    tried = any(report.checks for report in reports)
    solved = all(report.solved for report in reports)
    results: dict[str, Any] = {
        "version": 3,
        "status": "pass" if solved else "fail" if tried else "error",
        "message": None if tried else tests[0]["message"],
        "tests": tests,
        "points": earned(reports),
        "worth": worth(reports),
        "exercises": [report.as_dict() for report in reports],
    }
    return json.dumps(results, indent=2, ensure_ascii=False) + "\n"


def as_gradescope(reports: Sequence[Report]) -> str:
    """Return Gradescope's results.json."""
    results = {
        "score": earned(reports),
        "output": "\n\n".join(gradescope_findings(reports)),
        "output_format": "text",
        "tests": [test for report in reports for test in gradescope_tests(report)],
    }
    return json.dumps(results, indent=2, ensure_ascii=False) + "\n"


def gradescope_tests(report: Report, scale: Fraction = Fraction(1)) -> list[dict[str, Any]]:
    """Return the checks of an attempt as Gradescope's tests; a point counts ``scale`` there."""
    return [
        {
            "name": f"{report.title}: {check.sentence}",
            "score": _as_number(check.points * scale),
            "max_score": _as_number(check.worth * scale),
            "status": "passed" if check.status == "pass" else "failed",
            "output": shorten(check.message),
            "output_format": "text",
        }
        for check in lines_of(report)
    ]


def _as_number(points: Fraction) -> int | float:
    return int(points) if points.denominator == 1 else float(points)


def gradescope_findings(reports: Collection[Report]) -> list[str]:
    """Return the notes of reports, and their findings, each with the call that shows it.

    Each begins with the exercise's title.
    """
    notes = [f"{report.title}: {report.note}" for report in reports if report.note]
    return [*notes, *(text for report in reports for text in _findings(report))]


def _findings(report: Report) -> Iterator[str]:
    """Yield what a report tells of each mistake, with its call, the answer and the expected one."""
    for heading, finding in report.told:
        shown = (f"{label} {text}" for label, text in evidence(finding, report.entry))
        yield "\n".join([f"{report.title}. {heading}: {finding.explanation}", *shown])


def as_junit(reports: Sequence[Report]) -> str:
    """Return JUnit's XML: an exercise is a test suite."""
    suites = ElementTree.Element("testsuites", name="normbook")
    for report in reports:
        suite = ElementTree.SubElement(suites, "testsuite", name=report.slug)
        kinds = []
        for check in lines_of(report):
            case = ElementTree.SubElement(
                suite, "testcase", classname=report.slug, name=check.sentence
            )
            kind = {"pass": "", "fail": "failure", "not run": "skipped"}.get(check.status, "error")
            kinds.append(kind)
            if kind:
                text = NOT_IN_XML.sub("�", shorten(check.message))
                ElementTree.SubElement(case, kind, message=text.partition("\n")[0]).text = text
        if report.note:
            ElementTree.SubElement(suite, "system-out").text = report.note
        suite.set("tests", str(len(kinds)))
        for name, kind in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            suite.set(name, str(kinds.count(kind)))
    ElementTree.indent(suites)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def as_html(reports: Sequence[Report]) -> str:
    """Return one page that needs no other file."""
    body = "\n".join(report._repr_html_() for report in reports)
    total = f"{earned(reports)} of {worth(reports)} points"
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{total}</title>\n<style>{STYLE}</style>\n"
        f"<main>\n<h1>{total}</h1>\n{body}\n</main>\n</html>\n"
    )


def as_markdown(reports: Sequence[Report]) -> str:
    """Return the summary of a GitHub workflow."""
    lines = ["| exercise | points | verdict |", "|---|---|---|"]
    lines += [f"| {r.slug} | {r.points} of {r.worth} | {r.verdict} |" for r in reports]
    lines += [f"| **in all** | **{earned(reports)} of {worth(reports)}** | |", ""]
    for report in reports:
        if not report.solved:
            # As code that is text: what an attempt says is not to be read as Markdown or HTML.
            lines += [f"<pre>{html.escape(str(report))}</pre>", ""]
    return "\n".join(lines) + "\n"


def as_badge(reports: Sequence[Report]) -> str:
    """Return a badge."""
    text = f"{earned(reports)} / {worth(reports)}"
    solved = all(report.solved for report in reports)
    colour = "#0b6e75" if solved else "#5a6673"
    width = 62 + 7 * len(text) + 14
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img" '
        f'aria-label="exercises: {text}"><rect width="{width}" height="20" rx="3" fill="#1d2733"/>'
        f'<rect x="66" width="{width - 66}" height="20" rx="3" fill="{colour}"/>'
        '<g fill="#fff" font-family="Verdana, sans-serif" font-size="11">'
        f'<text x="6" y="14">exercises</text><text x="73" y="14">{text}</text></g></svg>\n'
    )


WRITERS: Mapping[str, Callable[[Sequence[Report]], str]] = {
    "json": as_exercism,
    "gradescope": as_gradescope,
    "junit": as_junit,
    "html": as_html,
    "badge": as_badge,
}
STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.85rem; }
.nb-report { border-top: 1px solid #8888; padding: 0.5rem 0; }
.nb-diagnosis { border-left: 3px solid #b8480c; padding-left: 0.8rem; }
"""
