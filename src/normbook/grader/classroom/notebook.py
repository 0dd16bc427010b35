"""Takes the source of an answer from a notebook: what defines it, and what that needs.

Cells that plot, print, check or train would fail or take long where an attempt is graded. So a
statement is kept only if it binds a name that the answer looks up, directly or through other
statements, or if it changes the object of such a name. Of several definitions of the answer the
last is kept, which counts after all cells were run. Magics are left out; what ``%%writefile``
writes is treated as a file.
"""

from __future__ import annotations

import ast
import builtins
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

from .python import (
    Definition,
    callables,
    defined_by,
    lines_of,
    names_bound,
    names_called_on,
    names_changed,
    names_given,
    names_used,
    parse,
    text_of,
)

WRITE_FILE = re.compile(
    r"%%(?:write)?file\s+(?P<append>-a\s+|--append\s+)?(?P<name>\S(?:.*\S)?)\s*"
)
TRANSPARENT = re.compile(r"%%(time|capture)\b.*")
"""First lines of cells whose other lines run as they are."""
MAGIC = re.compile(r"\s*[%!].*|\s*\w[\w, ]*=\s*[%!].*|\s*\?{1,2}[\w.]+\??\s*|\s*[\w.]+\?{1,2}\s*")
TOO_DEEP = "its code is nested too deep"
"""Said of code that Python takes, and that nobody can look at who walks down into it."""


class NotebookError(ValueError):
    """The file cannot be read as a notebook; the message says why."""


class Notebook:
    """The statements of a notebook's cells, in order.

    Parameters
    ----------
    data
        The content of the file.

    Raises
    ------
    NotebookError
        If it is no notebook, is of a format before 4, or has code that is nested too deep.
    """

    def __init__(self, data: bytes) -> None:
        self._spoilt: list[str] = []
        self._aside: list[str] = []
        self._statements: list[Statement] = []
        self.files: dict[str, str] = {}
        """The texts of the files that cells write, by their names."""
        try:
            for kind, cell in _cells(data):
                if kind == "code":
                    self._add(cell)
                else:
                    self._aside.append(cell)
            known = callables(each.node for each in self._statements)
            self._defining = [(each, defined_by(each.node, known)) for each in self._statements]
        except RecursionError:
            raise NotebookError(TOO_DEEP) from None

    def _add(self, cell: str) -> None:
        first, _, rest = cell.partition("\n")
        if writes := WRITE_FILE.fullmatch(first):
            name = writes["name"].strip("\"'")
            self.files[name] = (self.files.get(name, "") if writes["append"] else "") + rest
            return
        python = _without_magics(cell)
        if (tree := parse(python)) is None:
            self._spoilt.append(python)
        else:
            lines = lines_of(python)
            self._statements += (Statement(node, text_of(node, lines)) for node in tree.body)

    def defines(self, name: str) -> bool:
        """Whether a cell leaves a function or class of this name."""
        return any(name in names for _, names in self._defining)

    @property
    def names(self) -> list[str]:
        """The names under which cells leave functions and classes, in their order."""
        return list(dict.fromkeys(n for _, names in self._defining for n in sorted(names)))

    def spoils(self, name: str) -> bool:
        """Whether no cell defines a name, but one that seems to is not Python."""
        return not self.defines(name) and _seems_defined(name, self._spoilt)

    def shows(self, name: str) -> bool:
        """Whether no cell defines a name, but one that is no code seems to: its kind is wrong."""
        return not self.defines(name) and _seems_defined(name, self._aside)

    def source_of(self, name: str) -> str:
        """Return the source of what the notebook defines under a name."""
        kept = self._kept(name)
        kept.sort(key=lambda each: not each.is_of_the_future)
        return "".join(f"{each.text}\n" for each in kept)

    def loops_beside(self, name: str) -> bool:
        """Whether what a name does not need loops without end, so that not all cells can be run."""
        kept = set(self._kept(name))
        return any(each.loops for each in self._statements if each not in kept)

    def _kept(self, name: str) -> list[Statement]:
        """Return the statements that define a name, and what these need."""
        *_, last = (i for i, (_, names) in enumerate(self._defining) if name in names)
        before = [e for e in self._statements[:last] if name not in e.concerns(())]
        after = [e for e in self._statements[last + 1 :] if name not in e.binds]
        return _needed([*before, self._statements[last], *after], name)


