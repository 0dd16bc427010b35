"""What an attempt was called with, and what came of it: recorded, copied, compared."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

# Two right answers may round differently; two misconceptions differ by more than this.
RELATIVE, ABSOLUTE = 1e-4, 1e-6


@dataclass(frozen=True)
class Outcome:
    """What came of a call: a value or the name of an exception; and whether its inputs changed."""

    value: Any = None
    raised: str | None = None
    mutated: bool = False


@dataclass(frozen=True)
class Call:
    """One call: its arguments as they were before it."""

    arguments: tuple[Any, ...]
    keywords: Mapping[str, Any]
    outcome: Outcome

    @property
    def size(self) -> int:
        """How many numbers go in: small calls explain best."""
        return sum(np.size(value) for value in (*self.arguments, *self.keywords.values()))


def freeze(value: Any) -> Any:
    """Return a copy that later changes to ``value`` do not reach; a read-only array stays so."""
    if isinstance(value, np.ndarray):
        array = value.copy()
        array.flags.writeable = value.flags.writeable
        return array
    try:
        return copy.deepcopy(value)
    except Exception:  # what cannot be copied is shown by its type alone
        return f"<{type(value).__name__}>"


def perform(
    function: Callable[..., Any], arguments: tuple[Any, ...], keywords: Mapping[str, Any]
) -> Outcome:
    """Call ``function`` on copies of the arguments; return what came of it."""
    given = tuple(map(freeze, arguments))
    named = {name: freeze(value) for name, value in keywords.items()}
    try:
        value = freeze(function(*given, **named))
    except (Exception, SystemExit) as error:
        return Outcome(raised=type(error).__name__)
    return Outcome(value=value, mutated=not same((given, named), (arguments, dict(keywords))))


class Recorder:
    """Stands in for an attempt, passes each call on, and keeps a record of it."""

    def __init__(self, attempt: Callable[..., Any]) -> None:
        self._attempt = attempt
        self.calls: list[Call] = []

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Call the attempt; its errors pass through."""
        before = tuple(map(freeze, arguments))
        named = {name: freeze(value) for name, value in keywords.items()}
        try:
            value = self._attempt(*arguments, **keywords)
        except (Exception, SystemExit) as error:
            self.calls.append(Call(before, named, Outcome(raised=type(error).__name__)))
            raise
        mutated = not same((before, named), (arguments, keywords))
        self.calls.append(Call(before, named, Outcome(freeze(value), mutated=mutated)))
        return value


def same(a: Any, b: Any) -> bool:
    """Return whether two values are the same, but for rounding."""
    if isinstance(a, (tuple, list)):
        return (
            isinstance(b, (tuple, list))
            and len(a) == len(b)
            and all(same(x, y) for x, y in zip(a, b, strict=True))
        )
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, (np.ndarray, np.generic)):
        return (
            isinstance(b, (np.ndarray, np.generic))
            and a.dtype == b.dtype
            and a.shape == b.shape
            and _close(np.asarray(a), np.asarray(b))
        )
    if isinstance(a, float) and isinstance(b, float):
        return _close(np.asarray(a), np.asarray(b))
    return type(a) is type(b) and bool(a == b)


def _close(a: np.ndarray, b: np.ndarray) -> bool:
    if a.dtype.kind not in "fc":
        return bool(np.array_equal(a, b))
    with np.errstate(all="ignore"):
        return bool(np.allclose(a, b, rtol=RELATIVE, atol=ABSOLUTE, equal_nan=True))


def same_outcome(a: Outcome, b: Outcome) -> bool:
    """Return whether two calls came to the same."""
    return a.raised == b.raised and a.mutated == b.mutated and same(a.value, b.value)
