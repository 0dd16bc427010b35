"""Looks at students' Python without running it."""

from __future__ import annotations

import ast
import symtable
from collections.abc import Iterator

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def parse(source: str) -> ast.Module | None:
    """Return the statements of a source; None if it is not Python, or nested too deep."""
    try:
        symtable.symtable(source, "<source>", "exec")  # refuses more: two arguments of one name
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def definitions(tree: ast.Module) -> dict[str, Definition]:
    """Return the functions and classes of a module by their names, of each the last."""
    return {node.name: node for node in tree.body if isinstance(node, Definition)}


def same(a: str, b: str) -> bool:
    """Return whether two sources say the same, but for their comments and layout."""
    trees = parse(a), parse(b)
    try:
        texts = [ast.dump(tree) for tree in trees if tree is not None]
    except RecursionError:
        return False
    return len(texts) == 2 and texts[0] == texts[1]


def names_used(source: str) -> set[str]:
    """Return the names that a module's statements, or the functions in it, look up there."""
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
    """Yield the names that a statement binds or changes where it stands, not within functions."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield node.name
        case ast.Import() | ast.ImportFrom():
            for alias in node.names:
                yield alias.asname or alias.name.partition(".")[0]
        case ast.Name(ctx=ast.Store()):
            yield node.id
        case ast.Attribute(ctx=ast.Store()) | ast.Subscript(ctx=ast.Store()):
            base: ast.expr = node
            while isinstance(base, ast.Attribute | ast.Subscript):
                base = base.value
            if isinstance(base, ast.Name):
                yield base.id
        case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            pass
        case _:
            for child in ast.iter_child_nodes(node):
                yield from names_bound(child)


def text_of(node: ast.stmt, source: str) -> str:
    """Return a statement as it was written, with its decorators."""
    decorators = [f"@{ast.unparse(each)}\n" for each in getattr(node, "decorator_list", [])]
    return "".join(decorators) + (ast.get_source_segment(source, node) or ast.unparse(node))
