"""Reads the numbers of an array beside the expected ones: by which pattern they differ.

An array has the shape of the expected one, but where it says otherwise. What sees no pattern says
nothing: an empty text, or None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from .loaded import np
from .same import COARSE, ROUNDING
from .tolerance import largest

PatternReader: TypeAlias = "Callable[[np.ndarray, np.ndarray, list[np.ndarray]], str]"
"""Says what an array is beside the expected one of its shape, given the arguments of the call; says
nothing (an empty text) where it sees no pattern."""

ZEROS = "Every number of your result is 0."
UNCHANGED = "Your result is equal to one of the arguments."
REORDERED = "Your result has the right numbers, in another order."
WRONG_IN = "Your result is wrong "
"""Begins what is said of the only place that is wrong."""
LEAST_OFF = 1e-7
"""By how much rounding may change the difference of two numbers: as a share of the larger one, or
of 1 if that is less."""
LEAST = 1e-13
"""An expected number that is at most this share of the largest counts as 0 in a quotient: rounding
may have left it."""
TOO_SMALL_FOR_ROUNDING = 1e-20
"""An expected number that is a smaller share of the largest than this is no remainder of rounding,
which leaves more: it is compared digit by digit."""


def of_shapes(a: np.ndarray, b: np.ndarray) -> str:
    """Say that an array has another shape than is expected, and how it may have come by it."""
    text = f"Your result has shape {a.shape} where {b.shape} is expected"
    if a.shape == b.T.shape and _are_the_same(a, b.T):
        return f"{text}: the right numbers, transposed."
    if a.size == b.size and _are_the_same(a.ravel(), b.ravel()):
        return f"{text}. The numbers are right."
    n = b.size
    if a.shape == (n, n) and n > 1:
        return f"{text}. That is what NumPy makes of shapes ({n}, 1) and ({n},) together."
    return f"{text}."


def of_not_finite(a: np.ndarray, b: np.ndarray, inputs: list[np.ndarray]) -> str:
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


def of_no_result(a: np.ndarray, inputs: list[np.ndarray]) -> str:
    """Say that numbers are all 0, or those of an argument: nothing was computed, it seems."""
    if not a.any():
        return ZEROS
    if a.size > 1 and any(x.shape == a.shape and _are_the_same(a, x) for x in inputs):
        return UNCHANGED
    return ""


def factor_of(a: np.ndarray, b: np.ndarray, relative: float) -> float | None:
    """Return by which factor all numbers differ, if there is one."""
    ratio = _ratio(a, b)
    return float(np.nanmedian(ratio)) if _constant(ratio, None, relative) else None


def summand_of(a: np.ndarray, b: np.ndarray) -> float | None:
    """Return by which summand all numbers differ, if there is one."""
    difference = a - b
    if not difference.size or not _constant(difference, None, off=allowance(a, b)):
        return None
    # In a large summand what differs may be lost.
    spread = np.ptp(b)
    is_kept = not spread or (np.ptp(difference) <= 1e-3 * spread and spread > allowance(a, b))
    return float(np.median(difference)) if is_kept else None


def allowance(a: np.ndarray, b: np.ndarray, axis: int | None = None) -> Any:
    """Return by how much rounding may change differences, along an axis if one is given."""
    scale = np.maximum(np.abs(a), np.abs(b)).max(axis=axis, initial=0.0)
    return LEAST_OFF * np.minimum(scale, 1.0)


def _ratio(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return quotients of numbers; NaN where both are 0, and throughout where one alone is.

    A number is 0 beside the largest of its own array, be that tiny or huge.
    """
    zero = np.abs(b) <= LEAST * largest(b)
    ratio = np.where(zero, np.nan, a / b)
    is_lost = ((ratio == 0) & (a != 0)).any()  # a quotient too small for a float
    is_fitting = ROUNDING.at_scale_of(a).agree(a[zero], np.zeros_like(a[zero]))
    return ratio if is_fitting and not is_lost else np.full(b.shape, np.nan)


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
        differences, off = received - numbers, allowance(received, numbers, axis=1)
        spread, kept = np.ptp(differences, axis=1), np.ptp(numbers, axis=1)
        is_kept = (spread <= 1e-3 * kept + off).all()
        if _telling(numbers, off) and _constant(differences, 1, off=off) and is_kept:
            return f"Each {name} of your result is the expected one plus a number of its own."
    return ""


def _order(a: np.ndarray, b: np.ndarray, inputs: list[np.ndarray]) -> str:
    """Say that the numbers are right and at other places."""
    if a.ndim == 2 and a.shape == b.T.shape and _are_the_same(a, b.T):
        return "Your result is the expected one, transposed."
    if is_varied(b) and _are_the_same(np.sort(a, axis=None), np.sort(b, axis=None)):
        return REORDERED
    return ""


