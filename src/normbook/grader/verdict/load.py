"""Loads an attempt from its file, or says in one line why the file gives none."""

from __future__ import annotations

import ast
import builtins
import codecs
import io
import linecache
import os
import re
import stat
import sys
import tokenize
import traceback
import warnings
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any

from .errors import NOT_ITS_OWN
from .fresh import fresh_torch
from .imports import Absent, importing, take_out
from .text import clean

MAX_SOURCE_BYTES = 2**20
"""The size of the largest file that is read as an attempt."""
EXCEPTION = "Your code stops with an exception. "
"""Stands before the line on an exception that a check of the attempt ends with."""
UNCOMPARED = "What your code returns cannot be compared with what is expected"
"""Begins the line on an exception that a check ends with by itself, given what came back."""
STOPPED = "Your file stops below what is graded. Take that out:"
OUT_OF_IT = (
    'Take it out, to the left margin: what stands below if __name__ == "__main__" does not run.'
)
NOT_DELETED = "Take out what deletes it: del, or an except … as of the same name."
ASIDE = 'under if __name__ == "__main__":, which does not run here.'
OVERDUE = f"this ran until the time was up. Put it {ASIDE}"
"""What to say of a statement that does not end, or not in time."""
ABOVE = f"If your answer does without this line, put it below, {ASIDE}"
"""What to say besides of an exception that a statement above the answer ends with."""
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
IMPORTS = (ast.Import, ast.ImportFrom)
SPOILING = (MemoryError, RecursionError)
"""Exceptions after which a file is not graded, even if it has defined what is asked for: they may
leave the process in any state."""
READ_ONLY = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOFOLLOW", "O_NOCTTY", "O_BINARY")
)


Remark = Callable[[str], object]
"""Called with a sentence on what is wrong with a file that is graded all the same."""


class LoadError(Exception):
    """The file gives no attempt; the message says why, and where."""

    def __init__(self, message: str) -> None:
        super().__init__(clean(message))


class OverdueError(BaseException):
    """A file that is loaded takes too long, and is to stop. ``except Exception`` lets it pass."""


_loaded: dict[str, ModuleType] = {}
"""The modules of attempts that are in ``sys.modules``, by their names there."""


class Unread(io.BufferedIOBase):
    """Takes bytes that nobody reads, and stays open, as a file may wrap it anew."""

    name = "<unread>"

    def writable(self) -> bool:
        """Whether bytes can be written: they can."""
        return True

    def write(self, data: Any) -> int:
        """Take some bytes, and return how many."""
        return len(data)

    def close(self) -> None:
        """Do nothing."""


def stream_to(sink: Unread) -> io.TextIOWrapper:
    """Return a stream of text that has all that a terminal's has: `reconfigure`, say."""
    return io.TextIOWrapper(sink, "utf-8", "replace", newline="\n", write_through=True)


@contextmanager
def modules_removed() -> Iterator[None]:
    """Return a context at whose end files that were loaded in it leave ``sys.modules``.

    So an attempt finds there neither the one before it, nor the solution that this was compared
    with.
    """
    before = dict(_loaded)
    try:
        yield
    finally:
        for name, module in _loaded.items():
            sys.modules.pop(name, None)
            if before.get(name) is not module:
                linecache.cache.pop(str(module.__file__), None)
        _loaded.clear()
        _loaded.update(before)
        sys.modules.update(before)


def load(
    path: Path,
    entry: str,
    remark: Remark | None = None,
    packages: Collection[str] | None = None,
) -> Any:
    """Run a file, and return what it defines under the name ``entry``.

    ``remark`` and ``packages`` are as of `execute`.

    Raises
    ------
    LoadError
        If it cannot be read, is not Python, fails while it runs, or defines no such name.
    """
    return execute(read(path), path, entry, remark, packages)


