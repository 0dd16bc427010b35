"""Describes wrong answers that no known mistake explains: how they differ from the expected ones.

It knows no exercise. What it says is true of the answers that it has seen, and is no guess at the
reason, except for factors by which a known slip changes a result: it is named where it gives those
of all wrong answers, to calls of different sizes. Where no pattern is seen, nothing is said.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any, TypeAlias

from .attempt import Step
from .host import DEFINED, THE_ATTEMPT, without_result
from .loaded import np, numpy_is_loaded
from .patterns import (
    REORDERED,
    UNCHANGED,
    WRONG_IN,
    ZEROS,
    agree,
    allowance,
    factor_of,
    is_varied,
    of_no_result,
    of_not_finite,
    of_pattern,
    of_shapes,
    summand_of,
)
from .same import (
    COARSE,
    ROUNDING,
    Aspect,
    as_array,
    aspect_of,
    changes,
    is_number,
    leaves,
    may_fit_transposed,
    plain,
    same,
    size_of,
    sizes_of_product,
    within_floats,
)
from .show import shorten, show
from .slips import Constant, all_known, in_common, of_factor, of_slip, of_summand
from .text import with_article
from .tolerance import Tolerance
from .wire import Handle

Case: TypeAlias = tuple[Step, dict[str, Any]]
"""A step, with the attempt's answer, and the answer that was expected."""
Read: TypeAlias = Callable[[Sequence[Case]], tuple[str, list[int]] | None]
"""Returns a text that is true of some cases, and the places of these; None where it sees none."""

STOPS = "Your code stops with an exception where a result is expected"
OTHER_ARGUMENTS = "Your code takes other arguments than its task asks for"
IN_A_PRODUCT = (
    "In a product a @ b the last axis of a is as long as the last but one of b, or as its only one;"
    " here they have {} and {} numbers."
)
TRANSPOSED = "Is one of the two to be transposed?"
"""What is asked besides, unless that would help nothing."""
NONE = (
    "Your function returns None where a value is expected. Does each way through it end with "
    "`return` and a value?"
)
"""Not said where None is expected of other steps: it is no forgotten `return` there."""
OBJECT = "Your class makes an object where a value is expected: the task asks for a function."
NO_OBJECT = "Your function returns {} where an object is expected: the task asks for a class."
ONLY_ONE = r"In this call (only )?the (\w+) of (\d+) results (is wrong|has wrong numbers)\."
"""How a sentence reads that says which of several results is meant."""
ANOTHER_ORDER = "Your results are right, in another order"
NO_GRADIENT = (
    "No gradient flows back{}: what should learn is no parameter, is frozen, or is cut from the"
    " graph."
)
NO_GRADIENT_ARRIVES = (
    "No gradient flows back to an argument: your result does not depend on it, or is cut from the"
    " graph."
)
A_GRADIENT = (
    "A gradient flows back{}, where none is expected: is it a parameter, or not cut from the graph?"
)
OFTEN_CHANCE = (ZEROS, UNCHANGED, REORDERED, ANOTHER_ORDER, WRONG_IN)
"""Beginnings of texts that may be true of a call by chance: one with a constant row, a zero, or one
feature. They are told where they are true of more than half of the answers."""
NOT_OF_ALL = "Not all of your wrong answers are so."
"""What is said behind such a text, where it is not true of all."""
BEYOND_FLOATS = "You return a whole number that no float can hold."
FLOAT64_DIGITS = Tolerance(relative=1e-10, absolute=1e-12)
"""By how much two right answers in float64 mostly differ at most."""
KINDS: tuple[Callable[[Any], bool], ...] = (
    is_number,
    lambda value: isinstance(value, list | tuple),
    lambda value: isinstance(value, dict),
    lambda value: isinstance(value, bool | str),
    lambda value: value is None,
)
"""Kinds of values: where the kind is wrong, that is said, and no number is read."""
MOST_SHOWN = 200
"""Characters of a signature that are shown."""
ASPECTS_ALONE = Aspect.DTYPE | Aspect.GRADIENT
"""What a result may have wrong beside right numbers in their shape."""
ORDINALS = ("first", "second", "third", "fourth", "fifth")


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
        return _of_changes(changes(received), changes(expected))
    x, y = (list(leaves(each["value"])) for each in (received, expected))
    found = [(aspect_of(i, aspect), aspect_of(j, aspect)) for i, j in zip(x, y, strict=True)]
    place = next(i for i, (a, b) in enumerate(found) if a != b)
    flat = isinstance(received["value"], (tuple, list)) and len(received["value"]) == len(found)
    several = f"your {ordinal(place)} result" if flat else "one of your results"
    whose = several if len(found) > 1 else "your result"
    if aspect is Aspect.GRADIENT:
        text = NO_GRADIENT if found[place][1] else A_GRADIENT
        return text.format(f" from {whose}" if len(found) > 1 else "")
    if type(y[place]) in (int, float):
        kind, wanted = (type(each[place]).__name__ for each in (x, y))
        return f"{whose.capitalize()} is of type {kind} where {wanted} is expected, Python's own."
    what = "dtype" if aspect is Aspect.DTYPE else "shape"
    where = f" of {whose}" if len(found) > 1 else ""
    return f"The {what}{where} is {found[place][0]} where {found[place][1]} is expected."


