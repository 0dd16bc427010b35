"""Answers what a page asks of the Python in its reader's browser; each answer is a text of JSON.

Here the attempt shares an interpreter with its tests, as it does in a notebook. So this module
keeps a record of the names that grading stands on. An attempt that changed one of them gets no
verdict, and the page goes on in a fresh interpreter. Settings, by contrast, are put back.
"""

from __future__ import annotations

import ast
import base64
import builtins
import io
import json
import linecache
import operator
import os
import sys
import traceback
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import FunctionType
from typing import Any, TextIO

from .verdict.find import find, find_again
from .verdict.grade import grade
from .verdict.load import LoadError, describe, execute, modules_removed
from .verdict.report import Report, failed
from .verdict.run import Status, Verdicts, results

MAX_OUTPUT_CHARACTERS = 20_000
"""Of output, or of a value, that are shown."""
MAX_TRACEBACK_LINES = 10
"""Of the reader's, that an error names."""
STDERR = 2
ENDED_BEFORE = "The attempt had ended before this check."
"""Said of the checks after one that ended the page's Python: to start another takes seconds."""
ABOVE, CELL = "<above>", "<cell>"
LINE_LABELS = {ABOVE: "above, line", CELL: "line"}
"""How an error calls the lines of each."""


def check(slug: str, source: str, messages: str | None = None) -> str:
    """Return the report on the source of an attempt.

    Parameters
    ----------
    slug
        The exercise.
    source
        The attempt.
    messages
        As of `unanswered`. If given, what it answers goes to the standard error after each check, a
        line each, so that a page knows the verdicts so far if the attempt ends its interpreter.

    Returns
    -------
    str
        JSON: the report.
    """
    exercise, path = find(slug), Path(f"{slug}.py")
    watch = None if messages is None else partial(tell_standing, slug, messages)
    remarks: list[str] = []
    RECORD.extend()
    with settings_kept(), modules_removed():
        try:
            attempt = execute(source, path, exercise.entry, remarks.append, exercise.packages)
            report = grade(exercise, attempt, path, watch)
            report = replace(report, remark=" ".join(remarks))
        except LoadError as error:
            report = failed(exercise, str(error))
        except BaseException as error:  # an attempt may raise what is no Exception, too
            report = failed(exercise, describe(error, path))
    changed = RECORD.changed()
    return to_json(as_dict(failed(exercise, excuse(changed[0])) if changed else report))


def tell_standing(slug: str, messages: str, verdicts: Verdicts) -> None:
    """Write to the standard error what `unanswered` says, unless the attempt may have forged it."""
    if not tampered():
        os.write(STDERR, f"\n{unanswered(slug, messages, verdicts)}\n".encode())


def look_again() -> None:
    """Have the exercises found that came after those before."""
    find_again()


def excuse(name: str) -> str:
    """Say why there is no verdict."""
    return (
        f"Your code changed {name}, which the tests stand on too, so this page cannot tell "
        "whether it is right. Take that out, and check again."
    )


def rehearse(slug: str) -> None:
    """Grade a stub, so that the first verdict finds loaded what grading loads late."""
    check(slug, find(slug).stub)


def unanswered(slug: str, messages: str, verdicts: Verdicts | None = None) -> str:
    """Return the reports on an attempt that ends its interpreter, or keeps it for too long.

    Parameters
    ----------
    slug
        The exercise.
    messages
        JSON: what to say, by status.
    verdicts
        What became of the tests before; None while the attempt has not even loaded.

    Returns
    -------
    str
        JSON: the reports, by status.
    """
    exercise = find(slug)
    reports = {}
    for status, message in json.loads(messages).items():
        if verdicts is None:
            report = failed(exercise, message, status)
        else:
            ended: dict[str, tuple[Status, str]] = dict.fromkeys(
                (name for name in exercise.checks if name not in verdicts),
                ("not run", ENDED_BEFORE),
            )
            ended |= dict.fromkeys(list(ended)[:1], (status, message))
            checks = results(exercise, verdicts | {name: [one] for name, one in ended.items()})
            report = Report(slug, exercise.title, worth=exercise.points, checks=tuple(checks))
        reports[status] = as_dict(report)
    return to_json(reports)


