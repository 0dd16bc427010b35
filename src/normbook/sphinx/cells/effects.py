"""Works out what a statement does to the names of its module: which it binds, reads and changes.

`runnable` follows with it through a chapter which values a reader's page has. A statement is read,
not run: `symtable` gives the names by the compiler's own rules of scope, and `ast` gives which
values may be changed in place, which names may share a value, and what a function does once it is
called. The tables below list what methods and functions of Python, NumPy and PyTorch do to what
they are given.

Where reading cannot tell, the answer errs to one side, so that no cell shows another number in the
page than in the book: a value may have been changed unless what is done to it is known to leave it
alone, and a result may share memory with the arguments unless the function is known to return
something new. The tests named in `runnable` show that the answers are right.
"""

import ast
import inspect
import symtable
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from itertools import chain

import numpy as np

Names = frozenset[str]
Paths = Mapping[str, str]
"""What a module's names for imports stand for: ``{"np": "numpy"}``."""

MUTATING_METHODS = frozenset(
    {
        *("append", "extend", "insert", "remove", "pop", "clear", "reverse", "sort"),  # list
        *("popitem", "setdefault", "update", "move_to_end", "subtract"),  # dict and its kin
        *("add", "discard", "difference_update", "intersection_update"),  # set
        *("symmetric_difference_update",),
        *("appendleft", "extendleft", "popleft", "rotate"),  # deque
        *("byteswap", "fill", "itemset", "partition", "put", "resize", "setfield", "setflags"),
        *("send", "throw", "close"),  # generator
    }
)
"""Methods that change the value they are called on."""
TYPES = (
    *(bytes, complex, dict, float, frozenset, int, list, range, set, str, tuple),
    *(np.generic, np.ndarray),
)
"""What a chapter computes with, for the most part."""
TENSOR_METHODS = {
    *("amax", "backward", "bfloat16", "clone", "cpu", "data_ptr", "detach", "double", "float"),
    *("name", "numel", "numpy", "parameters", "softmax", "unbind", "unflatten"),
}
"""Of PyTorch, those that chapters call and that change no tensor's values."""
KEEPING_METHODS = TENSOR_METHODS.union(
    name for kind in TYPES for name in dir(kind) if not name.startswith("_")
).difference(MUTATING_METHODS)
"""Methods that leave the value they are called on as it was; any other may change it."""
FRESH_METHODS = frozenset(
    {
        *("all", "any", "argmax", "argmin", "argsort", "cumprod", "cumsum", "dot", "item", "max"),
        *("mean", "min", "prod", "round", "std", "sum", "var"),  # of an array
        *("integers", "normal", "permutation", "random", "standard_normal", "uniform"),  # drawn
        *("count", "format", "index", "join"),
    }
)
"""Methods whose result shares nothing with the value they are called on."""
FRESH_FUNCTIONS = frozenset(
    {
        *("bool", "complex", "float", "int", "len", "print", "range", "repr", "round", "str"),
        *("numpy.arange", "numpy.concatenate", "numpy.empty", "numpy.eye", "numpy.full"),
        *("numpy.linspace", "numpy.mean", "numpy.ones", "numpy.ones_like", "numpy.stack"),
        *("numpy.std", "numpy.sum", "numpy.var", "numpy.zeros", "numpy.zeros_like"),
        "numpy.linalg.norm",
    }
)
"""Functions, by where they are imported from, whose result shares nothing with their arguments."""
MUTATES_ARGUMENTS = frozenset(
    {
        *("next", "anext", "setattr", "delattr"),
        *("copyto", "fill_diagonal", "place", "put", "put_along_axis", "putmask"),  # numpy
        *("at", "shuffle"),  # of a ufunc, of a random generator
        *("heapify", "heappop", "heappush", "heappushpop", "heapreplace"),
        *("insort", "insort_left", "insort_right"),
        *("delitem", "setitem"),  # operator, as are the next
        *("iadd", "iand", "iconcat", "ifloordiv", "ilshift", "imatmul", "imod", "imul", "ior"),
        *("ipow", "irshift", "isub", "itruediv", "ixor"),
    }
)
"""Functions and methods that change what they are given."""
SETTINGS = frozenset({"set_printoptions", "setbufsize", "seterr", "seterrcall"})
"""Functions of a module that change what its other functions do."""

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
AT_ONCE = "__at_once__"
"""Read, in what the compiler is shown, by a comprehension that is not a generator."""


