"""Describes wrong answers that no known mistake explains: how they differ from the expected ones.

It knows no exercise. What it says is true of the answers that it has seen, and is no guess at the
reason, except for factors by which a known slip changes a result: it is named where it gives those
of all wrong answers, to calls of different sizes. Where no pattern is seen, nothing is said.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import permutations, product
from typing import Any, TypeAlias, TypeVar

from .attempt import Step
from .host import DEFINED, THE_ATTEMPT, NoResultError
from .loaded import np, numpy_is_loaded
from .same import (
    COARSE,
    ROUNDING,
    Aspect,
    as_array,
    aspect_of,
    is_number,
    leaves,
    plain,
    same,
    size_of,
    sizes_of_product,
)
from .show import shorten
from .tolerance import Tolerance, largest
from .wire import Handle

Case: TypeAlias = tuple[Step, dict[str, Any]]
"""A step, with the attempt's answer, and the answer that was expected."""
Read: TypeAlias = Callable[[Sequence[Case]], tuple[str, list[int]] | None]
"""Returns a text that is true of some cases, and the places of these; None where it sees none."""
Axis: TypeAlias = tuple[int, int]
"""The place of an argument, and that of one of its axes, counted from its start or its end."""
Slip: TypeAlias = "tuple[Callable[[np.ndarray], np.ndarray], str, str]"
"""By which factor a slip changes a result, given sizes; that as a formula; as if what were so."""
PatternReader: TypeAlias = "Callable[[np.ndarray, np.ndarray, list[np.ndarray]], str]"
"""Says what an array is beside the expected one of its shape, given the arguments of the call; says
nothing (an empty text) where it sees no pattern."""

NO_RESULT = NoResultError.__name__
UNCHECKABLE = "Your function returns no result that can be checked"
STOPS = "Your code stops with an exception where a result is expected"
OTHER_ARGUMENTS = "Your code takes other arguments than its task asks for"
IN_A_PRODUCT = (
    "In a product a @ b, a has as many columns as b has rows; here they are {} and {}. "
    "Is one of the two to be transposed?"
)
NONE = "Your function returns None where a value is expected."
"""Not said where None is expected of other steps: it is no forgotten `return` there."""
OBJECT = "Your class makes an object where a value is expected: the task asks for a function."
ZEROS = "Every number of your result is 0."
ONLY_ONE = r"In this call (only )?the (\w+) of (\d+) results (is wrong|has wrong numbers)\."
"""How a sentence reads that says which of several results is meant."""
ANOTHER_ORDER = "Your results are right, in another order"
REORDERED = "Your result has the right numbers, in another order."
UNCHANGED = "Your result is equal to one of the arguments."
NO_GRADIENT = (
    "The numbers are right, and no gradient flows back from them: what should learn is no"
    " parameter, or is cut from the graph."
)
OFTEN_CHANCE = (ZEROS, UNCHANGED, REORDERED, ANOTHER_ORDER)
"""Beginnings of texts that may be true of a call by chance: one with a constant row, a zero, or one
feature. They are told where they are true of more than half of the answers."""
FLOAT64_DIGITS = Tolerance(relative=1e-10, absolute=1e-12)
"""By how much two right answers in float64 mostly differ at most."""
Sized = TypeVar("Sized")
"""What a size is of: an axis, or two of them."""
KINDS: tuple[Callable[[Any], bool], ...] = (
    is_number,
    lambda value: isinstance(value, list | tuple),
    lambda value: isinstance(value, dict),
    lambda value: isinstance(value, bool | str),
)
"""Kinds of values: where the kind is wrong, that is said, and no number is read."""
LEAST_OFF = 1e-7
"""By how much differences may be off, as a share of the numbers that they are of, or, where these
are large, of 1: rounding."""
LEAST = 1e-13
"""Numbers that are a smaller share of the largest may be what rounding leaves of 0."""
TOO_SMALL_FOR_ROUNDING = 1e-20
"""Numbers that are a smaller share of the largest are not: they were computed."""
MOST_SHOWN = 200
"""Characters of a signature that are shown."""
ORDINALS = ("first", "second", "third", "fourth", "fifth")


@dataclass(frozen=True, eq=False)
class Constant:
    """A number that all numbers of an answer are the expected ones times, or plus."""

    value: float
    relative: float
    """By which share of it that number may be off, for the answer is rounded."""
    expected: np.ndarray
    """The expected numbers, in a row."""
    lengths: dict[Axis, int]
    """The lengths of the arguments' axes."""

    off: float = 0.0
    """By how much it may be off besides, as a summand may."""

    def is_near(self, value: float) -> bool:
        """Return whether it is a value, but for rounding."""
        return abs(self.value - value) <= self.relative * abs(value) + self.off


