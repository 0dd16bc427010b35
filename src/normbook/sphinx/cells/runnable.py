"""Decides for each cell of a chapter whether it gets a *run here*, or leads to Binder.

A page has Python, NumPy, `PACKAGES` of this book, and no PyTorch. A cell may run in it only if it
shows there the numbers that it shows in the book, which had all packages. To run a cell and look
would not tell: the build has all packages, and a value that one cell computes with PyTorch may
reach a later cell by any name. So the cells are read, in their order, and for each name it is
noted whether the page has its value. A statement runs in the page if the page has the values of
all names that it reads. A statement that does not run there takes from the page the values of the
names that it binds, and the values that it may change in place: by this name, by another name for
the same value, or through a function that it calls. `effects` says what a statement reads, binds
and may change.

Where reading cannot tell, the statement is taken not to run in the page. So a cell may lead to
Binder without need, but never shows another number than the book. One thing is assumed: a function
that is imported leaves its arguments as they were, unless `effects` knows that it does not.

That these decisions are right is shown by two tests. ``tests/browser/test_cells.py`` presses *run
here* on every cell of the book that has it, and compares what is printed with the book.
``tests/sphinx/cells/test_soundness.py`` runs small chapters, made to deceive, whole and in part.
"""

import ast
import builtins
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from operator import or_
from typing import Literal

from .effects import Deferred, Effects, Names, called, dotted, given, imports, path_of, sources

PACKAGES = ("numpy", "normbook.norms", "normbook.capstones.iris")
STANDARD = {
    *("cmath", "collections", "contextlib", "copy", "dataclasses", "decimal", "enum", "fractions"),
    *("functools", "inspect", "itertools", "json", "math", "numbers", "operator", "re"),
    *("statistics", "string", "struct", "textwrap", "types", "typing", "warnings"),
}
"""Modules of Python that give the same results in a browser and at every run."""
LIVE = ("normbook.widgets", "normbook.grader", "normbook.playgrounds")
"""Packages whose objects, shown by a cell, work in the page without it being run."""

NOT_HERE = {"raises-exception", "slow"}
"""Tags of cells that do not end as they should in a page: it waits 10 s for an answer."""
SEEDED = {"default_rng", "Generator", "PCG64", "SeedSequence"}
"""The names in ``numpy.random`` that the page has. All others draw from one global generator, which
cells would share without naming it."""
FILES = {
    *("numpy.fromfile", "numpy.fromregex", "numpy.genfromtxt", "numpy.load", "numpy.loadtxt"),
    *("numpy.memmap", "numpy.save", "numpy.savetxt", "numpy.savez", "numpy.savez_compressed"),
}
IN_PART = {"numpy", "numpy.random"}
"""Modules of which a page has a part only. Assigned to another name, one would hide which of its
attributes a cell uses."""
OTHERWISE = {"open", "input", "breakpoint", "id", "hash"}
"""Builtins that need more than a browser has, or give another result in each process."""
OPAQUE = {"exec", "eval", "compile", "globals", "locals", "vars", "__import__", "get_ipython"}
"""Whoever calls these may bind any name."""
BUILTINS = set(dir(builtins)) | {"__name__"}
ITERATORS = {
    *("default_rng", "Generator", "iter", "zip", "map", "filter", "enumerate", "reversed"),
    *("accumulate", "chain", "combinations", "count", "cycle", "islice", "permutations"),
    *("product", "repeat", "starmap", "takewhile", "dropwhile", "nditer", "ndenumerate"),
}
"""Functions and classes whose results change when they are read, as iterators and generators do."""

Place = Literal["here", "elsewhere", "nowhere"]


@dataclass(frozen=True)
class Cell:
    """A code cell of a chapter."""

    source: str
    tags: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Judgement:
    """What the page can do with a cell.

    Parameters
    ----------
    where
        Where a reader is to run it; nowhere if it is imports alone, or shows what works anyhow.
    share
        The part of it that runs in the page before the cells below.
    """

    where: Place
    share: str


def judge(cells: Iterable[Cell]) -> Iterator[tuple[Cell, Judgement]]:
    """Yield each cell of a chapter, in order, and what the page can do with it."""
    namespace = Namespace()
    for cell in cells:
        yield cell, judge_next(cell, namespace)


def judge_next(cell: Cell, namespace: "Namespace") -> Judgement:
    """Return what the page can do with the cell that comes next in a chapter."""
    if "skip-execution" in cell.tags:
        return Judgement("nowhere", "")
    try:
        body = [part for statement in ast.parse(cell.source).body for part in split(statement)]
    except SyntaxError:  # a magic: it may bind any name
        namespace.forget()
        return Judgement("elsewhere", "")
    is_live = is_name(body) or any(map(namespace.is_live, written(body)))
    fails = bool(NOT_HERE & cell.tags)
    runs = [namespace.execute(statement, fails) for statement in body]
    are_imports = [isinstance(statement, ast.Import | ast.ImportFrom) for statement in body]
    if all(runs):
        return Judgement("nowhere" if all(are_imports) else "here", cell.source)
    share = [ast.unparse(s) for s, s_runs in zip(body, runs, strict=True) if s_runs]
    return Judgement("nowhere" if is_live or any(are_imports) else "elsewhere", "\n".join(share))