def _of_changes(found: dict[str, list[bool]], wanted: dict[str, list[bool]]) -> str:
    """Say which arguments are changed that should not be, or not as they should."""
    if unasked := [f"`{name}`" for name in found if name not in wanted]:
        return f"Your function changes {' and '.join(unasked)}, which its caller still needs."
    if found.keys() != wanted.keys():
        return "An argument that is to be changed is left as it was."
    other = next(name for name in wanted if found[name] != wanted[name])
    return f"After the call `requires_grad` of `{other}` is not what it should be."


def of_exceptions(cases: Sequence[Case]) -> tuple[str, list[int]] | None:
    """Read answers that are all exceptions: say where most of them arise.

    NotImplementedError is left out: the report as a whole says that nothing is written yet.
    """
    raised = [step.answer["raised"] for step, _ in cases]
    places = [_place(each["line"], each["message"]) for each in raised]
    counts = Counter(place for place in places if not place.endswith("NotImplementedError"))
    if not counts:
        return None
    ((most, _),) = counts.most_common(1)
    which = [i for i, place in enumerate(places) if place == most]
    return of_exception(raised[which[0]]), which


def of_exception(raised: dict[str, str]) -> str:
    """Say where an exception arises, and why; where it stands for no result, what came back."""
    line, message = raised["line"], raised["message"]
    if text := without_result(line):
        return text
    if sizes := sizes_of_product(message):
        question = f" {TRANSPOSED}" if may_fit_transposed(message) else ""
        line = f"{_place(line, message)}. {IN_A_PRODUCT.format(*sizes)}{question}"
    return f"{STOPS}. {line}"


def _place(line: str, message: str) -> str:
    """Return a line on an exception without its message, and without what is said behind that."""
    return line.partition(f": {message}")[0] if message else line


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
    text = texts[0]
    which = [i for i, each in enumerate(found) if each.whole == text]
    is_of_all = len(which) == len(found) or text not in doubtful
    return text if is_of_all else f"{text} {NOT_OF_ALL}", which


def _of_all(told: Sequence[Told]) -> str:
    """Say which factor, which summand or which slip several answers have in common, if any."""
    by_chance = sum(each.text.startswith(OFTEN_CHANCE) for each in told)
    if len(told) < 2 or 2 * by_chance > len(told) or len({each.before for each in told}) > 1:
        return ""
    factors = all_known([each.factor for each in told])
    summands = all_known([each.summand for each in told])
    others = f"{len(told) - 1} other {'answers' if len(told) > 2 else 'answer'}"
    for constants, say in ((factors, of_factor), (summands, of_summand)):
        if (constant := in_common(constants)) is not None:
            text = f"{say(constant.value).removesuffix('.')}, here and in {others}."
            break
    else:
        text = of_slip(factors)
    before = told[0].before
    return text and f"{before} {_of_part(text) if before else text}".strip()


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
    if isinstance(b, Handle) and step.operation.get("on") == THE_ATTEMPT:
        return Told(NO_OBJECT.format(_a(_kind(a))), True)
    asked = step.operation["do"]
    if a is None and b is not None and asked == "call":
        return Told(NONE, True)
    if asked == "get" and _unlike(a, b):
        found, wanted = (_of_attribute(each["value"]) for each in (step.answer, expected))
        name = step.operation["name"]
        return Told(f"`it.{name}` is {found} where {wanted} is expected.", True)
    if asked == "gradients" and _lacks(a, b):
        return Told(NO_GRADIENT_ARRIVES, True)
    return _of_values(a, b, inputs)


def _of_attribute(value: dict[str, Any]) -> str:
    """Return what an attribute's value is called in a sentence."""
    return "a method" if "method" in value else _a(_kind(plain(value)))


