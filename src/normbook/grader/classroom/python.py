"""Looks at students' Python without running it."""

from __future__ import annotations

import ast
import builtins
import io
import symtable
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set

from ..verdict.load import unwarned

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
A_FUNCTION = "lambda"
"""What stands for one that is written out, among the names of which a value may be made."""


def parse(source: str) -> ast.Module | None:
    """Return the statements of a source; None if it is not Python, or nested too deep."""
    try:
        return _parsed(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def what_is_no_python(source: str) -> str:
    """Return where a source that cannot be parsed goes wrong: ``line 7: invalid syntax``."""
    try:
        _parsed(source)
    except SyntaxError as error:
        return f"line {error.lineno}: {error.msg}" if error.lineno else error.msg
    except (ValueError, RecursionError, MemoryError) as error:
        return str(error) or "it is nested too deep"
    return ""


def _parsed(source: str) -> ast.Module:
    """Return the statements of a source, which raises what is wrong with it."""
    with unwarned():
        symtable.symtable(source, "<source>", "exec")  # refuses more: two arguments of one name
        return ast.parse(source)


def definitions(tree: ast.Module) -> list[str]:
    """Return the names under which a module leaves a function or class, in their order."""
    known = callables(tree.body)
    return list(dict.fromkeys(n for node in tree.body for n in sorted(defined_by(node, known))))


def callables(nodes: Iterable[ast.stmt]) -> set[str]:
    """Return the names under which statements import anything, or leave a function or class.

    A call of a function that makes one has the name of that, with parentheses: ``make()``.
    """
    nodes = list(_flat(nodes))
    found, known = {A_FUNCTION, *_makers(nodes)}, set[str]()
    bound: dict[ast.stmt, set[str]] = {}
    users: dict[str, list[ast.stmt]] = defaultdict(list)  # the statements that are made of a name
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            found.update(names_bound(node))
        bound[node], made_of = _bound(node)
        for name in made_of:
            users[name].append(node)
    while found:  # each statement is taken once
        known |= found
        reached = [user for name in found for user in users.pop(name, ())]
        found = set().union(*(bound.pop(user, ()) for user in reached)) - known
    return known


def _makers(nodes: Iterable[ast.stmt]) -> Iterator[str]:
    """Yield calls of functions that return a function or class of their own: ``make()``."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef):
            body = list(_flat(node.body))
            made = {each.name for each in body if isinstance(each, Definition)}
            returned = [each.value for each in body if isinstance(each, ast.Return)]
            if any(
                isinstance(each, ast.Lambda) or (isinstance(each, ast.Name) and each.id in made)
                for each in returned
            ):
                yield f"{node.name}()"


def defined_by(node: ast.stmt, known: Set[str]) -> set[str]:
    """Return the names under which a statement leaves a function or class.

    The statement defines it, perhaps within an ``if``, ``try`` or ``with``, or assigns it. Of the
    names in an assigned value, those in ``known`` are taken for functions; see `callables`.
    """
    found = map(_bound, _flat([node]))
    return set().union(*(names for names, made_of in found if not known.isdisjoint(made_of)))


BY_ANY_NAME = frozenset(
    {"exec", "eval", "globals", "locals", "vars", "setattr", "sys", "__import__"}
)
"""With what a module may bind names that nobody sees who reads it."""


def may_bind(tree: ast.Module, name: str) -> bool:
    """Whether running a module may leave anything under a name, by whatever way."""
    bound = set().union(*map(names_bound, tree.body))
    shared = {
        each for node in ast.walk(tree) if isinstance(node, ast.Global) for each in node.names
    }
    used = _names_in(tree)
    return not {name, "*"}.isdisjoint(bound | shared) or not BY_ANY_NAME.isdisjoint(used | bound)


def _flat(nodes: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield statements and those within them, but for the bodies of functions and classes."""
    for node in nodes:
        yield node
        if not isinstance(node, Definition):
            parts = [*getattr(node, "handlers", ()), *getattr(node, "cases", ()), node]
            for part in parts:
                for name in ("body", "orelse", "finalbody"):
                    yield from _flat(getattr(part, name, ()))


def _bound(node: ast.stmt) -> tuple[set[str], set[str]]:
    """Return names that a statement binds, and those of which one, if a function, makes them so."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}, {A_FUNCTION}
        case ast.Assign(targets=targets, value=ast.expr() as value):
            names = {target.id for target in targets if isinstance(target, ast.Name)}
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            names = {name}
        case _:
            return set(), set()
    alone = names.isdisjoint(_names_in(value))
    return names, set(_made_of(value)) if alone else set()


def _names_in(tree: ast.AST) -> set[str]:
    """Return the names that stand in a tree as such, and not as attributes."""
    return {each.id for each in ast.walk(tree) if isinstance(each, ast.Name)}


def _made_of(value: ast.expr) -> Iterator[str]:
    """Yield the names of which any makes a value seem a function, if it is one."""
    match value:
        case ast.Lambda():
            yield A_FUNCTION
        case ast.Name(id=name):
            yield name
        case ast.Attribute(value=base):
            yield from _made_of(base)
        case ast.IfExp(body=one, orelse=other):
            yield from _made_of(one)
            yield from _made_of(other)
        case ast.Call(func=function, args=arguments, keywords=keywords):
            if isinstance(function, ast.Name):
                yield f"{function.id}()"
            # of functools.partial, or a decorator
            for each in (*arguments, *(keyword.value for keyword in keywords)):
                yield from _made_of(each)


def same(a: str, b: str) -> bool:
    """Return whether two sources differ in comments and layout alone."""
    trees = parse(a), parse(b)
    try:
        texts = [ast.dump(tree) for tree in trees if tree is not None]
    except (RecursionError, ValueError):  # a hexadecimal number, too long to be written in decimals
        return False
    return len(texts) == 2 and texts[0] == texts[1]


def names_used(source: str) -> set[str]:
    """Return the global names that a module looks up, in its statements or in its functions."""
    with unwarned():
        table = symtable.symtable(source, "<source>", "exec")
    own = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_referenced()}
    return own.union(*map(set, map(_globals, table.get_children())))


def _globals(table: symtable.SymbolTable) -> Iterator[str]:
    for symbol in table.get_symbols():
        if symbol.is_global() and symbol.is_referenced():
            yield symbol.get_name()
    for child in table.get_children():
        yield from _globals(child)


def names_bound(node: ast.AST) -> Iterator[str]:
    """Yield the names that a statement binds, but for those within functions."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield node.name
        case ast.Import() | ast.ImportFrom():
            for alias in node.names:
                yield alias.asname or alias.name.partition(".")[0]
        case ast.Name(ctx=ast.Store()):
            yield node.id
        case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            pass
        case _:
            for child in ast.iter_child_nodes(node):
                yield from names_bound(child)


def names_changed(node: ast.AST) -> Iterator[str]:
    """Yield the names of objects of which a statement sets or deletes an item or attribute."""
    for each in _where_it_stands(node):
        match each:
            case (
                ast.Attribute(ctx=ast.Store() | ast.Del())
                | ast.Subscript(ctx=ast.Store() | ast.Del())
            ):
                yield from _base(each)
            case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[ast.Name(id=name), *_]):
                yield name