def split(statement: ast.stmt) -> Iterator[ast.stmt]:
    """Yield a statement, or each import of it: one may run in the page where another does not."""
    match statement:
        case ast.Import(names):
            yield from (ast.Import([alias]) for alias in names)
        case ast.ImportFrom(module, names, level):
            yield from (ast.ImportFrom(module, [alias], level) for alias in names)
        case _:
            yield statement


def is_name(body: list[ast.stmt]) -> bool:
    """Return whether a cell shows what a name stands for, and does nothing else."""
    return len(body) == 1 and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Name)


def written(body: list[ast.stmt]) -> Iterator[str]:
    """Yield the names that are written in a cell."""
    nodes = (node for statement in body for node in ast.walk(statement))
    return (node.id for node in nodes if isinstance(node, ast.Name))


class Namespace:
    """What the names of a chapter stand for, from statement to statement."""

    def __init__(self) -> None:
        self._available: dict[str, bool] = {}  # whether the page has the book's value
        self._paths: dict[str, str] = {}  # from an imported name to what it is: "numpy.random"
        self._deferred: dict[str, Deferred] = {}  # what a value does once it is called
        self._aliases: dict[str, set[str]] = {}  # names that may share a value, or a part of one
        self._iterators: set[str] = set()
        self._opaque = False  # whether any name may have been bound unseen

    def forget(self) -> None:
        """Know nothing more of any name: something may have bound it."""
        for known in (self._available, self._paths, self._deferred, self._aliases):
            known.clear()
        self._iterators.clear()
        self._opaque = True

    def is_live(self, name: str) -> bool:
        """Return whether a name is imported from what works in the page already."""
        return self._paths.get(name, "").startswith(LIVE)

    def execute(self, statement: ast.stmt, fails: bool) -> bool:
        """Take in what the next statement does; return whether it runs in the page."""
        effects = Effects.of(statement, self._paths)
        calls = self._calls(effects.reads)
        imported = dict(imports(statement))
        if "*" in imported or OPAQUE & (effects.reads | effects.deferred.reads | calls.reads):
            self.forget()
            return False
        # A loop reads the name that it binds itself.
        own = frozenset() if self._opaque else effects.binds - self._available.keys()
        reads = (effects.reads - own) | calls.reads
        runs = (
            not fails
            and not effects.binds_later
            and all(map(self._is_available, reads))
            and all(self._available.get(name, True) for name in effects.deferred.reads)
            and self._runs_with_imports(statement)
        )
        if not runs:
            self._lose(self._changed(effects, calls, reads))
        self._share(effects)
        self._bind(effects, runs)
        self._iterators |= self._bound_to_iterators(statement) & (effects.binds | effects.mutates)
        self._paths |= {name: path for name, path in imported.items() if name in effects.binds}
        return runs

    # ---- what a statement needs

    def _is_available(self, name: str) -> bool:
        if name in self._available:
            return self._available[name]
        return not self._opaque and name in BUILTINS - OTHERWISE

    def _calls(self, names: Iterable[str]) -> Deferred:
        """Return what some values do once they are called, and all that they call in turn."""
        total = Deferred()
        found: set[str] = set()
        waiting = set(names)
        while waiting:
            name = waiting.pop()
            found.add(name)
            called = self._deferred.get(name, Deferred())
            total |= called
            waiting |= called.reads - found
        return total

    def _runs_with_imports(self, statement: ast.stmt) -> bool:
        """Return whether the page has all that a statement imports, and takes from imports."""
        imported = set(imports(statement))
        return (
            all(is_here(path) for _, path in imported)
            and len(imported) == len(dict(imported))  # a name imported in two ways is either
            and all(map(is_usable, self._uses(statement)))
            and not any(map(self._is_unseeded, ast.walk(statement)))
        )

    def _uses(self, statement: ast.stmt) -> Iterator[list[str]]:
        """Yield what a statement uses of what is imported: where from, and which attributes."""
        nodes = list(ast.walk(statement))
        inner = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
        for node in nodes:
            if isinstance(node, ast.Attribute | ast.Name) and id(node) not in inner:
                name, *attributes = dotted(node)
                if name in self._paths and isinstance(node.ctx, ast.Load):
                    yield [self._paths[name], *attributes]

    def _is_unseeded(self, node: ast.AST) -> bool:
        """Return whether a node makes a random generator that no seed decides."""
        if not isinstance(node, ast.Call) or node.args or node.keywords:
            return False
        return path_of(node.func, self._paths).startswith("numpy.random.")

    # ---- what it leaves behind

    def _changed(self, effects: Effects, calls: Deferred, reads: Names) -> set[str]:
        """Return the names whose values a statement may change in place."""
        changed = set(effects.mutates | calls.mutates | (reads & self._iterators))
        if effects.mutates_any or calls.mutates_any:
            changed |= reads - self._paths.keys()
        changed |= self._values(frozenset(changed))
        for _ in effects.shares:  # through as many names as it gives a value
            for names, values in effects.shares:
                if names & changed:
                    changed |= values | self._values(values)
        return changed - effects.replaces

    def _lose(self, changed: set[str]) -> None:
        """Take the page to have other values than the book where some names' were changed."""
        lost = self._group(changed) & self._available.keys()
        self._available |= dict.fromkeys(lost, False)

    def _bind(self, effects: Effects, runs: bool) -> None:
        """Note which of the names that a statement binds the page has."""
        for name in effects.binds | effects.binds_later:
            is_sure = name in effects.rebinds
            was_here = self._available.get(name, True) and name not in self._paths
            self._available[name] = runs and (is_sure or was_here)
            if is_sure:
                self._iterators.discard(name)
            self._paths.pop(name, None)
        for name in effects.deletes:
            del self._available[name]

    def _share(self, effects: Effects) -> None:
        """Note which names may share a value after a statement, and what may be called by them."""
        shares = [
            (names, values, self._group(self._values(values)), self._own_calls(values))
            for names, values in effects.shares
        ]
        holders = self._holders(effects)
        called_by = [
            (names | self._group(names & effects.mutates), calls) for names, _, _, calls in shares
        ]
        for name in effects.rebinds:
            self._part(name)
            self._deferred.pop(name, None)
        given: Names = frozenset().union(*(names for names, *_ in shares))
        for names, values, group, _ in shares:
            if group or values & given:
                group = self._group(names | group | (values & given))
                self._aliases |= dict.fromkeys(group, group)
        for names, calls in [*called_by, (holders, effects.deferred)]:
            for name in names:
                self._deferred[name] = self._own_calls({name}) | calls
        for name in given - effects.binds - self._available.keys():
            self._part(name)  # a comprehension's own

    def _holders(self, effects: Effects) -> Names:
        """Return the names by which the functions inside of a statement may be called after it."""
        holders = effects.functions.union(self._group(effects.functions - effects.rebinds))
        for _ in effects.shares:
            for names, values in effects.shares:
                if values & holders:
                    holders |= names
        return holders

    def _part(self, name: str) -> None:
        """Forget that a name may share its value with others."""
        self._aliases.pop(name, set()).discard(name)

    def _values(self, names: Names) -> Names:
        """Return those of some names that hold a value, and those that a call of one may return."""
        found = names | self._calls(names).reads
        return found & self._available.keys() - self._paths.keys()

    def _own_calls(self, names: Iterable[str]) -> Deferred:
        """Return what some values do once they are called, but not what they call in turn."""
        return reduce(or_, (self._deferred.get(name, Deferred()) for name in names), Deferred())

    def _group(self, names: Iterable[str]) -> set[str]:
        """Return names, and those that may share a value with one of them."""
        return set(names).union(*(self._aliases.get(name, ()) for name in names))

    # ---- iterators

    def _bound_to_iterators(self, statement: ast.stmt) -> set[str]:
        """Return the names that a statement binds to what is another thing after each use."""
        pairs = chain.from_iterable(map(given, ast.walk(statement)))
        bound = (places for places, value in pairs if self._is_iterator(value))
        return {
            name for place in chain.from_iterable(bound) for name in sources(place, self._paths)
        }

    def _is_iterator(self, value: ast.AST) -> bool:
        """Return whether a value may be, or have in it, what is another thing after each use."""
        match value:
            case ast.GeneratorExp():
                return True
            case ast.Name(id=name):
                return name in self._iterators
            case ast.Call(func=function, args=arguments):
                own = set(sources(function, self._paths)) & self._available.keys()
                return (
                    called(value) in ITERATORS
                    or self._own_calls(own).yields
                    or (bool(own) and any(map(self._is_iterator, arguments)))
                )
            case ast.BinOp() | ast.Compare() | ast.Lambda():
                return False
        return any(map(self._is_iterator, ast.iter_child_nodes(value)))


def is_here(path: str) -> bool:
    """Return whether the page has a module, or what is in it."""
    if path.startswith("numpy.random."):
        return path.split(".")[2] in SEEDED
    if path in FILES:
        return False
    return path.partition(".")[0] in STANDARD or f"{path}.".startswith(
        tuple(f"{name}." for name in PACKAGES)
    )


def is_usable(use: list[str]) -> bool:
    """Return whether the page has what is taken from an import, and all that it is taken through.

    Parameters
    ----------
    use
        What is imported, as a dotted name, and the attributes that are taken of it, one by one.
    """
    paths = [".".join(use[:count]) for count in range(1, len(use) + 1)]
    return paths[-1] not in IN_PART and all(map(is_here, paths[1:]))