@dataclass(frozen=True, eq=False)
class Told:
    """What is said of one answer, if anything."""

    text: str = ""
    is_sure: bool = False
    """Whether it cannot be chance: it may be of a single number."""
    before: str = ""
    """Which of several results is meant."""
    factor: Constant | None = None
    summand: Constant | None = None
    """Of a single number both are known, and the text says neither."""
    is_spoilt: bool = False
    """Whether numbers are NaN or infinite that should not be: no factor can be read from them."""

    @property
    def whole(self) -> str:
        """All that is said."""
        return f"{self.before} {self.text}".strip()

    def of(self, which: str) -> Told:
        """Return what is said if the answer is one of several results, and ``which`` names it."""
        inner = re.sub(ONLY_ONE, r"Of its \3 values \1the \2 \4.", self.before)
        before = f"{which} {inner}".strip()
        return replace(self, text=_of_part(self.text), is_sure=True, before=before)


NOTHING = Told()
"""Says nothing."""


def of_aspect(aspect: Aspect, received: dict[str, Any], expected: dict[str, Any]) -> str:
    """Return what is said of an answer that is right but for one aspect, its dtype, say."""
    if aspect is Aspect.CHANGES:
        names = [f"`{name}`" for name in received.get("changed", ())]
        if not names:
            return "An argument that is to be changed is left as it was."
        return f"Your function changes {' and '.join(names)}, which its caller still needs."
    x, y = (list(leaves(each["value"])) for each in (received, expected))
    found = [(aspect_of(i, aspect), aspect_of(j, aspect)) for i, j in zip(x, y, strict=True)]
    place = next(i for i, (a, b) in enumerate(found) if a != b)
    what = "dtype" if aspect is Aspect.DTYPE else "shape"
    flat = isinstance(received["value"], (tuple, list)) and len(received["value"]) == len(found)
    several = f"your {ordinal(place)} result" if flat else "one of your results"
    whose = several if len(found) > 1 else "your result"
    if isinstance(y[place], (int, float)):
        kind, wanted = (type(each[place]).__name__ for each in (x, y))
        return f"{whose.capitalize()} is of type {kind} where {wanted} is expected, Python's own."
    where = f" of {whose}" if len(found) > 1 else ""
    return f"The {what}{where} is {found[place][0]} where {found[place][1]} is expected."


def of_exceptions(cases: Sequence[Case]) -> tuple[str, list[int]] | None:
    """Read answers that are all exceptions: say where most of them arise.

    NotImplementedError is left out: the report as a whole says that nothing is written yet.
    """
    raised = [step.answer["raised"] for step, _ in cases]
    places = [each["line"].removesuffix(f": {each['message']}") for each in raised]
    counts = Counter(place for place in places if not place.endswith("NotImplementedError"))
    if not counts:
        return None
    ((most, _),) = counts.most_common(1)
    which = [i for i, place in enumerate(places) if place == most]
    first = raised[which[0]]
    line = first["line"]
    if line.startswith(NO_RESULT):
        return f"{UNCHECKABLE}{line.removeprefix(NO_RESULT)}", which
    if sizes := sizes_of_product(first["message"]):
        line = f"{most}. {IN_A_PRODUCT.format(*sizes)}"
    return f"{STOPS}. {line}", which


def of_order(a: Sequence[Any], b: Sequence[Any], but: Aspect) -> str:
    """Say that results are the expected ones in another order, some aspects left out; "" if not."""
    if len(a) != len(b) or len(b) > len(ORDINALS):
        return ""
    _, *others = permutations(range(len(b)))
    for order in others:
        if all(same(a[i], b[j], but) for i, j in enumerate(order)):
            moved = next(i for i, j in enumerate(order) if i != j)
            here, there = ordinal(moved), ordinal(order[moved])
            return f"{ANOTHER_ORDER}: the {here} is what should be the {there}."
    return ""


def has_other_arguments(step: Step) -> bool:
    """Return whether the attempt takes other arguments than those that it was given in a call."""
    is_call = step.operation["do"] == "call"
    return is_call and "raised" in step.answer and DEFINED in step.answer["raised"]["message"]


def of_arguments(stub: str, entry: str, step: Step) -> str:
    """Say how what was called is defined, and how the stub has it; "" if they have it alike.

    Parameters
    ----------
    stub
        The source that students begin with.
    entry
        The function or class in it that the tests call.
    step
        One that `has_other_arguments`.
    """
    asked, defined = step.operation, step.answer["raised"]["message"].partition(DEFINED)[2]
    method = asked["name"] or ("" if asked["on"] == THE_ATTEMPT else "__call__")
    wanted = _signature_in(stub, entry, method)
    if not wanted or wanted == defined:
        return ""
    return f"{OTHER_ARGUMENTS}: the task has `{wanted}`. Yours is `{shorten(defined, MOST_SHOWN)}`."


