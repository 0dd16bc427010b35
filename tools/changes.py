"""Changes a right answer a little, by mutmut's operators and by those that arithmetic has besides.

A change is known by what stood in its lines before, and after: so are those that change nothing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from fnmatch import fnmatchcase
from pathlib import Path

import libcst as cst
import libcst.matchers as m
from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper
from mutmut.mutation.mutators import mutation_operators

FACTORS = (0, 0.1, 0.5, 2, 10, -1)
TINY = ("1e-12", "1e-8", "1e-4")
CASTS = (
    *("{}.astype(np.float16)", "{}.astype(np.float32)", "{}.astype(np.float64)"),
    *("{}.half()", "{}.float()", "{}.double()", "{}.detach()", "float({})", "int({})"),
    *("np.round({}, 6)", "torch.round({}, decimals=6)", "round({}, 6)", "np.nan_to_num({})"),
    *("np.abs({})", "{}.abs()", "abs({})"),
)
"""Expressions that a change puts around the value of an assignment, or around a result."""
ON_ENTRY = (
    *("{0} = np.asarray({0}, np.float32)", "{0} = np.asarray({0}, np.float64)", "{0} *= 1"),
    *("{0} = np.squeeze({0})", "{0} = np.atleast_2d({0})", "{0} = abs({0})", "{0}.sort()"),
    *("{0} = {0}.reshape(-1, {0}.shape[-1])", "{0} = {0}.lower()", "{0} = {0}.strip()"),
    *("{0} = {0}.float()", "{0} = {0}.detach()", "{0} = list({0})", "{0} = tuple({0})"),
    *(f"if {{0}}.ndim == {rank}: raise TypeError" for rank in range(1, 5)),
    *(f"if {{0}}.shape[{axis}] == 1: raise TypeError" for axis in (0, 1, -1)),
    *(f"if len({{0}}) == {size}: raise TypeError" for size in (0, 1)),
    *("if not {0}.is_contiguous(): raise TypeError", "if {0}.requires_grad: raise TypeError"),
)
"""Statements that a change puts at the beginning of a function, for one of its parameters."""


@dataclass(frozen=True)
class Change:
    """A right answer to an exercise, after one change."""

    place: str
    """The exercise, and its file that was changed."""
    before: str
    after: str
    source: str


@dataclass(frozen=True)
class Equivalence:
    """A change after which the code does the same, in a place or in all that a pattern names."""

    place: str
    before: str
    after: str

    def covers(self, place: str, before: str, after: str) -> bool:
        """Whether a change is this one."""
        changed = before.replace(self.before, self.after, 1)
        return fnmatchcase(place, self.place) and after == changed


def equivalences(file: Path) -> list[Equivalence]:
    """Return the changes that a file names."""
    kept = tomllib.loads(file.read_text(encoding="utf-8")).get("equivalent", [])
    return [Equivalence(each["in"], *change) for each in kept for change in each["changes"]]


def difference(before: str, after: str) -> tuple[int, str, str]:
    """Return the number of the first line that differs, and the lines that do, before and after."""
    old, new = ([line.strip() for line in text.splitlines()] for text in (before, after))
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    changed = [block for block in blocks if block[0] != "equal"]
    (_, start, _, new_start, _), (_, _, end, _, new_end) = changed[0], changed[-1]
    return start, " ".join(old[start:end]), " ".join(new[new_start:new_end])


def changes(place: str, source: str) -> Iterator[Change]:
    """Yield what comes of a source by one change, each once."""
    wrapper = MetadataWrapper(cst.parse_module(source), unsafe_skip_copy=True)
    module, spans = wrapper.module, wrapper.resolve(ByteSpanPositionProvider)
    names = sorted({node.value for node in bound(module)})
    encoded, seen = source.encode(), {source}

    def put(node: cst.CSTNode, replacement: cst.CSTNode) -> str:
        if isinstance(node, cst.BaseStatement):  # it has lines to indent
            changed = module.deep_replace(node, replacement)
            assert isinstance(changed, cst.Module)
            return changed.code
        start, end = spans[node].start, spans[node].start + spans[node].length
        text = module.code_for_node(replacement)
        return (encoded[:start] + text.encode() + encoded[end:]).decode()

    for node in walk(module):
        for replacement in (*replacements(node), *other_names(node, names)):
            changed = put(node, replacement)
            if changed not in seen:
                seen.add(changed)
                yield Change(place, *difference(source, changed)[1:], changed)


def walk(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Yield a node and all below it, but for names that are no values."""
    yield node
    for child in node.children:
        match node:
            case cst.Attribute(attr=name) | cst.Arg(keyword=name) | cst.Param(name=name):
                if child is name:
                    continue
            case cst.AssignTarget(target=cst.Name()) | cst.ImportAlias():
                continue
        yield from walk(child)


