"""Runs an exercise's tests on an attempt, with pytest in this process.

The tests see the attempt through their ``attempt`` fixture alone. A check of ``exercise.toml``
earns its points if the test of its name passes; it earns none if that is missing, skipped, or there
twice.
"""

from __future__ import annotations

import io
import os
import sys
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from ...extras import missing

try:
    import pytest
except ModuleNotFoundError as error:
    raise missing("The grader", "grader", error) from error

from .attempt import Attempt, AttemptError, BrokenChannelError, Gone, Step
from .deadline import Bound
from .find import Exercise
from .host import without_result
from .load import EXCEPTION, UNCOMPARED, describe
from .same import plain
from .text import with_article
from .wire import Handle

Status = Literal["pass", "fail", "error", "timeout", "crash", "not run"]

# What pytest does beside running tests: each would cost a part of every verdict.
UNUSED_PLUGINS = (
    *("cacheprovider", "warnings", "logging", "doctest", "unittest", "subtests", "capture"),
    *("junitxml", "pastebin", "stepwise", "setuponly", "setupplan", "debugging", "faulthandler"),
    *("tmpdir", "legacypath", "monkeypatch", "recwarn"),
    # These two collect garbage at the end of each run: where PyTorch is loaded, for 0.15 s.
    *("unraisableexception", "threadexception"),
)
# No configuration, no conftest and no plugin of the reader's can take part. What pytest prints is
# seen by nobody: for its header it would look up its own version, through the parser of e-mails.
PYTEST_OPTIONS = [
    *("-c", os.devnull, "--noconftest", "--import-mode=importlib", "--assert=plain", "--tb=native"),
    "--no-header",
    *(f"-pno:{name}" for name in UNUSED_PLUGINS),
]


STOPS_BY_ITSELF = "The check itself stops, and not your code:"
"""Stands before the line on an exception of a test's that has got no result."""
MAX_KINDS = 3
"""Of how many kinds of results a message tells, where a test cannot compare them."""
Verdicts = dict[str, list[tuple[Status, str]]]
"""By the name of each test that ran, its verdict and message; two of these, if it ran twice."""
Watch = Callable[[Verdicts], None]
"""Called with the verdicts so far."""


@dataclass(frozen=True)
class CheckResult:
    """The verdict on one check."""

    name: str
    """The name of the test."""
    status: Status
    points: int
    """The points that it earned."""
    worth: int
    """The points that it could have earned."""
    message: str = ""
    asked: range = range(0)
    """The places of the steps that it asked, among all that were asked of the attempt."""
    call: str = ""
    """The call whose answer the message shows, or that got none, if that is known."""
    printed: str = ""
    """What the attempt printed during that call, or, if it is not known, during all of them."""
    unanswered: dict[str, Any] | None = None
    """The operation in which the attempt ended, if it did."""

    @property
    def sentence(self) -> str:
        """The name of the test as a sentence."""
        return self.name.removeprefix("test_").replace("_", " ")