def _lacks(a: Any, b: Sequence[Any]) -> bool:
    """Return whether one of several gradients is None where another is expected."""
    return isinstance(a, list) and any(x is None is not y for x, y in zip(a, b, strict=False))


def _of_values(a: Any, b: Any, inputs: list[np.ndarray]) -> Told:
    if isinstance(b, dict) and isinstance(a, dict):
        return _of_dictionaries(a, b, inputs)
    if isinstance(b, (tuple, list)):
        return _of_sequences(a, b, inputs)
    if isinstance(a, tuple) and is_number(b):
        comma = " There is a comma after it." if len(a) == 1 else ""
        return Told(f"You return {_several(a)} where one {_kind(b)} is expected.{comma}", True)
    if kinds := _unlike(a, b):
        return Told(f"You return {_a(kinds[0])} where {_a(kinds[1])} is expected.", True)
    if not (is_number(a) and is_number(b)):
        return NOTHING
    if within_floats(a) is not a:
        return Told(BEYOND_FLOATS, True)
    if not numpy_is_loaded():
        return NOTHING
    x, y = as_array(a), as_array(b)
    if x.shape == y.shape and _are_finite_and_agree(x, y):
        return NOTHING
    is_half = any("float16" in aspect_of(each, Aspect.DTYPE) for each in (a, b))
    return _of_arrays(x, y, inputs, COARSE if is_half else ROUNDING.relative)


def _are_finite_and_agree(a: np.ndarray, b: np.ndarray) -> bool:
    return bool(np.isfinite(a).all() and np.isfinite(b).all() and agree(a, b))


def _of_sequences(a: Any, b: Sequence[Any], inputs: list[np.ndarray]) -> Told:
    """Read several results: their number, their order, and which one is wrong."""
    if not isinstance(a, (tuple, list)):
        is_counted = len(b) > 1 and not isinstance(a, dict)
        if is_counted and getattr(a, "shape", ())[:1] != (len(b),):
            return Told(f"You return one value where {_several(b)} are expected.", True)
        return Told(f"You return {_a(_kind(a))} where {_a(_kind(b))} is expected.", True)
    if len(a) != len(b):
        verb = "is" if len(b) == 1 else "are"
        return Told(f"You return {_several(a)} where {_several(b)} {verb} expected.", True)
    wrong = [i for i, (x, y) in enumerate(zip(a, b, strict=True)) if not _same_at_any_scale(x, y)]
    if text := of_order(a, b, ASPECTS_ALONE):
        return Told(text, not all(is_number(each) and size_of(each) == 1 for each in b))
    if len(wrong) == 1 and len(b) > 1:
        place = wrong[0]
        if kinds := _unlike(a[place], b[place]):
            whose = f"The {ordinal(place)} of your {len(b)} results"
            return Told(f"{whose} is {_a(kinds[0])} where {_a(kinds[1])} is expected.", True)
        is_one = is_number(b[place]) and size_of(b[place]) == 1
        wrong_is = "is wrong" if is_one else "has wrong numbers"
        others = [pair for i, pair in enumerate(zip(a, b, strict=True)) if i != place]
        only = "only " if _are_right(others) else ""
        which = f"In this call {only}the {ordinal(place)} of {len(b)} results {wrong_is}."
        told = _of_values(a[place], b[place], inputs)
        # Of a dictionary its checks name the values: which result it is says nothing more.
        if isinstance(b[place], dict) and not told.whole:
            return NOTHING
        return told.of(which)
    those = " and ".join(f"the {ordinal(i)}" for i in wrong)
    if wrong and len(found := {_unlike(a[i], b[i]) for i in wrong}) == 1 and (kinds := found.pop()):
        some = f"{those} of your {len(b)} results".capitalize()
        whose = some if len(wrong) < len(b) else "Your results"
        return Told(f"{whose} are {_many(kinds[0])} where {_many(kinds[1])} are expected.", True)
    told = _of_results([_of_values(a[i], b[i], inputs) for i in wrong])
    if told.whole and len(wrong) < len(b):
        which = f"Of your {len(b)} results {those} are wrong."
        return replace(told.of(which), is_sure=told.is_sure)
    return told


def _of_results(told: Sequence[Told]) -> Told:
    """Return what is said of several results, if it is the same of each."""
    if not any(each.is_sure for each in told):
        return told[0] if len({each.whole for each in told}) == 1 else NOTHING
    factor = in_common(all_known([each.factor for each in told]))
    if factor is not None:
        return Told(of_factor(factor.value), True, factor=factor)
    summand = in_common(all_known([each.summand for each in told]))
    if summand is not None:
        return Told(of_summand(summand.value), True, summand=summand)
    return told[0] if len({(each.whole, each.is_sure) for each in told}) == 1 else NOTHING


