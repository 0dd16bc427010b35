"""The gradient of LayerNorm: three terms, their sum, and a finite difference beside it."""

from __future__ import annotations

from typing import Any

from traitlets import TraitError, observe, validate

from normbook.widgets.explorable import Explorable
from normbook.widgets.traits import Flag, Number, Vector

# backward/widget.mjs keeps the same limits.
LARGEST = 1000
MOST_FEATURES = 6


class Backward(Explorable):
    """The three terms of ``dx = rstd (dy − mean(dy) − x̂ mean(dy x̂))``.

    Parameters
    ----------
    x
        1 to 6 numbers from −1,000 to 1,000: one sample's features, shape ``(D,)``.
    dy
        The gradient that arrives at x̂, one number a feature in the same range. When the number of
        features changes, surplus ones go, and new ones are 0.
    eps
        From 0 to 100, in the units of x squared.
    through_mean, through_var
        Whether the gradient goes through μ, and through σ². False is what detached statistics do.

    Examples
    --------
    >>> from normbook.norms import layer_norm_backward, layer_norm_forward
    >>> backward = Backward(x=[4, 1, 3, 8], dy=[1, 0, 0, 0], eps=0)
    >>> _, cache = layer_norm_forward(backward.x, 4, eps=backward.eps)
    >>> layer_norm_backward(backward.dy, cache).dx.round(3)
    array([ 0.294, -0.098, -0.098, -0.098])
    """

    slug = "backward"

    x = Vector([4, 1, 3, 8], most=MOST_FEATURES, low=-LARGEST, high=LARGEST).tag(sync=True)
    dy = Vector([1, 0.5, -0.5, 2], most=MOST_FEATURES, low=-LARGEST, high=LARGEST).tag(sync=True)
    eps = Number(0, low=0, high=100).tag(sync=True)
    through_mean = Flag(True).tag(sync=True)
    through_var = Flag(True).tag(sync=True)

    @validate("dy")
    def _one_a_feature(self, proposal: Any) -> list[float]:
        values: list[float] = proposal["value"]
        if len(values) != len(self.x):
            raise TraitError(
                f"dy has {len(values)} values and x has {len(self.x)}; expected one a feature."
            )
        return values

    @observe("x")
    def _fit(self, change: Any) -> None:
        if len(self.dy) != len(self.x):
            self.dy = (self.dy + [0.0] * MOST_FEATURES)[: len(self.x)]
