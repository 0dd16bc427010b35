"""Combines wrong answers: of two mistakes written down one at a time, makes an answer with both.

The difference between the solution and a mutant is a set of edits. Edits of several mutants that do
not overlap are made in one source, as a three-way merge does, token by token.
"""

from __future__ import annotations

import ast
import io
import keyword
import tokenize
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path

Token = tuple[int, str]
Edit = tuple[int, int, tuple[Token, ...]]
"""Where it begins and ends in the solution's tokens, and what stands there instead."""
ALIKE = 0.85
"""The share of their tokens that two answers have in common if both go the same way."""
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
LAYOUT = {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
LEFT_OUT = {tokenize.NL, tokenize.COMMENT, tokenize.ENDMARKER}
# From Python 3.12 on an f-string is many tokens, and from 3.14 on a t-string.
OPENS, CLOSES = (
    {getattr(tokenize, f"{kind}STRING_{end}", None) for kind in "FT"} for end in ("START", "END")
)


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
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node):
            node.body = node.body[1:] or [ast.Pass()]
    source = ast.unparse(tree)
    return tuple(
        (kind, "" if kind in LAYOUT else text)
        for kind, text in _whole_strings(source)
        if kind not in LEFT_OUT
    )


def _whole_strings(source: str) -> Iterator[Token]:
    """Yield the tokens of a source; a string with fields to fill in is one, as any other string."""
    lines = io.StringIO(source).readlines()
    begin, depth = (1, 0), 0
    for token in tokenize.generate_tokens(iter(lines).__next__):
        if token.type in OPENS:
            if not depth:
                begin = token.start
            depth += 1
        elif token.type in CLOSES:
            depth -= 1
            if not depth:
                yield tokenize.STRING, _between(lines, begin, token.end)
        elif not depth:
            yield token.type, token.string


def _between(lines: Sequence[str], begin: tuple[int, int], end: tuple[int, int]) -> str:
    """Return the text from one (row, column) to another; rows count from 1."""
    (first, left), (last, right) = begin, end
    *before, final = lines[first - 1 : last]
    return "".join([*before, final[:right]])[left:]


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