def _of_part(text: str) -> str:
    """Return a text on a whole answer, worded for one of several results."""
    text = re.sub(r"of your (\d+) results", r"of its \1 values", text)
    for whole, part in (
        ("Your results", "Its values"),
        ("You return", "It has"),
        ("Every number of your result", "Every number"),
        ("Your result", "It"),
    ):
        text = text.replace(whole, part)
    return text


def _of_dictionaries(a: dict[Any, Any], b: dict[Any, Any], inputs: list[np.ndarray]) -> Told:
    """Read a dictionary: which keys it has, and which one's value is wrong."""
    if a.keys() != b.keys():
        given, wanted = (
            shorten(", ".join(map(show, each)), MOST_SHOWN) or "none" for each in (a, b)
        )
        return Told(f"The keys of your dictionary are {given}; expected: {wanted}.", True)
    wrong = [key for key in b if not _same_at_any_scale(a[key], b[key])]
    if len(wrong) != 1 or len(b) == 1:
        return NOTHING
    if kinds := _unlike(a[wrong[0]], b[wrong[0]]):
        found = f"In your dictionary {wrong[0]!r} is {_a(kinds[0])}"
        return Told(f"{found} where {_a(kinds[1])} is expected.", True)
    only = "only " if _are_right((a[key], b[key]) for key in b if key != wrong[0]) else ""
    which = f"Of the {len(b)} values of your dictionary {only}{wrong[0]!r} has wrong numbers."
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
    names["NoneType"] = "None"
    return names.get(name, "number" if is_number(value) else name)


def _a(kind: str) -> str:
    if kind == "None":
        return kind
    return with_article(kind)


def _many(kind: str) -> str:
    names = {"None": "None", "dictionary": "dictionaries"}
    return names.get(kind, f"{kind}s")


def _digits_of(value: Any) -> Tolerance:
    """Return by how much a value of its dtype may differ and be called right, not just nearly."""
    is_wide = is_number(value) and aspect_of(value, Aspect.DTYPE) == "float64"
    return FLOAT64_DIGITS if is_wide else ROUNDING


def _are_right(results: Iterable[tuple[Any, Any]]) -> bool:
    """Return whether results, each beside the expected one, are right to all their digits."""
    return all(same(x, y, ASPECTS_ALONE, _digits_of(x)) for x, y in results)


def _same_at_any_scale(a: Any, b: Any) -> bool:
    """Return whether two results are the same but for their dtype; of tiny ones, digit by digit."""
    if not same(a, b, ASPECTS_ALONE):
        return False
    return not (is_number(a) and numpy_is_loaded()) or agree(as_array(a), as_array(b))


def _of_arrays(a: np.ndarray, b: np.ndarray, inputs: list[np.ndarray], relative: float) -> Told:
    """Read an array, whose numbers are rounded by a share of their size."""
    is_sure = b.size > 1
    with np.errstate(all="ignore"):
        if a.shape != b.shape:
            return Told(of_shapes(a, b), is_sure)
        if np.iscomplexobj(a) or np.iscomplexobj(b):
            return NOTHING  # which have no order, and no sign
        if text := of_not_finite(a, b, inputs):
            return Told(text, is_sure, is_spoilt=True)
        values = factor_of(a, b, relative), summand_of(a, b)
        lengths = {
            (place, axis): x.shape[axis]
            for place, x in enumerate(inputs)
            for axis in range(-x.ndim, x.ndim)
        }
        factor, summand = (
            None if each is None else Constant(each, relative, b.ravel(), lengths, off)
            for each, off in zip(values, (0.0, float(allowance(a, b))), strict=True)
        )
        if text := of_no_result(a, inputs):
            pass
        elif factor is not None and is_varied(b):
            text = of_factor(factor.value)
        elif summand is not None and is_varied(b):
            text = of_summand(summand.value)
        else:
            text = of_pattern(a, b, inputs)
        return Told(text, is_sure, factor=factor, summand=summand)


def _several(values: Sequence[Any]) -> str:
    return "1 value" if len(values) == 1 else f"{len(values)} values"


def ordinal(place: int) -> str:
    """Return a place that is counted from 0 as an ordinal: "first" for 0."""
    number = place + 1
    if number <= len(ORDINALS):
        return ORDINALS[place]
    endings = {} if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{endings.get(number % 10, 'th')}"
