"""A plugin for pytest: it collects an attempt in ``exercises/`` as the checks of its exercise.

A project enables it in its ``conftest.py``, or on the command line:

    pytest_plugins = ["normbook.grader.pytest_plugin"]

    pytest -p normbook.grader.pytest_plugin exercises
"""

from __future__ import annotations

import os
import textwrap
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..extras import missing

try:
    import pytest
except ModuleNotFoundError as error:
    raise missing("The grader", "grader", error) from error

from .verdict.errors import CannotGradeError
from .verdict.find import find, folders, know_course

if TYPE_CHECKING:
    from .verdict.report import Report


class CheckError(Exception):
    """An attempt did not pass a check; the message is the grader's."""


class Grades:
    """The reports on attempts, each made when it is first asked for.

    Parameters
    ----------
    paths
        The files of the attempts.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        from .fence.grade import grade_all
        from .fence.limits import DEFAULT_SECONDS

        self.reports: dict[Path, Report] = {}
        attempts = [(find(path.stem), path) for path in paths]
        self._graded = grade_all(attempts, isolated=False, seconds=DEFAULT_SECONDS)
        self._coming = zip(paths, self._graded, strict=True)
        self._failure = ""

    def of(self, path: Path) -> Report:
        """Return the report on the attempt in a file.

        Raises
        ------
        CannotGradeError
            If there is none, as the grader itself failed, at this attempt or at one before.
        """
        while path not in self.reports:
            if self._failure:
                raise CannotGradeError(self._failure)
            try:
                graded, report = next(self._coming)
            except CannotGradeError as error:
                self._failure = str(error)
                raise
            self.reports[graded] = report
        return self.reports[path]

    def close(self) -> None:
        """End the processes that attempts run in."""
        self._graded.close()


GRADES = pytest.StashKey[Grades]()


class AttemptFile(pytest.File):
    """An attempt; its tests are the checks of its exercise."""

    def collect(self) -> Iterator[Check]:
        """Yield the checks, named by their sentences."""
        from .verdict.run import CheckResult

        for name, worth in find(self.path.stem).checks.items():
            sentence = CheckResult(name, "not run", 0, worth).sentence
            yield Check.from_parent(self, name=sentence)


class Check(pytest.Item):
    """One check of an attempt."""

    def runtest(self) -> None:
        """Raise `CheckError` with the grader's message, unless the attempt passes the check."""
        report = self.config.stash[GRADES].of(self.path)
        found = {check.sentence: check for check in report.checks}
        if self.name not in found:
            raise CheckError(report.message)
        if found[self.name].status != "pass":
            raise CheckError(found[self.name].message)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return how a failure is shown: by the message alone, as no line of the grader helps."""
        if isinstance(excinfo.value, CheckError | CannotGradeError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return the file and the name of the check, without a line."""
        return self.path, None, self.name


def pytest_configure(config: pytest.Config) -> None:
    """Know the exercises of the repository in which pytest runs."""
    know_course()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Collect an attempt as its checks alone, so that no other plugin imports it."""
    collectors = yield
    if not is_attempt(file_path):
        return collectors
    return [AttemptFile.from_parent(parent, path=file_path)]


def is_attempt(path: Path) -> bool:
    """Whether a file has the folder and the name of an attempt at an exercise."""
    return (
        path.parent.name == "exercises"
        and path.suffix == ".py"
        and any(
            Path(folder, path.stem, "exercise.toml").is_file()
            and path.stem in os.listdir(folder)  # as it is written, where a system ignores case
            for folder in folders()
        )
    )


def pytest_collection_finish(session: pytest.Session) -> None:
    """Prepare the grading of the attempts of which pytest selected a check."""
    paths = dict.fromkeys(item.path for item in session.items if isinstance(item, Check))
    if paths:
        session.config.stash[GRADES] = Grades(list(paths))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """End the processes that attempts run in."""
    if (grades := session.config.stash.get(GRADES, None)) is not None:
        grades.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what wrong answers look like, and the table of points."""
    grades = terminalreporter.config.stash.get(GRADES, None)
    if grades is None or not grades.reports:
        return
    from .verdict.evidence import evidence
    from .verdict.publish import summarize

    for report in grades.reports.values():
        for heading, finding in report.told:
            terminalreporter.section(f"{report.slug}: {heading[0].lower()}{heading[1:]}", "-")
            terminalreporter.write_line(textwrap.fill(finding.explanation, 84))
            for label, text in evidence(finding, report.entry):
                terminalreporter.write_line(f"{label:<9} {text}")
    terminalreporter.section("points")
    terminalreporter.write_line(summarize(list(grades.reports.values())))