def _signature_in(source: str, entry: str, method: str) -> str:
    """Return how a source defines a function or class, or a method of it; "" if it does not."""
    try:
        tree = ast.parse(source)
    except SyntaxError:  # a lecturer's own
        return ""
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name, args=arguments) if name == entry and not method:
                return f"{name}({ast.unparse(arguments)})"
            case ast.ClassDef(name=name, body=body) if name == entry:
                for each in body:
                    if isinstance(each, ast.FunctionDef) and each.name == (method or "__init__"):
                        without = copy(each.args)
                        without.args = without.args[1:]
                        return f"{method or name}({ast.unparse(without)})"
    return ""


def read(cases: Sequence[Case]) -> tuple[str, list[int]] | None:
    """Read wrong answers: say what is true of all, or of most of them."""
    found = [_of_step(step, expected) for step, expected in cases]
    if any("value" in expected and plain(expected["value"]) is None for _, expected in cases):
        found = [NOTHING if each.text == NONE else each for each in found]
    readable = [
        i for i, case in enumerate(cases) if not (_has_exception(*case) or found[i].is_spoilt)
    ]
    if text := _of_all([found[i] for i in readable]):
        return text, readable
    # What is true of a single number may be chance; of two it is not.
    counts = Counter(each.whole for each in found if each.whole)
    certain = {
        each.whole for each in found if each.whole and (each.is_sure or counts[each.whole] > 1)
    }
    doubtful = {text for text in certain if text.startswith(OFTEN_CHANCE)}
    certain -= {text for text in doubtful if 2 * counts[text] <= len(found)}
    texts = [text for text, _ in counts.most_common() if text in certain]
    if not texts:
        return None
    return texts[0], [i for i, each in enumerate(found) if each.whole == texts[0]]


def _of_all(told: Sequence[Told]) -> str:
    """Say which factor, which summand or which slip several answers have in common, if any."""
    by_chance = sum(each.text.startswith(OFTEN_CHANCE) for each in told)
    if len(told) < 2 or 2 * by_chance > len(told) or len({each.before for each in told}) > 1:
        return ""
    factors = _all_known([each.factor for each in told])
    summands = _all_known([each.summand for each in told])
    others = f"{len(told) - 1} other {'answers' if len(told) > 2 else 'answer'}"
    for constants, say in ((factors, _of_factor), (summands, _of_summand)):
        if (constant := _in_common(constants)) is not None:
            text = f"{say(constant.value).removesuffix('.')}, here and in {others}."
            break
    else:
        text = _of_slip(factors)
    return text and f"{told[0].before} {text}".strip()


def _all_known(constants: Sequence[Constant | None]) -> list[Constant]:
    """Return the factors or summands of some answers; none, if one has none."""
    known = [each for each in constants if each is not None]
    return known if len(known) == len(constants) else []


def _in_common(constants: Sequence[Constant]) -> Constant | None:
    """Return the one that all of these are, unless the numbers are too much alike to tell."""
    if not constants:
        return None
    expected = np.concatenate([each.expected for each in constants])
    exact = min(constants, key=lambda each: each.relative)
    is_common = all(each.is_near(exact.value) for each in constants) and _varied(expected)
    return replace(exact, expected=expected) if is_common else None


def _has_exception(step: Step, expected: dict[str, Any]) -> bool:
    return "raised" in step.answer or "raised" in expected


def _of_step(step: Step, expected: dict[str, Any]) -> Told:
    if _has_exception(step, expected):
        return NOTHING
    given = step.given if numpy_is_loaded() else []
    inputs = [as_array(each) for each in given if is_number(each)]
    a, b = (plain(each["value"]) for each in (step.answer, expected))
    if isinstance(a, Handle) and step.operation.get("on") == THE_ATTEMPT:
        return NOTHING if isinstance(b, Handle) else Told(OBJECT, True)
    return _of_values(a, b, inputs)


def _of_values(a: Any, b: Any, inputs: list[np.ndarray]) -> Told:
    if a is None and b is not None:
        return Told(NONE, True)
    if isinstance(b, dict) and isinstance(a, dict):
        return _of_dictionaries(a, b, inputs)
    if isinstance(b, (tuple, list)):
        return _of_sequences(a, b, inputs)
    if isinstance(a, tuple) and is_number(b):
        comma = " There is a comma after it." if len(a) == 1 else ""
        return Told(f"You return {_several(a)} where one {_kind(b)} is expected.{comma}", True)
    if kinds := _unlike(a, b):
        return Told(f"You return {_a(kinds[0])} where {_a(kinds[1])} is expected.", True)
    if not (is_number(a) and is_number(b)) or not numpy_is_loaded():
        return NOTHING
    x, y = as_array(a), as_array(b)
    if x.shape == y.shape and _are_finite_and_agree(x, y):
        return Told(NO_GRADIENT, True) if _learns(b) and not _learns(a) else NOTHING
    is_half = any("float16" in aspect_of(each, Aspect.DTYPE) for each in (a, b))
    return _of_arrays(x, y, inputs, COARSE if is_half else ROUNDING.relative)