def _clipped(a: np.ndarray, b: np.ndarray, inputs: list[np.ndarray]) -> str:
    """Say at which limits numbers stop, where the expected ones go on."""
    low, high = a.min(), a.max()
    wrong = ~ROUNDING.agreeing(a, b)
    under, over = wrong & (b < low), wrong & (b > high)
    limits = [float(limit) for limit, there in ((low, under), (high, over)) if there.any()]
    at_low, at_high = (ROUNDING.agreeing(a, np.full_like(a, each)) for each in (low, high))
    if at_low.all() or not limits or not agree(a, np.clip(b, low, high)):
        return ""
    # The largest number is a limit if several stop there, or if it is one as people write.
    beyond = np.unique(b[under | over])
    within = not (at_low | at_high).all()
    several = within and beyond.size > len(limits)
    written = all(map(_is_round, limits)) and not any(map(_is_round, beyond))
    if not several and not (written and (within or min(map(abs, limits)) > 1)):
        return ""
    names = [f"{limit + 0.0:.4g}".replace("-", "−") for limit in limits]  # 0 without a sign
    if len(limits) == 2 and low == -high:
        text = f"never pass ±{names[1]}"
    else:
        verbs = [verb for verb, there in (("fall below", under), ("pass", over)) if there.any()]
        text = " and ".join(f"never {verb} {name}" for verb, name in zip(verbs, names, strict=True))
    return f"Your numbers {text}, and the expected ones do: are they clipped?"


def _rounded(a: np.ndarray, b: np.ndarray, inputs: list[np.ndarray]) -> str:
    if not is_varied(b):
        return ""
    # Of a few numbers each may be 0 or 1 for another reason.
    for decimals in range(0 if np.unique(a).size > 2 else 1, 7):
        if _are_equal(a, np.round(b, decimals)):
            places = "1 decimal" if decimals == 1 else f"{decimals} decimals"
            return f"Your numbers are the expected ones, rounded to {places}."
    if np.unique(a).size > 2 and _are_equal(a, np.trunc(b)):
        return "Your numbers are the expected ones without their decimals."
    return ""


def _in_part(a: np.ndarray, b: np.ndarray, inputs: list[np.ndarray]) -> str:
    """Say that one row, one column or one number alone is wrong, and half of the others computed.

    A 0 may be right because nothing was.
    """
    wrong = ~_agreeing(a, b)
    computed = np.abs(b[~wrong]) > LEAST * largest(b)
    if 2 * computed.sum() < computed.size:
        return ""
    if a.ndim >= 2:
        if (rows := _rows(wrong)) is not None:
            return f"{WRONG_IN}in {rows} alone."
        columns = wrong.any(axis=tuple(range(a.ndim - 1)))
        if columns.sum() == 1 and columns.size > 2:
            return f"{WRONG_IN}in column {int(columns.argmax())} alone."
    elif wrong.sum() == 1 and a.size > 2:
        return f"{WRONG_IN}at index {int(wrong.argmax())} alone."
    return ""


PATTERN_READERS: tuple[PatternReader, ...] = (
    *(_factor_of_lines, _summand_of_lines, _order),
    *(_clipped, _rounded, _in_part),
)
"""The first that says something is told: those before say more than those behind."""


def of_pattern(a: np.ndarray, b: np.ndarray, inputs: list[np.ndarray]) -> str:
    """Say by which pattern numbers differ that have no factor and no summand in common."""
    return next(filter(None, (reader(a, b, inputs) for reader in PATTERN_READERS)), "")


def agree(a: np.ndarray, b: np.ndarray) -> bool:
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
    if not agree(a, b):
        return False
    finite = np.isfinite(a) & np.isfinite(b)
    if not finite.any():
        return True
    spread = np.abs(np.ptp(b[finite]))
    return bool(not spread or np.abs(a - b)[finite].max() <= COARSE * spread)


def is_varied(values: np.ndarray) -> bool:
    """Return whether numbers other than 0 differ in size; if not, a factor is also a summand."""
    sizes = np.abs(values[np.abs(values) > 1e-9 * min(largest(values), 1.0)])
    return bool(sizes.size and np.ptp(sizes) > 1e-3 * sizes.max())


def _are_equal(a: np.ndarray, b: np.ndarray) -> bool:
    """Return whether numbers are equal, in nine digits and to 1e-9."""
    return bool((np.abs(a - b) <= 1e-9 * np.minimum(np.abs(b), 1.0)).all())


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


def _telling(rows: np.ndarray, off: Any = 0.0) -> bool:
    """Return whether in two rows or more numbers differ, NaN left out: equal ones fit anything.

    What differs by no more than ``off`` may be what rounding left.
    """
    low, high = np.fmin.reduce(rows, axis=1), np.fmax.reduce(rows, axis=1)
    least = np.maximum(1e-3 * np.maximum(np.abs(high), np.abs(low)), off)
    return bool((high - low > least).sum() > 1)


def _is_round(number: float) -> bool:
    """Return whether a number has two digits alone, as those have that people write."""
    return bool(abs(float(f"{number:.1e}") - number) <= 1e-9 * abs(number))


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