class Statement:
    """A statement with its text, and the names that it binds, changes and looks up."""

    def __init__(self, node: ast.stmt, text: str) -> None:
        self.node = node
        self.text = text
        self.binds = set(names_bound(node))
        self.changes = set(names_changed(node))
        self.called_on, self.given = set(names_called_on(node)), set(names_given(node))
        self.uses = names_used(text)

    def concerns(self, modules: Iterable[str]) -> set[str]:
        """Return the names that the statement binds, or whose objects it may change.

        A call of a method may change its object; a call of a module's function changes no module.
        """
        return self.binds | self.changes | self.called_on.difference(modules)

    @property
    def loops(self) -> bool:
        """Whether it is a loop that nothing in it ends: ``while True`` without ``break``."""
        ends = ast.Break | ast.Raise | ast.Call  # which may raise, as sys.exit does
        match self.node:
            case ast.While(test=ast.Constant(value=value)) if value:
                return not any(isinstance(each, ends) for each in ast.walk(self.node))
        return False

    @property
    def imports(self) -> bool:
        """Whether it is an import."""
        return isinstance(self.node, ast.Import | ast.ImportFrom)

    @property
    def is_of_the_future(self) -> bool:
        """Whether it imports from ``__future__``, and so has to stand first."""
        return isinstance(self.node, ast.ImportFrom) and self.node.module == "__future__"


def _needed(statements: Sequence[Statement], name: str) -> list[Statement]:
    """Return the statements that bind or change a name, or a name that these look up, and so on.

    A call as a statement, ``fill(table)``, may change what it is given, or only show or check it.
    It is kept if it is given a name that a kept statement binds, and needs nothing but what is kept
    and functions. It is left out if it uses the answer itself: then it only tries it.
    """
    modules = set().union(*(each.binds for each in statements if each.imports))
    concerning: dict[str, list[Statement]] = defaultdict(list)
    for each in statements:
        for concerned in each.concerns(modules):
            concerning[concerned].append(each)
    wanted = {name, "*"}.union(*(each.binds for each in statements if each.is_of_the_future))
    kept = set(_reached(wanted, concerning))
    wanted.update(*(each.uses for each in kept))
    there = set().union(*(each.binds for each in kept))
    calls = [each for each in statements if each.given and name not in each.uses]
    while True:
        before = len(kept)
        for call in calls:
            if call in kept or there.isdisjoint(call.given - modules):
                continue
            needs = (each for each in _reached(call.uses - wanted, concerning) if each not in kept)
            if (functions := _all_functions(each for each in needs if each is not call)) is None:
                continue
            bound = call.binds.union(*(each.binds for each in functions))
            if not call.uses.difference(there, bound, dir(builtins)):
                kept.update([call, *functions])
                wanted.update(call.uses, *(each.uses for each in functions))
                there |= bound
        if len(kept) == before:
            return [each for each in statements if each in kept]


def _all_functions(statements: Iterable[Statement]) -> list[Statement] | None:
    """Return some statements, if all define functions or classes; None at the first of another."""
    found = []
    for each in statements:
        if not isinstance(each.node, Definition):
            return None
        found.append(each)
    return found


def _reached(names: Set[str], concerning: Mapping[str, Sequence[Statement]]) -> Iterator[Statement]:
    """Yield the statements that concern some names, or names that these statements look up."""
    reached: set[Statement] = set()
    wanted, followed = set(names), set(names)
    while wanted:
        for each in concerning.get(wanted.pop(), ()):
            if each not in reached:
                reached.add(each)
                wanted |= each.uses - followed
                followed |= each.uses
                yield each


def _seems_defined(name: str, texts: Iterable[str]) -> bool:
    """Whether one of some texts that are no Python has a line that would define a name."""
    line = re.compile(rf"^[ \t]*(async +def|def|class) +{re.escape(name)}\b", re.MULTILINE)
    return any(map(line.search, texts))


def _without_magics(cell: str) -> str:
    """Return a cell without its magics, which Python does not understand."""
    if cell.startswith("%%"):
        first, _, rest = cell.partition("\n")
        return _without_magics(rest) if TRANSPARENT.fullmatch(first) else ""
    return cell if parse(cell) is not None else without_magics(cell)


def without_magics(source: str) -> str:
    """Return a source with empty lines in place of those that Jupyter alone understands."""
    return "\n".join("" if MAGIC.fullmatch(line) else line for line in source.split("\n"))


def as_notebook(source: str) -> bytes:
    """Return a notebook with a source as its one cell."""
    cell = {"cell_type": "code", "source": source}
    return json.dumps({"nbformat": 4, "cells": [cell]}).encode()


def _cells(data: bytes) -> list[tuple[str, str]]:
    """Return the cells that have a text: their kinds, as ``code`` or ``markdown``, and sources."""
    try:
        notebook = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise NotebookError("it is not the JSON of a notebook") from None
    match notebook:
        case {"nbformat": int(version)} if version < 4:
            raise NotebookError(f"it is a notebook of format {version}: save it anew in Jupyter")
        case {"nbformat": int(), "cells": list(cells)}:
            return [found for cell in cells if (found := _kind_and_source(cell)) is not None]
    raise NotebookError("it is not the JSON of a notebook")


def _kind_and_source(cell: Any) -> tuple[str, str] | None:
    """Return the kind and the source of a cell; None if it has none."""
    match cell:
        case {"cell_type": str(kind), "source": str(source)}:
            return kind, source
        case {"cell_type": str(kind), "source": list(lines)}:
            return kind, "".join(map(str, lines))
    return None
