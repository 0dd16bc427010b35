"""Describes wrong answers that no known mistake explains: how they differ from the expected ones.

It knows no exercise. What it says is true of the answers that it has seen, and is no guess at the
reason, except for factors by which a known slip changes a result. Where it sees no pattern, it says
nothing.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, permutations, starmap
from typing import Any, TypeAlias

from .attempt import Step
from .host import NoResultError
from .loaded import np, numpy_is_loaded
from .same import (
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

Case: TypeAlias = tuple[Step, dict[str, Any]]
"""A step, with the attempt's answer, and the answer that was expected."""
Read: TypeAlias = Callable[[Sequence[Case]], tuple[str, list[int]] | None]
"""Returns a text that is true of some cases, and the places of these; None where it sees none."""
Told: TypeAlias = tuple[str, bool]
"""What is said of one answer, if anything, and whether it cannot be chance: a single number may be
any factor times the expected one."""
PatternReader: TypeAlias = "Callable[[np.ndarray, np.ndarray, list[np.ndarray]], str]"
"""Says what an array is beside the expected one of its shape, given the arguments of the call; says
nothing (an empty text) where it sees no pattern."""

NO_RESULT = NoResultError.__name__
UNCHECKABLE = "Your function returns no result that can be checked"
STOPS = "Your code stops with an exception where a result is expected"
IN_A_PRODUCT = (
    "In a product a @ b, a has as many columns as b has rows; here they are {} and {}. "
    "Is one of the two to be transposed?"
)
NONE = "Your function returns None where a value is expected."
"""Not said where None is expected of other steps: it is no forgotten `return` there."""
ZEROS = "Every number of your result is 0."
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
KINDS: tuple[Callable[[Any], bool], ...] = (
    is_number,
    lambda value: isinstance(value, list | tuple),
    lambda value: isinstance(value, dict),
    lambda value: isinstance(value, bool | str),
)
"""Kinds of values: where the kind is wrong, that is said, and no number is read."""
NOTHING: Told = "", False
"""Says nothing."""
ORDINALS = ("first", "second", "third", "fourth", "fifth")


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


def read(cases: Sequence[Case]) -> tuple[str, list[int]] | None:
    """Read wrong answers: say what is true of most of them."""
    found = [_of_step(step, expected) for step, expected in cases]
    if any("value" in expected and plain(expected["value"]) is None for _, expected in cases):
        found = [NOTHING if text == NONE else (text, is_sure) for text, is_sure in found]
    # What is true of a single number may be chance; of two it is not.
    counts = Counter(text for text, _ in found if text)
    certain = {text for text, is_certain in found if text and (is_certain or counts[text] > 1)}
    doubtful = {text for text in certain if text.startswith(OFTEN_CHANCE)}
    certain -= {text for text in doubtful if 2 * counts[text] <= len(found)}
    texts = [text for text, _ in counts.most_common() if text in certain]
    if not texts:
        return None
    return texts[0], [i for i, (text, _) in enumerate(found) if text == texts[0]]


def _of_step(step: Step, expected: dict[str, Any]) -> Told:
    if "raised" in step.answer or "raised" in expected:
        return NOTHING
    given = step.given if numpy_is_loaded() else []
    inputs = [as_array(each) for each in given if is_number(each)]
    a, b = (plain(each["value"]) for each in (step.answer, expected))
    return _of_values(a, b, inputs)


def _of_values(a: Any, b: Any, inputs: list[np.ndarray]) -> Told:
    if a is None and b is not None:
        return NONE, True
    if isinstance(b, dict) and isinstance(a, dict):
        return _of_dictionaries(a, b, inputs)
    if isinstance(b, (tuple, list)):
        return _of_sequences(a, b, inputs)
    if isinstance(a, tuple) and is_number(b):
        comma = " There is a comma after it." if len(a) == 1 else ""
        return f"You return {_several(a)} where one {_kind(b)} is expected.{comma}", True
    if kinds := _unlike(a, b):
        return f"You return {_a(kinds[0])} where {_a(kinds[1])} is expected.", True
    if not (is_number(a) and is_number(b)) or not numpy_is_loaded():
        return NOTHING
    x, y = as_array(a), as_array(b)
    if x.shape == y.shape and _are_finite_and_agree(x, y):
        return (NO_GRADIENT, True) if _learns(b) and not _learns(a) else NOTHING
    return _of_arrays(x, y, inputs), y.size > 1