def names_called_on(node: ast.AST) -> Iterator[str]:
    """Yield the names of objects whose methods a statement calls for an effect: ``T.append(0)``."""
    for each in _where_it_stands(node):
        match each:
            case ast.Expr(value=ast.Call(func=ast.Attribute() as function)):
                yield from _base(function)


def names_given(node: ast.AST) -> Iterator[str]:
    """Yield the names that a statement passes to a call made for its effect: ``fill(T)``.

    Builtin functions that are called so, ``print`` above all, change nothing, and do not count.
    """
    for each in _where_it_stands(node):
        match each:
            case ast.Expr(value=ast.Call(func=ast.Name(id=name))) if hasattr(builtins, name):
                pass
            case ast.Expr(value=ast.Call(args=arguments, keywords=keywords)):
                for value in (*arguments, *(keyword.value for keyword in keywords)):
                    if isinstance(value, ast.Name):
                        yield value.id


def _where_it_stands(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a statement and all its parts, but for functions and classes."""
    if not isinstance(node, Definition | ast.Lambda):
        yield node
        for child in ast.iter_child_nodes(node):
            yield from _where_it_stands(child)


def _base(value: ast.expr) -> Iterator[str]:
    """Yield the name that an expression of attributes, items and method calls begins with."""
    match value:
        case ast.Name(id=name):
            yield name
        case ast.Attribute(value=whole) | ast.Subscript(value=whole):
            yield from _base(whole)
        case ast.Call(func=ast.Attribute() as method):
            yield from _base(method)


def lines_of(source: str) -> list[bytes]:
    """Return the lines of a source as `text_of` takes them: with their ends, in UTF-8."""
    return [line.encode() for line in io.StringIO(source, newline="")]


def text_of(node: ast.stmt, lines: Sequence[bytes]) -> str:
    """Return a statement as it was written in a source of these lines, with its decorators."""
    decorators = (_segment(each, lines) for each in getattr(node, "decorator_list", ()))
    return "".join(f"@({each})\n" for each in decorators) + _segment(node, lines)


def _segment(node: ast.stmt | ast.expr, lines: Sequence[bytes]) -> str:
    """Return what `ast.get_source_segment` does, which reads all lines anew for each node."""
    taken = list(lines[node.lineno - 1 : node.end_lineno])
    taken[-1] = taken[-1][: node.end_col_offset]
    taken[0] = taken[0][node.col_offset :]
    return b"".join(taken).decode()