def _are_finite_and_agree(a: np.ndarray, b: np.ndarray) -> bool:
    return bool(np.isfinite(a).all() and np.isfinite(b).all() and _agree(a, b))


def _learns(value: Any) -> bool:
    """Return whether a value is a tensor through which PyTorch has a gradient flow."""
    return bool(getattr(value, "requires_grad", False))


def _of_sequences(a: Any, b: Sequence[Any], inputs: list[np.ndarray]) -> Told:
    """Read several results: their number, their order, and which one is wrong."""
    if not isinstance(a, (tuple, list)):
        if getattr(a, "shape", ())[:1] == (len(b),):
            return Told(f"You return {_a(_kind(a))} where {_a(_kind(b))} is expected.", True)
        return Told(f"You return one value where {_several(b)} are expected.", True)
    if len(a) != len(b):
        verb = "is" if len(b) == 1 else "are"
        return Told(f"You return {_several(a)} where {_several(b)} {verb} expected.", True)
    wrong = [i for i, (x, y) in enumerate(zip(a, b, strict=True)) if not _same_at_any_scale(x, y)]
    if text := of_order(a, b, Aspect.DTYPE):
        return Told(text, not all(is_number(each) and size_of(each) == 1 for each in b))
    if len(wrong) == 1 and len(b) > 1:
        place = wrong[0]
        if kinds := _unlike(a[place], b[place]):
            whose = f"The {ordinal(place)} of your {len(b)} results"
            return Told(f"{whose} is {_a(kinds[0])} where {_a(kinds[1])} is expected.", True)
        is_one = is_number(b[place]) and size_of(b[place]) == 1
        wrong_is = "is wrong" if is_one else "has wrong numbers"
        others = [pair for i, pair in enumerate(zip(a, b, strict=True)) if i != place]
        only = "only " if all(same(x, y, Aspect.DTYPE, _digits_of(x)) for x, y in others) else ""
        which = f"In this call {only}the {ordinal(place)} of {len(b)} results {wrong_is}."
        told = _of_values(a[place], b[place], inputs)
        # Of a dictionary its checks name the values: which result it is says nothing more.
        if isinstance(b[place], dict) and not told.whole:
            return NOTHING
        return told.of(which)
    if wrong and len(found := {_unlike(a[i], b[i]) for i in wrong}) == 1 and (kinds := found.pop()):
        return Told(f"Your results are {kinds[0]}s where {kinds[1]}s are expected.", True)
    told = _of_results([_of_values(a[i], b[i], inputs) for i in wrong])
    if told.whole and len(wrong) < len(b):
        those = " and ".join(f"the {ordinal(i)}" for i in wrong)
        which = f"Of your {len(b)} results {those} are wrong."
        return replace(told.of(which), is_sure=told.is_sure)
    return told


def _of_results(told: Sequence[Told]) -> Told:
    """Return what is said of several results, if it is the same of each."""
    if not any(each.is_sure for each in told):
        return told[0] if len({each.whole for each in told}) == 1 else NOTHING
    factor = _in_common(_all_known([each.factor for each in told]))
    if factor is not None:
        return Told(_of_factor(factor.value), True, factor=factor)
    summand = _in_common(_all_known([each.summand for each in told]))
    if summand is not None:
        return Told(_of_summand(summand.value), True, summand=summand)
    return told[0] if len({(each.whole, each.is_sure) for each in told}) == 1 else NOTHING


def _of_part(text: str) -> str:
    """Return a text on a whole answer, worded for one of several results."""
    for whole, part in (
        (ANOTHER_ORDER, "Its values are right, in another order"),
        ("You return", "It has"),
        ("Every number of your result", "Every number"),
        ("Your result", "It"),
    ):
        text = text.replace(whole, part)
    return text


def _of_dictionaries(a: dict[Any, Any], b: dict[Any, Any], inputs: list[np.ndarray]) -> Told:
    """Read a dictionary: which keys it has, and which one's value is wrong."""
    if a.keys() != b.keys():
        given, wanted = (", ".join(map(repr, each)) or "none" for each in (a, b))
        return Told(f"The keys of your dictionary are {given}; expected: {wanted}.", True)
    wrong = [key for key in b if not _same_at_any_scale(a[key], b[key])]
    if len(wrong) != 1 or len(b) == 1:
        return NOTHING
    which = f"Of the {len(b)} values of your dictionary only {wrong[0]!r} has wrong numbers."
    told = _of_values(a[wrong[0]], b[wrong[0]], inputs)
    return replace(told, is_sure=True, before=f"{which} {told.before}".strip())


