"""The four steps of LayerNorm on values that the reader drags."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from traitlets import HasTraits, Int, List, TraitError, default, observe, validate

from normbook.widgets.explorable import Explorable
from normbook.widgets.traits import Number, Vector, check_list

# pipeline/state.mjs keeps the same limits.
LARGEST = 1e6
MOST_FEATURES = 12
MOST_ROWS = 3


class Tensor(Vector):
    """A vector, or a list of vectors of one length."""

    def validate(self, obj: HasTraits | None, value: Any) -> list[Any]:
        """Return the numbers as a list of floats, or as a list of such lists."""
        values = check_list(value, self.name)
        if not values or isinstance(values[0], str) or not isinstance(values[0], Iterable):
            return super().validate(obj, values)
        if len(values) > MOST_ROWS:
            raise TraitError(f"{self.name} has {len(values)} rows; expected 1 to {MOST_ROWS}.")
        rows = [check_list(row, f"{self.name}[{i}]") for i, row in enumerate(values)]
        lengths = [len(row) for row in rows]
        if len(set(lengths)) > 1:
            raise TraitError(f"{self.name} has rows of {lengths} values; expected one length.")
        flat = super().validate(obj, [each for row in rows for each in row])
        return [flat[i * lengths[0] : (i + 1) * lengths[0]] for i in range(len(rows))]


class Pipeline(Explorable):
    """A vector, or a few rows, through x, x − μ, x̂ and γx̂ + β.

    The traits are the arguments of ``normbook.norms.layer_norm``; each follows the reader's hand,
    and setting one moves the picture. What is drawn is computed from them in JavaScript.

    Parameters
    ----------
    x
        1 to 12 numbers from −1,000,000 to 1,000,000: one sample's features, shape ``(D,)``; or up
        to 3 rows of them, 12 numbers in all, shape ``(T, D)``.
    normalized_shape
        ``[D]``: each row has statistics of its own. ``[T, D]``: all values of a 2-D x share them.
    weight, bias
        Of shape normalized_shape, with numbers in the same range; 1 and 0 unless given. When that
        shape changes, surplus ones go, and new ones are 1 and 0.
    eps
        From 0 to 100, in the units of x squared.

    Examples
    --------
    >>> pipeline = Pipeline(x=[4, 1, 3, 8], eps=0)
    >>> pipeline.x = [[1, 2, 6], [0, 0, 3]]
    >>> pipeline.normalized_shape, pipeline.weight
    ([3], [1.0, 1.0, 1.0])
    >>> pipeline.normalized_shape = [2, 3]
    >>> pipeline.weight
    [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]
    """

    slug = "pipeline"

    x = Tensor([4, 1, 3, 8], most=MOST_FEATURES, low=-LARGEST, high=LARGEST).tag(sync=True)
    weight = Tensor(most=MOST_FEATURES, low=-LARGEST, high=LARGEST).tag(sync=True)
    bias = Tensor(most=MOST_FEATURES, low=-LARGEST, high=LARGEST).tag(sync=True)
    eps = Number(1e-5, low=0, high=100).tag(sync=True)
    normalized_shape = List(Int()).tag(sync=True)

    @default("normalized_shape")
    def _last_axis(self) -> list[int]:
        return [shape_of(self.x)[-1]]

    @default("weight")
    def _ones(self) -> list[Any]:
        return fitted([], self.normalized_shape, 1.0)

    @default("bias")
    def _zeros(self) -> list[Any]:
        return fitted([], self.normalized_shape, 0.0)

    @validate("normalized_shape")
    def _trailing_axes(self, proposal: Any) -> list[int]:
        shape: list[int] = proposal["value"]
        of_x = shape_of(self.x)
        if shape not in (of_x, of_x[-1:]):
            raise TraitError(
                f"normalized_shape is {shape} and x has the shape {of_x}; expected "
                f"{of_x[-1:]}{f' or {of_x}' if len(of_x) == 2 else ''}."
            )
        return shape

    @validate("weight", "bias")
    def _of_normalized_shape(self, proposal: Any) -> list[Any]:
        values: list[Any] = proposal["value"]
        if shape_of(values) != self.normalized_shape:
            raise TraitError(
                f"{proposal['trait'].name} has the shape {shape_of(values)}; expected "
                f"normalized_shape, {self.normalized_shape}."
            )
        return values

    @observe("x")
    def _fit_shape(self, change: Any) -> None:
        of_x = shape_of(self.x)
        axes = len(self.normalized_shape)
        self.normalized_shape = of_x if axes == 2 and len(of_x) == 2 else of_x[-1:]

    @observe("normalized_shape")
    def _fit_parameters(self, change: Any) -> None:
        self.weight = fitted(self.weight, self.normalized_shape, 1.0)
        self.bias = fitted(self.bias, self.normalized_shape, 0.0)


def shape_of(values: list[Any]) -> list[int]:
    """Return the shape of a vector or of rows."""
    return (
        [len(values), len(values[0])] if values and isinstance(values[0], list) else [len(values)]
    )


def fitted(values: list[Any], shape: list[int], fill: float) -> list[Any]:
    """Return the values in another shape, without surplus ones, and filled up."""
    flat = [each for row in values for each in (row if isinstance(row, list) else [row])]
    flat = (flat + [fill] * math.prod(shape))[: math.prod(shape)]
    if len(shape) == 1:
        return flat
    return [flat[i * shape[1] : (i + 1) * shape[1]] for i in range(shape[0])]