@dataclass(frozen=True)
class Deferred:
    """What the functions and generators among some values do once they are called.

    Parameters
    ----------
    reads
        Names of the module that they read.
    mutates
        Names of the module that they bind, or whose values they may change.
    mutates_any
        Whether they may change an argument, or what they keep between calls.
    yields
        Whether a call returns a generator.
    """

    reads: Names = frozenset()
    mutates: Names = frozenset()
    mutates_any: bool = False
    yields: bool = False

    def __or__(self, other: "Deferred") -> "Deferred":
        """Return what either of two does."""
        return Deferred(
            self.reads | other.reads,
            self.mutates | other.mutates,
            self.mutates_any or other.mutates_any,
            self.yields or other.yields,
        )


@dataclass(frozen=True)
class Effects:
    """What a top-level statement does to the names of its module.

    Parameters
    ----------
    binds
        Names that it may bind or unbind; of them ``rebinds``, which it binds whatever happens.
    deletes
        Names that it unbinds whatever happens.
    reads
        Names that it reads.
    mutates
        Names whose values it may change in place.
    mutates_any
        Whether it may change, in place, any value that it reads.
    replaces
        Names that a loop binds before it does anything else: their old values it leaves alone.
    shares
        Pairs of names: the values of the first may be, or hold, those of the second or their parts.
    binds_later
        Names that a function inside of it declares global and binds.
    functions
        Names of values that are, or hold, functions inside of it.
    deferred
        What these do once they are called.
    """

    binds: Names
    rebinds: Names
    deletes: Names
    reads: Names
    mutates: Names
    mutates_any: bool
    replaces: Names
    shares: tuple[tuple[Names, Names], ...]
    binds_later: Names
    functions: Names
    deferred: Deferred

    @classmethod
    def of(cls, statement: ast.stmt, paths: Paths) -> "Effects":
        """Return the effects of a statement.

        Parameters
        ----------
        statement
            A statement of a module's top level.
        paths
            What the module's names for imports stand for.
        """
        scope = Scope.of(statement)
        now, later = executed(statement), postponed(statement)
        calls_mutate = frozenset(chain.from_iterable(mutated(node, paths) for node in later))
        mutates_local = bool(calls_mutate & scope.local_later)
        may_call = not isinstance(statement, DEFINITIONS)
        return cls(
            binds=scope.binds,
            rebinds=frozenset(targets(statement)),
            deletes=frozenset(deleted(statement)),
            reads=scope.reads,
            mutates=frozenset(chain.from_iterable(mutated(node, paths) for node in now)).union(
                calls_mutate & scope.reads_later if may_call else ()
            ),
            mutates_any=mutates_local and may_call,
            replaces=frozenset(replaced(statement)),
            shares=tuple(chain.from_iterable(shared(node, paths) for node in now)),
            binds_later=scope.binds_later,
            functions=frozenset(chain.from_iterable(map(named_functions, now))),
            deferred=Deferred(
                reads=scope.reads_later,
                mutates=(calls_mutate & scope.reads_later) | scope.binds_later,
                mutates_any=mutates_local or any(map(keeps_state, [*now, *later])),
                yields=any(isinstance(node, ast.Yield | ast.YieldFrom) for node in later),
            ),
        )


@dataclass(frozen=True)
class Scope:
    """The names of the module in a statement, by the compiler's own rules of scope."""

    binds: Names
    reads: Names
    reads_later: Names
    binds_later: Names
    local_later: Names

    @classmethod
    def of(cls, statement: ast.stmt) -> "Scope":
        """Return the names in a statement of a module's top level."""
        source = ast.unparse(Comprehensions().visit(deepcopy(statement)))
        top = symtable.symtable(source, "<cell>", "exec")
        symbols = top.get_symbols()
        binds = {s.get_name() for s in symbols if s.is_assigned() or s.is_imported()}
        reads = {s.get_name() for s in symbols if s.is_referenced()}
        reads_later: set[str] = set()
        binds_later: set[str] = set()
        local_later: set[str] = set()
        for table, is_late in nested(top):
            read = {s.get_name() for s in table.get_symbols() if reads_module(table, s)}
            if not is_late:
                reads |= read
            if is_late or is_generator(table):  # which begins at once, and goes on later
                reads_later |= read
                local_later |= {s.get_name() for s in table.get_symbols() if not s.is_global()}
            for symbol in table.get_symbols():
                if symbol.is_declared_global() and (symbol.is_assigned() or symbol.is_imported()):
                    binds_later.add(symbol.get_name())
        for node in ast.walk(statement):
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                reads |= {node.target.id} & binds
        reads |= set(deleted(statement))
        names = (binds, reads, reads_later, binds_later, local_later)
        return cls(*(frozenset(each) - {AT_ONCE} for each in names))