def read(path: Path) -> str:
    """Return the source in a file.

    Raises
    ------
    LoadError
        If it cannot be read, is too large, or is no file: a link to the solution, say.
    """
    return decode(read_bytes(path), path.name)


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a file; a pipe, say, that nobody writes to is refused, not waited for.

    Raises
    ------
    LoadError
        As of `read`.
    """
    try:
        _refuse_unless_file(path, path.lstat().st_mode)
        with open(os.open(path, READ_ONLY), "rb") as file:
            _refuse_unless_file(path, os.fstat(file.fileno()).st_mode)  # as it may be another now
            data = file.read(MAX_SOURCE_BYTES + 1)
    except OSError as error:
        raise LoadError(f"{path.name} cannot be read: {error.strerror}.") from None
    if len(data) > MAX_SOURCE_BYTES:
        raise LoadError(f"{path.name} has more than {MAX_SOURCE_BYTES} bytes.")
    return data


def _refuse_unless_file(path: Path, mode: int) -> None:
    if stat.S_ISLNK(mode):
        raise LoadError(f"{path.name} is a link. Put the file itself in its place.")
    if not stat.S_ISREG(mode):
        raise LoadError(f"{path.name} is not a file.")


UNREAD = {
    codecs.BOM_UTF32_LE: "UTF-32",  # begins as UTF-16 does
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}
"""Encodings in which Python reads no source, by the byte order marks at the start of a file."""


def decode(data: bytes, name: str) -> str:
    """Return the source in a file's bytes, in the encoding in which Python would read it.

    That is UTF-8, with or without a byte order mark, unless one of the first two lines names
    another (PEP 263).

    Raises
    ------
    LoadError
        If it is in none, or not in the one that it names.
    """
    try:
        text = data.decode(encoding_of(data))
    except (SyntaxError, UnicodeDecodeError, LookupError) as error:
        raise LoadError(f"{name} cannot be read: {_why_unreadable(data, error)}.") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _why_unreadable(data: bytes, error: Exception) -> str:
    """Return why bytes are no source, and what to do; the error alone, if they are in UTF-8."""
    if other := next((name for mark, name in UNREAD.items() if data.startswith(mark)), None):
        return f"it is {other}, which Python does not read. Save it as UTF-8"
    try:
        data.decode()
    except UnicodeDecodeError:
        return "it is neither in UTF-8 nor in an encoding that it names. Save it as UTF-8"
    return str(error)


def encoding_of(source: bytes) -> str:
    """Return the encoding that a source says it has.

    Raises
    ------
    SyntaxError
        If Python knows no such encoding, or the lines that could say so are not in it.
    """
    lines = io.BytesIO(source.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
    return tokenize.detect_encoding(lines.readline)[0]


def execute(
    source: str,
    path: Path,
    entry: str,
    remark: Remark | None = None,
    packages: Collection[str] | None = None,
) -> Any:
    """Run a source, said to be that of a file, and return what it defines as ``entry``.

    Its module stays in ``sys.modules``, where ``dataclasses`` and ``typing`` look for what a name
    in an annotation means; see `modules_removed`. Its name there is one that no import statement
    can ask for, so that it stands for no other module.

    Parameters
    ----------
    source
        What is run.
    path
        The file that exceptions name.
    entry
        The name of the function or class that an attempt defines.
    remark
        With it, a source may stop with an exception once it has defined that, at a call of its own
        left over at the bottom, say; ``remark`` is called with where and why.
    packages
        With them, a source has these and Python's own modules alone, whatever else is installed, so
        that it does the same everywhere; what else it imports is refused where it uses it.

    Raises
    ------
    LoadError
        If it is not Python, fails while it runs, or defines no such name.
    """
    module = ModuleType(f"<{path.stem}>")
    module.__file__ = str(path)
    if packages is not None:
        vars(module)["__builtins__"] = vars(builtins) | {"__import__": importing(packages, module)}
    try:
        with unwarned():
            tree = ast.parse(source, str(path))
        absent = {} if packages is None else take_out(tree, packages)
        vars(module).update(absent)
        # Python takes a source that is nested deeper than the tree that it makes of it.
        code = compile(tree if absent else source, str(path), "exec", dont_inherit=True)
    except SyntaxError as error:
        line = f", line {error.lineno}" if error.lineno else ""  # a NUL is in none
        # Python would show the line of a file of that name, if there is one in this folder.
        text = dict(enumerate(source.split("\n"), 1)).get(error.lineno or 0, "").strip()
        raise LoadError(f"{path.name}{line}: {error.msg}{text and f':  {text}'}") from None
    except Exception as error:  # nested too deep, say
        raise LoadError(f"{path.name}: {describe(error)}") from None
    _loaded[module.__name__] = sys.modules[module.__name__] = module
    # Where `inspect` looks, and `torch.jit.script`, as the fence leaves no file to read.
    linecache.cache[str(path)] = len(source), None, source.splitlines(keepends=True), str(path)
    try:
        with (
            fresh_torch(),
            redirect_stdout(stream_to(Unread())),
            redirect_stderr(stream_to(Unread())),
        ):
            exec(code, module.__dict__)
    except NOT_ITS_OWN:
        raise
    except BaseException as error:
        why = _why_stopped(error, path, tree, entry)
        if remark is None or entry not in vars(module) or isinstance(error, SPOILING):
            raise LoadError(why) from None
        remark(clean(f"{STOPPED} {why}"))
    if entry not in vars(module):
        raise LoadError(_why_undefined(source, path, entry))
    attempt = vars(module)[entry]
    if isinstance(attempt, Absent):
        raise LoadError(f"{path.name}: {describe(attempt.refusal())}")
    return attempt


@contextmanager
def unwarned() -> Iterator[None]:
    """Return a context in which a source is looked at: Python warns of it where it is to run."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _why_stopped(error: BaseException, path: Path, tree: ast.Module, entry: str) -> str:
    """Return why and where a file stopped while it ran, and what to do with that statement."""
    first = next(iter(_lines(error, path)), 0)
    stopped = next((each for each in reversed(tree.body) if _begin(each) <= first), None)
    if isinstance(error, OverdueError):
        return f"{path.name}, line {stopped.lineno if stopped else 1}: {OVERDUE}"
    is_answer_below = any(
        isinstance(each, DEFINITIONS) and each.name == entry and _begin(each) > first
        for each in tree.body
    )
    is_trial = stopped is not None and not isinstance(stopped, (*DEFINITIONS, *IMPORTS))
    why = describe(error, path)
    return f"{why.removesuffix('.')}. {ABOVE}" if is_answer_below and is_trial else why


