"""Cells of a chapter that a reader runs in the page: *run here*, and *run on Binder* for others.

The build reads what each cell's names come from. A cell whose names lead back to Python, NumPy and
``normbook.norms`` runs in the reader's browser, after all cells above it that do: so an edit above
is seen below. Of a cell that does not, the statements that do are run all the same, an import of
NumPy beside one of PyTorch, say. ``assets/code/cell.mjs`` does the rest, after the first click.

The reading follows names: assignments, definitions, what is changed in place, and generators, which
every use changes. It does not follow two names for one array through a cell that does not run.
``tests/browser/test_cells.py`` runs each cell in a browser, and compares with the book.
"""

import ast
import builtins
import symtable
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import jupytext
from docutils import nodes

from .explorable import relative_address
from .notebook import launches

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

OURS = ("numpy", "normbook.norms")
STANDARD = {
    *("cmath", "collections", "contextlib", "copy", "dataclasses", "decimal", "enum", "fractions"),
    *("functools", "inspect", "itertools", "json", "math", "numbers", "operator", "re"),
    *("statistics", "string", "struct", "textwrap", "types", "typing", "warnings"),
}
"""Modules of Python that do the same in a browser, and that no seed or clock decides."""
LIVE = ("normbook.widgets", "normbook.grader", "normbook.playgrounds")
"""What such a cell shows works in the page already, or says itself where it runs."""

MODERN = {"default_rng", "Generator", "PCG64", "SeedSequence"}
"""Of ``numpy.random``, what draws from no generator that other cells share unseen."""
FILES = {
    f"numpy.{name}"
    for name in ("load", "loadtxt", "genfromtxt", "fromfile", "memmap", "save", "savez", "savetxt")
}
REFUSED = {"open", "input", "breakpoint"}
"""Builtins that need more than a browser has."""
OPAQUE = {"exec", "eval", "compile", "globals", "locals", "vars", "__import__", "get_ipython"}
"""Whoever calls these may bind any name."""
BUILTINS = set(dir(builtins)) | {"__name__"}
STATEFUL = {
    "default_rng",
    "Generator",
    "iter",
    "zip",
    "map",
    "filter",
    "enumerate",
    "count",
    "cycle",
}
"""What they return is another thing after each use."""
PERHAPS = (ast.If, ast.For, ast.While, ast.Try, ast.Match)
"""Statements that bind a name, or do not."""

Where = Literal["here", "elsewhere", "nowhere"]


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

    where: Where
    share: str


def judge(sources: Iterable[str]) -> list[Judgement]:
    """Return for each cell of a chapter, in order, what the page can do with it."""
    names = Names()
    return [judge_cell(source, names) for source in sources]


def judge_cell(source: str, names: "Names", fails: bool = False) -> Judgement:
    """Return what the page can do with the next cell, which may fail on purpose."""
    try:
        body = [each for s in ast.parse(source).body for each in apart(s)]
    except SyntaxError:  # a magic: it may bind any name
        names.forget()
        return Judgement("elsewhere", "")
    is_live = is_name(body) or any(names.is_live(name) for s in body for name in loads(s))
    runs = [names.take(statement, fails) for statement in body]
    imports = [isinstance(statement, ast.Import | ast.ImportFrom) for statement in body]
    share = [ast.unparse(s) for s, s_runs in zip(body, runs, strict=True) if s_runs]
    if all(runs):
        return Judgement("nowhere" if all(imports) else "here", source)
    return Judgement("nowhere" if is_live or any(imports) else "elsewhere", "\n".join(share))


def apart(statement: ast.stmt) -> Iterator[ast.stmt]:
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