class Comprehensions(ast.NodeTransformer):
    """Makes generators of all comprehensions, and has those of lists, sets and dicts read a name.

    From Python 3.12 on these have no scope of their own in the compiler's tables.
    """

    def visit_ListComp(self, node: ast.ListComp | ast.SetComp) -> ast.AST:
        """Return a generator of what the list is made of."""
        self.generic_visit(node)
        return self._generator(node.generators, node.elt)

    visit_SetComp = visit_ListComp

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        """Return a generator of what the dictionary is made of."""
        self.generic_visit(node)
        return self._generator(node.generators, node.key, node.value)

    def _generator(self, generators: list[ast.comprehension], *parts: ast.expr) -> ast.AST:
        elements = ast.Tuple([ast.Name(AT_ONCE, ast.Load()), *parts], ast.Load())
        return ast.GeneratorExp(elements, generators)


def nested(
    table: symtable.SymbolTable, late: bool = False
) -> Iterator[tuple[symtable.SymbolTable, bool]]:
    """Yield the scopes inside of one, and whether each runs only once it is called."""
    for child in table.get_children():
        at_once = child.get_type() == "class" or is_comprehension(child)
        is_late = late or not at_once
        yield child, is_late
        yield from nested(child, is_late)


def is_comprehension(table: symtable.SymbolTable) -> bool:
    """Return whether a scope is a comprehension's, or a generator expression's."""
    return table.get_name().strip("<>") == "genexpr"


def is_generator(table: symtable.SymbolTable) -> bool:
    """Return whether a scope is a generator expression's."""
    return is_comprehension(table) and AT_ONCE not in table.get_identifiers()


def reads_module(table: symtable.SymbolTable, symbol: symtable.Symbol) -> bool:
    """Return whether a name that a nested scope reads is, or may be, the module's."""
    if table.get_type() == "class" and symbol.is_assigned():
        return symbol.is_referenced()  # `x = x` in a class reads the module's
    return symbol.is_global() and symbol.is_referenced()