def _begin(statement: ast.stmt) -> int:
    """Return the line in which a statement begins: of a definition, with its first decorator."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(each.lineno for each in decorators)])


def _why_undefined(source: str, path: Path, entry: str) -> str:
    """Return why a file that ran has not defined a name."""
    if not source.strip():
        return f"{path.name} is empty. To begin again: normbook reset {path.stem}"
    with unwarned():
        tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, DEFINITIONS) and node.name == entry:
            where = f"{path.name}, line {node.lineno}"
            if node in tree.body:
                return f"{where}: {entry!r} is defined here, and deleted again. {NOT_DELETED}"
            return f"{where}: {entry!r} is defined within something else. {OUT_OF_IT}"
    return f"{path.name} defines no {entry!r}. Do not rename it."


HERE = {
    "BdbQuit": "breakpoint() finds no debugger here. Print instead: prints are shown",
    "EOFError": "input() finds nobody here. The tests give the arguments",
}
"""What to say of exceptions that mean something else where tests call an attempt."""
OWN_ASSERT = "what your code asserts there does not hold"
"""What to say of an assert that says nothing itself."""
REFUSED = {
    "can't start new thread": "an attempt may not start threads",
    "[Errno 1] Operation not permitted": "an attempt may not do this, as start a process, or "
    "change its folder",
}
"""What to say besides of exceptions by which the system refuses what an attempt may not do, by how
their messages begin."""


ASYNCIO = ". That is asyncio's doing: call your functions without it, and write def for async def"
"""What to say of an exception that asyncio raises, as it may not open its sockets."""

LIKE = 0.75
"""How like a name has to be to be asked for in the place of one that is not defined."""
NOT_MEANT = frozenset({"None", "dir", "id", "input", "vars"})
"""Names of Python's that are like those which students give, and stand for something else."""
QUANTITY = re.compile(r"^d?[xy]?(?!range$)|\d")
"""What alone is other in `dvar` than in `var`, in `dy_hat` than in `dx_hat`: none is misspelt.
But `xrange` is what `range` was called in Python 2."""