class Names:
    """What the names of a chapter stand for, from statement to statement."""

    def __init__(self) -> None:
        self._known: dict[str, bool] = {}  # whether it can be had in the page
        self._paths: dict[str, str] = {}  # of what is imported: "numpy.random"
        self._later: dict[str, frozenset[str]] = {}  # names that a function reads once it is called
        self._stateful: set[str] = set()
        self._opaque = False

    def forget(self) -> None:
        """Know nothing more of any name: something may have bound it."""
        self.__init__()  # type: ignore[misc]
        self._opaque = True

    def is_live(self, name: str) -> bool:
        """Return whether a name is imported from what works in the page already."""
        return self._paths.get(name, "").startswith(LIVE)

    def take(self, statement: ast.stmt, fails: bool = False) -> bool:
        """Learn what a top-level statement does; return whether it runs in the page."""
        scope = Scope.of(statement)
        imports = dict(imported(statement))
        if "*" in imports or scope.reads & OPAQUE:
            self.forget()
            return False
        # A loop reads the name that it binds itself.
        own = set() if self._opaque else scope.binds - self._known.keys()
        reads = self._follow(scope.reads - own)
        runs = (
            not fails
            and all(self._is_here(name) for name in reads)
            and all(self._known.get(name, True) for name in scope.reads_later)
            and all(is_here(path) for path in imports.values())
            and not scope.binds_later
            and all(is_here(path) for path in self._attributes(statement))
        )
        later = scope.reads_later.union(*(self._later.get(name, ()) for name in scope.reads))
        changed = set(changes(statement, lambda name: name in self._paths))
        for name in scope.binds | scope.binds_later | changed:
            if name in scope.binds and not isinstance(statement, PERHAPS):
                self._known[name] = runs
                self._later[name] = later
            else:
                self._known[name] = runs and self._known.get(name, True)
                self._later[name] = self._later.get(name, frozenset()) | later
        if not runs:
            self._known |= dict.fromkeys(reads & self._stateful, False)
        for name in scope.binds:
            self._paths.pop(name, None)
        self._paths |= {n: path for n, path in imports.items() if n in scope.binds}
        self._stateful -= scope.binds
        if self._makes_stateful(statement):
            self._stateful |= scope.binds
        return runs

    def _is_here(self, name: str) -> bool:
        if name in self._known:
            return self._known[name]
        return not self._opaque and name in BUILTINS - REFUSED

    def _follow(self, names: frozenset[str]) -> set[str]:
        """Return names, and all that the functions among them read."""
        found: set[str] = set()
        waiting = set(names)
        while waiting:
            name = waiting.pop()
            found.add(name)
            waiting |= self._later.get(name, frozenset()) - found
        return found

    def _attributes(self, statement: ast.stmt) -> Iterator[str]:
        """Yield what a statement takes out of modules, as dotted names."""
        for node in ast.walk(statement):
            if isinstance(node, ast.Attribute):
                name, *below = ast.unparse(node).split(".")
                # Of `default_rng(0).normal` the part before the call is a node of its own.
                if name in self._paths and all(map(str.isidentifier, below)):
                    yield ".".join([self._paths[name], *below])

    def _makes_stateful(self, statement: ast.stmt) -> bool:
        value = getattr(statement, "value", None)
        if isinstance(value, ast.Name):
            return value.id in self._stateful
        return isinstance(value, ast.GeneratorExp) or (
            isinstance(value, ast.Call) and ast.unparse(value.func).split(".")[-1] in STATEFUL
        )


@dataclass(frozen=True)
class Scope:
    """The names of the module that a statement binds and reads."""

    binds: frozenset[str]
    reads: frozenset[str]
    reads_later: frozenset[str]
    binds_later: frozenset[str]

    @classmethod
    def of(cls, statement: ast.stmt) -> "Scope":
        """Return a top-level statement's."""
        top = symtable.symtable(ast.unparse(statement), "<cell>", "exec")
        symbols = top.get_symbols()
        binds = {s.get_name() for s in symbols if s.is_assigned() or s.is_imported()}
        reads = {s.get_name() for s in symbols if s.is_referenced()}
        later: set[str] = set()
        binds_later: set[str] = set()
        for table, is_late in nested(top):
            for symbol in table.get_symbols():
                if symbol.is_global() and symbol.is_referenced():
                    (later if is_late else reads).add(symbol.get_name())
                if symbol.is_declared_global() and symbol.is_assigned():
                    binds_later.add(symbol.get_name())
        for node in ast.walk(statement):
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                reads |= {node.target.id} & binds
        return cls(*map(frozenset, (binds, reads, later, binds_later)))


def nested(table: symtable.SymbolTable, late: bool = False) -> Iterator[tuple[Any, bool]]:
    """Yield the scopes inside of one, and whether each runs only once it is called."""
    for child in table.get_children():
        at_once = child.get_type() == "class" or child.get_name() in {
            *("listcomp", "setcomp", "dictcomp", "genexpr"),
            *("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"),
        }
        is_late = late or not at_once
        yield child, is_late
        yield from nested(child, is_late)