def _are_finite_and_agree(a: np.ndarray, b: np.ndarray) -> bool:
    return bool(np.isfinite(a).all() and np.isfinite(b).all() and _agree(a, b))


def _learns(value: Any) -> bool:
    """Return whether a value is a tensor through which PyTorch has a gradient flow."""
    return bool(getattr(value, "requires_grad", False))


def _of_sequences(a: Any, b: Sequence[Any], inputs: list[np.ndarray]) -> Told:
    """Read several results: their number, their order, and which one is wrong."""
    if not isinstance(a, (tuple, list)):
        if getattr(a, "shape", ())[:1] == (len(b),):
            return f"You return {_a(_kind(a))} where {_a(_kind(b))} is expected.", True
        return f"You return one value where {_several(b)} are expected.", True
    if len(a) != len(b):
        verb = "is" if len(b) == 1 else "are"
        return f"You return {_several(a)} where {_several(b)} {verb} expected.", True
    wrong = [i for i, (x, y) in enumerate(zip(a, b, strict=True)) if not _same_at_any_scale(x, y)]
    if len(b) <= len(ORDINALS):
        _, *others = permutations(range(len(b)))
        for order in others:
            if all(same(a[i], b[j], Aspect.DTYPE) for i, j in enumerate(order)):
                moved = next(i for i, j in enumerate(order) if i != j)
                here, there = ordinal(moved), ordinal(order[moved])
                text = f"{ANOTHER_ORDER}: the {here} is what should be the {there}."
                return text, not all(is_number(each) and size_of(each) == 1 for each in b)
    if len(wrong) == 1 and len(b) > 1:
        place = wrong[0]
        if kinds := _unlike(a[place], b[place]):
            whose = f"The {ordinal(place)} of your {len(b)} results"
            return f"{whose} is {_a(kinds[0])} where {_a(kinds[1])} is expected.", True
        text = _of_part(_of_values(a[place], b[place], inputs)[0])
        is_one = is_number(b[place]) and size_of(b[place]) == 1
        wrong_is = "is wrong" if is_one else "has wrong numbers"
        which = f"In this call only the {ordinal(place)} of {len(b)} results {wrong_is}."
        return f"{which} {text}".strip(), True
    if wrong and len(found := {_unlike(a[i], b[i]) for i in wrong}) == 1 and (kinds := found.pop()):
        return f"Your results are {kinds[0]}s where {kinds[1]}s are expected.", True
    texts = {_of_values(a[i], b[i], inputs) for i in wrong}
    if len(texts) != 1:
        return NOTHING
    text, is_sure = texts.pop()
    if text and len(wrong) < len(b):
        those = " and ".join(f"the {ordinal(i)}" for i in wrong)
        text = f"Of your {len(b)} results {those} are wrong. {_of_part(text)}"
    return text, is_sure


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
        return f"The keys of your dictionary are {given}; expected: {wanted}.", True
    wrong = [key for key in b if not _same_at_any_scale(a[key], b[key])]
    if len(wrong) != 1 or len(b) == 1:
        return NOTHING
    text, _ = _of_values(a[wrong[0]], b[wrong[0]], inputs)
    which = f"Of the {len(b)} values of your dictionary only {wrong[0]!r} has wrong numbers."
    return f"{which} {text}".strip(), True


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


def _same_at_any_scale(a: Any, b: Any) -> bool:
    """Return whether two results are the same but for their dtype; of tiny ones, digit by digit."""
    if not same(a, b, Aspect.DTYPE):
        return False
    return not (is_number(a) and numpy_is_loaded()) or _agree(as_array(a), as_array(b))


def _agree(a: np.ndarray, b: np.ndarray) -> bool:
    """Return whether arrays are the same but for rounding, also where all numbers are tiny."""
    return ROUNDING.at_scale_of(b).agree(a, b)


