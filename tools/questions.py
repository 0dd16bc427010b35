"""Asks what an exercise's tests asked with other values, sizes, dtypes, layouts and options.

What the tests ask shows what may be asked: a rank, a dtype, a sign. No exercise is known by name.
"""

from __future__ import annotations

import inspect
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from normbook.grader.verdict.host import THE_ATTEMPT
from normbook.grader.verdict.wire import pack, unpack

Operation = dict[str, Any]
Place = tuple[Any, ...]
"""Where a value stands: in which parameter of what, below which keys."""
SIZES = (1, 2, 3, 5, 6, 8)
SCALES = (1e-12, 1e-3, 30.0, 1e3)
OFFSETS = (0.5, -100.0, 1e4)
FACTORS = (0.1, 0.5, 2.0, 5.0)
WIDE = (np.float32, np.float64)


class Questions:
    """What may be asked, as far as what was asked shows it.

    Parameters
    ----------
    operations
        What was asked.
    signature
        Of the function or class that was called.
    """

    def __init__(self, operations: Sequence[Operation], signature: inspect.Signature) -> None:
        self._operations = operations
        self._signature = signature
        self._seen: dict[Place, list[Any]] = defaultdict(list)
        for operation in operations:
            for name, value in self._values(operation).items():
                for place, leaf in leaves((self._target(operation), name), value):
                    self._seen[place].append(leaf)
        shapes = (each.shape for values in self._seen.values() for each in map(as_array, values))
        self._sizes = sorted({size for shape in shapes for size in shape})

    def ask(self, seed: int) -> Iterator[Operation]:
        """Yield what was asked, changed at random; sizes change everywhere alike."""
        self._rng = np.random.default_rng(seed)
        self._resized = {s: int(self._one(SIZES)) for s in self._sizes if self._chance(0.2)}
        self._deeper = self._chance(0.15)
        self._dtype = self._one(WIDE) if self._chance(0.3) else None
        return map(self._asked, unpack(pack(list(self._operations))))

    def _asked(self, operation: Operation) -> Operation:
        values = self._values(operation)
        if self._target(operation) is None:
            self._choose_options(values)
        for name, value in values.items():
            values[name] = self._changed((self._target(operation), name), value)
        return self._with_values(operation, values)

    def _target(self, operation: Operation) -> str | None:
        """Return the method that is called; None where it is the function or class itself."""
        is_entry = operation["do"] == "call" and operation["on"] == THE_ATTEMPT
        return None if is_entry else operation.get("name") or operation["do"]

    def arguments(self, operation: Operation) -> dict[str, Any] | None:
        """Return all arguments of a call by name; None of what is no call of the answer itself."""
        if self._target(operation) is not None:
            return None
        bound = self._bind(operation)
        bound.apply_defaults()
        return bound.arguments

    def _bind(self, operation: Operation) -> inspect.BoundArguments:
        return self._signature.bind(*operation["arguments"], **operation["keywords"])

    def _values(self, operation: Operation) -> dict[str, Any]:
        """Return what is given, by parameter, or by position where parameters are not known."""
        if operation["do"] != "call":
            return {key: operation[key] for key in ("gradient",) if key in operation}
        arguments, keywords = operation["arguments"], operation["keywords"]
        if self._target(operation) is None:
            return dict(self._bind(operation).arguments)
        return {**dict(enumerate(arguments)), **keywords}

    def _with_values(self, operation: Operation, values: dict[Any, Any]) -> Operation:
        if operation["do"] != "call":
            return {**operation, **values}
        if self._target(operation) is None:
            bound = inspect.BoundArguments(self._signature, values)
            return {**operation, "arguments": bound.args, "keywords": bound.kwargs}
        count = len(operation["arguments"])
        arguments = tuple(values[i] for i in range(count))
        return {
            **operation,
            "arguments": arguments,
            "keywords": {k: v for k, v in values.items() if isinstance(k, str)},
        }

    def _choose_options(self, values: dict[str, Any]) -> None:
        """Leave options out, or give them as another call did."""
        for name, parameter in self._signature.parameters.items():
            if parameter.default is parameter.empty:
                continue
            plain = [each for each in self._seen[None, name] if np.ndim(each) == 0]
            if self._chance(0.1):
                values.pop(name, None)
            elif plain and self._chance(0.1):
                values[name] = self._one(plain)

    # ---- one value ----

    def _changed(self, place: Place, value: Any) -> Any:
        """Return a value, changed; bools, words and None stay what they are."""
        match value:
            case None | bool() | str():
                return value
            case int():
                return self._resized.get(value, value)
            case float():
                return value * self._one(FACTORS) if self._chance(0.2) else value
            case dict():
                return {key: self._changed((*place, key), each) for key, each in value.items()}
            case tuple():
                return tuple(self._changed((*place, i), each) for i, each in enumerate(value))
            case list() if is_of_numbers(value):
                return self._array(place, np.asarray(value)).tolist()
            case list():
                return [self._changed((*place, list), each) for each in self._picked(value)]
            case np.ndarray() if value.ndim:
                changed = self._array(place, value)
                changed.flags.writeable = value.flags.writeable
                return changed
        torch = sys.modules.get("torch")
        if torch is not None and isinstance(value, torch.Tensor) and value.ndim:
            changed = torch.from_numpy(self._array(place, as_array(value)))
            if changed.is_floating_point():
                narrow = changed.dtype == torch.float64 and self._dtype is not np.float64
                changed = changed.to(value.dtype if narrow else changed.dtype)
            return changed.requires_grad_(value.requires_grad)
        return value

    def _picked(self, items: list[Any]) -> list[Any]:
        """Return some of the items, each as often as chance has it."""
        if not items or self._chance(0.8):
            return items
        return [self._one(items) for _ in range(self._rng.integers(1, len(items) + 2))]

    def _array(self, place: Place, array: np.ndarray) -> np.ndarray:
        """Return an array of another shape, with other values, otherwise laid out."""
        seen = [each for each in map(as_array, self._seen[place]) if each.dtype.kind in "biuf"]
        if self._deeper and len({each.ndim for each in seen}) > 1:
            array = np.stack([array, array[::-1]])
        shape = [self._resized.get(int(size), int(size)) for size in array.shape]
        array = np.resize(array, tuple(shape)) if array.size else array
        if array.size and self._chance(0.7):
            changed = self._values_like(array, all((each > 0).all() for each in seen))
            array = changed if np.isfinite(changed).all() else array
        if array.dtype.kind == "f":
            dtypes = sorted({each.dtype for each in seen if each.dtype.kind == "f"})
            mixed = len(dtypes) > 1 and self._chance(0.3)
            array = _cast(array, self._one(dtypes) if mixed else self._dtype or array.dtype)
        layouts = (
            lambda: array.copy(),
            lambda: array.T.copy().T,
            lambda: np.stack([array, array], -1)[..., 0],
        )
        return layouts[self._rng.integers(len(layouts))]()

    def _values_like(self, array: np.ndarray, positive: bool) -> np.ndarray:
        """Return other numbers of the same dtype; of integers, the same ones elsewhere."""
        rng = self._rng
        if array.dtype.kind != "f":
            return rng.choice(array.ravel(), array.shape)
        noise = rng.normal(size=array.shape)
        first = array[:1] if self._chance(0.5) else array[..., :1]
        row = rng.random((*array.shape[:-1], 1)) < 0.5
        ways = (
            noise,
            np.round(3 * noise),
            array * self._one(SCALES),
            array + self._one(OFFSETS),
            noise * self._one(SCALES) + self._one(OFFSETS),
            np.broadcast_to(first, array.shape),
            np.where(row, array[..., :1], noise),
            np.where(rng.random(array.shape) < 0.3, 0, array),
        )
        with np.errstate(all="ignore"):
            changed = ways[rng.integers(len(ways))].astype(array.dtype)
        return np.abs(changed) if positive else changed

    def _one(self, choices: Sequence[Any]) -> Any:
        return choices[int(self._rng.integers(len(choices)))]

    def _chance(self, share: float) -> bool:
        return bool(self._rng.random() < share)


def leaves(place: Place, value: Any) -> Iterator[tuple[Place, Any]]:
    """Yield the values below a place, each with its own."""
    match value:
        case dict():
            items = [((*place, key), each) for key, each in value.items()]
        case tuple():
            items = [((*place, i), each) for i, each in enumerate(value)]
        case list() if not is_of_numbers(value):
            items = [((*place, list), each) for each in value]
        case _:
            yield place, value
            return
    for below, each in items:
        yield from leaves(below, each)


def is_of_numbers(value: list[Any]) -> bool:
    """Return whether a list is what an array is: not empty, and of numbers alone."""
    return bool(value) and all(isinstance(each, int | float) for each in value)


def as_array(value: Any) -> np.ndarray:
    """Return a value as an array, a tensor of any float dtype as one of float64."""
    if hasattr(value, "detach"):
        value = value.detach()
        value = (value.double() if value.is_floating_point() else value).numpy()
    return np.asarray(value)


def _cast(array: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Return an array in another dtype; as it is where that cannot hold all of its numbers."""
    with np.errstate(over="ignore"):
        cast = array.astype(dtype)
    return cast if np.isfinite(cast).all() or not np.isfinite(array).all() else array