def message_of(error: BaseException) -> str:
    """Return an exception's message; an empty one, if a ``__str__`` of the attempt's own fails.

    That of ``exit()``, which is None, is none.
    """
    if isinstance(error, SystemExit) and error.code is None:
        return ""
    try:
        return str(error)
    except Exception:
        return ""


def meant(error: BaseException) -> str:
    """Return " Did you mean …?" where a name is not defined, and one that is like it is known.

    Return an empty text if none is known there, or if the exception is another.
    """
    if type(error) is not NameError or type(error.name) is not str or not error.__traceback__:
        return ""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    asked = error.name.lower()
    words = set(asked.split("_")) - {asked}  # nobody means max by x_max
    given = (name for name in vars(builtins).keys() - NOT_MEANT if name.lower() not in words)
    names = *given, *frame.f_globals, *frame.f_locals
    known = {name.lower(): name for name in names if type(name) is str and name[:2] != "__"}
    may_be = [name for name in known if name == asked or _stem(name) != _stem(asked)]
    near = get_close_matches(asked, may_be, n=1, cutoff=LIKE)
    return f" Did you mean {known[near[0]]!r}?" if near else ""


def _stem(name: str) -> str:
    """Return a name without what tells one quantity from another."""
    return QUANTITY.sub("", name)


def require_callable(attempt: Any, entry: str) -> None:
    """Refuse what a file leaves under the name of what it was to define, if nobody can call it.

    Raises
    ------
    LoadError
        If it is a number, say: the result of a trial.
    """
    if not callable(attempt):
        kind = type(attempt).__name__
        raise LoadError(
            f"Expected {entry}, got {kind}: at the end of your file this name stands for {kind}, "
            "and for no function or class. Give another name to what you assign there."
        )


def describe(error: BaseException, path: Path | None = None) -> str:
    """Return one line on an exception: the line of the attempt's file, type and message."""
    kind = type(error).__name__
    text = HERE.get(kind) or message_of(error)
    if not text and isinstance(error, AssertionError) and _is_raised_by(path, error):
        text = OWN_ASSERT
    if isinstance(error, PermissionError) and _is_raised_in("asyncio", error):
        text += ASYNCIO
    else:
        text += next((f": {why}" for begins, why in REFUSED.items() if text.startswith(begins)), "")
    text = f"{kind}: {text}" if text else kind
    if question := meant(error):
        text = f"{text}.{question}"
    lines = _lines(error, path)
    return f"{_called(path)}, line {lines[-1]}: {text}" if path is not None and lines else text


def _called(path: Path) -> str:
    """Return how a file is named to a learner; a notebook's cell has a name that nobody knows."""
    is_cell = path.parent.name.startswith("ipykernel_") or path.name.startswith("<")
    return "Your cell" if is_cell else path.name


def _is_raised_in(package: str, error: BaseException) -> bool:
    """Whether an exception came through a package."""
    frames = traceback.walk_tb(error.__traceback__)
    names = (frame.f_globals.get("__name__") or "" for frame, _ in frames)
    return any(str(name).partition(".")[0] == package for name in names)


def _is_raised_by(path: Path | None, error: BaseException) -> bool:
    """Return whether a file itself raised an exception, and nothing that it calls."""
    frames = traceback.extract_tb(error.__traceback__)
    return bool(frames) and path is not None and frames[-1].filename == str(path)


def _lines(error: BaseException, path: Path | None) -> list[int]:
    """Return the lines of a file through which an exception came, the outermost first."""
    return [
        frame.lineno or 0
        for frame in traceback.extract_tb(error.__traceback__)
        if path is not None and frame.filename == str(path)
    ]
