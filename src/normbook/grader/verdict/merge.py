"""Combines wrong answers: of two mistakes written down one at a time, makes an answer with both.

The difference between the solution and a mutant is a set of edits. Edits of several mutants that do
not overlap are made in one source, as a three-way merge does, token by token.
"""

from __future__ import annotations

import ast
import io
import keyword
import tokenize
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path

Token = tuple[int, str]
Edit = tuple[int, int, tuple[Token, ...]]
"""Where it begins and ends in the solution's tokens, and what stands there instead."""
ALIKE = 0.85
"""The share of tokens that two ways of the same kind have in common."""
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef
LAYOUT = {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
LEFT_OUT = {tokenize.NL, tokenize.COMMENT, tokenize.ENDMARKER}


def merge(solution: Path, mutants: Sequence[Path]) -> str | None:
    """Return the source of the solution with the mistakes of all mutants.

    None if two of them change the same place, or if what comes of it is no Python.
    """
    right, *wrong = (path.read_text(encoding="utf-8") for path in (solution, *mutants))
    base = tokens(right)
    edits = sorted({edit for source in wrong for edit in changes(right, source)})
    merged: list[Token] = []
    at = 0
    for start, end, replacement in edits:
        if start < at:
            return None
        merged += base[at:start]
        merged += replacement
        at = end
    source = write([*merged, *base[at:]])
    try:
        ast.parse(source)
    except SyntaxError:
        return None
    return source


@cache
def changes(solution: str, mutant: str) -> frozenset[Edit]:
    """Return the edits that make the source of a mutant of the solution's."""
    before, after = tokens(solution), tokens(mutant)
    start = shared(before, after)  # most of a mutant is the solution
    before, after = before[start:], after[start:]
    rest = shared(before[::-1], after[::-1])
    end, new_end = len(before) - rest, len(after) - rest
    blocks = SequenceMatcher(None, before[:end], after[:new_end], autojunk=False).get_opcodes()
    return frozenset(
        (start + i, start + j, after[k:m]) for kind, i, j, k, m in blocks if kind != "equal"
    )


def shared(a: Sequence[Token], b: Sequence[Token]) -> int:
    """Return with how many equal tokens two sequences begin."""
    pairs = zip(a, b, strict=False)
    return next((i for i, (x, y) in enumerate(pairs) if x != y), min(len(a), len(b)))


def is_alike(source: str, other: str) -> bool:
    """Return whether two sources are the same for the most part, their names apart."""
    a, b = ([_kind(token) for token in tokens(each)] for each in (source, other))
    return SequenceMatcher(None, a, b, autojunk=False).ratio() >= ALIKE


def _kind(token: Token) -> Token:
    kind, text = token
    is_name = kind == tokenize.NAME and not keyword.iskeyword(text)
    return (kind, "") if is_name else token


@cache
def tokens(source: str) -> tuple[Token, ...]:
    """Return the tokens of a source laid out as Python itself does, without docstrings."""
    return tokens_of(ast.parse(source))


def tokens_of(tree: ast.Module) -> tuple[Token, ...]:
    """Return the tokens of a module, whose docstrings are taken away."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(
            node
        ):
            node.body = node.body[1:] or [ast.Pass()]
    found = tokenize.generate_tokens(io.StringIO(ast.unparse(tree)).readline)
    return tuple(
        (each.type, "" if each.type in LAYOUT else each.string)
        for each in found
        if each.type not in LEFT_OUT
    )


def write(tokens: Sequence[Token]) -> str:
    """Return the source of some tokens."""
    lines: list[str] = []
    line: list[str] = []
    depth = 0
    for kind, text in tokens:
        if kind == tokenize.NEWLINE:
            lines.append("    " * depth + " ".join(line))
            line = []
        elif kind in LAYOUT:
            depth += 1 if kind == tokenize.INDENT else -1
        else:
            line.append(text)
    return "\n".join(lines) + "\n"