def _unlike(a: Any, b: Any) -> tuple[str, str] | None:
    """Return the names of two values' kinds, a list and a number, say; None if they have one."""
    kinds = [next((i for i, is_one in enumerate(KINDS) if is_one(each)), None) for each in (a, b)]
    return None if None in kinds or kinds[0] == kinds[1] else (_kind(a), _kind(b))


def _kind(value: Any) -> str:
    """Return what a value is called in a sentence."""
    name = type(value).__name__
    names = {"ndarray": "array", "Tensor": "tensor", "dict": "dictionary", "str": "string"}
    return names.get(name, "number" if is_number(value) else name)


def _a(kind: str) -> str:
    return f"an {kind}" if kind.startswith("a") else f"a {kind}"


def _digits_of(value: Any) -> Tolerance:
    """Return by how much a value of its dtype may differ and be called right, not just nearly."""
    is_wide = is_number(value) and aspect_of(value, Aspect.DTYPE) == "float64"
    return FLOAT64_DIGITS if is_wide else ROUNDING


def _same_at_any_scale(a: Any, b: Any) -> bool:
    """Return whether two results are the same but for their dtype; of tiny ones, digit by digit."""
    if not same(a, b, Aspect.DTYPE):
        return False
    return not (is_number(a) and numpy_is_loaded()) or _agree(as_array(a), as_array(b))


def _agree(a: np.ndarray, b: np.ndarray) -> bool:
    """Return whether arrays are the same but for rounding, also where numbers are tiny."""
    a, b = a.ravel(), b.ravel()
    return a.shape == b.shape and bool(_agreeing(a, b).all())


