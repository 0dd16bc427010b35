"""A deep stack before its first step.

The size of the residual stream, and of the gradient, behind each block of a stack of
feed-forward blocks, with and without norms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets
import matplotlib.pyplot as plt
import torch
from torch import Tensor
from torch.nn.functional import gelu, layer_norm

from normbook.figures import LINE, TEAL, VERMILION
from normbook.nn import deepnorm_alpha, deepnorm_beta

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ALT = (
    "In 48 blocks without a norm and without a factor, the stream grows by powers of ten towards "
    "the output, and the gradient grows as much on its way back to the input."
)

ROWS, FEATURES = 64, 32
FACTORS = {"1": 0.0, "1/√L": -0.5, "1/L": -1.0}  # of a branch, as a power of the depth L
KINDS = ("no norm", "pre-LN", "DyT", "post-LN", "DeepNorm")


def controls() -> dict[str, ipywidgets.Widget]:
    """Return where the norm is, the depth, the factor of each branch, and the weights' gain."""
    return {
        "kind": ipywidgets.Dropdown(options=KINDS, description="blocks"),
        "depth": ipywidgets.IntSlider(48, min=4, max=96, step=4, description="depth L"),
        "factor": ipywidgets.Dropdown(options=list(FACTORS), description="factor of a branch"),
        "gain": ipywidgets.FloatLogSlider(
            1, base=2, min=-2, max=1, step=0.5, description="gain of the weights"
        ),
    }


def draw(kind: str, depth: int, factor: str, gain: float) -> Figure:
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
    figure, panels = plt.subplots(1, 2, figsize=(6.8, 3.2))
    titles = ("size of the stream", "size of its gradient")
    for panel, values, title, colour in zip(
        panels, (stream, gradient), titles, (TEAL, VERMILION), strict=True
    ):
        panel.axhline(1, color=LINE, zorder=0)
        panel.plot(range(depth + 1), values, color=colour)
        panel.set(title=title, xlabel="blocks passed", yscale="log")
        low, high = min(values), max(values)
        panel.set_ylim(min(0.1, 0.5 * low), max(10, 2 * high))
        panel.minorticks_off()
    return figure


def sizes(
    kind: str, depth: int, factor: float = 1.0, gain: float = 1.0
) -> tuple[list[float], list[float]]:
    """Return the root mean square of the stream, and of its gradient, before and behind each block.

    The gradient that arrives at the output has a root mean square of 1. A block adds to x the
    factor times V gelu(W x), with a norm where the kind says.
    """
    generator = torch.Generator().manual_seed(0)

    def normal(rows: int, columns: int) -> Tensor:
        return torch.randn(rows, columns, generator=generator, dtype=torch.float64)

    alpha = 1.0
    if kind == "DeepNorm":
        alpha, gain = deepnorm_alpha(depth), gain * deepnorm_beta(depth)
    stream = [normal(ROWS, FEATURES).requires_grad_()]
    for _ in range(depth):
        x = stream[-1]
        # Behind gelu a normal number has a mean square of 0.425.
        w = gain * normal(FEATURES, FEATURES) / FEATURES**0.5
        v = gain * normal(FEATURES, FEATURES) / (0.425 * FEATURES) ** 0.5
        inside = x
        if kind == "pre-LN":
            inside = layer_norm(x, (FEATURES,))
        elif kind == "DyT":
            inside = torch.tanh(0.5 * x)
        y = alpha * x + factor * (gelu(inside @ w) @ v)
        stream.append(layer_norm(y, (FEATURES,)) if kind in ("post-LN", "DeepNorm") else y)
    last = normal(ROWS, FEATURES)
    gradients = torch.autograd.grad((stream[-1] * last).sum(), stream)
    return [_rms(x) for x in stream], [_rms(g) / _rms(last) for g in gradients]


def _rms(x: Tensor) -> float:
    return float(x.detach().square().mean().sqrt())