def as_dict(report: Report) -> dict[str, Any]:
    """Return a report as JSON's types, with the words in which the command line gives it."""
    return {**report.as_dict(), "text": str(report)}


def to_json(answer: Mapping[str, Any]) -> str:
    """Return an answer as JSON."""
    return json.dumps(answer, ensure_ascii=False)


def run(source: str, before: str = "") -> str:
    """Run a cell or an attempt as a notebook would; what it prints goes to ``sys.stdout``.

    Parameters
    ----------
    source
        What to run.
    before
        What it builds on: the cells above it, say. Their output is not shown.

    Returns
    -------
    str
        JSON: ``value``, the last expression's, if it has one; ``error``, with the reader's own
        lines alone; ``figures``, as PNG in base64.
    """
    RECORD.extend()
    output = Output(sys.stdout)
    namespace: dict[str, Any] = {"__name__": "__main__"}
    answer: dict[str, Any] = {"value": "", "error": "", "figures": []}
    with settings_kept():
        try:
            with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
                evaluate(before, ABOVE, namespace)
                close_figures()
            with redirect_stdout(output), redirect_stderr(output):
                answer["value"] = evaluate(source, CELL, namespace)
            answer["figures"] = figures()
        except BaseException as error:  # a reader's code may raise what is no Exception, too
            answer["error"] = explain(error)
            close_figures()
    return to_json(answer)


def evaluate(source: str, name: str, namespace: dict[str, Any]) -> str:
    """Run a source; return what its last line shows, if that is an expression without a semicolon.

    Its names stay in ``namespace``, and errors find its lines under ``name``.
    """
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    tree = ast.parse(source, name)
    last = tree.body[-1] if tree.body else None
    if isinstance(last, ast.Expr):
        del tree.body[-1]
    exec(compile(tree, name, "exec", dont_inherit=True), namespace)
    if not isinstance(last, ast.Expr):
        return ""
    value = eval(compile(ast.Expression(last.value), name, "eval", dont_inherit=True), namespace)
    return "" if value is None or source.rstrip().endswith(";") else cut(repr(value))


def explain(error: BaseException) -> str:
    """Return an error and how the reader's lines led to it, without those of any library."""
    lines = traceback.format_exception_only(error)
    if isinstance(error, SyntaxError) and error.filename in LINE_LABELS:
        where = f"{LINE_LABELS[error.filename]} {error.lineno}\n"
        return cut("".join([where, *lines[1:]])).rstrip()
    shown = [
        f"{LINE_LABELS[frame.filename]} {frame.lineno}"
        f"{'' if frame.name == '<module>' else f', in {frame.name}'}\n    {frame.line}\n"
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename in LINE_LABELS
    ]
    if len(shown) > MAX_TRACEBACK_LINES:
        half = MAX_TRACEBACK_LINES // 2
        shown[half:-half] = [f"… {len(shown) - MAX_TRACEBACK_LINES} more …\n"]
    return "".join(shown) + cut("".join(lines)).rstrip()


def figures() -> list[str]:
    """Return what matplotlib has drawn, if it was used."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is None:
        return []
    drawn = []
    for number in pyplot.get_fignums():
        file = io.BytesIO()
        pyplot.figure(number).savefig(file, format="png", dpi=144, bbox_inches="tight")
        drawn.append(base64.b64encode(file.getvalue()).decode())
    close_figures()
    return drawn


def close_figures() -> None:
    """Forget what matplotlib has drawn."""
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


class Output(io.TextIOBase):
    """Passes text on to a stream, up to a length; then it says so, and drops the rest."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._left = MAX_OUTPUT_CHARACTERS

    def write(self, text: str, /) -> int:
        """Pass on what there is room for."""
        if self._left > 0:
            self._stream.write(text[: self._left])
            self._left -= len(text)
            if self._left <= 0:
                limit = f"more than {MAX_OUTPUT_CHARACTERS:,} characters"
                self._stream.write(f"\n… {limit}: the rest is left out.\n")
        return len(text)

    def flush(self) -> None:
        """Pass on what was written so far."""
        self._stream.flush()