def _of_arrays(a: np.ndarray, b: np.ndarray, inputs: list[np.ndarray]) -> str:
    with np.errstate(all="ignore"):
        if a.shape != b.shape:
            return _of_shapes(a, b)
        if np.iscomplexobj(a) or np.iscomplexobj(b):
            return ""  # which have no order, and no sign
        return next(filter(None, (reader(a, b, inputs) for reader in PATTERN_READERS)), "")


def _of_shapes(a: np.ndarray, b: np.ndarray) -> str:
    text = f"Your result has shape {a.shape} where {b.shape} is expected"
    if a.shape == b.T.shape and _agree(a, b.T):
        return f"{text}: the right numbers, transposed."
    if a.size == b.size and _agree(a.ravel(), b.ravel()):
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


def _zeros(a: np.ndarray, b: np.ndarray, inputs: list[np.ndarray]) -> str:
    return ZEROS if not a.any() else ""


def _unchanged(a: np.ndarray, b: np.ndarray, inputs: list[np.ndarray]) -> str:
    if a.size > 1 and any(x.shape == a.shape and _agree(a, x) for x in inputs):
        return UNCHANGED
    return ""


def _factor(a: np.ndarray, b: np.ndarray, inputs: list[np.ndarray]) -> str:
    """Say by which factor all numbers differ, or that each row or each column has one."""
    zero = np.abs(b) < 1e-9
    if zero.all() or not ROUNDING.agree(a[zero], b[zero]):
        return ""
    ratio = np.where(zero, np.nan, a / b)
    if _constant(ratio, None):
        factor = float(np.nanmedian(ratio))
        if _varied(b) or _name_of(factor, inputs):
            return _of_factor(factor, inputs)
        return ""
    # A row with one number that is not 0, or of one number alone, takes any factor.
    for (name, ratios), (_, numbers) in zip(_lines(ratio), _lines(b + 0 * ratio), strict=True):
        if _telling(numbers) and _constant(ratios, 1):
            return f"Each {name} of your result is the expected one times a number of its own."
    return ""


def _offset(a: np.ndarray, b: np.ndarray, inputs: list[np.ndarray]) -> str:
    """Say by which summand all numbers differ, or that each row or each column has one."""
    difference = a - b
    if _varied(b) and _constant(difference, None) and np.ptp(difference) <= 1e-3 * np.ptp(b):
        return f"Each number is the expected one plus {np.median(difference):.4g}."
    for (name, differences), (_, numbers) in zip(_lines(difference), _lines(b), strict=True):
        # In a large summand what differs within a row may be lost.
        spread, kept = np.ptp(differences, axis=1), np.ptp(numbers, axis=1)
        if _telling(numbers) and _constant(differences, 1) and (spread <= 1e-3 * kept + 1e-7).all():
            return f"Each {name} of your result is the expected one plus a number of its own."
    return ""


def _order(a: np.ndarray, b: np.ndarray, inputs: list[np.ndarray]) -> str:
    """Say that the numbers are right and at other places."""
    if a.ndim == 2 and a.shape == b.T.shape and _agree(a, b.T):
        return "Your result is the expected one, transposed."
    if _varied(b) and _agree(np.sort(a, axis=None), np.sort(b, axis=None)):
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
    for decimals in range(0 if np.unique(a).size > 2 else 1, 4):
        if np.abs(a - np.round(b, decimals)).max() < 1e-9:
            places = "1 decimal" if decimals == 1 else f"{decimals} decimals"
            return f"Your numbers are the expected ones, rounded to {places}."
    if np.unique(a).size > 2 and np.abs(a - np.trunc(b)).max() < 1e-9:
        return "Your numbers are the expected ones without their decimals."
    return ""


def _in_part(a: np.ndarray, b: np.ndarray, inputs: list[np.ndarray]) -> str:
    """Say that one row, one column or one number alone is wrong."""
    wrong = ~ROUNDING.agreeing(a, b)
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
    *(_not_finite, _zeros, _unchanged, _factor, _offset, _order),
    *(_clipped, _rounded, _in_part),
)
"""The first that says something is told: those before say more than those behind."""


