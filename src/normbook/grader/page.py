"""Answers what a page asks of the Python in its reader's browser; each answer is a text of JSON.

Here an attempt shares an interpreter with its tests, as it does in a notebook, and could change
what they use. So this module keeps a record of the names on which verdicts depend. An attempt that
changed what one of them means gets no verdict, and the page goes on in a fresh interpreter. Changed
settings, such as warnings and the current folder, are put back instead.
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
from .verdict.fresh import Settings, fresh
from .verdict.grade import grade
from .verdict.hints import helping
from .verdict.load import LoadError, describe, execute, meant, modules_removed
from .verdict.report import Report, failed
from .verdict.run import Status, Verdicts, results

MAX_OUTPUT_CHARACTERS = 20_000
"""Characters of output, or of a value, that are shown."""
MAX_TRACEBACK_LINES = 10
"""Lines of the reader's code that an error lists."""
STDERR = 2
"""The descriptor of the standard error."""
ENDED_BEFORE = "The attempt had ended before this check."
"""The message of checks behind one that ended the page's Python, which takes seconds to start."""
ABOVE, CELL = "<above>", "<cell>"
"""File names of the code of the cells above and of the cell itself."""
LINE_LABELS = {ABOVE: "above, line", CELL: "line"}
"""What stands before the number of a line of each in an error."""


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
    with interpreter_kept(), fresh(), modules_removed():
        try:
            load = partial(execute, source, path, exercise.entry, packages=exercise.importable)
            attempt = load(remarks.append)
            again = partial(load, list[str]().append)
            report = grade(exercise, attempt, path, watch, again)
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
    """Search for exercises again: the page brings them one by one."""
    find_again()


def excuse(name: str) -> str:
    """Return why there is no verdict: a name, on which tests depend, was changed."""
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
        JSON: an object with a message for each status that such an attempt may get.
    verdicts
        The verdicts of the tests that were run; None if the attempt has not loaded.

    Returns
    -------
    str
        JSON: an object with the report for each of these statuses.
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
    """Return a report as JSON's types.

    ``text`` is what the command line would print, and ``helping`` the numbers of the hints that
    help with what is wrong, in the order in which they do.
    """
    helps = helping(find(report.slug).hints, report.wrong)
    return {**report.as_dict(), "text": str(report), "helping": helps}


def to_json(answer: Mapping[str, Any]) -> str:
    """Return an answer as JSON."""
    return json.dumps(answer, ensure_ascii=False)


def run(source: str, before: str = "") -> str:
    """Run a cell or an attempt as a notebook would; what it prints goes to ``sys.stdout``.

    Parameters
    ----------
    source
        The code to run.
    before
        The code that it builds on: that of the cells above it, say. Its output is not shown.

    Returns
    -------
    str
        JSON: an object with ``value``, the text of the last expression's value, or none; ``error``,
        an error with the reader's own lines alone, or none; ``figures``, PNG files in base64.
    """
    RECORD.extend()
    output = Output(sys.stdout)
    namespace: dict[str, Any] = {"__name__": "__main__"}
    answer: dict[str, Any] = {"value": "", "error": "", "figures": []}
    with interpreter_kept(), Settings().again():
        # plt.show() warns; figures are shown here without it.
        warnings.filterwarnings("ignore", message=".*non-interactive, and thus cannot be shown")
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
    """Run a source; return the text of its last expression's value, unless a semicolon ends it.

    Its names are kept in ``namespace``. Errors find its lines by ``name``, as that of its file.
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
    """Return an error with the reader's lines that led to it, and no lines of libraries."""
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
    said, question = cut("".join(lines)).rstrip(), meant(error)
    stop = "." if question and not said.endswith("?") else ""  # newer Pythons ask questions, too
    return "".join(shown) + said + stop + question


def figures() -> list[str]:
    """Return the figures that matplotlib has drawn, as PNG files in base64, and close them."""
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
    """Close matplotlib's figures."""
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


class Output(io.TextIOBase):
    """Passes a number of characters on to a stream; then it says so, and drops the rest."""

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
    """Return a text, cut to the length that a page shows."""
    return text if len(text) <= MAX_OUTPUT_CHARACTERS else text[:MAX_OUTPUT_CHARACTERS] + " …"


@contextmanager
def interpreter_kept() -> Iterator[None]:
    """Put the interpreter's hooks, limits, folder and environment back as they were."""
    trace, profile, depth = sys.gettrace(), sys.getprofile(), sys.getrecursionlimit()
    folder, environment = Path.cwd(), dict(os.environ)
    try:
        yield
    finally:
        sys.settrace(trace)
        sys.setprofile(profile)
        sys.setrecursionlimit(depth)
        os.chdir(folder)
        if environment != dict(os.environ):
            os.environ.clear()
            os.environ.update(environment)


# ---- the record ----

WATCHED_PACKAGES = {
    *("builtins", "normbook", "numpy", "pytest", "_pytest", "pluggy"),
    *("ast", "collections", "contextlib", "copy", "functools", "inspect", "io", "itertools"),
    *("json", "math", "operator", "os", "pathlib", "re", "struct", "traceback", "unittest"),
}
"""Packages on whose names verdicts depend."""
CHANGING_MODULES = {"_pytest.assertion.util"}
"""Modules of these whose names pytest itself binds anew for each test."""
TPFLAGS_HEAPTYPE = 1 << 9  # a flag of classes; those without it cannot be changed


class Record:
    """Keeps what names in some modules and their classes refer to, and the code of functions."""

    def __init__(self) -> None:
        self._modules: dict[str, Any] = {}
        self._kept: list[tuple[str, Mapping[str, Any], tuple[str, ...], tuple[Any, ...]]] = []
        self._code: list[tuple[FunctionType, Any]] = []
        self._seen: set[int] = set()

    def extend(self) -> None:
        """Record the modules that were loaded since the last call."""
        known = CHANGING_MODULES | self._modules.keys()
        for name, module in list(sys.modules.items()):
            if name.partition(".")[0] in WATCHED_PACKAGES and name not in known:
                self._modules[name] = module
                self._keep(name, vars(module))

    def _keep(self, label: str, namespace: Mapping[str, Any]) -> None:
        """Record a module's or class's names, and those of the classes in it."""
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
        """Return the names that refer to something else than when they were recorded."""
        loaded = sys.modules
        return [
            *(name for name, module in self._modules.items() if loaded.get(name) is not module),
            *(name for kept in self._kept for name in _differences(*kept)),
            *(f.__qualname__ for f, code in self._code if f.__code__ is not code),
        ]


def _differences(
    label: str, namespace: Mapping[str, Any], names: tuple[str, ...], values: tuple[Any, ...]
) -> Iterator[str]:
    """Yield the names that were rebound or removed, and new ones that hide a builtin name."""
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
"""The record of this interpreter."""


def tampered() -> bool:
    """Return whether code changed a name on which the next verdict would depend."""
    return bool(RECORD.changed())