class Grading:
    """The pytest plugin: hands the attempt to the tests, and collects the verdicts."""

    def __init__(self, tests: Path, attempt: Attempt, watch: Watch | None, bound: Bound) -> None:
        self._tests = tests
        self._bound = bound
        self._attempt = attempt
        self._watch = watch
        self.results: Verdicts = {}
        self.asked: dict[str, range] = {}
        self.unanswered: dict[str, dict[str, Any] | None] = {}
        self.interrupted = False
        self.broken: BrokenChannelError | None = None

    @pytest.fixture
    def attempt(self) -> Attempt:
        """Hand out the attempt under test, ready for a check."""
        self._attempt.next_check()
        return self._attempt

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self, session: pytest.Session) -> bool:
        """Collect the one file; pytest on its own looks at every folder on the way to it."""
        module = pytest.Module.from_parent(session, path=self._tests)
        session.items = list(session.genitems(module))
        session.testscollected = len(session.items)
        return True

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Generator[None, Any, Any]:
        """Run a test in the context that bounds the judge's work."""
        with self._bound():
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, Any, Any]:
        """Keep the verdict on a test that ran, or whose set-up failed."""
        report = yield
        if call.when == "call" or not report.passed:
            before = max((steps.stop for steps in self.asked.values()), default=0)
            self.asked[item.name] = range(before, len(self._attempt.steps))
            steps = self._attempt.steps[before:]
            if call.excinfo is not None and isinstance(call.excinfo.value, Gone):
                self.unanswered[item.name] = call.excinfo.value.operation
            self.results.setdefault(item.name, []).append(self._verdict(report, call, steps))
            if self._watch is not None:
                self._watch(self.results)
        return report

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Note that the reader pressed Ctrl+C: pytest only ends its own run, and raises nothing."""
        self.interrupted = excinfo.type is KeyboardInterrupt

    def _verdict(
        self, report: Any, call: pytest.CallInfo[None], steps: Sequence[Step]
    ) -> tuple[Status, str]:
        if report.passed:
            return "pass", ""
        if call.excinfo is None or report.skipped:
            return "not run", "the test was skipped"
        error = call.excinfo.value
        if isinstance(error, Gone):
            return error.status, str(error)
        if isinstance(error, BrokenChannelError):
            self.broken = error
        if isinstance(error, NotImplementedError):
            return "fail", str(error) or "Not written yet."
        where = error.__cause__
        if isinstance(where, AttemptError):  # an assert of its own as well
            return "error", without_result(where.line) or EXCEPTION + where.line
        if isinstance(error, AssertionError | pytest.fail.Exception):
            return "fail", str(error)
        returned = _kinds(steps)
        if returned and isinstance(error, Exception):
            return "fail", f"{UNCOMPARED}: {returned}. {describe(error)}"
        return "error", f"{STOPS_BY_ITSELF} {describe(error)}"


def _kinds(steps: Sequence[Step]) -> str:
    """Return what came back in some steps, in words; an object, where there is nothing else."""
    answers = [each.answer["value"] for each in steps if "value" in each.answer]
    values = [plain(each) for each in answers if not _is_method(each)]
    results = [each for each in values if not isinstance(each, Handle)]
    *kinds, last = list(dict.fromkeys(map(_kind, results or values)))[:MAX_KINDS] or [""]
    return f"{', '.join(kinds)} and {last}" if kinds else last


def _is_method(answer: Any) -> bool:
    """Whether an attribute that was asked for is something to call."""
    return isinstance(answer, dict) and answer.keys() == {"method"}


def _kind(value: Any) -> str:
    """Return what a value is, in words: its type, and its shape, if it has one."""
    if value is None:
        return "None"
    names = {"ndarray": "array", "Handle": "object", "dict": "dictionary", "str": "string"}
    name = names.get(type(value).__name__, type(value).__name__)
    shape = getattr(value, "shape", None)
    return with_article(name) + (f" of shape {tuple(shape)}" if isinstance(shape, tuple) else "")


def run(
    exercise: Exercise, attempt: Attempt, watch: Watch | None = None, bound: Bound = nullcontext
) -> list[CheckResult]:
    """Return the verdict on each check, in the order of ``exercise.toml``.

    Parameters
    ----------
    exercise
        The exercise whose tests run.
    attempt
        What they call.
    watch
        Called before the first test and after each with the verdicts so far.
    bound
        Opens the context in which each test runs.

    Raises
    ------
    KeyboardInterrupt
        If it is interrupted.
    BrokenChannelError
        If the way to the attempt breaks.
    """
    plugin = Grading(exercise.tests, attempt, watch, bound)
    if watch is not None:
        watch(plugin.results)
    with quiet():
        # From two folders up, the module's name is its own: exercises.<slug>.tests. From its own
        # folder it would be "tests", which a reader's project may have loaded.
        root = exercise.folder.parents[1]
        if exercise.is_own:  # it may have been mended since it was loaded, or be another's
            sys.modules.pop(".".join(exercise.tests.relative_to(root).with_suffix("").parts), None)
        pytest.main([str(exercise.tests), f"--rootdir={root}", *PYTEST_OPTIONS], [plugin])
    if plugin.interrupted:
        raise KeyboardInterrupt
    if plugin.broken is not None:
        raise plugin.broken
    return [
        replace(
            check,
            asked=plugin.asked.get(check.name, check.asked),
            unanswered=plugin.unanswered.get(check.name),
        )
        for check in results(exercise, plugin.results)
    ]


def results(exercise: Exercise, verdicts: Verdicts) -> list[CheckResult]:
    """Return the verdict on each check of an exercise."""
    return [_result(name, worth, verdicts.get(name, [])) for name, worth in exercise.checks.items()]


def _result(name: str, worth: int, verdicts: list[tuple[Status, str]]) -> CheckResult:
    if len(verdicts) != 1:
        message = "the test ran more than once" if verdicts else "the test did not run"
        return CheckResult(name, "not run", 0, worth, message)
    status, message = verdicts[0]
    return CheckResult(name, status, worth if status == "pass" else 0, worth, message)


@contextmanager
def quiet() -> Iterator[None]:
    """Return a context in which nothing is printed or warned of, and pytest has no settings."""
    settings = {"PYTEST_ADDOPTS": "", "PYTEST_PLUGINS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    with (
        pytest.MonkeyPatch.context() as patch,
        redirect_stdout(io.StringIO()),
        redirect_stderr(io.StringIO()),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        for name, value in settings.items():
            patch.setenv(name, value)
        yield