def _of_factor(factor: float, inputs: list[np.ndarray]) -> str:
    if abs(factor + 1) < ROUNDING.relative:
        return "Each number has the wrong sign."
    text = f"{factor:.4g}"
    if text == "1":
        text = f"{factor:.7g}"
    return f"Each number is {text} times the expected one{_name_of(factor, inputs)}."


def _name_of(factor: float, inputs: list[np.ndarray]) -> str:
    """Return which slip gives a factor, if the sizes of the arguments admit one alone."""
    sizes = {size for x in inputs for size in x.shape if size > 2}
    pairs = {pair for x in inputs for pair in permutations(x.shape, 2) if min(pair) > 1}
    for slips in (map(_slips, sizes), starmap(_slips_between, pairs)):  # the likelier ones first
        found = {
            text for value, text in chain(*slips) if abs(factor / value - 1) < ROUNDING.relative
        }
        if found:
            break
    return f": {found.pop()}" if len(found) == 1 else ""


def _slips(n: int) -> Iterator[tuple[float, str]]:
    """Yield factors by which known slips along an axis of n numbers change a result."""
    biased = f"{n}/{n - 1}"
    yield math.sqrt((n - 1) / n), f"√({n - 1}/{n}), as if a variance were divided by {n} − 1"
    yield math.sqrt(n / (n - 1)), f"√({biased}), as if a variance were divided by {n}, not {n} − 1"
    yield math.sqrt((n + 1) / n), f"√({n + 1}/{n}), as if a variance were divided by {n} + 1"
    yield n / (n + 1), f"{n}/{n + 1}, as if a mean of {n} numbers were divided by {n} + 1"
    yield n / (n - 1), f"{biased}, as if a mean of {n} numbers were divided by {n} − 1"
    yield (n - 1) / n, f"{n - 1}/{n}, as if a mean of {n} numbers were a sum over {n} − 1 of them"
    yield n, f"{n} is the length of an axis, as if a sum stood where a mean should"
    yield 1 / n, f"1/{n}, as if a mean over {n} numbers stood where a sum should"
    yield math.sqrt(n), f"√{n}, where {n} is the length of an axis"
    yield 1 / math.sqrt(n), f"1/√{n}, where {n} is the length of an axis"


def _slips_between(m: int, n: int) -> Iterator[tuple[float, str]]:
    """Yield factors by which a result changes if m is taken for n, the lengths of two axes."""
    if m != n:
        divided = f"of {n} numbers were divided by {m}, the length of another axis"
        yield n / m, f"{n}/{m}, as if a mean {divided}"
        yield math.sqrt(m / n), f"√({m}/{n}), as if a variance {divided}"


def _lines(values: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    """Yield "row" with the rows along the last axis, and "column" with the columns as rows.

    Nothing, if there is one row or one column alone.
    """
    rows = values.reshape(-1, *values.shape[-1:])
    if min(rows.shape) > 1:
        yield "row", rows
        yield "column", rows.T


def _constant(values: np.ndarray, axis: int | None) -> bool:
    """Return whether numbers are the same along an axis, NaN left out, and not all are NaN."""
    if np.isinf(values).any() or np.isnan(values).all(axis=axis).any():
        return False
    low, high = np.nanmin(values, axis=axis), np.nanmax(values, axis=axis)
    return bool(
        np.all(high - low <= ROUNDING.relative * np.maximum(np.abs(high), np.abs(low)) + 1e-7)
    )


def _telling(rows: np.ndarray) -> bool:
    """Return whether in two rows or more numbers differ, NaN left out: equal ones fit anything."""
    low, high = np.fmin.reduce(rows, axis=1), np.fmax.reduce(rows, axis=1)
    return bool((high - low > 1e-3 * np.maximum(np.abs(high), np.abs(low))).sum() > 1)


def _is_round(number: float) -> bool:
    """Return whether a number has two digits alone, as those have that people write."""
    return bool(abs(float(f"{number:.1e}") - number) <= 1e-9 * abs(number))


def _varied(values: np.ndarray) -> bool:
    """Return whether numbers other than 0 differ in size; if not, a factor is also a summand."""
    sizes = np.abs(values[np.abs(values) > 1e-9])
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