def _agreeing(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return where arrays are the same but for rounding, also where numbers are tiny."""
    found = ROUNDING.at_scale_of(b).agreeing(a, b)
    tiny = (b != 0) & (np.abs(b) < TOO_SMALL_FOR_ROUNDING * largest(b))
    found[tiny] &= replace(ROUNDING, absolute=0.0).agreeing(a[tiny], b[tiny])
    return found


def _are_the_same(a: np.ndarray, b: np.ndarray) -> bool:
    """Return whether arrays agree, also in how numbers differ that lie far from 0."""
    if not _agree(a, b):
        return False
    finite = np.isfinite(a) & np.isfinite(b)
    if not finite.any():
        return True
    spread = np.abs(np.ptp(b[finite]))
    return bool(not spread or np.abs(a - b)[finite].max() <= COARSE * spread)


def _of_arrays(a: np.ndarray, b: np.ndarray, inputs: list[np.ndarray], relative: float) -> Told:
    """Read an array, whose numbers are rounded by a share of their size."""
    is_sure = b.size > 1
    with np.errstate(all="ignore"):
        if a.shape != b.shape:
            return Told(_of_shapes(a, b), is_sure)
        if np.iscomplexobj(a) or np.iscomplexobj(b):
            return NOTHING  # which have no order, and no sign
        if text := _not_finite(a, b, inputs):
            return Told(text, is_sure, is_spoilt=True)
        values = _factor(a, b, relative), _summand(a, b)
        lengths = {
            (place, axis): x.shape[axis]
            for place, x in enumerate(inputs)
            for axis in range(-x.ndim, x.ndim)
        }
        factor, summand = (
            None if each is None else Constant(each, relative, b.ravel(), lengths, off)
            for each, off in zip(values, (0.0, float(_off(a, b))), strict=True)
        )
        if text := _zeros(a) or _unchanged(a, inputs):
            pass
        elif factor is not None and _varied(b):
            text = _of_factor(factor.value)
        elif summand is not None and _varied(b):
            text = _of_summand(summand.value)
        else:
            text = next(filter(None, (reader(a, b, inputs) for reader in PATTERN_READERS)), "")
        return Told(text, is_sure, factor=factor, summand=summand)


def _of_shapes(a: np.ndarray, b: np.ndarray) -> str:
    text = f"Your result has shape {a.shape} where {b.shape} is expected"
    if a.shape == b.T.shape and _are_the_same(a, b.T):
        return f"{text}: the right numbers, transposed."
    if a.size == b.size and _are_the_same(a.ravel(), b.ravel()):
        return f"{text}. The numbers are right."
    n = b.size
    if a.shape == (n, n) and n > 1:
        return f"{text}. That is what NumPy makes of shapes ({n}, 1) and ({n},) together."
    return f"{text}."


def _not_finite(a: np.ndarray, b: np.ndarray, inputs: list[np.ndarray]) -> str:
    """Say where numbers are NaN or infinite that should not be."""
    for name, test in (("NaN", np.isnan), ("infinite", np.isinf)):
        found = test(a) & np.isfinite(b)
        if not found.any():
            continue
        if found.all():
            return f"{'Every number of your' if found.size > 1 else 'Your'} result is {name}."
        if any(_are_constant_rows(found, x) for x in inputs):
            return f"Your result is {name} in the rows that are constant in the input."
        if (rows := _rows(found)) is not None:
            return f"Your result is {name} in {rows} alone."
        count = int(found.sum())
        return f"{count} of your {found.size} numbers {'is' if count == 1 else 'are'} {name}."
    return ""


def _zeros(a: np.ndarray) -> str:
    return ZEROS if not a.any() else ""


def _unchanged(a: np.ndarray, inputs: list[np.ndarray]) -> str:
    if a.size > 1 and any(x.shape == a.shape and _are_the_same(a, x) for x in inputs):
        return UNCHANGED
    return ""


def _factor(a: np.ndarray, b: np.ndarray, relative: float) -> float | None:
    """Return by which factor all numbers differ, if there is one."""
    ratio = _ratio(a, b)
    return float(np.nanmedian(ratio)) if _constant(ratio, None, relative) else None


def _ratio(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return quotients of numbers; NaN where both are 0, and throughout where one alone is.

    A number is 0 beside the largest of its own array, be that tiny or huge.
    """
    zero = np.abs(b) <= LEAST * largest(b)
    ratio = np.where(zero, np.nan, a / b)
    is_lost = ((ratio == 0) & (a != 0)).any()  # a quotient too small for a float
    is_fitting = ROUNDING.at_scale_of(a).agree(a[zero], np.zeros_like(a[zero]))
    return ratio if is_fitting and not is_lost else np.full(b.shape, np.nan)


def _off(a: np.ndarray, b: np.ndarray, axis: int | None = None) -> Any:
    """Return by how much differences along an axis may be off: at the scale of the numbers."""
    scale = np.maximum(np.abs(a), np.abs(b)).max(axis=axis, initial=0.0)
    return LEAST_OFF * np.minimum(scale, 1.0)


def _summand(a: np.ndarray, b: np.ndarray) -> float | None:
    """Return by which summand all numbers differ, if there is one."""
    difference = a - b
    if not difference.size or not _constant(difference, None, off=_off(a, b)):
        return None
    # In a large summand what differs may be lost.
    is_kept = np.ptp(difference) <= 1e-3 * np.ptp(b) or not np.ptp(b)
    return float(np.median(difference)) if is_kept else None


def _factor_of_lines(a: np.ndarray, b: np.ndarray, inputs: list[np.ndarray]) -> str:
    """Say that each row or each column has a factor of its own."""
    ratio = _ratio(a, b)
    # A row with one number that is not 0, or of one number alone, takes any factor.
    for (name, ratios), (_, numbers) in zip(_lines(ratio), _lines(b + 0 * ratio), strict=True):
        if _telling(numbers) and _constant(ratios, 1):
            return f"Each {name} of your result is the expected one times a number of its own."
    return ""


def _summand_of_lines(a: np.ndarray, b: np.ndarray, inputs: list[np.ndarray]) -> str:
    """Say that each row or each column has a summand of its own."""
    for (name, received), (_, numbers) in zip(_lines(a), _lines(b), strict=True):
        differences, off = received - numbers, _off(received, numbers, axis=1)
        spread, kept = np.ptp(differences, axis=1), np.ptp(numbers, axis=1)
        is_kept = (spread <= 1e-3 * kept + off).all()
        if _telling(numbers) and _constant(differences, 1, off=off) and is_kept:
            return f"Each {name} of your result is the expected one plus a number of its own."
    return ""


def _order(a: np.ndarray, b: np.ndarray, inputs: list[np.ndarray]) -> str:
    """Say that the numbers are right and at other places."""
    if a.ndim == 2 and a.shape == b.T.shape and _are_the_same(a, b.T):
        return "Your result is the expected one, transposed."
    if _varied(b) and _are_the_same(np.sort(a, axis=None), np.sort(b, axis=None)):
        return REORDERED
    return ""


def _clipped(a: np.ndarray, b: np.ndarray, inputs: list[np.ndarray]) -> str:
    """Say at which limits numbers stop, where the expected ones go on."""
    low, high = a.min(), a.max()
    wrong = ~ROUNDING.agreeing(a, b)
    under, over = wrong & (b < low), wrong & (b > high)
    limits = [float(limit) for limit, there in ((low, under), (high, over)) if there.any()]
    at_low, at_high = (ROUNDING.agreeing(a, np.full_like(a, each)) for each in (low, high))
    if at_low.all() or not limits or not _agree(a, np.clip(b, low, high)):
        return ""
    # The largest number is a limit if several stop there, or if it is one as people write.
    beyond = np.unique(b[under | over])
    within = not (at_low | at_high).all()
    several = within and beyond.size > len(limits)
    written = all(map(_is_round, limits)) and not any(map(_is_round, beyond))
    if not several and not (written and (within or min(map(abs, limits)) > 1)):
        return ""
    names = [f"{limit:.4g}".replace("-", "−") for limit in limits]
    if len(limits) == 2 and low == -high:
        text = f"never pass ±{names[1]}"
    else:
        verbs = [verb for verb, there in (("fall below", under), ("pass", over)) if there.any()]
        text = " and ".join(f"never {verb} {name}" for verb, name in zip(verbs, names, strict=True))
    return f"Your numbers {text}, and the expected ones do: are they clipped?"


def _rounded(a: np.ndarray, b: np.ndarray, inputs: list[np.ndarray]) -> str:
    if not _varied(b):
        return ""
    # Of a few numbers each may be 0 or 1 for another reason.
    for decimals in range(0 if np.unique(a).size > 2 else 1, 7):
        if _are_equal(a, np.round(b, decimals)):
            places = "1 decimal" if decimals == 1 else f"{decimals} decimals"
            return f"Your numbers are the expected ones, rounded to {places}."
    if np.unique(a).size > 2 and _are_equal(a, np.trunc(b)):
        return "Your numbers are the expected ones without their decimals."
    return ""


def _are_equal(a: np.ndarray, b: np.ndarray) -> bool:
    """Return whether numbers are equal, in nine digits and to 1e-9."""
    return bool((np.abs(a - b) <= 1e-9 * np.minimum(np.abs(b), 1.0)).all())


def _in_part(a: np.ndarray, b: np.ndarray, inputs: list[np.ndarray]) -> str:
    """Say that one row, one column or one number alone is wrong."""
    wrong = ~_agreeing(a, b)
    if a.ndim >= 2:
        if (rows := _rows(wrong)) is not None:
            return f"Your result is wrong in {rows} alone."
        columns = wrong.any(axis=tuple(range(a.ndim - 1)))
        if columns.sum() == 1 and columns.size > 2:
            return f"Your result is wrong in column {int(columns.argmax())} alone."
    elif wrong.sum() == 1 and a.size > 2:
        return f"Your result is wrong at index {int(wrong.argmax())} alone."
    return ""


PATTERN_READERS: tuple[PatternReader, ...] = (
    *(_factor_of_lines, _summand_of_lines, _order),
    *(_clipped, _rounded, _in_part),
)
"""Where all numbers have no factor and no summand, the first that says something is told: those
before say more than those behind."""


def _of_factor(factor: float) -> str:
    if abs(factor + 1) < ROUNDING.relative:
        return "Each number has the wrong sign."
    text = f"{factor:.4g}"
    if text == "1":
        text = f"{factor:.7g}"
    return f"Each number is {text} times the expected one."


def _of_summand(summand: float) -> str:
    return f"Each number is the expected one plus {summand:.4g}."


SLIPS: tuple[Slip, ...] = (
    (lambda n: np.sqrt((n - 1) / n), "√((n − 1)/n)", "a variance were divided by n − 1"),
    (lambda n: np.sqrt(n / (n - 1)), "√(n/(n − 1))", "a variance were divided by n, not n − 1"),
    (lambda n: np.sqrt((n + 1) / n), "√((n + 1)/n)", "a variance were divided by n + 1"),
    (lambda n: n / (n + 1), "n/(n + 1)", "a mean were divided by n + 1"),
    (lambda n: n / (n - 1), "n/(n − 1)", "a mean were divided by n − 1"),
    (lambda n: (n - 1) / n, "(n − 1)/n", "a sum were divided by n, not n − 1"),
    (lambda n: n, "n", "a sum stood where a mean should"),
    (lambda n: 1 / n, "1/n", "a mean stood where a sum should"),
    (lambda n: np.sqrt(n), "√n", ""),
    (lambda n: 1 / np.sqrt(n), "1/√n", ""),
)
"""Those along an axis of n numbers."""
SLIPS_BETWEEN: tuple[Slip, ...] = (
    (lambda quotient: quotient, "n/m", "a mean of n numbers were divided by m"),
    (lambda quotient: np.sqrt(1 / quotient), "√(m/n)", "a variance of n numbers were divided by m"),
)
"""Those that take the length m of another axis for n: of n/m."""


def _of_slip(factors: Sequence[Constant]) -> str:
    """Say which slip gives all factors, each with the sizes of its call, if one slip alone does.

    Where an axis has one length in all calls, that any factor may fit is no evidence.
    """
    if not factors:
        return ""
    shared = set.intersection(*(set(each.lengths) for each in factors))
    lengths = {axis: np.array([each.lengths[axis] for each in factors], float) for axis in shared}
    varied = {axis: n for axis, n in lengths.items() if n.min() > 0 and np.ptp(n) > 0}
    quotients = {
        (of_n, of_m): varied[of_n] / varied[of_m] for of_n, of_m in permutations(varied, 2)
    }
    along, between = _fitting(SLIPS, varied, factors), _fitting(SLIPS_BETWEEN, quotients, factors)
    if len(along) == 1:  # the likelier ones
        (((formula, as_if), axes),) = along.items()
        where = f"n is the length of {_name_of(axes)}"
    elif len(between) == 1 and not along:
        (formula, as_if), where = next(iter(between)), "n and m are the lengths of two axes"
    else:
        return ""
    reason = f": as if {as_if}" if as_if else ""
    return f"Each number is {formula} times the expected one, where {where}{reason}."


def _fitting(
    slips: Iterable[Slip], sizes: dict[Sized, np.ndarray], factors: Sequence[Constant]
) -> dict[tuple[str, str], list[Sized]]:
    """Return the words of the slips that give all factors, and of which sizes each does."""
    values, relative = (
        np.array([getattr(each, name) for each in factors]) for name in ("value", "relative")
    )
    found: dict[tuple[str, str], list[Sized]] = {}
    for (slip, *words), (sized, size) in product(slips, sizes.items()):
        with np.errstate(all="ignore"):
            given = slip(size)
            is_given = np.abs(values - given) <= relative * np.abs(given)
        if np.ptp(size) > 0 and is_given.all() and np.isfinite(given).all():
            found.setdefault((words[0], words[1]), []).append(sized)
    return found


def _name_of(axes: Collection[Axis]) -> str:
    """Return what an axis is called that may be any of these."""
    return "the last axis" if (0, -1) in axes else "the first axis" if (0, 0) in axes else "an axis"


def _lines(values: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    """Yield "row" with the rows along the last axis, and "column" with the columns as rows.

    Nothing, if there is one row or one column alone.
    """
    rows = values.reshape(-1, *values.shape[-1:])
    if min(rows.shape) > 1:
        yield "row", rows
        yield "column", rows.T


def _constant(
    values: np.ndarray, axis: int | None, relative: float = ROUNDING.relative, off: Any = 0.0
) -> bool:
    """Return whether numbers are the same along an axis, NaN left out, and not all are NaN.

    They may be off by a share of their size, and besides by ``off``.
    """
    if np.isinf(values).any() or np.isnan(values).all(axis=axis).any():
        return False
    low, high = np.nanmin(values, axis=axis), np.nanmax(values, axis=axis)
    return bool(np.all(high - low <= relative * np.maximum(np.abs(high), np.abs(low)) + off))


def _telling(rows: np.ndarray) -> bool:
    """Return whether in two rows or more numbers differ, NaN left out: equal ones fit anything."""
    low, high = np.fmin.reduce(rows, axis=1), np.fmax.reduce(rows, axis=1)
    return bool((high - low > 1e-3 * np.maximum(np.abs(high), np.abs(low))).sum() > 1)


def _is_round(number: float) -> bool:
    """Return whether a number has two digits alone, as those have that people write."""
    return bool(abs(float(f"{number:.1e}") - number) <= 1e-9 * abs(number))


def _varied(values: np.ndarray) -> bool:
    """Return whether numbers other than 0 differ in size; if not, a factor is also a summand."""
    sizes = np.abs(values[np.abs(values) > 1e-9 * min(largest(values), 1.0)])
    return bool(sizes.size and np.ptp(sizes) > 1e-3 * sizes.max())


def _are_constant_rows(wrong: np.ndarray, x: np.ndarray) -> bool:
    """Return whether the wrong numbers are those of the rows that are constant in an input."""
    if x.ndim < 2 or x.shape[:-1] != wrong.shape[:-1]:
        return False
    return bool((wrong == (x == x[..., :1]).all(axis=-1, keepdims=True)).all())


def _rows(wrong: np.ndarray) -> str | None:
    """Return the name of the only row with wrong numbers; None if there is not exactly one."""
    if wrong.ndim < 2:
        return None
    rows = np.asarray(wrong.any(axis=-1))
    if rows.sum() != 1 or rows.size < 3:
        return None
    index = tuple(int(each[0]) for each in np.nonzero(rows))
    return f"row {index[0] if len(index) == 1 else index}"


def _several(values: Sequence[Any]) -> str:
    return "1 value" if len(values) == 1 else f"{len(values)} values"


def ordinal(place: int) -> str:
    """Return a place that is counted from 0 as an ordinal: "first" for 0."""
    return ORDINALS[place] if place < len(ORDINALS) else f"{place + 1}th"