def bound(module: cst.Module) -> Iterator[cst.Name]:
    """Yield the names that a module's functions bind."""
    for node in m.findall(module, m.Param() | m.AssignTarget() | m.CompFor() | m.For()):
        target = node.name if isinstance(node, cst.Param) else node.target  # type: ignore[attr-defined]
        yield from (each for each in m.findall(target, m.Name()) if isinstance(each, cst.Name))


def replacements(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Yield what may stand in the place of a node."""
    for kind, operator in (*mutation_operators, *OPERATORS):
        if isinstance(node, kind):
            yield from operator(node)


def other_names(node: cst.CSTNode, names: Iterable[str]) -> Iterator[cst.CSTNode]:
    """Yield the names that a name may be taken for."""
    if isinstance(node, cst.Name) and node.value in names:
        yield from (node.with_changes(value=name) for name in names if name != node.value)


def factors(node: cst.Integer | cst.Float) -> Iterator[cst.CSTNode]:
    """Yield the number, made larger or smaller by a factor."""
    yield from (expression(repr(node.evaluated_value * factor)) for factor in FACTORS)


def thresholds(node: cst.BinaryOperation) -> Iterator[cst.CSTNode]:
    """Yield the larger of the two terms of a sum, and divisions whose divisor is kept from 0."""
    a, b = code(node.left), code(node.right)
    if isinstance(node.operator, cst.Add):
        functions = ("np.maximum", "torch.maximum", "max")
        yield from (expression(f"{function}({a}, {b})") for function in functions)
    if isinstance(node.operator, cst.Divide):
        ways = ("({} + {})", "np.maximum({}, {})", "max({}, {})", "{}.clamp_min({})")
        yield from (expression(f"({a} / {way.format(b, t)})") for way in ways for t in TINY)


def tolerances(node: cst.Comparison) -> Iterator[cst.CSTNode]:
    """Yield comparisons that take nearly equal numbers for equal ones."""
    match node:
        case cst.Comparison(left, [cst.ComparisonTarget(cst.Equal() | cst.NotEqual() as sign, to)]):
            a, b = code(left), code(to)
            equal = isinstance(sign, cst.Equal)
            yield expression(f"({'' if equal else '~'}np.isclose({a}, {b}))")
            for tiny in TINY:
                yield expression(f"(abs({a} - {b}) {'<' if equal else '>'} {tiny})")


def without_a_call(node: cst.Call) -> Iterator[cst.CSTNode]:
    """Yield the called method's object, the first argument, and calls with that kept from 0."""
    if isinstance(node.func, cst.Attribute):
        yield node.func.value
    if node.args:
        first, *rest = node.args
        yield first.value
        for way in ("np.maximum({}, {})", "max({}, {})", "{}.clamp_min({})"):
            for tiny in TINY:
                bounded = first.with_changes(value=expression(way.format(code(first.value), tiny)))
                yield node.with_changes(args=[bounded, *rest])


def casts(node: cst.Assign | cst.Return) -> Iterator[cst.CSTNode]:
    """Yield statements that cast or round the value that they assign or return."""
    if node.value is not None:
        value = code(node.value)
        yield from (node.with_changes(value=expression(cast.format(value))) for cast in CASTS)


def decisions(node: cst.If) -> Iterator[cst.CSTNode]:
    """Yield the ``if`` with a condition that is always true, and one that is always false."""
    yield from (node.with_changes(test=cst.Name(value)) for value in ("True", "False"))


def without_it(node: cst.SimpleStatementLine) -> Iterator[cst.CSTNode]:
    """Yield nothing to do in the statement's place."""
    yield node.with_changes(body=[cst.Pass()])


def shortcuts(node: cst.FunctionDef) -> Iterator[cst.CSTNode]:
    """Yield functions that first change one of their arguments."""
    for parameter in node.params.params:
        name, default = parameter.name.value, parameter.default
        lines = [line.format(name) for line in ON_ENTRY]
        if default is not None:
            lines += [f"{name} = {code(default)}", f"{name} = {name} or {code(default)}"]
        for line in lines:
            begun = [cst.parse_statement(line), *node.body.body]
            yield node.with_changes(body=node.body.with_changes(body=begun))


OPERATORS: tuple[tuple[type[cst.CSTNode], Callable[..., Iterator[cst.CSTNode]]], ...] = (
    (cst.Integer, factors),
    (cst.Float, factors),
    (cst.BinaryOperation, thresholds),
    (cst.Comparison, tolerances),
    (cst.Call, without_a_call),
    (cst.Assign, casts),
    (cst.Return, casts),
    (cst.If, decisions),
    (cst.SimpleStatementLine, without_it),
    (cst.FunctionDef, shortcuts),
)


def code(node: cst.CSTNode) -> str:
    """Return the source of a node, in parentheses unless it is a name."""
    text = cst.Module([]).code_for_node(node)
    return text if text.isidentifier() else f"({text})"


def expression(text: str) -> cst.BaseExpression:
    """Return the expression that a text is."""
    return cst.parse_expression(text)