def targets(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement binds whatever happens."""
    match statement:
        case ast.Assign(targets=expressions):
            yield from chain.from_iterable(map(stored, expressions))
        case ast.AnnAssign(target=target, value=ast.expr()):
            yield from stored(target)
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Import() | ast.ImportFrom():
            yield from (name for name, _ in imports(statement))


def replaced(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that a loop binds before it does anything else with them."""
    match statement:
        case ast.For(target=target, iter=values, body=[first, *_], orelse=[]):
            at_first = set(stored(target))
            if isinstance(first, ast.Assign):
                at_first |= set(targets(first)) - set(loaded(first))
            yield from (at_first | set(replaced(first))) - set(loaded(values))


def loaded(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node reads, whosever they are."""
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load):
            yield each.id


def stored(expression: ast.expr) -> Iterator[str]:
    """Yield the names that a target binds."""
    for node in ast.walk(expression):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def deleted(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that ``del`` unbinds."""
    if isinstance(statement, ast.Delete):
        yield from (target.id for target in statement.targets if isinstance(target, ast.Name))


def imports(statement: ast.stmt) -> Iterator[tuple[str, str]]:
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


def executed(statement: ast.stmt) -> list[ast.AST]:
    """Return the nodes of a statement that run with it: all but the bodies of its functions."""
    bodies = {id(node) for node in function_bodies(statement)}
    return [node for node in ast.walk(statement) if id(node) not in bodies]


def postponed(statement: ast.stmt) -> list[ast.AST]:
    """Return the nodes of a statement that run, or go on running, once a function is called."""
    generators = (node for node in ast.walk(statement) if isinstance(node, ast.GeneratorExp))
    return [*function_bodies(statement), *chain.from_iterable(map(ast.walk, generators))]


def function_bodies(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield the nodes in the bodies of a statement's functions."""
    for node in ast.walk(statement):
        if isinstance(node, FUNCTION):
            body = [node.body] if isinstance(node, ast.Lambda) else node.body
            yield from chain.from_iterable(map(ast.walk, body))


# ---- what shares a value


def shared(node: ast.AST, paths: Paths) -> Iterator[tuple[Names, Names]]:
    """Yield the names that a node itself gives a value, or a part of one, each with where from."""
    for places, value in given(node):
        names = frozenset(chain.from_iterable(sources(place, paths) for place in places))
        others = names if len(places) > 1 else frozenset()  # `x = y = []`
        if names:
            yield names, others | frozenset(sources(value, paths))


def named_functions(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node itself gives to functions, or to what holds them."""
    if isinstance(node, DEFINITIONS):
        yield node.name
    for places, value in given(node):
        if any(
            isinstance(n, ast.Lambda | ast.GeneratorExp) or keeps_state(n) for n in ast.walk(value)
        ):
            yield from chain.from_iterable(sources(place, {}) for place in places)


def given(node: ast.AST) -> Iterator[tuple[list[ast.expr], ast.expr]]:
    """Yield the places to which a node gives a value, and the value."""
    match node:
        case ast.Assign(targets=places, value=value):
            yield places, value
        case (
            ast.AnnAssign(target=place, value=ast.expr() as value)
            | ast.AugAssign(target=place, value=value)
            | ast.NamedExpr(target=place, value=value)
            | ast.For(target=place, iter=value)
            | ast.comprehension(target=place, iter=value)
            | ast.withitem(optional_vars=ast.expr() as place, context_expr=value)
        ):
            yield [place], value
        case ast.Match(subject=value, cases=cases):
            patterns = [each for case in cases for each in ast.walk(case.pattern)]
            names = [
                getattr(each, "name", None) or getattr(each, "rest", None) for each in patterns
            ]
            yield [named(name) for name in names if name], value
        case ast.Call(func=function):
            name = called(node)
            if isinstance(function, ast.Attribute) and name not in KEEPING_METHODS | FRESH_METHODS:
                yield from (([function.value], value) for value in arguments(node))  # x.append(y)
            if name in MUTATES_ARGUMENTS:
                yield list(arguments(node)), ast.Tuple(list(arguments(node)), ast.Load())
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield from (([named(name)], part) for part in kept_parts(node))


def named(name: str) -> ast.expr:
    """Return a name as the place that is given a value."""
    return ast.Name(name, ast.Store())


def kept_parts(
    definition: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef,
) -> Iterator[ast.expr]:
    """Yield what a function or class is made with: decorators, defaults, bases, its own values."""
    yield from definition.decorator_list
    if isinstance(definition, ast.ClassDef):
        yield from definition.bases
        parts = (node for node in ast.walk(definition) if isinstance(node, ast.Assign))
        yield from (part.value for part in parts)
    else:
        yield from filter(None, [*definition.args.defaults, *definition.args.kw_defaults])


def sources(expression: ast.AST, paths: Paths) -> Iterator[str]:
    """Yield the names with whose values an expression's may share memory, or a part."""
    match expression:
        case ast.Name(id=name):
            if name not in paths:
                yield name
        case ast.Subscript(value=value) | ast.Attribute(value=value):
            yield from sources(value, paths)
        case ast.Call() if is_fresh(expression, paths):
            pass
        case ast.BinOp(op=ast.Sub() | ast.Div() | ast.FloorDiv() | ast.Pow() | ast.MatMult()):
            pass  # lists and their like know neither
        case ast.UnaryOp() | ast.Compare() | ast.JoinedStr():
            pass
        case ast.ListComp(elt=part) | ast.SetComp(elt=part):  # it shares its loop's, see `given`
            yield from sources(part, paths)
        case ast.DictComp(key=key, value=value):
            yield from chain(sources(key, paths), sources(value, paths))
        case ast.Call(func=ast.Attribute(attr=method)) if method in FRESH_METHODS:
            yield from chain.from_iterable(sources(each, paths) for each in arguments(expression))
        case _:
            children = ast.iter_child_nodes(expression)
            yield from chain.from_iterable(sources(child, paths) for child in children)


def is_fresh(call: ast.Call, paths: Paths) -> bool:
    """Return whether a call's result shares nothing with what the call is given."""
    if any(keyword.arg in {"out", "initial"} for keyword in call.keywords):
        return False
    name = path_of(call.func, paths)
    function = getattr(np, name.removeprefix("numpy."), None) if "numpy." in name else None
    if isinstance(function, np.ufunc):
        return len(call.args) <= function.nin
    return name in FRESH_FUNCTIONS


def path_of(function: ast.expr, paths: Paths) -> str:
    """Return where a function is imported from, as a dotted name, or its own name."""
    name, *attributes = dotted(function)
    return ".".join([paths.get(name, name), *attributes])


def dotted(expression: ast.expr) -> list[str]:
    """Return the names of a chain of attributes; the first is empty if it begins with none."""
    match expression:
        case ast.Name(id=name):
            return [name]
        case ast.Attribute(value=value, attr=attribute):
            return [*dotted(value), attribute]
    return [""]


# ---- what is changed in place


def mutated(node: ast.AST, paths: Paths) -> Iterator[str]:
    """Yield the names whose values may be changed by a node itself, whatever is inside of it."""
    match node:
        case ast.Attribute(value=value, ctx=ast.Store() | ast.Del()):
            yield from sources(value, {})
        case ast.Subscript(value=value, ctx=ast.Store() | ast.Del()):
            yield from sources(value, {})
        case ast.AugAssign(target=target):
            yield from sources(target, {})
        case ast.Attribute(value=value, attr=method) if method in MUTATING_METHODS:
            yield from sources(value, paths)  # called or not
        case ast.Expr(value=ast.Call(func=ast.Attribute() as function) as call):
            if dotted(function)[0] in paths:  # its value is dropped: what else would it be for?
                yield from chain.from_iterable(sources(each, paths) for each in arguments(call))
        case ast.Call():
            for changed in changed_by_call(node, paths):
                yield from sources(changed, paths)
            if called(node) in SETTINGS:
                yield from sources(node.func, {})


def changed_by_call(call: ast.Call, paths: Paths) -> Iterator[ast.expr]:
    """Yield the expressions whose values a call may change."""
    name = called(call)
    first = dotted(call.func)[0]
    is_method = isinstance(call.func, ast.Attribute) and first not in paths
    if is_method and name not in KEEPING_METHODS:
        yield call.func
    # `np.ndarray.sort(x)`; but `np.add` is no set's method.
    of_class = path_of(call.func, paths).count(".") > 1
    if name in MUTATES_ARGUMENTS or is_in_place(call) or (of_class and name in MUTATING_METHODS):
        yield from arguments(call)
    place = place_of_out(name)
    if place is not None:
        yield from call.args[place - is_method :]
    yield from (keyword.value for keyword in call.keywords if keyword.arg == "out")


def is_in_place(call: ast.Call) -> bool:
    """Return whether a call says that it works in place, as PyTorch's do."""
    name = called(call)
    return (name.endswith("_") and not name.startswith("_")) or any(
        keyword.arg == "inplace" for keyword in call.keywords
    )


def keeps_state(node: ast.AST) -> bool:
    """Return whether a node makes a function that may change what it keeps between calls."""
    is_bound = isinstance(node, ast.Attribute) and node.attr in MUTATING_METHODS
    return is_bound or isinstance(node, ast.Nonlocal)


@cache
def place_of_out(name: str) -> int | None:
    """Return where a function of NumPy takes ``out`` without its keyword, or None."""
    function = vars(np).get(name)
    if isinstance(function, np.ufunc):
        return function.nin
    try:
        return list(inspect.signature(function).parameters).index("out")  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None


def called(call: ast.Call) -> str:
    """Return the last part of the name of what is called, if it has one."""
    return dotted(call.func)[-1]


def arguments(call: ast.Call) -> Iterator[ast.expr]:
    """Yield what a call is given."""
    yield from call.args
    yield from (keyword.value for keyword in call.keywords)