def cut(text: str) -> str:
    """Return text of a length that a page can show."""
    return text if len(text) <= MAX_OUTPUT_CHARACTERS else text[:MAX_OUTPUT_CHARACTERS] + " …"


@contextmanager
def settings_kept() -> Iterator[None]:
    """Put the interpreter's settings back as they were: hooks, limits, warnings, folder."""
    trace, profile, depth = sys.gettrace(), sys.getprofile(), sys.getrecursionlimit()
    folder, environment = Path.cwd(), dict(os.environ)
    np = sys.modules.get("numpy")
    floating = np.geterr() if np is not None else {}
    printing = np.get_printoptions() if np is not None else {}
    try:
        with warnings.catch_warnings():
            # What a reader calls to see a figure: here it is shown anyhow.
            warnings.filterwarnings("ignore", message=".*non-interactive, and thus cannot be shown")
            yield
    finally:
        sys.settrace(trace)
        sys.setprofile(profile)
        sys.setrecursionlimit(depth)
        os.chdir(folder)
        if environment != dict(os.environ):
            os.environ.clear()
            os.environ.update(environment)
        if np is not None:
            np.seterr(**floating)
            np.set_printoptions(**printing)


# ---- the record ----

WATCHED_PACKAGES = {
    *("builtins", "normbook", "numpy", "pytest", "_pytest", "pluggy"),
    *("ast", "collections", "contextlib", "copy", "functools", "inspect", "io", "itertools"),
    *("json", "math", "operator", "os", "pathlib", "re", "struct", "traceback", "unittest"),
}
"""The packages whose names decide a verdict."""
CHANGING_MODULES = {"_pytest.assertion.util"}
"""Modules in which pytest binds names anew for each test, for assertions that are not plain."""
TPFLAGS_HEAPTYPE = 1 << 9  # of a class's flags: those without it cannot be changed


class Record:
    """What the names in some modules and their classes mean."""

    def __init__(self) -> None:
        self._modules: dict[str, Any] = {}
        self._kept: list[tuple[str, Mapping[str, Any], tuple[str, ...], tuple[Any, ...]]] = []
        self._code: list[tuple[FunctionType, Any]] = []
        self._seen: set[int] = set()

    def extend(self) -> None:
        """Take up the modules that were loaded since the last time."""
        known = CHANGING_MODULES | self._modules.keys()
        for name, module in list(sys.modules.items()):
            if name.partition(".")[0] in WATCHED_PACKAGES and name not in known:
                self._modules[name] = module
                self._keep(name, vars(module))

    def _keep(self, label: str, namespace: Mapping[str, Any]) -> None:
        self._kept.append((label, namespace, tuple(namespace), tuple(namespace.values())))
        for value in namespace.values():
            if id(value) in self._seen:
                continue
            if isinstance(value, FunctionType):
                self._seen.add(id(value))
                self._code.append((value, value.__code__))
            elif isinstance(value, type) and value.__flags__ & TPFLAGS_HEAPTYPE:
                self._seen.add(id(value))
                self._keep(f"{value.__module__}.{value.__qualname__}", vars(value))

    def changed(self) -> list[str]:
        """Return the names that mean something else now."""
        loaded = sys.modules
        return [
            *(name for name, module in self._modules.items() if loaded.get(name) is not module),
            *(name for kept in self._kept for name in _differences(*kept)),
            *(f.__qualname__ for f, code in self._code if f.__code__ is not code),
        ]


def _differences(
    label: str, namespace: Mapping[str, Any], names: tuple[str, ...], values: tuple[Any, ...]
) -> Iterator[str]:
    """Yield the names that were rebound or removed, and new ones that hide a builtin."""
    if len(namespace) == len(values) and all(map(operator.is_, namespace.values(), values)):
        return
    missing = object()
    for name, value in zip(names, values, strict=True):
        if namespace.get(name, missing) is not value:
            yield f"{label}.{name}"
    for name in namespace.keys() - set(names):
        if name in vars(builtins):
            yield f"{label}.{name}"


RECORD = Record()


def tampered() -> bool:
    """Return whether an attempt changed what the next one's verdict would stand on."""
    return bool(RECORD.changed())