def imported(statement: ast.stmt) -> Iterator[tuple[str, str]]:
    """Yield the names that a statement imports, anywhere in it, each with what it stands for."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Import):
            for alias in node.names:
                # `import a.b` binds a, with all that is in it
                name = alias.asname or alias.name.partition(".")[0]
                yield name, alias.name if alias.asname else name
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            for alias in node.names:
                yield alias.asname or alias.name, f"{module}.{alias.name}"


def is_here(path: str) -> bool:
    """Return whether a module, or what is in it, can be had in the page."""
    if path.startswith("numpy.random."):
        return path.split(".")[2] in MODERN
    if path in FILES:
        return False
    return path.partition(".")[0] in STANDARD or f"{path}.".startswith(
        tuple(f"{name}." for name in OURS)
    )


def loads(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that are written in a statement."""
    return (node.id for node in ast.walk(statement) if isinstance(node, ast.Name))


def changes(statement: ast.stmt, is_module: Callable[[str], bool]) -> Iterator[str]:
    """Yield the names whose values a statement changes in place."""
    for node in ast.walk(statement):
        changed: list[ast.expr] = []
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            changed = [node]
        elif isinstance(node, ast.AugAssign):
            changed = [node.target]
        elif isinstance(node, ast.keyword) and node.arg == "out":
            changed = [node.value]
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            call = node.value
            if isinstance(call.func, ast.Attribute):  # values.append(…); np.copyto(values, …)
                module = is_module(base(call.func))
                changed = list(call.args) if module else [call.func]
        for name in map(base, changed):
            if name and not is_module(name):
                yield name


def base(expression: ast.expr) -> str:
    """Return the name that an expression begins with: of ``a.b[0]`` it is ``a``."""
    while isinstance(expression, ast.Attribute | ast.Subscript | ast.Starred):
        expression = expression.value
    return expression.id if isinstance(expression, ast.Name) else ""


# ---- in the page


class running(nodes.General, nodes.Element):
    """Where a cell is run: attributes ``where``, ``lead`` (what runs before it) and ``label``."""


def place(app: "Sphinx", doctree: nodes.document) -> None:
    """Give the cells of a chapter that a reader can run the place to do so."""
    shown = list(doctree.findall(is_shown))
    if not shown:
        return
    path = Path(app.env.doc2path(app.env.docname))
    names = Names()
    lead: list[str] = []  # what runs in the page since the last cell with a button
    for cell in jupytext.read(path).cells:
        if cell.cell_type != "code":
            continue
        judgement = judge_tagged(cell, names)
        source = cell.source.strip()
        container = shown.pop(0) if shown and text_of(shown[0]) == source else None
        if container is None or judgement.where == "nowhere":
            lead.append(judgement.share)
            continue
        node = running("", where=judgement.where, label=source.partition("\n")[0])
        container.insert(1, node)
        if judgement.where == "here":
            node["lead"] = "\n".join(filter(None, lead))
            lead = []
        else:
            lead.append(judgement.share)


def is_shown(node: nodes.Node) -> bool:
    """Return whether a node is a cell whose code is in the page."""
    return (
        isinstance(node, nodes.container)
        and node.get("nb_element") == "cell_code"
        and "hide_mode" not in node
        and bool(node.children)
        and node[0].get("nb_element") == "cell_code_source"
    )


def text_of(container: nodes.container) -> str:
    """Return the code of a cell that is shown."""
    return next(iter(container[0].findall(nodes.literal_block))).astext().strip()


def judge_tagged(cell: Any, names: Names) -> Judgement:
    """Return what the page can do with the next cell of a notebook, whose tags have a say."""
    tags = cell.metadata.get("tags", [])
    if "skip-execution" in tags:
        return Judgement("nowhere", "")
    return judge_cell(cell.source, names, fails="raises-exception" in tags)


def visit_running(translator: "HTML5Translator", node: running) -> None:
    """Write the button, which works once scripts run, or the link."""
    label = escape(node["label"])
    if node["where"] == "here":
        static = relative_address(translator, "_static")
        lead = f' data-lead="{escape(node["lead"])}"' if node["lead"] else ""
        translator.body.append(
            f'<div class="nb-run" data-module="{static}/code/cell.mjs" '
            f'data-style="{static}/code/cell.css" data-python="{static}/python/"{lead}>'
            f'<button type="button" aria-label="run here: {label}">run here</button></div>\n'
        )
        raise nodes.SkipNode
    binder = launches(translator.builder.app, translator.builder.current_docname).get("Binder")
    if binder:
        translator.body.append(
            f'<div class="nb-run-elsewhere"><a href="{escape(binder)}" target="_blank" '
            f'rel="noopener" aria-label="run on Binder: {label}">run on Binder</a></div>\n'
        )
    raise nodes.SkipNode


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register what finds the cells, and what writes their buttons."""
    app.add_node(running, html=(visit_running, None))
    app.connect("doctree-read", place)
    return {"parallel_read_safe": True}
