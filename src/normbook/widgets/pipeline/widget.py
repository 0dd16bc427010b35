"""The four steps of LayerNorm on one vector that the reader drags."""

from __future__ import annotations

from typing import Any

from traitlets import TraitError, default, observe, validate

from normbook.widgets.explorable import Explorable
from normbook.widgets.traits import Number, Vector

# widget.mjs keeps the same limits, in pipeline/state.mjs.
LARGEST = 1e6
MOST_FEATURES = 12


class Pipeline(Explorable):
    """One vector through x, x − μ, x̂ and γx̂ + β.

    The traits are the arguments of ``normbook.norms.layer_norm``; each follows the reader's hand,
    and setting one moves the picture. What is drawn is computed from them in JavaScript.

    Parameters
    ----------
    x
        1 to 12 numbers from −1,000,000 to 1,000,000: one sample's features.
    weight, bias
        One number a feature, in the same range; 1 and 0 unless given. When the number of features
        changes, surplus ones go, and new ones are 1 and 0.
    eps
        From 0 to 100, in the units of x squared.

    Examples
    --------
    >>> pipeline = Pipeline(x=[4, 1, 3, 8], eps=0)
    >>> pipeline.x = [1, 2, 6]
    >>> pipeline.weight
    [1.0, 1.0, 1.0]
    """

    slug = "pipeline"

    x = Vector(most=MOST_FEATURES, low=-LARGEST, high=LARGEST).tag(sync=True)
    weight = Vector(most=MOST_FEATURES, low=-LARGEST, high=LARGEST).tag(sync=True)
    bias = Vector(most=MOST_FEATURES, low=-LARGEST, high=LARGEST).tag(sync=True)
    eps = Number(1e-5, low=0, high=100).tag(sync=True)

    @default("x")
    def _default_x(self) -> list[float]:
        return [4.0, 1.0, 3.0, 8.0]

    @default("weight")
    def _default_weight(self) -> list[float]:
        return [1.0] * len(self.x)

    @default("bias")
    def _default_bias(self) -> list[float]:
        return [0.0] * len(self.x)

    @validate("weight", "bias")
    def _one_a_feature(self, proposal: Any) -> list[float]:
        values: list[float] = proposal["value"]
        if len(values) != len(self.x):
            raise TraitError(
                f"{proposal['trait'].name} has {len(values)} values and x has {len(self.x)}; "
                "expected one a feature."
            )
        return values

    @observe("x")
    def _fit(self, change: Any) -> None:
        features = len(self.x)
        if len(self.weight) != features:
            self.weight = (self.weight + [1.0] * features)[:features]
        if len(self.bias) != features:
            self.bias = (self.bias + [0.0] * features)[:features]
