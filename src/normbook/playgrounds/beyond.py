"""A deep stack before its first step.

The size of the residual stream, and of the gradient, behind each block of a stack of
feed-forward blocks, with and without norms.
"""

from __future__ import annotations

import numpy as np

from .panel.chart import Axis, Chart, Line, Panel, Rule, Tone, around
from .panel.control import Control, choice, log_slider, slider
from .panel.network import (
    Array,
    Back,
    chain,
    dynamic_tanh,
    gelu,
    layer_norm,
    linear,
    residual,
    unchanged,
)

ALT = (
    "In 48 blocks without a norm and without a factor, the stream grows by powers of ten towards "
    "the output, and the gradient grows as much on its way back to the input."
)

ROWS, FEATURES = 64, 32
FACTORS = {"1": 0.0, "1/√L": -0.5, "1/L": -1.0}  # of a branch, as a power of the depth L
KINDS = ("no norm", "pre-LN", "DyT", "post-LN", "DeepNorm")


def controls() -> dict[str, Control]:
    """Return where the norm is, the depth, the factor of each branch, and the weights' gain."""
    return {
        "kind": choice("blocks", KINDS),
        "depth": slider("depth L", 4, 96, 4, start=48),
        "factor": choice("factor of a branch", FACTORS.keys()),
        "gain": log_slider("gain of the weights", -2, 1, 0.5, start=1, base=2),
    }


def draw(kind: str, depth: int, factor: str, gain: float) -> Chart:
    """Draw both sizes by depth.

    Parameters
    ----------
    kind
        One of ``KINDS``.
    depth
        L, the number of blocks.
    factor
        What each branch is multiplied by, one of ``FACTORS``; DeepNorm has its own besides.
    gain
        Of all first weights; 1 keeps the mean square of a branch.
    """
    stream, gradient = sizes(kind, depth, depth ** FACTORS[factor], gain)

    def panel(title: str, values: list[float], tone: Tone) -> Panel:
        return Panel(
            Axis("blocks passed", (0, depth)),
            Axis("", around(values, least=(0.1, 10)), log=True),
            [Rule(y=1), Line(range(depth + 1), values, tone)],
            title,
        )

    return Chart(
        [
            panel("size of the stream", stream, "teal"),
            panel("size of its gradient", gradient, "vermilion"),
        ]
    )


def sizes(
    kind: str, depth: int, factor: float = 1.0, gain: float = 1.0, seed: int = 1
) -> tuple[list[float], list[float]]:
    """Return the root mean square of the stream, and of its gradient, before and behind each block.

    The gradient that arrives at the output has a root mean square of 1. A block adds to x the
    factor times V gelu(W x), with a norm where the kind says.
    """
    rng = np.random.default_rng(seed)
    inside = {"pre-LN": layer_norm, "DyT": dynamic_tanh}.get(kind, unchanged)
    outside = layer_norm if kind in ("post-LN", "DeepNorm") else unchanged
    alpha = 1.0
    if kind == "DeepNorm":
        alpha, gain = (2 * depth) ** 0.25, gain * (8 * depth) ** -0.25
    stream: list[Array] = [rng.normal(size=(ROWS, FEATURES))]
    backs: list[Back] = []
    for _ in range(depth):
        w, v = gain * rng.normal(size=(2, FEATURES, FEATURES)) / FEATURES**0.5
        # Behind gelu a normal number has a mean square of 0.425.
        branch = chain(inside, linear(w), gelu, linear(factor * v / 0.425**0.5))
        y, back = residual(branch, outside, alpha)(stream[-1])
        stream.append(y)
        backs.append(back)
    gradients: list[Array] = [rng.normal(size=(ROWS, FEATURES))]
    for back in reversed(backs):
        gradients.append(back(gradients[-1]))
    return [_rms(x) for x in stream], [_rms(g) / _rms(gradients[0]) for g in reversed(gradients)]


def _rms(x: Array) -> float:
    return float(np.sqrt(np.mean(x**2)))
